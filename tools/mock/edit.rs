//! Changes to the words of a line.

/// The words of the line with each word that follows `key` changed.
pub(crate) fn changed_after(
    line: &str,
    key: &str,
    change: impl Fn(&str) -> Option<String>,
) -> String {
    let mut before = "";
    let words = line.split_whitespace().map(|word| {
        let new = if before == key { change(word) } else { None };
        before = word;
        new.unwrap_or_else(|| word.to_owned())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The same where a whole number follows `key`; numbers saturate.
pub(crate) fn number_after(line: &str, key: &str, change: impl Fn(i64) -> i64) -> String {
    changed_after(line, key, |word| Some(change(word.parse().ok()?).to_string()))
}

/// The words of the line without `key` and the words after it up to one that ends them.
pub(crate) fn without(line: &str, key: &str, ends: impl Fn(&str) -> bool) -> String {
    let mut is_in = false;
    let words = line.split_whitespace().filter(|word| {
        is_in = *word == key || (is_in && !ends(word));
        !is_in
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a whole word of the line is this.
pub(crate) fn has_word(line: &str, word: &str) -> bool {
    line.split_whitespace().any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_after_a_key_are_changed_and_others_are_not() {
        assert_eq!(
            number_after("go wtime 5 movetime 7", "movetime", |n| n + 1),
            "go wtime 5 movetime 8"
        );
        assert_eq!(number_after("score win -2 pv win", "win", |n| -n), "score win 2 pv win");
        assert_eq!(number_after("go movetime x", "movetime", |n| n + 1), "go movetime x");
    }

    #[test]
    fn a_key_goes_with_what_belongs_to_it() {
        let ends = |word: &str| word == "depth";
        assert_eq!(without("go searchmoves d6 f4 depth 2", "searchmoves", ends), "go depth 2");
        assert_eq!(without("go depth 2 searchmoves d6", "searchmoves", ends), "go depth 2");
    }
}
