//! The table of the faults.

use crate::heard;
use crate::outlet::{self, Outlet};
use crate::said;
use crate::scene::Scene;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use modisa::protocol;
use std::io;
use std::process::exit;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// How long a hanging mock hangs: whoever waits for it has given up by then, and none
/// stays on the machine for ever.
const HANG: Duration = Duration::from_secs(120);

/// The exit code of a mock that has hung so long.
const HUNG: u8 = 4;

/// One thing that can be wrong with an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// What is wrong, in one sentence.
    pub(crate) sentence: &'static str,
    /// How it is made.
    pub(crate) twist: Twist,
}

/// Where and how a sound engine is bent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Twist {
    /// Nowhere.
    None,
    /// Before anything is heard.
    Start(fn() -> Deed),
    /// On each line from the user.
    Heard(fn(&Scene, &str) -> Vec<Deed>),
    /// On what came instead of a line: whether that is the end.
    Noise(fn(&protocol::Fault) -> bool),
    /// On the exit code after `quit`.
    Quit(u8),
    /// At the end of the input.
    End(fn() -> Deed),
    /// On each line to the user.
    Said(fn(&Scene, &str) -> Vec<Deed>),
    /// Where a position is refused.
    Refused(Refusal),
    /// Output is written in blocks of so many bytes.
    Blocks(usize),
}

/// What becomes of a refused `position`; the old one stays set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The error is told.
    Told,
    /// An illegal turn is not even told.
    Hidden,
}

/// What is done about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// This line goes where the line was going.
    Pass(String),
    /// This line is said to the user.
    Say(String),
    /// This line is said to the user later.
    SayLate(String),
    /// So much noise goes to standard error.
    Flood(usize),
    /// Nothing more is done by whoever does this.
    Hang,
    /// The process ends.
    Exit(u8),
}

impl Deed {
    /// Does it; a line that is to pass is said.
    ///
    /// # Errors
    /// When the output breaks.
    pub(crate) fn perform(self, outlet: &Arc<Outlet>) -> io::Result<()> {
        match self {
            Self::Pass(line) | Self::Say(line) => outlet.say(&line),
            Self::SayLate(line) => outlet.say_late(line),
            Self::Flood(size) => outlet::flood(size),
            Self::Hang => {
                sleep(HANG);
                exit(HUNG.into())
            }
            Self::Exit(code) => exit(code.into()),
        }
    }
}

impl ValueEnum for Fault {
    fn value_variants<'a>() -> &'a [Self] {
        &FAULTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.sentence))
    }
}

const fn row(name: &'static str, sentence: &'static str, twist: Twist) -> Fault {
    Fault { name, sentence, twist }
}

use Twist::{Blocks, End, Heard, Noise, Quit, Refused, Said, Start};

/// Every fault, by what it is about.
#[rustfmt::skip]
pub(crate) const FAULTS: [Fault; 61] = [
    // The line of the best turn.
    row("late-bestmove", "every `bestmove` comes late", Said(said::late_bestmove)),
    row("no-bestmove", "`bestmove` never comes", Said(said::no_bestmove)),
    row("two-bestmoves", "every `bestmove` comes twice", Said(said::two_bestmoves)),
    row("joined-lines", "`bestmove` stands at the end of an `info` line", Said(said::joined_lines)),
    row("info-after-bestmove", "an `info` line follows `bestmove`", Said(said::info_after_bestmove)),
    row("chatter", "free text follows `bestmove`", Said(said::chatter)),
    row("out-of-turn-bestmove", "`position` is answered by a `bestmove`", Heard(heard::out_of_turn_bestmove)),
    row("silent-stop-extra", "`stop` without a search is answered by a `bestmove`", Heard(heard::silent_stop_extra)),
    row("bestmove-depth-zero", "`stop` within 100 ms of `go` gives `bestmove none`", Said(said::bestmove_depth_zero)),
    // The turn in it.
    row("illegal-turn", "the best turn is not legal", Said(said::illegal_turn)),
    row("nonsense-turn", "the best turn is no turn at all", Said(said::nonsense_turn)),
    row("uppercase-turn", "turns are written in upper case", Said(said::uppercase_turn)),
    row("ponder-illegal", "the expected reply is not legal", Said(said::ponder_illegal)),
    row("plays-after-end", "a best turn is named where the game is over", Said(said::plays_after_end)),
    // What is told about the search.
    row("no-info", "there are no `info` lines", Said(said::no_info)),
    row("only-bounds", "no score is exact", Said(said::only_bounds)),
    row("wrong-win-distance", "proved wins and losses are a turn further off than told", Said(said::wrong_win_distance)),
    row("wrong-win-sign", "proved wins are told as losses, and losses as wins", Said(said::wrong_win_sign)),
    row("false-win", "a win in one is told where nothing is proved", Said(said::false_win)),
    row("pv-illegal", "the last turn of a pv is not legal", Said(said::pv_illegal)),
    row("pv-past-end", "the pv of a proved win or loss goes on after the end", Said(said::pv_past_end)),
    row("pv-mismatch", "the best turn is another legal turn than the first of the pv", Said(said::pv_mismatch)),
    row("nondeterministic", "the same search counts other nodes each time", Said(said::nondeterministic)),
    // What was asked of the search.
    row("movetime-overrun", "`movetime` is exceeded by 60 ms", Heard(heard::movetime_overrun)),
    row("ignores-clock", "a search on the clock ends with `stop` only", Heard(heard::ignores_clock)),
    row("premature-infinite", "`go infinite` ends by itself", Heard(heard::premature_infinite)),
    row("premature-ponder", "`go ponder` ends by itself", Heard(heard::premature_ponder)),
    row("ponder-lost", "`ponderhit` is not heard", Heard(heard::ponder_lost)),
    row("second-go-ignored", "`go` during a search is not heard", Heard(heard::second_go_ignored)),
    row("searchmoves-ignored", "`searchmoves` is not heard", Heard(heard::searchmoves_ignored)),
    row("multipv-ignored", "only one line is searched, whatever is asked", Heard(heard::multipv_ignored)),
    // Being there.
    row("deaf", "`isready`, `ping` and `stop` are not heard during a search", Heard(heard::deaf)),
    row("slow-ready", "`readyok` and `pong` come late", Said(said::slow_ready)),
    row("crash-at-start", "the process ends at once with code 3", Start(|| Deed::Exit(3))),
    row("crash-in-search", "the process ends after the first `info` line with code 3", Said(said::crash_in_search)),
    row("exit-code", "`quit` ends the process with code 1", Quit(1)),
    row("hangs-on-quit", "after `quit` nothing more happens", Heard(heard::hangs_on_quit)),
    row("ignores-quit", "`quit` is not heard", Heard(heard::ignores_quit)),
    row("ignores-eof", "the end of the input does not end the process", End(|| Deed::Hang)),
    row("quit-without-bestmove", "`quit` during a search gives no `bestmove`", Said(said::quit_without_bestmove)),
    // Errors.
    row("error-dies", "an unknown command ends the process", Said(said::error_dies)),
    row("silent-error", "an unknown command is not answered", Said(said::silent_error)),
    row("noise-dies", "a line that is not UTF-8 ends the process", Noise(|noise| matches!(noise, protocol::Fault::NotText(_)))),
    row("long-line-dies", "a line of more than 1 MiB ends the process", Noise(|noise| *noise == protocol::Fault::LineTooLong)),
    row("threads-crash", "more threads than the machine runs at once end the process", Heard(heard::threads_crash)),
    // Lines.
    row("greets", "something is said before anything was asked", Start(|| Deed::Say("Mock, ready for anything.".into()))),
    row("unflushed", "output is written in blocks of 4 KiB", Blocks(4096)),
    row("crlf", "lines end with CR LF", Said(said::crlf)),
    row("no-umiok", "`umiok` does not come", Said(said::no_umiok)),
    row("no-protocol-line", "the protocol is not named", Said(said::no_protocol_line)),
    row("bad-option-line", "defaults of numbers are above their maximum", Said(said::bad_option_line)),
    row("stderr-flood", "each `go` writes 1 MiB to standard error first", Heard(heard::stderr_flood)),
    // The position.
    row("forgets-moves", "the last turn of `position` is not played", Heard(heard::forgets_moves)),
    row("accepts-illegal", "an illegal turn in `position` is no error; the old position stays", Refused(Refusal::Hidden)),
    row("unset-ignored", "after a refused `position` the old one stays", Refused(Refusal::Told)),
    row("variant-sticky", "the option `Variant` is not heard", Heard(heard::variant_sticky)),
    row("uminewgame-ignored", "`uminewgame` is not heard", Heard(heard::uminewgame_ignored)),
    row("wrong-perft", "counts are too high by one", Said(said::wrong_perft)),
    row("wrong-legal", "`legal` leaves out the last turn", Said(said::wrong_legal)),
    row("wrong-result", "`state` says `ongoing` where the game is over", Said(said::wrong_result)),
    row("bad-json", "the object of `state` is not closed", Said(said::bad_json)),
];
