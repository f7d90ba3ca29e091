//! What ends a tournament that cannot go on.

use modisa::engine::Error;

/// No fault in a game, which loses the game and no more, but a reason to play none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// The program of a player does not start, or does not introduce itself.
    #[error("{player} does not start: {reason}")]
    NotStarted {
        /// Its name.
        player: String,
        /// What came instead.
        reason: String,
    },
    /// A player has never heard of the variant.
    #[error("{player} does not announce the variant {variant}")]
    Variant {
        /// Its name.
        player: String,
        /// The id of the variant.
        variant: String,
    },
    /// A player does not take an option.
    #[error("{player} does not take the option {option} = {value}: {reason}")]
    Option {
        /// Its name.
        player: String,
        /// The option.
        option: String,
        /// The value wanted.
        value: String,
        /// What it says about it.
        reason: String,
    },
    /// An opening that cannot be played under these rules.
    #[error("the opening of pair {pair} cannot be played: {error}")]
    Opening {
        /// The number of the pair.
        pair: u64,
        /// What is wrong with it.
        error: Error,
    },
    /// The rules cannot be set up, or the referee is at a loss.
    #[error("the rules: {0}")]
    Rules(#[from] Error),
    /// There are no tables to end games by.
    #[error("-tb: {0}")]
    Tables(Error),
    /// The games were given up on request.
    #[error("the games were given up")]
    Abandoned,
    /// A thread could not be started or ended without a word.
    #[error("a worker failed: {0}")]
    Worker(String),
}
