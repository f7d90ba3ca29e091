//! The dialogues: those of this folder, which are part of the program, and the user's.

use crate::bench::{Bench, Finding, Found, fault};
use modisa::client::{Process, Script, Wire, play};
use modisa::protocol::{Offer, OptionKind};
use std::fs;
use std::io;
use std::path::Path;

macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("suites/", $name, ".txt")))),*]
    };
}

/// Name and text of each dialogue of the folder `suites`.
#[rustfmt::skip]
pub(crate) const SUITES: &[(&str, &str)] = embedded![
    "00-silent-at-first"
    "01-readyok-during-a-search"
    "02-nothing-between-searches"
    "03-bestmove-soon-after-stop"
    "04-bestmove-is-held"
    "05-each-go-has-its-bestmove"
    "06-stop-without-a-search"
    "07-moves-without-turns"
    "08-illegal-searchmoves"
    "09-odd-clocks"
    "10-movetime-is-an-upper-bound"
    "12-multipv"
    "12-the-pv-leads-to-the-bestmove"
    "13-options-during-a-search"
    "14-hash-shrinks-and-grows"
    "15-end-of-input-finishes-a-bounded-search"
    "15-end-of-input-stops-an-infinite-search"
    "15-end-of-input-stops-pondering"
    "15-end-of-input"
    "16-quit-during-a-search"
    "16-quit"
    "17-unknown-commands"
    "17-unknown-words-of-a-pondering-go"
    "17-unknown-words-of-go"
    "18-a-finished-game"
    "18-a-game-finished-by-its-history"
    "18-a-game-finished-by-ten-moves"
    "20-turns-are-canonical"
    "21-noise"
    "22-many-threads"
    "23-ponder-in-every-order"
    "24-a-win-in-one-is-played"
    "25-a-short-clock"
    "bench"
    "busy-counting"
    "busy"
    "eval"
    "gameover"
    "go-avoid"
    "go-limits-combine"
    "legal-of-the-machine-gun"
    "legal"
    "newgame"
    "options"
    "perft"
    "ping"
    "play-and-undo"
    "position-during-a-search"
    "position-errors"
    "position-texts"
    "rules"
    "setoption"
    "state-of-finished-games"
    "state"
    "tb"
    "umi"
    "variants-change-the-position"
    "variants"
    "wait"
];

/// A dialogue that an engine has to hold.
#[derive(Clone, Debug)]
pub(crate) struct Dialogue {
    /// What it shows: its first comment.
    pub(crate) sentence: String,
    /// What the engine must have: an option `Name`, or the word of one, `Name=word`.
    needs: Vec<String>,
    script: Script,
}

impl Dialogue {
    /// Reads a dialogue. Its first line is a comment with its sentence; lines that begin
    /// with `# needs ` name options that the engine must announce, or a word of a combo.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let first = text.lines().next().and_then(|line| line.strip_prefix("# "));
        let sentence = first.ok_or("line 1: wanted `# ` and the sentence that is shown")?;
        let needs = text.lines().filter_map(|line| line.strip_prefix("# needs "));
        Ok(Self {
            sentence: sentence.trim().to_owned(),
            needs: needs.flat_map(str::split_whitespace).map(str::to_owned).collect(),
            script: Script::parse(text)?,
        })
    }

    /// Holds it with a fresh process of the engine.
    pub(crate) fn hold(&self, bench: &Bench) -> Found {
        for need in &self.needs {
            let (name, word) = need.split_once('=').unwrap_or((need, ""));
            let offer = bench.identity.option(name);
            if !offer.is_some_and(|offer| word.is_empty() || takes(offer, word)) {
                return Err(Finding::Skipped(format!("the engine has no {need}")));
            }
        }
        let mut process = Process::start(&bench.launch)
            .map_err(|error| fault(format!("the engine could not be started: {error}")))?;
        for (name, value) in &bench.options {
            process.send(format!("setoption name {name} value {value}").as_bytes());
        }
        play(&self.script, &mut process, bench.patience()).map_err(|report| {
            let (reason, talk) =
                report.split_once("\n  the conversation").unwrap_or((&report, ""));
            let talk = talk.lines().skip(1).map(|line| line.trim_start().to_owned()).collect();
            Finding::Fault { reason: reason.to_owned(), talk }
        })
    }
}

fn takes(offer: &Offer, word: &str) -> bool {
    matches!(&offer.kind, OptionKind::Combo { choices, .. } if choices.iter().any(|c| c == word))
}

/// The dialogues of a file, or of the `.txt` files of a folder, by the names of the files.
///
/// # Errors
/// When one cannot be read, or is no dialogue.
pub(crate) fn read(path: &Path) -> io::Result<Vec<(String, Dialogue)>> {
    let mut paths = vec![path.to_path_buf()];
    if path.is_dir() {
        paths = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
        paths.sort();
    }
    let mut dialogues = Vec::new();
    for path in paths {
        let named = |text: String| io::Error::other(format!("{}: {text}", path.display()));
        let text = fs::read_to_string(&path).map_err(|error| named(error.to_string()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        dialogues.push((name, Dialogue::parse(&text).map_err(named)?));
    }
    Ok(dialogues)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_part_of_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/conform/suites");
        let files: Vec<_> = read(&folder).unwrap().into_iter().map(|(name, _)| name).collect();
        let known: Vec<_> = SUITES.iter().map(|(name, _)| *name).collect();
        assert_eq!(files, known);
    }

    #[test]
    fn every_dialogue_can_be_read_and_has_a_sentence_of_its_own() {
        let mut sentences = Vec::new();
        for (name, text) in SUITES {
            let dialogue = Dialogue::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!sentences.contains(&dialogue.sentence), "{name}");
            sentences.push(dialogue.sentence);
        }
        assert!(Dialogue::parse("> isready\n< readyok").is_err());
        assert!(Dialogue::parse("# A sentence\n? isready").is_err());
    }
}
