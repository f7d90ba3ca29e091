//! The bench on which an engine is examined: how it is started, and how long it is waited for.

use crate::args::Args;
use crate::candidate::Candidate;
use modisa::client::{Identity, Launch, Patience, Process, Talk, Trouble};
use modisa::engine::Error;
use modisa::protocol::Umi;
use std::cell::Cell;
use std::fmt::Display;
use std::io;
use std::time::Duration;

/// What a check comes to.
pub(crate) type Found<T = ()> = Result<T, Finding>;

/// Why a check did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The engine is wrong.
    Fault {
        /// What is wrong.
        reason: String,
        /// The end of the conversation.
        talk: Vec<String>,
    },
    /// The check does not apply, for this reason.
    Skipped(String),
}

/// A fault without its conversation, which [`Bench::talk`] adds.
pub(crate) fn fault(reason: impl Into<String>) -> Finding {
    Finding::Fault { reason: reason.into(), talk: Vec::new() }
}

/// A fault unless it is so.
pub(crate) fn ensure<T: Display>(is_so: bool, reason: impl FnOnce() -> T) -> Found {
    if is_so { Ok(()) } else { Err(fault(reason().to_string())) }
}

impl From<Trouble> for Finding {
    fn from(trouble: Trouble) -> Self {
        fault(trouble.to_string())
    }
}

/// The referee refuses what was thought to be legal.
impl From<Error> for Finding {
    fn from(error: Error) -> Self {
        fault(format!("by the rules: {error}"))
    }
}

/// The variants that are checked unless others are asked for, if they are announced.
const VARIANTS: [&str; 12] = [
    "morabaraba",
    "nine",
    "twelve",
    "lasker",
    "sesotho",
    "three",
    "six",
    "seven",
    "gonu",
    "shax",
    "dooz",
    "gurgaldaj",
];

/// How long an answer is waited for, in milliseconds, after so many silences: an engine
/// that is dead in one way is dead in most checks.
const PATIENCE: [(u32, u64); 3] = [(10, 500), (3, 1_000), (0, 5_000)];

/// How an engine is examined.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) launch: Launch,
    /// Options set at each start.
    pub(crate) options: Vec<(String, String)>,
    /// How many times its bound an answer may take.
    pub(crate) slack: u64,
    pub(crate) seed: u64,
    /// Random games in which rules are compared.
    pub(crate) games: u32,
    /// The variants whose rules are checked.
    pub(crate) variants: Vec<String>,
    /// What the engine has told of itself.
    pub(crate) identity: Identity,
    silences: Cell<u32>,
}

impl Bench {
    /// A bench for an engine that nobody has spoken to yet.
    pub(crate) fn new(args: &Args) -> Self {
        let (program, rest) = args.command.split_first().map_or_else(
            || (String::new(), Vec::new()),
            |(program, rest)| (program.clone(), rest.to_vec()),
        );
        Self {
            launch: Launch { program, args: rest, folder: None },
            options: args.option.clone(),
            slack: args.slack,
            seed: args.seed,
            games: args.games,
            variants: args.variant.clone(),
            identity: Identity::default(),
            silences: Cell::new(0),
        }
    }

    /// Lets the engine introduce itself. Odd lines are left to the checks.
    ///
    /// # Errors
    /// The outer one when the program cannot be started, the inner one when it says
    /// nothing of itself.
    pub(crate) fn introduce(&mut self) -> io::Result<Found> {
        let mut talk = Talk::new(Process::start(&self.launch)?, Umi);
        let told = talk.identify(self.longest());
        let found = told.map(|identity| self.identity = identity);
        Ok(found.map_err(|trouble| Finding::from(trouble).after(talk.transcript())))
    }

    /// Makes the list of variants final: by what is announced.
    pub(crate) fn choose_variants(&mut self) {
        let announced = &self.identity.variants;
        if self.variants.is_empty() {
            let is_played = |id: &&str| announced.is_empty() || self.plays(id);
            self.variants = VARIANTS.into_iter().filter(is_played).map(str::to_owned).collect();
        } else if self.variants.iter().any(|id| id == "all") {
            self.variants = announced.iter().map(|(id, _)| id.clone()).collect();
        }
    }

    /// Whether the variant is announced.
    pub(crate) fn plays(&self, variant: &str) -> bool {
        self.identity.variants.iter().any(|(id, _)| id == variant)
    }

    /// Whether an option is announced.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.identity.option(option).is_some()
    }

    /// The check does not apply without this option.
    pub(crate) fn need(&self, option: &str) -> Found {
        let reason = || Finding::Skipped(format!("the engine has no option {option}"));
        if self.has(option) { Ok(()) } else { Err(reason()) }
    }

    /// A bound in milliseconds, with the slack.
    pub(crate) fn bound(&self, milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds * self.slack)
    }

    /// How long any answer may take that has no bound of its own.
    pub(crate) fn longest(&self) -> Duration {
        let silences = self.silences.get();
        let (_, millis) =
            PATIENCE.into_iter().find(|(least, _)| silences >= *least).unwrap_or_default();
        Duration::from_millis(millis).max(self.bound(millis / 10))
    }

    /// How long a whole conversation may last.
    pub(crate) fn whole(&self) -> Duration {
        Duration::from_secs(30).max(self.bound(6_000))
    }

    /// Notes that a whole [`Bench::longest`] was waited in vain.
    pub(crate) fn note_silence(&self) {
        self.silences.set(self.silences.get() + 1);
    }

    /// The patience of dialogues.
    pub(crate) fn patience(&self) -> Patience {
        Patience { longest: self.longest(), slack: self.slack }
    }

    /// Talks with a fresh process of the engine.
    pub(crate) fn talk<T>(
        &self,
        work: impl FnOnce(&mut Candidate<'_>) -> Found<T>,
    ) -> Found<T> {
        let mut candidate = Candidate::start(self)?;
        work(&mut candidate).map_err(|finding| finding.after(candidate.transcript()))
    }
}

impl Finding {
    /// The same with the end of the conversation, if it has none yet.
    fn after<'a>(self, lines: impl Iterator<Item = &'a str>) -> Self {
        match self {
            Self::Fault { reason, talk } if talk.is_empty() => {
                Self::Fault { reason, talk: lines.map(str::to_owned).collect() }
            }
            other => other,
        }
    }
}
