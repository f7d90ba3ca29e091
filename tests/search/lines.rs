//! Lines: ranks, restriction to some first turns, bounds.

use crate::games::{Maze, Noughts, RandomTree, minimax};
use crate::harness::{Setup, plain};
use modisa::game::{DrawRules, Game, Side};
use modisa::search::{Accuracy, Table};
use std::collections::HashSet;

#[test]
fn ranks_are_distinct_sorted_and_complete() {
    let table = Table::new(1).unwrap();
    let mut setup = Setup::new(&Noughts, &table).depth(5);
    setup.limits.multi_pv = 100;
    let told = setup.run();
    for depth in 1..=5 {
        let lines: Vec<_> = told
            .lines
            .iter()
            .filter(|line| line.depth == depth && line.accuracy == Accuracy::Exact)
            .collect();
        assert_eq!(lines.len(), 9);
        assert!(lines.iter().enumerate().all(|(place, line)| line.rank == place + 1));
        assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<HashSet<_>>().len(), 9);
    }
}

#[test]
fn every_rank_has_the_value_of_its_own_turn() {
    for seed in 0..30 {
        let game = RandomTree { seed, last_ply: 60, ends: 0, again: 5 };
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table).depth(5);
        setup.limits.multi_pv = 3;
        setup.params = plain();
        let told = setup.run();
        for line in told.lines.iter().filter(|line| line.accuracy == Accuracy::Exact) {
            let child = game.after(&game.start(), line.pv[0]);
            let value = minimax(&game, &child, line.depth - 1, 1);
            let value = if game.side(&child) == Side::Light { value } else { -value };
            assert_eq!(line.score, value);
        }
    }
}

#[test]
fn only_the_turns_of_the_task_are_searched() {
    let table = Table::new(1).unwrap();
    for turns in [vec![3], vec![5, 1], vec![8, 0, 2]] {
        let mut setup = Setup::new(&Noughts, &table);
        setup.turns = Some(turns.clone());
        setup.limits.multi_pv = 9;
        let told = setup.run();
        assert!(told.lines.iter().all(|line| turns.contains(&line.pv[0])));
        assert_eq!(told.lines.iter().map(|line| line.rank).max(), Some(turns.len()));
    }
}

#[test]
fn bounds_are_reported_and_resolved() {
    let mut bounds = 0;
    for seed in 0..40 {
        let game = RandomTree { seed, last_ply: 60, ends: 50, again: 6 };
        if game.outcome(&game.start()).is_some() {
            continue;
        }
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table).depth(8);
        setup.params.aspiration_width = 5;
        let told = setup.run();
        bounds += told
            .lines
            .iter()
            .filter(|line| matches!(line.accuracy, Accuracy::Lower | Accuracy::Upper))
            .count();
    }
    assert!(bounds > 20, "{bounds}");
}

#[test]
fn a_full_and_shared_table_never_spoils_a_line() {
    // The harness checks every line; here the table is old, small and contended.
    let table = Table::new(1).unwrap();
    let rules = DrawRules { repetition: 3, quiet_plies: 40 };
    for seed in 0..30 {
        let game = Maze::random(seed, 400, rules);
        let mut setup = Setup::new(&game, &table).depth(14);
        if game.ends[0].is_some() {
            continue;
        }
        setup.threads = 4;
        setup.limits.multi_pv = 2;
        setup.limits.nodes = Some(100_000);
        setup.run();
    }
}
