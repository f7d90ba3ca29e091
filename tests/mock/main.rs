//! The mock shows each of its faults, and is sound without one.
#![cfg(test)]

mod cases;
mod instant;
mod process;
mod sight;

use modisa::client::{Patience, Script, play};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Dialogues that together use every part of the filters.
const DIALOGUES: [&str; 12] = [
    "02-nothing-between-searches",
    "03-bestmove-soon-after-stop",
    "04-bestmove-is-held",
    "05-each-go-has-its-bestmove",
    "12-multipv",
    "15-end-of-input-stops-pondering",
    "16-quit-during-a-search",
    "18-a-finished-game",
    "21-noise",
    "help-all",
    "position-errors",
    "umi",
];

/// Wide enough for a loaded machine.
const PATIENCE: Patience = Patience { slack: 5, ..Patience::STRICT };

fn dialogue(name: &str) -> Script {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tools/conform/suites", "tests/transcripts/umi"].map(|name| top.join(name));
    let paths = folders.map(|folder| folder.join(name).with_extension("txt"));
    let path = paths.iter().find(|path| path.exists()).unwrap();
    let text = fs::read_to_string(path).unwrap();
    Script::parse(&text).unwrap()
}

/// Name and sentence of each fault, as `--list` prints them.
fn listed() -> Vec<(String, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_mock")).arg("--list").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |line: &str| {
        let (name, sentence) = line.split_once('\t').unwrap();
        (name.to_owned(), sentence.to_owned())
    };
    text.lines().map(row).collect()
}

#[test]
fn without_a_fault_the_dialogues_go_as_written() {
    for name in DIALOGUES {
        if let Err(message) = play(&dialogue(name), &mut process::start(&[]), PATIENCE) {
            panic!("{name}, {message}");
        }
    }
}

#[test]
fn a_dialogue_finds_a_fault() {
    let mut wire = process::start(&["--fault", "info-after-bestmove"]);
    let message =
        play(&dialogue("02-nothing-between-searches"), &mut wire, PATIENCE).unwrap_err();
    assert!(message.contains("expected readyok\n  got      info"), "{message}");
}

#[test]
fn the_list_is_what_the_command_line_takes() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_mock")).args(["--fault", "?"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    let (_, values) = text.split_once("[possible values: ").unwrap();
    let (values, _) = values.split_once(']').unwrap();
    let names: Vec<_> = listed().into_iter().map(|(name, _)| name).collect();
    assert_eq!(values.split(", ").collect::<Vec<_>>(), names);
    assert!(listed().iter().all(|(_, sentence)| sentence.len() > 10));
}
