//! The games of a tournament as records, in the shape of PGN: see protocol.md, section 14.

use crate::played::{Cause, Game, GameResult, Pair, Turn};
use crate::schedule::Shard;
use crate::settings::Settings;
use modisa::engine::record::{Entry, Record, Tags, Verdict};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Writes records in the order of the schedule, whatever the order in which the pairs end.
#[derive(Debug)]
pub(crate) struct RecordWriter<W: Write> {
    out: W,
    scribe: Scribe,
    shard: Shard,
    /// The number of the next pair to be written.
    next: u64,
    /// Texts of pairs that ended before one in front of them.
    waiting: BTreeMap<u64, String>,
    is_empty: bool,
}

impl<W: Write> RecordWriter<W> {
    /// Writes to `out` the records of this part of a tournament.
    pub(crate) fn new(out: W, scribe: Scribe, shard: Shard) -> Self {
        let next = shard.first();
        Self { out, scribe, shard, next, waiting: BTreeMap::new(), is_empty: true }
    }

    /// Takes a pair, and writes all that nothing in front is missing of.
    pub(crate) fn add(&mut self, pair: &Pair) -> io::Result<()> {
        self.waiting.insert(pair.number, self.scribe.text(pair));
        while let Some(text) = self.waiting.remove(&self.next) {
            self.write(&text)?;
            self.next = self.shard.after(self.next);
        }
        self.out.flush()
    }

    /// Writes what is left: nothing more will come.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        for text in std::mem::take(&mut self.waiting).into_values() {
            self.write(&text)?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let gap = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        write!(self.out, "{gap}{text}")
    }
}

/// Makes records of the pairs of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct Scribe {
    settings: Settings,
    site: Option<String>,
}

impl Scribe {
    /// For a tournament, which takes place there.
    pub(crate) fn new(settings: Settings, site: Option<String>) -> Self {
        Self { settings, site }
    }

    /// Whether a file of records may be made anew: what stands in it, `text`, is nothing, or
    /// begins with one of these pairs. Where that took place makes no difference.
    pub(crate) fn has_written(&self, text: &str, pairs: &[Pair]) -> bool {
        let begins_with = |pair: &Pair| {
            let [first, _] = self.records(pair);
            tags_of_first(&first.to_string()).eq(tags_of_first(text))
        };
        text.is_empty() || pairs.iter().any(begins_with)
    }

    /// Both records, with an empty line between them.
    fn text(&self, pair: &Pair) -> String {
        let [first, second] = self.records(pair);
        format!("{first}\n{second}")
    }

    /// The record of each game.
    pub(crate) fn records(&self, pair: &Pair) -> [Record; 2] {
        [0, 1].map(|index| self.record(pair, index))
    }

    fn record(&self, pair: &Pair, index: usize) -> Record {
        let game = &pair.games[index];
        let rules = &self.settings.rules;
        let mut record = Record::new(&rules.variant);
        record.rule_set.clone_from(&rules.switches);
        record.start.clone_from(&pair.opening.fen);
        record.result = match game.result {
            GameResult::Light => Verdict::Light,
            GameResult::Dark => Verdict::Dark,
            GameResult::Draw => Verdict::Draw,
        };
        record.tags = self.tags(pair, index);
        record.entries = entries(pair, game);
        if let (true, Some(detail)) = (record.entries.is_empty(), &game.detail) {
            record.set_remark(detail);
        }
        record
    }

    fn tags(&self, pair: &Pair, index: usize) -> Tags {
        let game = &pair.games[index];
        let [light, dark] = [pair.players[index], pair.players[1 - index]];
        let [light, dark] = [light, dark].map(|player| &self.settings.players[player]);
        let mut tags = Tags::new();
        let mut put = |name: &str, value: &str| {
            // Only names that are none are refused.
            let _ = tags.set(name, value);
        };
        put("Event", &self.settings.event);
        put("Site", self.site.as_deref().unwrap_or("?"));
        put("Round", &format!("{}.{}", pair.round, index + 1));
        put("White", &light.name);
        put("Black", &dark.name);
        if let Some(why) = termination(&game.cause) {
            put("Termination", why);
        }
        if light.limit == dark.limit {
            put("TimeControl", &light.limit.to_string());
        } else {
            put("WhiteTimeControl", &light.limit.to_string());
            put("BlackTimeControl", &dark.limit.to_string());
        }
        if let Some((date, time)) = game.started.split_once('T') {
            let date = date.replace('-', ".");
            put("Date", &date);
            put("UTCDate", &date);
            put("UTCTime", time.trim_end_matches('Z'));
        }
        if let Some(file) = &self.settings.rules.file {
            put("VariantFile", file);
        }
        tags
    }
}

/// The lines of the tags of the first record, but for that of the place.
fn tags_of_first(text: &str) -> impl Iterator<Item = &str> {
    let tags = text.lines().take_while(|line| !line.is_empty());
    tags.filter(|line| !line.starts_with("[Site "))
}

/// The turns of the opening and those played, with what the players thought of them.
fn entries(pair: &Pair, game: &Game) -> Vec<Entry> {
    let book = pair.opening.turns.iter().map(|turn| (turn, "book".to_owned()));
    let played = game.turns.iter().map(|turn| (&turn.text, thought(turn)));
    let mut all: Vec<(&String, String)> = book.chain(played).collect();
    if let (Some((_, remark)), Some(detail)) = (all.last_mut(), &game.detail) {
        *remark = format!("{remark}; {detail}");
    }
    all.into_iter().map(|(turn, remark)| Entry::new(turn, &remark)).collect()
}

/// Score, depth and time: `cp 35/12 0.103s`.
fn thought(turn: &Turn) -> String {
    let score = match (&turn.score, turn.depth) {
        (None, _) => String::new(),
        (Some(score), 0) => format!("{score} "),
        (Some(score), depth) => format!("{score}/{depth} "),
    };
    let millis = (turn.micros + 500) / 1000;
    format!("{score}{}.{:03}s", millis / 1000, millis % 1000)
}

/// The tag `Termination`, where the rules did not end the game. The words are those of PGN
/// where it has one.
fn termination(cause: &Cause) -> Option<&'static str> {
    match cause {
        Cause::Rules(_) => None,
        Cause::IllegalTurn => Some("illegal move"),
        Cause::OutOfTurn => Some("rules infraction"),
        Cause::Silence => Some("stalled connection"),
        Cause::Crash => Some("abandoned"),
        Cause::Time => Some("time forfeit"),
        Cause::DrawAdjudication
        | Cause::ResignAdjudication
        | Cause::TableAdjudication
        | Cause::MaxPlies => Some("adjudication"),
    }
}

#[cfg(test)]
mod tests;
