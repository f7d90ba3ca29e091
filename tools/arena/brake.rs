//! How a running tournament is told to end.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set once by anybody, looked at by all workers.
#[derive(Debug, Default)]
pub(crate) struct Brake {
    finish: AtomicBool,
    abandon: AtomicBool,
}

impl Brake {
    /// The pairs that are being played are the last ones.
    pub(crate) fn finish(&self) {
        self.finish.store(true, Ordering::Relaxed);
    }

    /// The games that are being played are given up.
    pub(crate) fn abandon(&self) {
        self.finish();
        self.abandon.store(true, Ordering::Relaxed);
    }

    /// Whether no other pair is to begin.
    pub(crate) fn is_finishing(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }

    /// Whether games are to be given up.
    pub(crate) fn is_abandoning(&self) -> bool {
        self.abandon.load(Ordering::Relaxed)
    }
}
