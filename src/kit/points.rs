//! Points of a board and sets of them.
//!
//! A board has at most 32 points, so a set is one machine word and every set
//! operation of the rules is one instruction.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

/// Number of points a board may have.
pub const MAX_POINTS: usize = 32;

/// One point of a board: its index, 0 to 31, in the order of the position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point with the given index, or `None` beyond 31.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_POINTS { Some(Self(index as u8)) } else { None }
    }

    /// The point named by the low five bits of `bits`; the packed turn's way in.
    pub const fn from_bits(bits: u32) -> Self {
        Self((bits & 31) as u8)
    }

    /// Index into per-point tables, 0 to 31.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this point alone.
    pub const fn set(self) -> PointSet {
        PointSet(1 << self.0)
    }
}

/// A set of points, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet(u32);

impl PointSet {
    /// The set without points.
    pub const EMPTY: Self = Self(0);

    /// The set whose bit `i` says whether point `i` is in it.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The first `count` points (all 32 at most).
    pub const fn first(count: usize) -> Self {
        if count >= MAX_POINTS { Self(u32::MAX) } else { Self((1 << count) - 1) }
    }

    /// The bits, point `i` at bit `i`.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many points are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no point is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `point` is in the set.
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 != 0
    }

    /// Whether every point of `other` is in this set.
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two sets share a point.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set without the points of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest point of the set.
    pub const fn lowest(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point(self.0.trailing_zeros() as u8)) }
    }
}

impl BitAnd for PointSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for PointSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, |set, point| set | point.set())
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    fn into_iter(self) -> Points {
        Points(self.0)
    }
}

/// The points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Points(u32);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_points_in_ascending_order() {
        let set: PointSet = [31, 0, 7].iter().filter_map(|&i| Point::new(i)).collect();
        let listed: Vec<usize> = set.into_iter().map(Point::index).collect();
        assert_eq!(listed, [0, 7, 31]);
        assert_eq!(set.len(), 3);
        assert_eq!(set.lowest(), Point::new(0));
    }

    #[test]
    fn the_first_points_are_as_many_as_asked() {
        for count in 0..=MAX_POINTS {
            assert_eq!(PointSet::first(count).len() as usize, count);
        }
    }

    #[test]
    fn there_is_no_point_beyond_thirty_two() {
        assert!(Point::new(31).is_some());
        assert!(Point::new(32).is_none());
    }
}
