//! Choosing and telling by tables, on a game that is small enough to be solved.

use super::known;
use crate::engine::position::{Answer, Inquiry, StopWatch, Tools};
use crate::engine::search_root::SearchRoot;
use crate::engine::session::{Info, News, ScoreView};
use crate::engine::table_answer::tablebase;
use crate::game::{Game, Notation, Oracle, Standing};
use crate::kit::{Score, SplitMix64, Verdict};
use crate::morris::{Morris, State, builtin};
use crate::search::{Limits, Signal, Table};
use once_cell::sync::Lazy;
use solver::{Solved, Value};
use std::sync::{Arc, Mutex};

#[path = "../../../tests/support/solver.rs"]
mod solver;

/// Three men's morris with the value of each of its positions.
struct Book {
    solved: Solved<Morris>,
    with_distances: bool,
}

impl Book {
    fn open(with_distances: bool) -> Arc<Self> {
        let game = Morris::new(builtin::find("three").expect("a variant")).expect("a game");
        Arc::new(Self { solved: Solved::new(game), with_distances })
    }

    fn value(&self, state: &State) -> Score {
        match self.solved.value(state) {
            Value::Drawn => Score::DRAW,
            Value::Won { by, plies } if by == state.side => Score::win_in(plies),
            Value::Won { plies, .. } => Score::loss_in(plies),
        }
    }
}

impl Oracle<Morris> for Book {
    fn look_up(&self, state: &State) -> Option<Score> {
        self.with_distances.then(|| self.value(state))
    }

    fn classify(&self, state: &State) -> Option<Standing> {
        Some(Standing::of(self.value(state)))
    }
}

static BOOK: Lazy<Arc<Book>> = Lazy::new(|| Book::open(true));

/// Unfinished positions of one standing, drawn by chance.
fn positions(standing: Standing, count: usize) -> Vec<State> {
    let solved = &BOOK.solved;
    let mut rng = SplitMix64::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let index = rng.below(solved.states.len() as u64) as usize;
        let state = solved.states[index];
        if !solved.is_over(index) && Standing::of(BOOK.value(&state)) == standing {
            found.push(state);
        }
    }
    found
}

/// The turns of a position with their values, best first.
fn turns(state: &State) -> Vec<(String, Score)> {
    let game = &BOOK.solved.game;
    let mut turns = Vec::new();
    game.turns(state, &mut turns);
    let value = |turn| (-BOOK.value(&game.after(state, turn))).later(1);
    let mut turns: Vec<_> =
        turns.into_iter().map(|turn| (game.write_turn(turn), value(turn))).collect();
    turns.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    turns
}

fn value_of(state: &State, turn: &str) -> Score {
    turns(state).into_iter().find(|(known, _)| known == turn).expect("a legal turn").1
}

fn root(state: &State, past: Vec<u64>, book: &Arc<Book>) -> SearchRoot<Morris> {
    let game = Arc::new(BOOK.solved.game.clone());
    SearchRoot::new(game, *state, past, false).with_tables(Arc::<Book>::clone(book), true)
}

fn search(root: &SearchRoot<Morris>, lines: usize) -> (Vec<Info>, Answer) {
    let tools = Tools {
        table: Arc::new(Table::new(1).expect("a small table")),
        limits: Limits { depth: Some(4), multi_pv: lines, ..Limits::none() },
        signal: Arc::new(Signal::new(false)),
        watch: StopWatch::start(),
        threads: 1,
        show_wdl: false,
        lines,
        skill: None,
    };
    let infos = Mutex::new(Vec::new());
    let answer = root.search(&tools, &|news| {
        if let News::Info(info) = news {
            infos.lock().unwrap().push(*info);
        }
    });
    (infos.into_inner().unwrap(), answer)
}

/// How a decided score is told; in this game the sides alternate.
fn told(score: Score) -> ScoreView {
    match score.verdict() {
        Verdict::Win(plies) => ScoreView::Win(i32::from(plies.div_ceil(2))),
        Verdict::Loss(plies) => ScoreView::Win(-i32::from(plies / 2)),
        Verdict::Estimate(centimen) => ScoreView::Centimen(centimen.into()),
    }
}

fn plies(score: Score) -> Option<usize> {
    match score.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies.into()),
        Verdict::Estimate(_) => None,
    }
}

#[test]
fn a_won_game_is_won_as_fast_and_a_lost_one_lost_as_late_as_can_be() {
    let mut slower = 0;
    for standing in [Standing::Win, Standing::Loss] {
        for state in positions(standing, 150) {
            let (infos, answer) = search(&root(&state, Vec::new(), &BOOK), 1);
            let best = BOOK.value(&state);
            assert_eq!(value_of(&state, &answer.turn), best);
            for info in &infos {
                assert_eq!((info.score, info.bound), (told(best), None));
                assert_eq!(Some(info.pv.len()), plies(best), "the line ends the game");
                assert!(info.tb_hits >= turns(&state).len() as u64);
            }
            let last = infos.last().expect("a line");
            assert_eq!((&last.pv[0], last.pv.get(1)), (&answer.turn, answer.ponder.as_ref()));
            let others = turns(&state).into_iter().filter(|&(_, value)| value != best);
            slower += others.filter(|(_, value)| Standing::of(*value) == standing).count();
        }
    }
    assert!(slower > 100, "slower wins and faster losses were there to be chosen: {slower}");
}

#[test]
fn a_drawn_game_stays_drawn_and_is_searched_for_a_chance() {
    let (mut wrong, mut estimates) = (0, [0, 0]);
    for state in positions(Standing::Draw, 300) {
        let (infos, answer) = search(&root(&state, Vec::new(), &BOOK), 1);
        assert_eq!(value_of(&state, &answer.turn), Score::DRAW);
        assert!(infos.iter().all(|info| !matches!(info.score, ScoreView::Win(_))));
        let is_estimate = |info: &Info| matches!(info.score, ScoreView::Centimen(n) if n != 0);
        // While men are placed, tables asked within the tree would call every turn a draw.
        let phase = usize::from(state.hands == [0, 0]);
        estimates[phase] += infos.iter().filter(|info| is_estimate(info)).count();
        wrong += turns(&state).iter().filter(|(_, value)| value.is_loss()).count();
    }
    assert!(wrong > 100 && estimates.iter().all(|&n| n > 50), "{wrong} {estimates:?}");
}

#[test]
fn more_lines_than_best_turns_are_filled_up_by_value() {
    for standing in [Standing::Win, Standing::Draw, Standing::Loss] {
        for state in positions(standing, 60) {
            let (infos, answer) = search(&root(&state, Vec::new(), &BOOK), 64);
            let values = turns(&state);
            let depth = infos.last().expect("a line").depth;
            let last: Vec<&Info> = infos.iter().filter(|info| info.depth == depth).collect();
            let last = &last[last.len() - values.len()..];
            assert_eq!(last[0].pv[0], answer.turn);
            for (rank, (info, &(_, value))) in last.iter().zip(&values).enumerate() {
                assert_eq!(info.multi_pv, rank + 1);
                assert_eq!(value_of(&state, &info.pv[0]), value);
                if value.is_decided() {
                    assert_eq!(info.score, told(value));
                } else if standing == Standing::Win {
                    assert_eq!(info.score, ScoreView::Draw);
                }
            }
        }
    }
}

#[test]
fn only_the_wanted_turns_are_chosen_from() {
    for state in positions(Standing::Win, 60) {
        let turns = turns(&state);
        let Some((second, value)) = turns.iter().find(|turn| turn.1 < turns[0].1) else {
            continue;
        };
        let mut root = root(&state, Vec::new(), &BOOK);
        let best = turns.iter().filter(|turn| turn.1 > *value);
        let avoided: Vec<String> = best.map(|turn| turn.0.clone()).collect();
        assert_eq!(root.restrict(&[], &avoided), []);
        assert_eq!(value_of(&state, &search(&root, 1).1.turn), *value);
        assert_eq!(root.restrict(std::slice::from_ref(second), &[]), []);
        assert_eq!(&search(&root, 1).1.turn, second);
    }
}

#[test]
fn a_distance_that_the_quiet_plies_may_cut_short_is_not_promised() {
    let game = &BOOK.solved.game;
    let limit = game.draw_rules().quiet_plies;
    let mut late = 0;
    for standing in [Standing::Win, Standing::Loss] {
        for mut state in positions(standing, 200) {
            let is_moving = state.hands == [0, 0];
            let best = BOOK.value(&state);
            let distance = plies(best).expect("a decided position");
            if distance < 3 {
                continue;
            }
            for (spare, promised) in [(0, true), (1, false)] {
                state.quiet = limit + spare - distance as u16;
                let (infos, answer) = search(&root(&state, Vec::new(), &BOOK), 1);
                assert_eq!(value_of(&state, &answer.turn), best);
                let expected =
                    if promised { told(best) } else { told(Standing::of(best).score()) };
                let info = infos.last().expect("a line");
                assert_eq!(info.score, expected);
                // Where men are placed the count may start again on the way.
                assert!(info.pv.len() <= distance - usize::from(spare > 0 && is_moving));
                late += 1;
            }
        }
    }
    assert!(late > 10, "{late}");
}

#[test]
fn a_win_by_a_position_that_came_too_often_is_none() {
    let game = &BOOK.solved.game;
    for state in positions(Standing::Win, 60) {
        let values = turns(&state);
        if values[0].1 == Score::win_in(1) {
            continue;
        }
        let after = game.after(&state, game.read_turn(&state, &values[0].0).expect("a turn"));
        let answer = search(&root(&state, vec![game.key(&after); 2], &BOOK), 1).1;
        let expected = values[1].1.max(Score::DRAW);
        let chosen = if answer.turn == values[0].0 {
            Score::DRAW
        } else {
            value_of(&state, &answer.turn)
        };
        assert_eq!(chosen, expected);
    }
}

#[test]
fn classes_alone_keep_the_result() {
    let classes = Book::open(false);
    for standing in [Standing::Win, Standing::Draw] {
        for state in positions(standing, 100) {
            let (infos, answer) = search(&root(&state, Vec::new(), &classes), 1);
            assert_eq!(Standing::of(value_of(&state, &answer.turn)), standing);
            assert!(infos.iter().all(|info| !info.pv.is_empty()));
        }
    }
}

#[test]
fn what_is_asked_of_a_position_is_answered_for_each_turn() {
    let game = &BOOK.solved.game;
    for (standing, word) in [(Standing::Win, "win"), (Standing::Draw, "draw")] {
        for state in positions(standing, 20) {
            let source = Ok(Arc::<Book>::clone(&BOOK) as Arc<dyn Oracle<Morris>>);
            let answer = tablebase(game, &state, None, &source);
            assert_eq!(answer["value"], word);
            assert_eq!(answer["plies"].as_u64(), plies(BOOK.value(&state)).map(|n| n as u64));
            assert_eq!((&answer["known"], &answer["reason"]), (&true.into(), &().into()));
            let told = answer["turns"].as_object().expect("an object");
            assert_eq!(told.len(), turns(&state).len());
            for (turn, value) in turns(&state) {
                assert_eq!(told[&turn]["value"], Standing::of(value).word());
                assert_eq!(told[&turn]["plies"].as_u64(), plies(value).map(|n| n as u64));
            }
        }
    }
}

#[test]
fn without_tables_the_answer_says_why_and_knows_ends_of_the_game() {
    let game = &BOOK.solved.game;
    let state = positions(Standing::Win, 200)
        .into_iter()
        .find(|state| BOOK.value(state) == Score::win_in(1))
        .expect("a win at once");
    let answer = tablebase(game, &state, None, &Err("there are none".to_owned()));
    assert_eq!((&answer["known"], &answer["value"]), (&false.into(), &().into()));
    assert_eq!(answer["reason"], "there are none");
    for (turn, value) in turns(&state) {
        let wins = value == Score::win_in(1);
        let told = &answer["turns"][&turn];
        assert_eq!(told["value"], if wins { "win".into() } else { serde_json::Value::Null });
        assert_eq!(told["plies"].as_u64(), wins.then_some(1));
    }
    assert_eq!(known(&**BOOK, &state), Some(Score::win_in(1)));
}
