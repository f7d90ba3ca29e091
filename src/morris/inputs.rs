//! What the evaluation network sees of a position: sets of points from the side on turn.

use crate::game::Side;
use crate::kit::{Point, PointSet};
use crate::morris::Morris;
use crate::morris::state::State;

/// Sets of points in [`Inputs`].
pub const PLANES: usize = 8;

/// Men in hand that are told apart, 0 included.
pub const HANDS: usize = 16;

/// Parts of a game that have weights of their own.
pub const PHASES: usize = 4;

/// Men in hand of both sides together, from which on the placing phase counts as early.
const EARLY: u8 = 10;

/// The position as the network takes it. Everything stands twice, first for the
/// side on turn, then for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Men; empty points where a mill can be closed with the next turn; men in
    /// mills; empty points next to men.
    pub planes: [PointSet; PLANES],
    /// Men in hand, below [`HANDS`].
    pub hands: [u8; 2],
    /// Placing early, placing late, moving, or flying: below [`PHASES`].
    pub phase: usize,
}

impl Morris {
    /// What the network sees of a position.
    pub fn inputs(&self, state: &State) -> Inputs {
        let sides = [state.side, state.side.other()];
        let empty = self.graph.points.without(state.occupied() | state.closed);
        let men = sides.map(|side| state.men_of(side));
        let free = sides.map(|side| state.hand_of(side) > 0 || self.flies(state, side));
        let closing = [0, 1].map(|index| self.closing_points(men[index], empty, free[index]));
        let milled = men.map(|men| self.graph.in_mills(men));
        let beside = men.map(|men| self.graph.beside(men) & empty);
        Inputs {
            planes: [
                men[0], men[1], closing[0], closing[1], milled[0], milled[1], beside[0],
                beside[1],
            ],
            hands: sides.map(|side| state.hand_of(side).min(HANDS as u8 - 1)),
            phase: self.phase(state),
        }
    }

    /// The empty points where men could close a mill, by going to neighbouring points
    /// unless they are free to come from anywhere.
    fn closing_points(&self, men: PointSet, empty: PointSet, free: bool) -> PointSet {
        let holes = self.graph.holes(men) & empty;
        if free {
            return holes;
        }
        holes.into_iter().filter(|&hole| self.is_closable(hole, men)).collect()
    }

    /// Whether a man beside the hole of a line, and not in that line, could fill it.
    fn is_closable(&self, hole: Point, men: PointSet) -> bool {
        let near = self.graph.neighbours[hole.index()] & men;
        self.graph
            .pairs_at(hole)
            .any(|pair| men.contains_all(pair) && !near.without(pair).is_empty())
    }

    fn phase(&self, state: &State) -> usize {
        let in_hand = state.hands[0].saturating_add(state.hands[1]);
        match in_hand {
            EARLY.. => 0,
            1.. => 1,
            0 if Side::BOTH.into_iter().any(|side| self.flies(state, side)) => 3,
            0 => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::morris::builtin;

    fn of(text: &str) -> ([Vec<String>; PLANES], [u8; 2], usize) {
        let game = Morris::new(builtin::find("nine").unwrap()).unwrap();
        let words: Vec<&str> = text.split(' ').collect();
        let inputs = game.inputs(&game.read_state(&words).unwrap());
        let names = |set: PointSet| {
            set.into_iter().map(|point| game.board().name(point).to_owned()).collect()
        };
        (inputs.planes.map(names), inputs.hands, inputs.phase)
    }

    #[test]
    fn the_side_on_turn_comes_first() {
        let (planes, hands, phase) = of("w2/3/3/6/3/3/2b b 7,8 - 0 2");
        assert_eq!(
            (&planes[0][..], &planes[1][..]),
            (&["g1".to_owned()][..], &["a7".to_owned()][..])
        );
        assert_eq!((hands, phase), ([8, 7], 0));
    }

    #[test]
    fn a_mill_can_be_closed_by_a_man_that_is_near_and_not_part_of_it() {
        let (planes, _, phase) = of("ww1/b2/3/3b1w/w2/1b1/b2 w 0,0");
        assert_eq!((planes[2].clone(), phase), (vec!["g7".to_owned()], 2));
        let (planes, ..) = of("ww1/b2/3/3bw1/w2/1b1/b2 w 0,0");
        assert!(planes[2].is_empty(), "{:?}", planes[2]);
        let (planes, ..) = of("ww1/b2/3/3b2/w2/1b1/b2 w 1,0");
        assert_eq!(planes[2], ["g7"]);
    }

    #[test]
    fn mills_neighbours_and_flight_are_seen() {
        let (planes, _, phase) = of("www/3/3/6/3/3/bbw b 0,0");
        assert_eq!(planes[5], ["a7", "d7", "g7"]);
        assert_eq!(
            planes[6],
            ["d2", "a4"].map(str::to_owned).into_iter().rev().collect::<Vec<_>>()
        );
        assert_eq!(phase, 3);
    }
}
