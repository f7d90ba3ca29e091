//! Plays a script against an engine behind any kind of wire.

use super::script::{Bindings, Pattern, Script, Step, replaced};
use super::wire::{Received, Wire};
use std::collections::VecDeque;
use std::fmt::Write;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long any answer may take that the script sets no longer bound for.
    pub longest: Duration,
    /// How many times the bounds of the script an answer may take; 1 is strict.
    pub slack: u64,
}

impl Patience {
    /// The bounds as they are written.
    pub const STRICT: Self = Self { longest: Duration::from_secs(20), slack: 1 };
}

/// Plays the script to its end.
///
/// # Errors
/// The first thing that went wrong, with what was expected, what came, and the last
/// lines of the conversation.
pub fn play(script: &Script, wire: &mut dyn Wire, patience: Patience) -> Result<(), String> {
    let mut player = Player {
        wire,
        patience,
        bindings: Bindings::new(),
        skips: Vec::new(),
        bound: None,
        sent: Instant::now(),
        talk: VecDeque::new(),
    };
    for (number, step) in &script.steps {
        if let Err(message) = player.step(step) {
            let mut report = format!("line {number}: {message}\n  the conversation so far:\n");
            for line in &player.talk {
                let _ = writeln!(report, "    {line}");
            }
            return Err(report);
        }
    }
    Ok(())
}

struct Player<'a> {
    wire: &'a mut dyn Wire,
    patience: Patience,
    bindings: Bindings,
    skips: Vec<Pattern>,
    bound: Option<u64>,
    sent: Instant,
    /// The last lines of the conversation, marked.
    talk: VecDeque<String>,
}

impl Player<'_> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Send(text) => {
                let line = replaced(text, &self.bindings)?;
                self.send(line.as_bytes());
            }
            Step::SendBytes(bytes) => self.send(bytes),
            Step::Expect(pattern) => return self.expect(pattern),
            Step::Skip(pattern) => self.skips.push(pattern.clone()),
            Step::Within(milliseconds) => self.bound = Some(*milliseconds),
            Step::Pause(milliseconds) => thread::sleep(Duration::from_millis(*milliseconds)),
            Step::Close => {
                self.sent = Instant::now();
                self.wire.close();
            }
            Step::Exit(code) => return self.end(*code),
        }
        Ok(())
    }

    fn send(&mut self, line: &[u8]) {
        self.note('>', &String::from_utf8_lossy(line));
        self.sent = Instant::now();
        self.wire.send(line);
    }

    fn note(&mut self, mark: char, line: &str) {
        const KEPT: usize = 30;
        let shown: String = line.chars().take(300).collect();
        self.talk.push_back(format!("{mark} {shown}"));
        if self.talk.len() > KEPT {
            self.talk.pop_front();
        }
    }

    /// The next line that no skip pattern allows; `None` at the end. What `wanted` matches
    /// is never skipped.
    fn next_line(
        &mut self,
        wanted: Option<&Pattern>,
        expected: &str,
    ) -> Result<(Option<String>, Instant), String> {
        let start = Instant::now();
        let bound = self.bound.unwrap_or(0).saturating_mul(self.patience.slack);
        let longest = self.patience.longest.max(Duration::from_millis(bound));
        loop {
            let received = self.wire.receive(longest.saturating_sub(start.elapsed()));
            match received {
                Received::Silence => {
                    return Err(format!(
                        "expected {expected}\n  got      nothing in {} ms",
                        longest.as_millis()
                    ));
                }
                // Otherwise a flood of lines to skip would never end.
                Received::Line(line, when)
                    if when.saturating_duration_since(start) > longest =>
                {
                    self.note('<', &line);
                    return Err(format!("expected {expected}\n  got      {line} too late"));
                }
                Received::Unreadable(fault, _) => {
                    return Err(format!("expected {expected}\n  got      no text: {fault}"));
                }
                Received::End(when) => return Ok((None, when)),
                Received::Line(line, when) => {
                    self.note('<', &line);
                    let bindings = &mut self.bindings;
                    let found =
                        wanted.is_some_and(|wanted| wanted.matches(&line, bindings, false));
                    if found || !self.skips.iter().any(|s| s.matches(&line, bindings, true)) {
                        return Ok((Some(line), when));
                    }
                }
            }
        }
    }

    fn expect(&mut self, pattern: &Pattern) -> Result<(), String> {
        let (line, when) = self.next_line(Some(pattern), pattern.source())?;
        self.skips.clear();
        let Some(line) = line else {
            return Err(format!("expected {}\n  got      the end", pattern.source()));
        };
        if !pattern.matches(&line, &mut self.bindings, false) {
            return Err(format!(
                "expected {}\n  got      {line}\n  names    {:?}",
                pattern.source(),
                self.bindings
            ));
        }
        self.in_time(when)
    }

    fn end(&mut self, code: i32) -> Result<(), String> {
        let (line, when) = self.next_line(None, "the end")?;
        if let Some(line) = line {
            return Err(format!("expected the end\n  got      {line}"));
        }
        self.in_time(when)?;
        match self.wire.exit_code() {
            Some(found) if found == code => Ok(()),
            found => Err(format!("expected exit code {code}\n  got      {found:?}")),
        }
    }

    fn in_time(&mut self, when: Instant) -> Result<(), String> {
        let took = when.saturating_duration_since(self.sent).as_millis();
        let slack = self.patience.slack;
        match self.bound.take() {
            Some(bound) if took > u128::from(bound) * u128::from(slack) => Err(format!(
                "expected within {bound} ms (slack {slack})\n  got      after {took} ms"
            )),
            _ => Ok(()),
        }
    }
}
