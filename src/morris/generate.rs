//! Which turns are legal.
//!
//! A turn is an action (a man put somewhere) and what the mills closed by it
//! take. Everything that lists, counts or looks for turns walks the same
//! actions, [`Morris::actions`], so that there is one generator.

use crate::game::Side;
use crate::kit::{Point, PointSet};
use crate::morris::Morris;
use crate::morris::rules::{
    Fly, FullBoard, MachineGun, MillsAtOnce, NoMove, PlacingMill, Targets,
};
use crate::morris::state::State;
use crate::morris::turn::{MAX_CAPTURES, Turn};
use std::ops::ControlFlow;

/// A man put on a point, before anything is taken.
#[derive(Clone, Copy, Debug)]
struct Action {
    from: Option<Point>,
    to: Point,
    /// Mills closed by it.
    mills: u32,
}

impl Action {
    fn turn(self) -> Turn {
        self.from.map_or(Turn::place(self.to), |from| Turn::shift(from, self.to))
    }
}

/// What a closed mill is worth in the present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reward {
    /// Nothing is taken.
    Nothing,
    /// A man goes from the opponent's hand.
    Discard,
    /// A man goes from the board.
    Capture,
}

impl Morris {
    /// The side whose man has to be taken off by a turn that is nothing but a
    /// removal, if such a turn is due. Where the targets forfeit it, it lapses.
    #[inline]
    pub(super) fn removal(&self, state: &State) -> Option<Side> {
        if state.owes_own {
            return Some(state.side);
        }
        if !state.hands_are_empty() {
            return None;
        }
        let empty = self.graph.points.without(state.occupied()).len();
        let due = match self.rules.full_board {
            FullBoard::EachRemoves => empty <= 1,
            FullBoard::MoverRemoves => empty == 0,
            FullBoard::Draw | FullBoard::FirstLoses => false,
        };
        let owner = state.side.other();
        (due && !self.targets(state.men_of(owner)).is_empty()).then_some(owner)
    }

    /// Whether `side` may move its men to any empty point.
    #[inline]
    pub(super) fn flies(&self, state: &State, side: Side) -> bool {
        match self.rules.fly {
            Fly::Never => false,
            Fly::Three => state.hand_of(side) == 0 && self.flies_with(state.men_of(side).len()),
            Fly::Always => true,
        }
    }

    /// Whether a side with so many men, and none in hand, may move them to any empty point.
    pub fn flies_with(&self, men: u32) -> bool {
        match self.rules.fly {
            Fly::Never => false,
            Fly::Three => men <= 3,
            Fly::Always => true,
        }
    }

    /// The points where `side` may place. The ban on forming the broken mill again
    /// holds for a man from the hand too.
    #[inline]
    fn open_to_place(&self, state: &State, side: Side) -> PointSet {
        let open = self.graph.points.without(state.occupied() | state.closed);
        match state.bars[side.index()] {
            Some(bar) if self.is_barred(state, side, None, bar.home) => {
                open.without(bar.home.set())
            }
            _ => open,
        }
    }

    /// Whether `side` could place a man from its hand if it were on turn.
    #[inline]
    pub(super) fn can_place(&self, state: &State, side: Side) -> bool {
        state.hand_of(side) > 0 && !self.open_to_place(state, side).is_empty()
    }

    /// Whether `side` could move a man that is on the board if it were on turn.
    #[inline]
    pub(super) fn can_shift(&self, state: &State, side: Side) -> bool {
        if state.hand_of(side) > 0 && !self.rules.move_while_placing.is_on() {
            return false;
        }
        if state.bars[side.index()].is_some() {
            return self.shifts(state, side, &mut |_| ControlFlow::Break(())).is_break();
        }
        let empty = self.graph.points.without(state.occupied() | state.closed);
        if self.flies(state, side) {
            return !empty.is_empty() && !state.men_of(side).is_empty();
        }
        let reach = &self.graph.neighbours;
        state.men_of(side).into_iter().any(|man| reach[man.index()].meets(empty))
    }

    /// Whether the side on turn must make way: the other side has nothing in hand
    /// and no move, and the rules say `free`.
    #[inline]
    pub(super) fn must_free(&self, state: &State) -> bool {
        let other = state.side.other();
        self.rules.no_move == NoMove::Free
            && !self.can_place(state, other)
            && self.removal(state).is_none()
            && !self.can_shift(state, other)
    }

    /// Which of `men` a single mill of the other side may take.
    #[inline]
    pub fn targets(&self, men: PointSet) -> PointSet {
        match self.rules.targets {
            Targets::Any => men,
            Targets::Forfeit => men.without(self.graph.in_mills(men)),
            Targets::UnlessAll => {
                let loose = men.without(self.graph.in_mills(men));
                if loose.is_empty() { men } else { loose }
            }
        }
    }

    fn reward(&self, state: &State, action: Action) -> Reward {
        if action.mills == 0 || self.rules.line_wins.is_on() {
            return Reward::Nothing;
        }
        if action.from.is_some() {
            return if self.must_free(state) { Reward::Nothing } else { Reward::Capture };
        }
        match self.rules.placing_mill {
            PlacingMill::Board | PlacingMill::Mark => Reward::Capture,
            PlacingMill::None | PlacingMill::Own => Reward::Nothing,
            PlacingMill::HandOpp | PlacingMill::HandAgain => {
                let in_hand = state.hand_of(state.side.other()) > 0;
                if in_hand { Reward::Discard } else { Reward::Capture }
            }
        }
    }

    /// Walks the moves of men on the board that `side` may make.
    #[inline]
    fn shifts(
        &self,
        state: &State,
        side: Side,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let men = state.men_of(side);
        let empty = self.graph.points.without(state.occupied() | state.closed);
        let flies = self.flies(state, side);
        for from in men {
            let rest = men.without(from.set());
            let reach = if flies { empty } else { self.graph.neighbours[from.index()] & empty };
            for to in reach {
                let mills = self.graph.mills_at(to, rest);
                if mills > 0 && self.is_barred(state, side, Some(from), to) {
                    continue;
                }
                visit(Action { from: Some(from), to, mills })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the machine-gun rule forbids an action that closes a mill; it comes
    /// from the hand where `from` is `None`.
    fn is_barred(&self, state: &State, side: Side, from: Option<Point>, to: Point) -> bool {
        let Some(bar) = state.bars[side.index()] else { return false };
        match self.rules.machine_gun {
            MachineGun::Off => false,
            MachineGun::SameCow => from == Some(bar.man) && to == bar.home,
            MachineGun::SameMill => {
                let left = from.map_or(PointSet::EMPTY, Point::set);
                let rest = state.men_of(side).without(left);
                to == bar.home
                    && self
                        .graph
                        .pairs_at(to)
                        .any(|pair| rest.contains_all(pair) && !pair.contains(bar.man))
            }
        }
    }

    /// Walks every action of the side on turn; not for positions where a removal is due.
    #[inline]
    fn actions(&self, state: &State, visit: &mut impl FnMut(Action) -> ControlFlow<()>) {
        let side = state.side;
        if state.hand_of(side) > 0 {
            let men = state.men_of(side);
            for to in self.open_to_place(state, side) {
                let mills = self.graph.mills_at(to, men);
                if visit(Action { from: None, to, mills }).is_break() {
                    return;
                }
            }
            if !self.rules.move_while_placing.is_on() {
                return;
            }
        }
        if self.must_free(state) {
            self.freeing_shifts(state, visit);
            return;
        }
        let _ = self.shifts(state, side, visit);
    }

    /// Walks the moves that give the other side a move, or all if none does.
    fn freeing_shifts(&self, state: &State, visit: &mut impl FnMut(Action) -> ControlFlow<()>) {
        let mut all = Vec::new();
        let _ = self.shifts(state, state.side, &mut |action| {
            all.push(action);
            ControlFlow::Continue(())
        });
        let frees = |action: &Action| {
            let mut after = *state;
            let men = &mut after.men[state.side.index()];
            let from = action.from.map_or(PointSet::EMPTY, Point::set);
            *men = men.without(from) | action.to.set();
            self.can_shift(&after, state.side.other())
        };
        if all.iter().any(frees) {
            all.retain(frees);
        }
        let _ = all.into_iter().try_for_each(visit);
    }

    pub(super) fn list_turns(&self, state: &State, turns: &mut Vec<Turn>) {
        self.list(state, turns, false);
    }

    /// Turns that take something, and lines that win.
    pub(super) fn list_forcing_turns(&self, state: &State, turns: &mut Vec<Turn>) {
        self.list(state, turns, true);
    }

    fn list(&self, state: &State, turns: &mut Vec<Turn>, only_forcing: bool) {
        if let Some(owner) = self.removal(state) {
            self.list_removals(state, owner, turns);
            return;
        }
        let theirs = state.men_of(state.side.other());
        let mut targets = None;
        let line_wins = self.rules.line_wins.is_on();
        self.actions(state, &mut |action| {
            let plain = action.turn();
            if action.mills == 0 {
                if !only_forcing {
                    turns.push(plain);
                }
                return ControlFlow::Continue(());
            }
            match self.reward(state, action) {
                Reward::Nothing if only_forcing && !line_wins => {}
                Reward::Nothing => turns.push(plain),
                Reward::Discard => {
                    turns.push(plain.discarding());
                    self.push_declined(plain, turns, only_forcing);
                }
                Reward::Capture => {
                    let targets = *targets.get_or_insert_with(|| self.targets(theirs));
                    if targets.is_empty() {
                        if !only_forcing {
                            turns.push(plain);
                        }
                        return ControlFlow::Continue(());
                    }
                    self.push_captures(plain, action.mills, theirs, targets, turns);
                    self.push_declined(plain, turns, only_forcing);
                }
            }
            ControlFlow::Continue(())
        });
    }

    fn push_declined(&self, plain: Turn, turns: &mut Vec<Turn>, only_forcing: bool) {
        if self.rules.capture_optional.is_on() && !only_forcing {
            turns.push(plain);
        }
    }

    fn push_captures(
        &self,
        plain: Turn,
        mills: u32,
        theirs: PointSet,
        targets: PointSet,
        turns: &mut Vec<Turn>,
    ) {
        let count = self.captures_for(mills);
        if count == 1 {
            turns.extend(targets.into_iter().map(|taken| plain.taking(taken)));
            return;
        }
        let mut sets = Vec::new();
        self.capture_sets(theirs, PointSet::EMPTY, count, &mut sets);
        for set in sets {
            turns.push(set.into_iter().fold(plain, Turn::taking));
        }
    }

    fn captures_for(&self, mills: u32) -> usize {
        match self.rules.mills_at_once {
            MillsAtOnce::One => 1,
            MillsAtOnce::PerMill => (mills as usize).min(MAX_CAPTURES),
        }
    }

    /// All sets of men that `count` removals one after another can take, each once.
    fn capture_sets(
        &self,
        theirs: PointSet,
        taken: PointSet,
        count: usize,
        sets: &mut Vec<PointSet>,
    ) {
        let targets = self.targets(theirs);
        if count == 0 || targets.is_empty() {
            if !sets.contains(&taken) {
                sets.push(taken);
            }
            return;
        }
        for point in targets {
            let left = theirs.without(point.set());
            self.capture_sets(left, taken | point.set(), count - 1, sets);
        }
    }

    fn list_removals(&self, state: &State, owner: Side, turns: &mut Vec<Turn>) {
        let men = state.men_of(owner);
        let targets = if owner == state.side { men } else { self.targets(men) };
        turns.extend(targets.into_iter().map(Turn::remove));
    }

    pub(super) fn count_legal(&self, state: &State) -> u64 {
        if self.removal(state).is_some() {
            let mut turns = Vec::new();
            self.list_turns(state, &mut turns);
            return turns.len() as u64;
        }
        let theirs = state.men_of(state.side.other());
        let mut targets = None;
        let mut count = 0;
        self.actions(state, &mut |action| {
            count += if action.mills == 0 {
                1
            } else {
                match self.reward(state, action) {
                    Reward::Nothing => 1,
                    Reward::Discard => 1 + u64::from(self.rules.capture_optional.is_on()),
                    Reward::Capture => {
                        let targets = *targets.get_or_insert_with(|| self.targets(theirs));
                        self.count_captures(action.mills, theirs, targets)
                    }
                }
            };
            ControlFlow::Continue(())
        });
        count
    }

    fn count_captures(&self, mills: u32, theirs: PointSet, targets: PointSet) -> u64 {
        if targets.is_empty() {
            return 1;
        }
        let declined = u64::from(self.rules.capture_optional.is_on());
        if self.captures_for(mills) == 1 {
            return u64::from(targets.len()) + declined;
        }
        let mut sets = Vec::new();
        self.capture_sets(theirs, PointSet::EMPTY, self.captures_for(mills), &mut sets);
        sets.len() as u64 + declined
    }

    /// Whether the turn closes a line.
    pub(super) fn completes_line(&self, state: &State, turn: Turn) -> bool {
        let from = turn.origin().map_or(PointSet::EMPTY, Point::set);
        let rest = state.men_of(state.side).without(from);
        turn.target().is_some_and(|to| self.graph.is_mill_at(to, rest))
    }
}
