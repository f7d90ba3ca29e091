//! Lets engines play matches and tournaments.
//!
//! The way of a tournament: `args` and `config` make [`settings`] of the words, `schedule`
//! makes encounters of them, `pool` plays these (`pair`, `game`, `seat`, `player`), `journal`
//! keeps what was played, and `standings`, `report` and `records` are made of that.
#![allow(missing_docs, reason = "a program has no readers of documentation")]

mod settings;
mod time_control;
mod spelled;
mod words;
mod played;
mod openings;
mod schedule;
mod draft;
mod config;
mod args;
mod journal;
mod merge;
mod records;
mod statistics;
mod standings;
mod report;
mod patience;
mod failure;
mod brake;
mod moment;
mod clock;
mod adjudicate;
mod overheard;
mod answer;
mod player;
mod referee;
mod seat;
mod game;
mod pair;
mod pool;
mod progress;
mod tournament;
mod jobs;
#[cfg(test)]
mod scratch;
#[cfg(test)]
mod scripted;

use args::ArgsError;
use std::io::{Write, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = match args::parse(std::env::args()) {
        Ok(command) => command,
        Err(ArgsError::Words(error)) => error.exit(),
        Err(ArgsError::Meaning(error)) => {
            let _ = writeln!(stderr(), "arena: {error}");
            return ExitCode::from(2);
        }
    };
    match jobs::run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(stderr(), "arena: {error}");
            ExitCode::FAILURE
        }
    }
}
