//! What a search says while it runs and when it ends.

use crate::kit::Score;
use std::time::Duration;

/// Where reports go. Called from the thread that called [`super::run`].
pub(super) type Sink<'a, T> = &'a (dyn Fn(Report<T>) + Sync);

/// News of a running search.
#[derive(Clone, Debug, PartialEq)]
pub enum Report<T> {
    /// A line with its value.
    Line(Line<T>),
    /// The search has run for three seconds or more and looks at this first turn.
    Current {
        /// The turn.
        turn: T,
        /// Its number in the order searched, from 1.
        number: usize,
    },
}

/// A principal variation and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<T> {
    /// Plies of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub sel_depth: u32,
    /// Rank from 1.
    pub rank: usize,
    /// Value for the side on turn at the root; a decided score's distance is in plies from the root.
    pub score: Score,
    /// How the value is meant.
    pub accuracy: Accuracy,
    /// The turns, at least one; legal, not beyond the end of the game; a decided
    /// exact score's line reaches the end of the game.
    pub pv: Vec<T>,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Positions the oracle answered so far.
    pub oracle_hits: u64,
    /// Filled thousandths of the table.
    pub hash_full: u32,
    /// Time since the search began, by the clock of the task.
    pub elapsed: Duration,
}

/// How a value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// The value of the iteration.
    Exact,
    /// A draw that no deeper search can change: nothing was estimated on the way to it.
    ProvedDraw,
    /// The value is this or higher.
    Lower,
    /// The value is this or lower.
    Upper,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<T> {
    /// The first turn of the last exact line of rank 1.
    pub best: T,
    /// The second turn of that line, if it has one.
    pub reply: Option<T>,
    /// Its value.
    pub score: Score,
    /// Nodes, all threads.
    pub nodes: u64,
}
