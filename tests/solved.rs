//! How often the chosen turn keeps the value of positions that were solved by an
//! independent program, without tables.
//!
//! By itself the slow test takes a sample. `MODISA_SOLVED_NODES=1000000` searches all
//! positions with so many nodes each and prints the shares by men and by distance; from a
//! million on they are held against what the engine promises.
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
use modisa::game::Notation;
use modisa::kit::Verdict;
use modisa::search::{Limits, Table};
use morris::Play;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Nodes of the sample.
const NODES: u64 = 1_000_000;
/// Of so many positions the sample takes one.
const STEP: usize = 16;

/// Positions whose value was kept, of how many.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    kept: u32,
    all: u32,
}

impl Share {
    fn add(&mut self, is_kept: bool) {
        self.kept += u32::from(is_kept);
        self.all += 1;
    }

    fn percent(self) -> f64 {
        100.0 * f64::from(self.kept) / f64::from(self.all.max(1))
    }
}

/// The class of a value (`win 3` is a `win`) and its distance, if it has one.
fn split(value: &Value) -> (String, u32) {
    let mut words = value.as_str().unwrap().split(' ');
    let class = words.next().unwrap().to_owned();
    (class, words.next().map_or(0, |plies| plies.parse().unwrap()))
}

/// The groups that a position counts in.
fn groups(file: &str, entry: &Value) -> Vec<String> {
    let (class, plies) = split(&entry["value"]);
    let mut groups = Vec::new();
    if let Some(in_hand) = entry["in_hand"].as_u64() {
        groups.push(format!("placing, all: {file}"));
        groups.push(format!("placing, {class}s: {file}"));
        groups.push(format!("placing by men in hand, {file}: {in_hand:2}"));
        return groups;
    }
    let men: u64 = entry["men"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    groups.push(match (class.as_str(), plies) {
        ("draw", _) => format!("moving, draws: {file}"),
        (_, ..=21) => format!("moving, wins of at most 21 plies: {file}"),
        _ => format!("moving, longer wins: {file}"),
    });
    groups.push(format!("moving by men on the board, {file}: {men:2}"));
    if class == "win" {
        let band = plies / 10 * 10;
        groups.push(format!("moving by plies to the win, {file}: {band:3} to {}", band + 9));
    }
    groups
}

/// Whether the turn chosen with so many nodes keeps the value.
fn keeps(variant: &str, entry: &Value, nodes: u64, table: &Table) -> bool {
    let play = Play::start(variant).set(entry["fen"].as_str().unwrap());
    let mut setup = Setup::new(&play.game, table);
    setup.root = play.state;
    setup.limits = Limits { nodes: Some(nodes), ..NO_LIMITS };
    let mut told = setup.run();
    let (value, _) = split(&entry["value"]);
    // Whatever the search claims to have proved must be true.
    match told.lines.pop().unwrap().score.verdict() {
        Verdict::Win(_) => assert_eq!(value, "win", "{}", entry["fen"]),
        Verdict::Loss(_) => assert_eq!(value, "loss", "{}", entry["fen"]),
        Verdict::Estimate(_) => {}
    }
    let turn = play.game.write_turn(told.finding.best);
    split(&entry["turns"][&turn]).0 == value
}

/// The shares of all groups over every `step`th position.
fn shares(nodes: u64, step: usize) -> BTreeMap<String, Share> {
    let mut open = Vec::new();
    for file in ["nine", "twelve", "nine_placing", "twelve_placing"] {
        let entries = reference::lines(&format!("solved/{file}.jsonl"));
        let entries = entries.into_iter().filter(|entry| split(&entry["value"]).0 != "loss");
        open.extend(entries.step_by(step).map(|entry| (file, entry)));
    }
    let next = AtomicUsize::new(0);
    let shares = Mutex::new(BTreeMap::<String, Share>::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut table = Table::new(64).unwrap();
                while let Some((file, entry)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    table.clear();
                    let variant = file.split('_').next().unwrap();
                    let is_kept = keeps(variant, entry, nodes, &table);
                    let mut shares = shares.lock().unwrap();
                    for group in groups(variant, entry) {
                        shares.entry(group).or_default().add(is_kept);
                    }
                }
            });
        }
    });
    shares.into_inner().unwrap()
}

/// The least share of each group that is promised at a million nodes, in percent.
fn promised(group: &str) -> Option<f64> {
    let rows = [
        ("moving, draws", 95.0),
        ("moving, wins of at most 21 plies", 95.0),
        ("placing, all", 90.0),
    ];
    rows.into_iter().find(|(name, _)| group.starts_with(name)).map(|(_, least)| least)
}

#[test]
#[ignore = "half a minute of search; with MODISA_SOLVED_NODES all positions"]
fn the_value_of_solved_positions_is_kept() {
    let asked = std::env::var("MODISA_SOLVED_NODES").ok();
    let nodes = asked.as_ref().map_or(NODES, |text| text.parse().unwrap());
    let every = std::env::var("MODISA_SOLVED_STEP").ok().map(|text| text.parse().unwrap());
    let step = every.unwrap_or(if asked.is_some() { 1 } else { STEP });
    let shares = shares(nodes, step);
    println!("value kept at {nodes} nodes, every position of {step}:");
    for (group, share) in &shares {
        println!("{group}: {} of {} ({:.1} %)", share.kept, share.all, share.percent());
    }
    for (group, share) in &shares {
        if let Some(least) = promised(group)
            && nodes >= NODES
        {
            // A few positions of a sample weigh more than they should.
            let slack = if step == 1 { 0.0 } else { 300.0 / f64::from(share.all) };
            assert!(share.percent() >= least - slack, "{group}: {share:?}");
        }
    }
}
