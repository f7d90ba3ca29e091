//! `modisa notation`: games of turns in, the same games in another spelling out.

use super::args::Names;
use super::jobs::Failure;
use crate::engine::{Error, Speller, Style};
use crate::protocol::input::Lines;
use std::io::{Write, stdin};

impl Names {
    /// The style of the engine that it means.
    pub(super) const fn style(self) -> Style {
        match self {
            Self::Wmd => Style::Wmd,
            Self::Gar => Style::Gar,
        }
    }
}

/// Writes one line for each game: the one that is given, or those of standard input.
/// Ends at the first game that is not legal.
pub(super) fn respell(
    speller: &mut Speller,
    turns: &[String],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let done = if turns.is_empty() {
        (1..).zip(Lines::new(stdin().lock())).try_for_each(|(number, line)| {
            let line = line.map_err(|fault| wrong(number, &fault.to_string()))?;
            let mark = if number == 1 { "\u{feff}" } else { "" };
            game(speller, number, line.strip_prefix(mark).unwrap_or(&line), out)
        })
    } else {
        game(speller, 1, &turns.join(" "), out)
    };
    // What was legal before a mistake is shown all the same.
    out.flush()?;
    done
}

fn game(
    speller: &mut Speller,
    number: usize,
    line: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let turns = speller.respell(&words).map_err(|error| match error {
        Error::IllegalMove { index, token, message } => {
            wrong(number, &format!("index {index}, token {token:?}: {message}"))
        }
        other => wrong(number, &other.to_string()),
    })?;
    Ok(writeln!(out, "{}", turns.join(" "))?)
}

fn wrong(number: usize, what: &str) -> Failure {
    Failure::Wrong(format!("line {number}, {what}"))
}
