//! The number of a position within its sector.
//!
//! Both sectors of a pair are numbered alike: first by the shape of the larger set of men
//! (the set up to symmetry), then by the other set among the points that are left free.
//! The positions of one shape are a block: all that the smaller side can reach without a
//! capture lies in it.

use super::combine::{Ranking, choose, sets_of};
use super::ground::Ground;
use super::sector::Pair;
use super::shapes::{Maps, Shapes};
use super::spread::Spread;
use crate::kit::PointSet;
use std::sync::Arc;

/// The numbering of a pair of sectors.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) pair: Pair,
    pub(super) shapes: Arc<Shapes>,
    maps: Arc<Maps>,
    /// The sets of the smaller side, as patterns of free points, by their numbers.
    pub(super) patterns: Vec<u32>,
    pub(super) ranking: Ranking,
    points: PointSet,
}

impl Index {
    /// The numbering of a pair; `shapes` are those of its larger number of men.
    pub(super) fn new(ground: &Ground, pair: Pair, shapes: Arc<Shapes>) -> Self {
        let free = ground.points() - u32::from(pair.large);
        let small = u32::from(pair.small);
        Self {
            pair,
            shapes,
            maps: Arc::clone(ground.maps()),
            patterns: sets_of(free, small),
            ranking: Ranking::new(free, small),
            points: ground.game().points(),
        }
    }

    /// Positions of a block.
    pub(super) fn block(&self) -> usize {
        self.patterns.len()
    }

    /// Numbers of the sector; positions that symmetry makes equal may have several.
    pub(super) fn slots(&self) -> usize {
        self.shapes.count() * self.block()
    }

    /// The free points of a block.
    pub(super) fn free(&self, shape: usize) -> PointSet {
        self.points.without(self.shapes.set(shape))
    }

    /// The number of the position with these sets of men.
    pub(super) fn slot(&self, large: PointSet, small: PointSet) -> usize {
        let place = self.shapes.place(large.bits());
        let small = self.maps.image(place.symmetry, small.bits());
        place.shape * self.block() + self.number(self.free(place.shape), small)
    }

    /// The number of a set among the free points, without tables for these points.
    pub(super) fn number(&self, free: PointSet, small: u32) -> usize {
        let below = |point: u32| (free.bits() & ((1 << point) - 1)).count_ones();
        let mut pattern = 0;
        let mut left = small;
        while left != 0 {
            pattern |= 1 << below(left.trailing_zeros());
            left &= left - 1;
        }
        self.ranking.number(pattern)
    }

    /// The two sets of the position with this number.
    pub(super) fn sets(&self, slot: usize) -> (PointSet, PointSet) {
        let shape = slot / self.block();
        let pattern = self.patterns[slot % self.block()];
        let small = Spread::expand(self.free(shape)).apply(pattern);
        (self.shapes.set(shape), PointSet::from_bits(small))
    }
}

/// How many numbers each sector of a pair has, without making its tables.
pub(super) fn slots(ground: &Ground, pair: Pair) -> u64 {
    let (large, small) = (u32::from(pair.large), u32::from(pair.small));
    ground.maps().shapes(large) * choose(ground.points() - large, small)
}
