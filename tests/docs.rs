//! What protocol.md and README.md say is true: their dialogues run, their tables agree
//! with the program's own.
#![cfg(test)]

mod support;

use modisa::client::{Script, play};
use modisa::engine::{self, OptionKind, OptionView};
use modisa::game::Reason;
use modisa::morris::builtin;
use modisa::protocol::Code;
use modisa::protocol::umi::{COMMANDS, GO_WORDS};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;
use support::session;
use support::wire::Local;

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(top().join(name)).unwrap()
}

fn started() -> Box<dyn engine::Session> {
    session::engine()
}

/// The part of a text from a line that begins with `from` to the next that begins with `to`.
fn part<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(&format!("\n{from}")).unwrap_or_else(|| panic!("no line {from}")) + 1;
    let rest = &text[start..];
    let end = rest.find(&format!("\n{to}")).unwrap_or(rest.len());
    &rest[..end]
}

/// The rows of all tables in a text, without their heads; cells without back ticks.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut in_body = false;
    for line in text.lines() {
        if !line.starts_with('|') {
            in_body = false;
        } else if line.starts_with("|---") {
            in_body = true;
        } else if in_body {
            let cells = line.trim_matches('|').split('|');
            rows.push(cells.map(|cell| cell.trim().replace('`', "")).collect());
        }
    }
    rows
}

/// The words of a cell that lists some.
fn listed(cell: &str) -> Vec<&str> {
    cell.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
}

// ---- dialogues ----

/// Each block marked `umi`: the number of its first line, and its text.
fn dialogues(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some((_, block)) = &mut open {
            if line == "```" {
                found.extend(open.take());
            } else {
                let _ = writeln!(block, "{line}");
            }
        } else if line == "```umi" {
            open = Some((index + 2, String::new()));
        }
    }
    assert!(open.is_none(), "a block has no end");
    found
}

fn hold_dialogues(name: &str) {
    let blocks = dialogues(&read(name));
    assert!(!blocks.is_empty(), "{name} has no dialogue");
    let mut failures = Vec::new();
    for (first, block) in blocks {
        let script = Script::parse(&block).unwrap_or_else(|e| panic!("{name}:{first}: {e}"));
        if let Err(message) = play(&script, &mut Local::start(started), support::patience()) {
            failures.push(format!("{name}: block at line {first}: {message}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_dialogue_of_the_protocol_goes_as_written() {
    hold_dialogues("protocol.md");
}

#[test]
fn every_dialogue_of_the_readme_goes_as_written() {
    hold_dialogues("README.md");
}

#[test]
fn a_block_is_found_with_its_place() {
    let text = "a\n```umi\n> x\n< y\n```\n```sh\n> z\n```\n";
    assert_eq!(dialogues(text), [(3, "> x\n< y\n".to_owned())]);
}

// ---- commands and errors ----

#[test]
fn every_command_has_a_section_and_every_section_a_command() {
    let text = read("protocol.md");
    let commands = part(&text, "## 5", "## 6");
    let sections: Vec<&str> =
        commands.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let words: Vec<&str> = COMMANDS.iter().map(|row| row.word).collect();
    assert_eq!(sections, words);
}

#[test]
fn every_word_of_go_is_in_its_table() {
    let text = read("protocol.md");
    let table = rows(part(&text, "### go", "### stop"));
    for entry in &GO_WORDS {
        let is_there = table.iter().any(|row| listed(&row[0]).contains(&entry.usage));
        assert!(is_there, "{}", entry.usage);
    }
}

#[test]
fn every_error_code_has_a_row_and_every_row_a_code() {
    let text = read("protocol.md");
    let table = rows(part(&text, "## 8", "## 9"));
    let rows: Vec<&str> = table.iter().map(|row| row[0].as_str()).collect();
    let codes: Vec<&str> = Code::TABLE.iter().map(|row| row.1).collect();
    assert_eq!(rows, codes);
}

#[test]
fn every_reason_for_the_end_of_a_game_has_a_row() {
    let text = read("protocol.md");
    let table = rows(part(&text, "| reason | the game", "\n"));
    let rows: Vec<&str> = table.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(rows, Reason::ALL.map(Reason::word));
}

#[test]
fn the_readme_lists_every_variant_with_its_other_names() {
    let text = read("README.md");
    let table = rows(part(&text, "## The games", "## Add"));
    let listed: Vec<String> = table.iter().map(|row| row.join(" | ")).collect();
    let known: Vec<String> = builtin::all()
        .iter()
        .map(|variant| {
            let (points, men) = (variant.board.len(), variant.rules.men);
            let aliases = variant.aliases.join(", ");
            format!("{} | {} | {points} | {men} | {aliases}", variant.id, variant.title)
        })
        .collect();
    assert_eq!(listed, known);
}

// ---- options ----

/// Option, type, default, values of a row, as the document has them.
fn check_shape(option: &OptionView, row: &[String], default: &str) {
    let name = option.name;
    let words = |value: &str| if value.is_empty() { "<empty>" } else { value }.to_owned();
    match &option.kind {
        OptionKind::Check { default: own } => {
            assert_eq!((row[1].as_str(), default), ("check", &*own.to_string()), "{name}");
        }
        OptionKind::Spin { default: own, min, max } => {
            assert_eq!((row[1].as_str(), default), ("spin", &*own.to_string()), "{name}");
            let (low, high) = row[3].split_once("..").unwrap();
            assert_eq!(low, min.to_string(), "{name}: min");
            if high != "MEMORY" {
                assert_eq!(high, max.to_string(), "{name}: max");
            }
        }
        OptionKind::Combo { default: own, choices } => {
            assert_eq!((row[1].as_str(), default), ("combo", &**own), "{name}");
            if row[3] != "VARIANTS" {
                assert_eq!(listed(&row[3]), *choices, "{name}");
            }
        }
        OptionKind::Text { default: own } => {
            assert_eq!((row[1].as_str(), default), ("string", &*words(own)), "{name}");
        }
        OptionKind::Button => assert_eq!((row[1].as_str(), default), ("button", ""), "{name}"),
    }
}

/// What a row of a rule switch says is the default of `variant`.
fn default_of<'a>(row: &'a [String], variant: &str) -> &'a str {
    let differs = row[4].split(';').filter_map(|word| word.trim().split_once(": "));
    let own = differs.into_iter().find(|(ids, _)| listed(ids).contains(&variant));
    own.map_or(&row[2], |(_, value)| value)
}

#[test]
fn every_option_is_documented_as_it_is_announced_in_every_variant() {
    let text = read("protocol.md");
    let section = part(&text, "## 7", "## 8");
    let (own, switches) = section.split_once("\n### Rule switches").unwrap();
    let (own, switches) = (rows(own), rows(switches));
    let documented: Vec<&str> =
        own.iter().chain(&switches).map(|row| row[0].as_str()).collect();
    let mut session = started();
    for (id, _) in session.variants() {
        session.set_option("Variant", Some(&id)).unwrap();
        let options = session.options();
        let announced: Vec<&str> = options.iter().map(|option| option.name).collect();
        assert_eq!(announced, documented, "{id}");
        for (option, row) in options.iter().zip(&own) {
            check_shape(option, row, &row[2]);
        }
        for (option, row) in options[own.len()..].iter().zip(&switches) {
            check_shape(option, row, default_of(row, &id));
        }
    }
}

// ---- JSON members ----

/// The documented members of the object that follows the line `**word**`.
fn members(word: &str) -> Vec<String> {
    let text = read("protocol.md");
    let after = part(&text, &format!("**{word}**"), "## 10");
    let table = after.split("\n\n").nth(1).unwrap();
    rows(table).iter().flat_map(|row| listed(&row[0]).into_iter().map(str::to_owned)).collect()
}

fn keys(value: &Value) -> Vec<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn every_member_of_the_json_answers_is_documented() {
    let session = started();
    assert_eq!(keys(&session.legal().unwrap()), members("legal"));
    assert_eq!(keys(&session.state().unwrap()), members("state"));
    assert_eq!(keys(&session.evaluate().unwrap()), members("eval"));
    assert_eq!(keys(&session.tablebase(Duration::ZERO).unwrap()), members("tb"));
    let sorted = |mut words: Vec<String>| {
        words.sort();
        words
    };
    assert_eq!(sorted(keys(&session.rules(None).unwrap())), sorted(members("rules")));
}

// ---- the readme ----

#[test]
fn the_source_map_names_every_folder_of_the_source() {
    let map = read("README.md");
    let named: Vec<String> = rows(part(&map, "## Source map", "## To change"))
        .into_iter()
        .map(|r| r[0].clone())
        .collect();
    let mut open = vec![top().join("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                let path = entry.path();
                let name =
                    path.strip_prefix(top()).unwrap().to_string_lossy().replace('\\', "/");
                assert!(named.contains(&name), "{name} is not in the source map");
                open.push(path);
            }
        }
    }
    for name in named {
        assert!(top().join(&name).exists(), "{name} is in the source map and not there");
    }
}

#[test]
fn every_path_that_the_readme_names_is_there() {
    let text = read("README.md");
    let mut seen = 0;
    for word in text.split('`').skip(1).step_by(2) {
        let is_path = ["src/", "tests/", "tools/", ".ci/"].iter().any(|p| word.starts_with(p));
        if is_path && !word.contains(' ') {
            assert!(top().join(word).exists(), "{word}");
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} paths");
}

#[test]
fn every_lint_has_its_reason_in_the_readme() {
    let manifest = read("Cargo.toml");
    let text = read("README.md");
    let rules = part(&text, "### Lints", "## Glossary");
    let lints = part(&manifest, "[lints.rust]", "[profile");
    let names = lints.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    for name in names {
        assert!(
            rules.contains(&format!("`{name}`")) || rules.contains(&format!("::{name}`")),
            "{name}"
        );
    }
}
