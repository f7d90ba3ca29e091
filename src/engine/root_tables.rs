//! What tables say of the first turns: which to choose from, and what is told of them.
//!
//! Among turns of one value the search chooses. In a drawn position it does so without
//! tables, which would call all of them equal: the opponent may still go wrong.

use crate::game::{Game, Oracle, Standing};
use crate::kit::Score;
use crate::search::{Accuracy, Limits, Line, complete, seen_from};
use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

/// Plies that are searched at most to choose among turns of the same distance.
const CHOICE_DEPTH: u32 = 8;

/// The value of a turn for the side that makes it, if known: decided with its distance from
/// `state`, [`Score::WON`] or [`Score::LOST`] without, or [`Score::DRAW`].
pub(crate) fn worth<G: Game>(
    game: &G,
    oracle: Option<&dyn Oracle<G>>,
    state: &G::State,
    turn: G::Turn,
) -> Option<Score> {
    let child = game.after(state, turn);
    let score = match game.outcome(&child) {
        Some(end) => end.score_for(game.side(&child), 0),
        None => known(oracle?, &child)?,
    };
    Some(seen_from(game, state, &child, score).later(1))
}

/// All that is known of an unfinished position.
pub(crate) fn known<G: Game>(oracle: &dyn Oracle<G>, state: &G::State) -> Option<Score> {
    oracle.look_up(state).or_else(|| oracle.classify(state).map(Standing::score))
}

/// A root whose every turn is known.
pub(crate) struct RootTables<'a, G: Game> {
    game: &'a G,
    root: G::State,
    /// Keys of the positions up to the root, this one included.
    keys: Vec<u64>,
    oracle: &'a dyn Oracle<G>,
    /// The turns, best first: wins that the past cannot spoil before those that it can.
    turns: Vec<Valued<G::Turn>>,
    best: Score,
    /// Whether no time is left to look up how the game goes on.
    is_late: &'a (dyn Fn() -> bool + Sync),
    /// What has been told of a turn is told again.
    courses: Mutex<Vec<Course<G::Turn>>>,
}

/// A turn with its value.
#[derive(Clone, Copy)]
struct Valued<T> {
    turn: T,
    value: Score,
    /// Whether a win stays one whatever has been played before.
    is_safe: bool,
}

/// How the game goes on after a turn, and the value that can be promised.
#[derive(Clone)]
struct Course<T> {
    pv: Vec<T>,
    score: Score,
}

impl<'a, G: Game> RootTables<'a, G> {
    /// Looks up every turn; `None` unless all are known.
    pub(crate) fn ask(
        game: &'a G,
        root: &G::State,
        past: &[u64],
        turns: &[G::Turn],
        oracle: &'a dyn Oracle<G>,
        is_late: &'a (dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut keys = past.to_vec();
        keys.push(game.key(root));
        let mut known = Vec::with_capacity(turns.len());
        for &turn in turns {
            let child = game.after(root, turn);
            let is_drawn = game.outcome(&child).is_none() && ends(game, &keys, &child);
            let value =
                if is_drawn { Score::DRAW } else { worth(game, Some(oracle), root, turn)? };
            let is_safe = value <= Score::DRAW || stays_won(game, &keys, &child, value);
            known.push(Valued { turn, value, is_safe });
        }
        known.sort_by_key(|one| Reverse((one.value > Score::DRAW, one.is_safe, one.value)));
        let best = known.first()?.value;
        let courses = Mutex::default();
        Some(Self { game, root: *root, keys, oracle, turns: known, best, is_late, courses })
    }

    /// The turns of the best value: the fastest win, a draw, the longest resistance.
    pub(crate) fn choice(&self) -> Vec<G::Turn> {
        let is_safe = self.turns.first().is_some_and(|one| one.is_safe);
        let is_best = |one: &&Valued<G::Turn>| one.value == self.best && one.is_safe == is_safe;
        self.turns.iter().take_while(is_best).map(|one| one.turn).collect()
    }

    /// Whether the search of the choice asks tables within the tree: only where they do
    /// not say how far the end is, so that the search has to find it.
    pub(crate) fn lets_tree_ask(&self) -> bool {
        !self.best.is_decided() && self.best != Score::DRAW
    }

    /// Ends the search early where its result is known and only the turn is not.
    pub(crate) fn narrow(&self, limits: &mut Limits) {
        if self.best.is_decided() {
            let asked = limits.depth.unwrap_or(CHOICE_DEPTH);
            limits.depth = Some(asked.min(CHOICE_DEPTH));
        }
    }

    /// What is told of a line that the search of the choice has found; nothing of a bound
    /// of what is known exactly.
    pub(crate) fn retell(&self, mut line: Line<G::Turn>) -> Option<Line<G::Turn>> {
        line.oracle_hits += self.turns.len() as u64;
        let is_exact = matches!(line.accuracy, Accuracy::Exact | Accuracy::ProvedDraw);
        if self.best.is_decided() {
            let &turn = line.pv.first().filter(|_| is_exact)?;
            self.put_course(&mut line, turn, self.best);
        } else if self.best != Score::DRAW && !line.score.is_decided() {
            line.score = self.best;
        } else if self.best == Score::DRAW && line.score.is_decided() {
            // What looks won or lost in a drawn position is an estimate after all.
            line.score = Score::estimate(line.score.raw().into());
        }
        Some(line)
    }

    /// Lines of the turns that are not in the choice, up to the rank `lines`, told with the
    /// figures of the last line that is.
    pub(crate) fn others(&self, told: &Line<G::Turn>, lines: usize) -> Vec<Line<G::Turn>> {
        let rest =
            self.turns.iter().enumerate().skip(told.rank).take_while(|&(i, _)| i < lines);
        let line = |(index, &Valued { turn, value, .. })| {
            let mut line = Line { rank: index + 1, ..told.clone() };
            self.put_course(&mut line, turn, value);
            line
        };
        rest.map(line).collect()
    }

    /// The reply that the tables expect, where they know the course of the game.
    pub(crate) fn reply(&self, turn: G::Turn, found: Option<G::Turn>) -> Option<G::Turn> {
        if self.best.is_decided() {
            self.course(turn, self.best).pv.get(1).copied()
        } else {
            found
        }
    }

    /// Makes a line one of `turn` with its value.
    fn put_course(&self, line: &mut Line<G::Turn>, turn: G::Turn, value: Score) {
        let Course { pv, score } = self.course(turn, value);
        line.sel_depth = u32::try_from(pv.len()).unwrap_or(u32::MAX).max(line.depth);
        line.accuracy =
            if score == Score::DRAW { Accuracy::ProvedDraw } else { Accuracy::Exact };
        (line.pv, line.score) = (pv, score);
    }

    /// The course after `turn`, looked up once.
    fn course(&self, turn: G::Turn, value: Score) -> Course<G::Turn> {
        let mut courses = self.courses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = courses.iter().find(|course| course.pv.first() == Some(&turn)) {
            return known.clone();
        }
        let course = self.follow(turn, value);
        courses.push(course.clone());
        course
    }

    /// Follows the tables from `turn` on.
    ///
    /// They know nothing of what was played before: a distance is not promised where the
    /// quiet plies might run out before the end, or an old position come back for the last
    /// time, on the way or by another reply.
    fn follow(&self, turn: G::Turn, value: Score) -> Course<G::Turn> {
        let mut pv = vec![turn];
        complete(self.game, &self.root, self.oracle, value, &mut pv, self.is_late);
        let mut keys = self.keys.clone();
        let mut state = self.root;
        let mut is_cut = false;
        for place in 0..pv.len() {
            state = self.game.after(&state, pv[place]);
            if self.game.outcome(&state).is_none() && ends(self.game, &keys, &state) {
                pv.truncate(place + 1);
                is_cut = true;
                break;
            }
            keys.push(self.game.key(&state));
        }
        let is_safe = self.turns.iter().any(|one| one.turn == turn && one.is_safe);
        let quiet = self.game.quiet(&self.root);
        let is_in_time = self.game.draw_rules().leave_time_for(value, quiet);
        let is_promised = !is_cut && is_safe && is_in_time && !self.may_repeat();
        Course { pv, score: if is_promised { value } else { Standing::of(value).score() } }
    }

    /// Whether some earlier position that can come again would draw if it did. Not this
    /// one: with best play the end comes nearer and nearer.
    fn may_repeat(&self) -> bool {
        let often = usize::from(self.game.draw_rules().repetition);
        let here = self.game.key(&self.root);
        let recent = self.keys.len().saturating_sub(1 + self.game.quiet(&self.root) as usize);
        let recent = &self.keys[recent..];
        let count = |key: u64| recent.iter().filter(|&&other| other == key).count();
        often > 0 && recent.iter().any(|&key| key != here && count(key) + 1 >= often)
    }
}

/// Whether a win after a turn to `child` stays one: its end comes before the quiet plies
/// run out, and no reply draws by an old position.
fn stays_won<G: Game>(game: &G, keys: &[u64], child: &G::State, value: Score) -> bool {
    if game.outcome(child).is_some() {
        return true;
    }
    let fits = game.draw_rules().leave_time_for(value.sooner(1), game.quiet(child));
    let mut keys = keys.to_vec();
    keys.push(game.key(child));
    let mut replies = Vec::new();
    game.turns(child, &mut replies);
    fits && !replies.into_iter().any(|reply| {
        let state = game.after(child, reply);
        game.outcome(&state).is_none() && ends(game, &keys, &state)
    })
}

/// Whether an unfinished position, reached by those with `keys`, is drawn by its history.
fn ends<G: Game>(game: &G, keys: &[u64], state: &G::State) -> bool {
    let rules = game.draw_rules();
    let key = game.key(state);
    let often = 1 + keys.iter().filter(|&&other| other == key).count();
    rules.repetition > 0 && often >= usize::from(rules.repetition)
        || rules.quiet_plies > 0 && game.quiet(state) >= u32::from(rules.quiet_plies)
}

#[cfg(test)]
mod tests;
