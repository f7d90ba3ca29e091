//! A typed conversation with an engine; every answer has a deadline.

use super::wire::{Received, Wire};
use crate::protocol::{Caller, Command, Info, Offer, Refusal, Request, Saying, Subject};
use serde_json::Value;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Last lines of the conversation kept for reports.
const LINES_KEPT: usize = 40;

/// Longest part of a line in a report, in characters.
const LINE_WIDTH: usize = 300;

/// What an engine tells of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Name and version.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Protocol and version.
    pub protocol: String,
    /// Id and title of each variant.
    pub variants: Vec<(String, String)>,
    /// Its options.
    pub options: Vec<Offer>,
}

impl Identity {
    /// The option of this name, whatever the case.
    pub fn option(&self, name: &str) -> Option<&Offer> {
        self.options.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The chosen turn; `None` when there is none.
    pub turn: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The last result for the best line that is no bound, or else the last one.
    pub info: Option<Info>,
    /// Errors that came before the turn.
    pub refusals: Vec<Refusal>,
    /// When the turn arrived.
    pub when: Instant,
}

/// Why a conversation cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// No answer in time.
    #[error("no {awaited} within {} ms", waited.as_millis())]
    Silent {
        /// What was waited for.
        awaited: String,
        /// How long.
        waited: Duration,
    },
    /// The engine has left.
    #[error("the engine ended ({}) before {awaited}{}", ending(*exit_code), after(diagnostics))]
    Ended {
        /// What was waited for.
        awaited: String,
        /// Its exit code; `None` for a signal.
        exit_code: Option<i32>,
        /// The last lines of its diagnostics.
        diagnostics: String,
    },
    /// The engine refused a command.
    #[error("the engine refused: {0}")]
    Refused(Box<Refusal>),
    /// A line that had to be understood could not be.
    #[error("{reason} in the line {line:?}")]
    Misspelled {
        /// The line.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
}

fn ending(exit_code: Option<i32>) -> String {
    exit_code.map_or_else(|| "by a signal".to_owned(), |code| format!("exit code {code}"))
}

fn after(diagnostics: &str) -> String {
    diagnostics.lines().last().map_or_else(String::new, |line| format!("; it said: {line}"))
}

fn silent(awaited: &str, waited: Duration) -> Trouble {
    Trouble::Silent { awaited: awaited.into(), waited }
}

/// The conversation.
pub struct Talk {
    wire: Box<dyn Wire + Send>,
    caller: Box<dyn Caller + Send>,
    kept: VecDeque<String>,
    /// What came after the deadline of whoever was listening.
    late: Option<Received>,
    is_strict: bool,
}

impl std::fmt::Debug for Talk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Talk").field("kept", &self.kept).finish_non_exhaustive()
    }
}

impl Talk {
    /// A conversation in the spelling of `caller`.
    pub fn new(wire: impl Wire + Send + 'static, caller: impl Caller + Send + 'static) -> Self {
        Self {
            wire: Box::new(wire),
            caller: Box::new(caller),
            kept: VecDeque::new(),
            late: None,
            is_strict: false,
        }
    }

    /// The same conversation with no forgiveness: any line that is misspelled, is no text or
    /// ends with a carriage return is [`Trouble::Misspelled`].
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// Sends a command.
    pub fn say(&mut self, command: &Command) {
        let line = self.caller.write(command);
        self.say_line(&line);
    }

    /// Sends a line as it is.
    pub fn say_line(&mut self, line: &str) {
        self.keep('>', line);
        self.wire.send(line.as_bytes());
    }

    /// Sets an option; whether it was taken is told by [`Talk::ready`].
    pub fn set_option(&mut self, name: &str, value: Option<&str>) {
        let value = value.map(str::to_owned);
        self.say(&Command::SetOption { name: name.to_owned(), value });
    }

    /// Sets the position: turns played from a position text, or from the start position.
    pub fn place(&mut self, fen: Option<&str>, turns: &[String]) {
        let fen = fen.map(|text| text.split_whitespace().map(str::to_owned).collect());
        self.say(&Command::Place { fen, turns: turns.to_vec() });
    }

    /// Starts a search; its end is told by [`Talk::best`].
    pub fn go(&mut self, request: &Request) {
        self.say(&Command::Go(Box::new(request.clone())));
    }

    /// The last lines of both sides, `>` before those sent and `<` before those received.
    pub fn transcript(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(String::as_str)
    }

    /// The next line that can be understood, and when it came.
    ///
    /// # Errors
    /// When the deadline passes or the engine leaves; what came after the deadline is left
    /// for whoever listens next. Misspelled lines are logged and passed over, unless they are `bestmove` or
    /// `error` lines or the conversation is strict.
    pub fn hear(
        &mut self,
        awaited: &str,
        patience: Duration,
    ) -> Result<(Saying, Instant), Trouble> {
        self.hear_since(Instant::now(), awaited, patience)
    }

    /// The same when the wait has begun a while ago: chatter buys no time.
    fn hear_since(
        &mut self,
        start: Instant,
        awaited: &str,
        patience: Duration,
    ) -> Result<(Saying, Instant), Trouble> {
        let in_time = |when: &Instant| when.saturating_duration_since(start) <= patience;
        loop {
            let left = patience.saturating_sub(start.elapsed());
            let received = self.late.take().unwrap_or_else(|| self.wire.receive(left));
            let (line, when) = match received {
                Received::Line(line, when) if in_time(&when) => (line, when),
                Received::Unreadable(fault, when) if in_time(&when) => {
                    if self.is_strict {
                        let reason = format!("{fault}: no text");
                        return Err(Trouble::Misspelled { line: String::new(), reason });
                    }
                    log::debug!("a line is passed over: {fault}");
                    continue;
                }
                Received::Silence => return Err(silent(awaited, patience)),
                Received::Line(..) | Received::Unreadable(..) => {
                    self.late = Some(received);
                    return Err(silent(awaited, patience));
                }
                Received::End(_) => {
                    return Err(Trouble::Ended {
                        awaited: awaited.into(),
                        exit_code: self.wire.exit_code(),
                        diagnostics: self.wire.diagnostics(),
                    });
                }
            };
            self.keep('<', &line);
            if self.is_strict && line.ends_with('\r') {
                let reason = "a carriage return".to_owned();
                return Err(Trouble::Misspelled { line, reason });
            }
            let is_grave = || line.starts_with("bestmove") || line.starts_with("error");
            match self.caller.read(&line) {
                Ok(saying) => return Ok((saying, when)),
                Err(reason) if self.is_strict || is_grave() => {
                    return Err(Trouble::Misspelled { line, reason });
                }
                Err(reason) => log::debug!("a line is passed over, {reason}: {line}"),
            }
        }
    }

    /// The answer among the lines to come for which `wanted` has a value.
    fn wait<T>(
        &mut self,
        awaited: &str,
        patience: Duration,
        mut wanted: impl FnMut(Saying) -> Option<T>,
    ) -> Result<T, Trouble> {
        let start = Instant::now();
        loop {
            let (saying, _) = self.hear_since(start, awaited, patience)?;
            if let Some(answer) = wanted(saying) {
                return Ok(answer);
            }
        }
    }

    /// Asks the engine who it is.
    ///
    /// # Errors
    /// When it does not complete its introduction in time.
    pub fn identify(&mut self, patience: Duration) -> Result<Identity, Trouble> {
        self.say(&Command::Identify);
        let mut identity = Identity::default();
        self.wait("umiok", patience, |saying| {
            match saying {
                Saying::Name(name) => identity.name = name,
                Saying::Author(author) => identity.author = author,
                Saying::Protocol(protocol) => identity.protocol = protocol,
                Saying::Variant { id, title } => identity.variants.push((id, title)),
                Saying::Option(offer) => identity.options.push(offer),
                Saying::Identified => return Some(()),
                _ => {}
            }
            None
        })?;
        Ok(identity)
    }

    /// Asks whether the engine listens.
    ///
    /// # Errors
    /// When it does not answer in time, or has refused something meanwhile: the first refusal
    /// is returned, after the answer has come.
    pub fn ready(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.say(&Command::Ready);
        let mut refusal = None;
        self.wait("readyok", patience, |saying| match saying {
            Saying::Failure(failure) => {
                refusal.get_or_insert(failure);
                None
            }
            Saying::Ready => Some(()),
            _ => None,
        })?;
        refusal.map_or(Ok(()), |refusal| Err(Trouble::Refused(Box::new(refusal))))
    }

    /// Asks for the facts about a subject.
    ///
    /// # Errors
    /// When they do not come in time, or the engine refuses.
    pub fn facts(
        &mut self,
        command: &Command,
        subject: Subject,
        patience: Duration,
    ) -> Result<Value, Trouble> {
        self.say(command);
        let awaited = self.caller.write(command);
        let answer =
            self.wait(&format!("answer to `{awaited}`"), patience, |saying| match saying {
                Saying::Facts(of, value) if of == subject => Some(Ok(value)),
                Saying::Failure(refusal) => Some(Err(refusal)),
                _ => None,
            })?;
        answer.map_err(|refusal| Trouble::Refused(Box::new(refusal)))
    }

    /// Waits for the end of the running search; `patience` counts from now.
    ///
    /// # Errors
    /// When it does not come in time.
    pub fn best(
        &mut self,
        patience: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Thought, Trouble> {
        let start = Instant::now();
        let mut info: Option<Info> = None;
        let mut refusals = Vec::new();
        loop {
            let (saying, when) = self.hear_since(start, "bestmove", patience)?;
            match saying {
                Saying::Best { turn, ponder } => {
                    return Ok(Thought { turn, ponder, info, refusals, when });
                }
                Saying::Info(told) => {
                    on_info(&told);
                    let is_exact = |info: &Info| info.bound.is_none();
                    let is_better = is_exact(&told) || !info.as_ref().is_some_and(is_exact);
                    if told.multi_pv == 1 && is_better {
                        info = Some(*told);
                    }
                }
                Saying::Failure(refusal) => refusals.push(refusal),
                _ => {}
            }
        }
    }

    /// What the engine has said without being listened to.
    pub fn pending(&mut self) -> Vec<Saying> {
        let now = Instant::now();
        let mut sayings = Vec::new();
        while let Ok((saying, _)) = self.hear_since(now, "nothing", Duration::ZERO) {
            sayings.push(saying);
        }
        sayings
    }

    /// Asks the engine to leave and waits for it; afterwards it is killed. Its exit code;
    /// `None` when it had to be killed.
    pub fn quit(mut self, patience: Duration) -> Option<i32> {
        self.say(&Command::Quit);
        self.wire.close();
        let end = Instant::now() + patience;
        loop {
            match self.wire.receive(end.saturating_duration_since(Instant::now())) {
                Received::End(_) => return self.wire.exit_code(),
                Received::Line(_, when) | Received::Unreadable(_, when) if when <= end => {}
                _ => return None,
            }
        }
    }

    fn keep(&mut self, mark: char, line: &str) {
        let shown: String = line.chars().take(LINE_WIDTH).collect();
        self.kept.push_back(format!("{mark} {shown}"));
        if self.kept.len() > LINES_KEPT {
            self.kept.pop_front();
        }
    }
}
