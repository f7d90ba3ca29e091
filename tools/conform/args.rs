//! The words of the command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// What `--help` shows below the options.
const NOTES: &str = "\
Each check talks with a fresh process of the engine. Its name is GROUP/NAME; --only and --skip
look for TEXT in `GROUP/NAME: sentence`, without regard to case.

With --format json each check is one JSON object on a line, with the members number, of, check,
sentence, verdict (passed, failed, skipped), millis, reason, conversation; the last line holds
engine, passed, failed, skipped and, if the engine never introduced itself, bailed_out.

Exit status: 0 all passed, 1 a check failed, 2 wrong usage or the engine could not be started.

Examples:
  conform target/release/modisa
  conform --slack 5 --only search/ target/release/modisa
  conform --option Threads=2 --variant nine --games 20 -- ./engine --quiet
  conform --suite my/dialogues --suite-only ./engine";

/// Checks that an engine keeps the Universal Morris Interface (see protocol.md).
#[derive(Clone, Debug, Parser)]
#[command(name = "conform", version, after_help = NOTES)]
pub(crate) struct Args {
    /// Run only the checks with this text; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Vec<String>,
    /// Leave out the checks with this text; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub(crate) skip: Vec<String>,
    /// List the checks and run none.
    #[arg(long)]
    pub(crate) list: bool,
    /// How the results are told.
    #[arg(long, value_enum, default_value_t = Format::Tap)]
    pub(crate) format: Format,
    /// How many times its bound an answer may take; 1 is strict.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) slack: u64,
    /// More dialogues: a file, or a folder of `.txt` files; may be given several times.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub(crate) suite: Vec<PathBuf>,
    /// Run no other checks than those of --suite.
    #[arg(long, requires = "suite")]
    pub(crate) suite_only: bool,
    /// An option to set whenever the engine is started.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) option: Vec<(String, String)>,
    /// A variant whose rules are checked, or `all` that are announced; may be given several
    /// times [default: those announced of a set of twelve]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Vec<String>,
    /// Random games of each variant in which the rules are compared.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) games: u32,
    /// What everything random follows from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The engine and its arguments.
    #[arg(
        required_unless_present = "list",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub(crate) command: Vec<String>,
}

/// How results are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Test Anything Protocol, version 14.
    Tap,
    /// One JSON object a line.
    Json,
    /// Only what failed or was skipped, and the sums, for people.
    Text,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("wanted NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl Args {
    /// Whether the check of this title is wanted.
    pub(crate) fn wants(&self, title: &str) -> bool {
        let title = title.to_lowercase();
        let holds = |text: &String| title.contains(&text.to_lowercase());
        (self.only.is_empty() || self.only.iter().any(holds)) && !self.skip.iter().any(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declaration_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn options_of_the_engine_are_left_to_it() {
        let args = Args::parse_from(["conform", "--slack", "3", "engine", "--slack", "x"]);
        assert_eq!((args.slack, args.command.len()), (3, 3));
        assert!(Args::try_parse_from(["conform"]).is_err());
        assert!(Args::try_parse_from(["conform", "--option", "Hash", "engine"]).is_err());
    }

    #[test]
    fn checks_are_chosen_by_any_part_of_their_title() {
        let words = ["conform", "--only", "STOP", "--only", "pv", "--skip", "multi", "engine"];
        let args = Args::parse_from(words);
        assert!(args.wants("umi/03: comes after stop") && args.wants("search/pv: legal"));
        assert!(!args.wants("search/multipv: ranks") && !args.wants("rules/nine: legal"));
    }
}
