//! How long the arena waits for an engine beyond what the clock says.

use std::time::Duration;

/// Bounds of every wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patience {
    /// For the introduction of an engine just started.
    pub(crate) start: Duration,
    /// For `readyok`: after an option, which may build tables, and before a game.
    pub(crate) ready: Duration,
    /// For a turn, after its time and margin are over: until then it is late, then silence.
    /// Also for the `bestmove` after a `stop`.
    pub(crate) grace: Duration,
    /// For a turn that has no time limit.
    pub(crate) untimed: Duration,
    /// For the exit after `quit`.
    pub(crate) quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(30),
            grace: Duration::from_secs(5),
            untimed: Duration::from_secs(600),
            quit: Duration::from_secs(2),
        }
    }
}
