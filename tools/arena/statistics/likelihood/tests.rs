//! The constraint is met, and nothing that meets it is more likely.

use super::*;
use crate::statistics::real;
use crate::statistics::simulation::fraction;
use modisa::kit::SplitMix64;

/// Frequencies of all shapes, many of them with nearly empty cells.
fn frequencies(rng: &mut SplitMix64) -> Distribution {
    let counts: Distribution = std::array::from_fn(|_| match rng.below(10) {
        0..4 => 1e-3,
        digits => real(1 + rng.below(10u64.pow(digits as u32 / 2))),
    });
    let total: f64 = counts.iter().sum();
    counts.map(|count| count / total)
}

fn log_likelihood(seen: &Distribution, distribution: &Distribution) -> f64 {
    seen.iter().zip(distribution).map(|(seen, p)| seen * p.ln()).sum()
}

/// Some distribution near `from`, moved towards all wins or all losses until `excess`,
/// which grows with the share of wins, is 0 for it; `None` if it never is.
fn met_nearby(
    from: &Distribution,
    excess: impl Fn(&Distribution) -> f64,
    rng: &mut SplitMix64,
) -> Option<Distribution> {
    let width = 10f64.powi(-(rng.below(4) as i32));
    let bent = from.map(|p| p * (1.0 + width * (fraction(rng) - 0.5)));
    let total: f64 = bent.iter().sum();
    let bent = bent.map(|p| p / total);
    let end = if excess(&bent) < 0.0 { 4 } else { 0 };
    let mixed = |share: f64| -> Distribution {
        std::array::from_fn(|i| bent[i] * (1.0 - share) + if i == end { share } else { 0.0 })
    };
    let (mut low, mut high) = (0.0, 0.999);
    if (excess(&mixed(high)) < 0.0) == (end == 4) {
        return None;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let is_short = (excess(&mixed(middle)) < 0.0) == (end == 4);
        *(if is_short { &mut low } else { &mut high }) = middle;
    }
    Some(mixed(low))
}

fn check(
    seen: &Distribution,
    found: &Distribution,
    excess: impl Fn(&Distribution) -> f64,
    rng: &mut SplitMix64,
) -> usize {
    let sum: f64 = found.iter().sum();
    assert!((sum - 1.0).abs() < 1e-6 && found.iter().all(|&p| p > 0.0), "{seen:?} {found:?}");
    assert!(excess(found).abs() < 1e-6, "{seen:?} {found:?} {}", excess(found));
    let likelihood = log_likelihood(seen, found);
    let others: Vec<_> = (0..5).filter_map(|_| met_nearby(found, &excess, rng)).collect();
    for other in &others {
        assert!(
            log_likelihood(seen, other) < likelihood + 1e-6,
            "{seen:?} {found:?} {other:?}"
        );
    }
    others.len()
}

#[test]
fn no_distribution_with_the_same_mean_is_more_likely() {
    let mut rng = SplitMix64::new(11);
    let mut compared = 0;
    for mean in [0.003, 0.1, 0.45, 0.5, 0.514, 0.7, 0.997] {
        for _ in 0..1000 {
            let seen = frequencies(&mut rng);
            let found = with_mean(&seen, mean);
            compared += check(&seen, &found, |other| moments(other).0 - mean, &mut rng);
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn no_distribution_with_the_same_t_value_is_more_likely() {
    let mut rng = SplitMix64::new(12);
    let mut compared = 0;
    for t in [-4.0, -1.0, -0.1, 0.0, 0.02, 0.3, 1.0, 4.0] {
        for _ in 0..1000 {
            let seen = frequencies(&mut rng);
            let found = with_t_value(&seen, t);
            let excess = |other: &Distribution| {
                let (mean, deviation) = moments(other);
                mean - 0.5 - t * deviation
            };
            compared += check(&seen, &found, excess, &mut rng);
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn wins_and_losses_alone_have_but_one_distribution() {
    // With two cells the mean is the probability of the win.
    let seen = [0.4, 0.0, 0.0, 0.0, 0.6];
    let found = with_mean(&seen, 0.52);
    assert!((found[0] - 0.48).abs() < 1e-12 && (found[4] - 0.52).abs() < 1e-12, "{found:?}");
    // (w - 1/2) / sqrt(w (1 - w)) = 0.75 at w = 0.8: 0.3 / 0.4.
    let found = with_t_value(&seen, 0.75);
    assert!((found[0] - 0.2).abs() < 1e-9 && (found[4] - 0.8).abs() < 1e-9, "{found:?}");
}
