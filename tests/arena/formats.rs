//! Who meets whom.

use crate::place::Place;
use crate::played::Played;
use std::collections::HashSet;

/// Words for so many players, named `p0`, `p1` ...
fn players(count: usize) -> String {
    let player = |n: usize| format!("-engine cmd=MOCK name=p{n} args='--instant --seed {n}' ");
    (0..count).map(player).collect::<String>() + "-each st=60 -variant three -ratinginterval 0"
}

/// The tournament, and that its table names everybody.
fn played(count: usize, words: &str) -> Played {
    let place = Place::new();
    let words = format!("{} {words} -journal j -pgnout g.pgn", players(count));
    let run = place.play(&format!("{words} -concurrency 2"));
    let played = Played::read(&place, "j");
    played.assert_is_told_by(&place, "g.pgn");
    for number in 0..count {
        let name = format!("p{number}");
        let lines = run.out.lines().filter(|line| line.contains(&name)).count();
        assert!(lines >= 2, "no {name} in the table:\n{}", run.out);
        assert!(played.tally(&name).iter().sum::<usize>() > 0, "{name} does not play");
    }
    assert!(run.out.ends_with(&place.play("report j").out));
    played
}

/// In every round all play the same opening.
fn assert_openings_are_shared(played: &Played) {
    for games in played.games.windows(2).filter(|games| games[0].round == games[1].round) {
        assert_eq!(games[0].opening, games[1].opening);
    }
}

#[test]
fn in_a_round_robin_everybody_meets_everybody() {
    let played = played(4, "-rounds 3");
    let meetings = played.meetings();
    assert_eq!((meetings.len(), played.games.len()), (6, 36));
    assert!(meetings.values().all(|&count| count == 3), "{meetings:?}");
    assert_openings_are_shared(&played);
}

#[test]
fn in_a_gauntlet_the_first_meets_all_others() {
    let played = played(5, "-tournament gauntlet -rounds 2");
    let meetings = played.meetings();
    let wanted = ["p1", "p2", "p3", "p4"].map(|other| (["p0", other], 2));
    assert_eq!(meetings.into_iter().collect::<Vec<_>>(), wanted);
    assert_openings_are_shared(&played);
}

#[test]
fn in_a_swiss_nobody_meets_anybody_twice_and_likes_meet() {
    for count in [4, 5] {
        let played = played(count, "-tournament swiss -rounds 3");
        let meetings = played.meetings();
        assert!(meetings.values().all(|&count| count == 1), "{meetings:?}");
        assert_eq!(meetings.len(), 3 * (count / 2));
        for round in 1..=3 {
            let mut seen = HashSet::new();
            let pairs = played.games.iter().step_by(2).filter(|game| game.round == round);
            for game in pairs {
                assert!(seen.insert(&game.light) && seen.insert(&game.dark), "round {round}");
            }
            assert_eq!(seen.len(), count / 2 * 2);
        }
    }
}

#[test]
fn a_swiss_that_was_broken_off_goes_on_in_the_same_way() {
    let place = Place::new();
    let words = format!("{} -tournament swiss -rounds 4 -journal j", players(6));
    place.play(&words);
    let whole = place.read("j");
    let kept: String = whole.split_inclusive('\n').take(1 + 5).collect();
    place.write("j", &kept);
    place.play("resume j");
    let played = Played::read(&place, "j");
    assert!(place.read("j").starts_with(&kept));
    assert_eq!(played.numbers(), (0..12).collect::<Vec<_>>());
    assert!(played.meetings().values().all(|&count| count == 1));
}
