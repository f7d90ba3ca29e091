//! Records as text, in one canonical form.

use super::tags::write_tag;
use super::{Record, rule_set};
use crate::game::Style;
use std::fmt;

/// Longest line of a move text, unless a word is longer.
const WIDTH: usize = 79;

/// The text of the game, from its first tag to the line feed after its result. Between
/// two games there is an empty line.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (name, value) in self.tags.roster() {
            write_tag(&mut text, name, value);
        }
        write_tag(&mut text, "Result", self.result.word());
        for (name, value) in self.fields() {
            write_tag(&mut text, name, &value);
        }
        for (name, value) in self.tags.rest() {
            write_tag(&mut text, name, value);
        }
        text.push('\n');
        f.write_str(&text)?;
        f.write_str(&self.moves())
    }
}

impl Record {
    /// The tags that are fields, without the result, as far as they say anything.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("Variant", self.variant.clone())];
        if !self.rule_set.is_empty() {
            fields.push(("RuleSet", rule_set::write(&self.rule_set)));
        }
        if self.notation != Style::Wmd {
            fields.push(("Notation", self.notation.word().to_owned()));
        }
        if let Some(fen) = &self.start {
            fields.push(("SetUp", "1".to_owned()));
            fields.push(("FEN", fen.clone()));
        }
        fields
    }

    /// The move text: a number before every other turn, by the count of plies.
    fn moves(&self) -> String {
        let mut lines = Lines::default();
        let mut ply = self.first_ply();
        let mut is_numbered = false;
        if let Some(remark) = &self.remark {
            lines.remark(remark);
        }
        for entry in &self.entries {
            let number = ply / 2 + 1;
            if ply.is_multiple_of(2) {
                lines.word(&format!("{number}. {}", entry.turn()));
            } else if is_numbered {
                lines.word(entry.turn());
            } else {
                lines.word(&format!("{number}... {}", entry.turn()));
            }
            is_numbered = entry.remark().is_none();
            if let Some(remark) = entry.remark() {
                lines.remark(remark);
            }
            ply = ply.saturating_add(1);
        }
        lines.word(self.result.word());
        lines.text.push('\n');
        lines.text
    }
}

/// Words filled into lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    fn remark(&mut self, remark: &str) {
        let text = format!("{{{remark}}}");
        let mut unit = String::new();
        for word in text.split(' ') {
            // A line must not begin like a tag or a line to be skipped.
            if !unit.is_empty() && !word.starts_with(['[', '%', ';']) {
                self.word(&unit);
                unit.clear();
            } else if !unit.is_empty() {
                unit.push(' ');
            }
            unit.push_str(word);
        }
        self.word(&unit);
    }
}
