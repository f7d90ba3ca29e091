//! The games on nine points, solved completely: their published values, and a search that
//! never says or plays otherwise.
#![cfg(test)]

#[path = "support/solver.rs"]
mod solver;

use modisa::game::{Game, Notation, Side};
use modisa::kit::{Score, SplitMix64, Verdict};
use modisa::morris::{Morris, State, Turn, builtin};
use modisa::search::{Accuracy, Clock, Limits, Report, Signal, Table, Task, run};
use solver::{Solved, Value};
use std::sync::Mutex;
use std::time::Duration;

const SMALL: [&str; 6] =
    ["three", "three-plain", "three-centre", "nine-holes", "achi", "shisima"];

/// Positions of each game that the search is asked about.
const ASKED: usize = 1_500;

/// A clock for searches that time does not end.
struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

fn solved(id: &str) -> Solved<Morris> {
    Solved::new(Morris::new(builtin::find(id).unwrap()).unwrap())
}

fn limits(depth: u32, nodes: Option<u64>) -> Limits {
    Limits { depth: Some(depth), nodes, soft: None, hard: None, win_plies: None, multi_pv: 1 }
}

/// What a search with one thread says in the end.
struct Answer {
    best: Turn,
    score: Score,
    is_proved_draw: bool,
}

fn ask(game: &Morris, root: State, past: &[u64], table: &Table, limits: &Limits) -> Answer {
    let mut turns = Vec::new();
    game.turns(&root, &mut turns);
    table.new_search();
    let task = Task {
        game,
        root,
        past,
        turns: &turns,
        table,
        oracle: None,
        limits,
        signal: &Signal::new(false),
        clock: &NoClock,
        threads: 1,
    };
    let last = Mutex::new(None);
    let finding = run(&task, &|report| {
        if let Report::Line(line) = report
            && matches!(line.accuracy, Accuracy::Exact | Accuracy::ProvedDraw)
        {
            *last.lock().unwrap() = Some((line.score, line.accuracy));
        }
    });
    let (score, accuracy) = last.into_inner().unwrap().unwrap();
    assert_eq!(score, finding.score, "the last line has the value of the finding");
    Answer { best: finding.best, score, is_proved_draw: accuracy == Accuracy::ProvedDraw }
}

#[test]
fn the_games_on_nine_points_have_their_published_values() {
    let light_in = |plies| Value::Won { by: Side::Light, plies };
    for (id, value) in [
        ("three", light_in(9)),
        ("achi", light_in(11)),
        ("three-plain", Value::Drawn),
        ("three-centre", Value::Drawn),
        ("nine-holes", Value::Drawn),
        ("shisima", Value::Drawn),
    ] {
        let solved = solved(id);
        println!("{id}: {} positions", solved.states.len());
        assert_eq!(solved.values[0], value, "{id}");
    }
}

#[test]
fn the_search_finds_the_forced_wins_of_three_and_achi() {
    for (id, plies) in [("three", 9), ("achi", 11)] {
        let game = Morris::new(builtin::find(id).unwrap()).unwrap();
        let table = Table::new(16).unwrap();
        let answer = ask(&game, game.start(), &[], &table, &limits(u32::from(plies) + 4, None));
        assert_eq!(answer.score, Score::win_in(plies), "{id}");
    }
}

/// The numbers of some unfinished positions, evenly spread.
fn sample(solved: &Solved<Morris>, count: usize) -> Vec<usize> {
    let live: Vec<usize> =
        (0..solved.states.len()).filter(|&index| !solved.is_over(index)).collect();
    let step = (live.len() / count).max(1);
    live.into_iter().step_by(step).collect()
}

/// Asks about a sample of positions; the search may know less than the solver, but what
/// it claims is true.
fn check_claims(id: &str, depth: u32, count: usize) {
    let solved = solved(id);
    let table = Table::new(1).unwrap();
    let [mut claims, mut exact, mut asked] = [0; 3];
    for index in sample(&solved, count) {
        let root = solved.states[index];
        let answer = ask(&solved.game, root, &[], &table, &limits(depth, None));
        let value = solved.values[index];
        let side = solved.game.side(&root);
        let told = || format!("{id}: {}: {value:?}", solved.game.write_state(&root));
        asked += 1;
        let (winner, distance) = match answer.score.verdict() {
            Verdict::Win(plies) => (side, plies),
            Verdict::Loss(plies) => (side.other(), plies),
            Verdict::Estimate(_) => {
                assert!(!answer.is_proved_draw || value == Value::Drawn, "{}: draw", told());
                claims += usize::from(answer.is_proved_draw);
                continue;
            }
        };
        let Value::Won { by, plies } = value else {
            panic!("{}: {:?} is claimed", told(), answer.score)
        };
        assert!(by == winner && plies <= distance, "{}: {:?}", told(), answer.score);
        claims += 1;
        exact += usize::from(plies == distance);
    }
    println!("{id}: {claims} claims in {asked} positions, {exact} at the exact distance");
    assert!(claims * 10 >= asked, "{id}: only {claims} claims in {asked} positions");
}

#[test]
fn no_claim_of_the_search_contradicts_the_solver() {
    for id in SMALL {
        check_claims(id, 7, ASKED);
    }
}

#[test]
#[ignore = "every position of every small game"]
fn no_claim_about_any_position_contradicts_the_solver() {
    for id in SMALL {
        for depth in [4, 9] {
            check_claims(id, depth, usize::MAX);
        }
    }
}

/// Lets the search play for the side on turn of a position until the game is over or has
/// gone on for long; the other side keeps its value by random turns. Returns the winner.
fn play_on(solved: &Solved<Morris>, index: usize, rng: &mut SplitMix64) -> Option<Side> {
    const LONG: usize = 60;
    let game = &solved.game;
    let mut state = solved.states[index];
    let seat = game.side(&state);
    let aim = solved.values[index];
    let table = Table::new(1).unwrap();
    let mut past: Vec<u64> = Vec::new();
    while past.len() < LONG {
        if let Some(outcome) = game.outcome(&state) {
            return outcome.winner;
        }
        let key = game.key(&state);
        if past.iter().filter(|&&known| known == key).count() >= 2 {
            return None;
        }
        let turn = if game.side(&state) == seat {
            ask(game, state, &past, &table, &limits(14, Some(20_000))).best
        } else {
            reply(solved, state, rng)
        };
        past.push(key);
        state = game.after(&state, turn);
        let is_lost = matches!(solved.value(&state), Value::Won { by, .. } if by != seat);
        let text = game.write_state(&state);
        assert!(!is_lost, "{}: {text}: the engine has lost a game of {aim:?}", game.id());
    }
    None
}

/// A turn that holds the value; in a lost position one that delays the end.
fn reply(solved: &Solved<Morris>, state: State, rng: &mut SplitMix64) -> Turn {
    let game = &solved.game;
    let mut turns = Vec::new();
    game.turns(&state, &mut turns);
    let worth = |turn: &Turn| match solved.value(&game.after(&state, *turn)) {
        Value::Drawn => 5_000,
        Value::Won { by, plies } if by == game.side(&state) => 10_000 - i32::from(plies),
        Value::Won { plies, .. } => i32::from(plies),
    };
    let best = turns.iter().map(worth).max().unwrap();
    turns.retain(|turn| worth(turn) == best);
    turns[rng.below(turns.len() as u64) as usize]
}

#[test]
fn won_positions_are_won_and_drawn_ones_are_not_lost() {
    let mut rng = SplitMix64::new(9);
    for id in SMALL {
        let solved = solved(id);
        let [mut wins, mut draws] = [0; 2];
        for index in sample(&solved, 500) {
            let side = solved.game.side(&solved.states[index]);
            match solved.values[index] {
                Value::Won { by, .. } if by != side => {}
                Value::Won { by, plies } => {
                    let winner = play_on(&solved, index, &mut rng);
                    let text = solved.game.write_state(&solved.states[index]);
                    assert_eq!(winner, Some(by), "{id}: {text}: a win in {plies}");
                    wins += 1;
                }
                Value::Drawn => {
                    play_on(&solved, index, &mut rng);
                    draws += 1;
                }
            }
        }
        println!("{id}: {wins} won and {draws} drawn positions played");
        assert!(wins + draws > 10, "{id}: too few positions");
    }
}
