//! The contract between a game and everything that plays it.
//!
//! [`Game`] is what a search needs, [`Notation`] what a person or a wire needs.
//! Both take `&self`: the object holds the rules, so one type plays every
//! variant. States are plain copies and nothing is undone. A turn is a whole
//! turn with all it captures; it nearly always passes the move, but not always,
//! so [`Game::side`] says who is on turn and nobody assumes alternation.

pub mod laws;
pub mod oracle;
pub mod outcome;
pub mod perft;
pub mod read;

pub use oracle::{Oracle, Readiness, Standing};
pub use outcome::{DrawRules, Outcome, Reason, Side};
pub use read::ReadError;

use crate::kit::Score;
use serde_json::{Map, Value};
use std::fmt::Debug;

/// A two-player game of perfect information, as the search sees it.
pub trait Game: Send + Sync + 'static {
    /// A position, without the history that led to it.
    type State: Copy + PartialEq + Debug + Send + Sync;
    /// A whole turn.
    type Turn: Copy + Eq + Debug + Send + Sync;

    /// The position a game starts from.
    fn start(&self) -> Self::State;

    /// Who is on turn.
    fn side(&self, state: &Self::State) -> Side;

    /// How the game has ended by the position itself, or `None` while it goes on.
    ///
    /// Cheap enough to ask at every node. Repetition and the quiet-plies rule
    /// are not part of it: they need history, see [`Game::draw_rules`].
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Appends every legal turn of an unfinished position, each once, in a fixed order.
    ///
    /// There is at least one. For a finished position nothing is promised.
    fn turns(&self, state: &Self::State, turns: &mut Vec<Self::Turn>);

    /// Appends the turns that change material at once (closures that capture),
    /// a subset of [`Game::turns`]: what quiescence looks at.
    fn forcing_turns(&self, state: &Self::State, turns: &mut Vec<Self::Turn>) {
        let from = turns.len();
        self.turns(state, turns);
        let mut kept = from;
        for index in from..turns.len() {
            if self.is_forcing(state, turns[index]) {
                turns.swap(kept, index);
                kept += 1;
            }
        }
        turns.truncate(kept);
    }

    /// Whether the turn changes material at once.
    fn is_forcing(&self, state: &Self::State, turn: Self::Turn) -> bool;

    /// How many legal turns an unfinished position has.
    fn count_turns(&self, state: &Self::State) -> u64 {
        let mut turns = Vec::new();
        self.turns(state, &mut turns);
        turns.len() as u64
    }

    /// The position after a legal turn.
    #[must_use]
    fn after(&self, state: &Self::State, turn: Self::Turn) -> Self::State;

    /// An estimate of an unfinished position from the side on turn, never a decided score.
    fn evaluate(&self, state: &Self::State) -> Score;

    /// How much of the time of an average turn the turn to be made here deserves, in
    /// percent, 1 to 1000: more where the game is usually decided.
    fn time_weight(&self, _state: &Self::State) -> u32 {
        100
    }

    /// Whether quiet turns may end the game soon, so that none may be passed over unseen
    /// on the word of an estimate. Cheap enough to ask at every node.
    fn is_tense(&self, _state: &Self::State) -> bool {
        false
    }

    /// Identity of the position for repetition: equal positions have equal keys.
    fn key(&self, state: &Self::State) -> u64;

    /// Key for the transposition table: the identity, and what else changes the
    /// value of the position (a move count close to its limit).
    fn table_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Plies since the last turn that cannot be taken back (capture, placement):
    /// no earlier position can recur.
    fn quiet(&self, state: &Self::State) -> u32;

    /// The draws that need history.
    fn draw_rules(&self) -> DrawRules;

    /// A guess at how good the turn is before searching it, in centimen; closures
    /// above quiet turns, better captures above worse.
    fn merit(&self, state: &Self::State, turn: Self::Turn) -> i32;

    /// Index of the turn in history tables, below [`Game::SLOTS`]; turns that
    /// resemble each other (same piece, same target) may share one.
    fn slot(&self, state: &Self::State, turn: Self::Turn) -> usize;

    /// Size of a history table.
    const SLOTS: usize;

    /// The turn in 32 bits, for the transposition table; never 0.
    fn pack(&self, turn: Self::Turn) -> u32;

    /// The turn that [`Game::pack`] packed, or `None` if the bits are no turn at all.
    ///
    /// The bits come from a table that other positions share, so the result is
    /// not known to be legal.
    fn unpack(&self, bits: u32) -> Option<Self::Turn>;
}

/// The game as text and data: what a person reads and a wire carries.
pub trait Notation: Game {
    /// Short name of the rules, as the `Variant` option has it.
    fn id(&self) -> &str;

    /// Name for people.
    fn title(&self) -> &str;

    /// The turn in canonical spelling.
    fn write_turn(&self, turn: Self::Turn) -> String;

    /// The legal turn of `state` that `text` spells.
    ///
    /// # Errors
    /// [`ReadError::Malformed`] when it is no turn, [`ReadError::Illegal`] when it is not legal here.
    fn read_turn(&self, state: &Self::State, text: &str) -> Result<Self::Turn, ReadError>;

    /// Whether the points have names of this style.
    fn has_names(&self, style: Style) -> bool {
        style == Style::Wmd
    }

    /// The turn that `text` spells with the names of one style, in the canonical
    /// spelling of another; also a part of a turn that is a word of its own (`xb4`).
    ///
    /// # Errors
    /// [`ReadError::Malformed`] when it is no turn, or a style has no names here.
    fn respell(&self, text: &str, from: Style, to: Style) -> Result<String, ReadError>;

    /// Whether some legal turn of `state` is a removal by itself (`xb4`); if so,
    /// such a token is never joined to the one before it.
    fn removal_is_turn(&self, _state: &Self::State) -> bool {
        false
    }

    /// The position text, without the word `fen`.
    fn write_state(&self, state: &Self::State) -> String;

    /// The position that the words spell.
    ///
    /// # Errors
    /// [`ReadError::Malformed`] for bad syntax, [`ReadError::Impossible`] for a
    /// position that the rules do not allow.
    fn read_state(&self, words: &[&str]) -> Result<Self::State, ReadError>;

    /// The same position under these rules, after a rule has changed.
    ///
    /// # Errors
    /// [`ReadError::Impossible`] when the rules no longer allow it.
    fn readopt(&self, state: &Self::State) -> Result<Self::State, ReadError>;

    /// The letter of a side in position texts: `w`, `b`, `s`, `n`.
    fn side_letter(&self, side: Side) -> &'static str;

    /// Equal for positions that are images of each other under a symmetry of the board.
    fn shape_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Plies played since the start of the game.
    fn ply(&self, state: &Self::State) -> u32;

    /// Members of the `state` answer that belong to this game: `phase`, `hands`,
    /// `onboard`, `barred` ...
    fn details(&self, state: &Self::State) -> Map<String, Value>;

    /// The rules as data, for the `rules` answer.
    fn rules(&self) -> Value;

    /// Terms of the evaluation, by name, for the `eval` answer.
    fn explain(&self, state: &Self::State) -> Map<String, Value>;

    /// The board as people read it, several lines without a final newline.
    fn draw(&self, state: &Self::State, style: Style) -> String;
}

/// Names of the points, in drawings and records; on the wire only `Wmd`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// a1 to g7.
    #[default]
    Wmd,
    /// Ring names of the Generally Accepted Rules: E1-E8, A1-A8, R1-R8.
    Gar,
}

impl Style {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wmd => "wmd",
            Self::Gar => "gar",
        }
    }

    /// The style that a word names, whatever the case.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Wmd, Self::Gar].into_iter().find(|style| word.eq_ignore_ascii_case(style.word()))
    }
}
