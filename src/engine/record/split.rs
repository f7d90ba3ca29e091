//! Cuts a stream into the texts of single games, with bounded memory whatever comes.
//!
//! A game ends where a line of tags follows a line that is none, outside of a
//! remark in braces. After a mistake the next game is found in the same way.

use super::error::{RecordError, malformed};
use std::io::{BufRead, ErrorKind};

/// Longest text of one game, in bytes (4 MiB); no game of [`super::MAX_TURNS`] comes near it.
pub(super) const GAME_LIMIT: usize = 4 << 20;

/// The text of one game.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// Its lines; those that were to be skipped are empty.
    pub(super) text: String,
}

/// The games of a source, one after the other.
#[derive(Debug)]
pub(super) struct Chunks<R> {
    source: R,
    /// The first line of the next game, already read.
    ahead: Option<String>,
    /// Lines read so far.
    line: usize,
    is_done: bool,
}

impl<R: BufRead> Chunks<R> {
    /// The games of `source`.
    pub(super) fn new(source: R) -> Self {
        Self { source, ahead: None, line: 0, is_done: false }
    }

    /// The next line without its end; `None` at the end of the source.
    fn next_line(&mut self) -> Result<Option<String>, RecordError> {
        let mut bytes = Vec::new();
        let mut any = false;
        self.line += 1;
        loop {
            let read = match self.source.fill_buf() {
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.is_done = true;
                    return Err(RecordError::Io {
                        line: self.line,
                        message: error.to_string(),
                    });
                }
            };
            if read.is_empty() {
                self.is_done = true;
                break;
            }
            any = true;
            let end = read.iter().position(|&byte| byte == b'\n');
            let part = end.map_or(read, |end| &read[..end]);
            let room = (GAME_LIMIT + 1).saturating_sub(bytes.len());
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(read.len(), |end| end + 1);
            self.source.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        if bytes.len() > GAME_LIMIT {
            return Err(malformed(
                self.line,
                format!("the line is longer than {GAME_LIMIT} bytes"),
            ));
        }
        let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        let text = text.ok_or_else(|| malformed(self.line, "the line is no UTF-8 text"))?;
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(Some(text.strip_suffix('\r').unwrap_or(text).to_owned()))
    }

    /// The next game, or what keeps it from being one.
    fn next_chunk(&mut self) -> Option<Result<Chunk, RecordError>> {
        let mut chunk = Chunk { line: 0, text: String::new() };
        let mut mistake = None;
        let (mut in_moves, mut in_braces) = (false, false);
        while self.ahead.is_some() || !self.is_done {
            let line = match self.ahead.take() {
                Some(line) => line,
                None => match self.next_line() {
                    Ok(Some(line)) => line,
                    Ok(None) => break,
                    Err(error) => {
                        in_moves = true;
                        in_braces = false;
                        mistake.get_or_insert(error);
                        continue;
                    }
                },
            };
            let is_tag = !in_braces && line.trim_start().starts_with('[');
            if is_tag && in_moves {
                self.ahead = Some(line);
                break;
            }
            let is_skipped = !in_braces && line.starts_with('%');
            let is_empty = is_skipped || line.trim().is_empty();
            if chunk.line == 0 && is_empty {
                continue;
            }
            if chunk.line == 0 {
                chunk.line = self.line;
            }
            if !is_tag && !is_empty {
                in_moves = true;
                in_braces = ends_in_braces(&line, in_braces);
            }
            if mistake.is_none() && chunk.text.len() + line.len() > GAME_LIMIT {
                let message = format!("the game is longer than {GAME_LIMIT} bytes");
                mistake = Some(malformed(chunk.line, message));
                // What looked like a remark without end is none.
                in_braces = false;
            }
            if mistake.is_some() {
                chunk.text = String::new();
                continue;
            }
            if !is_skipped {
                chunk.text.push_str(&line);
            }
            chunk.text.push('\n');
        }
        match mistake {
            Some(error) => Some(Err(error)),
            None => (chunk.line > 0).then_some(Ok(chunk)),
        }
    }
}

impl<R: BufRead> Iterator for Chunks<R> {
    type Item = Result<Chunk, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_chunk()
    }
}

/// Whether a remark in braces is open at the end of a line of move text.
fn ends_in_braces(line: &str, mut is_open: bool) -> bool {
    for mark in line.chars() {
        match mark {
            '}' => is_open = false,
            '{' => is_open = true,
            ';' if !is_open => break,
            _ => {}
        }
    }
    is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &[u8]) -> Vec<Result<Chunk, RecordError>> {
        Chunks::new(text).collect()
    }

    #[test]
    fn a_game_ends_where_tags_follow_moves() {
        let text =
            "\n%x\n[A \"1\"]\r\n[B \"{\"]\n\n1. d6 {[\n[C] ; {\n} ; {\n*\n\n[D \"\"]\n*\n";
        let chunks = split(text.as_bytes());
        let lines: Vec<usize> = chunks.iter().map(|c| c.as_ref().unwrap().line).collect();
        assert_eq!(lines, [3, 11]);
        assert!(chunks[0].as_ref().unwrap().text.starts_with("[A \"1\"]\n[B \"{\"]\n\n1. d6"));
    }

    #[test]
    fn a_line_that_is_no_text_spoils_its_game_alone() {
        let chunks = split(b"[A \"1\"]\n\n1. \xff d6 *\n\n[A \"2\"]\n\n*\n");
        assert_eq!(chunks[0].as_ref().unwrap_err().line(), 3);
        assert_eq!(chunks[1].as_ref().unwrap().line, 5);
    }

    #[test]
    fn a_line_without_end_is_refused_and_not_kept() {
        let mut text = vec![b'a'; 3 * GAME_LIMIT];
        text.extend(b"\n[A \"2\"]\n\n*\n");
        let chunks = split(&text);
        assert_eq!(chunks[0].as_ref().unwrap_err().line(), 1);
        assert_eq!((chunks.len(), chunks[1].as_ref().unwrap().line), (2, 2));
    }

    #[test]
    fn a_flood_is_refused_and_the_next_game_found() {
        let mut text = b"[A \"1\"]\n\n{".to_vec();
        text.extend(std::iter::repeat_n(*b"[ d6 ]\n", GAME_LIMIT / 7 + 2).flatten());
        text.extend(b"\n}\n[A \"2\"]\n\n*\n");
        let chunks = split(&text);
        assert!(chunks[0].is_err());
        assert_eq!(chunks.last().unwrap().as_ref().unwrap().text, "[A \"2\"]\n\n*\n");
    }
}
