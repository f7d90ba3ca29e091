//! The two object-safe faces behind which a game hides its types.
//!
//! [`Position`] is the game being played, held by the engine; [`Inquiry`] is a
//! copy of one moment of it that a job takes along to its own thread. Both are
//! implemented once, generically, in `current_game` and `search_root`.

use super::certain::Known;
use super::error::Error;
use super::request::Root;
use super::session::{Info, News, OptionView};
use super::skill::Skill;
use super::tables::{Consult, Tabled};
use crate::game::{Outcome, Side, Style};
use crate::search::{Clock, Limits, Signal, Table};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game whose rules can be changed one switch at a time.
pub(crate) trait Adjustable: Tabled {
    /// The rule switches as options: the variant's own value is the default.
    fn switches(&self) -> Vec<OptionView>;

    /// The same game with one switch changed; the name is matched without case.
    ///
    /// # Errors
    /// `NoSuchOption`, `BadValue`.
    fn adjusted(&self, name: &str, value: &str) -> Result<Self, Error>;
}

/// The game being played: rules, position and history.
pub(crate) trait Position: Send {
    /// The rule switches as options.
    fn switches(&self) -> Vec<OptionView>;

    /// Whether the switch takes the value, changing nothing.
    fn check_switch(&self, name: &str, value: &str) -> Result<(), Error>;

    /// Changes a rule; history and position stay and are checked under the new rules.
    ///
    /// On `BadFen` the rule has changed all the same and no position is set.
    fn set_switch(&mut self, name: &str, value: &str) -> Result<(), Error>;

    /// Goes to the start position.
    fn restart(&mut self);

    /// Sets the position; the turns that the words spelled. On an error none is set.
    fn place(&mut self, root: Root<'_>, turns: &[&str]) -> Result<Vec<Played>, Error>;

    /// Plays turns, all or none; the turns that the words spelled.
    fn play(&mut self, turns: &[&str]) -> Result<Vec<Played>, Error>;

    /// Takes turns back, all or none.
    fn undo(&mut self, count: usize) -> Result<(), Error>;

    /// The legal turns, sorted as text; none when the game is over.
    fn legal(&self) -> Result<Vec<String>, Error>;

    /// The `state` answer.
    fn state(&self) -> Result<Value, Error>;

    /// Id of the variant.
    fn id(&self) -> &str;

    /// The letter of a side.
    fn side_letter(&self, side: Side) -> &'static str;

    /// Who is on turn.
    fn side(&self) -> Result<Side, Error>;

    /// How the game has ended, by repetition and quiet plies too.
    fn outcome(&self) -> Result<Option<Outcome>, Error>;

    /// The position text.
    fn fen(&self) -> Result<String, Error>;

    /// Plies played since the start of the game.
    fn ply(&self) -> Result<u32, Error>;

    /// The same for positions that are images of each other under a symmetry of the board.
    fn shape_key(&self) -> Result<u64, Error>;

    /// A turn, or a word that is part of one, spelled with the point names of another style.
    ///
    /// # Errors
    /// `Unsupported` where the points have no such names, `BadArgument` for what is no turn.
    fn respell(&self, word: &str, from: Style, to: Style) -> Result<String, Error>;

    /// The `eval` answer.
    fn evaluate(&self) -> Result<Value, Error>;

    /// The `d` answer.
    fn display(&self, style: Style) -> Result<String, Error>;

    /// The `rules` answer.
    fn rules(&self) -> Value;

    /// The `tb` answer, with the tables in `folder` that are ready within `patience`.
    fn tablebase(&self, folder: &str, patience: Duration) -> Result<Value, Error>;

    /// Begins to open the tables in `folder`, unless that has been done.
    fn open_tables(&self, folder: &str);

    /// Makes sure that there are tables in `folder`, where one is named, for these rules.
    ///
    /// # Errors
    /// `Unsupported` where there can be none, `Io` where the folder holds none.
    fn check_tables(&self, folder: Option<&str>) -> Result<(), Error>;

    /// What is certain of the end of the game by the tables in `folder` that are ready within
    /// `patience`; nothing of a game that is over.
    fn known(&self, folder: &str, patience: Duration) -> Result<Option<Known>, Error>;

    /// Opens the tables anew when they are next asked: their files may have changed.
    fn forget_tables(&mut self);

    /// The same game once more; the tables that have been opened serve both.
    fn twin(&self) -> Box<dyn Position>;

    /// A copy of the present moment for a job, with the tables that a search may ask.
    fn inquiry(&self, tables: Option<Consult<'_>>) -> Result<Box<dyn Inquiry>, Error>;
}

impl dyn Position + '_ {
    /// Sets rule switches; what the position was is lost, the caller sets another.
    ///
    /// Some switches exclude each other, so one that is refused is tried again when
    /// others are set: their order does not matter.
    pub(crate) fn set_switches(&mut self, switches: &[(String, String)]) -> Result<(), Error> {
        let mut due: Vec<&(String, String)> = switches.iter().collect();
        while !due.is_empty() {
            let before = due.len();
            let mut refusal = None;
            due.retain(|(name, value)| match self.set_switch(name, value) {
                // The old position may be impossible under the new rule; it is not needed.
                Ok(()) | Err(Error::BadFen(_)) => false,
                Err(error) => {
                    refusal.get_or_insert(error);
                    true
                }
            });
            if let Some(error) = refusal.filter(|_| due.len() == before) {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Sets the position to a position text, or to the start position of the rules, and
    /// plays turns from there; the turns that the words spelled. On an error none is set.
    pub(crate) fn set_up(
        &mut self,
        fen: Option<&str>,
        turns: &[&str],
    ) -> Result<Vec<Played>, Error> {
        let Some(fen) = fen else { return self.place(Root::Start, turns) };
        let words: Vec<&str> = fen.split_whitespace().collect();
        self.place(Root::Fen(&words), turns)
    }
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// Its canonical text.
    pub(crate) turn: String,
    /// How many words it took.
    pub(crate) words: usize,
}

/// A position to search or count from, on any thread.
pub(crate) trait Inquiry: Send {
    /// Whether the game is over, by repetition and quiet plies too.
    fn is_over(&self) -> bool;

    /// Who is on turn.
    fn on_turn(&self) -> Side;

    /// Who starts a game of these rules.
    fn starter(&self) -> Side;

    /// How much of the time of an average turn this one deserves, in percent.
    fn weight(&self) -> u32;

    /// Keeps only the wanted first turns; what is not legal comes back as errors.
    fn restrict(&mut self, only: &[String], avoid: &[String]) -> Vec<Error>;

    /// How many first turns are left.
    fn choices(&self) -> usize;

    /// Searches; the first iteration is always finished and told.
    fn search(&self, tools: &Tools, say: &(dyn Fn(News) + Sync)) -> Answer;

    /// A legal answer without any thought, for when the search has failed.
    fn fallback(&self) -> (Info, Answer);

    /// Counts turn sequences, below each first turn if `divided`; `None` when stopped.
    fn count(&self, depth: u32, divided: bool, stop: &dyn Fn() -> bool) -> Option<Tally>;
}

/// What a search works with.
#[derive(Debug)]
pub(crate) struct Tools {
    /// The transposition table.
    pub(crate) table: Arc<Table>,
    /// When to end.
    pub(crate) limits: Limits,
    /// How to be told to end.
    pub(crate) signal: Arc<Signal>,
    /// Running since the request came in.
    pub(crate) watch: StopWatch,
    /// Threads to search with.
    pub(crate) threads: usize,
    /// Whether to tell expected wins, draws and losses.
    pub(crate) show_wdl: bool,
    /// Lines to tell of; more may be searched.
    pub(crate) lines: usize,
    /// How to choose when not playing at full strength.
    pub(crate) skill: Option<Skill>,
}

/// What a search chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The turn.
    pub(crate) turn: String,
    /// The expected reply.
    pub(crate) ponder: Option<String>,
    /// Nodes searched.
    pub(crate) nodes: u64,
}

/// What a perft counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Below each first turn, sorted by its text.
    pub(crate) divided: Vec<(String, u64)>,
    /// In all.
    pub(crate) nodes: u64,
}

/// The wall clock of one job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StopWatch(Instant);

impl StopWatch {
    /// A watch that starts now.
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for StopWatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// How many a second; a time too short to be measured is taken for a microsecond.
pub(crate) fn rate(count: u64, time: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// The milliseconds of a time, as the world is told them.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_needs_no_time_that_can_be_measured() {
        assert_eq!(rate(2, Duration::from_millis(4)), 500);
        assert_eq!(rate(1, Duration::ZERO), 1_000_000);
        assert_eq!(rate(u64::MAX, Duration::from_micros(1)), u64::MAX);
    }
}
