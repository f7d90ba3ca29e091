//! Games on the clock.

use crate::place::Place;
use crate::played::{Game, Played};
use std::collections::HashMap;

#[test]
fn the_engine_loses_no_game_on_the_clock() {
    let place = Place::new();
    // The margin is for the load of the machine; an engine that does not mind its clock
    // needs much more.
    place.play(
        "-engine cmd=MODISA name=a -engine cmd=MODISA name=b -each tc=0.2+0.01 \
         timemargin=250 option.Hash=1 -variant nine -rounds 2 -journal j -ratinginterval 0",
    );
    let played = Played::read(&place, "j");
    assert!(played.games.iter().all(|game| game.detail.is_empty()), "{:#?}", played.games);
}

#[test]
fn a_player_that_is_too_slow_loses_on_time_and_the_detail_says_by_how_much() {
    let place = Place::new();
    place.play(
        "-engine cmd=MOCK name=slow args='--instant --fault late-bestmove --delay-ms 120' \
         tc=0.5 -engine cmd=MOCK name=quick args=--instant tc=60 -variant nine -rounds 1 \
         -journal j -ratinginterval 0",
    );
    for game in &Played::read(&place, "j").games {
        assert_eq!((game.cause.as_str(), game.loser()), ("time", Some("slow")), "{game:?}");
        assert!(game.detail.contains(" ms for a turn that had "), "{game:?}");
        // Four turns of 120 ms fit into half a second.
        let own = game.turns.iter().filter(|turn| is_dark(turn) == (game.dark == "slow"));
        let used: Vec<u64> = own.map(micros).collect();
        assert!(used.iter().all(|&micros| micros >= 120_000), "{used:?}");
        assert!(used.len() <= 4 && used.iter().sum::<u64>() <= 500_000, "{used:?}");
    }
}

fn is_dark(turn: &serde_json::Value) -> bool {
    turn["dark"].as_bool().unwrap_or_default()
}

fn micros(turn: &serde_json::Value) -> u64 {
    turn["micros"].as_u64().unwrap()
}

/// The words of a `go`: names and values.
fn go_words(line: &str) -> HashMap<&str, u64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.chunks(2).map(|pair| (pair[0], pair[1].parse().unwrap())).collect()
}

/// What the player on turn should be told at each turn of a game, with a clock of 5 turns in
/// a second and 7 ms a turn for `a`, and of 3 s and 20 ms a turn for `b`.
fn told(game: &Game) -> Vec<HashMap<&'static str, u64>> {
    let mut left = [&game.light, &game.dark].map(|name| if name == "a" { 1000 } else { 3000 });
    left = left.map(|millis: u64| millis * 1000);
    let gain = [&game.light, &game.dark].map(|name| if name == "a" { 7 } else { 20 });
    let mut to_go = 5;
    game.turns
        .iter()
        .map(|turn| {
            let side = usize::from(is_dark(turn));
            let is_a = [&game.light, &game.dark][side] == "a";
            let mut words = HashMap::from([
                ("wtime", left[0] / 1000),
                ("btime", left[1] / 1000),
                ("winc", gain[0]),
                ("binc", gain[1]),
            ]);
            left[side] = left[side] - micros(turn) + gain[side] * 1000;
            if is_a {
                words.insert("movestogo", to_go);
                to_go -= 1;
                if to_go == 0 {
                    (to_go, left[side]) = (5, left[side] + 1_000_000);
                }
            }
            words
        })
        .collect()
}

#[test]
fn the_clocks_told_are_those_kept() {
    let place = Place::new();
    place.play(
        "-engine cmd=MOCK name=a args=--instant tc=5/1+0.007 \
         -engine cmd=MOCK name=b args='--instant --fault late-bestmove --delay-ms 5' tc=3+0.02 \
         -variant nine -rounds 1 -maxmoves 20 -journal j -log level=debug file=log \
         -ratinginterval 0",
    );
    let log = place.read("log");
    let said: Vec<HashMap<&str, u64>> = log
        .lines()
        .filter_map(|line| line.split_once(" > go ").map(|(_, words)| go_words(words)))
        .collect();
    let wanted: Vec<_> = Played::read(&place, "j").games.iter().flat_map(told).collect();
    assert!(wanted.len() > 40, "{}", wanted.len());
    assert_eq!(said, wanted);
}
