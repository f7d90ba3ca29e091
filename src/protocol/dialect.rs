//! The seam between what is said and how it is spelled.
//!
//! A dialect is one file beside `umi.rs`. It may remember what it needs between
//! lines (one that speaks in half-turns must), hence `&mut self`. [`Dialect`] is the
//! engine's side of it, [`Caller`] that of a program which talks to an engine.

use super::command::Command;
use super::error::Fault;
use super::reply::Reply;
use super::saying::Saying;

/// What one line was understood to say.
///
/// A line may be faulty and still be an order: `go depht 3` is an error and a search,
/// a bad `position` is an error and leaves no position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The command's word as given; empty for an empty line.
    pub word: String,
    /// What was wrong, in the order of the line.
    pub faults: Vec<Fault>,
    /// What is to be done; `None` for an empty line or one that cannot be obeyed.
    pub command: Option<Command>,
}

/// A way to spell commands and replies.
pub trait Dialect {
    /// Understands one line, given without its end.
    fn parse(&mut self, line: &str) -> Heard;

    /// Spells one reply: any number of lines, without the last line's end. An empty
    /// text means that this dialect says nothing.
    fn render(&mut self, reply: &Reply) -> String;
}

/// The other end of a dialect: `parse` of what it writes is the command again, and it
/// reads what `render` spells.
pub trait Caller {
    /// Spells a command as one line, without its end.
    fn write(&self, command: &Command) -> String;

    /// Understands one line of an engine, given without its end.
    ///
    /// # Errors
    /// A sentence, for a line that begins like one of the protocol and is misspelled. What
    /// begins otherwise is [`Saying::Other`].
    fn read(&self, line: &str) -> Result<Saying, String>;
}
