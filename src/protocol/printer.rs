//! The one writer: whole lines, flushed at once, with a copy of the talk in a log file.

use std::fs::{File, OpenOptions};
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

/// Writes replies, and keeps the log of the conversation when one is asked for.
#[derive(Debug)]
pub struct Printer<W> {
    output: W,
    log: Option<(PathBuf, File)>,
}

impl<W: Write> Printer<W> {
    /// A printer to `output`, without a log.
    pub fn new(output: W) -> Self {
        Self { output, log: None }
    }

    /// Writes the lines of `text`, if it is not empty.
    ///
    /// # Errors
    /// When the reader has gone.
    pub fn say(&mut self, text: &str) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.note('<', text);
        let mut whole = String::with_capacity(text.len() + 1);
        whole.push_str(text);
        whole.push('\n');
        self.output.write_all(whole.as_bytes())?;
        self.output.flush()
    }

    /// Notes a line that came in.
    pub fn heard(&mut self, line: &str) {
        self.note('>', line);
    }

    /// Appends the talk to this file from now on; an empty path ends the log.
    ///
    /// # Errors
    /// When the file cannot be opened; there is no log then.
    pub fn log_to(&mut self, path: &str) -> Result<()> {
        let wanted = Path::new(path);
        if self.log.as_ref().is_some_and(|(path, _)| path == wanted) {
            return Ok(());
        }
        self.log = None;
        if !path.is_empty() {
            let file = OpenOptions::new().create(true).append(true).open(wanted)?;
            self.log = Some((wanted.to_owned(), file));
        }
        Ok(())
    }

    /// Whoever reads the log sees each line when it was said.
    fn note(&mut self, mark: char, text: &str) {
        let Some((path, file)) = &mut self.log else { return };
        let lines: Vec<_> = text.lines().map(|line| format!("{mark} {line}")).collect();
        if let Err(error) = writeln!(file, "{}", lines.join("\n")) {
            log::warn!("the log {} ends: {error}", path.display());
            self.log = None;
        }
    }
}
