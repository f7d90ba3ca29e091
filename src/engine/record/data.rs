//! Records as data: one JSON object a game, for programs that would rather not read PGN.

use super::{Entry, Review, Verdict};
use serde_json::{Map, Value, json};

impl Review {
    /// The game as one JSON object: tags, turns, remarks, result, the
    /// position text at its end, and how it is over by the rules.
    pub fn data(&self) -> Value {
        let record = &self.record;
        let mut tags = Map::new();
        let mut put = |name: &str, value: &str| tags.insert(name.to_owned(), value.into());
        for (name, value) in record.tags.roster() {
            put(name, value);
        }
        put("Result", record.result.word());
        for (name, value) in record.fields() {
            put(name, &value);
        }
        for (name, value) in record.tags.rest() {
            put(name, value);
        }
        let mut answer = Map::new();
        answer.insert("tags".to_owned(), tags.into());
        let turns: Vec<&str> = record.entries.iter().map(Entry::turn).collect();
        answer.insert("moves".to_owned(), turns.into());
        answer.insert("remark".to_owned(), record.remark.as_deref().into());
        if record.entries.iter().any(|entry| entry.remark().is_some()) {
            let remarks: Vec<Option<&str>> = record.entries.iter().map(Entry::remark).collect();
            answer.insert("remarks".to_owned(), remarks.into());
        }
        answer.insert("result".to_owned(), record.result.word().into());
        answer.insert("final".to_owned(), self.fen.as_str().into());
        let over = self
            .outcome
            .map(|outcome| json!({ "winner": self.winner, "reason": outcome.reason.word() }));
        answer.insert("over".to_owned(), over.into());
        answer.into()
    }

    /// What the result should be by the rules, if it is another.
    ///
    /// A game that the rules have ended has the result that they give. Where they have
    /// not, `*` is right; any other result needs a tag `Termination` that says why, since
    /// nothing on the board does.
    pub fn complaint(&self) -> Option<String> {
        let said = self.record.result;
        if let Some(outcome) = self.outcome {
            let due = Verdict::won_by(outcome.winner);
            let reason = outcome.reason.word();
            return (said != due).then(|| {
                format!(
                    "the result is {}; the game is over ({reason}), expected {}",
                    said.word(),
                    due.word()
                )
            });
        }
        let cause = self.termination().unwrap_or_default();
        let is_told = !["", "?", "normal", "unterminated"].contains(&&*cause.to_lowercase());
        (said != Verdict::Open && !is_told).then(|| {
            format!(
                "the result is {}, but the game is not over; expected *, or a tag Termination \
                 that says why it ended (resignation, time forfeit, adjudication ...)",
                said.word()
            )
        })
    }

    /// Why the game ended, in a word or two.
    pub fn cause(&self) -> String {
        match (self.outcome, self.termination()) {
            (Some(outcome), _) => outcome.reason.word().to_owned(),
            (None, Some(cause)) if self.record.result != Verdict::Open => cause.to_owned(),
            _ => "not over".to_owned(),
        }
    }

    fn termination(&self) -> Option<&str> {
        self.record.tags.get(super::tags::TERMINATION)
    }
}
