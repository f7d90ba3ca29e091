//! Limits, signals and threads: when a search ends and that it always has an answer.

use crate::games::{Maze, MazeState, Noughts, RandomTree};
use crate::harness::Setup;
use modisa::game::{DrawRules, Game, Outcome, Side};
use modisa::kit::Score;
use modisa::search::{Accuracy, Report, Signal, Table};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Far above what any machine needs, far below a hang.
const SOON: Duration = Duration::from_secs(60);

/// A game no test can search to its end.
fn endless(seed: u64) -> Maze {
    Maze::random(seed, 1_000, DrawRules { repetition: 3, quiet_plies: 0 })
}

/// A seed for which [`endless`] is neither over nor soon decided.
const OPEN: u64 = 5;

#[test]
fn a_stopped_search_answers_promptly() {
    for threads in [1, 2, 128] {
        let game = RandomTree { seed: 3, last_ply: 500, ends: 0, again: 7 };
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table);
        setup.threads = threads;
        let (setup, started) = (&setup, Instant::now());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                setup.signal.stop();
            });
            setup.run();
        });
        assert!(started.elapsed() < SOON);
    }
}

#[test]
fn a_search_stopped_before_it_began_still_has_a_turn() {
    let table = Table::new(1).unwrap();
    for multi_pv in [1, 3] {
        let mut setup = Setup::new(&Noughts, &table);
        setup.limits.multi_pv = multi_pv;
        setup.signal.stop();
        let told = setup.run();
        assert!(told.lines.iter().all(|line| line.depth == 1));
    }
}

#[test]
fn no_time_at_all_still_gives_a_turn() {
    let game = endless(OPEN);
    let table = Table::new(1).unwrap();
    for threads in [1, 4] {
        let mut setup = Setup::new(&game, &table);
        setup.limits.soft = Some(Duration::ZERO);
        setup.limits.hard = Some(Duration::ZERO);
        setup.limits.nodes = Some(0);
        setup.threads = threads;
        let told = setup.run();
        assert_eq!(told.lines.len(), 1);
    }
}

#[test]
fn a_node_limit_gives_the_same_search_every_time() {
    for seed in 0..20 {
        let game = RandomTree { seed, last_ply: 500, ends: 60, again: 7 };
        for nodes in [1_000, 4_321, 20_000] {
            let search = || {
                let table = Table::new(1).unwrap();
                let mut setup = Setup::new(&game, &table);
                setup.limits.nodes = Some(nodes);
                setup.run()
            };
            let told = search();
            assert_eq!(told, search());
            assert!(told.finding.nodes <= nodes);
        }
    }
}

#[test]
fn a_cleared_table_is_as_good_as_a_new_one() {
    let game = RandomTree { seed: 9, last_ply: 500, ends: 60, again: 7 };
    let mut table = Table::new(1).unwrap();
    let search = |table: &Table| {
        let mut setup = Setup::new(&game, table);
        setup.limits.nodes = Some(30_000);
        setup.run()
    };
    let first = search(&table);
    search(&table);
    table.clear();
    assert_eq!(first, search(&table));
}

#[test]
fn the_depth_limit_is_the_last_iteration() {
    let game = RandomTree { seed: 4, last_ply: 500, ends: 0, again: 0 };
    let table = Table::new(1).unwrap();
    for depth in [1, 2, 5] {
        let told = Setup::new(&game, &table).depth(depth).run();
        assert_eq!(told.lines.last().unwrap().depth, depth);
    }
    assert_eq!(Setup::new(&game, &table).depth(0).run().lines.last().unwrap().depth, 1);
}

#[test]
fn a_line_without_choice_is_followed_to_the_deepest_iteration() {
    // One turn each for longer than the search can look ahead.
    let ways: Vec<Vec<u16>> = (0..1_000).map(|room| vec![room + 1]).collect();
    let ways: Vec<&[u16]> = ways.iter().map(Vec::as_slice).collect();
    let game = Maze::of(&ways, &[(999, None)], DrawRules { repetition: 3, quiet_plies: 0 });
    let table = Table::new(1).unwrap();
    let told = Setup::new(&game, &table).depth(u32::MAX).run();
    assert_eq!(told.lines.last().unwrap().depth, 200);
}

#[test]
fn a_forced_turn_is_played_soon_on_the_clock_only() {
    let game = RandomTree { seed: 3, last_ply: 500, ends: 0, again: 7 };
    let table = Table::new(1).unwrap();
    let mut setup = Setup::new(&game, &table);
    setup.turns = Some(vec![0]);
    setup.limits.soft = Some(Duration::from_secs(600));
    let started = Instant::now();
    setup.run();
    assert!(started.elapsed() < SOON);
    setup.limits.soft = None;
    setup.limits.depth = Some(6);
    assert_eq!(setup.run().lines.last().unwrap().depth, 6);
}

#[test]
fn pondering_costs_no_time_until_the_hit() {
    let game = RandomTree { seed: 3, last_ply: 500, ends: 0, again: 7 };
    let table = Table::new(1).unwrap();
    let mut setup = Setup::new(&game, &table);
    setup.signal = Signal::new(true);
    setup.limits.soft = Some(Duration::from_millis(1));
    setup.limits.hard = Some(Duration::from_millis(2));
    let (setup, started) = (&setup, Instant::now());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(150));
            setup.signal.ponder_hit(Duration::from_millis(150));
        });
        setup.run();
    });
    assert!(started.elapsed() >= Duration::from_millis(150));
    assert!(started.elapsed() < SOON);
}

#[test]
fn a_win_near_enough_ends_the_search() {
    let mut seen = 0;
    for seed in 0..300 {
        let game = endless(seed);
        if game.ends[0].is_some() {
            continue;
        }
        let Some(plies) = game.solve()[0].is_win().then(|| game.solve()[0]) else { continue };
        let table = Table::new(1).unwrap();
        let mut setup = Setup::new(&game, &table);
        setup.limits.win_plies = Some(9);
        setup.limits.nodes = Some(1_000_000);
        let told = setup.run();
        if plies >= Score::win_in(9) {
            assert!(told.finding.score >= Score::win_in(9));
            let wins = told.lines.iter().filter(|line| {
                line.accuracy == Accuracy::Exact && line.score >= Score::win_in(9)
            });
            assert_eq!(wins.count(), 1, "it goes on after the win");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_current_turn_is_told_only_after_three_seconds() {
    let game = RandomTree { seed: 3, last_ply: 500, ends: 0, again: 7 };
    let table = Table::new(1).unwrap();
    let setup = Setup::new(&game, &table).depth(6);
    setup.run_hearing(&|report| assert!(matches!(report, Report::Line(_))));
}

/// A game whose evaluation panics on every thread but one.
struct Faulty {
    tree: RandomTree,
    home: ThreadId,
}

impl Game for Faulty {
    type State = <RandomTree as Game>::State;
    type Turn = u8;
    const SLOTS: usize = RandomTree::SLOTS;

    fn start(&self) -> Self::State {
        self.tree.start()
    }
    fn side(&self, state: &Self::State) -> Side {
        self.tree.side(state)
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.tree.outcome(state)
    }
    fn turns(&self, state: &Self::State, turns: &mut Vec<u8>) {
        self.tree.turns(state, turns);
    }
    fn is_forcing(&self, state: &Self::State, turn: u8) -> bool {
        self.tree.is_forcing(state, turn)
    }
    fn after(&self, state: &Self::State, turn: u8) -> Self::State {
        self.tree.after(state, turn)
    }
    fn evaluate(&self, state: &Self::State) -> Score {
        assert_eq!(std::thread::current().id(), self.home, "planted");
        self.tree.evaluate(state)
    }
    fn key(&self, state: &Self::State) -> u64 {
        self.tree.key(state)
    }
    fn quiet(&self, state: &Self::State) -> u32 {
        self.tree.quiet(state)
    }
    fn draw_rules(&self) -> DrawRules {
        self.tree.draw_rules()
    }
    fn merit(&self, state: &Self::State, turn: u8) -> i32 {
        self.tree.merit(state, turn)
    }
    fn slot(&self, state: &Self::State, turn: u8) -> usize {
        self.tree.slot(state, turn)
    }
    fn pack(&self, turn: u8) -> u32 {
        self.tree.pack(turn)
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        self.tree.unpack(bits)
    }
}

#[test]
fn a_helper_that_panics_takes_nobody_with_it() {
    let tree = RandomTree { seed: 3, last_ply: 500, ends: 0, again: 7 };
    let game = Faulty { tree, home: std::thread::current().id() };
    let table = Table::new(1).unwrap();
    let mut setup = Setup::new(&game, &table).depth(7);
    setup.threads = 3;
    assert_eq!(setup.run().lines.last().unwrap().depth, 7);
}

#[test]
fn a_state_is_no_more_than_it_seems() {
    // Guards the maze itself: a room is a position, the quiet count is not part of its key.
    let game = endless(OPEN);
    let near = MazeState { room: 7, quiet: 1 };
    assert_eq!(game.key(&near), game.key(&MazeState { room: 7, quiet: 2 }));
}
