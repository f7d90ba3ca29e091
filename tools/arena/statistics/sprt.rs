//! The sequential test: goes on, or accepts that a player is better or is not.

use super::likelihood::{with_mean, with_t_value};
use super::{Pentanomial, expected_score, real};
use std::fmt;

/// In which Elo the two hypotheses of a test are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo as everybody knows it: a score, whatever the share of draws.
    Logistic,
    /// Normalised Elo: a score in standard deviations of a game. The length of a test is
    /// then the same with many draws and with few.
    Normalized,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not yet decided.
    Continue,
    /// The difference is `elo0`, or less.
    AcceptH0,
    /// The difference is `elo1`, or more.
    AcceptH1,
}

/// Why a test cannot be made with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are no interval.
    #[error("elo0 must be below elo1, not {elo0} and {elo1}")]
    Order {
        /// The lower hypothesis as given.
        elo0: f64,
        /// The upper hypothesis as given.
        elo1: f64,
    },
    /// A hypothesis is no number or too far out.
    #[error("elo0 and elo1 must lie within -{MOST_ELO} and {MOST_ELO}, not {0}")]
    Range(f64),
    /// A probability of error is none.
    #[error("{name} must lie between 0 and 1, not {value}")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// The bounds would change places.
    #[error("alpha and beta together must be below 1, not {0}")]
    Sum(f64),
}

/// The largest hypothesis: beyond it (a score of 99.7 %) five cells say nothing.
const MOST_ELO: f64 = 1000.0;

/// A generalised sequential probability ratio test on pairs of games.
///
/// A. Wald, "Sequential Tests of Statistical Hypotheses" (1945), with the likelihoods of
/// the most likely distributions under either hypothesis (M. Van den Bergh, see
/// `likelihood.rs`). It tests `elo0` against `elo1`; `alpha` bounds the probability of
/// accepting H1 at `elo0`, and `beta` that of accepting H0 at `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test, once its numbers make sense.
    ///
    /// # Errors
    /// The first that does not.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            if elo.is_nan() || elo.abs() > MOST_ELO {
                return Err(SprtError::Range(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Probability { name, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Sum(alpha + beta));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The ratio at or below which H0 is accepted, and that at or above which H1 is.
    ///
    /// Wald's bounds. As the ratio leaps over a bound and does not meet it, the errors
    /// are a little rarer than `alpha` and `beta`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of H1 to H0; 0 without pairs.
    ///
    /// It is exact and not the usual approximation by the variance: that one trusts the
    /// variance of the first few pairs, and where matches are short (60 Elo between the
    /// hypotheses) it errs in 13 % of them instead of 5 %, as the tests measure.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        /// What an empty cell counts for, so that no result is held impossible. With the
        /// 0.001 of Fishtest and fastchess up to 5.3 % of simulated matches of 50 to 250
        /// pairs ended wrong instead of 5 %; with 0.1 at most 5 %, for 2 to 6 % more
        /// pairs, while 0.5 was worse again (6.6 %). Once all cells are filled the ratio
        /// is that of the others.
        const EMPTY_CELL: f64 = 0.1;
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { EMPTY_CELL } else { real(count) });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [under_h0, under_h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(&seen, expected_score(elo)),
            Model::Normalized => with_t_value(&seen, t_value_per_pair(elo)),
        });
        let cells = counts.iter().zip(under_h0.iter().zip(under_h1));
        cells.map(|(count, (h0, h1))| count * (h1 / h0).ln()).sum()
    }

    /// What the test says after these pairs.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr <= lower {
            Verdict::AcceptH0
        } else if llr >= upper {
            Verdict::AcceptH1
        } else {
            Verdict::Continue
        }
    }
}

/// `[0.00, 20.00] normalized`: the hypotheses, as fastchess writes them, and their Elo.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = match self.model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        write!(f, "[{:.2}, {:.2}] {model}", self.elo0, self.elo1)
    }
}

/// How many standard deviations of a pair's score lie between 1/2 and the mean at this
/// normalised Elo: that of a pair is the smaller by the square root of 2.
fn t_value_per_pair(normalized_elo: f64) -> f64 {
    std::f64::consts::SQRT_2 * normalized_elo / super::elo::ELO_PER_DEVIATION
}

#[cfg(test)]
mod tests;
