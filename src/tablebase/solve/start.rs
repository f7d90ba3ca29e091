//! Every position of a pair before the first step: how many quiet turns it has, and what
//! its best capture leads to.

use super::block::{Block, Carrier, Ways};
use super::code::{Code, Prospect};
use super::edges::Edges;
use crate::kit::{MAX_POINTS, PointSet};
use crate::tablebase::ground::Ground;
use crate::tablebase::index::Index;
use crate::tablebase::shapes::Place;
use crate::tablebase::spread::Spread;
use rayon::prelude::*;

/// A finished sector that captures lead to: for each number what it offers to who leads there.
pub(super) struct Below {
    pub(super) index: Index,
    pub(super) prospects: Vec<u8>,
}

/// What the larger side can expect once it has closed a mill and has yet to take a man:
/// for every position that holds a mill of the larger side, the best removal.
///
/// `below` is the sector in which the smaller side, one man poorer, is to move; `None` if
/// it has lost by then.
pub(super) fn removals(ground: &Ground, index: &Index, below: Option<&Below>) -> Vec<u8> {
    let mut best = vec![Prospect::NONE; index.slots()];
    best.par_chunks_mut(index.block()).with_min_len(8).enumerate().for_each(|(shape, best)| {
        if !ground.game().has_mill(index.shapes.set(shape)) {
            return;
        }
        let expand = Spread::expand(index.free(shape));
        let offers = below.map(|below| below.block(shape));
        for (best, &pattern) in best.iter_mut().zip(&index.patterns) {
            let men = PointSet::from_bits(expand.apply(pattern));
            let targets = ground.game().targets(men);
            if targets.is_empty() {
                continue;
            }
            let (Some(offers), Some(below)) = (offers, below) else {
                *best = Prospect::WIN;
                continue;
            };
            let mut left = pattern;
            for man in men {
                let lowest = left & left.wrapping_neg();
                left ^= lowest;
                if targets.contains(man) {
                    let offer = offers[below.index.ranking.number(pattern ^ lowest)];
                    *best = (*best).max(offer);
                }
            }
        }
    });
    best
}

/// What the larger side, to move, has at the start.
pub(super) fn large(
    ground: &Ground,
    index: &Index,
    edges: &Edges,
    removals: &[u8],
) -> Vec<u16> {
    let size = index.block();
    let mut codes = vec![0_u16; index.slots()];
    codes.par_chunks_mut(size).with_min_len(8).enumerate().for_each_init(
        || (vec![0_u16; size], vec![0_u8; size], Carrier::new()),
        |(quiet, best, carrier), (shape, codes)| {
            let block = Block::new(index, shape);
            best.fill(Prospect::NONE);
            count_large(ground, index, &block, quiet);
            for edge in edges.of(shape).iter().filter(|edge| edge.closes) {
                let there = edge.shape as usize;
                let offers = &removals[there * size..(there + 1) * size];
                let back = ground.maps().spread(usize::from(edge.back));
                carrier.set(index.free(there), back, &block, size);
                carrier.carry(index.patterns.iter().copied(), |number, pattern| {
                    let offer = offers[number];
                    if offer != Prospect::NONE {
                        let number = index.ranking.number(pattern);
                        best[number] = best[number].max(offer);
                        quiet[number] -= u16::from(!ground.may_decline());
                    }
                });
            }
            finish(index, codes, quiet, best);
        },
    );
    codes
}

/// How many moves the larger side has, by the numbers of a block.
fn count_large(ground: &Ground, index: &Index, block: &Block, moves: &mut [u16]) {
    let game = ground.game();
    let flies = game.flies_with(block.large.len());
    let mut ways = [0_u16; MAX_POINTS];
    for (ways, point) in ways.iter_mut().zip(block.free) {
        let men = if flies { block.large } else { game.neighbours(point) & block.large };
        *ways = men.len() as u16;
    }
    let all: u16 = ways.iter().sum();
    for (moves, &pattern) in moves.iter_mut().zip(&index.patterns) {
        let mut left = pattern;
        *moves = all;
        while left != 0 {
            *moves -= ways[left.trailing_zeros() as usize & 31];
            left &= left - 1;
        }
    }
}

/// What the smaller side, to move, has at the start.
pub(super) fn small(ground: &Ground, index: &Index, losses: &Losses<'_>) -> Vec<u16> {
    let size = index.block();
    let mut codes = vec![0_u16; index.slots()];
    codes.par_chunks_mut(size).with_min_len(8).enumerate().for_each_init(
        || (vec![0_u16; size], vec![0_u8; size], Vec::new(), Carrier::new()),
        |(quiet, best, mills, carrier), (shape, codes)| {
            let block = Block::new(index, shape);
            let ways = Ways::new(ground, index, &block);
            best.fill(Prospect::NONE);
            mills.clear();
            for (&pattern, quiet) in index.patterns.iter().zip(&mut *quiet) {
                *quiet = ways.count(pattern);
                if ways.has_mill(pattern) {
                    mills.push((pattern, Prospect::NONE));
                }
            }
            losses.weigh(ground, index, &block, mills, carrier);
            let taken = u16::from(!ground.may_decline());
            for &(pattern, offer) in mills.iter().filter(|mill| mill.1 != Prospect::NONE) {
                ways.origins(pattern, &mut |origin, closes| {
                    if closes {
                        let number = index.ranking.number(origin);
                        best[number] = best[number].max(offer);
                        quiet[number] -= taken;
                    }
                });
            }
            finish(index, codes, quiet, best);
        },
    );
    codes
}

fn finish(index: &Index, codes: &mut [u16], quiet: &[u16], best: &[u8]) {
    if index.free(0).len() == u32::from(index.pair.small) {
        // A full board is a draw (see the switches that `Ground` refuses).
        codes.fill(Code::drawn().0);
        return;
    }
    for ((code, &quiet), &best) in codes.iter_mut().zip(quiet).zip(best) {
        *code = Code::start(quiet, best).0;
    }
}

/// What the smaller side can expect once it has closed a mill.
pub(super) enum Losses<'a> {
    /// The larger side has lost by then.
    Won,
    /// The sector in which the larger side, one man poorer, is to move and still has as
    /// many men as the other.
    Shrunk(&'a Below),
    /// Both sides have as many men: the smaller side's removals are the larger side's
    /// with the sides exchanged.
    Even(&'a [u8]),
}

impl Losses<'_> {
    /// The best removal for each pattern of the smaller side that holds a mill.
    fn weigh(
        &self,
        ground: &Ground,
        index: &Index,
        block: &Block,
        mills: &mut [(u32, u8)],
        carrier: &mut Carrier,
    ) {
        let targets = ground.game().targets(block.large);
        if targets.is_empty() {
            return;
        }
        match self {
            Losses::Won => mills.iter_mut().for_each(|(_, best)| *best = Prospect::WIN),
            Losses::Shrunk(below) => {
                for man in targets {
                    let left = block.large.without(man.set());
                    below.offer(ground, left, block.free, mills, carrier);
                }
            }
            Losses::Even(removals) => {
                let expand = Spread::expand(block.free);
                for (pattern, best) in mills {
                    let Place { shape, symmetry } = index.shapes.place(expand.apply(*pattern));
                    let other = ground.maps().image(symmetry, block.large.bits());
                    let number = index.number(index.free(shape), other);
                    *best = removals[shape * index.block() + number];
                }
            }
        }
    }
}

impl Below {
    /// What is offered in a block.
    fn block(&self, shape: usize) -> &[u8] {
        let size = self.index.block();
        &self.prospects[shape * size..(shape + 1) * size]
    }

    /// What the patterns of the points in `free` are offered where the larger side has the
    /// men `large` left.
    fn offer(
        &self,
        ground: &Ground,
        large: PointSet,
        free: PointSet,
        mills: &mut [(u32, u8)],
        carrier: &mut Carrier,
    ) {
        let Place { shape, symmetry } = self.index.shapes.place(large.bits());
        let there = Block::new(&self.index, shape);
        carrier.set(free, ground.maps().spread(symmetry), &there, mills.len());
        let offers = self.block(shape);
        let (patterns, mut best): (Vec<u32>, Vec<u8>) = mills.iter().copied().unzip();
        carrier.carry(patterns.into_iter(), |mill, pattern| {
            best[mill] = best[mill].max(offers[self.index.ranking.number(pattern)]);
        });
        for (mill, best) in mills.iter_mut().zip(best) {
            mill.1 = best;
        }
    }
}
