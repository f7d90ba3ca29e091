//! Makes the evaluation from data: plays games with labels, and fits the network to them.

#![allow(
    clippy::cast_precision_loss,
    reason = "weights and counts of positions are far below what a real number holds"
)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod arguments;
mod fit;
mod layer;
mod play;
mod sample;

use arguments::{Arguments, Job};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Arguments::parse().job {
        Job::Play(asked) => play::run(&asked),
        Job::Fit(asked) => fit::run(&asked),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tune: {error}");
            ExitCode::FAILURE
        }
    }
}
