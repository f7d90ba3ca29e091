//! Damaged and misplaced files, seen through the tables: no value or the right one, and
//! always a reason.

use crate::folder::{BOTH, Folder, fill};
use crate::mirror::{self, SMALL, SWITCHES, numbering, path, state};
use modisa::game::Side;
use modisa::kit::SplitMix64;
use modisa::morris::{Morris, State};
use modisa::tablebase::{Ground, Tablebase, Unknown, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// A copy of the one file of a sector, and some of its positions with their values.
struct Single {
    game: Morris,
    folder: Folder,
    path: PathBuf,
    sound: Vec<u8>,
    positions: Vec<(State, Value)>,
}

impl Single {
    fn new(ending: &str) -> Self {
        // With five men, so that no small ending takes the place of the file.
        let (own, other) = (5, 3);
        let (game, paper, folder) = (mirror::game(), mirror::paper(), Folder::new());
        let digest = paper.digest(&SWITCHES);
        let sound = fs::read(path(SMALL.path(), digest, own, other, ending)).unwrap();
        let path = path(folder.path(), digest, own, other, ending);
        fs::create_dir(path.parent().unwrap()).unwrap();
        let tables = Tablebase::open(&game, Some(SMALL.path()));
        let numbering = numbering(&paper, own, other);
        let positions = (0..numbering.slots()).step_by(13).map(|slot| {
            let state = state(&game, own, other, numbering.position(slot), Side::Light);
            (state, tables.value(&state).unwrap())
        });
        let positions = positions.collect();
        Self { game, folder, path, sound, positions }
    }

    /// Why the file with these bytes is refused, or nothing if all its values are right.
    fn refusal(&self, bytes: &[u8]) -> Option<String> {
        fs::write(&self.path, bytes).unwrap();
        let tables = Tablebase::open(&self.game, Some(self.folder.path()));
        let mut refusal = None;
        for (state, wanted) in &self.positions {
            let answer = tables.standing(state);
            match answer {
                Ok(standing) => assert_eq!(standing, wanted.standing()),
                Err(Unknown::Refused(reason)) => refusal = Some(reason),
                Err(other) => panic!("{other}"),
            }
            if let Ok(value) = tables.value(state) {
                assert_eq!(value, *wanted);
            }
        }
        let problems = tables.problems();
        assert_eq!(problems.is_empty(), refusal.is_none(), "{refusal:?}: {problems:?}");
        let name = self.path.file_name().unwrap().to_str().unwrap();
        assert!(problems.iter().all(|problem| problem.contains(name)), "{problems:?}");
        refusal
    }
}

#[test]
fn no_damaged_byte_is_taken_for_a_value() {
    let mut chance = SplitMix64::new(3);
    for ending in ["dtw", "wdl"] {
        let single = Single::new(ending);
        assert_eq!(single.refusal(&single.sound), None);
        let frames = 128 + 12 + 8;
        let some = (frames..single.sound.len()).filter(|_| chance.below(4) == 0);
        let places: Vec<usize> = (0..frames).chain(some).collect();
        for at in places {
            let mut bytes = single.sound.clone();
            bytes[at] ^= 1 + chance.below(255) as u8;
            assert!(single.refusal(&bytes).is_some(), "{ending}, byte {at}: not refused");
        }
    }
}

#[test]
fn no_other_length_is_taken_for_the_file() {
    for ending in ["dtw", "wdl"] {
        let single = Single::new(ending);
        let all = single.sound.len();
        for length in (0..160).chain((160..all).step_by(7)).chain([all - 1, all + 1, 2 * all]) {
            let mut bytes = single.sound.clone();
            bytes.resize(length, 0);
            assert!(single.refusal(&bytes).is_some(), "{ending}, {length} bytes: not refused");
        }
    }
}

/// Puts a copy of a file where another one belongs.
fn misplace(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(from, to).unwrap();
}

#[test]
fn a_file_under_the_name_of_another_is_refused_by_its_reason() {
    let game = mirror::game();
    let digest = mirror::paper().digest(&SWITCHES);
    // The same board, and other rules.
    let mut rules = *game.rules();
    rules.targets = modisa::morris::rules::Targets::Any;
    let theirs = Folder::new();
    let other = Morris::with_rules(game.variant(), rules).unwrap();
    fill(theirs.path(), &other, |pair| pair.large == 5 && pair.small == 3);
    let other_digest = Ground::new(&other).unwrap().digest();
    assert_ne!(digest, other_digest);
    for (from, own, men, ending, reason) in [
        (SMALL.path(), digest, [5, 4], "dtw", "holds sector 5-4, wanted 5-3"),
        (SMALL.path(), digest, [3, 5], "dtw", "holds sector 3-5, wanted 5-3"),
        (SMALL.path(), digest, [5, 3], "wdl", "holds wdl values, wanted dtw"),
        (theirs.path(), other_digest, [5, 3], "dtw", "made for other rules"),
        (BOTH.path(), twelve(), [5, 3], "dtw", "made for other rules"),
    ] {
        let folder = Folder::new();
        let [mine, yours] = men;
        let place = path(folder.path(), digest, 5, 3, "dtw");
        misplace(&path(from, own, mine, yours, ending), &place);
        let tables = Tablebase::open(&game, Some(folder.path()));
        let paper = mirror::paper();
        let sets = numbering(&paper, 5, 3).position(0);
        let answer = tables.value(&state(&game, 5, 3, sets, Side::Light));
        let Err(Unknown::Refused(told)) = answer else { panic!("{reason}: {answer:?}") };
        assert!(told.contains(reason) && told.contains("5-3.dtw"), "{told}");
        assert_eq!(tables.problems(), [told]);
    }
}

fn twelve() -> u64 {
    Ground::new(&crate::folder::game("twelve")).unwrap().digest()
}

#[test]
fn a_damaged_file_with_distances_leaves_the_classes_of_the_other() {
    let single = Single::new("dtw");
    let digest = mirror::paper().digest(&SWITCHES);
    let classes = path(SMALL.path(), digest, 5, 3, "wdl");
    misplace(&classes, &path(single.folder.path(), digest, 5, 3, "wdl"));
    fs::write(&single.path, &single.sound[..200]).unwrap();
    let tables = Tablebase::open(&single.game, Some(single.folder.path()));
    for (state, wanted) in &single.positions {
        assert!(matches!(tables.value(state), Err(Unknown::Refused(_))));
        assert_eq!(tables.standing(state), Ok(wanted.standing()));
    }
}
