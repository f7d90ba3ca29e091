//! The most likely distribution of the results of pairs under a hypothesis about strength.

use super::Pentanomial;

/// The probabilities of the five results of a pair.
pub type Distribution = [f64; 5];

/// A Newton or bisection step below this, relative to the bracket, ends the search.
const PRECISION: f64 = 1e-14;

/// Among all distributions with the mean score `mean`, the one under which results with
/// the relative frequencies `seen` are most likely.
///
/// `mean` lies inside `0.0..1.0` and the cells at both ends of `seen` are not empty.
pub fn with_mean(seen: &Distribution, mean: f64) -> Distribution {
    with_zero_expectation(seen, &Pentanomial::SCORES.map(|score| score - mean))
}

/// Among all distributions whose mean score lies `t` standard deviations (of the pair)
/// above 1/2, the one under which results with the frequencies `seen` are most likely.
///
/// M. Van den Bergh, "Comments on normalized Elo", section 4.1
/// (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>): the constraint is
/// replaced by its tangent, which is a constraint on an expectation, at the last solution,
/// until that fulfils the constraint itself.
pub fn with_t_value(seen: &Distribution, t: f64) -> Distribution {
    const MOST_STEPS: usize = 100;
    const TOLERANCE: f64 = 1e-10;
    let mut found = *seen;
    let mut tangent = first_tangent(seen, t);
    for _ in 0..MOST_STEPS {
        found = with_zero_expectation(seen, &tangent);
        let (mean, deviation) = moments(&found);
        if (mean - 0.5 - t * deviation).abs() < TOLERANCE {
            break;
        }
        tangent = tangent_at(mean, deviation, t);
    }
    found
}

/// The tangent at the frequencies themselves, or, if all its values have one sign and
/// no distribution can meet it, at the one of wins and losses alone that has this `t`.
///
/// Later tangents have both signs: the deviation is concave and its tangent lies above
/// it, so whatever meets a tangent lies on the side of the constraint where they have.
fn first_tangent(seen: &Distribution, t: f64) -> [f64; 5] {
    let (mean, deviation) = moments(seen);
    let tangent = tangent_at(mean, deviation, t);
    let has_both_signs =
        tangent.iter().any(|&value| value > 0.0) && tangent.iter().any(|&value| value < 0.0);
    if has_both_signs {
        return tangent;
    }
    let deviation = 0.5 / (1.0 + t * t).sqrt();
    tangent_at(0.5 + t * deviation, deviation, t)
}

/// For each cell, what the expectation of must be zero for `mean = 1/2 + t * deviation`
/// to hold in first order around this mean and deviation.
fn tangent_at(mean: f64, deviation: f64, t: f64) -> [f64; 5] {
    Pentanomial::SCORES.map(|score| {
        let distance = (score - mean) / deviation;
        score - 0.5 - t * deviation / 2.0 * (1.0 + distance * distance)
    })
}

/// The mean and the standard deviation of the score of a pair.
pub fn moments(distribution: &Distribution) -> (f64, f64) {
    let expect = |of_score: &dyn Fn(f64) -> f64| -> f64 {
        distribution.iter().zip(Pentanomial::SCORES).map(|(p, score)| p * of_score(score)).sum()
    };
    let mean = expect(&|score| score);
    (mean, expect(&|score| (score - mean).powi(2)).sqrt())
}

/// The most likely distribution under which `values` have the expectation zero: `p[i] =
/// seen[i] / (1 + x * values[i])` with the one `x` that makes it so.
///
/// M. Van den Bergh, "The generalized maximum likelihood ratio for multinomial
/// distributions", proposition 1.1
/// (<https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>); the method of Lagrange
/// gives it in two lines. `values` must have both signs.
fn with_zero_expectation(seen: &Distribution, values: &[f64; 5]) -> Distribution {
    let x = multiplier(seen, values);
    std::array::from_fn(|i| seen[i] / (1.0 + x * values[i]))
}

/// The root of `sum(seen * values / (1 + x * values))`, which falls from one pole to the
/// next: Newton's steps, and a halved bracket where one would leave it.
fn multiplier(seen: &Distribution, values: &[f64; 5]) -> f64 {
    const MOST_STEPS: usize = 200;
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let least_step = PRECISION * (high - low);
    let mut x = 0.0;
    for _ in 0..MOST_STEPS {
        let (mut height, mut slope) = (0.0, 0.0);
        for (weight, value) in seen.iter().zip(values) {
            let ratio = value / (1.0 + x * value);
            height += weight * ratio;
            slope -= weight * ratio * ratio;
        }
        *(if height > 0.0 { &mut low } else { &mut high }) = x;
        let newton = x - height / slope;
        let next =
            if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let step = (next - x).abs();
        x = next;
        if step < least_step {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests;
