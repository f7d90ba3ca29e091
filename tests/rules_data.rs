//! The rules against data made by independent programs (`tests/data/README.md`).
#![cfg(test)]

#[path = "support/morris.rs"]
mod morris;
#[path = "support/reference.rs"]
mod reference;

use modisa::game::{Game, Notation, Outcome, Reason};
use morris::Play;
use reference::{lines, whole, words};
use serde_json::{Value, json};

/// The deepest start position that the default suite counts.
const USUAL_DEPTH: usize = 6;

/// Most of the data was made without the draws that need no capture to come; their
/// repetition is no part of a position, so that only the quiet plies are switched off.
const WITHOUT_QUIET: &[(&str, &str)] = &[("QuietPlies", "0")];

fn start(item: &Value) -> Play {
    match item["variant"].as_str().unwrap() {
        "morabaraba-samemill" => Play::with("morabaraba", &[("MachineGun", "same_mill")]),
        "morabaraba-ten" => Play::with("morabaraba", &[("TenMove", "10")]),
        id => Play::with(id, WITHOUT_QUIET),
    }
}

/// The end of the game as the data has it: quiet plies included, which need no history.
fn over(play: &Play) -> Value {
    let limit = u32::from(play.game.draw_rules().quiet_plies);
    let is_quiet = limit > 0 && play.game.quiet(&play.state) >= limit;
    let quiet = is_quiet.then(|| Outcome::draw(Reason::Quiet));
    let Some(outcome) = play.over().or(quiet) else { return Value::Null };
    let winner = outcome.winner.map(|side| play.game.side_letter(side));
    json!({ "winner": winner, "reason": outcome.reason.word() })
}

fn check_position(item: &Value) {
    let id = &item["id"];
    let fen = item["fen"].as_str().unwrap();
    let play = start(item).set(fen);
    assert_eq!(play.text(), fen, "{id}: the text comes back");
    let over = over(&play);
    assert_eq!(over, item["over"], "{id}: {fen}");
    if !over.is_null() {
        return;
    }
    let legal = play.legal();
    assert_eq!(legal, words(&item["legal"]), "{id}: {fen}");
    for text in &legal {
        let turn = play.game.read_turn(&play.state, text).unwrap();
        assert_eq!(play.game.write_turn(turn), *text, "{id}");
    }
    for (depth, count) in (1..).zip(item["perft"].as_array().unwrap()) {
        assert_eq!(play.perft(depth), count.as_u64().unwrap(), "{id}: {fen}: depth {depth}");
    }
}

fn check_game(item: &Value) {
    let id = &item["id"];
    let mut play = start(item);
    for turn in words(&item["moves"]) {
        assert_eq!(over(&play), Value::Null, "{id}: over before {turn}");
        play = play.turns(&turn);
    }
    assert_eq!(play.text(), item["final"].as_str().unwrap(), "{id}");
    assert_eq!(over(&play), item["over"], "{id}");
}

fn check_counts(id: &str, depths: std::ops::RangeInclusive<usize>) {
    let table = whole("perft.json");
    let counts = table[id].as_array().unwrap_or_else(|| panic!("no counts for {id}"));
    for depth in depths {
        let wanted = counts[depth - 1].as_u64().unwrap();
        let found = Play::start(id).perft(u32::try_from(depth).unwrap());
        assert_eq!(found, wanted, "{id}: depth {depth}");
    }
}

#[test]
fn every_position_has_its_turns_its_counts_and_its_outcome() {
    let positions = lines("positions.jsonl");
    assert_eq!(positions.len(), 240);
    positions.iter().for_each(check_position);
}

#[test]
fn positions_under_changed_switches_have_theirs() {
    lines("special_positions.jsonl").iter().for_each(check_position);
}

#[test]
fn every_game_ends_where_and_how_it_should() {
    let games = lines("games.jsonl");
    assert_eq!(games.len(), 48);
    games.iter().for_each(check_game);
}

#[test]
fn games_under_changed_switches_end_as_they_should() {
    lines("special_games.jsonl").iter().for_each(check_game);
}

#[test]
fn morabaraba_counts_from_the_start() {
    check_counts("morabaraba", 1..=USUAL_DEPTH);
}

#[test]
fn nine_counts_from_the_start() {
    check_counts("nine", 1..=USUAL_DEPTH);
}

#[test]
fn eleven_counts_from_the_start() {
    check_counts("eleven", 1..=USUAL_DEPTH);
}

#[test]
fn twelve_counts_from_the_start() {
    check_counts("twelve", 1..=USUAL_DEPTH);
}

#[test]
#[ignore = "two thousand million sequences"]
fn morabaraba_counts_at_depth_seven() {
    check_counts("morabaraba", 7..=7);
}

#[test]
#[ignore = "two thousand million sequences"]
fn nine_counts_at_depth_seven() {
    check_counts("nine", 7..=7);
}

#[test]
#[ignore = "two thousand million sequences"]
fn eleven_counts_at_depth_seven() {
    check_counts("eleven", 7..=7);
}

#[test]
#[ignore = "two thousand million sequences"]
fn twelve_counts_at_depth_seven() {
    check_counts("twelve", 7..=7);
}
