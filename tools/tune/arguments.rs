//! What can be asked on the command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Makes the evaluation of Modisa from data.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub job: Job,
}

/// The jobs.
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    /// Plays games of the engine against itself and writes a labelled position a line:
    /// `FEN;SCORE;RESULT`, both from the side on turn.
    Play(Play),
    /// Fits the network of a board to labelled positions.
    Fit(Fit),
}

/// How to play.
#[derive(Args, Clone, Debug)]
pub(crate) struct Play {
    /// The rules, by name.
    #[arg(long, default_value = "morabaraba")]
    pub variant: String,
    /// Games to play.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes a turn.
    #[arg(long, default_value_t = 3000)]
    pub nodes: u64,
    /// Number of the first game: each game follows from its number alone.
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// Games at once.
    #[arg(long, default_value_t = 1)]
    pub threads: u64,
    /// Most random turns at the beginning of a game.
    #[arg(long, default_value_t = 10)]
    pub random: u64,
    /// Of so many later turns one is random; 0 = none.
    #[arg(long, default_value_t = 14)]
    pub stray: u64,
    /// Where the positions go; added to what is there.
    pub out: PathBuf,
}

/// How to fit.
#[derive(Args, Clone, Debug)]
pub(crate) struct Fit {
    /// The variant whose board and rules the positions have.
    #[arg(long, default_value = "morabaraba")]
    pub variant: String,
    /// How much the score of the search counts against the result of the game, 0 to 1.
    #[arg(long, default_value_t = 0.7)]
    pub trust: f32,
    /// Times that each position is seen.
    #[arg(long, default_value_t = 30)]
    pub epochs: u32,
    /// Size of the first steps.
    #[arg(long, default_value_t = 0.004)]
    pub rate: f32,
    /// Seed for weights and order.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where the network goes.
    #[arg(long)]
    pub out: PathBuf,
    /// Files of labelled positions.
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
}
