//! One step backwards: from the positions decided at one distance to those at the next.
//!
//! Every block is written by one thread and reads only what the step before has found, so
//! that nothing depends on the order of the threads.

use super::block::{Block, Carrier, Ways};
use super::code::{Code, Refuted};
use super::edges::{Edge, Edges};
use crate::kit::PointSet;
use crate::tablebase::ground::Ground;
use crate::tablebase::index::Index;
use crate::tablebase::spread::Spread;
use rayon::prelude::*;
use std::ops::BitOr;

/// Distances at which some position of a block will be decided by a capture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Due([u64; 4]);

impl Due {
    #[inline]
    fn put(&mut self, plies: u16) {
        self.0[usize::from(plies / 64)] |= 1 << (plies % 64);
    }

    #[inline]
    fn has(&self, plies: u16) -> bool {
        self.0[usize::from(plies / 64) & 3] >> (plies % 64) & 1 != 0
    }

    /// Whether there is any beyond `plies`.
    pub(super) fn is_any_after(self, plies: u16) -> bool {
        (plies + 1..256).any(|later| self.has(later))
    }
}

impl BitOr for Due {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        let mut both = self.0;
        for (word, more) in both.iter_mut().zip(other.0) {
            *word |= more;
        }
        Self(both)
    }
}

/// One side's half of the work: its codes, and what is due in each block.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) codes: Vec<u16>,
    due: Vec<Due>,
}

impl Half {
    /// The half with these codes.
    pub(super) fn new(codes: Vec<u16>, block: usize) -> Self {
        let due = codes.par_chunks(block).with_min_len(8).map(|codes| {
            let mut due = Due::default();
            for plies in codes.iter().filter_map(|&code| Code(code).pending()) {
                due.put(plies);
            }
            due
        });
        Self { due: due.collect(), codes }
    }
}

/// The patterns newly decided in each block.
pub(super) type News = Vec<Vec<u32>>;

/// All positions of a half that are decided in this many plies.
pub(super) fn decided(index: &Index, half: &Half, plies: u16) -> News {
    let wanted = Code::decided(plies).0;
    let blocks = half.codes.par_chunks(index.block()).with_min_len(8);
    blocks
        .map(|codes| {
            if !codes.contains(&wanted) {
                return Vec::new();
            }
            let found = index.patterns.iter().zip(codes).filter(|(_, code)| **code == wanted);
            found.map(|(pattern, _)| *pattern).collect()
        })
        .collect()
}

/// What a step has to do with.
pub(super) struct Step<'a> {
    pub(super) ground: &'a Ground,
    pub(super) index: &'a Index,
    pub(super) edges: &'a Edges,
    /// The distance that it decides.
    pub(super) plies: u16,
}

/// What a step has found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    pub(super) positions: u64,
    /// All that is due, now or earlier or later.
    pub(super) due: Due,
}

impl Step<'_> {
    /// Decides positions with the larger side to move, from what the other half has newly
    /// decided: along the moves that lead to it.
    pub(super) fn large(&self, half: &mut Half, news: &News, fresh: &mut News) -> Found {
        let concerns = |shape| {
            let mut edges = self.edges.of(shape).iter();
            edges.any(|edge| !news[edge.shape as usize].is_empty())
        };
        self.run(half, fresh, concerns, |shape, carrier, work| {
            let block = Block::new(self.index, shape);
            for edge in self.edges.of(shape) {
                let patterns = &news[edge.shape as usize];
                if !patterns.is_empty() && self.may_be_quiet(*edge) {
                    let back = self.ground.maps().spread(usize::from(edge.back));
                    let free = self.index.free(edge.shape as usize);
                    carrier.set(free, back, &block, patterns.len());
                    self.pull(&block, *edge, carrier, patterns, work);
                }
            }
        })
    }

    /// Decides positions with the smaller side to move, from what the other half has newly
    /// decided in the same block.
    pub(super) fn small(&self, half: &mut Half, news: &News, fresh: &mut News) -> Found {
        self.run(
            half,
            fresh,
            |shape| !news[shape].is_empty(),
            |shape, _, work| {
                let block = Block::new(self.index, shape);
                let ways = Ways::new(self.ground, self.index, &block);
                let is_quiet = self.ground.may_decline()
                    || self.ground.game().targets(block.large).is_empty();
                for &pattern in &news[shape] {
                    ways.origins(pattern, &mut |origin, closes| {
                        if !closes || is_quiet {
                            work.learn(self.index.ranking.number(origin));
                        }
                    });
                }
            },
        )
    }

    fn run(
        &self,
        half: &mut Half,
        fresh: &mut News,
        concerns: impl Fn(usize) -> bool + Sync,
        learn: impl Fn(usize, &mut Carrier, &mut Work<'_>) + Sync,
    ) -> Found {
        let size = self.index.block();
        let blocks = (half.codes.par_chunks_mut(size), &mut half.due, fresh);
        blocks
            .into_par_iter()
            .with_min_len(16)
            .enumerate()
            .map_init(Carrier::new, |carrier, (shape, (codes, due, fresh))| {
                *fresh = Vec::new();
                let is_due = due.has(self.plies);
                let concerns = concerns(shape);
                if is_due || concerns {
                    let mut work = Work { plies: self.plies, codes, due, numbers: Vec::new() };
                    if concerns {
                        learn(shape, carrier, &mut work);
                    }
                    if is_due {
                        work.fall_due();
                    }
                    let patterns = &self.index.patterns;
                    fresh.extend(work.numbers.iter().map(|&n| patterns[n as usize]));
                }
                Found { positions: fresh.len() as u64, due: *due }
            })
            .reduce(Found::default, |a, b| Found {
                positions: a.positions + b.positions,
                due: a.due | b.due,
            })
    }

    /// Whether the move takes nothing, at least around some sets.
    fn may_be_quiet(&self, edge: Edge) -> bool {
        !edge.closes || self.ground.may_decline() || self.ground.may_forfeit()
    }

    /// Brings the news of the block that a move leads to back along it.
    #[inline]
    fn pull(
        &self,
        block: &Block,
        edge: Edge,
        carrier: &Carrier,
        patterns: &[u32],
        work: &mut Work<'_>,
    ) {
        let ranking = &self.index.ranking;
        let patterns = patterns.iter().copied();
        if !edge.closes || self.ground.may_decline() {
            carrier.carry(patterns, |_, pattern| work.learn(ranking.number(pattern)));
            return;
        }
        let expand = Spread::expand(block.free);
        carrier.carry(patterns, |_, pattern| {
            let men = PointSet::from_bits(expand.apply(pattern));
            if self.ground.game().targets(men).is_empty() {
                work.learn(ranking.number(pattern));
            }
        });
    }
}

/// A block in the hands of one thread.
struct Work<'a> {
    plies: u16,
    codes: &'a mut [u16],
    due: &'a mut Due,
    /// Numbers of what has been decided.
    numbers: Vec<u32>,
}

impl Work<'_> {
    /// Learns that a quiet turn leads to a position decided one step before.
    #[inline]
    fn learn(&mut self, number: usize) {
        let mut code = Code(self.codes[number]);
        let is_decided = if self.plies % 2 == 1 {
            code.wins(self.plies)
        } else {
            match code.loses(self.plies) {
                Refuted::Lost => true,
                Refuted::Open => false,
                Refuted::Later(due) => {
                    self.due.put(due);
                    false
                }
            }
        };
        self.codes[number] = code.0;
        if is_decided {
            self.numbers.push(number as u32);
        }
    }

    /// Decides what its captures promised for this distance.
    fn fall_due(&mut self) {
        let due = Code::due(self.plies);
        for (number, code) in self.codes.iter_mut().enumerate() {
            if *code == due {
                *code = Code::decided(self.plies).0;
                self.numbers.push(number as u32);
            }
        }
    }
}
