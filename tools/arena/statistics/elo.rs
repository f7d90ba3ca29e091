//! The difference in strength of two players from their pairs of games.

use super::normal::{DEVIATIONS_95, cumulative};
use super::{Pentanomial, real};
use std::fmt;

/// One standard deviation of a game is this much normalised Elo: with games without draws
/// between equals (deviation 1/2), normalised and logistic Elo then agree for small
/// differences, as logistic Elo rises by 1600 / ln 10 per point there.
pub const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in Elo with its 95 % interval; either end can be infinite, none is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely difference, positive for the first player.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// `+12.3 [-4.0, +28.7]`, infinite ends as `-inf` and `+inf`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo, low, high] = [self.elo, self.low, self.high].map(without_negative_zero);
        write!(f, "{elo:+.1} [{low:+.1}, {high:+.1}]")
    }
}

/// Rounded to the tenth that is shown, lest a small loss show as `-0.0`.
fn without_negative_zero(elo: f64) -> f64 {
    let shown = (elo * 10.0).round() / 10.0;
    if shown == 0.0 { 0.0 } else { shown }
}

/// The expected score of a player who is `elo` stronger (A. Elo, "The Rating of
/// Chessplayers", 1978: the logistic curve).
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference at which this score is expected; infinite at 0 and 1.
fn difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The logistic Elo difference with its 95 % interval; `None` without pairs.
///
/// The interval is that of the score by its normal approximation, with the variance of
/// the pairs, mapped to Elo end by end, as in cutechess and fastchess; hence it is not
/// symmetric, and an end beyond the scores 0 or 1 is infinite. At 0 % and 100 % the
/// difference itself is infinite too. A single pair has an infinite interval. Two or more
/// that all ended alike (all won, all lost, or all at any other score) have no variance
/// to go by; their interval holds the scores that other results, too rare to have been
/// seen, can make of it.
pub fn elo(pairs: &Pentanomial) -> Option<Estimate> {
    let score = pairs.score()?;
    let (low, high) = score_interval(pairs, score)?;
    Some(Estimate { elo: difference(score), low: difference(low), high: difference(high) })
}

fn score_interval(pairs: &Pentanomial, score: f64) -> Option<(f64, f64)> {
    if pairs.pairs() < 2 {
        return Some((0.0, 1.0));
    }
    let variance = pairs.variance_per_pair()?;
    if variance > 0.0 {
        let reach = DEVIATIONS_95 * (variance / real(pairs.pairs())).sqrt();
        return Some(((score - reach).max(0.0), (score + reach).min(1.0)));
    }
    // Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the
    // case of the binomial" (1934): `n` of `n` alike are seen with a probability of 2.5 %
    // if each has the probability `0.025^(1/n)`; with the others all lost, or all won, the
    // score is at its ends.
    let alike = 0.025f64.powf(1.0 / real(pairs.pairs()));
    Some((score * alike, score * alike + (1.0 - alike)))
}

/// The normalised Elo difference with its 95 % interval; `None` if the pairs have no
/// variance (none, one, or all alike).
///
/// M. Van den Bergh, "Normalized Elo" (<https://www.cantate.be/Fishtest/normalized_elo.pdf>),
/// scaled as in "Comments on normalized Elo": the score above 1/2 in standard deviations
/// of a game. The interval takes the error of that quotient to be `1/sqrt(games)`, as
/// fastchess does, which holds for small differences.
pub fn normalized_elo(pairs: &Pentanomial) -> Option<Estimate> {
    let deviation = pairs.variance_per_game().filter(|&variance| variance > 0.0)?.sqrt();
    let elo = (pairs.score()? - 0.5) / deviation * ELO_PER_DEVIATION;
    let reach = DEVIATIONS_95 / real(pairs.games()).sqrt() * ELO_PER_DEVIATION;
    Some(Estimate { elo, low: elo - reach, high: elo + reach })
}

/// The likelihood of superiority: the probability, in `0.0..=1.0`, that the first player
/// is the stronger one, if nothing was known before the games.
///
/// The normal approximation of the score, with the variance of the pairs. Pairs that all
/// ended alike have none; each then counts as one win of the better player, and the
/// uniform prior gives `1 - (1/2)^(pairs + 1)`. No pairs, or all level: 1/2.
pub fn likelihood_of_superiority(pairs: &Pentanomial) -> f64 {
    let (Some(score), Some(variance)) = (pairs.score(), pairs.variance_per_pair()) else {
        return 0.5;
    };
    let lead = score - 0.5;
    if variance > 0.0 {
        return cumulative(lead / (variance / real(pairs.pairs())).sqrt());
    }
    let doubt = 0.5 * (-real(pairs.pairs())).exp2();
    match lead {
        lead if lead > 0.0 => 1.0 - doubt,
        lead if lead < 0.0 => doubt,
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests;
