//! What is wrong with a record, and where.

use thiserror::Error;

/// Why a text is no record of a game. Every mistake names its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The text does not follow the grammar.
    #[error("line {line}: {message}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// What stands there and what was expected.
        message: String,
    },
    /// A turn that is not legal where it stands.
    #[error("line {line}, ply {ply}, turn {token:?}: {message}")]
    Illegal {
        /// The line, from 1.
        line: usize,
        /// The number of the turn in the record, from 1.
        ply: usize,
        /// The word as it stands there.
        token: String,
        /// What is wrong with it.
        message: String,
    },
    /// The input broke.
    #[error("line {line}: the input cannot be read: {message}")]
    Io {
        /// The line that was being read.
        line: usize,
        /// What the system says.
        message: String,
    },
}

impl RecordError {
    /// The line of the mistake, from 1.
    pub fn line(&self) -> usize {
        match self {
            Self::Malformed { line, .. }
            | Self::Illegal { line, .. }
            | Self::Io { line, .. } => *line,
        }
    }
}

/// A mistake of grammar.
pub(super) fn malformed(line: usize, message: impl Into<String>) -> RecordError {
    RecordError::Malformed { line, message: message.into() }
}
