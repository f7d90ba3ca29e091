//! Games of all kinds: pondered, adjudicated, by odd rules.

use crate::place::{Place, TWO};
use crate::played::Played;

#[test]
fn engines_that_think_on_the_time_of_the_other_play_clean_games() {
    let place = Place::new();
    place.play(
        "-engine cmd=MODISA name=a -engine cmd=MODISA name=b -each tc=5+0.01 nodes=300 \
         ponder=true option.Hash=1 -variant nine -rounds 3 -concurrency 2 -journal j \
         -log level=debug file=log -ratinginterval 0",
    );
    let played = Played::read(&place, "j");
    assert!(played.games.iter().all(|game| game.detail.is_empty()), "{:#?}", played.games);
    let log = place.read("log");
    let count = |part: &str| log.matches(part).count();
    let (begun, hits) = (count(" > go ponder "), count(" > ponderhit"));
    assert!(hits > 20 && begun > hits, "{begun} begun, {hits} hits");
    // What is not hit is stopped, at the latest at the end of the game.
    assert_eq!(count(" > stop"), begun - hits);
}

#[test]
fn games_without_events_are_drawn_by_adjudication() {
    let place = Place::new();
    place.play(&format!(
        "{TWO} -variant nine -rounds 2 -draw movenumber=6 movecount=2 score=0 \
         -journal j -pgnout g.pgn"
    ));
    let played = Played::read(&place, "j");
    for game in &played.games {
        assert_eq!((&*game.cause, &*game.result), ("draw-adjudication", "1/2-1/2"));
        assert_eq!(game.opening.len() + game.turns.len(), 12, "{game:?}");
    }
    played.assert_is_told_by(&place, "g.pgn");
}

#[test]
fn a_player_that_sees_itself_lost_resigns() {
    let place = Place::new();
    place.play(
        "-engine cmd=MODISA name=strong nodes=1000 -engine cmd=MODISA name=weak depth=1 \
         -each option.Hash=1 -variant nine -rounds 3 -resign movecount=2 score=150 -journal j \
         -pgnout g.pgn -ratinginterval 0",
    );
    let played = Played::read(&place, "j");
    let mut resigned = 0;
    for game in played.games.iter().filter(|game| game.cause == "resign-adjudication") {
        resigned += 1;
        let is_dark = game.loser() == Some(&*game.dark);
        let own = game.turns.iter().filter(|turn| turn["dark"].is_boolean() == is_dark);
        let scores: Vec<&str> = own.map(|turn| turn["score"].as_str().unwrap()).collect();
        let is_lost = |score: &&&str| match score.split_once(' ') {
            Some(("cp", value)) => value.parse::<i32>().unwrap() <= -150,
            Some(("win", value)) => value.starts_with('-'),
            _ => false,
        };
        assert_eq!(scores.iter().rev().take(2).filter(is_lost).count(), 2, "{scores:?}");
    }
    assert!(resigned >= 3, "{:#?}", played.games);
    played.assert_is_told_by(&place, "g.pgn");
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let place = Place::new();
    place.play(&format!("{TWO} -variant shax -rounds 2 -maxmoves 9 -journal j -pgnout g.pgn"));
    let played = Played::read(&place, "j");
    for game in &played.games {
        assert_eq!((&*game.cause, &*game.result), ("max-plies", "1/2-1/2"));
        assert_eq!(game.opening.len() + game.turns.len(), 18, "{game:?}");
    }
    played.assert_is_told_by(&place, "g.pgn");
}

const VILLAGE: &str = "id = \"village\"\ntitle = \"Of our village\"\nextends = \"morabaraba\"\n\
    [rules]\nmen = 7\nmachine_gun = \"off\"\n";

#[test]
fn games_by_odd_rules_are_played_cleanly() {
    for rules in [
        "-variant shax",
        "-variant dooz-again",
        "-variant dooz",
        "-variant gonu",
        "-variant gurgaldaj",
        "-variant three-centre",
        "-variant sesotho",
        "-variantfile village.toml -variant village",
        "-variant nine -rules NoMove=pass MillsAtOnce=per_mill QuietPlies=20",
        "-variant six -rules Fly=always LoseBelow=0 Men=4 FirstMover=b CaptureOptional=on",
    ] {
        let place = Place::new();
        place.write("village.toml", VILLAGE);
        // Where a game is replayed, the file has to be found from there too.
        let path = place.path("village.toml");
        let rules = rules.replace("village.toml", path.to_str().unwrap());
        place.play(&format!("{TWO} {rules} -rounds 2 -maxmoves 150 -journal j -pgnout g.pgn"));
        let played = Played::read(&place, "j");
        assert_eq!(played.games.len(), 4, "{rules}");
        assert!(played.games.iter().all(|game| game.detail.is_empty()), "{rules}");
        if !rules.contains("village") {
            played.assert_is_told_by(&place, "g.pgn");
        }
    }
}

#[test]
fn a_side_may_be_on_turn_twice() {
    let place = Place::new();
    place.play(&format!("{TWO} -variant dooz-again -rounds 4 -journal j"));
    let played = Played::read(&place, "j");
    let twice = played.games.iter().flat_map(|game| game.turns.windows(2));
    assert!(twice.filter(|turns| turns[0]["dark"] == turns[1]["dark"]).count() > 0);
}
