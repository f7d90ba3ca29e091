//! What can be wrong with a line, and the stable codes the world knows it by.

use super::input::LINE_LIMIT;
use crate::engine::Error;
use serde_json::{Map, Value};
use thiserror::Error as ThisError;

/// Longest message sent, in characters.
const MESSAGE_LIMIT: usize = 600;

/// Longest command word or turn repeated in an error, in characters.
const WORD_LIMIT: usize = 60;

/// The stable name of a kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// See [`Code::TABLE`].
    UnknownCommand,
    /// See [`Code::TABLE`].
    BadArgument,
    /// See [`Code::TABLE`].
    BadFen,
    /// See [`Code::TABLE`].
    IllegalMove,
    /// See [`Code::TABLE`].
    NoPosition,
    /// See [`Code::TABLE`].
    NoSuchOption,
    /// See [`Code::TABLE`].
    BadValue,
    /// See [`Code::TABLE`].
    Busy,
    /// See [`Code::TABLE`].
    LineTooLong,
    /// See [`Code::TABLE`].
    Unsupported,
    /// See [`Code::TABLE`].
    Io,
    /// See [`Code::TABLE`].
    Internal,
}

impl Code {
    /// Every code, its spelling, and what it means.
    pub const TABLE: [(Self, &'static str, &'static str); 12] = [
        (Self::UnknownCommand, "unknown-command", "the first word of the line is no command"),
        (Self::BadArgument, "bad-argument", "a word after the command is missing or wrong"),
        (Self::BadFen, "bad-fen", "the position text is malformed or cannot occur"),
        (Self::IllegalMove, "illegal-move", "a turn is not legal where it stands"),
        (Self::NoPosition, "no-position", "the command needs a position and none is set"),
        (Self::NoSuchOption, "no-such-option", "no option has the name given"),
        (Self::BadValue, "bad-value", "the option does not take the value given"),
        (Self::Busy, "busy", "a running job must end first"),
        (Self::LineTooLong, "line-too-long", "the line is longer than 1 MiB and was skipped"),
        (Self::Unsupported, "unsupported", "understood, but this engine cannot do it"),
        (Self::Io, "io", "a file could not be read or written"),
        (Self::Internal, "internal", "a fault of the engine itself; please report it"),
    ];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        let row = Self::TABLE.iter().find(|(code, _, _)| *code == self);
        row.map_or("internal", |(_, word, _)| word)
    }
}

/// Why a line was not, or not wholly, obeyed.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Fault {
    /// The first word is no command.
    #[error("no command is called {shown}{}; `help` lists the commands", hint(*.meant))]
    UnknownCommand {
        /// The word as given.
        shown: String,
        /// The command that does what the word does in another protocol.
        meant: Option<&'static str>,
    },
    /// The line is longer than [`LINE_LIMIT`].
    #[error("the line is longer than {LINE_LIMIT} bytes and was skipped")]
    LineTooLong,
    /// The line holds bytes that are no text.
    #[error("the line is not UTF-8 text: wrong byte after {0} good ones; it was skipped")]
    NotText(usize),
    /// The line holds a NUL character.
    #[error("the line holds a NUL character after {0} bytes; it was skipped")]
    HoldsNul(usize),
    /// A refusal of the engine, or one that is worded like it.
    #[error(transparent)]
    Engine(#[from] Error),
}

impl Fault {
    /// A word of the command is missing or wrong.
    pub fn bad_argument(message: impl Into<String>) -> Self {
        Self::Engine(Error::BadArgument(message.into()))
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            Self::UnknownCommand { .. } => Code::UnknownCommand,
            Self::LineTooLong => Code::LineTooLong,
            Self::NotText(_) | Self::HoldsNul(_) => Code::BadArgument,
            Self::Engine(error) => match error {
                Error::BadArgument(_) => Code::BadArgument,
                Error::BadFen(_) => Code::BadFen,
                Error::IllegalMove { .. } => Code::IllegalMove,
                Error::NoPosition => Code::NoPosition,
                Error::NoSuchOption(_) => Code::NoSuchOption,
                Error::BadValue { .. } => Code::BadValue,
                Error::Busy(_) => Code::Busy,
                Error::Unsupported(_) => Code::Unsupported,
                Error::Io(_) => Code::Io,
                Error::Internal(_) => Code::Internal,
            },
        }
    }

    /// The object sent: code, command and message, then what the code adds.
    pub fn to_json(&self, command: &str) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("code", self.code().word().into());
        put("command", clipped(command, WORD_LIMIT).into());
        put("message", clipped(&self.to_string(), MESSAGE_LIMIT).into());
        match self {
            Self::Engine(Error::IllegalMove { index, token, .. }) => {
                put("index", (*index).into());
                put("token", clipped(token, WORD_LIMIT).into());
            }
            Self::Engine(Error::BadValue { min, max, allowed, .. }) => {
                if let Some(min) = min {
                    put("min", (*min).into());
                }
                if let Some(max) = max {
                    put("max", (*max).into());
                }
                if !allowed.is_empty() {
                    put("allowed", allowed.clone().into());
                }
            }
            _ => {}
        }
        Value::Object(object)
    }
}

fn hint(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |command| format!(", `{command}` does the same here"))
}

/// The text without control characters, cut when it is longer than `limit` characters.
fn clipped(text: &str, limit: usize) -> String {
    let clean = |symbol: char| if symbol.is_control() { '\u{fffd}' } else { symbol };
    let mut symbols = text.chars().map(clean);
    let mut clipped: String = symbols.by_ref().take(limit).collect();
    if symbols.next().is_some() {
        clipped.push_str("...");
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::{Code, Fault};
    use crate::engine::Error;

    #[test]
    fn every_code_has_one_row_of_its_own() {
        for (index, (code, word, meaning)) in Code::TABLE.iter().enumerate() {
            assert_eq!(*code as usize, index, "{word} stands in the order of the enum");
            assert_eq!(code.word(), *word);
            assert!(!meaning.is_empty());
        }
    }

    #[test]
    fn an_error_is_code_command_message_and_extras_in_this_order() {
        let fault = Fault::from(Error::IllegalMove {
            index: 2,
            token: "d6".into(),
            message: "d6 is taken".into(),
        });
        assert_eq!(
            fault.to_json("play").to_string(),
            r#"{"code":"illegal-move","command":"play","message":"d6 is taken","index":2,"token":"d6"}"#
        );
        let fault = Fault::from(Error::BadValue {
            message: "no".into(),
            min: Some(1),
            max: Some(4),
            allowed: Vec::new(),
        });
        assert_eq!(
            fault.to_json("setoption").to_string(),
            r#"{"code":"bad-value","command":"setoption","message":"no","min":1,"max":4}"#
        );
    }

    #[test]
    fn odd_command_words_are_cleaned_and_cut() {
        let json = Fault::LineTooLong.to_json(&format!("a\u{1}{}", "b".repeat(99)));
        let command = json["command"].as_str().unwrap();
        assert!(command.starts_with("a\u{fffd}b") && command.ends_with("b..."));
        assert_eq!(command.chars().count(), 63);
    }
}
