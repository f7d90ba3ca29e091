//! The Universal Morris Interface: UCI's vocabulary with one token for a whole turn.
//!
//! [`COMMANDS`] declares every command once; reading, `help` and the check of the
//! documentation come from it.

mod go;
mod print;
mod read;
mod write;

pub use go::{GO_WORDS, GoWord};

use super::command::{Command, GameEnd};
use super::dialect::{Caller, Dialect, Heard};
use super::error::Fault;
use super::reply::Reply;
use super::saying::Saying;
use super::words::{Words, number, shown};
use crate::engine::Error;

/// The version of the protocol that is spoken.
pub const VERSION: &str = "1.0";

/// How an empty text is spelled where a word must stand.
pub const EMPTY: &str = "<empty>";

/// The dialect itself; it remembers nothing between lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Umi;

/// One command: how it is written and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The first word of the line.
    pub word: &'static str,
    /// The whole line, as documentation writes it.
    pub usage: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Reads the words after the first.
    read: fn(Words<'_>) -> Order,
}

/// The faults of a line and what is to be done all the same.
struct Order(Vec<Fault>, Option<Command>);

impl From<Result<Command, Fault>> for Order {
    fn from(result: Result<Command, Fault>) -> Self {
        match result {
            Ok(command) => Self(Vec::new(), Some(command)),
            Err(fault) => Self(vec![fault], None),
        }
    }
}

const fn row(
    word: &'static str,
    usage: &'static str,
    help: &'static str,
    read: fn(Words<'_>) -> Order,
) -> Row {
    Row { word, usage, help, read }
}

/// Every command, in the order of the documentation.
#[rustfmt::skip]
pub const COMMANDS: [Row; 27] = [
    row("umi", "umi [1]", "name, variants and options, then `umiok`", |w| umi(w).into()),
    row("isready", "isready", "answers `readyok`, also during a search", |w| alone(w, Command::Ready)),
    row("ping", "ping N", "answers `pong N`, also during a search", |w| ping(w).into()),
    row("setoption", "setoption name X [value Y]", "sets an option; during a search it takes effect after it", |w| set_option(w).into()),
    row("options", "options", "all options with their present values, then `optionsok`", |w| alone(w, Command::Options)),
    row("uminewgame", "uminewgame", "forgets history, table and learning; start position", |w| alone(w, Command::NewGame)),
    row("newgame", "newgame", "the same as `uminewgame`", |w| alone(w, Command::NewGame)),
    row("position", "position startpos|fen FEN [moves T...]", "sets the position, all or nothing", position),
    row("go", "go [LIMIT...]", "searches, then prints one `bestmove`; `help go` lists the limits", go::read),
    row("stop", "stop", "ends the running search or count", |w| alone(w, Command::Stop)),
    row("ponderhit", "ponderhit", "the expected turn was played: the clock of the pondering search runs", |w| alone(w, Command::PonderHit)),
    row("wait", "wait", "reads no further line until the running job has ended", |w| alone(w, Command::Wait)),
    row("quit", "quit", "stops and leaves", |w| alone(w, Command::Quit)),
    row("gameover", "gameover win|loss|draw [REASON]", "tells how the game ended for the engine", |w| game_over(w).into()),
    row("perft", "perft N", "counts the sequences of N turns", |w| count(w, false).into()),
    row("divide", "divide N", "counts the sequences of N turns below each first turn", |w| count(w, true).into()),
    row("legal", "legal", "the legal turns, as JSON", |w| alone(w, Command::Legal)),
    row("state", "state", "the position and its result, as JSON", |w| alone(w, Command::State)),
    row("rules", "rules [VARIANT]", "board and rules of a variant or of the present game, as JSON", |w| rules(w).into()),
    row("variants", "variants", "ids and names of all variants, as JSON", |w| alone(w, Command::Variants)),
    row("eval", "eval", "the static evaluation term by term, as JSON", |w| alone(w, Command::Evaluate)),
    row("tb", "tb", "what tables know of the position and its turns, as JSON", |w| alone(w, Command::Tablebase)),
    row("d", "d", "the board as people read it", |w| alone(w, Command::Display)),
    row("play", "play T...", "plays turns from the present position, all or none", |w| play(w).into()),
    row("undo", "undo [N]", "takes back the last turn, or the last N", |w| undo(w).into()),
    row("bench", "bench [DEPTH]", "searches fixed positions of all games; ends with `nodes N`, `nps N`", |w| bench(w).into()),
    row("help", "help [COMMAND]", "this text, or that of one command", |w| help(w).into()),
];

/// Commands of UCI that have another name here.
const FROM_UCI: [(&str, &str); 2] = [("uci", "umi"), ("ucinewgame", "uminewgame")];

impl Dialect for Umi {
    fn parse(&mut self, line: &str) -> Heard {
        let mut words = Words::new(line);
        let Some(word) = words.next() else { return Heard::default() };
        let Order(faults, command) = match COMMANDS.iter().find(|row| row.word == word) {
            Some(row) => (row.read)(words),
            None => Err(unknown(word)).into(),
        };
        Heard { word: word.to_owned(), faults, command }
    }

    fn render(&mut self, reply: &Reply) -> String {
        print::reply(reply)
    }
}

impl Caller for Umi {
    fn write(&self, command: &Command) -> String {
        write::line(command)
    }

    fn read(&self, line: &str) -> Result<Saying, String> {
        read::line(line)
    }
}

fn unknown(word: &str) -> Fault {
    let meant = FROM_UCI.iter().find(|(uci, _)| *uci == word).map(|(_, umi)| *umi);
    Fault::UnknownCommand { shown: shown(word), meant }
}

/// Refuses words after the command's last.
fn nothing_more(mut words: Words<'_>) -> Result<(), Fault> {
    match words.next() {
        None => Ok(()),
        Some(word) => {
            Err(Fault::bad_argument(format!("got {}, wanted the end of the line", shown(word))))
        }
    }
}

fn alone(words: Words<'_>, command: Command) -> Order {
    nothing_more(words).map(|()| command).into()
}

/// The number of at least `lowest` that may stand here; digits beyond 64 bits
/// saturate.
fn amount(words: &mut Words<'_>, what: &str, lowest: i64) -> Result<Option<i64>, Fault> {
    let Some(word) = words.next() else { return Ok(None) };
    match number(word) {
        Some(value) if value >= lowest => Ok(Some(value)),
        _ => Err(Fault::bad_argument(format!(
            "got {}, wanted {what}: a whole number of at least {lowest}",
            shown(word)
        ))),
    }
}

fn required<T>(value: Option<T>, what: &str) -> Result<T, Fault> {
    value.ok_or_else(|| Fault::bad_argument(format!("nothing given, wanted {what}")))
}

fn umi(mut words: Words<'_>) -> Result<Command, Fault> {
    let Some(word) = words.next() else { return Ok(Command::Identify) };
    nothing_more(words)?;
    let (major, minor) = word.split_once('.').unwrap_or((word, "0"));
    match (number(major), number(minor)) {
        (Some(1), Some(_)) => Ok(Command::Identify),
        (Some(_), Some(_)) => Err(Fault::Engine(Error::Unsupported(format!(
            "version {} is asked for, {VERSION} is spoken",
            shown(word)
        )))),
        _ => Err(Fault::bad_argument(format!(
            "got {}, wanted a version of the protocol, 1",
            shown(word)
        ))),
    }
}

fn ping(mut words: Words<'_>) -> Result<Command, Fault> {
    let word = required(words.next(), "a number to repeat")?;
    nothing_more(words)?;
    // No saturation here: a pong with another number would never be taken for the answer.
    let number = word.parse().map_err(|_| {
        Fault::bad_argument(format!(
            "got {}, wanted a number to repeat: a whole number from 0 to {}",
            shown(word),
            u64::MAX
        ))
    })?;
    Ok(Command::Ping(number))
}

fn set_option(mut words: Words<'_>) -> Result<Command, Fault> {
    const WANTED: &str = "`setoption name X [value Y]`";
    match words.next() {
        Some("name") => {}
        Some(word) => {
            return Err(Fault::bad_argument(format!("got {}, wanted {WANTED}", shown(word))));
        }
        None => return Err(Fault::bad_argument(format!("no name given, wanted {WANTED}"))),
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        // The first word is the name, even when it is `value`.
        if word == "value" && !name.is_empty() {
            let text = words.rest();
            value = Some(if text == EMPTY { "" } else { text }.to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(Fault::bad_argument(format!("no name given, wanted {WANTED}")));
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// A position that cannot be read leaves none.
fn position(words: Words<'_>) -> Order {
    match placed(words) {
        Ok(command) => Order(Vec::new(), Some(command)),
        Err(fault) => Order(vec![fault], Some(Command::Unset)),
    }
}

fn placed(mut words: Words<'_>) -> Result<Command, Fault> {
    const WANTED: &str = "`startpos` or `fen`";
    let fen = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            Some(word) => {
                return Err(Fault::bad_argument(format!(
                    "got {} after `startpos`, wanted `moves` or the end of the line",
                    shown(word)
                )));
            }
        },
        Some("fen") => Some(
            words.by_ref().take_while(|word| *word != "moves").map(str::to_owned).collect(),
        ),
        Some(word) => {
            return Err(Fault::bad_argument(format!("got {}, wanted {WANTED}", shown(word))));
        }
        None => return Err(Fault::bad_argument(format!("nothing given, wanted {WANTED}"))),
    };
    Ok(Command::Place { fen, turns: words.map(str::to_owned).collect() })
}

fn game_over(mut words: Words<'_>) -> Result<Command, Fault> {
    let result = match words.next() {
        Some("win") => GameEnd::Win,
        Some("loss") => GameEnd::Loss,
        Some("draw") => GameEnd::Draw,
        other => {
            return Err(Fault::bad_argument(format!(
                "got {}, wanted `win`, `loss` or `draw`",
                other.map_or("nothing".into(), shown)
            )));
        }
    };
    let reason = words.rest();
    Ok(Command::GameOver { result, reason: (!reason.is_empty()).then(|| reason.to_owned()) })
}

fn count(mut words: Words<'_>, divided: bool) -> Result<Command, Fault> {
    const WHAT: &str = "a number of turns";
    let depth = required(amount(&mut words, WHAT, 0)?, WHAT)?;
    nothing_more(words)?;
    Ok(Command::Perft { depth: u32::try_from(depth).unwrap_or(u32::MAX), divided })
}

fn rules(mut words: Words<'_>) -> Result<Command, Fault> {
    let variant = words.next().map(str::to_owned);
    nothing_more(words)?;
    Ok(Command::Rules(variant))
}

fn play(words: Words<'_>) -> Result<Command, Fault> {
    let turns: Vec<_> = words.map(str::to_owned).collect();
    if turns.is_empty() {
        return Err(Fault::bad_argument("nothing given, wanted at least one turn"));
    }
    Ok(Command::Play(turns))
}

fn undo(mut words: Words<'_>) -> Result<Command, Fault> {
    let turns = amount(&mut words, "how many turns to take back", 1)?.unwrap_or(1);
    nothing_more(words)?;
    Ok(Command::Undo(usize::try_from(turns).unwrap_or(usize::MAX)))
}

fn bench(mut words: Words<'_>) -> Result<Command, Fault> {
    let depth = amount(&mut words, "a depth", 1)?;
    nothing_more(words)?;
    Ok(Command::Bench(depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX))))
}

fn help(mut words: Words<'_>) -> Result<Command, Fault> {
    let topic = words.next();
    nothing_more(words)?;
    match topic {
        Some(word) if COMMANDS.iter().all(|row| row.word != word) => Err(Fault::bad_argument(
            format!("got {}, wanted a command; `help` lists them", shown(word)),
        )),
        _ => Ok(Command::Help(topic.map(str::to_owned))),
    }
}

#[cfg(test)]
mod tests;
