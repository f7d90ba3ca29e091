//! [`Referee`]: plays what a record says, under the rules that it names.

use super::error::{RecordError, malformed};
use super::replay::Replay;
use super::scan::{Draft, Word, scan};
use super::split::Chunks;
use super::tags::FIELDS;
use super::{Entry, Record, Tags, Verdict, rule_set, tidy};
use crate::engine::catalog::Catalog;
use crate::engine::error::Error;
use crate::engine::position::{Played, Position};
use crate::engine::spelling;
use crate::game::{Outcome, Style};
use std::io::BufRead;

/// A game that was read and played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The line where it begins, from 1.
    pub line: usize,
    /// The game, canonical.
    pub record: Record,
    /// The position text at its end.
    pub fen: String,
    /// How it is over by the rules, repetition and quiet plies included.
    pub outcome: Option<Outcome>,
    /// The letter of the winner by the rules.
    pub(super) winner: Option<&'static str>,
}

/// Reads records and judges them.
#[derive(Clone, Debug, Default)]
pub struct Referee {
    catalog: Catalog,
}

impl Referee {
    /// A referee that knows the variants of a file too.
    ///
    /// # Errors
    /// `Io` and `BadValue` for what is wrong with the file.
    pub fn with_file(path: &str) -> Result<Self, Error> {
        Ok(Self { catalog: Catalog::with_file(path)? })
    }

    /// The games of a source, one after the other; a mistake spoils its own game alone.
    pub fn read<R: BufRead>(
        &self,
        source: R,
    ) -> impl Iterator<Item = Result<Review, RecordError>> {
        Chunks::new(source).map(|chunk| self.review(&scan(&chunk?)?))
    }

    /// Plays a record under its rules.
    ///
    /// # Errors
    /// What is wrong with the variant, the rules, the position or a turn.
    pub fn judge(&self, record: &Record) -> Result<Review, Error> {
        let mut position = self.open(&record.variant, &record.rule_set)?;
        position.set_up(record.start.as_deref(), &[])?;
        let words: Vec<&str> = record.entries.iter().map(Entry::turn).collect();
        spelling::play(&mut *position, &words, record.notation, record.notation)?;
        reviewed(&*position, 1, record.clone())
    }

    /// The same record with the turns spelled by the names of another style.
    ///
    /// # Errors
    /// `Unsupported` where the points have no such names, and what [`Referee::judge`] refuses.
    pub fn respell(&self, record: &Record, to: Style) -> Result<Record, Error> {
        let position = self.open(&record.variant, &[])?;
        let mut respelled = record.clone();
        respelled.notation = to;
        for entry in &mut respelled.entries {
            entry.turn = position.respell(&entry.turn, record.notation, to)?;
        }
        Ok(respelled)
    }

    /// The game from its first position on, turn by turn.
    ///
    /// # Errors
    /// What is wrong with the variant, the rules or the position.
    pub fn replay(&self, record: &Record) -> Result<Replay, Error> {
        let mut position = self.open(&record.variant, &record.rule_set)?;
        position.set_up(record.start.as_deref(), &[])?;
        Ok(Replay::new(position, record))
    }

    fn open(
        &self,
        variant: &str,
        rules: &[(String, String)],
    ) -> Result<Box<dyn Position>, Error> {
        self.catalog.open_with(variant, rules)
    }

    fn review(&self, draft: &Draft) -> Result<Review, RecordError> {
        let (line, verdict) = draft.result;
        let head = Head { draft };
        if let Some((at, said)) = head.tag("Result") {
            let known = Verdict::from_word(said).ok_or_else(|| {
                let wanted = "expected 1-0, 0-1, 1/2-1/2 or *";
                malformed(at, format!("the tag Result says {said:?}; {wanted}"))
            })?;
            if known != verdict {
                let word = verdict.word();
                let what = format!("the result is {word}, but the tag Result says {said}");
                return Err(malformed(line, what));
            }
        }
        let (at, variant) = head.tag("Variant").ok_or_else(|| {
            malformed(draft.line, "the tag Variant is missing; expected [Variant \"id\"]")
        })?;
        let refused = |at: usize| move |error: Error| malformed(at, error.to_string());
        let mut position = self.open(variant, &[]).map_err(refused(at))?;
        if let Some((at, text)) = head.tag("RuleSet") {
            let switches = rule_set::read(text).map_err(|what| malformed(at, what))?;
            position.set_switches(&switches).map_err(refused(at))?;
        }
        let start = head.start()?;
        let at = start.map_or(draft.line, |(at, _)| at);
        position.set_up(start.map(|(_, fen)| fen), &[]).map_err(refused(at))?;
        let root = position.fen().map_err(refused(at))?;
        let notation = head.notation(&*position)?;
        let played = played(&mut *position, draft, notation)?;
        let record = Record {
            tags: head.others()?,
            variant: position.id().to_owned(),
            rule_set: rule_set::of(&*position),
            start: start.map(|_| root),
            notation,
            remark: tidy(&draft.remarks.join(" ")),
            entries: entries(played, &draft.words),
            result: verdict,
        };
        reviewed(&*position, draft.line, record).map_err(refused(line))
    }
}

/// The tags of a draft.
struct Head<'a> {
    draft: &'a Draft,
}

impl<'a> Head<'a> {
    /// The line and the value of a tag.
    fn tag(&self, wanted: &str) -> Option<(usize, &'a str)> {
        let tags = &self.draft.tags;
        let found = tags.iter().find(|(_, name, _)| name == wanted);
        found.map(|(line, _, value)| (*line, value.as_str()))
    }

    /// The position text it starts from.
    fn start(&self) -> Result<Option<(usize, &'a str)>, RecordError> {
        let fen = self.tag("FEN");
        match (self.tag("SetUp"), fen) {
            (Some((line, "1")), None) => {
                Err(malformed(line, "the tag SetUp is 1; expected a tag FEN too"))
            }
            (Some((line, "0")), Some(_)) => {
                Err(malformed(line, "the tag SetUp is 0; expected no tag FEN"))
            }
            (Some((line, value)), _) if value != "0" && value != "1" => {
                Err(malformed(line, format!("the tag SetUp is {value:?}; expected 0 or 1")))
            }
            _ => Ok(fen),
        }
    }

    /// The names by which the turns are spelled.
    fn notation(&self, position: &dyn Position) -> Result<Style, RecordError> {
        let Some((line, word)) = self.tag("Notation") else { return Ok(Style::Wmd) };
        let style = Style::from_word(word).ok_or_else(|| {
            malformed(line, format!("the tag Notation is {word:?}; expected wmd or gar"))
        })?;
        match position.respell("", style, style) {
            Err(Error::Unsupported(message)) => Err(malformed(line, message)),
            _ => Ok(style),
        }
    }

    /// All tags that are no fields.
    fn others(&self) -> Result<Tags, RecordError> {
        let mut tags = Tags::new();
        for (line, name, value) in &self.draft.tags {
            if !FIELDS.contains(&name.as_str()) && !tags.set(name, value) {
                return Err(malformed(*line, format!("too many tags at {name}")));
            }
        }
        Ok(tags)
    }
}

/// The turns of a draft, played.
fn played(
    position: &mut dyn Position,
    draft: &Draft,
    notation: Style,
) -> Result<Vec<Played>, RecordError> {
    let words: Vec<&str> = draft.words.iter().map(|word| word.text.as_str()).collect();
    spelling::play(position, &words, notation, notation).map_err(|error| match error {
        Error::IllegalMove { index, token, message } => {
            // What comes before the word that is blamed is legal; how many turns is it?
            let before = words.get(..index).unwrap_or_default();
            let legal = spelling::play(position, before, notation, notation);
            let line = draft.words.get(index).map_or(draft.line, |word| word.line);
            let ply = legal.map_or(0, |turns| turns.len()) + 1;
            RecordError::Illegal { line, ply, token, message }
        }
        other => malformed(draft.line, other.to_string()),
    })
}

/// The turns with the remarks on all their words.
fn entries(played: Vec<Played>, words: &[Word]) -> Vec<Entry> {
    let mut words = words.iter();
    let mut entry = |one: Played| {
        let own = words.by_ref().take(one.words);
        let remarks: Vec<&str> =
            own.flat_map(|word| word.remarks.iter().map(String::as_str)).collect();
        Entry::new(&one.turn, &remarks.join(" "))
    };
    played.into_iter().map(&mut entry).collect()
}

fn reviewed(position: &dyn Position, line: usize, record: Record) -> Result<Review, Error> {
    let outcome = position.outcome()?;
    let winner = outcome.and_then(|outcome| outcome.winner);
    Ok(Review {
        line,
        record,
        fen: position.fen()?,
        outcome,
        winner: winner.map(|side| position.side_letter(side)),
    })
}
