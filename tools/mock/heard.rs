//! The faults in hearing: what the engine is told instead of what the user said.
//!
//! What each function does is told in the table of `fault`.

use crate::edit::{has_word, number_after, without};
use crate::fault::Deed;
use crate::scene::{Scene, is_command};
use modisa::protocol::umi::GO_WORDS;
use modisa::protocol::words::Words;
use std::thread::available_parallelism;

/// What replaces a search that should go on until it is stopped: short also where the engine
/// would wait for its tables.
const SHORT_SEARCH: &str = "go depth 3 movetime 40";

/// The words that mean a clock.
const CLOCK: [&str; 9] =
    ["wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc", "movestogo"];

type Deeds = Vec<Deed>;

fn pass(line: &str) -> Deeds {
    vec![Deed::Pass(line.to_owned())]
}

/// Nothing is heard if the line begins with this word.
fn not_heard(line: &str, word: &str) -> Deeds {
    if is_command(line, word) { Vec::new() } else { pass(line) }
}

/// A `go` is heard as another one, any other line as it is.
fn other_go(line: &str, change: impl FnOnce(&str) -> String) -> Deeds {
    if is_command(line, "go") { vec![Deed::Pass(change(line))] } else { pass(line) }
}

/// Name and value of the option that the line sets.
fn option(line: &str) -> Option<(&str, &str)> {
    let mut words = Words::new(line);
    let is_setting = words.next() == Some("setoption") && words.next() == Some("name");
    let name = words.next().filter(|_| is_setting)?;
    words.next().filter(|word| *word == "value").map(|_| (name, words.rest()))
}

fn sets(line: &str, name: &str) -> bool {
    option(line).is_some_and(|(known, _)| known.eq_ignore_ascii_case(name))
}

pub(crate) fn out_of_turn_bestmove(scene: &Scene, line: &str) -> Deeds {
    let mut deeds = pass(line);
    if is_command(line, "position") && !scene.is_searching() {
        deeds.push(Deed::Say("bestmove a1".into()));
    }
    deeds
}

pub(crate) fn silent_stop_extra(scene: &Scene, line: &str) -> Deeds {
    let mut deeds = pass(line);
    if is_command(line, "stop") && !scene.is_searching() {
        deeds.push(Deed::Say("bestmove none".into()));
    }
    deeds
}

pub(crate) fn movetime_overrun(_: &Scene, line: &str) -> Deeds {
    other_go(line, |line| number_after(line, "movetime", |millis| millis.saturating_add(60)))
}

pub(crate) fn ignores_clock(_: &Scene, line: &str) -> Deeds {
    let has_clock = CLOCK.iter().any(|word| has_word(line, word));
    other_go(line, |line| if has_clock { "go infinite" } else { line }.to_owned())
}

pub(crate) fn premature_infinite(_: &Scene, line: &str) -> Deeds {
    let is_endless = has_word(line, "infinite") || line.trim() == "go";
    other_go(line, |line| if is_endless { SHORT_SEARCH } else { line }.to_owned())
}

pub(crate) fn premature_ponder(_: &Scene, line: &str) -> Deeds {
    let ponders = has_word(line, "ponder");
    other_go(line, |line| if ponders { SHORT_SEARCH } else { line }.to_owned())
}

pub(crate) fn ponder_lost(_: &Scene, line: &str) -> Deeds {
    not_heard(line, "ponderhit")
}

pub(crate) fn second_go_ignored(scene: &Scene, line: &str) -> Deeds {
    if scene.is_searching() { not_heard(line, "go") } else { pass(line) }
}

pub(crate) fn searchmoves_ignored(_: &Scene, line: &str) -> Deeds {
    let is_next = |word: &str| GO_WORDS.iter().any(|known| known.word() == word);
    other_go(line, |line| without(line, "searchmoves", is_next))
}

pub(crate) fn multipv_ignored(_: &Scene, line: &str) -> Deeds {
    if sets(line, "MultiPV") {
        return Vec::new();
    }
    other_go(line, |line| number_after(line, "multipv", |_| 1))
}

pub(crate) fn deaf(scene: &Scene, line: &str) -> Deeds {
    let is_lost = ["isready", "ping", "stop"].iter().any(|word| is_command(line, word));
    if is_lost && scene.is_searching() { Vec::new() } else { pass(line) }
}

pub(crate) fn hangs_on_quit(_: &Scene, line: &str) -> Deeds {
    if is_command(line, "quit") {
        return vec![Deed::Pass("stop".into()), Deed::Hang];
    }
    pass(line)
}

pub(crate) fn ignores_quit(_: &Scene, line: &str) -> Deeds {
    not_heard(line, "quit")
}

pub(crate) fn threads_crash(_: &Scene, line: &str) -> Deeds {
    let cores = available_parallelism().map_or(1, usize::from);
    let asked = option(line).and_then(|(_, value)| value.trim().parse::<usize>().ok());
    if sets(line, "Threads") && asked.is_some_and(|threads| threads > cores) {
        return vec![Deed::Exit(3)];
    }
    pass(line)
}

pub(crate) fn stderr_flood(_: &Scene, line: &str) -> Deeds {
    let mut deeds = pass(line);
    if is_command(line, "go") {
        deeds.insert(0, Deed::Flood(1 << 20));
    }
    deeds
}

pub(crate) fn forgets_moves(_: &Scene, line: &str) -> Deeds {
    let words: Vec<_> = line.split_whitespace().collect();
    match words.split_last() {
        Some((_, rest)) if is_command(line, "position") && rest.contains(&"moves") => {
            vec![Deed::Pass(rest.join(" "))]
        }
        _ => pass(line),
    }
}

pub(crate) fn variant_sticky(_: &Scene, line: &str) -> Deeds {
    if sets(line, "Variant") { Vec::new() } else { pass(line) }
}

pub(crate) fn uminewgame_ignored(_: &Scene, line: &str) -> Deeds {
    not_heard(line, "uminewgame")
}
