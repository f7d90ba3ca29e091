//! Faults lose, by either side, and say what was wrong.

use super::*;

#[test]
fn an_illegal_turn_loses_and_the_legal_ones_are_told() {
    for side in Side::BOTH {
        let hall = Hall::new("nine", "");
        let (game, _) = with_script(&hall, side, at_go(2, vec![say("bestmove z9")]));
        assert_eq!((game.result, &game.cause), (lost_by(side), &Cause::IllegalTurn));
        assert_eq!(game.turns.len(), 2 + side.index());
        let detail = game.detail.unwrap();
        assert!(detail.starts_with("z9 is not legal: "), "{detail}");
        assert!(detail.contains("; legal: ") && detail.ends_with(" g7"), "{detail}");
    }
}

#[test]
fn no_turn_where_there_is_one_loses_and_the_reason_given_is_told() {
    let refusal = r#"error {"code":"bad-fen","command":"position","message":"what"}"#;
    let acts = vec![say(refusal), say("bestmove none")];
    let (game, _) = with_script(&Hall::new("nine", ""), Side::Light, at_go(1, acts));
    assert_eq!((game.result, &game.cause), (GameResult::Dark, &Cause::IllegalTurn));
    let detail = game.detail.unwrap();
    let told = "no turn where there is one; it said: bad-fen: what; legal: a1 ";
    assert!(detail.starts_with(told), "{detail}");
}

#[test]
fn a_misspelled_bestmove_loses_and_other_misspelled_lines_do_not() {
    let hall = Hall::new("nine", "");
    let acts = vec![say("bestmove d6 and more")];
    let (game, _) = with_script(&hall, Side::Dark, at_go(1, acts));
    assert_eq!((game.result, &game.cause), (GameResult::Light, &Cause::IllegalTurn));
    let acts =
        vec![say("error no JSON"), say("info depth x"), say("hello"), say("bestmove d6")];
    let (game, _) = with_script(&hall, Side::Dark, at_go(1, acts));
    assert_eq!(texts(&game)[1], "d6");
}

#[test]
fn silence_loses_when_the_time_and_the_grace_are_over() {
    let limit = Limit { move_time: Some(10), margin: 5, ..Limit::default() };
    for side in Side::BOTH {
        let hall = Hall::new("nine", "").limited(limit);
        let (game, witnesses) = with_script(&hall, side, at_go(1, Vec::new()));
        assert_eq!((game.result, &game.cause), (lost_by(side), &Cause::Silence));
        assert_eq!(game.detail.unwrap(), "no bestmove within 615 ms");
        assert_eq!(witnesses[side.index()].count("quit"), 1);
        assert_eq!(witnesses[side.other().index()].count("quit"), 0);
    }
}

#[test]
fn an_engine_that_never_stops_talking_is_silent_all_the_same() {
    let chatter: Script = Box::new(|scene| {
        let line = || say("info string still thinking");
        scene.is_asked().then(|| (0..2_000_000).map(|_| line()).collect())
    });
    let limit = Limit { nodes: Some(1), ..Limit::default() };
    let hall = Hall::new("nine", "").limited(limit);
    let (game, _) = with_script(&hall, Side::Light, chatter);
    assert_eq!((game.result, &game.cause), (GameResult::Dark, &Cause::Silence));
}

#[test]
fn a_crash_loses_with_the_exit_code_and_the_last_words() {
    for side in Side::BOTH {
        let acts = vec![Act::Exit(101, "attempt to add\nwith overflow")];
        let (game, _) = with_script(&Hall::new("nine", ""), side, at_go(1, acts));
        assert_eq!((game.result, &game.cause), (lost_by(side), &Cause::Crash));
        let told = "it ended with exit code 101; it said: attempt to add\nwith overflow";
        assert_eq!(game.detail.unwrap(), told);
    }
}

#[test]
fn a_crash_while_the_other_is_on_turn_counts_when_its_own_comes() {
    let acts = vec![say("bestmove d6"), Act::Exit(1, "")];
    let (game, _) = with_script(&Hall::new("nine", ""), Side::Light, at_go(1, acts));
    assert_eq!((game.result, &game.cause), (GameResult::Dark, &Cause::Crash));
    assert_eq!(texts(&game), ["d6", "a1"]);
}

#[test]
fn a_late_turn_loses_and_a_turn_within_the_margin_does_not() {
    let limit = Limit { move_time: Some(100), margin: 20, ..Limit::default() };
    let hall = Hall::new("nine", "").limited(limit);
    let later = |millis| vec![Act::Later(Duration::from_millis(millis), "bestmove d6".into())];
    for side in Side::BOTH {
        let (game, _) = with_script(&hall, side, at_go(1, later(150)));
        assert_eq!((game.result, &game.cause), (lost_by(side), &Cause::Time));
        let detail = game.detail.unwrap();
        assert!(detail.starts_with("150."), "{detail}");
        assert!(detail.contains(" for a turn that had 100.000 ms: 50."), "{detail}");
    }
    let (game, _) = with_script(&hall, Side::Light, at_go(1, later(110)));
    assert_eq!(game.turns[0].text, "d6");
    assert!((110_000..120_000).contains(&game.turns[0].micros), "{}", game.turns[0].micros);
}

#[test]
fn a_turn_before_the_question_loses() {
    let mut readies = 0;
    let early: Script = Box::new(move |scene| {
        // The first one is that of the option, the second that of the game.
        readies += usize::from(scene.line == "isready");
        let acts = vec![say("readyok"), say("bestmove d6")];
        (scene.line == "isready" && readies == 2).then_some(acts)
    });
    let (game, _) = Hall::new("nine", "").play([early, usual()]);
    assert_eq!((game.result, &game.cause), (GameResult::Dark, &Cause::OutOfTurn));
    assert_eq!(game.detail.unwrap(), "bestmove d6 without being asked");
}

#[test]
fn a_turn_while_the_other_is_on_turn_loses() {
    for side in Side::BOTH {
        let acts = vec![say("bestmove d6"), say("bestmove f4")];
        let (game, _) = with_script(&Hall::new("nine", ""), side, at_go(1, acts));
        assert_eq!((game.result, &game.cause), (lost_by(side), &Cause::OutOfTurn));
        assert_eq!(game.turns.len(), 2 + side.index());
    }
}
