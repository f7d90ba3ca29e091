//! Whole games of the real binary against itself, over the protocol.
//!
//! `MODISA_GAMES` sets the number of games (12 unless set), `MODISA_GO` the `go`
//! command, and `MODISA_OPPONENT` a second program to play against instead of
//! itself: then the score from the view of this build is printed.

#![cfg(test)]
#![allow(missing_docs, reason = "test crates have no readers of documentation")]

#[path = "support/bout.rs"]
mod bout;
#[path = "support/player.rs"]
mod player;

use bout::Bout;
use modisa::game::Side;
use modisa::morris::{Morris, builtin};
use player::Player;
use std::collections::BTreeMap;
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_modisa");

/// What a turn may be late in a suite that shares its machine with others; the
/// promise of 20 ms is for a machine of one's own and shows in the printed figures.
const TOLERANCE: Duration = Duration::from_millis(500);

fn games() -> usize {
    env::var("MODISA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

/// Points in half-points, from the view of the first player, and the game.
struct Played {
    variant: String,
    half_points: usize,
    bout: Bout,
}

fn play_all(total: usize, go: &str, opponent: &str, variants: &[&str]) -> Vec<Played> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(2);
    let work = || {
        let mut players = [Player::start(PROGRAM).unwrap(), Player::start(opponent).unwrap()];
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= total {
                break;
            }
            // Two games a pair: the same opening with the seats changed.
            let pair = number / 2;
            let name = variants[pair % variants.len()];
            let game = Morris::new(builtin::find(name).unwrap()).unwrap();
            let opening = bout::opening(&game, pair as u64, 4);
            let seats = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
            let bout = bout::play(&game, &opening, &mut players, seats, go).unwrap();
            let half_points = match bout.outcome.winner {
                None => 1,
                Some(side) => {
                    let seat = seats[usize::from(side == Side::Dark)];
                    2 * usize::from(seat == 0)
                }
            };
            results.push(Played { variant: name.to_owned(), half_points, bout });
        }
        for player in players {
            player.leave().unwrap();
        }
        results
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn the_engine_plays_whole_games_against_itself_legally_and_in_time() {
    let go = env::var("MODISA_GO").unwrap_or_else(|_| "go movetime 10".to_owned());
    let opponent = env::var("MODISA_OPPONENT").unwrap_or_else(|_| PROGRAM.to_owned());
    let chosen = env::var("MODISA_VARIANTS").unwrap_or_default();
    let variants: Vec<&str> = if chosen.is_empty() {
        builtin::all().iter().map(|variant| variant.id.as_str()).collect()
    } else {
        chosen.split(',').collect()
    };
    let total = games();
    let results = play_all(total, &go, &opponent, &variants);
    assert_eq!(results.len(), total);
    let mut ends: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut scores: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for result in &results {
        let end = result.bout.outcome.reason.word().to_owned();
        *ends.entry((result.variant.clone(), end)).or_default() += 1;
        let score = scores.entry(result.variant.clone()).or_default();
        score.0 += result.half_points;
        score.1 += 2;
    }
    let mut times: Vec<Duration> =
        results.iter().flat_map(|result| result.bout.times.iter().copied()).collect();
    times.sort_unstable();
    println!("{} games, {} turns, by variant and end: {ends:?}", results.len(), times.len());
    println!("half-points of this build, of all: {scores:?}");
    println!(
        "time of a turn: median {:?}, 99th percentile {:?}, longest {:?}",
        percentile(&times, 50),
        percentile(&times, 99),
        percentile(&times, 100),
    );
    if let Some(bound) = go.strip_prefix("go movetime ").and_then(|text| text.parse().ok()) {
        let bound = Duration::from_millis(bound);
        let late =
            times.iter().filter(|&&time| time > bound + Duration::from_millis(20)).count();
        println!("turns more than 20 ms over: {late} of {}", times.len());
        assert!(percentile(&times, 100) < bound + TOLERANCE, "a turn came far too late");
    }
}

#[test]
fn stop_is_answered_at_once() {
    let mut player = Player::start(PROGRAM).unwrap();
    let mut times = Vec::new();
    for round in 0..200_u64 {
        let names = ["morabaraba", "nine", "eleven", "twelve"];
        let name = names[round as usize % names.len()];
        player.say(&format!("setoption name Variant value {name}")).unwrap();
        player.say("go infinite").unwrap();
        thread::sleep(Duration::from_millis(round % 20));
        let asked = Instant::now();
        player.say("stop").unwrap();
        let (_, when) = player.wait_for("bestmove").unwrap();
        times.push(when.saturating_duration_since(asked));
    }
    times.sort_unstable();
    println!(
        "stop to bestmove: median {:?}, 99th percentile {:?}, longest {:?}",
        percentile(&times, 50),
        percentile(&times, 99),
        percentile(&times, 100),
    );
    assert!(percentile(&times, 99) < TOLERANCE);
    player.leave().unwrap();
}
