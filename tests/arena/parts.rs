//! A tournament played in parts, and joined.

use crate::place::{Place, TWO};
use crate::played::Played;
use std::time::{Duration, Instant};

const TOURNAMENT: &str = "-variant three -rounds 60";

#[test]
fn parts_become_the_whole_though_one_was_killed() {
    let place = Place::new();
    let part = |n| format!("{TWO} {TOURNAMENT} -shard {n}/3 -journal j{n}");
    let mut second = place.start(&part(2));
    let others = [1, 3].map(|n| place.start(&part(n)));
    let start = Instant::now();
    while !place.path("j2").exists() && start.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(2));
    }
    second.kill().unwrap();
    second.wait().unwrap();
    for mut arena in others {
        assert!(arena.wait().unwrap().success());
    }
    place.play("merge early j1 j2 j3");
    place.play("resume j2 -ratinginterval 0");
    let merged = place.play("merge whole j3 j1 j2 j1").out;
    assert_eq!(merged, "60 pairs in whole, 20 of them found more than once\n");

    let whole = Played::read(&place, "whole");
    assert_eq!(whole.numbers(), (0..60).collect::<Vec<_>>());
    let parts = [1, 2, 3].map(|n| Played::read(&place, &format!("j{n}")));
    let mut sum = [0; 3];
    for part in &parts {
        assert_eq!(part.games.len(), 40);
        let tally = part.tally("a");
        sum = [0, 1, 2].map(|kind| sum[kind] + tally[kind]);
        assert!(part.games.iter().all(|game| whole.games.contains(game)));
    }
    assert_eq!(whole.tally("a"), sum);
    let [wins, draws, losses] = sum;
    let report = place.play("report whole").out;
    assert!(report.contains(&format!("Games: 120, +{wins} ={draws} -{losses}, ")), "{report}");
    assert_eq!(place.play("resume whole").out, report);

    place.write("g.pgn", &place.play("records whole").out);
    whole.assert_is_told_by(&place, "g.pgn");
    assert!(place.refuse("merge whole j1", 1).contains("--force"));
}

#[test]
fn parts_of_different_tournaments_are_not_joined() {
    let place = Place::new();
    let part = |first: &str, more: &str| {
        place.play(&format!(
            "-engine {first} name=a args=--instant -engine cmd=MOCK name=b args=--instant \
             -rounds 2 -ratinginterval 0 -each {more}"
        ));
    };
    part("cmd=MOCK", "nodes=5 -variant three -shard 1/2 -journal one");
    std::fs::copy(env!("CARGO_BIN_EXE_mock"), place.path("other")).unwrap();
    for (first, more, field) in [
        ("cmd=MOCK", "nodes=5 -variant three -srand 1", "seed"),
        ("cmd=MOCK option.Hash=2", "nodes=5 -variant three", "players[0].options"),
        ("cmd=./other", "nodes=5 -variant three", "players[0].command"),
        ("cmd=MOCK", "nodes=5 -variant three -rules Fly=always", "rules.switches"),
        ("cmd=MOCK", "nodes=5 -variant nine-holes", "rules.variant"),
        ("cmd=MOCK", "nodes=6 -variant three", "players[0].limit.nodes"),
    ] {
        part(first, &format!("{more} -shard 2/2 -journal two"));
        let refusal = place.refuse("merge whole one two", 1);
        assert!(refusal.contains(&format!(": {field} is ")), "{refusal}");
        assert_eq!(place.files(), ["one", "other", "two"]);
        std::fs::remove_file(place.path("two")).unwrap();
    }
}

#[test]
fn another_build_under_the_same_name_is_another_tournament() {
    let place = Place::new();
    let mock = std::fs::read(env!("CARGO_BIN_EXE_mock")).unwrap();
    let program = place.path("engine");
    let words = "-engine cmd=./engine name=a args=--instant -engine cmd=MOCK name=b \
        args=--instant -each nodes=5 -variant three -rounds 2 -ratinginterval 0";
    std::fs::copy(env!("CARGO_BIN_EXE_mock"), &program).unwrap();
    place.play(&format!("{words} -shard 1/2 -journal one"));
    // What stands behind the end of a program changes nothing but what it is.
    std::fs::write(&program, [&mock[..], b"another build"].concat()).unwrap();
    place.play(&format!("{words} -shard 2/2 -journal two"));
    for words in ["merge whole one two".to_owned(), format!("{words} -shard 1/2 -journal one")]
    {
        let refusal = place.refuse(&words, 1);
        assert!(refusal.contains("engines[0].fingerprint is "), "{refusal}");
    }
}

#[test]
fn a_pair_that_was_played_twice_and_differently_is_not_joined() {
    let place = Place::new();
    place.play(&format!("{TWO} {TOURNAMENT} -journal one"));
    let text = place.read("one");
    let changed = if text.contains("\"1-0\"") {
        text.replacen("\"1-0\"", "\"0-1\"", 1)
    } else {
        text.replacen("\"0-1\"", "\"1-0\"", 1)
    };
    assert_ne!(text, changed);
    place.write("two", &changed);
    let refusal = place.refuse("merge whole one two", 1);
    assert!(refusal.contains("is not the same in one and two"), "{refusal}");
}

#[test]
fn a_part_may_be_one_of_very_many() {
    let place = Place::new();
    let most = u64::MAX;
    for (part, numbers) in [(1, &[0][..]), (60, &[59]), (61, &[]), (most, &[])] {
        let journal = format!("j{part}");
        let words = format!("{TWO} {TOURNAMENT} -shard {part}/{most} -journal {journal}");
        let records = format!("g{part}.pgn");
        place.play(&format!("{words} -pgnout {records}"));
        let played = Played::read(&place, &journal);
        assert_eq!(played.numbers(), numbers);
        if !numbers.is_empty() {
            played.assert_is_told_by(&place, &records);
        }
    }
}

#[test]
fn what_depends_on_all_results_is_not_divided() {
    let place = Place::new();
    let third = "-engine cmd=MOCK name=c args=--instant -tournament swiss";
    for more in [third, "-sprt elo0=0 elo1=5"] {
        let words = format!("{TWO} {TOURNAMENT} {more} -shard 1/2 -journal j");
        let refusal = place.refuse(&words, 2);
        assert!(refusal.contains("cannot be divided"), "{refusal}");
        assert!(place.files().is_empty());
    }
}
