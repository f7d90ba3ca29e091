//! What the threads of one search count and tell each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counters of one thread, alone on its cache lines so that counting costs the others nothing.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Tally {
    nodes: AtomicU64,
    oracle_hits: AtomicU64,
}

/// Shared by the threads of one search.
#[derive(Debug)]
pub(super) struct Tallies {
    halted: AtomicBool,
    threads: Box<[Tally]>,
}

impl Tallies {
    /// Counters for this many threads.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            halted: AtomicBool::new(false),
            threads: (0..threads).map(|_| Tally::default()).collect(),
        }
    }

    /// Tells every thread to end.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether every thread has been told to end.
    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Publishes the counts of one thread.
    pub(super) fn publish(&self, thread: usize, nodes: u64, oracle_hits: u64) {
        if let Some(tally) = self.threads.get(thread) {
            tally.nodes.store(nodes, Ordering::Relaxed);
            tally.oracle_hits.store(oracle_hits, Ordering::Relaxed);
        }
    }

    /// Nodes of all threads, as far as published.
    pub(super) fn nodes(&self) -> u64 {
        self.threads.iter().map(|tally| tally.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Positions the oracle answered, as far as published.
    pub(super) fn oracle_hits(&self) -> u64 {
        self.threads.iter().map(|tally| tally.oracle_hits.load(Ordering::Relaxed)).sum()
    }
}
