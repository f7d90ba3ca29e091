//! Tells how a tournament goes: a bar on a terminal, plain lines elsewhere.

use crate::config::Conduct;
use crate::report;
use crate::schedule::Schedule;
use crate::standings::Standings;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write, stderr, stdout};

/// What the bar shows; the message is the line of [`report::line`].
const SHAPE: &str = "{bar:20} {pos}/{len} pairs, {eta} left: {msg}";

/// How a tournament goes, for whoever watches.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
    score_interval: u64,
    rating_interval: u64,
    /// Pairs there are, and pairs played, here.
    total: u64,
    played: u64,
}

impl Progress {
    /// At the start, or where it goes on.
    pub(crate) fn new(conduct: &Conduct, schedule: &Schedule) -> Self {
        let (total, played) = (schedule.total(), schedule.finished());
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(played);
            // The pairs of an earlier run say nothing of the speed of this one.
            bar.reset_eta();
            match ProgressStyle::with_template(SHAPE) {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        Self {
            bar,
            score_interval: conduct.score_interval.into(),
            rating_interval: conduct.rating_interval.into(),
            total,
            played,
        }
    }

    /// Tells of one more pair, and what else there is to say.
    ///
    /// # Errors
    /// When the output breaks.
    pub(crate) fn tell(&mut self, standings: &Standings, remarks: &[String]) -> io::Result<()> {
        self.played += 1;
        let mut text = String::new();
        for remark in remarks {
            let _ = writeln!(text, "{remark}");
        }
        let is_due = |interval: u64| interval > 0 && self.played.is_multiple_of(interval);
        if let Some(bar) = &self.bar {
            bar.set_position(self.played);
            bar.set_message(report::line(standings));
        } else if is_due(self.score_interval) {
            let (played, total) = (self.played, self.total);
            let _ = writeln!(text, "{played}/{total} pairs: {}", report::line(standings));
        }
        // The last table comes at the end anyway.
        if is_due(self.rating_interval) && self.played < self.total {
            text.push_str(&report::table(standings));
        }
        self.say(&text)
    }

    fn say(&self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let write = || {
            let mut out = stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()
        };
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
