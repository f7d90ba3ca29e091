//! Cuts a line into words, and words into numbers.

/// The words of one line, in order, with access to the uncut rest.
///
/// A byte order mark at the start is skipped; blanks, tabs and a carriage return separate.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of `line`.
    pub fn new(line: &'a str) -> Self {
        Self { rest: line.strip_prefix('\u{feff}').unwrap_or(line).trim_matches(is_blank) }
    }

    /// The next word, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        self.split().map(|(word, _)| word)
    }

    /// Everything not yet taken, blanks inside kept.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    fn split(&self) -> Option<(&'a str, &'a str)> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self.rest.split_once(is_blank).unwrap_or((self.rest, ""));
        Some((word, rest.trim_start_matches(is_blank)))
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = self.split()?;
        self.rest = rest;
        Some(word)
    }
}

fn is_blank(symbol: char) -> bool {
    symbol.is_ascii_whitespace() || symbol == '\u{b}'
}

/// The whole number a word spells; digits beyond 64 bits saturate.
pub fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let saturated = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(saturated))
}

/// A word as a message shows it: quoted, escaped, and cut when it is long.
pub fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    let head: String = word.chars().take(LONGEST).collect();
    let tail = if head.len() < word.len() { "..." } else { "" };
    format!("{head:?}{tail}")
}

#[cfg(test)]
mod tests {
    use super::{Words, number, shown};

    #[test]
    fn marks_tabs_and_carriage_returns_are_blanks() {
        let words: Vec<_> = Words::new("\u{feff} go\t depth  3 \r").collect();
        assert_eq!(words, ["go", "depth", "3"]);
        assert_eq!(Words::new(" \t\r").next(), None);
    }

    #[test]
    fn the_rest_keeps_its_inner_blanks() {
        let mut words = Words::new("value  My  Files/x.log ");
        assert_eq!(words.next(), Some("value"));
        assert_eq!(words.peek(), Some("My"));
        assert_eq!(words.rest(), "My  Files/x.log");
    }

    #[test]
    fn numbers_saturate_and_other_words_are_none() {
        assert_eq!(number("-5"), Some(-5));
        assert_eq!(number("+5"), Some(5));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        for word in ["", "-", "+-3", "1e3", "0x10", "3.5", "\u{661}"] {
            assert_eq!(number(word), None, "{word}");
        }
    }

    #[test]
    fn long_and_odd_words_are_shown_short_and_escaped() {
        assert_eq!(shown("a\u{1}b"), "\"a\\u{1}b\"");
        assert_eq!(shown(&"x".repeat(50)), format!("{:?}...", "x".repeat(40)));
    }
}
