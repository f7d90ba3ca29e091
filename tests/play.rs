//! The search plays what it must: blocks, wins in one, short flying wins, exact values.

#![cfg(test)]
#![allow(missing_docs, reason = "test crates have no readers of documentation")]

#[allow(dead_code, reason = "made for the search tests, which use all of it")]
#[path = "search/harness.rs"]
mod harness;
#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "support/morris.rs"]
mod morris;
#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "support/reference.rs"]
mod reference;

use harness::{NO_LIMITS, Setup};
use modisa::game::{Game, Notation};
use modisa::kit::{Score, Verdict};
use modisa::morris::Turn;
use modisa::search::{Finding, Limits, Line, Table};
use morris::Play;
use serde_json::Value;
use std::time::Duration;

/// Searches with one thread and a table of 16 MiB; also returns the last line.
fn search(play: &Play, limits: &Limits) -> (Finding<Turn>, Line<Turn>) {
    let table = Table::new(16).unwrap();
    let mut setup = Setup::new(&play.game, &table);
    setup.root = play.state;
    setup.limits = limits.clone();
    let mut told = setup.run();
    (told.finding, told.lines.pop().unwrap())
}

fn solved(name: &str) -> Vec<Value> {
    reference::lines(&format!("solved/{name}.jsonl"))
}

#[test]
fn dark_does_not_let_a_mill_close_for_nothing() {
    let play = Play::start("nine").turns("a1 d6 d1");
    for depth in 2..=8 {
        let limits = Limits { depth: Some(depth), ..NO_LIMITS };
        let (finding, _) = search(&play, &limits);
        assert_eq!(play.game.write_turn(finding.best), "g1", "depth {depth}");
    }
}

#[test]
fn a_win_in_one_is_played_whatever_the_time() {
    let mut tried = 0;
    for entry in reference::lines("games.jsonl") {
        let turns = reference::words(&entry["moves"]);
        let (_, before) = turns.split_last().unwrap();
        let play = Play::start(entry["variant"].as_str().unwrap()).turns(&before.join(" "));
        let (game, root) = (&play.game, play.state);
        if entry["over"]["winner"] != game.side_letter(game.side(&root)) {
            continue;
        }
        tried += 1;
        for millis in [0, 1] {
            let bound = Some(Duration::from_millis(millis));
            let limits = Limits { soft: bound, hard: bound, ..NO_LIMITS };
            let (finding, line) = search(&play, &limits);
            let end = game.outcome(&game.after(&root, finding.best));
            assert_eq!(end.unwrap().winner, Some(game.side(&root)), "{}", entry["id"]);
            assert_eq!(line.score, Score::win_in(1), "{}", entry["id"]);
        }
    }
    assert!(tried >= 20, "only {tried} positions");
}

#[test]
fn every_flying_win_in_two_is_found_at_depth_four() {
    let mut tried = 0;
    for name in ["nine", "twelve"] {
        for entry in solved(name) {
            let three_each = entry["men"] == serde_json::json!([3, 3]);
            if entry["value"] != "win 3" || !three_each {
                continue;
            }
            tried += 1;
            let fen = entry["fen"].as_str().unwrap();
            let play = Play::start(name).set(fen);
            let (game, root) = (&play.game, play.state);
            let limits = Limits { depth: Some(4), ..NO_LIMITS };
            let (finding, line) = search(&play, &limits);
            assert_eq!(line.score.verdict(), Verdict::Win(3), "{fen}");
            let turn = game.write_turn(finding.best);
            assert_eq!(entry["turns"][&turn], "win 3", "{fen}: {turn}");
            let end = line.pv.iter().fold(root, |state, &turn| game.after(&state, turn));
            assert_eq!(line.pv.len(), 3, "{fen}");
            assert_eq!(game.outcome(&end).unwrap().winner, Some(game.side(&root)), "{fen}");
        }
    }
    assert!(tried >= 4, "only {tried} positions");
}

/// The share of positions whose value the chosen turn keeps, in thousandths.
fn kept(name: &str, file: &str, nodes: u64, step: usize) -> usize {
    let (mut right, mut all) = (0, 0);
    for entry in solved(file).iter().step_by(step) {
        let class =
            |value: &Value| value.as_str().unwrap().split(' ').next().unwrap().to_owned();
        let value = class(&entry["value"]);
        if value == "loss" {
            continue;
        }
        let play = Play::start(name).set(entry["fen"].as_str().unwrap());
        let limits = Limits { nodes: Some(nodes), ..NO_LIMITS };
        let (finding, line) = search(&play, &limits);
        let turn = play.game.write_turn(finding.best);
        let kept = class(&entry["turns"][&turn]);
        right += usize::from(kept == value);
        all += 1;
        // Whatever the search claims to have proved must be true.
        match line.score.verdict() {
            Verdict::Win(_) => assert_eq!(value, "win", "{}", entry["fen"]),
            Verdict::Loss(_) => assert_eq!(value, "loss", "{}", entry["fen"]),
            Verdict::Estimate(_) => {}
        }
    }
    right * 1000 / all
}

#[test]
fn solved_positions_are_mostly_played_right_and_never_claimed_wrong() {
    // The search is the same everywhere, so the bounds stand close below what it shows.
    for (name, file, least) in [
        ("nine", "nine", 800),
        ("twelve", "twelve", 900),
        ("nine", "nine_placing", 750),
        ("twelve", "twelve_placing", 700),
    ] {
        let share = kept(name, file, 20_000, 6);
        println!("{file}: value kept in {share} of 1000 positions at 20,000 nodes");
        assert!(share >= least, "{file}: {share}");
    }
}
