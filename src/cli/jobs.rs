//! Does what the command line asks for.

use super::args::{Args, Command};
use super::{notation, records, variants};
use crate::engine::{Engine, Error, News, Root, Session, Sink, Speller};
use crate::protocol::{self, Umi, input};
use crossbeam_channel::{Receiver, unbounded};
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use thiserror::Error as ThisError;

/// Why a job of the command line failed.
#[derive(Debug, ThisError)]
pub enum Failure {
    /// The engine refused it.
    #[error("{what}{wanted}", what = .0, wanted = choices(.0))]
    Refused(#[from] Error),
    /// Some of the variant files are wrong; what is wrong has been said.
    #[error("{wrong} of {all} variant files refused")]
    WrongFiles {
        /// How many are wrong.
        wrong: usize,
        /// How many were read.
        all: usize,
    },
    /// The output or the input broke.
    #[error(transparent)]
    Pipe(#[from] io::Error),
    /// A file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// What was to be checked is wrong.
    #[error("{0}")]
    Wrong(String),
}

/// The words that would have been taken; the protocol has a member of its own for them.
fn choices(error: &Error) -> String {
    match error {
        Error::BadValue { allowed, .. } if !allowed.is_empty() => {
            format!("; there are {}", allowed.join(", "))
        }
        _ => String::new(),
    }
}

/// Does what `args` ask for; results go to standard output.
///
/// # Errors
/// What the engine refuses, and a broken pipe.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        None | Some(Command::Umi) => Ok(talk(&mut Engine::new()?)?),
        Some(Command::Bench { depth }) => bench(&mut Engine::new()?, *depth, &mut io::stdout()),
        Some(Command::Notation { variant, from, to, fen, turns }) => {
            let mut speller = Speller::new(variant, fen.as_deref(), from.style(), to.style())?;
            notation::respell(&mut speller, turns, &mut BufWriter::new(io::stdout()))
        }
        Some(Command::Record(job)) => records::run(job, &mut BufWriter::new(io::stdout())),
        Some(Command::Perft { variant, fen, divide, depth }) => {
            let mut engine = Engine::new()?;
            engine.set_option("Variant", Some(variant))?;
            if let Some(fen) = fen {
                let words: Vec<&str> = fen.split_whitespace().collect();
                engine.place(Root::Fen(&words), &[])?;
            }
            count(&mut engine, *depth, *divide, &mut io::stdout())
        }
        Some(Command::Variants(task)) => {
            variants::run(&mut Engine::new()?, task, &mut io::stdout())
        }
    }
}

fn talk(engine: &mut Engine) -> io::Result<()> {
    let greet = io::stdin().is_terminal();
    let lines = input::spawn(BufReader::new(io::stdin()))?;
    protocol::serve(engine, &mut Umi, &lines, io::stdout(), greet)
}

fn queue() -> (Sink, Receiver<News>) {
    let (sender, news) = unbounded();
    (Box::new(move |message| drop(sender.send(message))), news)
}

fn last_word(news: &Receiver<News>) -> Result<News, Failure> {
    match news.recv() {
        Ok(News::Failed(error)) => Err(error.into()),
        Ok(news) => Ok(news),
        Err(_) => Err(Error::Internal("the job ended without a result".to_owned()).into()),
    }
}

fn bench(engine: &mut Engine, depth: Option<u32>, out: &mut dyn Write) -> Result<(), Failure> {
    let (sink, news) = queue();
    engine.bench(depth, sink)?;
    if let News::Benched { lines, nodes, nps } = last_word(&news)? {
        for line in lines {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "nodes {nodes}\nnps {nps}")?;
    }
    Ok(())
}

fn count(
    engine: &mut Engine,
    depth: u32,
    divided: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (sink, news) = queue();
    engine.count(depth, divided, sink)?;
    if let News::Counted { divided, nodes, micros } = last_word(&news)? {
        for (turn, below) in divided {
            writeln!(out, "{turn}: {below}")?;
        }
        let rate = u128::from(nodes) * 1_000_000 / u128::from(micros.max(1));
        writeln!(out, "time {}\nnps {rate}\nnodes {nodes}", micros / 1000)?;
    }
    Ok(())
}
