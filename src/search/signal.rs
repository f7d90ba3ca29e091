//! How a running search is told things: stop, and "the pondered turn was played".

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Shared between a search and whoever started it.
///
/// While pondering, time limits do not count; the own clock starts at the hit.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Search time at which the own clock began, in microseconds.
    origin: AtomicU64,
}

impl Signal {
    /// A signal for a search that starts now, on the opponent's time if `pondering`.
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Whether the search has been told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// The pondered turn was played `elapsed` after the search began.
    pub fn ponder_hit(&self, elapsed: Duration) {
        self.origin
            .store(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX), Ordering::Release);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the search runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time on the own clock when the search has run for `elapsed`, or `None` while pondering.
    pub fn own_time(&self, elapsed: Duration) -> Option<Duration> {
        if self.is_pondering() {
            return None;
        }
        Some(elapsed.saturating_sub(Duration::from_micros(self.origin.load(Ordering::Acquire))))
    }
}
