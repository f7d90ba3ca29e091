//! What finished games say about strength: differences, tests, ratings, the cross table.
//!
//! Pure mathematics: numbers in, numbers or text out. Scores are points per game
//! (win 1, draw 1/2, loss 0), strength is in Elo. Two games from one opening, with the
//! players changing sides, are a pair; its two results hang together through the opening,
//! so the match statistics count pairs and never single games.
#![allow(unreachable_pub, reason = "a program exports nothing; `pub` is for its other modules")]

mod tally;
mod pentanomial;
mod normal;
mod elo;
mod likelihood;
mod sprt;
mod results;
mod matrix;
mod ratings;
mod cross;
#[cfg(test)]
mod simulation;

pub use cross::CrossTable;
pub use elo::{Estimate, elo, expected_score, likelihood_of_superiority, normalized_elo};
pub use pentanomial::Pentanomial;
pub use ratings::{Rating, ratings};
pub use results::Results;
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use tally::{GameResult, Tally};

/// A count as a real number.
#[expect(
    clippy::cast_precision_loss,
    reason = "exact up to 2^53 games, which nobody will live to see"
)]
const fn real(count: u64) -> f64 {
    count as f64
}
