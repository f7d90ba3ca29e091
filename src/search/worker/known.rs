//! Values that need no search: the end of the game, draws by history, the oracle.

use super::{MAX_PLY, Worker, distance};
use crate::game::{Game, Standing};
use crate::kit::Score;
use crate::search::window::Window;

impl<G: Game> Worker<'_, G> {
    /// The value of a position that needs no search: the game is over there, or
    /// the oracle knows it, or the buffers end.
    ///
    /// The end by the position itself comes first: a winning turn wins even if
    /// the count of quiet plies runs out with it.
    pub(super) fn known(
        &mut self,
        state: &G::State,
        ply: usize,
        key: u64,
        window: Window,
    ) -> Option<Score> {
        let game = self.task.game;
        if let Some(outcome) = game.outcome(state) {
            return Some(outcome.score_for(game.side(state), distance(ply)));
        }
        let quiet = game.quiet(state);
        if let Some(anchor) = self.drawn_by_history(quiet, key) {
            self.anchor = self.anchor.min(anchor);
            return Some(Score::DRAW);
        }
        if let Some(score) = self.foretold(state, ply, window) {
            self.oracle_hits += 1;
            return Some(score);
        }
        (ply >= MAX_PLY).then(|| self.estimate(state))
    }

    /// What the oracle says, as exactly as the window wants to know it.
    ///
    /// It is asked right after turns that cannot be taken back: no earlier position can
    /// recur from there, all quiet plies are left, and what follows quiet turns is better
    /// searched, since a win at an unknown distance shows no way to get nearer. A class
    /// answers a window that lies below all wins and above all losses; where the window
    /// reaches further, the distance is wanted.
    fn foretold(&mut self, state: &G::State, ply: usize, window: Window) -> Option<Score> {
        let oracle = self.task.oracle?;
        let is_quick = oracle.is_quick();
        if !is_quick && self.task.game.quiet(state) > 0 {
            return None;
        }
        let exact = (is_quick || window.reaches_decided())
            .then(|| oracle.look_up(state))
            .flatten()
            .filter(|&score| score == Score::DRAW || self.fits_quiet(state, score));
        if let Some(score) = exact {
            return Some(score.later(distance(ply)));
        }
        let standing = oracle.classify(state)?;
        // The quiet plies may run out before this win, so it is not proved.
        self.guesses += u64::from(standing != Standing::Draw);
        Some(standing.score())
    }

    /// Whether the way to a position makes it a draw; if so, the lowest ply that mattered.
    ///
    /// To come back to a position since the root is valued as the draw that coming
    /// back again and again would be; of positions before the root every
    /// occurrence is real and is counted.
    fn drawn_by_history(&self, quiet: u32, key: u64) -> Option<usize> {
        let limit = u32::from(self.rules.quiet_plies);
        if limit > 0 && quiet >= limit {
            return Some(0);
        }
        let root = self.task.past.len();
        let reach = self.keys.len().min(quiet as usize);
        let mut occurrences = 1_u32;
        for place in (self.keys.len() - reach..self.keys.len()).rev() {
            if self.keys[place] != key {
                continue;
            }
            if place >= root {
                return Some(place - root);
            }
            occurrences += 1;
            if occurrences == u32::from(self.rules.repetition) {
                return Some(0);
            }
        }
        None
    }

    /// The evaluation of a position, which a deeper search might change.
    pub(super) fn estimate(&mut self, state: &G::State) -> Score {
        self.guesses += 1;
        self.task.game.evaluate(state)
    }
}
