//! Errors of reading a turn or a position from text.

use thiserror::Error;

/// Why a text is not the turn or the position it should be.
///
/// The stages are kept apart because callers answer them differently: nonsense
/// is `bad-argument` or `bad-fen`, a wrong turn is `illegal-move`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The text does not follow the grammar; the sentence says where.
    #[error("{0}")]
    Malformed(String),
    /// A well-formed turn that is not legal in the position.
    #[error("{0}")]
    Illegal(String),
    /// A well-formed position that cannot occur under the rules.
    #[error("{0}")]
    Impossible(String),
}
