//! Values: as plain minimax has them, and as the games truly are.

use crate::games::{Maze, MazeState, Noughts, RandomTree, minimax};
use crate::harness::{Setup, plain};
use modisa::game::{DrawRules, Game, Oracle, Side};
use modisa::kit::Score;
use modisa::search::{Accuracy, Params, Table};

const RULES: DrawRules = DrawRules { repetition: 3, quiet_plies: 0 };

fn tree(seed: u64) -> RandomTree {
    RandomTree { seed, last_ply: 60, ends: 40 * (seed % 2), again: 6 * (seed / 2 % 2) }
}

#[test]
fn one_thread_has_the_value_of_plain_minimax_with_and_without_table() {
    for seed in 0..60 {
        let game = tree(seed);
        if game.outcome(&game.start()).is_some() {
            continue;
        }
        for depth in 1..=7 {
            let expected = minimax(&game, &game.start(), depth, 0);
            for table_cutoffs in [0, 1] {
                let table = Table::new(1).unwrap();
                let mut setup = Setup::new(&game, &table).depth(depth);
                setup.params = Params { table_cutoffs, ..plain() };
                let told = setup.run();
                // A search that has proved its value ends before its depth.
                let value = told.finding.score;
                assert_eq!(value, expected, "seed {seed}, depth {depth}, {table_cutoffs}");
            }
        }
    }
}

#[test]
fn the_best_turn_has_the_best_value() {
    for seed in 0..40 {
        let game = tree(seed);
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table).depth(6);
        setup.params = plain();
        let told = setup.run();
        let child = game.after(&game.start(), told.finding.best);
        let value = minimax(&game, &child, 5, 1);
        let value = if game.side(&child) == Side::Light { value } else { -value };
        assert_eq!(value, told.finding.score);
    }
}

#[test]
fn every_configuration_solves_a_finite_tree() {
    for seed in 0..40 {
        let game = RandomTree {
            seed,
            last_ply: 9,
            ends: 15,
            again: if seed % 2 == 0 { 5 } else { 0 },
        };
        let expected = minimax(&game, &game.start(), 9, 0);
        for threads in [1, 4] {
            let table = Table::new(1).unwrap();
            // Beyond the last ply, as reduced turns see less far.
            let mut setup = Setup::new(&game, &table).depth(40);
            setup.threads = threads;
            let told = setup.run();
            let value = told.finding.score;
            assert_eq!(value, expected, "seed {seed}, {threads} threads");
            if value == Score::DRAW {
                assert_eq!(told.lines.last().unwrap().accuracy, Accuracy::ProvedDraw);
            }
        }
    }
}

#[test]
fn a_search_of_cycles_finds_the_true_value_and_distance() {
    for seed in 0..200 {
        let game = Maze::random(seed, 60, RULES);
        let truth = game.solve();
        let table = Table::new(1).unwrap();
        for room in 0..12 {
            if game.ends[usize::from(room)].is_some() {
                continue;
            }
            for threads in [1, 3] {
                let mut setup = Setup::new(&game, &table).depth(30);
                setup.root = Maze::room(room);
                setup.threads = threads;
                setup.limits.nodes = Some(300_000);
                let told = setup.run();
                let (value, expected) = (told.finding.score, truth[usize::from(room)]);
                if value.is_decided() || expected.is_decided() {
                    assert_eq!(value, expected, "seed {seed}, room {room}, {threads}");
                } else if told.lines.last().unwrap().accuracy == Accuracy::ProvedDraw {
                    assert_eq!(expected, Score::DRAW);
                }
            }
        }
    }
}

#[test]
fn tic_tac_toe_is_a_proved_draw() {
    for threads in [1, 4] {
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&Noughts, &table);
        setup.threads = threads;
        let told = setup.run();
        let last = told.lines.last().unwrap();
        assert_eq!((last.score, last.accuracy), (Score::DRAW, Accuracy::ProvedDraw));
        assert_eq!(last.pv.len(), 9);
        let draws = told.lines.iter().filter(|line| line.accuracy == Accuracy::ProvedDraw);
        assert_eq!(draws.count(), 1, "a draw is proved once, and not too early");
    }
}

#[test]
fn a_position_that_comes_back_is_a_draw() {
    // Light may go round with dark (0-1-2-3) or step into a lost room (5).
    for repetition in [0, 2, 3] {
        let rules = DrawRules { repetition, quiet_plies: 0 };
        let ways: &[&[u16]] = &[&[1, 5], &[2], &[3, 5], &[0], &[], &[]];
        let game = Maze::of(ways, &[(5, Some(Side::Dark))], rules);
        let table = Table::new(1).unwrap();
        let told = Setup::new(&game, &table).run();
        assert_eq!(told.finding.best, 1);
        assert_eq!(told.lines.last().unwrap().accuracy, Accuracy::ProvedDraw);
    }
}

#[test]
fn positions_before_the_root_count_as_often_as_they_occurred() {
    // Light wins by 0-1-2-4, unless room 1 has occurred often enough.
    let ways: &[&[u16]] = &[&[1], &[2], &[4], &[], &[]];
    for repetition in [2, 3] {
        let rules = DrawRules { repetition, quiet_plies: 0 };
        let game = Maze::of(ways, &[(4, Some(Side::Light))], rules);
        for times in 0..3 {
            let mut key = Maze::room(1);
            key.quiet = 9;
            let table = Table::new(1).unwrap();
            let mut setup = Setup::new(&game, &table);
            setup.root.quiet = 9;
            setup.past = vec![game.key(&key); times];
            let drawn = times + 1 >= usize::from(repetition);
            let expected = if drawn { Score::DRAW } else { Score::win_in(3) };
            assert_eq!(setup.run().finding.score, expected, "{times} times of {repetition}");
        }
    }
}

#[test]
fn quiet_plies_end_the_game_but_not_before_a_win() {
    let ways: &[&[u16]] = &[&[1], &[2], &[3], &[]];
    for quiet_plies in 1..6 {
        let rules = DrawRules { repetition: 3, quiet_plies };
        let game = Maze::of(ways, &[(3, Some(Side::Light))], rules);
        let table = Table::new(1).unwrap();
        let told = Setup::new(&game, &table).run();
        let expected = if quiet_plies < 3 { Score::DRAW } else { Score::win_in(3) };
        assert_eq!(told.finding.score, expected, "{quiet_plies}");
    }
}

#[test]
fn a_win_that_comes_too_late_for_the_quiet_rule_is_not_claimed() {
    // Dark, in room 1, loses slowly by 2 and 11 (where the count starts again) and
    // faster by 4, but there the quiet plies run out before the end.
    let mut ways: [&[u16]; 16] = [&[]; 16];
    ways[0] = &[1];
    ways[1] = &[2, 4];
    ways[2] = &[11];
    ways[11] = &[12];
    ways[12] = &[13];
    ways[13] = &[14];
    ways[14] = &[15];
    ways[3] = &[4];
    ways[4] = &[5];
    ways[5] = &[8];
    ways[8] = &[9];
    let rules = DrawRules { repetition: 3, quiet_plies: 10 };
    let ends = [(9, Some(Side::Light)), (15, Some(Side::Light))];
    let mut game = Maze::of(&ways, &ends, rules);
    game.counted = 0;
    game.fresh_from = 10;
    for (quiet, expected) in [(5, Score::win_in(7)), (6, Score::DRAW)] {
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table);
        // The table learns of the fast win with time to spare.
        setup.root = Maze::room(3);
        assert_eq!(setup.run().finding.score, Score::loss_in(4));
        setup.root = MazeState { room: 0, quiet };
        assert_eq!(setup.run().finding.score, expected, "{quiet}");
    }
}

/// Knows every room of a maze.
struct Known(Vec<Score>);

impl Oracle<Maze> for Known {
    fn look_up(&self, state: &<Maze as Game>::State) -> Option<Score> {
        Some(self.0[usize::from(state.room)])
    }

    fn is_quick(&self) -> bool {
        true
    }
}

#[test]
fn an_oracle_settles_the_value_and_the_line_reaches_the_end() {
    let mut decided = 0;
    for seed in 0..100 {
        let game = Maze::random(seed, 60, RULES);
        if game.ends[0].is_some() {
            continue;
        }
        let oracle = Known(game.solve());
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table);
        setup.oracle = Some(&oracle);
        let told = setup.run();
        assert_eq!(told.finding.score, oracle.0[0]);
        let last = told.lines.last().unwrap();
        assert_eq!(last.depth, 1);
        decided += u32::from(last.score.is_decided() && last.oracle_hits > 0);
    }
    assert!(decided > 10);
}

#[test]
fn a_win_in_one_is_found_at_depth_one() {
    for seed in 0..200 {
        let game = RandomTree { seed, last_ply: 40, ends: 6, again: 4 };
        let mut turns = Vec::new();
        game.turns(&game.start(), &mut turns);
        let wins = |turn: &u8| {
            let end = game.outcome(&game.after(&game.start(), *turn));
            end.is_some_and(|end| end.winner == Some(Side::Light))
        };
        let expected = turns.iter().any(wins);
        let table = Table::new(1).unwrap();
        let told = Setup::new(&game, &table).depth(1).run();
        assert_eq!(told.finding.score == Score::win_in(1), expected);
        assert_eq!(wins(&told.finding.best), expected);
    }
}
