//! Spells commands as lines: the inverse of reading them.

use super::{EMPTY, go};
use crate::protocol::command::{Command, GameEnd};

/// The line of a command, without its end. [`Command::Unset`] has no line of its own; a
/// bare `position` is understood as it.
pub(super) fn line(command: &Command) -> String {
    match command {
        Command::Identify => "umi".into(),
        Command::Ready => "isready".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::SetOption { name, value: None } => format!("setoption name {name}"),
        Command::SetOption { name, value: Some(value) } => {
            let value = if value.is_empty() { EMPTY } else { value };
            format!("setoption name {name} value {value}")
        }
        Command::Options => "options".into(),
        Command::NewGame => "uminewgame".into(),
        Command::Place { fen, turns } => place(fen.as_deref(), turns),
        Command::Unset => "position".into(),
        Command::Go(request) => go::write(request),
        Command::Stop => "stop".into(),
        Command::PonderHit => "ponderhit".into(),
        Command::Wait => "wait".into(),
        Command::Quit => "quit".into(),
        Command::GameOver { result, reason } => {
            let word = match result {
                GameEnd::Win => "win",
                GameEnd::Loss => "loss",
                GameEnd::Draw => "draw",
            };
            with("gameover", [Some(word), reason.as_deref()])
        }
        Command::Perft { depth, divided: false } => format!("perft {depth}"),
        Command::Perft { depth, divided: true } => format!("divide {depth}"),
        Command::Legal => "legal".into(),
        Command::State => "state".into(),
        Command::Rules(variant) => with("rules", [variant.as_deref()]),
        Command::Variants => "variants".into(),
        Command::Evaluate => "eval".into(),
        Command::Tablebase => "tb".into(),
        Command::Display => "d".into(),
        Command::Play(turns) => format!("play {}", turns.join(" ")),
        Command::Undo(count) => format!("undo {count}"),
        Command::Bench(depth) => with("bench", [depth.map(|n| n.to_string()).as_deref()]),
        Command::Help(topic) => with("help", [topic.as_deref()]),
    }
}

/// The word and those of the others that are there.
fn with<const N: usize>(word: &str, others: [Option<&str>; N]) -> String {
    let words: Vec<&str> = [word].into_iter().chain(others.into_iter().flatten()).collect();
    words.join(" ")
}

fn place(fen: Option<&[String]>, turns: &[String]) -> String {
    let mut line = match fen {
        None => "position startpos".to_owned(),
        Some(words) => format!("position fen {}", words.join(" ")),
    };
    if !turns.is_empty() {
        line.push_str(" moves ");
        line.push_str(&turns.join(" "));
    }
    line
}
