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
use std::ops::RangeInclusive;

/// Counts from the start up to this size belong to the default suite, ...
const USUAL_LEAVES: u64 = 10_000_000;

/// ... and those up to this size to the slow one.
const MOST_LEAVES: u64 = 2_000_000_000;

/// One file and the draws it was made with.
#[derive(Clone, Copy)]
enum Made {
    /// Without those that need no capture to come.
    Plain,
    /// With the quiet plies and the repetition of the variant.
    Special,
}

fn start(item: &Value, made: Made) -> Play {
    match (item["variant"].as_str().unwrap(), made) {
        ("morabaraba-samemill", _) => Play::with("morabaraba", &[("MachineGun", "same_mill")]),
        ("morabaraba-ten", _) => Play::with("morabaraba", &[("TenMove", "10")]),
        (id, Made::Plain) => Play::with(id, &[("QuietPlies", "0"), ("Repetition", "0")]),
        (id, Made::Special) => Play::start(id),
    }
}

/// The end of the game as the data has it; `earlier` holds the keys of the positions before.
fn over(play: &Play, earlier: &[u64]) -> Value {
    let draws = play.game.draw_rules();
    let key = play.game.key(&play.state);
    let seen = 1 + earlier.iter().filter(|&&known| known == key).count();
    let is_repeated = draws.repetition > 0 && seen >= usize::from(draws.repetition);
    let limit = u32::from(draws.quiet_plies);
    let is_quiet = limit > 0 && play.game.quiet(&play.state) >= limit;
    let found = play
        .over()
        .or(is_repeated.then_some(Outcome::draw(Reason::Repetition)))
        .or(is_quiet.then_some(Outcome::draw(Reason::Quiet)));
    let Some(outcome) = found else { return Value::Null };
    let winner = outcome.winner.map(|side| play.game.side_letter(side));
    json!({ "winner": winner, "reason": outcome.reason.word() })
}

fn check_position(item: &Value, made: Made) {
    let id = &item["id"];
    let fen = item["fen"].as_str().unwrap();
    let play = start(item, made).set(fen);
    assert_eq!(play.text(), fen, "{id}: the text comes back");
    let over = over(&play, &[]);
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

fn check_game(item: &Value, made: Made) {
    let id = &item["id"];
    let mut play = start(item, made);
    let mut earlier = Vec::new();
    for turn in words(&item["moves"]) {
        assert_eq!(over(&play, &earlier), Value::Null, "{id}: over before {turn}");
        earlier.push(play.game.key(&play.state));
        play = play.turns(&turn);
    }
    assert_eq!(play.text(), item["final"].as_str().unwrap(), "{id}");
    assert_eq!(over(&play, &earlier), item["over"], "{id}");
}

/// Compares the counts of these variants from the start whose size is in the range;
/// returns how many it compared.
fn check_counts(ids: &[&str], sizes: RangeInclusive<u64>) -> usize {
    let table = whole("perft.json");
    let mut compared = 0;
    for id in ids {
        let play = Play::start(id);
        for (depth, wanted) in (1..).zip(table[id].as_array().unwrap()) {
            let wanted = wanted.as_u64().unwrap();
            if sizes.contains(&wanted) {
                assert_eq!(play.perft(depth), wanted, "{id}: depth {depth}");
                compared += 1;
            }
        }
    }
    compared
}

fn check_slow_counts(ids: &[&str]) {
    assert!(check_counts(ids, USUAL_LEAVES + 1..=MOST_LEAVES) >= ids.len());
}

#[test]
fn every_position_has_its_turns_its_counts_and_its_outcome() {
    let positions = lines("positions.jsonl");
    assert_eq!(positions.len(), 900);
    for item in &positions {
        check_position(item, Made::Plain);
    }
}

#[test]
fn positions_of_special_games_have_theirs() {
    let positions = lines("special_positions.jsonl");
    assert_eq!(positions.len(), 137);
    for item in &positions {
        check_position(item, Made::Special);
    }
}

#[test]
fn every_game_ends_where_and_how_it_should() {
    let games = lines("games.jsonl");
    assert_eq!(games.len(), 180);
    for item in &games {
        check_game(item, Made::Plain);
    }
}

#[test]
fn special_games_end_as_they_should() {
    let games = lines("special_games.jsonl");
    assert_eq!(games.len(), 42);
    for item in &games {
        check_game(item, Made::Special);
    }
}

#[test]
fn every_variant_has_its_counts_from_the_start() {
    let table = whole("perft.json");
    let ids: Vec<&str> = table.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(ids.len(), 15);
    assert!(check_counts(&ids, 1..=USUAL_LEAVES) >= 5 * ids.len());
}

#[test]
#[ignore = "four thousand million sequences"]
fn morabaraba_and_sesotho_have_their_high_counts() {
    check_slow_counts(&["morabaraba", "sesotho", "sesotho-plain", "seven"]);
}

#[test]
#[ignore = "four thousand million sequences"]
fn nine_and_eleven_have_their_high_counts() {
    check_slow_counts(&["nine", "eleven", "lasker"]);
}

#[test]
#[ignore = "four thousand million sequences"]
fn twelve_and_navakankari_have_their_high_counts() {
    check_slow_counts(&["twelve", "navakankari"]);
}

#[test]
#[ignore = "six thousand million sequences"]
fn gonu_and_the_games_on_small_boards_have_their_high_counts() {
    check_slow_counts(&["gonu", "three", "shisima", "five", "six"]);
}
