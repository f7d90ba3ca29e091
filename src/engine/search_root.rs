//! The one implementation of [`Inquiry`]: one moment of a game, to be searched or counted.

use super::error::Error;
use super::info;
use super::position::{Answer, Inquiry, Tally, Tools};
use super::root_tables::RootTables;
use super::session::{Info, News};
use super::turn_list::read_choices;
use crate::game::{Notation, Oracle, Readiness, Side, perft};
use crate::search::{self, Clock, Line, Report, Task};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long tables are waited for by a search that ends when it is told to.
const SOON: Duration = Duration::from_millis(50);

/// How long tables are waited for where only depth or nodes are set: what is found is to be
/// the same each time.
const PATIENCE: Duration = Duration::from_secs(20);

/// A position with the turns to choose from.
pub(crate) struct SearchRoot<G: Notation> {
    game: Arc<G>,
    root: G::State,
    past: Vec<u64>,
    turns: Vec<G::Turn>,
    is_over: bool,
    tables: Option<Arc<dyn Oracle<G>>>,
    /// Whether the search asks the tables within the tree too.
    in_tree: bool,
}

impl<G: Notation> SearchRoot<G> {
    /// A position after the positions with the keys `past`.
    pub(crate) fn new(game: Arc<G>, root: G::State, past: Vec<u64>, is_over: bool) -> Self {
        let mut turns = Vec::new();
        if !is_over {
            game.turns(&root, &mut turns);
        }
        Self { game, root, past, turns, is_over, tables: None, in_tree: false }
    }

    /// The same with tables to ask, `in_tree` too or at the root alone.
    pub(crate) fn with_tables(self, tables: Arc<dyn Oracle<G>>, in_tree: bool) -> Self {
        Self { tables: Some(tables), in_tree, ..self }
    }

    /// The tables, once they are ready; none if they have nothing to say here, or take too
    /// long for the time there is.
    fn awaited(&self, tools: &Tools) -> Option<&dyn Oracle<G>> {
        let oracle = self.tables.as_deref()?;
        let limits = &tools.limits;
        let is_fixed = limits.depth.is_some() || limits.nodes.is_some();
        let most = match limits.soft {
            _ if tools.signal.is_pondering() => SOON,
            Some(soft) => soft / 4,
            None if is_fixed => PATIENCE,
            None => SOON,
        };
        loop {
            let left = most.saturating_sub(tools.watch.elapsed());
            match oracle.prepare(&self.root, left.min(Duration::from_millis(5))) {
                Readiness::Ready => return Some(oracle),
                Readiness::Idle => return None,
                Readiness::Waiting => {
                    if tools.signal.is_stopped() || tools.watch.elapsed() >= most {
                        return None;
                    }
                }
            }
        }
    }

    fn answer(&self, best: G::Turn, reply: Option<G::Turn>, nodes: u64) -> Answer {
        Answer {
            turn: self.game.write_turn(best),
            ponder: reply.map(|turn| self.game.write_turn(turn)),
            nodes,
        }
    }
}

impl<G: Notation> Inquiry for SearchRoot<G> {
    fn is_over(&self) -> bool {
        self.is_over
    }

    fn on_turn(&self) -> Side {
        self.game.side(&self.root)
    }

    fn starter(&self) -> Side {
        self.game.side(&self.game.start())
    }

    fn weight(&self) -> u32 {
        self.game.time_weight(&self.root)
    }

    fn restrict(&mut self, only: &[String], avoid: &[String]) -> Vec<Error> {
        let (wanted, mut errors) = read_choices(&*self.game, &self.root, only);
        let (unwanted, more) = read_choices(&*self.game, &self.root, avoid);
        errors.extend(more);
        let takes_all = only.is_empty();
        self.turns
            .retain(|turn| (takes_all || wanted.contains(turn)) && !unwanted.contains(turn));
        errors
    }

    fn choices(&self) -> usize {
        self.turns.len()
    }

    fn search(&self, tools: &Tools, say: &(dyn Fn(News) + Sync)) -> Answer {
        let game = &*self.game;
        let oracle = self.awaited(tools);
        let is_late = || {
            let hard = tools.limits.hard;
            tools.signal.is_stopped()
                || hard.is_some_and(|hard| tools.watch.elapsed() >= hard / 2)
        };
        let known = oracle.and_then(|oracle| {
            RootTables::ask(game, &self.root, &self.past, &self.turns, oracle, &is_late)
        });
        let known = known.as_ref();
        let choice = known.map(RootTables::choice);
        let turns = choice.as_deref().unwrap_or(&self.turns);
        let mut limits = tools.limits.clone();
        if let Some(known) = known {
            known.narrow(&mut limits);
        }
        let tree_asks = self.in_tree && known.is_none_or(RootTables::lets_tree_ask);
        let task = Task {
            game,
            root: self.root,
            past: &self.past,
            turns,
            table: &tools.table,
            oracle: oracle.filter(|_| tree_asks),
            limits: &limits,
            signal: &tools.signal,
            clock: &tools.watch,
            threads: tools.threads,
        };
        let seen: Mutex<Vec<Line<G::Turn>>> = Mutex::default();
        let tell = |line: &Line<G::Turn>| {
            let info = info::from_line(game, &self.root, line, tools.show_wdl);
            say(News::Info(Box::new(info)));
        };
        let report = |report: Report<G::Turn>| match report {
            Report::Current { turn, number } => {
                say(News::CurrentTurn { turn: game.write_turn(turn), number });
            }
            Report::Line(line) => {
                let told = match known {
                    Some(known) => known.retell(line),
                    None => Some(line),
                };
                let Some(line) = told else { return };
                if line.rank <= tools.lines {
                    tell(&line);
                }
                if let Some(known) = known
                    && line.rank == turns.len()
                    && info::is_exact(&line)
                {
                    known.others(&line, tools.lines).iter().for_each(&tell);
                }
                if tools.skill.is_some() && info::is_exact(&line) {
                    seen.lock().unwrap_or_else(PoisonError::into_inner).push(line);
                }
            }
        };
        let found = search::run(&task, &report);
        let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        let salt = self.game.key(&self.root);
        if let Some(line) = tools.skill.and_then(|skill| skill.choose(&seen, salt)) {
            return self.answer(line.pv[0], line.pv.get(1).copied(), found.nodes);
        }
        let reply = known.map_or(found.reply, |known| known.reply(found.best, found.reply));
        self.answer(found.best, reply, found.nodes)
    }

    fn fallback(&self) -> (Info, Answer) {
        let turn = self.turns.first().map(|&turn| self.game.write_turn(turn));
        let turn = turn.unwrap_or_default();
        (Info::unsearched(turn.clone()), Answer { turn, ponder: None, nodes: 0 })
    }

    fn count(&self, depth: u32, divided: bool, stop: &dyn Fn() -> bool) -> Option<Tally> {
        if !divided {
            let nodes = perft::perft(&*self.game, &self.root, depth, stop)?;
            return Some(Tally { divided: Vec::new(), nodes });
        }
        let parts = perft::divide(&*self.game, &self.root, depth, stop)?;
        let mut divided: Vec<(String, u64)> =
            parts.into_iter().map(|(turn, n)| (self.game.write_turn(turn), n)).collect();
        divided.sort_unstable();
        let nodes = match depth {
            0 => 1,
            _ => divided.iter().fold(0_u64, |sum, (_, n)| sum.saturating_add(*n)),
        };
        Some(Tally { divided, nodes })
    }
}
