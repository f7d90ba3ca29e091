//! Plays a script against an engine behind any kind of wire.

use super::script::{Bindings, Pattern, Script, Step, replaced};
use std::collections::VecDeque;
use std::fmt::Write;
use std::thread;
use std::time::{Duration, Instant};

/// How long any answer may take that the script sets no bound for.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many times the bounds of a script an answer may take: `MODISA_SLACK`, or else 5,
/// so that a loaded machine does not fail; 1 is strict.
fn slack() -> u64 {
    std::env::var("MODISA_SLACK").ok().and_then(|text| text.parse().ok()).unwrap_or(5)
}

/// What comes from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A line, and when it was read.
    Line(String, Instant),
    /// Nothing in the time given.
    Silence,
    /// The output has ended.
    End(Instant),
}

/// The two ends of a conversation with an engine.
pub(crate) trait Wire {
    /// Sends a line; the line feed is added. A broken pipe is no error here.
    fn send(&mut self, line: &[u8]);

    /// Closes the input of the engine.
    fn close(&mut self);

    /// The next line.
    fn receive(&mut self, patience: Duration) -> Received;

    /// The exit code, after the output has ended.
    fn exit_code(&mut self) -> Option<i32>;
}

/// Plays the script to its end.
///
/// # Errors
/// The first thing that went wrong, with what was expected, what came, and the last
/// lines of the conversation.
pub(crate) fn play(script: &Script, wire: &mut dyn Wire) -> Result<(), String> {
    let mut player = Player {
        wire,
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
        loop {
            match self.wire.receive(PATIENCE) {
                Received::Silence => {
                    return Err(format!(
                        "expected {expected}\n  got      nothing in {} s",
                        PATIENCE.as_secs()
                    ));
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
        let slack = slack();
        match self.bound.take() {
            Some(bound) if took > u128::from(bound) * u128::from(slack) => Err(format!(
                "expected within {bound} ms (slack {slack})\n  got      after {took} ms"
            )),
            _ => Ok(()),
        }
    }
}
