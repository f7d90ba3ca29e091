//! Ratings of any number of players from their results against each other.

use super::matrix::{Matrix, inverse, product};
use super::normal::DEVIATIONS_95;
use super::{Results, real};

/// Elo per unit of the logarithm of the odds, in which the sums below are done.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The strength of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, the mean of the group (or the anchor) being 0.
    pub elo: f64,
    /// Half the width of the 95 % interval around it, against the mean of the group or
    /// against the anchor. `None` for a player without games.
    pub error: Option<f64>,
    /// The lowest number of a player in the group that games link. Ratings of different
    /// groups cannot be compared.
    pub group: usize,
}

/// The ratings of all players, by their number.
///
/// The Bradley-Terry model (E. Zermelo 1929; R. Bradley and M. Terry 1952), a draw being
/// half a win, at maximum likelihood. The prior: every player has also drawn one game
/// against an unchanging player at the mean. It weighs little, keeps a player with 0 % or
/// 100 % (or a set of players that always beat the others) at a finite rating, and draws
/// everybody somewhat to the mean. Groups that no game links are rated each on its own,
/// with its mean at 0; the group of the `anchor` is then moved so that he is at 0.
///
/// The errors come from the Fisher information, narrowed for draws (see `dispersion`).
/// They take games to be independent; in pairs from one opening they are less
/// spread than that, so the true errors are if anything smaller.
pub fn ratings(results: &Results, anchor: Option<usize>) -> Vec<Rating> {
    let mut ratings = vec![Rating { elo: 0.0, error: None, group: 0 }; results.players()];
    for group in results.groups() {
        let fit = Fit::new(results, &group);
        let anchor = group.iter().position(|&player| Some(player) == anchor);
        for (index, &player) in group.iter().enumerate() {
            let error = (group.len() > 1).then(|| fit.error(index, anchor));
            ratings[player] = Rating { elo: fit.elo(index, anchor), error, group: group[0] };
        }
    }
    ratings
}

/// One group at maximum likelihood.
struct Fit {
    strengths: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// Newton's method on the concave likelihood. A step that would change a difference by
    /// `d` is shortened by `ln(1 + d) / d`: within it the curvature changes at most by
    /// the factor `1 + d`, so that every step gains (T. Sun and Q. Tran-Dinh,
    /// "Generalized self-concordant functions", 2019).
    fn new(results: &Results, group: &[usize]) -> Self {
        const MOST_STEPS: usize = 1000;
        const PRECISION: f64 = 1e-10;
        let mut strengths = vec![0.0; group.len()];
        for _ in 0..MOST_STEPS {
            let inverse = inverse(information(results, group, &strengths));
            let step = product(&inverse, &surplus(results, group, &strengths));
            let longest = 2.0 * step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            if longest < PRECISION {
                break;
            }
            let share = longest.ln_1p() / longest;
            for (strength, part) in strengths.iter_mut().zip(step) {
                *strength += share * part;
            }
        }
        let scale = dispersion(results, group, &strengths);
        let mut covariance = inverse(information(results, group, &strengths));
        covariance.iter_mut().flatten().for_each(|cell| *cell *= scale);
        Self { strengths, covariance }
    }

    fn elo(&self, index: usize, anchor: Option<usize>) -> f64 {
        let zero =
            anchor.map_or_else(|| mean(&self.strengths), |anchor| self.strengths[anchor]);
        (self.strengths[index] - zero) * ELO_PER_LOGIT
    }

    /// Half the 95 % interval of the difference to the mean, or to the anchor, in Elo.
    fn error(&self, index: usize, anchor: Option<usize>) -> f64 {
        let row = &self.covariance[index];
        let variance = if let Some(anchor) = anchor {
            row[index] - 2.0 * row[anchor] + self.covariance[anchor][anchor]
        } else {
            let means: Vec<f64> = self.covariance.iter().map(|row| mean(row)).collect();
            row[index] - 2.0 * means[index] + mean(&means)
        };
        DEVIATIONS_95 * variance.max(0.0).sqrt() * ELO_PER_LOGIT
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / real(numbers.len() as u64)
}

/// The expected score at this difference in strength.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// By how much each player made more points than expected, the prior's draw included:
/// the slope of the logarithm of the likelihood.
fn surplus(results: &Results, group: &[usize], strengths: &[f64]) -> Vec<f64> {
    let one = |index: usize| -> f64 {
        let games = group.iter().zip(strengths).map(|(&opponent, strength)| {
            let tally = results.between(group[index], opponent);
            tally.points() - real(tally.games()) * expected(strengths[index] - strength)
        });
        games.sum::<f64>() + 0.5 - expected(strengths[index])
    };
    (0..group.len()).map(one).collect()
}

/// The Fisher information on the strengths, the prior's draw included: the curvature of
/// the logarithm of the likelihood, with its sign changed.
fn information(results: &Results, group: &[usize], strengths: &[f64]) -> Matrix {
    let variance = |difference: f64| expected(difference) * expected(-difference);
    let mut matrix = vec![vec![0.0; group.len()]; group.len()];
    for (index, row) in matrix.iter_mut().enumerate() {
        let mut own = variance(strengths[index]);
        for (other, cell) in row.iter_mut().enumerate() {
            let games = real(results.between(group[index], group[other]).games());
            let weight = games * variance(strengths[index] - strengths[other]);
            *cell = -weight;
            own += weight;
        }
        row[index] += own;
    }
    matrix
}

/// How much less the results vary than wins and losses alone would, in `0.0..=1.0`.
///
/// A draw as half a win varies less than the model's coin: the ratio of the squares seen
/// to those expected scales the covariance (R. Wedderburn, "Quasi-likelihood functions",
/// 1974). The prior's games go in as decisive ones, so that a few draws do not make
/// anybody certain; above 1 the ratio is chance.
fn dispersion(results: &Results, group: &[usize], strengths: &[f64]) -> f64 {
    let prior = real(group.len() as u64) / 4.0;
    let (mut seen, mut modelled) = (prior, prior);
    for (index, &player) in group.iter().enumerate() {
        for (other, &opponent) in group.iter().enumerate().skip(index + 1) {
            let score = expected(strengths[index] - strengths[other]);
            let tally = results.between(player, opponent);
            seen += real(tally.wins) * (1.0 - score).powi(2)
                + real(tally.draws) * (0.5 - score).powi(2)
                + real(tally.losses) * score.powi(2);
            modelled += real(tally.games()) * score * (1.0 - score);
        }
    }
    (seen / modelled).min(1.0)
}

#[cfg(test)]
mod tests;
