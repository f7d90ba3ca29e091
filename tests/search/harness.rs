//! Runs a search and checks what every search must keep.

use modisa::game::{Game, Oracle, Outcome, Reason};
use modisa::kit::Verdict;
use modisa::search::{
    Accuracy, Clock, Finding, Limits, Line, Params, Report, Signal, Table, Task, run_with,
};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub(crate) struct Watch(Instant);

impl Clock for Watch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// What a search is to be run with; everything has a default.
pub(crate) struct Setup<'a, G: Game> {
    pub game: &'a G,
    pub root: G::State,
    pub past: Vec<u64>,
    pub turns: Option<Vec<G::Turn>>,
    pub table: &'a Table,
    pub oracle: Option<&'a dyn Oracle<G>>,
    pub limits: Limits,
    pub signal: Signal,
    pub threads: usize,
    pub params: Params,
}

/// Everything a search said.
#[derive(Debug, PartialEq)]
pub(crate) struct Told<T> {
    pub lines: Vec<Line<T>>,
    pub finding: Finding<T>,
}

pub(crate) const NO_LIMITS: Limits =
    Limits { depth: None, nodes: None, soft: None, hard: None, win_plies: None, multi_pv: 1 };

/// Parameters under which a search to depth n has the value of minimax to depth n.
pub(crate) fn plain() -> Params {
    Params {
        quiescence_plies: 0,
        first_quiescence_plies: 0,
        reduce_from_depth: 250,
        standing_depth: 0,
        futile_depth: 0,
        late_depth: 0,
        unknown_depth: 250,
        ..Params::default()
    }
}

impl<'a, G: Game> Setup<'a, G> {
    pub(crate) fn new(game: &'a G, table: &'a Table) -> Self {
        Self {
            game,
            root: game.start(),
            past: Vec::new(),
            turns: None,
            table,
            oracle: None,
            limits: NO_LIMITS,
            signal: Signal::default(),
            threads: 1,
            params: Params::default(),
        }
    }

    pub(crate) fn depth(mut self, depth: u32) -> Self {
        self.limits.depth = Some(depth);
        self
    }

    /// Runs the search, hands each report to `hear` and checks the laws.
    pub(crate) fn run_hearing(
        &self,
        hear: &(dyn Fn(&Report<G::Turn>) + Sync),
    ) -> Told<G::Turn> {
        let turns = self.turns.clone().unwrap_or_else(|| {
            let mut turns = Vec::new();
            self.game.turns(&self.root, &mut turns);
            turns
        });
        let task = Task {
            game: self.game,
            root: self.root,
            past: &self.past,
            turns: &turns,
            table: self.table,
            oracle: self.oracle,
            limits: &self.limits,
            signal: &self.signal,
            clock: &Watch(Instant::now()),
            threads: self.threads,
        };
        let lines = Mutex::new(Vec::new());
        let finding = run_with(&task, &self.params, &|report| {
            hear(&report);
            if let Report::Line(mut line) = report {
                line.elapsed = Duration::ZERO;
                lines.lock().unwrap().push(line);
            }
        });
        let told = Told { lines: lines.into_inner().unwrap(), finding };
        for line in &told.lines {
            self.check_line(line, &turns);
        }
        check_finding(&told);
        told
    }

    pub(crate) fn run(&self) -> Told<G::Turn> {
        self.run_hearing(&|_| ())
    }

    /// The laws of a line: legal turns, none beyond the end, a decided value shown to the end.
    fn check_line(&self, line: &Line<G::Turn>, turns: &[G::Turn]) {
        let game = self.game;
        assert!(turns.contains(&line.pv[0]));
        let mut keys = self.past.clone();
        let mut state = self.root;
        let mut over = None;
        for turn in &line.pv {
            assert_eq!(over, None, "beyond the end: {line:?}");
            let mut legal = Vec::new();
            game.turns(&state, &mut legal);
            assert!(legal.contains(turn), "illegal: {line:?}");
            keys.push(game.key(&state));
            state = game.after(&state, *turn);
            over = self.ending(&state, &keys);
        }
        let plies = usize::from(match line.score.verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies,
            Verdict::Estimate(_) => return,
        });
        if line.accuracy == Accuracy::Exact {
            let side = game.side(&self.root);
            let winner = if line.score.is_win() { side } else { side.other() };
            let won_by = over.and_then(|over| over.winner);
            assert_eq!((line.pv.len(), won_by), (plies, Some(winner)), "{line:?}");
        }
    }

    /// How the game is over, by position or history.
    fn ending(&self, state: &G::State, keys: &[u64]) -> Option<Outcome> {
        let rules = self.game.draw_rules();
        let key = self.game.key(state);
        let times = 1 + keys.iter().filter(|&&other| other == key).count();
        let repeated = rules.repetition > 0 && times >= rules.repetition.into();
        let quiet = self.game.quiet(state);
        let ran_out = rules.quiet_plies > 0 && quiet >= rules.quiet_plies.into();
        self.game
            .outcome(state)
            .or_else(|| repeated.then_some(Outcome::draw(Reason::Repetition)))
            .or_else(|| ran_out.then_some(Outcome::draw(Reason::Quiet)))
    }
}

/// The last line of rank 1 is exact and is what was found.
fn check_finding<T: Copy + Eq + std::fmt::Debug>(told: &Told<T>) {
    let last = told.lines.iter().rfind(|line| line.rank == 1).unwrap();
    assert!(matches!(last.accuracy, Accuracy::Exact | Accuracy::ProvedDraw), "{last:?}");
    let finding = &told.finding;
    assert_eq!(finding.best, last.pv[0]);
    assert_eq!(finding.reply, last.pv.get(1).copied());
    assert_eq!(finding.score, last.score);
}
