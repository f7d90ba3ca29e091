//! One short conversation with the mock, and what was seen of it.

use crate::process;
use modisa::client::{Process, Received, Wire};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer is waited for that may never come.
const PATIENCE: Duration = Duration::from_secs(2);

/// What was seen of a conversation.
#[derive(Debug)]
pub(crate) struct Sight {
    /// What came, and when.
    lines: Vec<(String, Instant)>,
    /// When each line was sent.
    sent: Vec<(String, Instant)>,
    /// The exit code; `None` when the process did not end.
    pub(crate) code: Option<i32>,
    /// Whether anything came on standard error.
    pub(crate) noise: bool,
}

impl Sight {
    /// Holds the conversation: steps separated by ` / `, each a line to be sent,
    /// `= WORD` (wait for a line that begins so, but not for ever), `~ N` (let N ms pass),
    /// `*noise` (send no UTF-8) or `*long` (send a line that is too long). Then the input
    /// is closed.
    pub(crate) fn of(words: &[&str], talk: &str) -> Self {
        let mut process = process::start(words);
        let mut sight = Self { lines: Vec::new(), sent: Vec::new(), code: None, noise: false };
        for step in talk.split(" / ") {
            if let Some(word) = step.strip_prefix("= ") {
                sight.wait(&mut process, word);
            } else if let Some(millis) = step.strip_prefix("~ ") {
                thread::sleep(Duration::from_millis(millis.parse().unwrap()));
            } else {
                sight.sent.push((step.to_owned(), Instant::now()));
                match step {
                    "*noise" => process.send(b"\xff\xfe"),
                    "*long" => process.send(&vec![b'y'; (1 << 20) + 1]),
                    line => process.send(line.as_bytes()),
                }
            }
        }
        process.close();
        sight.code = process.ends_within(PATIENCE);
        let has_ended = sight.code.is_some();
        let patience = if has_ended { PATIENCE } else { Duration::from_millis(20) };
        while let Received::Line(line, when) = process.receive(patience) {
            sight.lines.push((line, when));
        }
        sight.noise = !process.diagnostics().is_empty();
        sight
    }

    fn wait(&mut self, process: &mut Process, word: &str) {
        let start = Instant::now();
        while let Some(patience) = PATIENCE.checked_sub(start.elapsed()) {
            let Received::Line(line, when) = process.receive(patience) else { return };
            let is_it = line.starts_with(word);
            self.lines.push((line, when));
            if is_it {
                return;
            }
        }
    }

    /// All lines that begin so.
    pub(crate) fn all<'a>(&'a self, start: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let start = start.to_owned();
        let lines = self.lines.iter().map(|(line, _)| line.as_str());
        lines.filter(move |line| line.starts_with(&start))
    }

    /// How many lines begin so.
    pub(crate) fn count(&self, start: &str) -> usize {
        self.all(start).count()
    }

    /// The last line that begins so, or nothing.
    pub(crate) fn last(&self, start: &str) -> &str {
        self.all(start).last().unwrap_or_default()
    }

    /// The last line of all, or nothing.
    pub(crate) fn end(&self) -> &str {
        self.last("")
    }

    /// Whether a line that begins with `one` stands directly before one that begins with
    /// `other`.
    pub(crate) fn has_pair(&self, one: &str, other: &str) -> bool {
        self.lines
            .windows(2)
            .any(|pair| pair[0].0.starts_with(one) && pair[1].0.starts_with(other))
    }

    /// Whether it took this many milliseconds from the line sent to the line that begins so.
    pub(crate) fn took(&self, sent: &str, start: &str, millis: u64) -> bool {
        let asked = self.sent.iter().find(|(line, _)| line == sent).unwrap().1;
        let answer = self.lines.iter().find(|(line, _)| line.starts_with(start));
        answer.is_some_and(|(_, when)| *when >= asked + Duration::from_millis(millis))
    }

    /// The turn of the last line of a best turn.
    pub(crate) fn best(&self) -> &str {
        self.last("bestmove").split(' ').nth(1).unwrap_or_default()
    }

    /// The turns of the last pv.
    pub(crate) fn pv(&self) -> Vec<&str> {
        let (_, turns) = self.last("info ").split_once(" pv ").unwrap_or_default();
        turns.split(' ').collect()
    }
}

/// The number after the word.
pub(crate) fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|known| *known != word).skip(1);
    words.next()?.parse().ok()
}
