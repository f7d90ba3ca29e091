//! An engine in a process of its own.
//!
//! A thread for each of its three streams: a program that does not read, or floods its
//! diagnostics, holds nobody up.

use super::wire::{Received, Wire};
use crate::protocol::input::Lines;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::collections::VecDeque;
use std::io::{BufReader, Error, Read, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines kept for whoever does not listen yet; then the program has to wait.
const LINES_KEPT: usize = 1 << 16;

/// Last lines of diagnostics kept, and the longest part of one, in characters.
const DIAGNOSTICS: (usize, usize) = (20, 200);

/// How long a program whose output has ended may take to exit.
const EXIT_PATIENCE: Duration = Duration::from_secs(2);

/// How to start an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program: a path, or a name to look for.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder it works in; this one if `None`.
    pub folder: Option<PathBuf>,
}

/// A running engine; it is killed when this goes out of scope.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines to send; `None` once the input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(std::result::Result<String, String>, Instant)>,
    diagnostics: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    /// Starts the program.
    ///
    /// # Errors
    /// When it cannot be started; the message names it.
    pub fn start(launch: &Launch) -> Result<Self> {
        let mut command = Command::new(found_from_here(&launch.program));
        command.args(&launch.args);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            Error::new(error.kind(), format!("{}: {error}", launch.program))
        })?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Error::other("a stream of the program is missing"));
        };
        let (input, lines) = unbounded::<Vec<u8>>();
        let (sender, output) = bounded(LINES_KEPT);
        let diagnostics = Arc::default();
        let kept = Arc::clone(&diagnostics);
        let started = Self { child, input: Some(input), output, diagnostics };
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work)
        };
        spawn("to engine", Box::new(move || write(stdin, &lines)))?;
        spawn("from engine", Box::new(move || read(stdout, &sender)))?;
        spawn("diagnostics", Box::new(move || keep(stderr, &kept)))?;
        Ok(started)
    }

    /// The exit code, if the program exits within this time; `None` also for a signal.
    pub fn ends_within(&mut self, patience: Duration) -> Option<i32> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.code(),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

/// The program as it is called from any folder: without this, some systems look for a path
/// from the folder of the engine. A bare name is looked for by the system.
fn found_from_here(program: &str) -> PathBuf {
    let path = Path::new(program);
    let is_path = path.components().count() > 1;
    let absolute = is_path.then(|| std::path::absolute(path).ok()).flatten();
    absolute.unwrap_or_else(|| path.to_owned())
}

fn write(mut stdin: impl Write, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read(stdout: impl Read, sender: &Sender<(std::result::Result<String, String>, Instant)>) {
    for line in Lines::new(BufReader::new(stdout)) {
        let line = line.map_err(|fault| fault.to_string());
        if sender.send((line, Instant::now())).is_err() {
            break;
        }
    }
}

fn keep(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    for line in Lines::new(BufReader::new(stderr)).flatten() {
        log::debug!("an engine says: {line}");
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(line.chars().take(DIAGNOSTICS.1).collect());
        if kept.len() > DIAGNOSTICS.0 {
            kept.pop_front();
        }
    }
}

impl Wire for Process {
    fn send(&mut self, line: &[u8]) {
        if let Some(input) = &self.input {
            // It fails when the program has left; see the trait.
            let _ = input.send([line, b"\n"].concat());
        }
    }

    fn close(&mut self) {
        self.input = None;
    }

    fn receive(&mut self, patience: Duration) -> Received {
        match self.output.recv_timeout(patience) {
            Ok((Ok(line), when)) => Received::Line(line, when),
            Ok((Err(fault), when)) => Received::Unreadable(fault, when),
            Err(RecvTimeoutError::Timeout) => Received::Silence,
            Err(RecvTimeoutError::Disconnected) => Received::End(Instant::now()),
        }
    }

    fn exit_code(&mut self) -> Option<i32> {
        self.ends_within(EXIT_PATIENCE)
    }

    fn diagnostics(&self) -> String {
        let kept = self.diagnostics.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only when it has left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
