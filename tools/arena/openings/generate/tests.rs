//! Tests of generated openings.

use super::*;
use crate::openings::{Book, Openings, Reading};
use std::fs;
use std::thread;

fn rules(variant: &str) -> RuleSet {
    RuleSet { variant: variant.to_owned(), ..RuleSet::default() }
}

/// A generator whose searches are short.
fn quick(variant: &str, seed: u64) -> Generator {
    Generator { depth: 2, ..Generator::new(rules(variant), seed) }
}

fn first(generator: &Generator, count: usize) -> Vec<Opening> {
    let generated = Generated::new(generator).unwrap();
    (0..count).map(|index| generated.get(index).unwrap()).collect()
}

#[test]
fn a_seed_makes_the_same_list_however_it_is_asked_for() {
    let generator = quick("morabaraba", 7);
    let list = first(&generator, 12);
    assert_eq!(list, first(&generator, 12));
    assert_ne!(list, first(&quick("morabaraba", 8), 12));
    let generated = Generated::new(&generator).unwrap();
    let ask = |index: usize| generated.get(index).unwrap();
    let backwards: Vec<Opening> = thread::scope(|scope| {
        let asked: Vec<_> =
            (0..12).rev().map(|index| scope.spawn(move || ask(index))).collect();
        asked.into_iter().rev().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(list, backwards);
}

#[test]
fn no_two_openings_are_images_of_each_other() {
    for variant in ["nine", "morabaraba", "three", "five", "gonu"] {
        let generator = quick(variant, 3);
        let mut arbiter = Arbiter::new(&generator.rules).unwrap();
        let mut shapes = HashSet::new();
        for opening in first(&generator, 10) {
            opening.set_up(&mut arbiter).unwrap();
            assert!(shapes.insert(arbiter.shape_key().unwrap()), "{variant}: {opening}");
        }
    }
}

#[test]
fn every_opening_is_undecided_balanced_and_as_long_as_asked() {
    for (variant, plies) in [("nine", 8), ("lasker", 6), ("shisima", 4), ("dooz-own", 7)] {
        let generator = Generator { plies: Some(plies), depth: 3, ..quick(variant, 1) };
        let mut arbiter = Arbiter::new(&generator.rules).unwrap();
        let mut judge = Judge::new(&generator.rules, generator.depth).unwrap();
        for opening in first(&generator, 8) {
            opening.set_up(&mut arbiter).unwrap();
            assert_eq!(arbiter.outcome(), Ok(None), "{variant}: {opening}");
            assert_eq!(arbiter.ply(), Ok(plies), "{variant}: {opening}");
            let score = judge.score(&opening).unwrap();
            let is_balanced = matches!(score, ScoreView::Centimen(-60..=60));
            assert!(is_balanced, "{variant}: {opening}: {score:?}");
        }
    }
}

#[test]
fn a_small_board_has_few_openings_which_start_again_from_the_first() {
    let generated = Generated::new(&Generator::new(rules("three"), 1)).unwrap();
    assert_eq!(generated.known_count(), None);
    generated.get(500).unwrap();
    let count = generated.known_count().unwrap();
    assert!((10..100).contains(&count), "{count}");
    for index in [0, 1, count - 1] {
        assert_eq!(generated.get(index).unwrap(), generated.get(index + 3 * count).unwrap());
    }
    let remarks = generated.remarks().join("\n");
    assert!(remarks.contains(&format!("no more than {count} openings")), "{remarks}");
    assert!(generated.remarks().is_empty(), "a remark is made once");
}

#[test]
fn the_balance_is_widened_in_steps_where_it_allows_too_little() {
    let generator = Generator { balance: 15, ..quick("shisima", 1) };
    let mut judge = Judge::new(&generator.rules, generator.depth).unwrap();
    let generated = Generated::new(&generator).unwrap();
    generated.get(500).unwrap();
    let remarks = generated.remarks();
    assert!(remarks[0].contains("at most 15 centimen, from then on it is at most 30"));
    let count = generated.known_count().unwrap();
    let leads: Vec<i32> = (0..count)
        .map(|index| match judge.score(&generated.get(index).unwrap()).unwrap() {
            ScoreView::Centimen(score) => score.abs(),
            other => panic!("decided: {other:?}"),
        })
        .collect();
    let narrow = leads.iter().take_while(|lead| **lead <= 15).count();
    assert!(
        remarks[0].starts_with(&format!("after {narrow} openings ")),
        "{remarks:?} {leads:?}"
    );
    assert!(narrow < count && leads.iter().all(|lead| *lead <= 60), "{leads:?}");
}

#[test]
fn games_that_are_always_over_leave_no_opening_and_an_end_of_trying() {
    let generator = Generator { plies: Some(500), ..quick("three", 1) };
    let error = Generated::new(&generator).unwrap().get(0).unwrap_err().to_string();
    assert!(error.starts_with("no opening of 500 plies was found in 1000 tries"), "{error}");
}

#[test]
fn the_usual_length_follows_the_men() {
    let plies = |variant: &str| usual_plies(&Arbiter::new(&rules(variant)).unwrap());
    let usual = ["three", "achi", "five", "six", "seven", "nine", "morabaraba"].map(plies);
    assert_eq!(usual, [4, 4, 4, 6, 6, 8, 8]);
}

#[test]
fn switches_and_the_files_of_users_are_obeyed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants/good");
    let village = RuleSet {
        file: Some(format!("{folder}/village.toml")),
        switches: vec![("MoveWhilePlacing".to_owned(), "on".to_owned())],
        ..rules("village")
    };
    let openings = first(&Generator { rules: village, ..quick("", 1) }, 20);
    assert!(openings.iter().flat_map(|one| &one.turns).any(|turn| turn.contains('-')));
    let unknown = Generated::new(&quick("village", 1)).unwrap_err();
    assert!(unknown.to_string().contains("village"), "{unknown}");
}

#[test]
fn what_is_written_is_read_again_as_a_book() {
    let generated = || Openings::Generated(Generated::new(&quick("three", 5)).unwrap());
    let mut few = Vec::new();
    generated().write(6, &mut few).unwrap();
    assert_eq!(String::from_utf8(few).unwrap().lines().count(), 6);
    let mut text = Vec::new();
    generated().write(500, &mut text).unwrap();
    let path = std::env::temp_dir().join(format!("arena-{}-written.txt", std::process::id()));
    fs::write(&path, &text).unwrap();
    let reading = Reading { file: path.to_str().unwrap().to_owned(), ..Reading::default() };
    let book = Openings::Book(Book::read(&rules("three"), &reading).unwrap());
    fs::remove_file(&path).unwrap();
    let made = generated();
    made.get(500).unwrap();
    assert_eq!(made.known_count(), book.known_count(), "each of them once");
    for index in 0..1000 {
        assert_eq!(made.get(index).unwrap(), book.get(index).unwrap());
    }
    assert!(String::from_utf8(text).unwrap().contains("\n# there are no more than "));
}
