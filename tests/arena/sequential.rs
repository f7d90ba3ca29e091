//! Matches that end as soon as they have shown enough.

use crate::place::Place;
use crate::played::Played;

const TEST: &str = "-sprt elo0=0 elo1=50 -rounds 2000 -variant nine -journal j -concurrency 2 \
    -ratinginterval 0";

#[test]
fn a_stronger_engine_is_accepted_long_before_the_last_round() {
    let place = Place::new();
    let words = format!(
        "-engine cmd=MODISA name=full -engine cmd=MODISA name=none option.SkillLevel=0 \
         -each nodes=300 option.Hash=1 {TEST}"
    );
    let run = place.play(&words);
    assert!(run.out.contains("H1 accepted"), "{}", run.out);
    let played = Played::read(&place, "j");
    let count = played.games.len() / 2;
    assert!((5..200).contains(&count), "{count}");
    assert!(played.games.iter().all(|game| game.detail.is_empty()));

    let journal = place.read("j");
    for words in [words.as_str(), "resume j"] {
        let again = place.play(words);
        assert_eq!(again.out, place.play("report j").out);
        assert!(again.out.contains("H1 accepted"));
    }
    assert_eq!(place.read("j"), journal);
}

#[test]
fn a_weaker_engine_is_refused() {
    let place = Place::new();
    let run = place.play(&format!(
        "-engine cmd=MOCK name=random args=--instant -engine cmd=MODISA name=full \
         -each nodes=300 option.Hash=1 {TEST}"
    ));
    assert!(run.out.contains("H0 accepted"), "{}", run.out);
}
