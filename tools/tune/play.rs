//! Games of the engine against itself, a labelled position for each turn.

use crate::arguments::Play;
use crate::sample::{self, Sample};
use modisa::game::{Game, Side};
use modisa::kit::{Score, SplitMix64};
use modisa::morris::{Morris, State, builtin};
use modisa::search::{self, Clock, Limits, Signal, Table, Task};
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Plies after which a game is given up as drawn.
const LONGEST: usize = 240;
/// Quiet plies after which it is given up as drawn.
const QUIET: u32 = 60;
/// From so many quiet plies on only some positions are kept: they are all alike.
const DULL: u32 = 16;
/// A score beyond this, so many turns in a row, is a won game.
const CLEAR: i32 = 2_000;
const CLEAR_TURNS: u32 = 6;

/// A clock that never runs: the searches end by nodes.
struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Plays all games and writes their positions.
pub(crate) fn run(asked: &Play) -> Result<(), String> {
    let variant = builtin::find(&asked.variant)
        .ok_or_else(|| format!("there is no variant {:?}", asked.variant))?;
    let game = Morris::new(variant).map_err(|error| error.to_string())?;
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&asked.out)
        .map_err(|error| format!("{}: {error}", asked.out.display()))?;
    let file = Mutex::new(file);
    let next = AtomicU64::new(asked.first);
    let last = asked.first + asked.games;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..asked.threads.max(1))
            .map(|_| {
                scope.spawn(|| -> Result<(), String> {
                    let mut table = Table::new(8).map_err(|error| error.to_string())?;
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= last {
                            return Ok(());
                        }
                        table.clear();
                        let samples = play(&game, asked, &table, number);
                        let mut text = String::new();
                        for sample in &samples {
                            sample::write(&game, sample, &mut text);
                        }
                        let mut file = file.lock().map_err(|error| error.to_string())?;
                        file.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
                    }
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().map_err(|_| "a thread broke down".to_owned())?
        })
    })
}

/// One game; its positions with labels.
fn play(game: &Morris, asked: &Play, table: &Table, number: u64) -> Vec<Sample> {
    let mut chance = SplitMix64::new(number ^ 0x7475_6E65);
    let mut state = game.start();
    let mut past: Vec<u64> = Vec::new();
    let mut seen: Vec<(State, i32)> = Vec::new();
    let opening = 1 + chance.below(asked.random.max(1));
    let mut clear = (0_i32, 0_u32);
    let winner = loop {
        if let Some(outcome) = game.outcome(&state) {
            break outcome.winner;
        }
        let key = game.key(&state);
        let met = past.iter().filter(|&&other| other == key).count();
        if met >= 2 || game.quiet(&state) >= QUIET || past.len() >= LONGEST {
            break None;
        }
        let mut turns = Vec::new();
        game.turns(&state, &mut turns);
        let random = turns[chance.below(turns.len() as u64) as usize];
        let mut turn = random;
        if past.len() as u64 >= opening {
            let (best, score) = think(game, &state, &past, &turns, table, asked.nodes);
            let value = sample::number_of(score);
            if game.quiet(&state) < DULL || chance.below(4) == 0 {
                seen.push((state, value));
            }
            let side = game.side(&state);
            let sign = if side == Side::Light { 1 } else { -1 };
            if score.is_decided() {
                break Some(if score.is_win() { side } else { side.other() });
            }
            let leaning = if value.abs() > CLEAR { sign * value.signum() } else { 0 };
            clear = if leaning == clear.0 { (leaning, clear.1 + 1) } else { (leaning, 1) };
            if leaning != 0 && clear.1 >= CLEAR_TURNS {
                break Some(if leaning > 0 { Side::Light } else { Side::Dark });
            }
            if asked.stray == 0 || chance.below(asked.stray) != 0 {
                turn = best;
            }
        }
        past.push(key);
        state = game.after(&state, turn);
    };
    let result = |side: Side| winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
    seen.into_iter()
        .map(|(state, score)| Sample { state, score, result: result(state.side) })
        .collect()
}

/// The best turn of a position and its value.
fn think(
    game: &Morris,
    state: &State,
    past: &[u64],
    turns: &[modisa::morris::Turn],
    table: &Table,
    nodes: u64,
) -> (modisa::morris::Turn, Score) {
    table.new_search();
    let limits = Limits { nodes: Some(nodes), ..Limits::none() };
    let task = Task {
        game,
        root: *state,
        past,
        turns,
        table,
        oracle: None,
        limits: &limits,
        signal: &Signal::default(),
        clock: &NoClock,
        threads: 1,
    };
    let found = search::run(&task, &|_| ());
    (found.best, found.score)
}
