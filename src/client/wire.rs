//! The two ends of a conversation with an engine, whatever is between them.

use std::time::{Duration, Instant};

/// What comes from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A line without its line feed, and when it was read.
    Line(String, Instant),
    /// A line that is no text, or too long: what is wrong with it, and when it was read.
    Unreadable(String, Instant),
    /// Nothing in the time given.
    Silence,
    /// The output has ended.
    End(Instant),
}

/// The two ends.
pub trait Wire {
    /// Sends a line; the line feed is added. Returns at once, even if nobody reads; that
    /// an engine has left is noticed by what it does not say.
    fn send(&mut self, line: &[u8]);

    /// Closes the input of the engine, after what was sent.
    fn close(&mut self);

    /// The next line; waits for it as long as `patience`.
    fn receive(&mut self, patience: Duration) -> Received;

    /// The exit code, once the output has ended; `None` if it was ended by a signal, or does
    /// not end.
    fn exit_code(&mut self) -> Option<i32>;

    /// The last lines of diagnostics that came.
    fn diagnostics(&self) -> String {
        String::new()
    }
}

impl<W: Wire + ?Sized> Wire for Box<W> {
    fn send(&mut self, line: &[u8]) {
        (**self).send(line);
    }

    fn close(&mut self) {
        (**self).close();
    }

    fn receive(&mut self, patience: Duration) -> Received {
        (**self).receive(patience)
    }

    fn exit_code(&mut self) -> Option<i32> {
        (**self).exit_code()
    }

    fn diagnostics(&self) -> String {
        (**self).diagnostics()
    }
}
