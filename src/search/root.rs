//! Iterative deepening over the first turns: windows, ranks, reports, and when it is enough.
//!
//! The first turns and their variations are kept here and never read back from
//! the table, which other threads overwrite.

use super::clock::Signs;
use super::limits::Limits;
use super::params::Params;
use super::report::{Accuracy, Line, Report, Sink};
use super::tally::Tallies;
use super::variation::complete;
use super::window::Window;
use super::worker::{MAX_DEPTH, Node, Worker};
use super::{Finding, Task, seen_from};
use crate::game::Game;
use crate::kit::{Score, Verdict};
use std::cmp::Reverse;
use std::time::Duration;

/// The search keeps quiet about the turn it looks at for this long.
const SILENCE: Duration = Duration::from_secs(3);

/// A first turn and what the last search of it came to.
#[derive(Clone, Debug)]
struct RootTurn<T> {
    turn: T,
    /// Its value, or lower than any if it was only found to be no better than another.
    score: Score,
    /// The variation that begins with it.
    pv: Vec<T>,
    deepest: usize,
}

/// How far one search of the first turns came.
enum Attempt {
    /// It was given up; the number is the place of a turn found better than those before it.
    Halted(Option<usize>),
    /// All turns were searched, or one of them exceeded the window.
    Done(Score),
}

/// The deepening search of one thread.
pub(super) struct Root<'a, G: Game> {
    task: &'a Task<'a, G>,
    params: &'a Params,
    tallies: &'a Tallies,
    worker: Worker<'a, G>,
    /// Where reports go; nobody listens to helpers.
    sink: Option<Sink<'a, G::Turn>>,
    turns: Vec<RootTurn<G::Turn>>,
    ranks: usize,
    /// The lines of the last iteration, best first.
    lines: Vec<Line<G::Turn>>,
    /// Values of the lines of the iteration before.
    before: Vec<Score>,
    /// Iterations in a row whose best turn was the same.
    steady: u32,
    /// The last report was of `lines`, with the counts of all that was searched since.
    told: bool,
    depth: i32,
}

impl<'a, G: Game> Root<'a, G> {
    /// A search that has not begun. Without a sink it belongs to a helper thread.
    pub(super) fn new(
        task: &'a Task<'a, G>,
        params: &'a Params,
        tallies: &'a Tallies,
        thread: usize,
        sink: Option<Sink<'a, G::Turn>>,
    ) -> Self {
        let mut turns: Vec<_> = task
            .turns
            .iter()
            .map(|&turn| {
                let score = shallow(task, turn);
                RootTurn { turn, score, pv: vec![turn], deepest: 1 }
            })
            .collect();
        turns.sort_by_key(|turn| Reverse(turn.score));
        let ranks = task.limits.multi_pv.clamp(1, turns.len().max(1));
        Self {
            task,
            params,
            tallies,
            worker: Worker::new(task, params, tallies, thread),
            sink,
            turns,
            ranks,
            lines: Vec::new(),
            before: Vec::new(),
            steady: 0,
            told: true,
            depth: 0,
        }
    }

    /// The first iteration, which is always finished, at least for rank 1.
    pub(super) fn begin(&mut self) {
        self.worker.quiescence_plies = self.params.first_quiescence_plies;
        self.worker.protected = true;
        let settled = self.iterate(1);
        self.worker.protected = false;
        self.worker.quiescence_plies = self.params.quiescence_plies;
        self.worker.listen(true);
        self.worker.halted |= settled || self.is_enough();
    }

    /// Whether nothing is left to do.
    pub(super) fn is_done(&self) -> bool {
        self.worker.halted || self.depth >= self.last_depth()
    }

    /// Deepens until a limit is reached or nothing is left to find out.
    pub(super) fn deepen(&mut self) {
        while !self.is_done() {
            let settled = self.iterate(self.depth + 1);
            if settled || self.is_enough() {
                break;
            }
        }
        self.worker.publish();
    }

    /// Deepens as a helper from `start` on, with nobody listening.
    ///
    /// Helpers that are at other depths or ahead fill the table with what the main
    /// thread is about to need: "lazy SMP", which began with Daniel Homan's chess
    /// engine `EXchess` (2013).
    pub(super) fn help(&mut self, start: i32) {
        let mut depth = start;
        while !self.worker.halted && depth <= self.last_depth() {
            if self.iterate(depth) {
                break;
            }
            depth += 1;
        }
        self.worker.publish();
    }

    /// The result, once no thread searches any more.
    pub(super) fn finish(mut self) -> Finding<G::Turn> {
        self.worker.publish();
        let nodes = self.tallies.nodes();
        if !self.told {
            // A bound was the last word on rank 1, or an iteration was cut off: repeat
            // what the choice rests on, with the counts of the whole search.
            for line in &mut self.lines {
                line.nodes = nodes;
                line.oracle_hits = self.tallies.oracle_hits();
                line.elapsed = self.task.clock.elapsed();
            }
            self.tell_lines();
        }
        let line = self.lines.first();
        let pv = line.map_or(self.task.turns, |line| &line.pv);
        Finding {
            best: pv[0],
            reply: line.and_then(|line| line.pv.get(1).copied()),
            score: line.map_or(Score::DRAW, |line| line.score),
            nodes,
        }
    }

    /// The deepest iteration allowed.
    fn last_depth(&self) -> i32 {
        let asked = self.task.limits.depth.unwrap_or(u32::MAX);
        i32::try_from(asked).unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    /// One iteration; whether deeper ones could not change its result.
    fn iterate(&mut self, depth: i32) -> bool {
        let mut proved = Vec::with_capacity(self.ranks);
        for rank in 0..self.ranks {
            self.worker.protected &= rank == 0;
            match self.search_rank(depth, rank) {
                Attempt::Done(_) => proved.push(self.worker.guesses == 0),
                Attempt::Halted(better) => {
                    self.told = false;
                    self.keep_partial(depth, rank, better, &proved);
                    return false;
                }
            }
        }
        self.depth = depth;
        self.keep(depth, &proved);
        self.is_settled(&proved)
    }

    /// Searches the turns from `rank` on until their best value is known exactly.
    ///
    /// A value outside the window is searched again with a wider one (Baudet,
    /// "The design and analysis of algorithms for asynchronous multiprocessors", 1978).
    fn search_rank(&mut self, depth: i32, rank: usize) -> Attempt {
        let mut width = self.params.aspiration_width.max(1);
        let mut window = match self.lines.get(rank) {
            Some(line)
                if depth >= self.params.aspiration_from_depth && line.score.is_estimate() =>
            {
                Window::around(line.score, width)
            }
            _ => Window::full(),
        };
        self.worker.deepest = 0;
        loop {
            let attempt = self.search_turns(depth, rank, window);
            let Attempt::Done(score) = attempt else { return attempt };
            self.turns[rank..].sort_by_key(|turn| Reverse(turn.score));
            width = width.saturating_mul(4);
            let accuracy = if score <= window.alpha {
                window.alpha = lowered(score, width);
                Accuracy::Upper
            } else if score >= window.beta {
                window.beta = -lowered(-score, width);
                Accuracy::Lower
            } else {
                return attempt;
            };
            self.tell_bound(depth, rank, accuracy);
        }
    }

    /// Searches the turns from `rank` on with one window.
    fn search_turns(&mut self, depth: i32, rank: usize, window: Window) -> Attempt {
        let task = self.task;
        let node = Node { state: &task.root, ply: 0, depth, window };
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut better = None;
        self.worker.begin_root();
        for place in rank..self.turns.len() {
            let turn = self.turns[place].turn;
            self.tell_current(turn, place);
            let asked = Window { alpha, beta: window.beta };
            let score = self.worker.search_turn(&node, turn, place - rank, asked);
            if self.worker.halted {
                return Attempt::Halted(better);
            }
            let entry = &mut self.turns[place];
            if place > rank && score <= alpha {
                entry.score = -Score::INFINITE;
                best = best.max(score);
                continue;
            }
            entry.score = score;
            entry.deepest = self.worker.deepest;
            entry.pv.clear();
            entry.pv.push(turn);
            entry.pv.extend_from_slice(self.worker.line());
            best = best.max(score);
            if score >= window.beta {
                break;
            }
            if score > alpha {
                alpha = score;
                better = Some(place);
            }
        }
        Attempt::Done(best)
    }

    /// Takes over a finished iteration and reports it.
    fn keep(&mut self, depth: i32, proved: &[bool]) {
        self.before = self.lines.iter().map(|line| line.score).collect();
        let favourite = self.lines.first().and_then(|line| line.pv.first()).copied();
        // Ranks are searched one after the other, so table and reductions may
        // have valued a later one higher.
        self.turns[..self.ranks].sort_by_key(|turn| Reverse(turn.score));
        let all_proved = proved.iter().all(|&proved| proved);
        self.lines = (0..self.ranks)
            .map(|rank| {
                let exact = if all_proved && self.turns[rank].score == Score::DRAW {
                    Accuracy::ProvedDraw
                } else {
                    Accuracy::Exact
                };
                self.line(depth, rank, &self.turns[rank], exact)
            })
            .collect();
        let is_same = favourite == self.lines.first().and_then(|line| line.pv.first()).copied();
        self.steady = if is_same { self.steady.saturating_add(1) } else { 0 };
        self.tell_lines();
    }

    /// Takes over what a cut-off iteration is sure of.
    ///
    /// With one rank that is a turn found better than the best so far. With
    /// several, ranks of two depths would not be comparable and the last
    /// complete iteration stands - except the first, of which any rank will do.
    fn keep_partial(
        &mut self,
        depth: i32,
        rank: usize,
        better: Option<usize>,
        proved: &[bool],
    ) {
        if self.lines.is_empty() {
            if rank > 0 {
                self.ranks = rank;
                self.keep(depth, proved);
            }
            return;
        }
        let Some(found) = better.and_then(|place| self.turns.get(place)) else { return };
        let known = self.lines.first().and_then(|line| line.pv.first());
        if self.ranks == 1 && known != Some(&found.turn) {
            self.lines = vec![self.line(depth, 0, found, Accuracy::Exact)];
            self.tell_lines();
        }
    }

    /// Whether no deeper iteration could say anything else.
    ///
    /// Either nothing was estimated; or every line is decided within the depth,
    /// and said the same the time before: only then were all alternatives
    /// searched against the known win, without reductions.
    fn is_settled(&self, proved: &[bool]) -> bool {
        let depth = self.depth.unsigned_abs();
        proved.iter().all(|&proved| proved)
            || self
                .lines
                .iter()
                .zip(&self.before)
                .all(|(line, &before)| line.score == before && ends_within(line.score, depth))
                && self.lines.len() == self.before.len()
    }

    /// Whether a limit says to begin no further iteration.
    fn is_enough(&self) -> bool {
        let limits = self.task.limits;
        let score = self.lines.first().map_or(Score::DRAW, |line| line.score);
        let won =
            limits.win_plies.is_some_and(|plies| score.is_win() && ends_within(score, plies));
        let forced = self.turns.len() == 1
            && self.depth >= self.params.forced_turn_depth
            && (limits.soft.is_some() || limits.hard.is_some())
            && !self.task.signal.is_pondering();
        won || forced || self.soft_bound().is_some_and(|bound| self.worker.is_past(bound))
    }

    /// The time after which no iteration begins: on a game clock, longer than planned where
    /// the best turn has just changed or lost value, shorter where it has long been the same.
    fn soft_bound(&self) -> Option<Duration> {
        let Limits { soft, hard, .. } = *self.task.limits;
        let soft = soft?;
        let hard = hard.unwrap_or(Duration::MAX);
        if soft >= hard {
            return Some(soft);
        }
        let now = self.lines.first().map(|line| line.score);
        let fallen = match (now, self.before.first()) {
            (Some(now), Some(&before)) => now < before.shifted(-self.params.drop_margin),
            _ => false,
        };
        let signs = Signs { depth: self.depth, steady: self.steady, fallen };
        Some((soft * signs.percent(self.params) / 100).min(hard))
    }

    /// The line of a first turn, as of now.
    fn line(
        &self,
        depth: i32,
        rank: usize,
        turn: &RootTurn<G::Turn>,
        accuracy: Accuracy,
    ) -> Line<G::Turn> {
        self.worker.publish();
        let mut pv = turn.pv.clone();
        if accuracy == Accuracy::Exact
            && let Some(oracle) = self.task.oracle
        {
            let Task { game, root, limits, signal, clock, .. } = self.task;
            let is_late = || {
                signal.is_stopped()
                    || limits.hard.is_some_and(|hard| clock.elapsed() >= hard / 2)
            };
            complete(*game, root, oracle, turn.score, &mut pv, &is_late);
        }
        Line {
            depth: depth.unsigned_abs(),
            sel_depth: u32::try_from(turn.deepest).unwrap_or(u32::MAX),
            rank: rank + 1,
            score: turn.score,
            accuracy,
            pv,
            nodes: self.tallies.nodes(),
            oracle_hits: self.tallies.oracle_hits(),
            hash_full: self.task.table.hash_full(),
            elapsed: self.task.clock.elapsed(),
        }
    }

    /// Reports all lines.
    fn tell_lines(&mut self) {
        self.told = true;
        if let Some(sink) = self.sink {
            for line in &self.lines {
                sink(Report::Line(line.clone()));
            }
        }
    }

    /// Reports that the value of a rank is outside the window.
    fn tell_bound(&mut self, depth: i32, rank: usize, accuracy: Accuracy) {
        let (Some(sink), Some(turn)) = (self.sink, self.turns.get(rank)) else { return };
        self.told &= rank > 0;
        sink(Report::Line(self.line(depth, rank, turn, accuracy)));
    }

    /// Reports the turn about to be searched, if the search takes long.
    fn tell_current(&self, turn: G::Turn, place: usize) {
        if let Some(sink) = self.sink
            && self.task.clock.elapsed() >= SILENCE
        {
            sink(Report::Current { turn, number: place + 1 });
        }
    }
}

/// The value of a first turn without searching it, to have an order to begin with.
fn shallow<G: Game>(task: &Task<'_, G>, turn: G::Turn) -> Score {
    let game = task.game;
    let child = game.after(&task.root, turn);
    match game.outcome(&child) {
        Some(outcome) => outcome.score_for(game.side(&task.root), 1),
        None => seen_from(game, &task.root, &child, game.evaluate(&child)),
    }
}

/// The next lower end of a window whose value came out as `score`.
fn lowered(score: Score, width: i32) -> Score {
    if !score.is_estimate() || width > 1_000 { -Score::INFINITE } else { score.shifted(-width) }
}

/// Whether a score is decided within this many plies.
fn ends_within(score: Score, plies: u32) -> bool {
    match score.verdict() {
        Verdict::Win(distance) | Verdict::Loss(distance) => u32::from(distance) <= plies,
        Verdict::Estimate(_) => false,
    }
}
