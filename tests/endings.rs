//! The engine plays endings that are in its tables perfectly, against itself without them.
//!
//! Without files that is the small endings, which it solves by itself; where
//! `MODISA_TABLES` names a folder of whole tables, all of the solved positions
//! (`cargo test --release --test endings -- --ignored --nocapture`).
#![cfg(test)]

#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "support/reference.rs"]
mod reference;

use modisa::engine::{Arbiter, Engine, News, Request, Root, RuleSet, ScoreView, Session, Side};
use serde_json::Value;
use std::sync::mpsc::channel;
use std::time::Duration;

/// A solved position: what it is worth to the side to move, in the words of the data.
struct Solved {
    variant: &'static str,
    fen: String,
    men: u64,
    value: String,
}

fn solved(variant: &'static str) -> Vec<Solved> {
    let lines = reference::lines(&format!("solved/{variant}.jsonl"));
    let read = |line: Value| {
        let text = |key: &str| line[key].as_str().expect("a text").to_owned();
        let men = line["men"].as_array().expect("two numbers").iter().map(Value::as_u64);
        let men = men.max().flatten().expect("numbers");
        Solved { variant, fen: text("fen"), men, value: text("value") }
    };
    lines.into_iter().map(read).collect()
}

/// The plies of a value `win N`.
fn plies(value: &str) -> u32 {
    value.split_once(' ').expect("a distance").1.parse().expect("a number")
}

fn player(variant: &str, tables: Option<&str>) -> Engine {
    let mut engine = Engine::new().expect("memory for a table");
    let mut set = |name: &str, value: &str| {
        engine.set_option(name, Some(value)).expect("an option");
    };
    set("Variant", variant);
    set("QuietPlies", "0");
    match tables {
        None => set("TablebaseUse", "off"),
        Some("") => set("TablebaseUse", "search"),
        Some(folder) => set("TablebasePath", folder),
    }
    engine
}

/// The turn that the engine chooses, and its last score.
fn choose(engine: &mut Engine, fen: &str, turns: &[String], nodes: u64) -> (String, ScoreView) {
    let words: Vec<&str> = fen.split(' ').collect();
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    engine.place(Root::Fen(&words), &turns).expect("a legal game");
    let (sender, news) = channel();
    let request = Request { nodes: Some(nodes), ..Request::default() };
    let sink = Box::new(move |message| drop(sender.send(message)));
    assert_eq!(engine.go(&request, sink), []);
    let mut score = None;
    loop {
        match news.recv_timeout(Duration::from_secs(60)).expect("it ends") {
            News::Info(info) if info.bound.is_none() && info.multi_pv == 1 => {
                score = Some(info.score);
            }
            News::Best { turn, .. } => {
                assert_eq!(engine.settle(), []);
                return (turn.expect("a turn"), score.expect("a score"));
            }
            _ => {}
        }
    }
}

/// What came of a game.
struct Played {
    /// Whether the side that was to move at the start has won, or lost.
    won: Option<bool>,
    plies: u32,
    first: ScoreView,
}

/// Plays a position out, the side to move with the tables of the first player.
fn play(position: &Solved, players: &mut [Engine; 2], nodes: u64, most: u32) -> Played {
    let switches = vec![("QuietPlies".to_owned(), "0".to_owned())];
    let rules = RuleSet { variant: position.variant.to_owned(), file: None, switches };
    let mut game = Arbiter::new(&rules).expect("a variant");
    game.place(Some(&position.fen), &[]).expect("a position");
    let ours = game.side().expect("a position");
    let [with, without] = players;
    with.new_game();
    without.new_game();
    let mut first = None;
    loop {
        let played = game.turns().len() as u32;
        if let Some(outcome) = game.outcome().expect("a position") {
            let won = outcome.winner.map(|side: Side| side == ours);
            return Played { won, plies: played, first: first.expect("a turn was made") };
        }
        if played >= most {
            return Played { won: None, plies: played, first: first.expect("a turn was made") };
        }
        let is_ours = game.side().expect("a position") == ours;
        let engine = if is_ours { &mut *with } else { &mut *without };
        let (turn, score) = choose(engine, &position.fen, game.turns(), nodes);
        first.get_or_insert(score);
        game.play(&turn).expect("a legal turn");
    }
}

/// Plays won and drawn positions; each won one is won in time, no drawn one is lost.
fn play_all(tables: &str, men: u64, nodes: u64, wins: usize, draws: usize) {
    const VARIANTS: [&str; 2] = ["twelve", "nine"];
    let all: Vec<Solved> =
        VARIANTS.into_iter().flat_map(solved).filter(|one| one.men <= men).collect();
    // Kept from game to game: what is solved in the background is solved once.
    let mut pairs =
        VARIANTS.map(|variant| [player(variant, Some(tables)), player(variant, None)]);
    let mut play = |position: &Solved, most: u32| {
        let place = VARIANTS.iter().position(|&variant| variant == position.variant);
        play(position, &mut pairs[place.expect("one of them")], nodes, most)
    };
    // Spread over the whole data, so that no kind of ending is left out.
    let some = |word: &str, many: usize| {
        let of_kind: Vec<&Solved> =
            all.iter().filter(|one| one.value.starts_with(word)).collect();
        let step = (of_kind.len() / many).max(1);
        of_kind.into_iter().step_by(step).take(many).collect::<Vec<_>>()
    };
    let (to_win, to_hold) = (some("win", wins), some("draw", draws));
    assert!(to_win.len() == wins && to_hold.len() == draws, "enough of each kind");
    let mut sooner = 0;
    for position in to_win {
        let stated = plies(&position.value);
        let played = play(position, stated);
        assert_eq!(played.won, Some(true), "{} {}", position.value, position.fen);
        assert!(played.plies <= stated, "{} in {}", position.value, played.plies);
        sooner += u32::from(played.plies < stated);
        // The winner's own turns.
        let expected = i32::try_from(stated.div_ceil(2)).expect("a small number");
        assert_eq!(played.first, ScoreView::Win(expected), "{}", position.fen);
    }
    let mut turned = 0;
    for position in to_hold {
        let played = play(position, 60);
        assert_ne!(played.won, Some(false), "lost from a draw: {}", position.fen);
        turned += u32::from(played.won == Some(true));
    }
    println!("{wins} wins, {sooner} sooner than stated; {draws} draws, {turned} won after all");
}

#[test]
fn small_endings_are_played_perfectly_without_any_file() {
    play_all("", 4, 500, 15, 6);
}

#[test]
#[ignore = "plays for minutes, and looks into whole tables where MODISA_TABLES says so"]
fn all_solved_endings_are_played_perfectly_from_files() {
    let Ok(tables) = std::env::var("MODISA_TABLES") else {
        println!("without MODISA_TABLES: small endings again, more of them");
        play_all("", 4, 2_000, 30, 10);
        return;
    };
    play_all(&tables, 12, 20_000, 200, 100);
}

/// What `tb` says of the position, once nothing is left to wait for.
fn told(engine: &Engine) -> Value {
    engine.tablebase(Duration::from_secs(60)).expect("a position is set")
}

#[test]
fn tables_are_those_of_the_rules_in_force() {
    let mut engine = Engine::new().expect("memory for a table");
    engine.set_option("Variant", Some("twelve")).expect("a variant");
    // Both sides fly; without flight light is shut in and has lost.
    let place = |engine: &mut Engine| {
        let words = ["wb1/bw1/3/wb4/3/b2/3", "w", "0,0"];
        engine.place(Root::Fen(&words), &[]).expect("a position");
    };
    place(&mut engine);
    let flying = told(&engine);
    assert_eq!(flying["known"], true, "{flying}");
    assert_eq!(flying["turns"].as_object().map(serde_json::Map::len), Some(3 * 17));
    engine.set_option("Fly", Some("never")).expect("a word");
    place(&mut engine);
    let walking = told(&engine);
    assert_ne!(walking["value"], flying["value"], "{walking}");
    engine.set_option("MachineGun", Some("same_cow")).expect("a word");
    let unfit = told(&engine);
    assert_eq!((&unfit["known"], &unfit["value"]), (&false.into(), &Value::Null));
    assert!(
        unfit["reason"].as_str().is_some_and(|text| text.contains("MachineGun")),
        "{unfit}"
    );
    engine.set_option("Variant", Some("nine")).expect("a variant");
    place(&mut engine);
    assert_eq!(told(&engine)["known"], true);
}

#[test]
fn a_won_game_is_not_given_away_by_the_third_occurrence() {
    let fen = "w1b/3/w2/b5/1b1/3/w2 w 0,0 - 0 40";
    let line = ["a7-g4", "a4-b2", "g4-a7", "b2-a4", "a7-g4", "a4-b2"].map(str::to_owned);
    let mut engine = player("twelve", Some(""));
    let mut game = Arbiter::new(&RuleSet { variant: "twelve".into(), ..RuleSet::default() })
        .expect("a variant");
    game.place(Some(fen), &line.each_ref().map(String::as_str)).expect("a legal game");
    // The nearest win, g4-a7, lets dark draw by b2-a4.
    while game.outcome().expect("a position").is_none() {
        let (turn, _) = choose(&mut engine, fen, game.turns(), 2_000);
        assert!(game.turns().len() > 6 || turn != "g4-a7", "it is drawn at once");
        game.play(&turn).expect("a legal turn");
        assert!(game.turns().len() < 40, "{:?}", game.turns());
    }
    let outcome = game.outcome().expect("a position").expect("an end");
    assert_eq!(outcome.winner, Some(Side::Light), "{:?}", game.turns());
}

#[test]
fn tables_that_are_not_ready_are_not_waited_for() {
    let mut engine = Engine::new().expect("memory for a table");
    engine.set_option("Variant", Some("twelve")).expect("a variant");
    let words = ["3/3/w2/1b1w2/b2/2w/1b1", "w", "0,0"];
    engine.place(Root::Fen(&words), &[]).expect("a position");
    let at_once = engine.tablebase(Duration::ZERO).expect("a position is set");
    assert_eq!(at_once["known"], false, "{at_once}");
    assert!(at_once["reason"].as_str().is_some_and(|text| text.contains("not ready")));
    assert_eq!(told(&engine)["value"], "win");
}
