//! What may be asked of the engine over a wire, whatever the spelling.

use crate::engine::Request;

/// One order to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say who you are, and which variants and options you have.
    Identify,
    /// Say that you listen.
    Ready,
    /// Say that you listen, with this number.
    Ping(u64),
    /// Set an option.
    SetOption {
        /// Its name as given.
        name: String,
        /// Its value; `None` when the line has none.
        value: Option<String>,
    },
    /// List the options with their present values.
    Options,
    /// Forget everything learned; start position.
    NewGame,
    /// Set the position.
    Place {
        /// The words of the position text; `None` for the start position.
        fen: Option<Vec<String>>,
        /// Turns played from there.
        turns: Vec<String>,
    },
    /// A position was meant but could not be read: none is set now.
    Unset,
    /// Search.
    Go(Box<Request>),
    /// End the running job.
    Stop,
    /// The expected turn was played.
    PonderHit,
    /// Hear nothing until the running job has ended.
    Wait,
    /// End the conversation.
    Quit,
    /// The game ended.
    GameOver {
        /// How it ended for the engine.
        result: GameEnd,
        /// Why, in free words.
        reason: Option<String>,
    },
    /// Count turn sequences.
    Perft {
        /// Their length.
        depth: u32,
        /// One count for each first turn.
        divided: bool,
    },
    /// List the legal turns.
    Legal,
    /// Describe the position to a program.
    State,
    /// Describe the rules of a variant, or of the present game.
    Rules(Option<String>),
    /// List the variants.
    Variants,
    /// Take the static evaluation apart.
    Evaluate,
    /// Say what tables of exact values know of the position.
    Tablebase,
    /// Show the position to people.
    Display,
    /// Play turns.
    Play(Vec<String>),
    /// Take turns back.
    Undo(usize),
    /// Search the fixed positions.
    Bench(Option<u32>),
    /// Explain the commands, or one of them.
    Help(Option<String>),
}

impl Command {
    /// Whether a running job is stopped, and its last message printed, before the answer.
    pub fn ends_job(&self) -> bool {
        match self {
            Self::NewGame
            | Self::Place { .. }
            | Self::Unset
            | Self::Go(_)
            | Self::Stop
            | Self::Quit
            | Self::GameOver { .. }
            | Self::Play(_)
            | Self::Undo(_) => true,
            Self::Identify
            | Self::Ready
            | Self::Ping(_)
            | Self::SetOption { .. }
            | Self::Options
            | Self::PonderHit
            | Self::Wait
            | Self::Perft { .. }
            | Self::Legal
            | Self::State
            | Self::Rules(_)
            | Self::Variants
            | Self::Evaluate
            | Self::Tablebase
            | Self::Display
            | Self::Bench(_)
            | Self::Help(_) => false,
        }
    }
}

/// How a game ended, as the engine is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The engine won.
    Win,
    /// The engine lost.
    Loss,
    /// Neither won.
    Draw,
}
