//! The engine that is examined: what is asked of it, and what it answers.

use crate::bench::{Bench, Finding, Found, ensure, fault};
use crate::referee::Scene;
use modisa::client::{Process, Talk, Trouble};
use modisa::protocol::{Command, Info, Refusal, Saying, Subject, Umi};
use serde_json::Value;
use std::time::{Duration, Instant};

/// What an engine says in the course of a search.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// The line that began it.
    pub(crate) go: String,
    /// Results, in order.
    pub(crate) infos: Vec<Info>,
    /// Errors, in order.
    pub(crate) refusals: Vec<Refusal>,
    /// The best turn.
    pub(crate) turn: Option<String>,
    /// The expected reply.
    pub(crate) ponder: Option<String>,
    /// From the last line sent to the arrival of the best turn.
    pub(crate) took: Duration,
}

impl Search {
    /// The best turn.
    ///
    /// # Errors
    /// A fault when there is none.
    pub(crate) fn best(&self) -> Found<&str> {
        let reason =
            || fault(format!("`{}` gave bestmove none where there are turns", self.go));
        self.turn.as_deref().ok_or_else(reason)
    }

    /// The last result of rank 1.
    pub(crate) fn last(&self) -> Option<&Info> {
        self.infos.iter().rev().find(|info| info.multi_pv == 1)
    }
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Candidate<'a> {
    pub(crate) bench: &'a Bench,
    talk: Talk,
    variant: Option<String>,
    /// When the conversation has lasted too long.
    end: Instant,
}

impl<'a> Candidate<'a> {
    /// Starts it and sets the options of the command line.
    pub(crate) fn start(bench: &'a Bench) -> Found<Self> {
        let process = Process::start(&bench.launch)
            .map_err(|error| fault(format!("the engine could not be started: {error}")))?;
        let talk = Talk::new(process, Umi).strict();
        let end = Instant::now() + bench.whole();
        let mut started = Self { bench, talk, variant: None, end };
        for (name, value) in &bench.options {
            started.talk.set_option(name, Some(value));
        }
        if !bench.options.is_empty() {
            started.settle()?;
        }
        Ok(started)
    }

    /// The last lines of the conversation.
    pub(crate) fn transcript(&self) -> impl Iterator<Item = &str> {
        self.talk.transcript()
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.talk.say_line(line);
    }

    /// How long the next answer may take: many slow ones do not add up without end.
    fn patience(&self) -> Found<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        let whole = self.bench.whole().as_secs();
        ensure(!left.is_zero(), || format!("the conversation lasted for {whole} s"))?;
        Ok(self.bench.longest().min(left))
    }

    /// The next thing it says.
    pub(crate) fn hear(&mut self, awaited: &str) -> Found<(Saying, Instant)> {
        let patience = self.patience()?;
        Ok(self.talk.hear(awaited, patience)?)
    }

    /// Waits until all lines are taken; none of them may be refused.
    pub(crate) fn settle(&mut self) -> Found {
        let patience = self.patience()?;
        Ok(self.talk.ready(patience)?)
    }

    /// Sends a line that is answered by nothing.
    pub(crate) fn tell(&mut self, line: &str) -> Found {
        self.say(line);
        self.settle()
    }

    /// Sends a line that has to be refused with this code.
    pub(crate) fn provoke(&mut self, line: &str, code: &str) -> Found<Refusal> {
        let patience = self.patience()?;
        self.say(line);
        match self.talk.ready(patience) {
            Ok(()) => Err(fault(format!("`{line}` was answered by no error, wanted {code}"))),
            Err(Trouble::Refused(refusal)) if refusal.code == code => Ok(*refusal),
            Err(Trouble::Refused(refusal)) => {
                Err(fault(format!("`{line}` was refused with {}, wanted {code}", refusal.code)))
            }
            Err(other) => Err(other.into()),
        }
    }

    /// Sets an option that may be refused.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Found<Option<Refusal>> {
        let patience = self.patience()?;
        self.talk.set_option(name, value);
        match self.talk.ready(patience) {
            Ok(()) => Ok(None),
            Err(Trouble::Refused(refusal)) => Ok(Some(*refusal)),
            Err(other) => Err(other.into()),
        }
    }

    /// Nothing may be said for so long.
    pub(crate) fn listen(&mut self, span: Duration, when: &str) -> Found {
        match self.talk.hear("nothing", span) {
            Err(Trouble::Silent { .. }) => Ok(()),
            Ok((saying, _)) => Err(fault(format!("{saying:?} came {when}"))),
            Err(other) => Err(other.into()),
        }
    }

    /// Plays this variant from now on.
    pub(crate) fn turn_to(&mut self, variant: &str) -> Found {
        if self.variant.as_deref() == Some(variant) || !self.bench.has("Variant") {
            return Ok(());
        }
        self.tell(&format!("setoption name Variant value {variant}"))?;
        self.variant = Some(variant.to_owned());
        Ok(())
    }

    /// Sets a position, which may not be refused.
    pub(crate) fn place(&mut self, scene: &Scene) -> Found {
        self.turn_to(&scene.variant)?;
        self.tell(&scene.line())
    }

    /// What it knows about a subject.
    pub(crate) fn facts(&mut self, command: &Command, subject: Subject) -> Found<Value> {
        let patience = self.patience()?;
        Ok(self.talk.facts(command, subject, patience)?)
    }

    /// Its list of legal turns.
    pub(crate) fn legal(&mut self) -> Found<Vec<String>> {
        let answer = self.facts(&Command::Legal, Subject::Legal)?;
        texts(&answer, "turns")
    }

    /// What it says of the position.
    pub(crate) fn state(&mut self) -> Found<Value> {
        self.facts(&Command::State, Subject::State)
    }

    /// Its count of turn sequences.
    pub(crate) fn count(&mut self, depth: u32) -> Found<u64> {
        self.say(&format!("perft {depth}"));
        loop {
            match self.hear("nodes")?.0 {
                Saying::Nodes(total) => return Ok(total),
                Saying::Failure(refusal) => return Err(fault(refusal.to_string())),
                _ => {}
            }
        }
    }

    /// Searches the present position until the engine ends by itself.
    pub(crate) fn search(&mut self, limits: &str) -> Found<Search> {
        let go = format!("go {limits}");
        let start = Instant::now();
        self.say(&go);
        self.best(&go, start)
    }

    /// Lets the engine search for so long, and stops it.
    pub(crate) fn search_and_stop(&mut self, limits: &str, span: Duration) -> Found<Search> {
        let go = format!("go {limits}");
        self.say(&go);
        let mut early = Vec::new();
        if !span.is_zero() {
            early = self.during(&go, span)?;
        }
        let start = Instant::now();
        self.say("stop");
        let mut search = self.best(&go, start)?;
        early.append(&mut search.infos);
        search.infos = early;
        Ok(search)
    }

    /// The results that come in this span of a search, which may not end meanwhile.
    pub(crate) fn during(&mut self, go: &str, span: Duration) -> Found<Vec<Info>> {
        let start = Instant::now();
        let mut infos = Vec::new();
        loop {
            match self.talk.hear("nothing", span.saturating_sub(start.elapsed())) {
                Ok((Saying::Info(info), _)) => infos.push(*info),
                Ok((Saying::Remark(_), _)) => {}
                Ok((Saying::Best { .. }, _)) => {
                    return Err(fault(format!("`{go}` ended by itself")));
                }
                Ok((other, _)) => return Err(fault(format!("{other:?} came in `{go}`"))),
                Err(Trouble::Silent { .. }) => return Ok(infos),
                Err(other) => return Err(other.into()),
            }
            if start.elapsed() > span {
                return Ok(infos);
            }
        }
    }

    /// All that is said up to the end of the running search, which was asked for at `start`.
    pub(crate) fn best(&mut self, go: &str, start: Instant) -> Found<Search> {
        let (mut infos, mut refusals) = (Vec::new(), Vec::new());
        let patience = self.patience()?;
        loop {
            let left = patience.saturating_sub(start.elapsed());
            match self.talk.hear("bestmove", left)? {
                (Saying::Info(info), _) => infos.push(*info),
                (Saying::Remark(_), _) => {}
                (Saying::Failure(refusal), _) => refusals.push(refusal),
                (Saying::Best { turn, ponder }, when) => {
                    let took = when.saturating_duration_since(start);
                    return Ok(Search {
                        go: go.to_owned(),
                        infos,
                        refusals,
                        turn,
                        ponder,
                        took,
                    });
                }
                (other, _) => return Err(fault(format!("{other:?} came in `{go}`"))),
            }
        }
    }
}

/// The array of texts that a member is.
pub(crate) fn texts(value: &Value, member: &str) -> Found<Vec<String>> {
    let texts = value[member].as_array().and_then(|list| {
        list.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    });
    texts.ok_or_else(|| fault(format!("{member} is no array of texts: {}", value[member])))
}

/// The member has to be this.
pub(crate) fn expect(value: &Value, member: &str, wanted: &Value) -> Found {
    ensure(value[member] == *wanted, || format!("{member} is {}, not {wanted}", value[member]))
}

/// What went wrong, with the place where it did.
pub(crate) fn at(finding: Finding, place: &Scene) -> Finding {
    match finding {
        Finding::Fault { reason, talk } => {
            Finding::Fault { reason: format!("{reason}\nin {place}"), talk }
        }
        skipped @ Finding::Skipped(_) => skipped,
    }
}
