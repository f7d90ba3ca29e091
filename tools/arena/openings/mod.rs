//! Openings: the positions that games start from, read from a file or generated.

mod book;
mod generate;
mod judge;

pub(crate) use book::{Book, Order, Reading};
pub(crate) use generate::{Generated, Generator};

use modisa::engine::{Arbiter, Error};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};
use thiserror::Error as ThisError;

/// Where a game starts and what has been played there already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// The position text; `None` is the start position of the rules.
    #[serde(default)]
    pub(crate) fen: Option<String>,
    /// The turns from there.
    #[serde(default)]
    pub(crate) turns: Vec<String>,
}

impl Opening {
    /// Sets the arbiter to the end of the opening.
    pub(crate) fn set_up(&self, arbiter: &mut Arbiter) -> Result<(), Error> {
        arbiter.place(self.fen.as_deref(), &self.words())
    }

    /// The turns as words.
    pub(crate) fn words(&self) -> Vec<&str> {
        self.turns.iter().map(String::as_str).collect()
    }
}

/// One line, as `position` takes it.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            Some(fen) => write!(f, "fen {fen}")?,
            None => f.write_str("startpos")?,
        }
        if !self.turns.is_empty() {
            write!(f, " moves {}", self.turns.join(" "))?;
        }
        Ok(())
    }
}

/// Why there is no opening.
#[derive(Debug, ThisError)]
pub(crate) enum OpeningError {
    /// A file could not be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A line of a file is no opening of a game that goes on.
    #[error("{file}:{line}: {message}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A file holds no opening at all.
    #[error("{0}: there is no opening in this file")]
    Empty(String),
    /// No opening could be generated.
    #[error(
        "no opening of {plies} plies was found in {tries} tries: the games were over or \
         decided, or a side was ahead by more than {limit} centimen"
    )]
    NoneFound {
        /// Plies of each opening.
        plies: u32,
        /// Games begun.
        tries: u32,
        /// The widest balance that was allowed.
        limit: i32,
    },
    /// The rules are wrong, or the search that judges the openings has failed.
    #[error(transparent)]
    Engine(#[from] Error),
    /// The openings could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// A list of openings that has no end.
#[derive(Debug)]
pub(crate) enum Openings {
    /// Those of a file.
    Book(Book),
    /// Those made when they are asked for.
    Generated(Generated),
}

impl Openings {
    /// The opening of this index, from 0. After the last they start again from the first.
    pub(crate) fn get(&self, index: usize) -> Result<Opening, OpeningError> {
        match self {
            Self::Book(book) => Ok(book.get(index)),
            Self::Generated(generated) => generated.get(index),
        }
    }

    /// How many openings there are, if that is known yet.
    pub(crate) fn known_count(&self) -> Option<usize> {
        match self {
            Self::Book(book) => Some(book.count()),
            Self::Generated(generated) => generated.known_count(),
        }
    }

    /// What should be said of the openings since this was last asked: sentences.
    pub(crate) fn remarks(&self) -> Vec<String> {
        match self {
            Self::Book(_) => Vec::new(),
            Self::Generated(generated) => generated.remarks(),
        }
    }

    /// Writes the first `count` openings as a file that can be read again, fewer if there
    /// are no more; what is to be said of them stands below them as comments.
    pub(crate) fn write(&self, count: usize, out: &mut impl Write) -> Result<(), OpeningError> {
        for index in 0..count {
            let opening = self.get(index)?;
            if self.known_count().is_some_and(|known| index >= known) {
                break;
            }
            writeln!(out, "{opening}")?;
        }
        for remark in self.remarks() {
            writeln!(out, "# {remark}")?;
        }
        out.flush()?;
        Ok(())
    }
}
