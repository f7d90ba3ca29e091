//! Does what the command line asks for.

use super::args::{Args, Command};
use super::{notation, records, tables, variants};
use crate::engine::{Engine, Error, News, Root, Session, Speller};
use crate::protocol::{self, Dialect, Reply, Umi, input, queue};
use crossbeam_channel::Receiver;
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
        Some(Command::Tablebase(job)) => tables::run(job, &mut BufWriter::new(io::stdout())),
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

fn bench(engine: &mut Engine, depth: Option<u32>, out: &mut dyn Write) -> Result<(), Failure> {
    let (sink, news) = queue();
    engine.bench(depth, sink)?;
    tell(&news, out)
}

fn count(
    engine: &mut Engine,
    depth: u32,
    divided: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (sink, news) = queue();
    engine.count(depth, divided, sink)?;
    tell(&news, out)
}

/// Waits for the one message of a job and prints it as the wire does.
fn tell(news: &Receiver<News>, out: &mut dyn Write) -> Result<(), Failure> {
    match news.recv() {
        Ok(News::Failed(error)) => Err(error.into()),
        Ok(news) => Ok(writeln!(out, "{}", Umi.render(&Reply::News(news)))?),
        Err(_) => Err(Error::Internal("the job ended without a result".to_owned()).into()),
    }
}
