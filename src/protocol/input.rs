//! Reads lines on a thread of its own, with bounded memory, whatever the bytes are.

use super::error::Fault;
use crossbeam_channel::{Receiver, bounded};
use std::io::{BufRead, ErrorKind, Result};
use std::str::from_utf8;
use std::thread;

/// Longest line taken, in bytes without its line feed (1 MiB).
pub const LINE_LIMIT: usize = 1 << 20;

/// Lines read ahead of the driver. Few, so that a flood of input waits in the pipe
/// and not in memory.
const LINES_AHEAD: usize = 16;

/// A line of text, or why it is none.
pub type Input = std::result::Result<String, Fault>;

/// Reads `source` to its end on a new thread. The channel closes at the end of the input.
///
/// # Errors
/// When the system starts no more threads.
pub fn spawn(source: impl BufRead + Send + 'static) -> Result<Receiver<Input>> {
    let (sender, receiver) = bounded(LINES_AHEAD);
    let read = move || {
        for line in Lines::new(source) {
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(receiver)
}

/// The lines of a source. A line that is too long, not UTF-8 or holds a NUL comes as a
/// fault and the next one is read as usual; a last line needs no line feed. A source
/// that fails has ended.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `source`.
    pub fn new(source: R) -> Self {
        Self { source }
    }

    /// The bytes up to the next line feed, at most [`LINE_LIMIT`] kept; whether there
    /// were more. `None` at the end.
    fn next_bytes(&mut self) -> Option<(Vec<u8>, bool)> {
        let mut line = Vec::new();
        let mut too_long = false;
        let mut started = false;
        loop {
            let chunk = match self.source.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    log::warn!("input ends: {error}");
                    &[]
                }
            };
            if chunk.is_empty() {
                return started.then_some((line, too_long));
            }
            started = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
            if line.len() + part.len() > LINE_LIMIT {
                too_long = true;
                line = Vec::new();
            }
            if !too_long {
                line.extend_from_slice(part);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.source.consume(used);
            if end.is_some() {
                return Some((line, too_long));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        let (bytes, too_long) = self.next_bytes()?;
        if too_long {
            return Some(Err(Fault::LineTooLong));
        }
        if let Some(place) = bytes.iter().position(|&byte| byte == 0) {
            // A NUL is named first: UTF-16 input is full of them.
            if from_utf8(bytes.get(..place).unwrap_or_default()).is_ok() {
                return Some(Err(Fault::HoldsNul(place)));
            }
        }
        let text = String::from_utf8(bytes);
        Some(text.map_err(|error| Fault::NotText(error.utf8_error().valid_up_to())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, LINE_LIMIT, Lines};
    use crate::protocol::error::Fault;
    use std::io::{BufReader, Cursor, Read};

    fn lines(bytes: &[u8]) -> Vec<Input> {
        Lines::new(BufReader::with_capacity(7, Cursor::new(bytes))).collect()
    }

    #[test]
    fn the_last_line_needs_no_line_feed() {
        assert_eq!(
            lines(b"go\n\nstop"),
            [Ok("go".into()), Ok(String::new()), Ok("stop".into())]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"go\n"), [Ok("go".into())]);
    }

    #[test]
    fn wrong_bytes_spoil_their_own_line_only() {
        assert_eq!(
            lines(b"ab\xff\nc\0d\nok\n\xff\0"),
            [
                Err(Fault::NotText(2)),
                Err(Fault::HoldsNul(1)),
                Ok("ok".into()),
                Err(Fault::NotText(0))
            ]
        );
    }

    #[test]
    fn a_line_of_the_limit_is_taken_and_one_byte_more_is_not() {
        let mut bytes = vec![b'a'; LINE_LIMIT];
        bytes.push(b'\n');
        bytes.extend(vec![b'b'; LINE_LIMIT + 1]);
        bytes.extend(b"\nisready\n");
        let lines = lines(&bytes);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].as_ref().map(String::len), Ok(LINE_LIMIT));
        assert_eq!(lines[1], Err(Fault::LineTooLong));
        assert_eq!(lines[2], Ok("isready".into()));
    }

    #[test]
    fn an_endless_line_is_skipped_without_being_kept() {
        let noise = std::io::repeat(b'x').take(64 << 20).chain(&b"\nok"[..]);
        let mut lines = Lines::new(BufReader::new(noise));
        assert_eq!(lines.next(), Some(Err(Fault::LineTooLong)));
        assert_eq!(lines.next(), Some(Ok("ok".into())));
        assert_eq!(lines.next(), None);
    }
}
