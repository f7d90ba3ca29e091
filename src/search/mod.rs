//! The search: finds the best turn of any [`Game`] within its limits.
//!
//! It knows no particular game, no text and no clock of its own: whoever calls
//! it hands over the rules, the table, the limits, a stop signal and a clock,
//! and gets reports through a closure. Threads live in `pool` alone.

pub mod limits;
pub mod clock;
pub mod signal;
pub mod params;
pub mod report;
pub mod table;
mod memory;
mod window;
mod tally;
mod history;
mod frame;
mod order;
mod worker;
mod variation;
mod root;
mod pool;

pub use clock::{TimeControl, allot};
pub use limits::{Clock, Limits};
pub use params::Params;
pub use report::{Accuracy, Finding, Line, Report};
pub use signal::Signal;
pub use table::Table;
pub use variation::complete;

use crate::game::{Game, Oracle};
use crate::kit::Score;
use std::fmt;

/// One thing to search. Nothing in it is changed but the table.
pub struct Task<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position to search; not finished, also not by repetition or quiet plies.
    pub root: G::State,
    /// Keys ([`Game::key`]) of the positions before the root, oldest first.
    pub past: &'a [u64],
    /// The first turns to choose from: legal, without doubles, at least one.
    pub turns: &'a [G::Turn],
    /// The shared transposition table.
    pub table: &'a Table,
    /// Exact knowledge, if there is any and it is to be asked within the tree.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// When to end.
    pub limits: &'a Limits,
    /// How to be told to end.
    pub signal: &'a Signal,
    /// What time it is.
    pub clock: &'a dyn Clock,
    /// Threads to search with, at least 1.
    pub threads: usize,
}

impl<G: Game> fmt::Debug for Task<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("root", &self.root)
            .field("turns", &self.turns)
            .field("limits", self.limits)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Searches until a limit is reached, the signal says stop, or nothing is left
/// to find out, and returns the best turn.
///
/// The first iteration is always finished, so that there is always an exact
/// line of rank 1. It returns when it is done even if the limits are infinite:
/// holding the answer back is the caller's part. The calling thread searches too
/// and should have 8 MiB of stack.
///
/// # Panics
/// When `task.turns` is empty.
pub fn run<G: Game>(
    task: &Task<'_, G>,
    report: &(dyn Fn(Report<G::Turn>) + Sync),
) -> Finding<G::Turn> {
    run_with(task, &Params::default(), report)
}

/// [`run`] with other tunable numbers than the default.
///
/// # Panics
/// When `task.turns` is empty.
pub fn run_with<G: Game>(
    task: &Task<'_, G>,
    params: &Params,
    report: &(dyn Fn(Report<G::Turn>) + Sync),
) -> Finding<G::Turn> {
    pool::search(task, params, report)
}

/// A value told from the side on turn at `child`, told from the side on turn at `node`.
///
/// For values outside the tree; inside it `Worker::descend` turns the window as well.
pub(crate) fn seen_from<G: Game>(
    game: &G,
    node: &G::State,
    child: &G::State,
    score: Score,
) -> Score {
    if game.side(child) == game.side(node) { score } else { -score }
}
