//! A position of a morris game: plain data, copied from node to node.

use crate::game::Side;
use crate::kit::{Point, PointSet};
use crate::morris::rules::Rules;

/// A turn barred by the machine-gun rule: the man on `man` may not go back to `home`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Where the man stands now.
    pub man: Point,
    /// The point it came from, where it stood in a mill.
    pub home: Point,
}

/// A position. Equal positions of one game compare equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Men on the board, light first.
    pub men: [PointSet; 2],
    /// Points where nobody may place for the time being.
    pub closed: PointSet,
    /// Men in hand, light first.
    pub hands: [u8; 2],
    /// Who is on turn.
    pub side: Side,
    /// The barred turn of each side, light first.
    pub bars: [Option<Bar>; 2],
    /// The side that made the first line while placing (Shax).
    pub first_line: Option<Side>,
    /// The side on turn must take off one of its own men (Dooz `own`).
    pub owes_own: bool,
    /// Plies since the last capture or placement, up to 65,535.
    pub quiet: u16,
    /// Plies played.
    pub ply: u32,
    /// Identity of the position: board, hands, side, closed points and memory.
    pub(super) key: u64,
}

impl State {
    /// An empty board with all men in hand; the key is not yet computed.
    pub(super) const fn empty(rules: &Rules, closed: PointSet) -> Self {
        Self {
            men: [PointSet::EMPTY; 2],
            closed,
            hands: [rules.men; 2],
            side: rules.first_mover.side(),
            bars: [None; 2],
            first_line: None,
            owes_own: false,
            quiet: 0,
            ply: 0,
            key: 0,
        }
    }

    /// Men of the side on the board.
    #[inline]
    pub const fn men_of(&self, side: Side) -> PointSet {
        self.men[side.index()]
    }

    /// Men of the side in hand.
    #[inline]
    pub const fn hand_of(&self, side: Side) -> u8 {
        self.hands[side.index()]
    }

    /// Men of the side on board and in hand.
    #[inline]
    pub const fn total_of(&self, side: Side) -> u32 {
        self.men_of(side).len() + self.hand_of(side) as u32
    }

    /// All men on the board.
    #[inline]
    pub const fn occupied(&self) -> PointSet {
        PointSet::from_bits(self.men[0].bits() | self.men[1].bits())
    }

    /// Whether neither side has a man in hand.
    #[inline]
    pub const fn hands_are_empty(&self) -> bool {
        self.hands[0] == 0 && self.hands[1] == 0
    }
}
