//! The face of the engine: object-safe, text only in the game's own notation.
//!
//! Every request returns at once. Work that takes time (a search, a perft, a
//! bench) runs on a thread of its own and reports through the [`Sink`] that came
//! with the request. After `go` the sink gets any number of `Info` and
//! `CurrentTurn`, then exactly one `Best`, then nothing, whatever went wrong; after
//! `count` and `bench` exactly one `Counted`, `Benched` or `Failed`.
//! Whoever owns the session calls [`Session::settle`] when that last message arrives.

use super::error::Error;
use super::request::{Request, Root};
use serde_json::Value;
use std::time::Duration;

/// Where news of a job goes. Called from the job's thread.
pub type Sink = Box<dyn Fn(News) + Send + Sync>;

/// What a job says.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A search has a result to show.
    Info(Box<Info>),
    /// A search that has run for three seconds looks at this first turn.
    CurrentTurn {
        /// The turn.
        turn: String,
        /// Its number in the order searched, from 1.
        number: usize,
    },
    /// The search is over.
    Best {
        /// The chosen turn; `None` when there is none (no position, game over).
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// A perft or divide is over.
    Counted {
        /// Count below each first turn, in the order of the turns' text; empty unless divided.
        divided: Vec<(String, u64)>,
        /// All sequences.
        nodes: u64,
        /// Sequences a second.
        nps: u64,
        /// Milliseconds of wall time.
        millis: u64,
    },
    /// A bench is over: a report line for each position or figure, and the two totals.
    Benched {
        /// Lines for people, in order.
        lines: Vec<String>,
        /// Nodes searched: the signature of the engine.
        nodes: u64,
        /// Nodes a second.
        nps: u64,
    },
    /// A perft or bench gave up, or a search had a fault (its `Best` still follows).
    Failed(Error),
}

impl News {
    /// Whether the job ends with this message.
    pub fn is_last(&self, of_search: bool) -> bool {
        match self {
            Self::Best { .. } | Self::Counted { .. } | Self::Benched { .. } => true,
            Self::Failed(_) => !of_search,
            Self::Info(_) | Self::CurrentTurn { .. } => false,
        }
    }
}

/// One result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies of the finished iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub sel_depth: u32,
    /// Rank of this line, from 1.
    pub multi_pv: usize,
    /// Value from the side to move.
    pub score: ScoreView,
    /// Set when the value is only a bound.
    pub bound: Option<Bound>,
    /// Expected wins, draws and losses in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched so far by all threads.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Filled part of the transposition table in thousandths.
    pub hash_full: u32,
    /// Positions answered by tablebases.
    pub tb_hits: u64,
    /// Milliseconds since the search began.
    pub millis: u64,
    /// The principal variation; at least one turn.
    pub pv: Vec<String>,
}

impl Info {
    /// A turn that nobody has thought about.
    pub(crate) fn unsearched(turn: String) -> Self {
        Self {
            depth: 1,
            sel_depth: 1,
            multi_pv: 1,
            score: ScoreView::Centimen(0),
            bound: None,
            wdl: None,
            nodes: 0,
            nps: 0,
            hash_full: 0,
            tb_hits: 0,
            millis: 0,
            pv: vec![turn],
        }
    }
}

/// A score as the world sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreView {
    /// Hundredths of a man.
    Centimen(i32),
    /// Turns the winner still has to make; negative when the side to move loses.
    Win(i32),
    /// A proved draw.
    Draw,
}

/// The side on which a score is only a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is this or higher.
    Lower,
    /// The value is this or lower.
    Upper,
}

/// An option as announced, with its present value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionView {
    /// Its name, without spaces.
    pub name: &'static str,
    /// Its shape and default.
    pub kind: OptionKind,
    /// The present value; empty for a button or an empty text.
    pub value: String,
}

/// The shape of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at the start.
        default: i64,
        /// Lowest value.
        min: i64,
        /// Highest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at the start.
        default: String,
        /// All words.
        choices: Vec<String>,
    },
    /// Free text.
    Text {
        /// Value at the start.
        default: String,
    },
    /// An action.
    Button,
}

/// The engine as a protocol sees it.
pub trait Session {
    /// Name and version, for `id name`.
    fn name(&self) -> String;

    /// Who wrote it, for `id author`.
    fn author(&self) -> String;

    /// Id and title of each variant, in the order announced.
    fn variants(&self) -> Vec<(String, String)>;

    /// All options with their present values, in the order announced.
    fn options(&self) -> Vec<OptionView>;

    /// Sets an option. The value is checked now; while a search runs it takes
    /// effect when the search has ended.
    ///
    /// # Errors
    /// `NoSuchOption`, `BadValue`, `Io` (a file that cannot be used), `BadArgument`.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error>;

    /// The file in which the conversation is to be kept; empty for none.
    fn log_file(&self) -> &str;

    /// Forgets history, table and learning; the position is the start position.
    fn new_game(&mut self);

    /// Sets the position; all or nothing. On an error no position is set.
    ///
    /// # Errors
    /// `BadFen`, `IllegalMove`, `BadArgument`.
    fn place(&mut self, root: Root<'_>, turns: &[&str]) -> Result<(), Error>;

    /// Plays turns from the present position; all or nothing.
    ///
    /// # Errors
    /// `NoPosition`, `IllegalMove`.
    fn play(&mut self, turns: &[&str]) -> Result<(), Error>;

    /// Takes back the last `count` turns; all or nothing.
    ///
    /// # Errors
    /// `NoPosition`, `BadArgument` when fewer were played.
    fn undo(&mut self, count: usize) -> Result<(), Error>;

    /// Starts a search. Errors that are returned do not prevent the one `Best`.
    fn go(&mut self, request: &Request, sink: Sink) -> Vec<Error>;

    /// Starts a perft, or a divide.
    ///
    /// # Errors
    /// `NoPosition`, `Busy`.
    fn count(&mut self, depth: u32, divided: bool, sink: Sink) -> Result<(), Error>;

    /// Starts the bench; `None` is its standard depth.
    ///
    /// # Errors
    /// `Busy`.
    fn bench(&mut self, depth: Option<u32>, sink: Sink) -> Result<(), Error>;

    /// Tells the running job, if any, to end; its last message still comes.
    fn stop(&mut self);

    /// The expected turn was played: a pondering search goes on with its clock running.
    fn ponder_hit(&mut self);

    /// Whether a job runs or has not been settled.
    fn is_busy(&self) -> bool;

    /// Whether the running job ends by itself (no `infinite`, no `ponder` before its hit).
    fn is_bounded(&self) -> bool;

    /// Takes leave of the job whose last message has arrived; options set meanwhile
    /// take effect, and what they did not manage is returned.
    fn settle(&mut self) -> Vec<Error>;

    /// `{"turns":[...]}`, sorted as text.
    ///
    /// # Errors
    /// `NoPosition`.
    fn legal(&self) -> Result<Value, Error>;

    /// The position with all that a referee wants to know.
    ///
    /// # Errors
    /// `NoPosition`.
    fn state(&self) -> Result<Value, Error>;

    /// The rules of the named variant (id or alias), or of the present one with its switches.
    ///
    /// # Errors
    /// `BadArgument` for an unknown name.
    fn rules(&self, variant: Option<&str>) -> Result<Value, Error>;

    /// The static evaluation, term by term.
    ///
    /// # Errors
    /// `NoPosition`.
    fn evaluate(&self) -> Result<Value, Error>;

    /// What the tables of exact values know of the position and its turns; those that are
    /// not ready within `patience` are told as unknown.
    ///
    /// # Errors
    /// `NoPosition`.
    fn tablebase(&self, patience: Duration) -> Result<Value, Error>;

    /// The position as people read it, several lines without a final newline.
    ///
    /// # Errors
    /// `NoPosition`.
    fn display(&self) -> Result<String, Error>;
}
