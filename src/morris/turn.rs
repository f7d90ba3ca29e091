//! A whole turn in 32 bits: where a man goes, where it came from, what it takes.

use crate::game::Side;
use crate::kit::{MAX_POINTS, Point, PointSet};

/// Men a turn can take at most.
pub const MAX_CAPTURES: usize = 3;

/// Size of a history table: side, origin (or hand, or no move) and target.
pub const SLOTS: usize = 2 * (MAX_POINTS + 1) * MAX_POINTS;

/// A packed turn.
///
/// From the low end: target 5 bits, origin 6, three captures of 6 (32 = none),
/// a bit for a man discarded from the opponent's hand, a bit for a removal
/// without a move, and a top bit that is always set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

const NONE: u32 = 32;
const ORIGIN_AT: u32 = 5;
const CAPTURES_AT: [u32; MAX_CAPTURES] = [11, 17, 23];
const FROM_HAND: u32 = 1 << 29;
const REMOVAL: u32 = 1 << 30;
const VALID: u32 = 1 << 31;
const NO_CAPTURES: u32 =
    NONE << CAPTURES_AT[0] | NONE << CAPTURES_AT[1] | NONE << CAPTURES_AT[2];

impl Turn {
    /// A man from the hand goes to `to`.
    #[inline]
    pub const fn place(to: Point) -> Self {
        Self(VALID | NO_CAPTURES | NONE << ORIGIN_AT | to.index() as u32)
    }

    /// A man on `from` goes to `to`, a neighbour or not.
    #[inline]
    pub const fn shift(from: Point, to: Point) -> Self {
        Self(VALID | NO_CAPTURES | (from.index() as u32) << ORIGIN_AT | to.index() as u32)
    }

    /// A man is taken off the board and nothing else happens.
    pub const fn remove(point: Point) -> Self {
        let bits = REMOVAL | VALID | NO_CAPTURES | NONE << ORIGIN_AT;
        Self(bits).taking(point)
    }

    /// The same turn, taking the man on `point` too; captures must be added in ascending order.
    #[inline]
    #[must_use]
    pub const fn taking(self, point: Point) -> Self {
        let mut slot = 0;
        while slot < MAX_CAPTURES - 1 && self.0 >> CAPTURES_AT[slot] & 63 != NONE {
            slot += 1;
        }
        let at = CAPTURES_AT[slot];
        Self(self.0 & !(63 << at) | (point.index() as u32) << at)
    }

    /// The same turn, discarding a man from the opponent's hand.
    #[must_use]
    pub const fn discarding(self) -> Self {
        Self(self.0 | FROM_HAND)
    }

    /// The packed bits, never 0.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The turn with these bits, or `None` if no turn has them.
    pub fn from_bits(bits: u32) -> Option<Self> {
        let fields = [ORIGIN_AT, CAPTURES_AT[0], CAPTURES_AT[1], CAPTURES_AT[2]];
        let proper = bits & VALID != 0 && fields.iter().all(|at| bits >> at & 63 <= NONE);
        proper.then_some(Self(bits))
    }

    /// The point a man is put on, or `None` for a removal.
    #[inline]
    pub const fn target(self) -> Option<Point> {
        if self.0 & REMOVAL != 0 { None } else { Some(Point::from_bits(self.0)) }
    }

    /// The point a man comes from, or `None` if it comes from the hand or nothing moves.
    #[inline]
    pub const fn origin(self) -> Option<Point> {
        let from = self.0 >> ORIGIN_AT & 63;
        if from == NONE { None } else { Some(Point::from_bits(from)) }
    }

    /// The points whose men are taken.
    #[inline]
    pub fn captures(self) -> PointSet {
        let mut set = PointSet::EMPTY;
        for at in CAPTURES_AT {
            let taken = self.0 >> at & 63;
            if taken == NONE {
                break;
            }
            set |= Point::from_bits(taken).set();
        }
        set
    }

    /// Whether a man is discarded from the opponent's hand.
    #[inline]
    pub const fn discards(self) -> bool {
        self.0 & FROM_HAND != 0
    }

    /// Whether the turn is a removal by itself.
    #[inline]
    pub const fn is_removal(self) -> bool {
        self.0 & REMOVAL != 0
    }

    /// Whether any man, on board or in hand, is lost by the turn.
    #[inline]
    pub const fn takes(self) -> bool {
        self.0 >> CAPTURES_AT[0] & 63 != NONE || self.discards()
    }

    /// Index into history tables for a turn of `side`.
    #[inline]
    pub const fn slot(self, side: Side) -> usize {
        let from = (self.0 >> ORIGIN_AT & 63) as usize;
        let to =
            if self.0 & REMOVAL == 0 { self.0 & 31 } else { self.0 >> CAPTURES_AT[0] & 31 };
        (side.index() * (MAX_POINTS + 1) + from) * MAX_POINTS + to as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(index: usize) -> Point {
        Point::new(index).unwrap()
    }

    #[test]
    fn a_turn_keeps_what_it_was_made_of() {
        let turn = Turn::shift(point(3), point(31)).taking(point(0)).taking(point(30));
        assert_eq!(turn.origin(), Some(point(3)));
        assert_eq!(turn.target(), Some(point(31)));
        assert_eq!(turn.captures(), point(0).set() | point(30).set());
        assert!(turn.takes() && !turn.discards() && !turn.is_removal());
        assert_eq!(Turn::from_bits(turn.bits()), Some(turn));
    }

    #[test]
    fn a_removal_moves_nothing() {
        let turn = Turn::remove(point(7));
        assert_eq!((turn.origin(), turn.target()), (None, None));
        assert_eq!(turn.captures(), point(7).set());
    }

    #[test]
    fn bits_of_no_turn_are_refused() {
        assert_eq!(Turn::from_bits(0), None);
        assert_eq!(Turn::from_bits(u32::MAX), None);
    }

    #[test]
    fn every_slot_lies_in_the_table() {
        for from in 0..32 {
            for to in 0..32 {
                assert!(Turn::shift(point(from), point(to)).slot(Side::Dark) < SLOTS);
                assert!(Turn::place(point(to)).slot(Side::Dark) < SLOTS);
            }
        }
    }
}
