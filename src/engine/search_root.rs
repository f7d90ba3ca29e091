//! The one implementation of [`Inquiry`]: one moment of a game, to be searched or counted.

use super::error::Error;
use super::info;
use super::position::{Answer, Inquiry, Tally, Tools};
use super::session::{Info, News};
use super::turn_list::read_choices;
use crate::game::{Notation, Side, perft};
use crate::search::{self, Line, Report, Task};
use std::sync::{Arc, Mutex, PoisonError};

/// A position with the turns to choose from.
pub(crate) struct SearchRoot<G: Notation> {
    game: Arc<G>,
    root: G::State,
    past: Vec<u64>,
    turns: Vec<G::Turn>,
    is_over: bool,
}

impl<G: Notation> SearchRoot<G> {
    /// A position after the positions with the keys `past`.
    pub(crate) fn new(game: Arc<G>, root: G::State, past: Vec<u64>, is_over: bool) -> Self {
        let mut turns = Vec::new();
        if !is_over {
            game.turns(&root, &mut turns);
        }
        Self { game, root, past, turns, is_over }
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
        let task = Task {
            game: &*self.game,
            root: self.root,
            past: &self.past,
            turns: &self.turns,
            table: &tools.table,
            oracle: None,
            limits: &tools.limits,
            signal: &tools.signal,
            clock: &tools.watch,
            threads: tools.threads,
        };
        let seen: Mutex<Vec<Line<G::Turn>>> = Mutex::default();
        let report = |report: Report<G::Turn>| match report {
            Report::Current { turn, number } => {
                say(News::CurrentTurn { turn: self.game.write_turn(turn), number });
            }
            Report::Line(line) => {
                if line.rank <= tools.lines {
                    let info = info::from_line(&*self.game, &self.root, &line, tools.show_wdl);
                    say(News::Info(Box::new(info)));
                }
                if tools.skill.is_some() && info::is_exact(&line) {
                    seen.lock().unwrap_or_else(PoisonError::into_inner).push(line);
                }
            }
        };
        let found = search::run(&task, &report);
        let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        let salt = self.game.key(&self.root);
        match tools.skill.and_then(|skill| skill.choose(&seen, salt)) {
            Some(line) => self.answer(line.pv[0], line.pv.get(1).copied(), found.nodes),
            None => self.answer(found.best, found.reply, found.nodes),
        }
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
