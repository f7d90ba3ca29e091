//! Openings from a file: one a line, or the games of a record.

use super::{Opening, OpeningError};
use modisa::engine::record::{Record, Referee};
use modisa::engine::{Arbiter, Error, RuleSet, Style};
use modisa::kit::SplitMix64;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

/// Words that stand second in a position text: the letters of the sides.
const SIDES: [&str; 4] = ["w", "b", "s", "n"];

/// In which order the openings of a file are used.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    /// As they stand there.
    #[default]
    Sequential,
    /// Shuffled once, as the seed says.
    Random,
}

/// Which file is read, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reading {
    /// The file: a record if its name ends in `.pgn`, otherwise one opening a line.
    pub(crate) file: String,
    /// The order of use.
    #[serde(default)]
    pub(crate) order: Order,
    /// What a random order depends on.
    #[serde(default)]
    pub(crate) seed: u64,
    /// How many openings of that order are passed over at first.
    #[serde(default)]
    pub(crate) start: usize,
    /// Turns that are kept of each opening; `None` for all.
    #[serde(default)]
    pub(crate) plies: Option<usize>,
}

/// The openings of a file in their order of use.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    openings: Vec<Opening>,
}

impl Book {
    /// Reads a file; every opening has to be legal under the rules and to leave a game to play.
    pub(crate) fn read(rules: &RuleSet, reading: &Reading) -> Result<Self, OpeningError> {
        let mut arbiter = Arbiter::new(rules)?;
        let file = &reading.file;
        let is_record = Path::new(file)
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let drafts = if is_record { recorded(rules, file)? } else { listed(file)? };
        let mut openings = Vec::with_capacity(drafts.len());
        for (line, draft) in drafts {
            let checked = draft.and_then(|draft| check(&mut arbiter, &draft, reading.plies));
            openings.push(checked.map_err(|message| wrong(file, line, message))?);
        }
        if openings.is_empty() {
            return Err(OpeningError::Empty(file.clone()));
        }
        if reading.order == Order::Random {
            shuffle(&mut openings, reading.seed);
        }
        let start = reading.start % openings.len();
        openings.rotate_left(start);
        Ok(Self { openings })
    }

    /// The start position alone.
    pub(crate) fn of_start() -> Self {
        Self { openings: vec![Opening::default()] }
    }

    /// The opening of this index; after the last they start again from the first.
    pub(crate) fn get(&self, index: usize) -> Opening {
        self.openings[index % self.openings.len()].clone()
    }

    /// How many there are; at least one.
    pub(crate) fn count(&self) -> usize {
        self.openings.len()
    }
}

/// What a line or a game says, or what is wrong with it, with its line.
type Draft = (usize, Result<Opening, String>);

fn wrong(file: &str, line: usize, message: String) -> OpeningError {
    OpeningError::Wrong { file: file.to_owned(), line, message }
}

fn unreadable(file: &str) -> impl Fn(std::io::Error) -> OpeningError {
    move |error| OpeningError::Unreadable { file: file.to_owned(), error }
}

/// The openings of a file with one a line.
fn listed(file: &str) -> Result<Vec<Draft>, OpeningError> {
    let text = fs::read_to_string(file).map_err(unreadable(file))?;
    let said = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(said));
    Ok(lines.filter(|(_, said)| !said.is_empty()).map(|(n, said)| (n, parse(&said))).collect())
}

/// The games of a record as openings.
fn recorded(rules: &RuleSet, file: &str) -> Result<Vec<Draft>, OpeningError> {
    let referee = match &rules.file {
        Some(variants) => Referee::with_file(variants)?,
        None => Referee::default(),
    };
    let source = BufReader::new(File::open(file).map_err(unreadable(file))?);
    let mut drafts = Vec::new();
    for review in referee.read(source) {
        drafts.push(match review {
            Ok(review) => (review.line, opening_of(&referee, &review.record)),
            Err(error) => (error.line(), Err(error.to_string())),
        });
    }
    Ok(drafts)
}

fn opening_of(referee: &Referee, record: &Record) -> Result<Opening, String> {
    let record = referee.respell(record, Style::Wmd).map_err(|error| error.to_string())?;
    let turns = record.entries.iter().map(|entry| entry.turn().to_owned()).collect();
    Ok(Opening { fen: record.start, turns })
}

/// Reads one line: a list of turns, or a position with or without its first word, and
/// after it `moves` and turns.
fn parse(line: &str) -> Result<Opening, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (root, turns) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None if is_root(&words) => (&words[..], &[][..]),
        None => (&[][..], &words[..]),
    };
    let fen = match root {
        [] | ["startpos"] => None,
        ["startpos", next, ..] => {
            return Err(format!("after startpos stands {next:?}; expected moves"));
        }
        ["fen", fen @ ..] | fen => Some(fen.join(" ")),
    };
    Ok(Opening { fen, turns: turns.iter().map(ToString::to_string).collect() })
}

/// Whether the words begin as a position does and not as a list of turns.
fn is_root(words: &[&str]) -> bool {
    let first = words.first().copied().unwrap_or_default();
    let has_side = words.get(1).is_some_and(|second| SIDES.contains(second));
    matches!(first, "startpos" | "fen") || first.contains('/') || has_side
}

/// The opening in canonical spelling and no longer than asked.
fn check(
    arbiter: &mut Arbiter,
    draft: &Opening,
    plies: Option<usize>,
) -> Result<Opening, String> {
    let mut opening = draft.clone();
    if let Some(fen) = &mut opening.fen {
        arbiter.place(Some(fen), &[]).map_err(say)?;
        *fen = arbiter.fen().map_err(say)?;
    }
    opening.set_up(arbiter).map_err(say)?;
    opening.turns = arbiter.turns().to_vec();
    opening.turns.truncate(plies.unwrap_or(usize::MAX));
    opening.set_up(arbiter).map_err(say)?;
    match arbiter.outcome().map_err(say)? {
        None => Ok(opening),
        Some(outcome) => Err(format!(
            "the game is over at the end of the opening: {}",
            outcome.reason.word()
        )),
    }
}

/// A refusal with the turn that it is about.
fn say(error: Error) -> String {
    match error {
        Error::IllegalMove { index, token, message } => {
            format!("turn {}, {token}: {message}", index + 1)
        }
        other => other.to_string(),
    }
}

/// Every order is equally likely (Durstenfeld, "Random permutation", 1964).
fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for last in (1..openings.len()).rev() {
        let other = rng.below(last as u64 + 1) as usize;
        openings.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A file that is gone when the test ends.
    struct Text(PathBuf);

    impl Text {
        fn new(name: &str, text: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("arena-{}-{name}", std::process::id()));
            fs::write(&path, text).unwrap();
            Self(path)
        }

        fn reading(&self) -> Reading {
            Reading { file: self.0.to_str().unwrap().to_owned(), ..Reading::default() }
        }
    }

    impl Drop for Text {
        fn drop(&mut self) {
            fs::remove_file(&self.0).unwrap();
        }
    }

    fn nine() -> RuleSet {
        RuleSet { variant: "nine".to_owned(), ..RuleSet::default() }
    }

    fn lines(book: &Book) -> Vec<String> {
        (0..book.count()).map(|index| book.get(index).to_string()).collect()
    }

    const EVERY_FORM: &str = "\u{feff}# a book\n\
        d6 F4 d2 # a list of turns\r\n\
        \n\
        startpos moves d6 d2 d5 d1 d7 xd2\n\
        startpos\n\
        \tfen www/3/3/6/3/3/bbb w moves d7-d6 a1-a4\n\
        fen www/3/3/6/3/3/bbb b\n\
        ww1/3/3/6/3/3/bb1 w 1,1 - 0 4 moves e3\n\
        ww1/3/3/6/3/3/bb1 w 1,1 - 0 4";

    #[test]
    fn every_form_of_a_line_is_read_and_written_in_one() {
        let text = Text::new("forms.txt", EVERY_FORM);
        let book = Book::read(&nine(), &text.reading()).unwrap();
        let wanted = [
            "startpos moves d6 f4 d2",
            "startpos moves d6 d2 d5 d1 d7xd2",
            "startpos",
            "fen www/3/3/6/3/3/bbb w 0,0 - 0 0 moves d7-d6 a1-a4",
            "fen www/3/3/6/3/3/bbb b 0,0 - 0 0",
            "fen ww1/3/3/6/3/3/bb1 w 1,1 - 0 4 moves e3",
            "fen ww1/3/3/6/3/3/bb1 w 1,1 - 0 4",
        ];
        assert_eq!(lines(&book), wanted);
        let again = Text::new("again.txt", &wanted.join("\n"));
        assert_eq!(lines(&Book::read(&nine(), &again.reading()).unwrap()), wanted);
    }

    #[test]
    fn a_wrong_line_is_refused_with_file_and_line() {
        for (name, line, part) in [
            ("illegal", "d6 d6", "turn 2, d6: "),
            ("word", "d6 banana", "banana"),
            ("side", "www/3/3/6/3/3/bbb x", "side to move"),
            ("board", "fen www/3 w", "rows"),
            ("word-moves", "startpos d6", "expected moves"),
            ("nothing-but-fen", "fen", "empty"),
            ("impossible", "w2/3/3/6/3/3/b2 w 1,1 - 0 0", "fewer than 3"),
            ("over", "ww1/3/3/6/3/3/bbb w 0,0", "fewer-than-three"),
        ] {
            let text = Text::new(&format!("{name}.txt"), &format!("# first\nd6 f4\n{line}\n"));
            let error = Book::read(&nine(), &text.reading()).unwrap_err().to_string();
            let place = format!("{}:3: ", text.0.display());
            assert!(error.starts_with(&place) && error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_or_holds_nothing_is_refused() {
        let missing = Reading { file: "no/such/book.txt".to_owned(), ..Reading::default() };
        let error = Book::read(&nine(), &missing).unwrap_err().to_string();
        assert!(error.starts_with("no/such/book.txt: "), "{error}");
        let text = Text::new("empty.txt", "# nothing\n\n");
        let error = Book::read(&nine(), &text.reading()).unwrap_err();
        assert!(matches!(error, OpeningError::Empty(_)), "{error}");
    }

    #[test]
    fn a_cut_counts_turns_and_saves_what_ends_later() {
        let text = Text::new("cut.txt", "d6 d2 d5 d1 d7 xd2 a1\nfen www/3/3/6/3/3/bbb w\n");
        let reading = Reading { plies: Some(5), ..text.reading() };
        let book = Book::read(&nine(), &reading).unwrap();
        assert_eq!(book.get(0).to_string(), "startpos moves d6 d2 d5 d1 d7xd2");
        assert_eq!(book.get(1).to_string(), "fen www/3/3/6/3/3/bbb w 0,0 - 0 0");
        assert_eq!(book.get(2), book.get(0), "they start again from the first");
    }

    #[test]
    fn a_random_order_is_a_permutation_that_the_seed_alone_decides() {
        let all = ["a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3", "a4", "b4", "c4"];
        let text = Text::new("order.txt", &all.join("\n"));
        let order = |seed: u64, start: usize| {
            let reading = Reading { order: Order::Random, seed, start, ..text.reading() };
            lines(&Book::read(&nine(), &reading).unwrap())
        };
        let in_file = lines(&Book::read(&nine(), &text.reading()).unwrap());
        let mut first = order(1, 0);
        assert_eq!(first, order(1, 0));
        assert_ne!(first, order(2, 0));
        assert_ne!(first, in_file);
        let later = order(1, 14);
        first.rotate_left(2);
        assert_eq!(later, first, "the first ones are passed over");
        first.sort();
        let mut sorted = in_file.clone();
        sorted.sort();
        assert_eq!(first, sorted);
    }

    #[test]
    fn games_of_a_record_are_openings() {
        let game = |tags: &str, moves: &str| format!("[Variant \"nine\"]\n{tags}\n{moves}\n\n");
        let gar = game("[Notation \"gar\"]\n", "1. A2 R2 2. E1 *");
        let set_up = game("[FEN \"www/3/3/6/3/3/bbb w 0,0 - 0 6\"]\n", "4. d7-d6 a1-a4 *");
        let text = Text::new("games.PGN", &(game("", "1. d6 f4 2. d2 *") + &set_up));
        let book = Book::read(&nine(), &text.reading()).unwrap();
        let wanted =
            ["startpos moves d6 f4 d2", "fen www/3/3/6/3/3/bbb w 0,0 - 0 6 moves d7-d6 a1-a4"];
        assert_eq!(lines(&book), wanted);

        let ring_names = gar.replace("\"nine\"", "\"twelve\"");
        let text = Text::new("rings.pgn", &ring_names);
        let rules = RuleSet { variant: "twelve".to_owned(), ..RuleSet::default() };
        let book = Book::read(&rules, &text.reading());
        assert_eq!(lines(&book.unwrap()), ["startpos moves d6 d5 a7"]);

        let text = Text::new("broken.pgn", &game("", "1. d6 d6 *"));
        let error = Book::read(&nine(), &text.reading()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}:3: ", text.0.display())), "{error}");
    }

    #[test]
    fn a_record_of_a_user_s_variant_is_read_by_its_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants/good");
        let rules = RuleSet {
            variant: "village".to_owned(),
            file: Some(format!("{folder}/village.toml")),
            switches: Vec::new(),
        };
        let text = Text::new("village.pgn", "[Variant \"our-game\"]\n\n1. h2 g1 *\n");
        let book = Book::read(&rules, &text.reading()).unwrap();
        assert_eq!(lines(&book), ["startpos moves h2 g1"]);
    }
}
