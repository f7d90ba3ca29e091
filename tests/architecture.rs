//! Arrows between the modules go one way, and the house keeps its other habits.
//!
//! The authority is [`LADDER`]: who may use whom, lowest first. The check is textual,
//! so that it needs no compiler; hence the forms that would hide an arrow
//! (`crate::{a, b}`, `crate::*`, `super::super`) are refused.
#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

/// Each module with the modules it may use. A row may precede its folder.
const LADDER: &[(&str, &[&str])] = &[
    ("kit", &[]),
    ("game", &["kit"]),
    ("morris", &["game", "kit"]),
    ("moruba", &["game", "kit"]),
    ("search", &["game", "kit"]),
    ("tablebase", &["morris", "game", "kit"]),
    ("engine", &["tablebase", "search", "moruba", "morris", "game", "kit"]),
    ("protocol", &["engine"]),
    ("client", &["protocol"]),
    ("cli", &["protocol", "engine", "tablebase", "morris"]),
    ("main", &["cli"]),
];

/// What the programs in `tools` may use of the library: the two ends of the wire, the
/// engine as referee, and plain values.
const OPEN_TO_TOOLS: &[&str] = &["client", "protocol", "engine", "kit"];

/// What the program that makes the evaluation uses: it looks into positions, and is no
/// party to the protocol.
const OPEN_TO_TUNE: &[&str] = &["search", "morris", "game", "kit"];

/// Modules that touch no clock, thread, file or stream of their own.
const PORTABLE: &[&str] = &["kit", "game", "morris", "moruba", "search"];

/// What a portable module may not name; `std::time::Duration` is only a number.
const OUTSIDE: &[&str] = &[
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "Instant::now",
    "SystemTime::now",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
];

/// Threads have one home in the portable part.
const THREADS: &[&str] = &["std::thread", "thread::scope", "thread::spawn"];
const THREADS_LIVE_IN: &str = "search/pool.rs";

/// Forms that hide where an arrow goes.
const HIDING: &[&str] = &["crate::{", "crate::*", "modisa::{", "modisa::*", "super::super"];

/// File names that say nothing.
const EMPTY_NAMES: &[&str] =
    &["utils", "misc", "common", "helpers", "defs", "types", "manager"];

/// What lies at the top, dot files and the build folder aside.
const TOP: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "protocol.md",
    "src",
    "tests",
    "tools",
];

#[test]
fn arrows_go_one_way() {
    let wrong: Vec<String> =
        sources().iter().flat_map(|(path, text)| arrows(path, text)).collect();
    report(&wrong);
}

#[test]
fn the_tools_use_only_what_is_open_to_them() {
    let mut wrong = Vec::new();
    for (path, text) in sources_in("tools") {
        if path.ends_with("tests.rs") {
            continue;
        }
        let open = if path.starts_with("tune/") { OPEN_TO_TUNE } else { OPEN_TO_TOOLS };
        for (number, line) in code_lines(&text) {
            for used in words_after(line, "modisa::") {
                if !open.contains(&used) {
                    wrong.push(format!("tools/{path}:{number}: tools may not use {used}"));
                }
            }
        }
    }
    report(&wrong);
}

#[test]
fn the_portable_core_touches_nothing_outside() {
    let wrong: Vec<String> =
        sources().iter().flat_map(|(path, text)| outside(path, text)).collect();
    report(&wrong);
}

#[test]
fn every_source_file_begins_with_what_it_is_for() {
    let mut wrong = Vec::new();
    for folder in ["src", "tests", "tools"] {
        for (path, text) in sources_in(folder) {
            if !text.starts_with("//! ") {
                wrong.push(format!("{folder}/{path}:1: the file does not begin with `//! `"));
            }
        }
    }
    report(&wrong);
}

#[test]
fn every_module_has_a_row_in_the_ladder() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| path != "lib.rs" && allowed(module_of(path)).is_none())
        .map(|(path, _)| format!("src/{path}: {} is not in the ladder", module_of(path)))
        .collect();
    report(&wrong);
}

#[test]
fn file_names_say_something() {
    let files =
        ["src", "tests", "tools"].iter().flat_map(|folder| files_under(&top().join(folder)));
    let wrong: Vec<String> = files.filter_map(|path| empty_name(&path)).collect();
    report(&wrong);
}

#[test]
fn the_top_level_is_fixed() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(top()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_known = name.starts_with('.') || name == "target" || TOP.contains(&&*name);
        if !is_known {
            wrong.push(format!("{name}: not one of {TOP:?}"));
        }
    }
    report(&wrong);
}

#[test]
fn no_row_of_the_ladder_points_up() {
    for (index, (name, uses)) in LADDER.iter().enumerate() {
        for used in *uses {
            let below = LADDER[..index].iter().any(|(lower, _)| lower == used);
            assert!(below, "{name} may use {used}, which is not below it");
        }
    }
}

#[test]
fn a_planted_upward_arrow_is_found_with_file_and_line() {
    let text = "//! Sample.\n\nuse crate::kit::Score;\nuse crate::morris::Morris;\n";
    let found = arrows("search/worker.rs", text);
    assert_eq!(found, ["src/search/worker.rs:4: search may not use morris"]);
}

#[test]
fn an_arrow_is_found_in_every_spelling() {
    let finds = |path, line: &str| arrows(path, &format!("//! x\n{line}\n")).len();
    assert_eq!(finds("kit/points.rs", "use crate::{kit, engine};"), 1);
    assert_eq!(finds("kit/mod.rs", "use super::super::engine;"), 1);
    assert_eq!(finds("kit/mod.rs", "use super::engine::Session;"), 1);
    assert_eq!(finds("main.rs", "let s = modisa::engine::Engine::new();"), 1);
    assert_eq!(finds("protocol/driver.rs", "fn f(x: crate::game::Side) {}"), 1);
    assert_eq!(finds("protocol/driver.rs", "use crate::*;"), 1);
    assert_eq!(finds("protocol/driver.rs", "use crate::unheard_of::X;"), 1);
}

#[test]
fn allowed_arrows_and_comments_are_left_alone() {
    let finds = |path, line: &str| arrows(path, &format!("//! x\n{line}\n")).len();
    assert_eq!(finds("search/mod.rs", "use crate::game::Game; use crate::kit::Score;"), 0);
    assert_eq!(finds("search/mod.rs", "// as crate::engine does"), 0);
    assert_eq!(finds("search/mod.rs", "use crate::search::table::Table;"), 0);
    assert_eq!(finds("engine/current_game.rs", "use super::session::Session;"), 0);
    assert_eq!(finds("main.rs", "modisa::cli::run()"), 0);
}

#[test]
fn a_planted_clock_thread_or_print_is_found() {
    let finds = |path, line: &str| outside(path, &format!("//! x\n{line}\n")).len();
    assert_eq!(finds("search/root.rs", "let t = std::time::Instant::now();"), 1);
    assert_eq!(finds("search/root.rs", "std::thread::scope(|s| run(s));"), 1);
    assert_eq!(finds("search/pool.rs", "std::thread::scope(|s| run(s));"), 0);
    assert_eq!(finds("search/pool.rs", "println!();"), 1);
    assert_eq!(finds("morris/file.rs", "std::fs::read_to_string(path)"), 1);
    assert_eq!(finds("morris/file.rs", "use std::time::Duration;"), 0);
    assert_eq!(finds("morris/file.rs", "#[cfg(test)]\nmod tests { use std::fs; }"), 0);
    assert_eq!(finds("engine/current_game.rs", "std::time::Instant::now()"), 0);
}

#[test]
fn a_file_name_that_says_nothing_is_found() {
    assert!(empty_name(Path::new("src/search/utils.rs")).is_some());
    assert!(empty_name(Path::new("tests/common/mod.rs")).is_some());
    assert!(empty_name(Path::new("src/search/order.rs")).is_none());
}

/// Every arrow in `text` that the ladder does not allow.
fn arrows(path: &str, text: &str) -> Vec<String> {
    let module = module_of(path);
    let mut wrong = Vec::new();
    for (number, line) in code_lines(text) {
        let place = format!("src/{path}:{number}");
        if let Some(form) = HIDING.iter().find(|form| line.contains(**form)) {
            wrong.push(format!("{place}: `{form}` hides where the arrow goes"));
            continue;
        }
        // In `mod.rs` the word `super` is the crate's root.
        let from_root = path.ends_with("/mod.rs").then_some("super::");
        let marks = ["crate::", "modisa::"].into_iter().chain(from_root);
        for used in marks.flat_map(|mark| words_after(line, mark)) {
            if used == module || path == "lib.rs" {
                continue;
            }
            let is_module = LADDER.iter().any(|(name, _)| *name == used);
            // `super::X` inside a test module names an item of the file, not a module.
            if !is_module && !line.contains("crate::") {
                continue;
            }
            if !allowed(module).is_some_and(|uses| uses.contains(&used)) {
                wrong.push(format!("{place}: {module} may not use {used}"));
            }
        }
    }
    wrong
}

/// Every use of the world outside in `text`, if the file belongs to the portable core.
fn outside(path: &str, text: &str) -> Vec<String> {
    if !PORTABLE.contains(&module_of(path)) || path.ends_with("/tests.rs") {
        return Vec::new();
    }
    let threads = if path == THREADS_LIVE_IN { &[][..] } else { THREADS };
    code_lines(text)
        .take_while(|(_, line)| *line != "#[cfg(test)]")
        .filter_map(|(number, line)| {
            let word = OUTSIDE.iter().chain(threads).find(|word| names(line, word))?;
            Some(format!("src/{path}:{number}: the portable core may not use `{word}`"))
        })
        .collect()
}

/// Whether `line` holds `word` and not only a longer name that ends with it.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    })
}

/// The path segment after each `mark`.
fn words_after<'a>(line: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(mark).filter(move |(at, _)| names(&line[*at..], mark)).map(
        move |(at, _)| {
            let rest = &line[at + mark.len()..];
            let end =
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            &rest[..end]
        },
    )
}

/// Numbered lines without their comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or("")))
}

/// The ladder's name for the module that a file under `src` belongs to.
fn module_of(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or(path);
    first.strip_suffix(".rs").unwrap_or(first)
}

fn allowed(module: &str) -> Option<&'static [&'static str]> {
    LADDER.iter().find(|(name, _)| *name == module).map(|(_, uses)| *uses)
}

fn empty_name(path: &Path) -> Option<String> {
    let says_nothing = path.iter().any(|part| {
        let part = part.to_string_lossy();
        EMPTY_NAMES.contains(&part.split('.').next().unwrap_or(""))
    });
    says_nothing.then(|| format!("{}: the name says nothing", path.display()))
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file under `src`: its path from there, with `/`, and its text.
fn sources() -> Vec<(String, String)> {
    sources_in("src")
}

/// Every Rust file under a folder of the project.
fn sources_in(folder: &str) -> Vec<(String, String)> {
    let root = top().join(folder);
    files_under(&root)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let name = path.to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(root.join(path)).unwrap())
        })
        .collect()
}

/// Every file under `folder`, by its path from there; none if there is no such folder.
fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(next) = open.pop() {
        let Ok(entries) = fs::read_dir(next) else { continue };
        for entry in entries.map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(inner) = path.strip_prefix(folder) {
                files.push(inner.to_path_buf());
            }
        }
    }
    files.sort();
    files
}

fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
