//! The two kinds of inner nodes: above the horizon every turn, below it only forcing ones.

use super::{FREE, Node, Worker, distance};
use crate::game::Game;
use crate::kit::Score;
use crate::search::frame::extend_line;
use crate::search::order;
use crate::search::params::Params;
use crate::search::table::{Bound, Entry};
use crate::search::window::Window;

/// What searching the turns of a node came to.
struct Found<T> {
    score: Score,
    turn: Option<T>,
}

impl<G: Game> Worker<'_, G> {
    /// Searches a position below the horizon: the side on turn takes the
    /// estimate or a forcing turn, so that no estimate stands amid an exchange.
    pub(super) fn quiesce(&mut self, node: &Node<'_, G>) -> Score {
        let Window { mut alpha, beta } = node.window;
        let mut best = self.estimate(node.state);
        if best >= beta || node.depth <= -self.quiescence_plies {
            return best;
        }
        alpha = alpha.max(best);
        let frame = &mut self.frames[node.ply];
        frame.turns.clear();
        self.task.game.forcing_turns(node.state, &mut frame.turns);
        order::weigh_forcing(self.task.game, node.state, frame);
        let mut number = 0;
        while number < self.params.quiescence_turns.unsigned_abs() as usize
            && let Some(turn) = order::pick(&mut self.frames[node.ply], number)
        {
            let child = self.task.game.after(node.state, turn);
            let score = self.descend(node, &child, node.depth - 1, Window { alpha, beta });
            if self.halted {
                return best;
            }
            best = best.max(score);
            if score >= beta {
                break;
            }
            if score > alpha {
                alpha = score;
                extend_line(&mut self.frames, node.ply, turn);
            }
            number += 1;
        }
        best
    }

    /// Searches a position above the horizon.
    pub(super) fn search(&mut self, node: &Node<'_, G>) -> Score {
        let key = self.task.game.table_key(node.state);
        let entry = self.task.table.probe(key);
        if let Some(score) = entry.and_then(|entry| self.cutoff(node, entry)) {
            return score;
        }
        let forecast = self.forecast(node);
        if let Some(forecast) = forecast
            && self.stands(node, forecast)
        {
            self.guesses += 1;
            return forecast;
        }
        let unknown = entry.is_none_or(|entry| entry.turn == 0);
        let less = i32::from(unknown && node.depth >= self.params.unknown_depth);
        let node = &Node { depth: node.depth - less, ..*node };
        let guesses = self.guesses;
        let outer = std::mem::replace(&mut self.anchor, FREE);
        let found = self.search_turns(node, entry.map_or(0, |entry| entry.turn), forecast);
        // A cycle that closes at this position or below it is part of the
        // position; one that closes above belongs to the way here.
        let inner = if self.anchor >= node.ply { FREE } else { self.anchor };
        self.anchor = outer.min(inner);
        if !self.halted {
            self.store(node, key, &found, self.guesses == guesses && inner == FREE);
        }
        found.score
    }

    /// The value in the table, if it answers what the window asks.
    fn cutoff(&mut self, node: &Node<'_, G>, entry: Entry) -> Option<Score> {
        let Window { alpha, beta } = node.window;
        if node.window.is_open() || self.params.table_cutoffs == 0 {
            return None;
        }
        let score = entry.score.later(distance(node.ply));
        let fails_high = entry.bound != Bound::Upper && score >= beta;
        let fails_low = entry.bound != Bound::Lower && score <= alpha;
        if !fails_high && !fails_low || !self.fits_quiet(node.state, entry.score) {
            return None;
        }
        // A forced win is one at any depth; only its length may shrink.
        let sound =
            entry.proved || fails_high && score.is_win() || fails_low && score.is_loss();
        if !sound && i32::from(entry.depth) < node.depth {
            return None;
        }
        self.guesses += u64::from(!sound);
        Some(score)
    }

    /// The estimate of a position with so little depth left that it may say what to leave out.
    ///
    /// Only under a null window between estimates that are near to even, and where no quiet
    /// turn may end the game: elsewhere every turn counts, and a decided game is to be
    /// proved, not guessed.
    fn forecast(&self, node: &Node<'_, G>) -> Option<Score> {
        let Window { alpha, beta } = node.window;
        let Params { standing_depth, futile_depth, late_depth, .. } = *self.params;
        let most = standing_depth.max(futile_depth).max(late_depth);
        let is_asked = node.depth <= most
            && !node.window.is_open()
            && alpha.is_within(self.params.prune_within)
            && beta.is_within(self.params.prune_within)
            && !self.task.game.is_tense(node.state);
        is_asked.then(|| self.task.game.evaluate(node.state))
    }

    /// Whether a position lies so far above a null window that the depth left will hardly
    /// bring it back ("reverse futility").
    fn stands(&self, node: &Node<'_, G>, forecast: Score) -> bool {
        node.depth <= self.params.standing_depth
            && forecast.shifted(-self.params.standing_margin * node.depth) >= node.window.beta
    }

    /// How many turns in order are searched before the remaining quiet ones are left out,
    /// and the best that is hoped of those.
    fn patience(&self, node: &Node<'_, G>, forecast: Option<Score>) -> (usize, Score) {
        let params = self.params;
        let unlimited = (usize::MAX, -Score::INFINITE);
        let Some(forecast) = forecast else { return unlimited };
        if node.depth <= params.futile_depth {
            let hope = forecast.shifted(params.futile_margin * (node.depth + 1));
            if hope <= node.window.alpha {
                return (1, hope);
            }
        }
        if node.depth <= params.late_depth {
            let further = params.late_growth * (node.depth * node.depth - 1);
            return ((params.late_base + further).unsigned_abs() as usize, -Score::INFINITE);
        }
        unlimited
    }

    /// Whether a decided game can end before the quiet plies run out, which the
    /// table may have seen from an earlier count.
    pub(super) fn fits_quiet(&self, state: &G::State, score: Score) -> bool {
        self.rules.leave_time_for(score, self.task.game.quiet(state))
    }

    /// Searches the turns of a node until one is too good for the other side to allow.
    fn search_turns(
        &mut self,
        node: &Node<'_, G>,
        table_bits: u32,
        forecast: Option<Score>,
    ) -> Found<G::Turn> {
        let Window { mut alpha, beta } = node.window;
        let mut found = Found { score: -Score::INFINITE, turn: None };
        let frame = &mut self.frames[node.ply];
        frame.turns.clear();
        self.task.game.turns(node.state, &mut frame.turns);
        if let Some(below) = self.frames.get_mut(node.ply + 2) {
            // Killers are for neighbours: a cousin's would only mislead.
            below.killers = [None; 2];
        }
        let known_first = order::start(self.task.game, &mut self.frames[node.ply], table_bits);
        let (most, hope) = self.patience(node, forecast);
        let mut number = 0;
        while let Some(turn) = self.next_turn(node, number, known_first) {
            if number >= most
                && !found.score.is_loss()
                && !self.task.game.is_forcing(node.state, turn)
            {
                // All that follow are quiet too and no better ordered.
                self.guesses += 1;
                found.score = found.score.max(hope);
                break;
            }
            let score = self.search_turn(node, turn, number, Window { alpha, beta });
            if self.halted {
                return found;
            }
            found.score = found.score.max(score);
            if score > alpha {
                found.turn = Some(turn);
                alpha = score;
                if score >= beta {
                    self.reward(node, number);
                    break;
                }
                extend_line(&mut self.frames, node.ply, turn);
            }
            number += 1;
        }
        if number == 0 && found.turn.is_none() && found.score == -Score::INFINITE {
            // No turn though the game goes on: the rules broke their promise.
            found.score = self.estimate(node.state);
        }
        found
    }

    /// The turn that is searched at this place in the order.
    fn next_turn(
        &mut self,
        node: &Node<'_, G>,
        number: usize,
        known_first: bool,
    ) -> Option<G::Turn> {
        let before = self.slot_before(node);
        let frame = &mut self.frames[node.ply];
        if number == 0 && known_first {
            return frame.turns.first().copied();
        }
        if frame.keys.is_empty() {
            order::weigh(self.task.game, node.state, frame, &self.history, before, self.params);
        }
        order::pick(frame, number)
    }

    /// The slot of the turn that led to a node; that of none at the root.
    fn slot_before(&self, node: &Node<'_, G>) -> usize {
        node.ply
            .checked_sub(1)
            .and_then(|ply| self.frames.get(ply))
            .map_or(0, |frame| frame.slot)
    }

    /// Plies that a late quiet turn is searched less deep at first.
    ///
    /// Not where the game is decided: the length of a win has to be right.
    pub(super) fn reduction(
        &self,
        node: &Node<'_, G>,
        turn: G::Turn,
        child: &G::State,
        number: usize,
    ) -> i32 {
        let game = self.task.game;
        let late = i32::try_from(number).unwrap_or(i32::MAX);
        let forcing = game.is_forcing(node.state, turn);
        if node.ply == 0
            || node.depth < self.params.reduce_from_depth
            || late < self.params.reduce_from_turn
            || node.window.alpha.is_decided()
            || node.window.beta.is_decided()
            || game.side(child) == game.side(node.state)
            || forcing && late < self.params.reduce_captures_from
            || self.frames[node.ply].killers.contains(&Some(turn))
        {
            return 0;
        }
        let logarithms = node.depth.ilog2() * late.ilog2();
        let further = logarithms.cast_signed() / self.params.reduce_divisor;
        let less = i32::from(node.window.is_open()) + i32::from(forcing);
        (1 + further - less).clamp(0, node.depth - 1)
    }

    /// Learns that the turn at this place refuted the node and those before it did not.
    fn reward(&mut self, node: &Node<'_, G>, number: usize) {
        let game = self.task.game;
        let side = game.side(node.state);
        let bonus = (node.depth * node.depth * 16).min(self.params.history_step);
        let before = self.slot_before(node);
        let frame = &mut self.frames[node.ply];
        let Some(&best) = frame.turns.get(number) else { return };
        if game.is_forcing(node.state, best) {
            return;
        }
        for &turn in &frame.turns[..number] {
            if !game.is_forcing(node.state, turn) {
                self.history.add(side, game.slot(node.state, turn), -bonus);
                self.history.answers.add(before, game.slot(node.state, turn), -bonus);
            }
        }
        self.history.add(side, game.slot(node.state, best), bonus);
        self.history.answers.add(before, game.slot(node.state, best), bonus);
        frame.remember_killer(best);
    }

    /// Puts what was found into the table.
    fn store(&self, node: &Node<'_, G>, key: u64, found: &Found<G::Turn>, proved: bool) {
        let bound = if found.score >= node.window.beta {
            Bound::Lower
        } else if found.score > node.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            turn: found.turn.map_or(0, |turn| self.task.game.pack(turn)),
            score: found.score.sooner(distance(node.ply)),
            depth: u8::try_from(node.depth).unwrap_or(u8::MAX),
            bound,
            proved,
        };
        self.task.table.store(key, entry);
    }
}
