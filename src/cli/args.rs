//! The words of the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use log::LevelFilter;
use std::path::PathBuf;

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
  modisa notation --to gar d6 f4 d6-d7           ring names: A2 A4 A2-E2
  modisa record check games.pgn                  are these games legal, and their results
  modisa tablebase build nine --up-to 5          solve nine men's morris up to 5 against 5
  modisa tablebase probe nine \"3/3/w2/1b1w2/b2/2w/1b1 w\"
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
    /// Check games and spell their turns anew, canonically or with other point names; one
    /// game a line.
    Notation {
        /// Variant that is played, by id or alias.
        #[arg(long, default_value = "morabaraba")]
        variant: String,
        /// Point names of the input.
        #[arg(long, default_value = "wmd")]
        from: Names,
        /// Point names of the output.
        #[arg(long, default_value = "wmd")]
        to: Names,
        /// Position text from which the games start, in quotes; the start position if left out.
        #[arg(long)]
        fen: Option<String>,
        /// The turns of one game; without them games are read from standard input.
        turns: Vec<String>,
    },
    /// Work with game records, PGN in shape (see protocol.md).
    #[command(subcommand)]
    Record(RecordJob),
    /// Solve endings and keep them in tables, from which the engine plays them perfectly.
    #[command(subcommand)]
    Tablebase(TablebaseJob),
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

/// What can be done with game records; `-` stands for standard input.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum RecordJob {
    /// Play each game; tells in a line whether it is legal and its result right.
    Check {
        /// Files of records.
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// Show the positions of a game.
    Replay {
        /// File of records.
        file: String,
        /// Which game of the file, from 1.
        #[arg(long, default_value_t = 1, value_parser = at_least_one)]
        game: usize,
        /// Only the position after so many turns.
        #[arg(long)]
        ply: Option<usize>,
    },
    /// Write the games canonically.
    Convert {
        /// File of records.
        file: String,
        /// Point names of the output.
        #[arg(long, default_value = "wmd")]
        to: Names,
        /// One JSON object a line for each game instead of PGN.
        #[arg(long)]
        json: bool,
    },
}

/// What can be done with tables of endings.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum TablebaseJob {
    /// Solve sectors, each with those that captures lead to; goes on where an earlier build
    /// was broken off.
    Build(TableBuild),
    /// Check tables: every byte against its checksum, and random positions against those
    /// that follow from them.
    Verify {
        /// The variant.
        #[command(flatten)]
        rules: TableRules,
        /// The folder of all tables.
        #[command(flatten)]
        place: TablePlace,
        /// Random positions of each sector.
        #[arg(long, value_name = "N", default_value_t = 1000)]
        positions: u64,
        /// Which random positions.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Only the sectors of these men.
        #[arg(long, value_name = "W,B", value_parser = men)]
        men: Option<(u8, u8)>,
    },
    /// Which tables there are, and how many positions are won, drawn and lost.
    Info {
        /// Only those of this variant, by id or alias.
        variant: Option<String>,
        /// The folder of all tables.
        #[command(flatten)]
        place: TablePlace,
        /// One JSON object a line for each file.
        #[arg(long)]
        json: bool,
    },
    /// What the tables know of a position and each of its turns, as JSON.
    Probe {
        /// The variant.
        #[command(flatten)]
        rules: TableRules,
        /// Position text, in quotes.
        position: String,
        /// The folder of all tables.
        #[command(flatten)]
        place: TablePlace,
    },
}

/// A build of tables.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct TableBuild {
    /// The variant.
    #[command(flatten)]
    pub rules: TableRules,
    /// Which sectors.
    #[command(flatten)]
    pub wanted: WantedSectors,
    /// Where they go.
    #[command(flatten)]
    pub place: TablePlace,
    /// Threads to work with [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Memory that may be used, in GiB [default: what is free]
    #[arg(long, value_name = "G", value_parser = gibibytes)]
    pub memory: Option<u64>,
    /// What to keep.
    #[arg(long, value_enum, default_value = "dtw")]
    pub values: Values,
}

/// The rules of tables.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct TableRules {
    /// Variant, by id or alias.
    pub variant: String,
    /// A file with more variants.
    #[arg(long)]
    pub file: Option<String>,
}

/// Where tables are.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct TablePlace {
    /// The folder of all tables.
    #[arg(long, value_name = "DIR", default_value = "tablebases")]
    pub dir: PathBuf,
}

/// Which sectors to build.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[group(required = true, multiple = false)]
pub struct WantedSectors {
    /// Those of so many men against so many, either side to move.
    #[arg(long, value_name = "W,B", value_parser = men)]
    pub men: Option<(u8, u8)>,
    /// Those of up to so many men a side.
    #[arg(long, value_name = "N")]
    pub up_to: Option<u8>,
    /// All that a game can come to.
    #[arg(long)]
    pub all: bool,
}

/// What a table keeps of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Values {
    /// Win, draw or loss.
    Wdl,
    /// The plies to the end of the game, and win, draw or loss in a file of its own.
    Dtw,
}

fn men(text: &str) -> Result<(u8, u8), String> {
    let numbers = text.split_once([',', '-']);
    let read = |word: &str| word.trim().parse().ok();
    numbers
        .and_then(|(one, other)| Some((read(one)?, read(other)?)))
        .ok_or_else(|| "wanted two numbers of men like 6,5".to_owned())
}

/// So many GiB, in bytes.
fn gibibytes(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.001..1e6).contains(number));
    let number = number.ok_or("wanted a number of GiB above 0")?;
    // To a thousandth is fine enough, and no float becomes an integer unseen.
    let thousandths = format!("{:.0}", number * 1000.0).parse::<u64>();
    thousandths.map(|n| n * (1 << 30) / 1000).map_err(|error| error.to_string())
}

/// Names of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// a1 to g7, as in the protocol.
    Wmd,
    /// Ring names of the Generally Accepted Rules: E1 to E8, A1 to A8, R1 to R8.
    Gar,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or("wanted a number from 1".to_owned())
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
    fn names_are_said_and_never_guessed() {
        let args = Args::try_parse_from(["modisa", "notation", "--from", "gar", "E6-A6"]);
        let Some(Command::Notation { from, to, turns, .. }) = args.expect("known").command
        else {
            panic!("notation is a command")
        };
        assert_eq!((from, to, turns), (Names::Gar, Names::Wmd, vec!["E6-A6".to_owned()]));
        assert!(Args::try_parse_from(["modisa", "notation", "--from", "auto"]).is_err());
        assert!(Args::try_parse_from(["modisa", "record", "check"]).is_err());
        assert!(
            Args::try_parse_from(["modisa", "record", "replay", "x", "--game", "0"]).is_err()
        );
    }

    #[test]
    fn a_bench_without_depth_to_speak_of_is_refused() {
        assert!(Args::try_parse_from(["modisa", "bench", "0"]).is_err());
        assert!(Args::try_parse_from(["modisa", "bench", "deep"]).is_err());
    }
}
