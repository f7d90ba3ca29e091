//! What the engine says over a wire, whatever the spelling.

use super::error::Fault;
use crate::engine::{News, OptionView};
use serde_json::Value;

/// One answer or announcement.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Who speaks, before the first command of a person at a terminal.
    Greeting {
        /// Name and version.
        name: String,
        /// Who wrote it.
        author: String,
    },
    /// Who speaks and what can be set.
    Identity {
        /// Name and version.
        name: String,
        /// Who wrote it.
        author: String,
        /// Id and title of each variant.
        variants: Vec<(String, String)>,
        /// All options.
        options: Vec<OptionView>,
    },
    /// The answer to [`super::Command::Ready`].
    Ready,
    /// The answer to [`super::Command::Ping`].
    Pong(u64),
    /// The options with their present values.
    Options(Vec<OptionView>),
    /// One object about one subject.
    Facts(Subject, Value),
    /// Lines for people.
    Text(String),
    /// An explanation of all commands, or of one.
    Help(Option<String>),
    /// What a job says.
    News(News),
    /// Something was wrong with a command.
    Failure {
        /// The command's word as given.
        command: String,
        /// What was wrong.
        fault: Fault,
    },
}

/// What an object of facts is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The legal turns.
    Legal,
    /// The position.
    State,
    /// The rules of a game.
    Rules,
    /// The list of variants.
    Variants,
    /// The static evaluation.
    Evaluation,
    /// What tables of exact values know.
    Tablebase,
}

impl Subject {
    /// Every subject.
    pub const ALL: [Self; 6] = [
        Self::Legal,
        Self::State,
        Self::Rules,
        Self::Variants,
        Self::Evaluation,
        Self::Tablebase,
    ];
}
