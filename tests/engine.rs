//! Laws of the engine as a session, whatever the protocol.
#![cfg(test)]

use modisa::engine::{
    Engine, Error, Info, News, OptionKind, Request, Root, ScoreView, Session, Sink,
};
use std::collections::{BTreeSet, HashSet};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Far above what any machine needs; the promised times are in the dialogues.
const SOON: Duration = Duration::from_secs(2);

/// Light shuttles b4-a4, dark d1-g1; nobody needs to do anything else.
const SHUTTLE: &str = "3/3/www/1w4/3/bb1/bb1 w 0,0 - 0 40";

fn engine(variant: &str) -> Engine {
    let mut engine = Engine::new().expect("memory for a small table");
    engine.set_option("Variant", Some(variant)).expect("a known variant");
    engine
}

fn queue() -> (Sink, Receiver<News>) {
    let (sender, news) = channel();
    (Box::new(move |message| drop(sender.send(message))), news)
}

/// Everything a search says, after it has ended and is settled.
fn search(engine: &mut Engine, request: &Request) -> (Vec<Error>, Vec<News>) {
    let (sink, news) = queue();
    let errors = engine.go(request, sink);
    let mut said = Vec::new();
    loop {
        let message = news.recv_timeout(Duration::from_secs(20)).expect("it ends");
        let is_last = message.is_last(true);
        said.push(message);
        if is_last {
            break;
        }
    }
    assert_eq!(engine.settle(), []);
    assert!(news.recv().is_err(), "nothing comes after the answer");
    (errors, said)
}

fn infos(said: &[News]) -> Vec<&Info> {
    said.iter()
        .filter_map(|news| if let News::Info(info) = news { Some(&**info) } else { None })
        .collect()
}

fn best(said: &[News]) -> Option<&str> {
    let Some(News::Best { turn, .. }) = said.last() else { panic!("no answer in {said:?}") };
    turn.as_deref()
}

fn turns(engine: &Engine) -> Vec<String> {
    let legal = engine.legal().expect("a position is set");
    let list = legal["turns"].as_array().expect("a list");
    list.iter().map(|turn| turn.as_str().expect("a text").to_owned()).collect()
}

fn value(engine: &Engine, name: &str) -> String {
    let options = engine.options();
    let option = options.iter().find(|option| option.name == name).expect("announced");
    option.value.clone()
}

fn place(engine: &mut Engine, fen: &str, moves: &str) -> Result<(), Error> {
    let words: Vec<&str> = fen.split(' ').collect();
    let root = if fen == "startpos" { Root::Start } else { Root::Fen(&words) };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    engine.place(root, &moves)
}

fn depth(plies: u32) -> Request {
    Request { depth: Some(plies), ..Request::default() }
}

#[test]
fn the_start_position_is_set_and_told_in_full() {
    let engine = engine("morabaraba");
    let state = engine.state().expect("a position is set");
    let names: Vec<&str> = state.as_object().expect("an object").keys().map(|k| &**k).collect();
    let wanted = [
        "umi",
        "variant",
        "fen",
        "side",
        "phase",
        "hands",
        "onboard",
        "ply",
        "turns",
        "result",
        "winner",
        "reason",
        "quiet",
        "repetition",
        "barred",
        "key",
    ];
    assert_eq!(names, wanted);
    assert_eq!(state["side"], "b");
    assert_eq!(state["phase"], "placing");
    assert_eq!(state["result"], "ongoing");
    assert_eq!(state["repetition"], 1);
    assert_eq!(state["turns"].as_array().map(Vec::len), Some(24));
    assert_eq!(state["key"].as_str().map(str::len), Some(16));
}

#[test]
fn a_bad_turn_names_itself_and_leaves_no_position() {
    let mut engine = engine("nine");
    let error = place(&mut engine, "startpos", "d6 f4 d6 g7").expect_err("d6 is taken");
    let Error::IllegalMove { index, token, .. } = error else { panic!("{error:?}") };
    assert_eq!((index, token.as_str()), (2, "d6"));
    assert_eq!(engine.state(), Err(Error::NoPosition));
    let (errors, said) = search(&mut engine, &depth(3));
    assert_eq!(errors, [Error::NoPosition]);
    assert_eq!((best(&said), said.len()), (None, 1));
    place(&mut engine, "startpos", "").expect("an empty tail is fine");
}

#[test]
fn a_bad_turn_that_is_played_changes_nothing() {
    let mut engine = engine("nine");
    engine.play(&["d6", "f4"]).expect("legal");
    let before = engine.state();
    assert!(matches!(engine.play(&["b4", "b4"]), Err(Error::IllegalMove { index: 1, .. })));
    assert_eq!(engine.state(), before);
    assert!(matches!(engine.undo(3), Err(Error::BadArgument(_))));
    assert_eq!(engine.state(), before);
    engine.play(&["b4"]).expect("legal");
    engine.undo(1).expect("one was played");
    assert_eq!(engine.state(), before);
}

#[test]
fn a_capture_may_stand_in_a_word_of_its_own() {
    let mut one = engine("nine");
    place(&mut one, "startpos", "a7 b6 d7 d6 g7xb6 f4").expect("legal");
    let mut two = engine("nine");
    place(&mut two, "startpos", "a7 b6 d7 d6 g7 xb6 f4").expect("the split form is read");
    assert_eq!(one.state(), two.state());
    let error = place(&mut two, "startpos", "a7 xb6").expect_err("no mill is closed");
    assert!(matches!(error, Error::IllegalMove { index: 1, .. }), "{error:?}");
    let error = place(&mut two, "startpos", "a7 b6 d7 d6 g7 f4").expect_err("a man is owed");
    assert!(matches!(error, Error::IllegalMove { index: 4, .. }), "{error:?}");
}

#[test]
fn a_capture_that_is_optional_is_still_joined_to_its_turn() {
    let mut one = engine("nine");
    one.set_option("CaptureOptional", Some("on")).expect("a switch");
    place(&mut one, "startpos", "a7 b6 d7 d6 g7 xb6 f4").expect("legal");
    assert_eq!(one.state().expect("set")["onboard"]["b"], 2);
    place(&mut one, "startpos", "a7 b6 d7 d6 g7 f4").expect("legal");
    assert_eq!(one.state().expect("set")["onboard"]["b"], 3);
}

#[test]
fn the_third_occurrence_ends_the_game_and_the_search() {
    let mut engine = engine("nine");
    let cycle = "b4-a4 d1-g1 a4-b4 g1-d1 ";
    place(&mut engine, SHUTTLE, cycle).expect("legal");
    assert_eq!(engine.state().expect("set")["repetition"], 2);
    place(&mut engine, SHUTTLE, &cycle.repeat(2)).expect("legal");
    let state = engine.state().expect("a position is set");
    assert_eq!(state["repetition"], 3);
    assert_eq!((&state["phase"], &state["result"]), (&"over".into(), &"draw".into()));
    assert_eq!(state["reason"], "repetition");
    assert!(turns(&engine).is_empty());
    assert!(matches!(engine.play(&["b4-a4"]), Err(Error::IllegalMove { .. })));
    let (errors, said) = search(&mut engine, &Request { infinite: true, ..depth(3) });
    assert_eq!((errors.len(), best(&said), said.len()), (0, None, 1));
    engine.set_option("Repetition", Some("0")).expect("a value of the switch");
    assert_eq!(engine.state().expect("still set")["result"], "ongoing");
}

#[test]
fn quiet_plies_end_the_game() {
    let mut engine = engine("nine");
    place(&mut engine, &SHUTTLE.replace(" 0 40", " 99 140"), "b4-a4").expect("legal");
    let state = engine.state().expect("a position is set");
    assert_eq!((&state["reason"], &state["result"]), (&"quiet".into(), &"draw".into()));
}

#[test]
fn every_search_shows_an_exact_line_and_answers_with_its_first_turn() {
    for (variant, fen) in
        [("morabaraba", "startpos"), ("nine", SHUTTLE), ("twelve", "startpos")]
    {
        let mut engine = engine(variant);
        place(&mut engine, fen, "").expect("a good position");
        let legal = turns(&engine);
        for request in [
            depth(1),
            depth(4),
            Request { nodes: Some(1), ..Request::default() },
            Request { move_time: Some(0), ..Request::default() },
            Request { light_time: Some(-5), ..Request::default() },
            Request { first_increment: Some(100), ..Request::default() },
            Request { win: Some(1), ..Request::default() },
        ] {
            let (errors, said) = search(&mut engine, &request);
            assert_eq!(errors, []);
            let infos = infos(&said);
            let exact = |info: &&&Info| info.multi_pv == 1 && info.bound.is_none();
            let last = infos.iter().rfind(exact).expect("an exact line");
            assert_eq!(best(&said), Some(last.pv[0].as_str()), "{request:?}");
            assert!(legal.contains(&last.pv[0]), "{request:?}");
        }
    }
}

#[test]
fn zeros_are_told_and_searched_as_ones() {
    let mut engine = engine("nine");
    let (errors, said) = search(&mut engine, &depth(0));
    assert!(matches!(errors[..], [Error::BadArgument(_)]));
    assert!(best(&said).is_some());
    assert!(infos(&said).iter().all(|info| info.depth == 1));
}

#[test]
fn only_wanted_turns_are_searched() {
    let mut engine = engine("nine");
    let only = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let request = Request { search_moves: only(&["g1", "z9", "a1"]), ..depth(2) };
    let (errors, said) = search(&mut engine, &request);
    assert!(
        matches!(&errors[..], [Error::IllegalMove { index: 1, token, .. }] if token == "z9")
    );
    assert!(matches!(best(&said), Some("g1" | "a1")));
    let request = Request { search_moves: only(&["z9"]), ..depth(2) };
    let (errors, said) = search(&mut engine, &request);
    assert_eq!((errors.len(), best(&said)), (1, None));
    let request = Request { avoid: turns(&engine), ..depth(2) };
    let (errors, said) = search(&mut engine, &request);
    assert_eq!((errors.len(), best(&said)), (1, None));
    let mut all_but_one = turns(&engine);
    let kept = all_but_one.pop();
    let (_, said) = search(&mut engine, &Request { avoid: all_but_one, ..depth(2) });
    assert_eq!(best(&said), kept.as_deref());
}

#[test]
fn several_lines_are_told_when_asked_for() {
    let mut engine = engine("nine");
    let (_, said) = search(&mut engine, &Request { multi_pv: Some(3), ..depth(2) });
    let ranks: BTreeSet<usize> = infos(&said).iter().map(|info| info.multi_pv).collect();
    assert_eq!(ranks.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn a_win_is_told_in_turns_of_the_winner_with_odds() {
    let mut engine = engine("nine");
    engine.set_option("ShowWDL", Some("true")).expect("a check");
    place(&mut engine, "ww1/3/3/2w2b/3/3/1bb w 0,0 - 0 60", "").expect("a good position");
    let (_, said) = search(&mut engine, &depth(3));
    let last = *infos(&said).last().expect("a line");
    assert_eq!((last.score, last.wdl), (ScoreView::Win(1), Some([1000, 0, 0])));
    assert!(best(&said).expect("an answer").starts_with("c4-g7x"));
}

#[test]
fn a_stop_is_answered_at_once_and_an_endless_search_only_then() {
    let mut engine = engine("morabaraba");
    let (sink, news) = queue();
    assert_eq!(engine.go(&Request::default(), sink), []);
    assert!(engine.is_busy() && !engine.is_bounded());
    std::thread::sleep(Duration::from_millis(100));
    assert!(!news.try_iter().any(|message| message.is_last(true)));
    let since = Instant::now();
    engine.stop();
    assert!(news.iter().any(|message| message.is_last(true)));
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    assert_eq!(engine.settle(), []);
    assert!(!engine.is_busy());
}

#[test]
fn a_pondering_search_becomes_bounded_with_the_hit() {
    let mut engine = engine("morabaraba");
    let (sink, news) = queue();
    let request = Request { ponder: true, move_time: Some(60), ..Request::default() };
    assert_eq!(engine.go(&request, sink), []);
    std::thread::sleep(Duration::from_millis(120));
    assert!(!engine.is_bounded());
    assert!(!news.try_iter().any(|message| message.is_last(true)));
    let since = Instant::now();
    engine.ponder_hit();
    assert!(engine.is_bounded());
    assert!(news.iter().any(|message| message.is_last(true)));
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    engine.settle();
}

#[test]
fn an_option_that_moves_the_ground_waits_for_the_end_of_the_search() {
    let mut engine = engine("morabaraba");
    let (sink, news) = queue();
    assert_eq!(engine.go(&Request::default(), sink), []);
    engine.set_option("Variant", Some("nine")).expect("taken");
    engine.set_option("Men", Some("7")).expect("taken");
    engine.set_option("Hash", Some("2")).expect("taken");
    let refused = engine.set_option("Hash", Some("0"));
    assert!(matches!(refused, Err(Error::BadValue { min: Some(1), .. })));
    assert!(matches!(engine.set_option("Colour", None), Err(Error::NoSuchOption(_))));
    assert_eq!(engine.state().expect("set")["variant"], "morabaraba");
    engine.stop();
    assert!(news.iter().any(|message| message.is_last(true)));
    let late = engine.settle();
    assert!(matches!(late[..], [Error::BadFen(_)]), "nine men in hand of seven: {late:?}");
    assert_eq!(value(&engine, "Variant"), "nine");
    assert_eq!(value(&engine, "Men"), "7");
    assert_eq!(value(&engine, "Hash"), "2");
}

#[test]
fn every_announced_default_is_the_value_of_a_new_engine() {
    let engine = Engine::new().expect("memory");
    let mut names = HashSet::new();
    for option in engine.options() {
        assert!(names.insert(option.name.to_ascii_lowercase()), "{} stands twice", option.name);
        match option.kind {
            OptionKind::Check { default } => assert_eq!(option.value, default.to_string()),
            OptionKind::Spin { default, min, max } => {
                assert_eq!(option.value, default.to_string());
                assert!(min <= default && default <= max, "{}", option.name);
            }
            OptionKind::Combo { default, choices } => {
                assert_eq!(option.value, default);
                assert!(choices.contains(&default), "{}", option.name);
            }
            OptionKind::Text { default } => assert_eq!(option.value, default),
            OptionKind::Button => assert_eq!(option.value, ""),
        }
    }
}

#[test]
fn a_rule_switch_keeps_the_history_and_a_variant_brings_its_own() {
    let mut engine = engine("nine");
    engine.play(&["d6", "f4"]).expect("legal");
    engine.set_option("flY", Some("Never")).expect("a switch");
    assert_eq!(engine.state().expect("kept")["ply"], 2);
    engine.undo(2).expect("the history is kept");
    assert_eq!(value(&engine, "Fly"), "never");
    engine.set_option("Variant", Some("nine")).expect("the same again");
    assert_eq!(value(&engine, "Fly"), "three");
    assert!(matches!(engine.set_option("Fly", Some("maybe")), Err(Error::BadValue { .. })));
    assert!(matches!(engine.set_option("Fry", Some("x")), Err(Error::NoSuchOption(_))));
}

#[test]
fn the_same_game_gives_the_same_search() {
    let run = |engine: &mut Engine| {
        engine.new_game();
        place(engine, "startpos", "d6 f4").expect("legal");
        let request = Request { nodes: Some(3000), ..Request::default() };
        let (_, said) = search(engine, &request);
        let lines: Vec<_> =
            infos(&said).iter().map(|info| (info.depth, info.nodes, info.pv.clone())).collect();
        (lines, best(&said).map(str::to_owned))
    };
    let mut engine = engine("nine");
    assert_eq!(run(&mut engine), run(&mut engine));
}

#[test]
fn a_weak_engine_plays_legal_turns_and_the_same_with_the_same_seed() {
    let mut engine = engine("nine");
    engine.set_option("SkillLevel", Some("0")).expect("a spin");
    let mut chosen = HashSet::new();
    for seed in ["1", "2", "3", "4", "5", "6"] {
        engine.set_option("Seed", Some(seed)).expect("a spin");
        let pick = |engine: &mut Engine| {
            engine.new_game();
            let (_, said) = search(engine, &depth(3));
            assert!(infos(&said).iter().all(|info| info.multi_pv == 1));
            best(&said).map(str::to_owned).expect("an answer")
        };
        let turn = pick(&mut engine);
        assert_eq!(turn, pick(&mut engine));
        assert!(turns(&engine).contains(&turn));
        chosen.insert(turn);
    }
    assert!(chosen.len() > 1, "{chosen:?}");
}

#[test]
fn counting_is_divided_in_order_and_can_be_stopped() {
    let mut engine = engine("nine");
    let (sink, news) = queue();
    engine.count(2, true, sink).expect("idle");
    let Ok(News::Counted { divided, nodes, .. }) = news.recv() else { panic!("a count") };
    assert_eq!((nodes, divided.len()), (552, 24));
    assert!(divided.is_sorted() && divided.iter().all(|(_, below)| *below == 23));
    engine.settle();
    let (sink, news) = queue();
    engine.count(9, false, sink).expect("idle");
    let (other, _) = queue();
    assert!(matches!(engine.count(1, false, other), Err(Error::Busy(_))));
    engine.stop();
    assert!(matches!(news.recv(), Ok(News::Failed(Error::Busy(_)))));
    engine.settle();
}

#[test]
fn the_bench_counts_the_same_nodes_twice() {
    let mut engine = engine("nine");
    let mut run = || {
        let (sink, news) = queue();
        engine.bench(Some(2), sink).expect("idle");
        let message = news.recv().expect("it ends");
        engine.settle();
        let News::Benched { lines, nodes, .. } = message else { panic!("{message:?}") };
        (lines.len(), nodes)
    };
    let (lines, nodes) = run();
    assert!(lines > 20 && nodes > 0);
    assert_eq!(run(), (lines, nodes));
}

#[test]
fn a_list_of_turns_ends_where_the_third_occurrence_ends_the_game() {
    let mut engine = engine("nine");
    let round = ["b4-a4", "d1-g1", "a4-b4", "g1-d1"];
    let turns: Vec<&str> = round.into_iter().cycle().take(9).collect();
    let refused_at = |result: Result<(), Error>| match result {
        Err(Error::IllegalMove { index, .. }) => index,
        other => panic!("the game is over before the last turn, got {other:?}"),
    };
    assert_eq!(refused_at(place(&mut engine, SHUTTLE, &turns.join(" "))), 8);
    place(&mut engine, SHUTTLE, &turns[..6].join(" ")).expect("not over yet");
    assert_eq!(refused_at(engine.play(&turns[6..])), 2);
    engine.play(&turns[6..8]).expect("the turn that ends the game is legal");
    assert_eq!(engine.state().expect("a position")["reason"], "repetition");
}

#[test]
fn of_the_options_that_wait_the_last_of_each_counts() {
    let mut engine = engine("nine");
    let (sink, news) = queue();
    assert_eq!(engine.go(&Request { infinite: true, ..Request::default() }, sink), []);
    for (name, value) in [
        ("Men", "3"),
        ("Fly", "always"),
        ("Variant", "twelve"),
        ("men", "5"),
        ("Hash", "3"),
        ("Men", "12"),
        ("hash", "2"),
    ] {
        engine.set_option(name, Some(value)).expect("it fits");
    }
    engine.stop();
    while !news.recv_timeout(Duration::from_secs(20)).expect("it ends").is_last(true) {}
    assert_eq!(engine.settle(), [], "no passing value unsets the position");
    let values = ["Variant", "Men", "Fly", "Hash"].map(|name| value(&engine, name));
    assert_eq!(values, ["twelve", "12", "three", "2"]);
    assert!(engine.state().is_ok());
}
