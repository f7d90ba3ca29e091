//! The grammar of one game: tags, turns with their remarks, the result.
//!
//! Move numbers, variations, annotation glyphs (`$1`, `!?`) are read over: they
//! say nothing about what was played.

use super::error::{RecordError, malformed};
use super::split::Chunk;
use super::tags::{MOST, is_name};
use super::{MAX_TURNS, Verdict};
use std::iter::Peekable;
use std::str::Chars;

/// Longest word of a move text, in bytes.
const LONGEST_WORD: usize = 64;

/// A game as written, before anyone has played it.
#[derive(Debug)]
pub(super) struct Draft {
    /// The line where it begins.
    pub(super) line: usize,
    /// Line, name and value of each tag; no name comes twice.
    pub(super) tags: Vec<(usize, String, String)>,
    /// The remarks before the first turn.
    pub(super) remarks: Vec<String>,
    /// The words of the turns.
    pub(super) words: Vec<Word>,
    /// The line and the word that end the move text.
    pub(super) result: (usize, Verdict),
}

/// A turn, or a capture in a word of its own.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) remarks: Vec<String>,
}

/// Reads the text of one game.
pub(super) fn scan(chunk: &Chunk) -> Result<Draft, RecordError> {
    let mut scanner = Scanner {
        marks: chunk.text.chars().peekable(),
        line: chunk.line,
        open: Vec::new(),
        result: None,
        draft: Draft {
            line: chunk.line,
            tags: Vec::new(),
            remarks: Vec::new(),
            words: Vec::new(),
            result: (0, Verdict::Open),
        },
    };
    while let Some(mark) = scanner.marks.next() {
        scanner.take(mark)?;
    }
    if let Some(line) = scanner.open.first() {
        return Err(malformed(*line, "the variation opened here has no end; expected )"));
    }
    let Some(result) = scanner.result else {
        let what = "the move text ends without a result; expected 1-0, 0-1, 1/2-1/2 or *";
        let last = chunk.text.trim_end().matches('\n').count();
        return Err(malformed(chunk.line + last, what));
    };
    scanner.draft.result = result;
    Ok(scanner.draft)
}

struct Scanner<'a> {
    marks: Peekable<Chars<'a>>,
    line: usize,
    /// The lines where the open variations begin.
    open: Vec<usize>,
    result: Option<(usize, Verdict)>,
    draft: Draft,
}

impl Scanner<'_> {
    /// What begins with `mark`.
    fn take(&mut self, mark: char) -> Result<(), RecordError> {
        let line = self.line;
        match mark {
            '\n' => self.line += 1,
            mark if mark.is_whitespace() => {}
            '[' => self.tag()?,
            '{' => self.braces()?,
            ';' => {
                let text = self.up_to(|mark| mark == '\n');
                self.remark(text);
            }
            '(' if self.draft.words.is_empty() || self.result.is_some() => {
                return Err(malformed(line, "found (; a variation follows a turn"));
            }
            '(' => self.open.push(line),
            ')' => {
                if self.open.pop().is_none() {
                    return Err(malformed(line, "found ) where no variation is open"));
                }
            }
            '$' => {
                let number = self.up_to(|mark| !mark.is_ascii_digit());
                if number.is_empty() {
                    return Err(malformed(line, "found $; expected a number after it"));
                }
            }
            ']' | '}' => {
                let what = format!("found {mark}, which closes nothing here");
                return Err(malformed(line, what));
            }
            mark => {
                let rest = self.up_to(|mark| mark.is_whitespace() || "[]{}();$".contains(mark));
                self.word(&format!("{mark}{rest}"))?;
            }
        }
        Ok(())
    }

    /// What comes before a mark that ends it.
    fn up_to(&mut self, is_end: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(mark) = self.marks.next_if(|&mark| !is_end(mark)) {
            text.push(mark);
        }
        text
    }

    /// A tag pair after its opening bracket.
    fn tag(&mut self) -> Result<(), RecordError> {
        let line = self.line;
        let wrong = |what: &str| malformed(line, format!("{what}; expected [Name \"value\"]"));
        if !self.draft.words.is_empty() || self.result.is_some() {
            return Err(wrong("a tag stands within the move text"));
        }
        let blank = |mark: char| mark != ' ' && mark != '\t';
        self.up_to(blank);
        let name = self.up_to(|mark| mark.is_whitespace() || "\"]".contains(mark));
        if !is_name(&name) {
            return Err(wrong("the name of a tag is missing or not of letters, digits and _"));
        }
        self.up_to(blank);
        if self.marks.next_if_eq(&'"').is_none() {
            return Err(wrong(&format!("the tag {name} has no value in quotes")));
        }
        let mut value = String::new();
        loop {
            match self.marks.next() {
                Some('"') => break,
                Some('\\') => {
                    let escaped = self.marks.next_if(|&mark| mark == '"' || mark == '\\');
                    value.push(escaped.unwrap_or('\\'));
                }
                Some('\n') | None => {
                    return Err(wrong(&format!("the value of {name} has no closing quote")));
                }
                Some(mark) => value.push(mark),
            }
        }
        self.up_to(blank);
        if self.marks.next_if_eq(&']').is_none() {
            return Err(wrong(&format!("the tag {name} has no closing bracket")));
        }
        if self.draft.tags.iter().any(|(_, known, _)| *known == name) {
            return Err(wrong(&format!("the tag {name} is there already")));
        }
        if self.draft.tags.len() == MOST {
            return Err(malformed(line, format!("more than {MOST} tags")));
        }
        self.draft.tags.push((line, name, value));
        Ok(())
    }

    /// A remark after its opening brace.
    fn braces(&mut self) -> Result<(), RecordError> {
        let opened = self.line;
        let text = self.up_to(|mark| mark == '}');
        self.line += text.matches('\n').count();
        if self.marks.next().is_none() {
            return Err(malformed(opened, "the remark opened here has no end; expected }"));
        }
        self.remark(text);
        Ok(())
    }

    fn remark(&mut self, text: String) {
        if !self.open.is_empty() {
            return;
        }
        match self.draft.words.last_mut() {
            Some(word) => word.remarks.push(text),
            None => self.draft.remarks.push(text),
        }
    }

    /// A turn, a move number, a glyph or the result.
    fn word(&mut self, word: &str) -> Result<(), RecordError> {
        let line = self.line;
        let shown: String = word.chars().take(LONGEST_WORD).collect();
        if word.len() > LONGEST_WORD {
            return Err(malformed(line, format!("{shown:?}... is too long for a turn")));
        }
        if !self.open.is_empty() {
            return Ok(());
        }
        if self.result.is_some() {
            let what =
                format!("found {shown:?} after the result; expected the tags of a new game");
            return Err(malformed(line, what));
        }
        if let Some(verdict) = Verdict::from_word(word) {
            self.result = Some((line, verdict));
            return Ok(());
        }
        let text = without_number(word).trim_end_matches(['!', '?']);
        if text.is_empty() {
            return Ok(());
        }
        if self.draft.words.len() == MAX_TURNS {
            return Err(malformed(line, format!("more than {MAX_TURNS} turns")));
        }
        self.draft.words.push(Word { line, text: text.to_owned(), remarks: Vec::new() });
        Ok(())
    }
}

/// A word without the move number before it: `12.`, `12...`, `12.d6`, `12`, `...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|mark: char| mark.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
