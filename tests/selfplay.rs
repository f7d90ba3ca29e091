//! Whole games of the program against itself: judged by the arena, measured here.
//!
//! `MODISA_GAMES` sets the number of games (12 unless set) and `MODISA_VARIANTS` the ids
//! of the variants, separated by commas (all unless set).

#![cfg(test)]
#![allow(missing_docs, reason = "test crates have no readers of documentation")]

use modisa::client::{Launch, Process, Talk};
use modisa::morris::builtin;
use modisa::protocol::{Request, Umi};
use serde_json::Value;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_modisa");

/// Time for each turn.
const MOVE_TIME: Duration = Duration::from_millis(10);

/// What a turn may be late in a suite that shares its machine with others; the
/// promise of 20 ms is for a machine of one's own and shows in the printed figures.
const TOLERANCE: Duration = Duration::from_millis(500);

/// No answer takes longer.
const SOON: Duration = Duration::from_secs(20);

fn pairs_to_play() -> usize {
    let games = env::var("MODISA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    usize::div_ceil(games, 2)
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

/// Plays pairs of games of a variant; the games as the journal has them.
fn games_of(variant: &str, pairs: usize) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let journal = folder.join(format!("selfplay-{variant}.jsonl"));
    let _ = fs::remove_file(&journal);
    let engine = format!("cmd={PROGRAM}");
    let limits = [
        format!("st={}", MOVE_TIME.as_secs_f64()),
        format!("timemargin={}", TOLERANCE.as_millis()),
        "option.Hash=8".to_owned(),
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["-engine", &engine, "name=A", "-engine", &engine, "name=B", "-each"])
        .args(limits)
        .args(["-variant", variant, "-rounds", &pairs.to_string(), "-concurrency", "2"])
        .args(["-scoreinterval", "0", "-ratinginterval", "0", "-journal"])
        .arg(&journal)
        .output()
        .unwrap();
    assert!(output.status.success(), "{variant}: {}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&journal).unwrap();
    let pair = |line: &str| -> Vec<Value> {
        let pair: Value = serde_json::from_str(line).unwrap();
        pair["games"].as_array().unwrap().clone()
    };
    let games: Vec<Value> = text.lines().skip(1).flat_map(pair).collect();
    assert_eq!(games.len(), 2 * pairs, "{variant}");
    games
}

#[test]
fn the_engine_plays_whole_games_against_itself_legally_and_in_time() {
    let chosen = env::var("MODISA_VARIANTS").unwrap_or_default();
    let variants: Vec<&str> = if chosen.is_empty() {
        builtin::all().iter().map(|variant| variant.id.as_str()).collect()
    } else {
        chosen.split(',').collect()
    };
    let (mut ends, mut times) = (BTreeMap::<String, usize>::new(), Vec::new());
    let pairs = pairs_to_play();
    for (index, variant) in variants.iter().enumerate() {
        // As equal shares as possible; those that come first have one more.
        let share = pairs / variants.len() + usize::from(index < pairs % variants.len());
        if share == 0 {
            continue;
        }
        for game in games_of(variant, share) {
            // Any other cause would be the engine's fault.
            let reason = game["cause"]["rules"].as_str();
            let reason = reason.unwrap_or_else(|| panic!("{variant}: {game}"));
            *ends.entry(reason.to_owned()).or_default() += 1;
            let turns = game["turns"].as_array().unwrap();
            times.extend(
                turns
                    .iter()
                    .map(|turn| Duration::from_micros(turn["micros"].as_u64().unwrap())),
            );
        }
    }
    times.sort_unstable();
    println!("{} games, {} turns, ended by {ends:?}", 2 * pairs, times.len());
    println!(
        "time of a turn: median {:?}, 99th percentile {:?}, longest {:?}",
        percentile(&times, 50),
        percentile(&times, 99),
        percentile(&times, 100),
    );
    let late = MOVE_TIME + Duration::from_millis(20);
    let late = times.iter().filter(|&&time| time > late).count();
    println!("turns more than 20 ms over: {late} of {}", times.len());
}

#[test]
fn stop_is_answered_at_once() {
    let launch = Launch { program: PROGRAM.to_owned(), ..Launch::default() };
    let mut talk = Talk::new(Process::start(&launch).unwrap(), Umi);
    talk.identify(SOON).unwrap();
    let mut times = Vec::new();
    for round in 0..200_u64 {
        let names = ["morabaraba", "nine", "eleven", "twelve"];
        talk.set_option("Variant", Some(names[round as usize % names.len()]));
        talk.go(&Request { infinite: true, ..Request::default() });
        thread::sleep(Duration::from_millis(round % 20));
        let asked = Instant::now();
        talk.say_line("stop");
        let thought = talk.best(SOON, |_| {}).unwrap();
        assert!(thought.turn.is_some());
        times.push(thought.when.saturating_duration_since(asked));
    }
    times.sort_unstable();
    println!(
        "stop to bestmove: median {:?}, 99th percentile {:?}, longest {:?}",
        percentile(&times, 50),
        percentile(&times, 99),
        percentile(&times, 100),
    );
    assert!(percentile(&times, 99) < TOLERANCE);
    assert_eq!(talk.quit(SOON), Some(0));
}
