//! A conversation with the driver in this process, over real pipes.

use crate::engine::Session;
use modisa::client::{Received, Wire};
use modisa::protocol::{Umi, input, serve};
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The driver on a thread of its own, with a session made there.
pub(crate) struct Local {
    input: Option<PipeWriter>,
    lines: Receiver<(String, Instant)>,
    driver: Option<JoinHandle<i32>>,
}

impl Local {
    /// Starts a conversation; `session` is called on the driver's thread.
    pub(crate) fn start(session: impl FnOnce() -> Box<dyn Session> + Send + 'static) -> Self {
        let (input_reader, input) = pipe().expect("a pipe");
        let (output_reader, output) = pipe().expect("a pipe");
        let driver = thread::spawn(move || {
            let lines = input::spawn(BufReader::new(input_reader)).expect("a thread");
            let mut session = session();
            i32::from(serve(&mut *session, &mut Umi, &lines, output, false).is_err())
        });
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output_reader).lines().map_while(Result::ok) {
                if sender.send((line, Instant::now())).is_err() {
                    break;
                }
            }
        });
        Self { input: Some(input), lines, driver: Some(driver) }
    }
}

impl Local {
    /// Everything said before the answer to a ping that is sent now.
    pub(crate) fn until_pong(&mut self, number: u64) -> Vec<String> {
        self.send(format!("ping {number}").as_bytes());
        let pong = format!("pong {number}");
        let mut said = Vec::new();
        loop {
            match self.receive(Duration::from_secs(20)) {
                Received::Line(line, _) if line == pong => return said,
                Received::Line(line, _) => said.push(line),
                other => panic!("wanted {pong}, got {other:?}"),
            }
        }
    }
}

/// The engine never blames itself.
pub(crate) fn assert_no_internal_fault(said: &[String]) {
    let fault = said.iter().find(|line| line.contains("\"code\":\"internal\""));
    assert_eq!(fault, None);
}

impl Wire for Local {
    fn send(&mut self, line: &[u8]) {
        if let Some(input) = &mut self.input {
            // An engine that has left is noticed by what it did not say.
            let _ = input.write_all(&[line, b"\n"].concat());
        }
    }

    fn close(&mut self) {
        self.input = None;
    }

    fn receive(&mut self, patience: Duration) -> Received {
        match self.lines.recv_timeout(patience) {
            Ok((line, when)) => Received::Line(line, when),
            Err(RecvTimeoutError::Timeout) => Received::Silence,
            Err(RecvTimeoutError::Disconnected) => Received::End(Instant::now()),
        }
    }

    fn exit_code(&mut self) -> Option<i32> {
        self.driver.take()?.join().ok()
    }
}
