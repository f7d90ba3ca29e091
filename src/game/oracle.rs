//! Exact knowledge of positions, asked before searching them.

use super::Game;
use crate::kit::Score;

/// A source of exact values (a tablebase); the only way the search learns of one.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value of `state` for the side on turn, if known: decided with
    /// its distance, or [`Score::DRAW`].
    fn look_up(&self, state: &G::State) -> Option<Score>;
}
