//! What the engine refuses, and why.

use thiserror::Error as ThisError;

/// A refused request. The engine is as it was before the request.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Error {
    /// A word of a command is not what it should be.
    #[error("{0}")]
    BadArgument(String),
    /// The position text is malformed or cannot occur under the rules.
    #[error("{0}")]
    BadFen(String),
    /// A turn that is not legal where it stands.
    #[error("{message}")]
    IllegalMove {
        /// Index of the turn in the list that was given, from 0.
        index: usize,
        /// The turn as given.
        token: String,
        /// What is wrong with it.
        message: String,
    },
    /// No position is set.
    #[error("no position is set; send `position startpos` or `position fen ...`")]
    NoPosition,
    /// No option has this name.
    #[error("no option is named {0:?}; `options` lists them")]
    NoSuchOption(String),
    /// An option does not take this value.
    #[error("{message}")]
    BadValue {
        /// What was given and what is wanted.
        message: String,
        /// Lowest number allowed, for a number.
        min: Option<i64>,
        /// Highest number allowed, for a number.
        max: Option<i64>,
        /// The words allowed, for a choice.
        allowed: Vec<String>,
    },
    /// The engine is at work and this cannot be done meanwhile.
    #[error("{0}")]
    Busy(String),
    /// The request is understood but this engine, variant or build cannot do it.
    #[error("{0}")]
    Unsupported(String),
    /// A file could not be read or written.
    #[error("{0}")]
    Io(String),
    /// A fault of the engine itself; please report it.
    #[error("{0}")]
    Internal(String),
}
