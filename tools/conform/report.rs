//! Tells results as they come: for programs (TAP, JSON) and for people.

use crate::args::Format;
use crate::bench::{Finding, Found};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{Result, Write};
use std::time::Duration;

/// How many checks came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

/// What a check is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Title<'a> {
    /// `GROUP/NAME`.
    pub(crate) name: &'a str,
    pub(crate) sentence: &'a str,
}

/// The report in the making.
pub(crate) struct Report<W> {
    output: W,
    format: Format,
    planned: usize,
    pub(crate) sums: Sums,
}

impl<W: Write> Report<W> {
    /// Begins a report of so many checks.
    ///
    /// # Errors
    /// When the output breaks, as in all that follows.
    pub(crate) fn begin(mut output: W, format: Format, planned: usize) -> Result<Self> {
        if format == Format::Tap {
            writeln!(output, "TAP version 14\n1..{planned}")?;
            output.flush()?;
        }
        Ok(Self { output, format, planned, sums: Sums::default() })
    }

    /// Tells what a check came to.
    pub(crate) fn tell(
        &mut self,
        title: Title<'_>,
        found: &Found,
        took: Duration,
    ) -> Result<()> {
        match found {
            Ok(()) => self.sums.passed += 1,
            Err(Finding::Fault { .. }) => self.sums.failed += 1,
            Err(Finding::Skipped(_)) => self.sums.skipped += 1,
        }
        let number = self.sums.passed + self.sums.failed + self.sums.skipped;
        let text = match self.format {
            Format::Tap => tap(number, title, found, took),
            Format::Json => self.json(number, title, found, took),
            Format::Text => self.text(number, title, found),
        };
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn json(&self, number: usize, title: Title<'_>, found: &Found, took: Duration) -> String {
        let (verdict, reason, talk) = match found {
            Ok(()) => ("passed", None, None),
            Err(Finding::Fault { reason, talk }) => ("failed", Some(reason), Some(talk)),
            Err(Finding::Skipped(reason)) => ("skipped", Some(reason), None),
        };
        let line = json!({
            "number": number, "of": self.planned, "check": title.name,
            "sentence": title.sentence, "verdict": verdict, "millis": millis(took),
            "reason": reason, "conversation": talk,
        });
        format!("{line}\n")
    }

    fn text(&self, number: usize, title: Title<'_>, found: &Found) -> String {
        let head = format!("{number}/{} {}: {}", self.planned, title.name, title.sentence);
        match found {
            Ok(()) => String::new(),
            Err(Finding::Skipped(reason)) => format!("skipped  {head} ({reason})\n"),
            Err(Finding::Fault { reason, talk }) => {
                let mut text = format!("FAILED   {head}\n");
                for line in reason.lines().chain(talk.iter().map(String::as_str)) {
                    let _ = writeln!(text, "    {line}");
                }
                text
            }
        }
    }

    /// Ends the report; `engine` is the name that it told, `bailed` why the rest was not run.
    pub(crate) fn end(&mut self, engine: &str, bailed: Option<&str>) -> Result<()> {
        let Sums { passed, failed, skipped } = self.sums;
        match self.format {
            Format::Tap => {
                if let Some(reason) = bailed {
                    writeln!(self.output, "Bail out! {}", on_one_line(reason))?;
                }
                writeln!(
                    self.output,
                    "# {engine}: {passed} passed, {failed} failed, {skipped} skipped"
                )?;
            }
            Format::Json => {
                let mut line = json!({
                    "engine": engine, "passed": passed, "failed": failed, "skipped": skipped,
                });
                if let Some(reason) = bailed {
                    line["bailed_out"] = reason.into();
                }
                writeln!(self.output, "{line}")?;
            }
            Format::Text => {
                if let Some(reason) = bailed {
                    writeln!(self.output, "ended early: {reason}")?;
                }
                writeln!(
                    self.output,
                    "{engine}: {passed} passed, {failed} failed, {skipped} skipped"
                )?;
            }
        }
        self.output.flush()
    }
}

fn tap(number: usize, title: Title<'_>, found: &Found, took: Duration) -> String {
    let head = format!("{number} - {}: {}", title.name, title.sentence);
    // A bare `#` would begin a directive.
    let head = head.replace('\\', "\\\\").replace('#', "\\#");
    let duration = format!("  duration_ms: {}\n", millis(took));
    match found {
        Ok(()) => format!("ok {head}\n  ---\n{duration}  ...\n"),
        Err(Finding::Skipped(reason)) => format!("ok {head} # SKIP {}\n", on_one_line(reason)),
        Err(Finding::Fault { reason, talk }) => {
            let mut text = format!("not ok {head}\n  ---\n{duration}");
            // A text of JSON is one of YAML.
            let _ = writeln!(text, "  reason: {}", json!(reason));
            if !talk.is_empty() {
                text.push_str("  conversation:\n");
            }
            for line in talk {
                let _ = writeln!(text, "    - {}", json!(line));
            }
            text + "  ...\n"
        }
    }
}

fn on_one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(format: Format) -> String {
        let mut output = Vec::new();
        let mut report = Report::begin(&mut output, format, 3).unwrap();
        let title = Title { name: "time/stop", sentence: "It stops #3" };
        let fault = Finding::Fault {
            reason: "late\nby 3 ms".into(),
            talk: vec!["> stop".into(), "< info \"x\": {".into()],
        };
        let took = Duration::from_micros(1250);
        report.tell(title, &Ok(()), took).unwrap();
        report.tell(title, &Err(fault), took).unwrap();
        report.tell(title, &Err(Finding::Skipped("no clock".into())), took).unwrap();
        report.end("Engine 1", Some("silent\nfor long")).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn tap_is_told_line_by_line_with_a_block_for_what_failed() {
        let wanted = r#"TAP version 14
1..3
ok 1 - time/stop: It stops \#3
  ---
  duration_ms: 1.3
  ...
not ok 2 - time/stop: It stops \#3
  ---
  duration_ms: 1.3
  reason: "late\nby 3 ms"
  conversation:
    - "> stop"
    - "< info \"x\": {"
  ...
ok 3 - time/stop: It stops \#3 # SKIP no clock
Bail out! silent; for long
# Engine 1: 1 passed, 1 failed, 1 skipped
"#;
        assert_eq!(told(Format::Tap), wanted);
    }

    #[test]
    fn json_is_one_object_a_line() {
        let text = told(Format::Json);
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str()).collect();
        assert_eq!(verdicts, [Some("passed"), Some("failed"), Some("skipped"), None]);
        assert_eq!(lines[1]["conversation"][0], "> stop");
        assert_eq!((&lines[3]["failed"], &lines[3]["engine"]), (&json!(1), &json!("Engine 1")));
    }

    #[test]
    fn people_are_told_what_did_not_pass() {
        let text = told(Format::Text);
        assert!(
            text.starts_with("FAILED   2/3 time/stop: It stops #3\n    late\n    by 3 ms\n")
        );
        assert!(text.ends_with("Engine 1: 1 passed, 1 failed, 1 skipped\n"));
    }
}
