//! An engine in a process of its own, spoken to in UMI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take before the engine counts as dead.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running engine.
pub(crate) struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(String, Instant)>,
}

impl Player {
    /// Starts the program and shakes hands.
    ///
    /// # Errors
    /// When it does not start or does not answer.
    pub(crate) fn start(program: &str) -> Result<Self, String> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let input = child.stdin.take().ok_or("no stdin")?;
        let output = child.stdout.take().ok_or("no stdout")?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send((line, Instant::now())).is_err() {
                    break;
                }
            }
        });
        let mut player = Self { child, input, lines };
        player.say("umi")?;
        player.wait_for("umiok")?;
        Ok(player)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the engine is gone.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("sending {line:?}: {error}"))
    }

    /// The rest of the next line that begins with `word`, and when it came.
    ///
    /// # Errors
    /// When it does not come, or an error line comes first.
    pub(crate) fn wait_for(&mut self, word: &str) -> Result<(String, Instant), String> {
        loop {
            let (line, when) = self
                .lines
                .recv_timeout(PATIENCE)
                .map_err(|_| format!("no {word:?} within {PATIENCE:?}"))?;
            if let Some(rest) = line.strip_prefix(word) {
                return Ok((rest.trim().to_owned(), when));
            }
            if line.starts_with("error") {
                return Err(line);
            }
        }
    }

    /// Sends `command` and waits for the best turn; the time is measured from
    /// before the sending to the arrival of the line.
    ///
    /// # Errors
    /// What [`Player::wait_for`] reports.
    pub(crate) fn ask(&mut self, command: &str) -> Result<(String, Duration), String> {
        let asked = Instant::now();
        self.say(command)?;
        let (answer, when) = self.wait_for("bestmove")?;
        let turn = answer.split(' ').next().unwrap_or_default().to_owned();
        Ok((turn, when.saturating_duration_since(asked)))
    }

    /// Asks it to leave and checks that it does so with success.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) fn leave(mut self) -> Result<(), String> {
        self.say("quit")?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("it left with {status}")) }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
