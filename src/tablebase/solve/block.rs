//! One block at work: the sets of the smaller side around one set of the larger.
//!
//! Such a set is a pattern here: bit `i` is the `i`-th free point.

use crate::kit::{MAX_POINTS, Point, PointSet};
use crate::tablebase::ground::Ground;
use crate::tablebase::index::Index;
use crate::tablebase::spread::Spread;

/// Lines through a point whose other points are free, at most.
const LINES: usize = 4;

/// Where the free points of a block are.
pub(super) struct Block {
    /// The set of the larger side.
    pub(super) large: PointSet,
    pub(super) free: PointSet,
    /// For each free point its place in a pattern.
    places: [u8; MAX_POINTS],
}

impl Block {
    #[inline]
    pub(super) fn new(index: &Index, shape: usize) -> Self {
        let (large, free) = (index.shapes.set(shape), index.free(shape));
        let mut places = [0; MAX_POINTS];
        for (place, point) in (0..).zip(free) {
            places[point.index()] = place;
        }
        Self { large, free, places }
    }

    /// The pattern of a point that is free.
    #[inline]
    fn bit(&self, point: Point) -> u32 {
        1 << self.places[point.index()]
    }

    /// The pattern of those points of a set that are free.
    fn pattern(&self, set: PointSet) -> u32 {
        (set & self.free).into_iter().map(|point| self.bit(point)).sum()
    }
}

/// The moves of the smaller side in a block.
pub(super) struct Ways {
    /// For each place the places that a man there can go to, or come from.
    near: [u32; MAX_POINTS],
    /// For each place the other two of each line through it; unused entries have all bits.
    pairs: [[u32; LINES]; MAX_POINTS],
}

impl Ways {
    pub(super) fn new(ground: &Ground, index: &Index, block: &Block) -> Self {
        let game = ground.game();
        let flies = game.flies_with(u32::from(index.pair.small));
        let mut near = [0; MAX_POINTS];
        let mut pairs = [[u32::MAX; LINES]; MAX_POINTS];
        for (place, point) in block.free.into_iter().enumerate() {
            let reach = if flies { block.free } else { game.neighbours(point) };
            near[place] = block.pattern(reach.without(point.set()));
            let open = game.pairs_at(point).filter(|&pair| block.free.contains_all(pair));
            for (known, pair) in pairs[place].iter_mut().zip(open) {
                *known = block.pattern(pair);
            }
        }
        Self { near, pairs }
    }

    /// How many moves the smaller side has.
    #[inline]
    pub(super) fn count(&self, pattern: u32) -> u16 {
        let mut left = pattern;
        let mut moves = 0;
        while left != 0 {
            let place = left.trailing_zeros() as usize & 31;
            moves += (self.near[place] & !pattern).count_ones();
            left &= left - 1;
        }
        moves as u16
    }

    /// Whether a man on `place` stands in a mill of the pattern.
    #[inline]
    pub(super) fn in_mill(&self, place: usize, pattern: u32) -> bool {
        let pairs = &self.pairs[place & 31];
        pairs.iter().any(|&pair| pair & !pattern == 0)
    }

    /// Whether the pattern holds a mill.
    pub(super) fn has_mill(&self, pattern: u32) -> bool {
        let mut left = pattern;
        while left != 0 {
            if self.in_mill(left.trailing_zeros() as usize, pattern) {
                return true;
            }
            left &= left - 1;
        }
        false
    }

    /// Visits the patterns from which one move leads to `pattern`, with whether that move
    /// closes a mill.
    #[inline]
    pub(super) fn origins(&self, pattern: u32, visit: &mut impl FnMut(u32, bool)) {
        let mut men = pattern;
        while men != 0 {
            let place = men.trailing_zeros() as usize & 31;
            let man = men & men.wrapping_neg();
            men ^= man;
            let mut from = self.near[place] & !pattern;
            if from == 0 {
                continue;
            }
            let closes = self.in_mill(place, pattern);
            while from != 0 {
                let origin = from & from.wrapping_neg();
                from ^= origin;
                visit(pattern ^ man ^ origin, closes);
            }
        }
    }
}

/// Patterns of one block become patterns of another, whose sets are images of its own.
pub(super) struct Carrier {
    images: [u32; MAX_POINTS],
    places: usize,
    /// Places that the other block does not have: its larger side stands there.
    lost: u32,
    spread: Spread,
    is_spread: bool,
}

/// From so many patterns on it pays to make tables for them.
const MANY: usize = 64;

impl Carrier {
    pub(super) fn new() -> Self {
        let images = [0; MAX_POINTS];
        Self { images, places: 0, lost: 0, spread: Spread::empty(), is_spread: false }
    }

    /// Prepares to carry `patterns` of them from a block with these free points into
    /// another; `image` says where each point comes to lie.
    #[inline]
    pub(super) fn set(
        &mut self,
        free: PointSet,
        image: &Spread,
        into: &Block,
        patterns: usize,
    ) {
        self.lost = 0;
        self.places = 0;
        for point in free {
            let set = PointSet::from_bits(image.apply(point.set().bits()));
            let target = set.lowest().filter(|&point| into.free.contains(point));
            self.images[self.places] = target.map_or(0, |point| into.bit(point));
            if target.is_none() {
                self.lost |= 1 << self.places;
            }
            self.places += 1;
        }
        self.is_spread = patterns >= MANY;
        if self.is_spread {
            self.spread.set(&self.images[..self.places]);
        }
    }

    /// Carries the patterns that have nothing on a lost place.
    #[inline]
    pub(super) fn carry(
        &self,
        patterns: impl Iterator<Item = u32>,
        mut take: impl FnMut(usize, u32),
    ) {
        let kept = patterns.enumerate().filter(|(_, pattern)| pattern & self.lost == 0);
        if self.is_spread {
            kept.for_each(|(number, pattern)| take(number, self.spread.apply(pattern)));
        } else {
            kept.for_each(|(number, pattern)| take(number, self.one(pattern)));
        }
    }

    #[inline]
    fn one(&self, pattern: u32) -> u32 {
        let mut left = pattern;
        let mut carried = 0;
        while left != 0 {
            carried |= self.images[left.trailing_zeros() as usize & 31];
            left &= left - 1;
        }
        carried
    }
}
