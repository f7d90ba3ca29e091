//! A wire whose conversation is written to the log.

use modisa::client::{Received, Wire};
use std::time::Duration;

/// Where in the log: `RUST_LOG=conversation=debug`.
const TARGET: &str = "conversation";

/// A wire and the name of who is at its end.
#[derive(Debug)]
pub(crate) struct Overheard<W> {
    name: String,
    wire: W,
}

impl<W: Wire> Overheard<W> {
    /// Whether anybody reads along.
    pub(crate) fn is_wanted() -> bool {
        log::log_enabled!(target: TARGET, log::Level::Debug)
    }

    /// The wire, overheard.
    pub(crate) fn new(name: &str, wire: W) -> Self {
        Self { name: name.to_owned(), wire }
    }
}

impl<W: Wire> Wire for Overheard<W> {
    fn send(&mut self, line: &[u8]) {
        log::debug!(target: TARGET, "{} > {}", self.name, String::from_utf8_lossy(line));
        self.wire.send(line);
    }

    fn close(&mut self) {
        self.wire.close();
    }

    fn receive(&mut self, patience: Duration) -> Received {
        let received = self.wire.receive(patience);
        match &received {
            Received::Line(line, _) => {
                log::debug!(target: TARGET, "{} < {line}", self.name);
            }
            Received::Unreadable(fault, _) => {
                log::debug!(target: TARGET, "{} < (no text: {fault})", self.name);
            }
            Received::End(_) => log::debug!(target: TARGET, "{} has left", self.name),
            Received::Silence => {}
        }
        received
    }

    fn exit_code(&mut self) -> Option<i32> {
        self.wire.exit_code()
    }

    fn diagnostics(&self) -> String {
        self.wire.diagnostics()
    }
}
