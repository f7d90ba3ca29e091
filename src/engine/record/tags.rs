//! The tags of a record that are plain text: who played where and when.

use std::fmt::Write;

/// Tags that every record has; unknown values are written as question marks.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tag that says how a game ended, if not by the rules.
pub(super) const TERMINATION: &str = "Termination";

/// Tags that are fields of a record and never part of [`Tags`].
pub(super) const FIELDS: [&str; 6] =
    ["Result", "Variant", "RuleSet", "SetUp", "FEN", "Notation"];

/// Most tags of a record.
pub(super) const MOST: usize = 200;

/// Names and values, in the order in which they are written: the six that every
/// record has, `Termination`, then the others as they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Default for Tags {
    fn default() -> Self {
        Self::new()
    }
}

impl Tags {
    /// The six with nothing known.
    pub fn new() -> Self {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        Self(ROSTER.iter().map(own).collect())
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; control characters of the value become blanks.
    ///
    /// Returns false, and sets nothing, if the name is not of letters, digits and
    /// underscores, if it is a field of [`super::Record`], or if there are too many tags.
    #[must_use]
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let value: String =
            value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| known == name) {
            *old = value;
            return true;
        }
        if !is_name(name) || FIELDS.contains(&name) || self.0.len() >= MOST {
            return false;
        }
        let place = if name == TERMINATION { ROSTER.len() } else { self.0.len() };
        self.0.insert(place, (name.to_owned(), value));
        true
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Those that every record has.
    pub(super) fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().take(ROSTER.len())
    }

    /// The others.
    pub(super) fn rest(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().skip(ROSTER.len())
    }
}

/// Whether a word can be the name of a tag.
pub(super) fn is_name(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 255
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Appends the line of a tag; quotes and backslashes of the value are escaped.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}
