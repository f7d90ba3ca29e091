//! Searching with an oracle: classes within the tree, distances where they matter.

use crate::games::{Maze, MazeState};
use crate::harness::{Setup, Told};
use modisa::game::{DrawRules, Game, Oracle, Side, Standing};
use modisa::kit::Score;
use modisa::search::{Accuracy, Table};
use std::sync::atomic::{AtomicU64, Ordering};

const RULES: DrawRules = DrawRules { repetition: 3, quiet_plies: 0 };

/// Knows the class of every room, and perhaps its distance, right after a turn that
/// cannot be taken back; it fails if it is asked anywhere else.
struct Files {
    truth: Vec<Score>,
    with_distances: bool,
    answers: AtomicU64,
}

impl Files {
    fn of(game: &Maze, with_distances: bool) -> Self {
        Self { truth: game.solve(), with_distances, answers: AtomicU64::new(0) }
    }

    fn truth(&self, state: MazeState) -> Score {
        self.truth[usize::from(state.room)]
    }

    fn answer(&self, state: MazeState) -> Score {
        assert_eq!(state.quiet, 0, "asked amid quiet turns");
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.truth(state)
    }
}

impl Oracle<Maze> for Files {
    fn look_up(&self, state: &MazeState) -> Option<Score> {
        if !self.with_distances {
            return None;
        }
        // To complete a line every position is looked up, whatever its count.
        Some(if state.quiet == 0 { self.answer(*state) } else { self.truth(*state) })
    }

    fn classify(&self, state: &MazeState) -> Option<Standing> {
        Some(Standing::of(self.answer(*state)))
    }
}

fn search(game: &Maze, oracle: &Files, root: MazeState) -> Told<u16> {
    let table = Table::new(1).unwrap();
    let mut setup = Setup::new(game, &table).depth(30);
    setup.root = root;
    setup.oracle = Some(oracle);
    setup.limits.nodes = Some(300_000);
    setup.run()
}

/// Light, in room 0, wins by 1-2-3 (3 plies), or by 11 and a longer way (5 plies), which
/// begins with a turn that cannot be taken back.
fn two_ways(is_short_one_open: bool, quiet_plies: u16) -> Maze {
    let mut ways: [&[u16]; 17] = [&[]; 17];
    ways[0] = if is_short_one_open { &[1, 11] } else { &[5, 11] };
    ways[1] = &[2];
    ways[2] = &[3];
    ways[5] = &[6];
    ways[6] = &[5];
    ways[11] = &[12];
    ways[12] = &[13];
    ways[13] = &[14];
    ways[14] = &[15];
    let ends = [(3, Some(Side::Light)), (15, Some(Side::Light))];
    let mut game = Maze::of(&ways, &ends, DrawRules { repetition: 3, quiet_plies });
    game.fresh_from = 11;
    game
}

/// The same, but what comes after room 11 is quiet.
fn late_win(quiet_plies: u16) -> Maze {
    let mut game = two_ways(false, quiet_plies);
    for (room, ways) in [(11, 8), (8, 9), (9, 10), (10, 7)] {
        game.ways[room] = vec![ways];
    }
    game.ends[7] = game.ends[15];
    game
}

#[test]
fn a_class_settles_the_value_at_an_unknown_distance() {
    let game = two_ways(false, 0);
    let oracle = Files::of(&game, false);
    let told = search(&game, &oracle, Maze::room(0));
    assert_eq!((told.finding.best, told.finding.score), (11, Score::WON));
    let last = told.lines.last().unwrap();
    assert_eq!(last.pv, [11]);
    assert_eq!(last.depth, 30, "it is not proved that the quiet plies suffice");
    let is_exact = told.lines.iter().all(|line| line.accuracy == Accuracy::Exact);
    assert!(is_exact, "nothing near a known win is worth a narrow window: {told:?}");
    assert!(last.oracle_hits > 0 && last.oracle_hits == oracle.answers.into_inner());
}

#[test]
fn a_win_that_was_searched_goes_before_one_at_an_unknown_distance() {
    let game = two_ways(true, 0);
    let told = search(&game, &Files::of(&game, false), Maze::room(0));
    assert_eq!((told.finding.best, told.finding.score), (1, Score::win_in(3)));
}

#[test]
fn a_known_distance_is_told_and_its_line_reaches_the_end() {
    let game = two_ways(false, 0);
    let told = search(&game, &Files::of(&game, true), Maze::room(0));
    assert_eq!(told.finding.score, Score::win_in(5));
    assert_eq!(told.lines.last().unwrap().pv, [11, 12, 13, 14, 15]);
}

#[test]
fn a_distance_beyond_the_quiet_plies_is_no_exact_value() {
    for (quiet_plies, expected) in
        [(0, Score::win_in(5)), (4, Score::win_in(5)), (3, Score::WON)]
    {
        let game = late_win(quiet_plies);
        let told = search(&game, &Files::of(&game, true), Maze::room(0));
        assert_eq!(told.finding.score, expected, "{quiet_plies}");
    }
}

#[test]
fn classes_and_distances_agree_with_the_truth_in_every_room() {
    let mut known = 0;
    for seed in 0..60 {
        let mut game = Maze::random(seed, 60, RULES);
        game.fresh_from = 40;
        for with_distances in [false, true] {
            let oracle = Files::of(&game, with_distances);
            for room in (0..12).filter(|&room| game.outcome(&Maze::room(room)).is_none()) {
                let told = search(&game, &oracle, Maze::room(room));
                let (value, truth) = (told.finding.score, oracle.truth[usize::from(room)]);
                let place = format!("seed {seed}, room {room}, {with_distances}");
                if truth.is_decided() || !value.is_estimate() {
                    assert_eq!(Standing::of(value), Standing::of(truth), "{place}");
                    assert!(!value.is_estimate(), "{place}");
                    assert!(!with_distances || value == truth, "{place}: {value:?} {truth:?}");
                }
                known += u32::from(value == Score::WON || value == Score::LOST);
                if told.lines.last().unwrap().accuracy == Accuracy::ProvedDraw {
                    assert_eq!(truth, Score::DRAW, "{place}");
                }
            }
        }
    }
    assert!(known > 20, "{known}");
}
