//! How a game ends by the position itself: too few men, a line, no turn left,
//! a full board, the ten-move count. Wins are looked for before draws.

use crate::game::{Outcome, Reason, Side};
use crate::morris::Morris;
use crate::morris::rules::{FullBoard, LoseBelow, NoMove, TenMoveWhen};
use crate::morris::state::State;

/// Empty points next to the men of a side, up to which it may soon be shut in.
const TIGHT: u32 = 2;

impl Morris {
    #[inline]
    pub(super) fn find_outcome(&self, state: &State) -> Option<Outcome> {
        self.line_outcome(state)
            .or_else(|| self.too_few(state))
            .or_else(|| self.full_board(state))
            .or_else(|| self.blocked(state))
            .or_else(|| self.ten_moves(state))
    }

    fn line_outcome(&self, state: &State) -> Option<Outcome> {
        if !self.rules.line_wins.is_on() {
            return None;
        }
        let made = [state.side.other(), state.side]
            .into_iter()
            .find(|&side| self.graph.has_line(state.men_of(side)))?;
        Some(Outcome::win(made, Reason::Line))
    }

    #[inline]
    fn too_few(&self, state: &State) -> Option<Outcome> {
        let rule = self.rules.lose_below;
        let loser = [state.side, state.side.other()]
            .into_iter()
            .find(|&side| state.total_of(side) < rule.least())?;
        let reason = match rule {
            LoseBelow::Zero => Reason::AllCaptured,
            LoseBelow::Three => Reason::FewerThanThree,
        };
        Some(Outcome::win(loser.other(), reason))
    }

    /// A board without an open point ends the placing phase; later it cannot occur.
    #[inline]
    fn full_board(&self, state: &State) -> Option<Outcome> {
        let taken = state.occupied() | state.closed;
        if taken != self.graph.points || self.removal(state).is_some() {
            return None;
        }
        if !state.hands_are_empty() && self.can_shift(state, state.side) {
            return None;
        }
        match self.rules.full_board {
            FullBoard::FirstLoses => {
                let first = self.rules.first_mover.side();
                Some(Outcome::win(first.other(), Reason::FullBoard))
            }
            FullBoard::Draw | FullBoard::EachRemoves | FullBoard::MoverRemoves => {
                Some(Outcome::draw(Reason::FullBoard))
            }
        }
    }

    #[inline]
    fn blocked(&self, state: &State) -> Option<Outcome> {
        let side = state.side;
        if self.can_place(state, side)
            || self.can_shift(state, side)
            || self.removal(state).is_some()
        {
            return None;
        }
        Some(match self.rules.no_move {
            NoMove::Loss => Outcome::win(side.other(), Reason::NoMove),
            // The other side would be on turn if it could move (see `apply`).
            NoMove::Pass | NoMove::Free => Outcome::draw(Reason::NoMove),
        })
    }

    /// Whether a side could soon be without a turn: it has nothing in hand, does not fly,
    /// and hardly an empty point lies next to its men.
    #[inline]
    pub(super) fn nears_blockade(&self, state: &State) -> bool {
        let empty = self.graph.points.without(state.occupied() | state.closed);
        Side::BOTH.into_iter().any(|side| {
            state.hand_of(side) == 0
                && !self.flies(state, side)
                && (self.graph.beside(state.men_of(side)) & empty).len() <= TIGHT
        })
    }

    #[inline]
    fn ten_moves(&self, state: &State) -> Option<Outcome> {
        let over = state.quiet >= u16::from(self.rules.ten_move) && self.ten_move_counts(state);
        over.then_some(Outcome::draw(Reason::TenMoves))
    }

    /// Whether the ten-move count runs: a side (or both, as the switch says) has
    /// exactly three men and none in hand.
    #[inline]
    pub(super) fn ten_move_counts(&self, state: &State) -> bool {
        if self.rules.ten_move == 0 {
            return false;
        }
        let down = |side: Side| state.hand_of(side) == 0 && state.men_of(side).len() == 3;
        match self.rules.ten_move_when {
            TenMoveWhen::Either => down(Side::Light) || down(Side::Dark),
            TenMoveWhen::Both => down(Side::Light) && down(Side::Dark),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Notation};
    use crate::morris::{Morris, builtin};

    #[test]
    fn a_side_that_is_nearly_shut_in_makes_a_position_tense() {
        let game = Morris::new(builtin::find("twelve").unwrap()).unwrap();
        for (text, is_tense) in [
            ("wwb/bbb/wbb/wbwwbb/1bb/1wb/w1w w 0,0", true),
            ("w2/ww1/1bw/1bbwb1/www/bw1/www b 0,0", false),
            // A side with men in hand can always go elsewhere, and so can one that flies.
            ("wwb/bbb/wbb/w1wwbb/1bb/1wb/w1w w 1,1", false),
            ("w1b/1b1/w1b/6/3/3/w1b w 0,0", false),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let state = game.read_state(&words).unwrap();
            assert_eq!(game.is_tense(&state), is_tense, "{text}");
        }
    }

    #[test]
    fn the_middle_of_the_placing_phase_gets_most_time() {
        let game = Morris::new(builtin::find("morabaraba").unwrap()).unwrap();
        let weight = |text: &str| {
            let words: Vec<&str> = text.split(' ').collect();
            game.time_weight(&game.read_state(&words).unwrap())
        };
        let start = game.time_weight(&game.start());
        let middle = weight("3/2w/bbb/3wb1/2w/3/1b1 w 8,7 - 0 9");
        let moving = weight("bw1/1bb/2b/1wb1bw/bw1/bbb/bwb w 0,0 - 2 51");
        assert!(middle > start && start >= moving, "{start} {middle} {moving}");
    }
}
