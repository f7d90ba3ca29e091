//! The words of the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use log::LevelFilter;

/// What `--help` shows below the options.
const EXAMPLES: &str = "\
Without a command, modisa speaks the Universal Morris Interface (see protocol.md) on
standard input and output, as game programs expect. Type `help` there for its commands.

Examples:
  modisa                                         talk to the engine
  modisa bench                                   how fast is it here, and is it the same
  modisa perft 5                                 count turn sequences of Morabaraba
  modisa perft --variant nine --divide 3         below each first turn
  modisa perft --variant nine --fen \"3/3/w2/1b1w2/b2/2w/1b1 w 0,0 - 0 40\" 4
  modisa variants show shisima                   board and rules of a variant
  modisa variants check village.toml             is this variant file right
  printf 'position startpos moves d6\\ngo movetime 500\\nwait\\n' | modisa";

/// Morabaraba, nine men's morris and their family: a game engine.
#[derive(Clone, Debug, PartialEq, Eq, Parser)]
#[command(name = "modisa", version, about, after_help = EXAMPLES)]
pub struct Args {
    /// Diagnostics on standard error [default: the environment variable `RUST_LOG`, or
    /// else warn]
    #[arg(long, global = true, value_name = "LEVEL", value_parser = level())]
    pub log: Option<LevelFilter>,
    /// What to do instead of talking.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Takes the names of the levels, and lists them in help and complaints.
fn level() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"])
        .try_map(|word| word.parse::<LevelFilter>())
}

/// What the program can do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Speak the Universal Morris Interface, as without a command.
    Umi,
    /// Search fixed positions of all games and count turn sequences; tells the speed, and a
    /// node count that is the same on every machine.
    Bench {
        /// Plies to search each position [default: that of the node count to compare]
        #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: Option<u32>,
    },
    /// Count the sequences of whole turns.
    Perft {
        /// Variant to play, by id or alias.
        #[arg(long, default_value = "morabaraba")]
        variant: String,
        /// Position text, in quotes; the start position if left out.
        #[arg(long)]
        fen: Option<String>,
        /// Show the count below each first turn.
        #[arg(long)]
        divide: bool,
        /// Turns of a sequence.
        depth: u32,
    },
    /// List, check or show variants.
    #[command(subcommand)]
    Variants(Variants),
}

/// What can be done with variants.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Variants {
    /// Id, title and other names of every variant.
    List {
        /// A file with more variants.
        #[arg(long)]
        file: Option<String>,
    },
    /// Read variant files: a line for each good variant, or what is wrong with the file.
    Check {
        /// The files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
    /// The board with the names of its points, the rules in words, the start position.
    Show {
        /// Id or alias.
        name: String,
        /// A file with more variants.
        #[arg(long)]
        file: Option<String>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }

    #[test]
    fn no_words_at_all_mean_to_talk() {
        let args = Args::try_parse_from(["modisa"]).expect("no words are needed");
        assert_eq!(args, Args { log: None, command: None });
    }

    #[test]
    fn perft_takes_a_position_in_one_word() {
        let words = ["modisa", "perft", "--variant", "nine", "--fen", "3/3 w", "--divide", "2"];
        let args = Args::try_parse_from(words).expect("all of these are known");
        let Some(Command::Perft { variant, fen, divide, depth }) = args.command else {
            panic!("perft is a command")
        };
        assert_eq!((variant.as_str(), fen.as_deref()), ("nine", Some("3/3 w")));
        assert!(divide && depth == 2);
    }

    #[test]
    fn a_bench_without_depth_to_speak_of_is_refused() {
        assert!(Args::try_parse_from(["modisa", "bench", "0"]).is_err());
        assert!(Args::try_parse_from(["modisa", "bench", "deep"]).is_err());
    }
}
