//! The reference data, made by another solver: how many positions of a sector have which
//! value, and the value of every turn of many positions.
//!
//! Sectors up to five against four are built here; with `MODISA_TABLES` all of whole tables.

use crate::folder::{BOTH, game};
use crate::reference;
use modisa::game::{Game, Notation};
use modisa::tablebase::{Header, Metric, Tablebase, Value, list};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// The folder to look into, and whether it has whole tables.
fn folder() -> (PathBuf, bool) {
    match std::env::var("MODISA_TABLES") {
        Ok(folder) => (folder.into(), true),
        Err(_) => (BOTH.path().to_owned(), false),
    }
}

/// Most men of a side, and of the other with them.
fn men(of: &Json) -> (u64, u64) {
    let men: Vec<u64> = of.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    (men[0].max(men[1]), men[0].min(men[1]))
}

fn is_small(of: &Json) -> bool {
    let (large, small) = men(of);
    large <= 5 && small <= 4
}

#[test]
fn every_count_of_the_reference_agrees() {
    let (folder, is_whole) = folder();
    let (files, refused) = list(&folder).unwrap();
    assert!(refused.is_empty(), "{refused:?}");
    let mut compared = 0;
    for wanted in reference::whole("solved/counts.json").as_array().unwrap() {
        let is_it = |header: &Header| {
            let men = serde_json::json!([header.sector.own, header.sector.other]);
            wanted["variant"] == header.variant.as_str()
                && header.metric == Metric::Dtw
                && men == wanted["men"]
        };
        let Some(found) = files.iter().find(|one| is_it(&one.header)) else {
            assert!(!is_small(&wanted["men"]), "missing: {wanted}");
            continue;
        };
        let counts = serde_json::to_value(found.header.counts).unwrap();
        for (name, count) in counts.as_object().unwrap() {
            assert_eq!(count, &wanted[name], "{name} of {wanted}");
        }
        compared += 1;
    }
    println!("{compared} sectors agree");
    assert!(compared >= if is_whole { 60 } else { 10 }, "{compared}");
}

/// What the data says, as tables do.
fn value(text: &str) -> Value {
    let (word, plies) = text.split_once(' ').unwrap_or((text, "0"));
    let plies = plies.parse().unwrap();
    match word {
        "win" => Value::Win(plies),
        "loss" => Value::Loss(plies),
        "draw" => Value::Draw,
        other => panic!("{other} is no value"),
    }
}

/// Compares the lines of a variant whose men `covered` takes, and every one of their turns.
fn compare(id: &str, tables: &Tablebase, covered: impl Fn(&Json) -> bool) -> (usize, usize) {
    let game = game(id);
    let (mut positions, mut compared) = (0, 0);
    for line in reference::lines(&format!("solved/{id}.jsonl")) {
        if !covered(&line["men"]) {
            continue;
        }
        let words: Vec<&str> = line["fen"].as_str().unwrap().split(' ').collect();
        let state = game.read_state(&words).unwrap();
        let wanted = value(line["value"].as_str().unwrap());
        assert_eq!(tables.value(&state).unwrap(), wanted, "{}", line["fen"]);
        assert_eq!(tables.standing(&state).unwrap(), wanted.standing(), "{}", line["fen"]);
        positions += 1;
        let mut turns = Vec::new();
        game.turns(&state, &mut turns);
        let known = line["turns"].as_object().unwrap();
        assert_eq!(turns.len(), known.len());
        for turn in turns {
            let text = game.write_turn(turn);
            let wanted = value(known[&text].as_str().unwrap());
            let found = tables.value(&game.after(&state, turn)).unwrap().before();
            // The data counts a turn's plies from the position before it.
            assert_eq!(found, wanted, "{text} in {}", line["fen"]);
            compared += 1;
        }
    }
    (positions, compared)
}

#[test]
fn every_turn_of_the_reference_has_its_value() {
    let (folder, is_whole) = folder();
    for id in ["twelve", "nine"] {
        let tables = Tablebase::open(&game(id), Some(&folder));
        let (positions, turns) = compare(id, &tables, |men| is_whole || is_small(men));
        println!("{id}: {positions} positions, {turns} turns agree");
        assert!(positions >= 40, "{positions}");
        assert_eq!(tables.problems(), Vec::<String>::new());
    }
}

#[test]
fn small_endings_need_no_file() {
    for (id, folder) in [("twelve", None), ("nine", Some(Path::new("no such folder")))] {
        let game = game(id);
        let tables = Tablebase::open(&game, folder);
        let words = ["3/3/w2/1b1w2/b2/2w/1b1", "w"];
        let state = game.read_state(&words).unwrap();
        let patience = std::time::Duration::from_secs(120);
        assert_eq!(tables.prepare(&state, patience), modisa::game::Readiness::Ready);
        let (positions, turns) = compare(id, &tables, |of| men(of).0 <= 4);
        assert!(positions >= 30 && turns > 500, "{positions} {turns}");
    }
}
