//! The moving phase as sets of points: for a solver that walks through positions by itself
//! and asks the rules one question at a time.

use crate::game::Side;
use crate::kit::{Point, PointSet};
use crate::morris::Morris;
use crate::morris::state::State;

impl Morris {
    /// All points of the board.
    pub const fn points(&self) -> PointSet {
        self.graph.points
    }

    /// The neighbours of a point.
    #[inline]
    pub const fn neighbours(&self, point: Point) -> PointSet {
        self.graph.neighbours[point.index()]
    }

    /// Whether a man that comes to `to` closes a mill with the other men of its side.
    #[inline]
    pub fn closes_mill(&self, to: Point, others: PointSet) -> bool {
        self.graph.is_mill_at(to, others)
    }

    /// The other two points of each mill line through `point`.
    pub fn pairs_at(&self, point: Point) -> impl Iterator<Item = PointSet> + '_ {
        self.graph.pairs_at(point)
    }

    /// Whether `men` hold a mill.
    #[inline]
    pub fn has_mill(&self, men: PointSet) -> bool {
        self.graph.has_line(men)
    }

    /// The position of the moving phase with these men, light first: nothing in hand,
    /// nothing remembered.
    pub fn arrange(&self, men: [PointSet; 2], side: Side) -> State {
        let mut state = State {
            men,
            hands: [0; 2],
            side,
            ply: 0,
            ..State::empty(&self.rules, PointSet::EMPTY)
        };
        state.key = self.full_key(&state);
        state
    }
}
