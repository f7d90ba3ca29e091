//! Thinking on the other's time.

use super::*;

/// Light expects this at its first `go`, and thinks a second when it has come true.
fn expecting(reply: &'static str) -> Script {
    Box::new(move |scene| match scene.line {
        _ if scene.is_asked() && scene.goes == 1 => {
            Some(vec![say(format!("bestmove d6 ponder {reply}"))])
        }
        "ponderhit" => {
            let info = "info depth 4 multipv 1 score cp 8 nodes 5 time 1 pv d7".to_owned();
            let turn = format!("bestmove {}", scene.turn());
            Some(vec![say(info), Act::Later(Duration::from_secs(1), turn)])
        }
        _ => None,
    })
}

#[test]
fn a_hit_goes_on_from_the_pondering_and_its_time_counts_from_there() {
    let hall = Hall::new("nine", "").pondering();
    let replies = at_go(1, vec![say("bestmove f4")]);
    let (game, [light, _]) = hall.play([expecting("f4"), replies]);
    let heard = light.heard();
    let at = heard.iter().position(|line| line.starts_with("go ponder")).unwrap();
    assert_eq!(heard[at - 1], "position startpos moves d6 f4");
    assert!(heard[at].contains("wtime 59") && heard[at].contains("btime 60000"));
    assert_eq!(heard[at + 1], "ponderhit");
    assert_eq!(
        heard[at + 2],
        format!("position startpos moves d6 f4 {} {}", game.turns[2].text, game.turns[3].text)
    );
    assert!((1_000_000..1_100_000).contains(&game.turns[2].micros));
    assert_eq!(game.turns[2].score.as_deref(), Some("cp 8"));
    assert!(heard[at + 3].contains("wtime 58"), "{}", heard[at + 3]);
    assert!(heard.contains(&"setoption name Ponder value true".to_owned()));
}

#[test]
fn a_miss_is_stopped_and_its_turn_dropped() {
    let hall = Hall::new("nine", "").pondering();
    let replies = at_go(1, vec![say("bestmove g1")]);
    let (game, [light, _]) = hall.play([expecting("f4"), replies]);
    assert!(matches!(game.cause, Cause::Rules(_)), "{:?}", game.detail);
    let heard = light.heard();
    let at = heard.iter().position(|line| line.starts_with("go ponder")).unwrap();
    assert_eq!(heard[at + 1..at + 3], ["stop", "position startpos moves d6 g1"]);
    assert!(heard[at + 3].starts_with("go wtime"));
    assert_eq!(light.count("ponderhit"), 0);
}

#[test]
fn a_reply_that_is_not_legal_is_not_pondered() {
    let hall = Hall::new("nine", "").pondering();
    let (game, [light, _]) = hall.play([expecting("d6"), usual()]);
    assert!(matches!(game.cause, Cause::Rules(_)), "{:?}", game.detail);
    assert_eq!(light.count("go ponder"), 0);
}

#[test]
fn nobody_ponders_unasked() {
    let (_, [light, _]) = Hall::new("nine", "").play([expecting("f4"), usual()]);
    assert_eq!((light.count("go ponder"), light.count("setoption name Ponder")), (0, 0));
}

#[test]
fn pondering_ends_with_the_game() {
    let hall = Hall::new("nine", "").pondering();
    let replies = at_go(1, vec![say("bestmove z9")]);
    let (game, [light, _]) = hall.play([expecting("f4"), replies]);
    assert_eq!((game.result, &game.cause), (GameResult::Light, &Cause::IllegalTurn));
    let heard = light.heard();
    assert_eq!(heard[heard.len() - 2..], ["stop", "gameover win illegal-turn"]);
}

#[test]
fn a_turn_while_pondering_loses() {
    for reply in ["f4", "g1"] {
        let hall = Hall::new("nine", "").pondering();
        let script: Script = Box::new(|scene| match scene.line {
            line if line.starts_with("go ponder") => Some(vec![say("bestmove a1")]),
            _ if scene.is_asked() => Some(vec![say("bestmove d6 ponder f4")]),
            _ => None,
        });
        let replies = at_go(1, vec![say(format!("bestmove {reply}"))]);
        let (game, _) = hall.play([script, replies]);
        assert_eq!((game.result, &game.cause), (GameResult::Dark, &Cause::OutOfTurn));
        assert_eq!(texts(&game), ["d6", reply]);
    }
}

#[test]
fn a_player_that_does_not_stop_pondering_loses_by_silence() {
    let hall = Hall::new("nine", "").pondering();
    let script: Script = Box::new(|scene| match scene.line {
        "stop" => Some(Vec::new()),
        _ if scene.is_asked() => Some(vec![say("bestmove d6 ponder f4")]),
        _ => None,
    });
    let (game, _) = hall.play([script, usual()]);
    assert_eq!((game.result, &game.cause), (GameResult::Dark, &Cause::Silence));
}
