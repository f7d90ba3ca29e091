//! What a line of an engine says, to the program that talks with it.
//!
//! The counterpart of [`super::Heard`]. A reply of several lines is told line by line.

use super::reply::Subject;
use crate::engine::{Info, OptionKind};
use serde_json::Value;

/// One line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Saying {
    /// Its name and version.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// The protocol and its version, `umi 1.0`.
    Protocol(String),
    /// A variant that it plays.
    Variant {
        /// The value of the option `Variant`.
        id: String,
        /// Its name for people.
        title: String,
    },
    /// An option that it has.
    Option(Offer),
    /// The introduction is complete.
    Identified,
    /// The list of options is complete.
    OptionsEnd,
    /// It listens.
    Ready,
    /// It listens, with the number of the `ping`.
    Pong(u64),
    /// One object about one subject.
    Facts(Subject, Value),
    /// A result of a running search. Figures that the line leaves out are zero.
    Info(Box<Info>),
    /// Anything else that an `info` line may tell: `string`, `currmove`.
    Remark(String),
    /// The search is over.
    Best {
        /// The chosen turn; `None` when there is none.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// The total of a count or a bench.
    Nodes(u64),
    /// Something was wrong with a command.
    Failure(Refusal),
    /// A line that does not begin like one of the protocol.
    Other(String),
}

/// An option as an engine announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Its shape and default.
    pub kind: OptionKind,
    /// The present value, where the line tells it.
    pub value: Option<String>,
}

/// Why an engine did not, or not wholly, obey.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Refusal {
    /// The stable code.
    pub code: String,
    /// The word of the command.
    pub command: String,
    /// A sentence.
    pub message: String,
    /// The whole object, with what the code adds.
    pub details: Value,
}
