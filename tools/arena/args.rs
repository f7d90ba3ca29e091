//! The words of the command line. The flags are those of fastchess where it has them, with
//! one dash or two, followed by `key=value` words.

mod lists;
mod help;

use crate::config::{self, Conduct, ConfigError};
use crate::draft::{ConductDraft, TournamentDraft, file_word};
use crate::settings::Settings;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use lists::Lists;
use modisa::engine::RuleSet;
use std::path::PathBuf;
use thiserror::Error;

/// What the program is to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Play a tournament.
    Run(Box<Settings>, Conduct),
    /// Go on with the tournament of a journal, in the part that it is of. The conduct names
    /// no journal and no part.
    Resume(PathBuf, Conduct),
    /// Join journals.
    Merge {
        /// The result.
        out: PathBuf,
        /// What is joined.
        inputs: Vec<PathBuf>,
        /// Whether the result may replace a file.
        force: bool,
    },
    /// Tell the tables of a journal.
    Report(PathBuf),
    /// Write the games of a journal as records.
    Records {
        /// The journal.
        journal: PathBuf,
        /// The file; standard output if `None`.
        out: Option<PathBuf>,
        /// Where it took place.
        site: Option<String>,
    },
    /// Write generated openings.
    Openings {
        /// What is played.
        rules: RuleSet,
        /// How many.
        count: u64,
        /// Their length; the variant decides if `None`.
        plies: Option<u32>,
        /// What they are drawn with.
        seed: u64,
        /// The file; standard output if `None`.
        out: Option<PathBuf>,
        /// Whether it may replace a file.
        force: bool,
    },
}

/// Why the words are not understood.
#[derive(Debug, Error)]
pub(crate) enum ArgsError {
    /// An unknown flag, a missing or a wrong value; also the texts of `--help`, which are no
    /// mistake. It is told by `clap::Error::exit`.
    #[error(transparent)]
    Words(#[from] clap::Error),
    /// What they say does not make sense.
    #[error(transparent)]
    Meaning(#[from] ConfigError),
}

/// What the words ask for; the first is the name of the program.
///
/// # Errors
/// What is wrong with them. A settings file is read, no other file is looked at.
pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Command, ArgsError> {
    let words = words.into_iter().map(with_two_dashes);
    let matches = Cli::command().try_get_matches_from(words)?;
    let cli = Cli::from_arg_matches(&matches)?;
    Ok(match cli.job {
        None => {
            let (settings, conduct) = cli.run.meaning()?;
            Command::Run(Box::new(settings), conduct)
        }
        Some(Job::Resume { journal, mut conduct, log }) => {
            conduct.log = lists::read("-log", &log, Some("level"))?.unwrap_or_default();
            Command::Resume(journal, config::conduct(conduct)?)
        }
        Some(Job::Merge { out, inputs, force }) => Command::Merge { out, inputs, force },
        Some(Job::Report { journal }) => Command::Report(journal),
        Some(Job::Records { journal, out, site }) => Command::Records { journal, out, site },
        Some(Job::Openings {
            out,
            count,
            plies,
            srand,
            variant,
            variantfile,
            rules,
            force,
        }) => {
            let switches: crate::spelled::NamedValues =
                lists::read("-rules", &rules, None)?.unwrap_or_default();
            let rules = config::rule_set(variant, variantfile, switches.0)?;
            Command::Openings { rules, count, plies, seed: srand, out, force }
        }
    })
}

/// `--word` for `-word`; a dash and a single letter, and `-5`, stay what they are.
fn with_two_dashes(word: String) -> String {
    let mut letters = word.chars();
    let is_flag = letters.next() == Some('-')
        && letters.next().is_some_and(char::is_alphabetic)
        && letters.next().is_some();
    if is_flag { format!("-{word}") } else { word }
}

/// Lets engines play matches and tournaments, judges their games, and tells who is stronger.
#[derive(Clone, Debug, Parser)]
#[command(name = "arena", version, after_help = help::EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, max_term_width = 96)]
struct Cli {
    #[command(flatten)]
    run: Run,
    #[command(subcommand)]
    job: Option<Job>,
}

/// A tournament to be played.
#[derive(Clone, Debug, clap::Args)]
struct Run {
    #[command(flatten)]
    lists: Lists,
    #[command(flatten)]
    draft: TournamentDraft,
    /// Settings file; flags say otherwise
    #[arg(long, value_name = "[file=]FILE", value_parser = file_word)]
    config: Option<String>,
    /// Games of each pair: always 2, with the sides changed
    #[arg(long, value_name = "2")]
    games: Option<u32>,
    /// Play each opening with both sides: always so
    #[arg(long, value_name = "2", num_args = 0..=1, default_missing_value = "2")]
    repeat: Option<u32>,
    /// Go on when an engine has ended: always so
    #[arg(long)]
    recover: bool,
    /// Refused: a pair changes the sides
    #[arg(long, hide = true)]
    noswap: bool,
}

impl Run {
    fn meaning(self) -> Result<(Settings, Conduct), ConfigError> {
        let pair = "an encounter is a pair of games with the sides changed";
        if self.noswap {
            return Err(ConfigError::new("-noswap", pair));
        }
        for (flag, games) in [("-games", self.games), ("-repeat", self.repeat)] {
            if let Some(games) = games.filter(|games| *games != 2) {
                let message = format!("{games}: {pair}, so it is always 2; see -rounds");
                return Err(ConfigError::new(flag, message));
            }
        }
        let said = self.lists.fill(self.draft)?;
        let file = self.config.as_deref().map(config::read_file).transpose()?;
        config::build(said.or(file.unwrap_or_default()))
    }
}

/// What can be done besides playing.
#[derive(Clone, Debug, Subcommand)]
enum Job {
    /// Go on with a tournament that was broken off
    Resume {
        /// Its journal.
        journal: PathBuf,
        #[command(flatten)]
        conduct: ConductDraft,
        /// Diagnostics, as for a tournament
        #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
        log: Vec<String>,
    },
    /// Join journals of the parts of a tournament
    Merge {
        /// The journal to be written.
        out: PathBuf,
        /// The journals to be joined.
        #[arg(required = true)]
        inputs: Vec<PathBuf>,
        /// Replace the file that is there
        #[arg(long)]
        force: bool,
    },
    /// Tell the tables of a journal
    Report {
        /// The journal.
        journal: PathBuf,
    },
    /// Write the games of a journal as records
    Records {
        /// The journal.
        journal: PathBuf,
        /// File to be written, or written anew if it holds records of this journal; standard
        /// output if left out.
        out: Option<PathBuf>,
        /// Where it took place
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
    },
    /// Write generated openings, one a line
    Openings {
        /// File to be written; standard output if left out.
        out: Option<PathBuf>,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 100)]
        count: u64,
        /// Their length; the variant decides if left out
        #[arg(long, value_name = "N")]
        plies: Option<u32>,
        /// Seed
        #[arg(long, value_name = "N", default_value_t = 0)]
        srand: u64,
        /// Game that is played, by id or alias [default: morabaraba]
        #[arg(long, value_name = "ID")]
        variant: Option<String>,
        /// File with more variants
        #[arg(long, value_name = "FILE")]
        variantfile: Option<String>,
        /// Rule switches
        #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
        rules: Vec<String>,
        /// Replace the file that is there
        #[arg(long)]
        force: bool,
    },
}

#[cfg(test)]
mod tests;
