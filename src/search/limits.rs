//! What ends a search besides its being done.

use std::time::Duration;

/// A clock that started with the search.
pub trait Clock: Send + Sync {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;
}

/// Limits of one search; the first one reached ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// No new iteration starts after this time on the own clock.
    pub soft: Option<Duration>,
    /// The search is cut off at this time on the own clock.
    pub hard: Option<Duration>,
    /// End when a win of at most this many plies is proved.
    pub win_plies: Option<u32>,
    /// Lines to report, at least 1.
    pub multi_pv: usize,
}

impl Limits {
    /// No limit at all, and one line.
    pub const fn none() -> Self {
        Self { depth: None, nodes: None, soft: None, hard: None, win_plies: None, multi_pv: 1 }
    }
}
