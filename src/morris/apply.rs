//! What a legal turn does to a position.

use crate::game::Side;
use crate::kit::{Point, PointSet};
use crate::morris::Morris;
use crate::morris::rules::{FullBoard, MachineGun, NoMove, PlacingMill};
use crate::morris::state::{Bar, State};
use crate::morris::turn::Turn;

impl Morris {
    /// The position after a legal turn.
    #[inline]
    pub(super) fn apply(&self, state: &State, turn: Turn) -> State {
        let mut next = *state;
        let side = state.side;
        next.ply = state.ply.saturating_add(1);
        next.quiet = state.quiet.saturating_add(1);
        next.key ^= self.keys.memory(state);
        next.bars[side.index()] = None;
        next.owes_own = false;
        if let Some(to) = turn.target() {
            match turn.origin() {
                Some(from) => self.shift(state, &mut next, from, to),
                None => self.place(state, &mut next, to),
            }
        }
        if turn.takes() || turn.is_removal() {
            self.take(state, &mut next, turn);
        }
        if !next.closed.is_empty() {
            self.lift_marks(&mut next);
        }
        next.side = self.next_side(state, &next, turn);
        next.key ^= self.keys.side(side) ^ self.keys.side(next.side) ^ self.keys.memory(&next);
        next
    }

    #[inline]
    fn shift(&self, state: &State, next: &mut State, from: Point, to: Point) {
        let side = state.side;
        let rest = state.men_of(side).without(from.set());
        next.men[side.index()] = rest | to.set();
        next.key ^= self.keys.man(side, from) ^ self.keys.man(side, to);
        if self.rules.machine_gun != MachineGun::Off
            && self.graph.is_mill_at(to, rest)
            && self.graph.is_mill_at(from, rest)
        {
            next.bars[side.index()] = Some(Bar { man: to, home: from });
        }
    }

    #[inline]
    fn place(&self, state: &State, next: &mut State, to: Point) {
        let side = state.side;
        let hand = state.hand_of(side);
        next.men[side.index()] |= to.set();
        next.hands[side.index()] = hand.saturating_sub(1);
        next.quiet = 0;
        next.key ^= self.keys.man(side, to);
        next.key ^= self.keys.hand(side, hand) ^ self.keys.hand(side, hand.saturating_sub(1));
        match self.rules.placing_mill {
            PlacingMill::None if state.first_line.is_none() => {
                let made = self.graph.is_mill_at(to, state.men_of(side));
                next.first_line = made.then_some(side);
            }
            PlacingMill::Own => {
                let made = self.graph.is_mill_at(to, state.men_of(side));
                next.owes_own = made && !state.men_of(side.other()).is_empty();
            }
            _ => {}
        }
    }

    /// Takes what the turn takes, from the board or from the hand.
    fn take(&self, state: &State, next: &mut State, turn: Turn) {
        let owner = if state.owes_own { state.side } else { state.side.other() };
        next.quiet = 0;
        if turn.discards() {
            let hand = state.hand_of(owner);
            next.hands[owner.index()] = hand.saturating_sub(1);
            next.key ^= self.keys.hand(owner, hand);
            next.key ^= self.keys.hand(owner, hand.saturating_sub(1));
        }
        let taken = turn.captures();
        next.men[owner.index()] = next.men_of(owner).without(taken);
        for point in taken {
            next.key ^= self.keys.man(owner, point);
        }
        if next.bars[owner.index()].is_some_and(|bar| taken.contains(bar.man)) {
            next.bars[owner.index()] = None;
        }
        if self.rules.placing_mill == PlacingMill::Mark && turn.origin().is_none() {
            next.closed |= taken;
            next.key ^= self.keys.closed(taken);
        }
    }

    /// Closed points open again when all men are placed; the point closed to the
    /// first turn alone opens after it.
    fn lift_marks(&self, next: &mut State) {
        let marks = self.rules.placing_mill == PlacingMill::Mark && !next.hands_are_empty();
        if !marks {
            next.key ^= self.keys.closed(next.closed);
            next.closed = PointSet::EMPTY;
        }
    }

    /// Who is on turn after `turn` led from `state` to `next` (whose side is not set yet).
    #[inline]
    fn next_side(&self, state: &State, next: &State, turn: Turn) -> Side {
        let (side, other) = (state.side, state.side.other());
        let due = if self.rules.placing_mill == PlacingMill::HandAgain && turn.discards() {
            side
        } else if self.rules.full_board == FullBoard::EachRemoves && next.hands_are_empty() {
            self.side_after_opening(state, next)
        } else {
            other
        };
        if self.rules.no_move == NoMove::Loss {
            return due;
        }
        let can_go = |side: Side| {
            let asked = State { side, ..*next };
            self.can_place(next, side)
                || self.removal(&asked).is_some()
                || self.can_shift(next, side)
        };
        if !can_go(due) && can_go(due.other()) { due.other() } else { due }
    }

    /// Shax: the privileged side opens the board and then moves first.
    fn side_after_opening(&self, state: &State, next: &State) -> Side {
        let second = self.rules.first_mover.side().other();
        let privileged = next.first_line.unwrap_or(second);
        let placed_last = !state.hands_are_empty();
        let asked = State { side: state.side.other(), ..*next };
        let opened = self.removal(state).is_some() && self.removal(&asked).is_none();
        if placed_last || opened { privileged } else { state.side.other() }
    }
}
