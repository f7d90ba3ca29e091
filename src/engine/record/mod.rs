//! Game records: one game with its tags, turns and remarks, as text in the shape of PGN.
//!
//! A [`Record`] holds canonical values only, whoever made it, so that what is
//! written reads back as the same record. Text becomes records in three steps:
//! `split` cuts a stream into games, `scan` reads the grammar of one, and
//! [`Referee`] plays it with the machinery that plays all games here. The
//! format is described in protocol.md, section 14.

mod error;
mod split;
mod scan;
mod tags;
mod write;
mod rule_set;
mod referee;
mod replay;
mod data;

pub use error::RecordError;
pub use referee::{Referee, Review};
pub use replay::Replay;
pub use tags::Tags;

use crate::game::{Side, Style};

/// Longest move text, in turns; the count of repetitions grows with its square.
pub const MAX_TURNS: usize = 20_000;

/// What a record says about the end of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Light (`w`) has won: `1-0`.
    Light,
    /// Dark (`b`) has won: `0-1`.
    Dark,
    /// Drawn: `1/2-1/2`.
    Draw,
    /// Not finished, or not known: `*`.
    #[default]
    Open,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Draw, Self::Open];

    /// The word that ends a move text.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Light => "1-0",
            Self::Dark => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The verdict that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// The verdict on a finished game, by its winner.
    pub const fn won_by(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Light) => Self::Light,
            Some(Side::Dark) => Self::Dark,
            None => Self::Draw,
        }
    }
}

/// A turn of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    turn: String,
    remark: Option<String>,
}

impl Entry {
    /// A turn in canonical spelling, with a remark or an empty text. Of the remark,
    /// blanks and line breaks become single blanks and `}`, which ends a remark, becomes `)`.
    pub fn new(turn: &str, remark: &str) -> Self {
        Self { turn: turn.to_owned(), remark: tidy(remark) }
    }

    /// The turn, spelled with the names that the record declares.
    pub fn turn(&self) -> &str {
        &self.turn
    }

    /// What is remarked on it.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }
}

/// A remark as it can be written; `None` if nothing is left.
fn tidy(remark: &str) -> Option<String> {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let words: Vec<&str> = remark.split(is_blank).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ").replace('}', ")");
    (!text.is_empty()).then_some(text)
}

/// One game.
///
/// The tags `Variant`, `RuleSet`, `FEN`, `SetUp`, `Notation` and `Result` are the
/// fields of these names; all others are in [`Record::tags`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Event, players and whatever else is told of the game.
    pub tags: Tags,
    /// Id of the variant.
    pub variant: String,
    /// Rule switches that differ from the variant's own: names and values.
    pub rule_set: Vec<(String, String)>,
    /// The position text it starts from, if not from the start position of its rules.
    pub start: Option<String>,
    /// The names by which the turns are spelled.
    pub notation: Style,
    /// The remark before the first turn.
    pub remark: Option<String>,
    /// The turns.
    pub entries: Vec<Entry>,
    /// How it ended.
    pub result: Verdict,
}

impl Record {
    /// A game of the variant from its start position, nothing played yet.
    pub fn new(variant: &str) -> Self {
        Self {
            tags: Tags::new(),
            variant: variant.to_owned(),
            rule_set: Vec::new(),
            start: None,
            notation: Style::Wmd,
            remark: None,
            entries: Vec::new(),
            result: Verdict::Open,
        }
    }

    /// Sets the remark before the first turn; see [`Entry::new`] for what is kept of it.
    pub fn set_remark(&mut self, remark: &str) {
        self.remark = tidy(remark);
    }

    /// Plies that had been played where the record starts, by its position text.
    pub fn first_ply(&self) -> u32 {
        let last = self.start.as_deref().and_then(|fen| fen.split_whitespace().nth(5));
        last.and_then(|word| word.parse().ok()).unwrap_or(0)
    }
}
