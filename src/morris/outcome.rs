//! How a game ends by the position itself: too few men, a line, no turn left,
//! a full board, the ten-move count. Wins are looked for before draws.

use crate::game::{Outcome, Reason, Side};
use crate::morris::Morris;
use crate::morris::rules::{FullBoard, LoseBelow, NoMove, TenMoveWhen};
use crate::morris::state::State;

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
