//! The files against protocol.md: a reader made from its words finds the same values, what
//! a writer made from them writes is read, and a wrong value in sound bytes is found.

use crate::command::run;
use crate::folder::{BOTH, Folder, game};
use crate::layout::{self, Table};
use crate::mirror;
use crate::mirror::{MEN, SMALL, SWITCHES, numbering, path, read_both, sectors, state};
use crate::numbering::Paper;
use crate::slow::model::Model;
use crate::slow::sheets::{MORABARABA, NINE};
use crate::small::{self, MIRROR};
use modisa::game::{Notation, Side};
use modisa::kit::SplitMix64;
use modisa::tablebase::{Ground, Tablebase, Value};
use std::collections::HashMap;
use std::fs;

#[test]
fn every_position_of_a_small_game_is_read_alike() {
    let (game, paper) = (mirror::game(), mirror::paper());
    assert_eq!(paper.symmetries(), 2);
    let tables = Tablebase::open(&game, Some(SMALL.path()));
    for (own, other) in sectors() {
        let [dtw, wdl] = read_both(SMALL.path(), paper.digest(&SWITCHES), own, other);
        assert_eq!(wdl.variant, "mirror");
        let numbering = numbering(&paper, own, other);
        assert_eq!(dtw.codes.len(), numbering.slots(), "{own}-{other}");
        let mut different = HashMap::new();
        for slot in 0..numbering.slots() {
            let sets = numbering.position(slot);
            let wanted = layout::value(dtw.codes[slot]);
            for side in Side::BOTH {
                let state = state(&game, own, other, sets, side);
                assert_eq!(tables.value(&state), Ok(wanted), "{own}-{other}, slot {slot}");
                assert_eq!(tables.standing(&state), Ok(wanted.standing()));
            }
            let images = (0..paper.symmetries())
                .map(|symmetry| (paper.image(symmetry, sets.0), paper.image(symmetry, sets.1)));
            for (large, small) in images.clone() {
                let slot = numbering.slot(large, small);
                assert_eq!(layout::value(dtw.codes[slot]), wanted, "an image");
            }
            different.insert(images.min().unwrap(), wanted);
        }
        assert_eq!((dtw.counts, dtw.longest), counted(different.values()), "{own}-{other}");
    }
}

/// The numbers of a header, counted from the values of different positions.
fn counted<'a>(values: impl Iterator<Item = &'a Value>) -> ([u64; 4], [u16; 2]) {
    let (mut counts, mut longest) = ([0; 4], [0; 2]);
    for value in values {
        counts[0] += 1;
        match *value {
            Value::Win(plies) => {
                counts[1] += 1;
                longest[0] = longest[0].max(plies);
            }
            Value::Draw => counts[2] += 1,
            Value::Loss(plies) => {
                counts[3] += 1;
                longest[1] = longest[1].max(plies);
            }
        }
    }
    (counts, longest)
}

#[test]
fn sectors_of_the_large_boards_are_read_alike() {
    let mut chance = SplitMix64::new(11);
    for (id, sheet) in [("nine", NINE), ("twelve", MORABARABA)] {
        let (game, paper) = (game(id), Paper::new(&Model::new(sheet)));
        assert_eq!(paper.symmetries(), 16);
        let digest = paper.digest(&SWITCHES);
        assert_eq!(digest, Ground::new(&game).unwrap().digest(), "{id}");
        let tables = Tablebase::open(&game, Some(BOTH.path()));
        for (own, other) in [(3, 3), (4, 3), (3, 4), (3, 5)] {
            let [dtw, _] = read_both(BOTH.path(), digest, own, other);
            let numbering = numbering(&paper, own, other);
            assert_eq!(dtw.codes.len(), numbering.slots(), "{id} {own}-{other}");
            for _ in 0..20_000 {
                let slot = chance.below(numbering.slots() as u64) as usize;
                let (large, small) = numbering.position(slot);
                let symmetry = chance.below(16) as usize;
                let [large, small] = [large, small].map(|set| paper.image(symmetry, set));
                let state = state(&game, own, other, (large, small), Side::Light);
                let wanted = layout::value(dtw.codes[slot]);
                assert_eq!(tables.value(&state), Ok(wanted), "{id} {own}-{other}, {slot}");
                assert_eq!(dtw.codes[numbering.slot(large, small)], dtw.codes[slot]);
            }
        }
    }
}

#[test]
fn the_example_of_the_document_is_so() {
    let (game, paper) = (game("nine"), Paper::new(&Model::new(NINE)));
    let digest = paper.digest(&SWITCHES);
    let words = ["3/3/w2/1b1w2/b2/2w/1b1", "w"];
    let state = game.read_state(&words).unwrap();
    let sets = [Side::Light, Side::Dark].map(|side| state.men_of(side).bits());
    let numbering = numbering(&paper, 3, 3);
    let slot = numbering.slot(sets[0], sets[1]);
    let [dtw, _] = read_both(BOTH.path(), digest, 3, 3);
    let (slots, code) = (numbering.slots(), dtw.codes[slot]);
    let example = format!(
        "has slot {slot} of {slots}, and the code there, in `{digest:016x}/3-3.dtw`, is {code}"
    );
    let text = include_str!("../../protocol.md");
    let told = text.replace('\n', " ");
    assert!(told.contains(&example), "protocol.md should say: {example}");
    // Of each list in the text of the digest, what stands before and after the dots.
    let digested = paper.meaning(&SWITCHES);
    let start = text.find("\nmoving ").unwrap() + 1;
    let shown = &text[start..];
    let shown = &shown[..shown.find("```").unwrap()];
    assert_eq!(digested.lines().count(), shown.lines().count());
    for (whole, shown) in digested.lines().zip(shown.lines()) {
        let (before, after) = shown.split_once("[...]").unwrap_or((shown, ""));
        let fits = if after.is_empty() { whole == before } else { whole.ends_with(after) };
        assert!(fits && whole.starts_with(before), "{whole}: {shown}");
    }
}

/// Makes a wrong code of a right one, at least of some.
type Plant = fn(u8) -> u8;

/// Writes every table of the small game anew, after a change.
fn written(change: impl Fn(&mut Table)) -> Folder {
    let (folder, paper) = (Folder::new(), mirror::paper());
    let digest = paper.digest(&SWITCHES);
    fs::create_dir(folder.path().join(format!("{digest:016x}"))).unwrap();
    for (own, other) in sectors() {
        let tables = read_both(SMALL.path(), digest, own, other);
        for (mut table, ending) in tables.into_iter().zip(["dtw", "wdl"]) {
            change(&mut table);
            let path = path(folder.path(), digest, own, other, ending);
            fs::write(path, layout::write(&table)).unwrap();
        }
    }
    folder
}

/// What `tablebase verify` says of a folder of the small game.
fn verify(folder: &Folder) -> (bool, String) {
    let file = folder.path().join("mirror.toml");
    fs::write(&file, small::text("mirror", &MIRROR, MEN)).unwrap();
    let file = file.to_str().unwrap();
    let (success, said, complaint) = run(&[
        "verify",
        "mirror",
        "--file",
        file,
        "--dir",
        folder.text(),
        "--positions",
        "20000",
    ]);
    (success, said + &complaint)
}

#[test]
fn what_another_program_writes_is_read() {
    let folder = written(|_| ());
    assert_ne!(folder.files(), SMALL.files(), "compressed in another way");
    let game = mirror::game();
    let paper = mirror::paper();
    let [ours, theirs] =
        [SMALL.path(), folder.path()].map(|path| Tablebase::open(&game, Some(path)));
    for (own, other) in sectors() {
        let numbering = numbering(&paper, own, other);
        for slot in 0..numbering.slots() {
            let state = state(&game, own, other, numbering.position(slot), Side::Light);
            assert_eq!(theirs.value(&state), ours.value(&state));
            assert_eq!(theirs.standing(&state), ours.standing(&state));
        }
    }
    assert_eq!(theirs.problems(), Vec::<String>::new());
    let (success, said) = verify(&folder);
    assert!(success, "{said}");
    assert_eq!(said.lines().count(), sectors().count(), "{said}");
    let sound = " sound, 20000 positions compared, 0 inconsistent";
    assert!(said.lines().all(|line| line.ends_with(sound)), "{said}");
}

#[test]
fn a_planted_value_is_found() {
    let later = |code: u8| if code > 0 && code.is_multiple_of(2) { code + 2 } else { code };
    let drawn = |code: u8| if code > 2 { 0 } else { code };
    let drawn_class = |code: u8| code % 2;
    let plants: [(&str, u8, Plant); 3] = [
        ("a win that is later", 2, later),
        ("a draw", 2, drawn),
        ("a draw without distance", 1, drawn_class),
    ];
    for (what, metric, plant) in plants {
        let folder = written(|table| {
            if (table.metric, table.own, table.other) == (metric, 5, 4) {
                let slot = table.codes.iter().position(|&code| plant(code) != code).unwrap();
                table.codes[slot] = plant(table.codes[slot]);
            }
        });
        let (success, said) = verify(&folder);
        assert!(!success && said.contains("positions inconsistent"), "{what}: {said}");
        let of = said.lines().find(|line| line.starts_with("5-4 ")).unwrap();
        assert!(!of.ends_with(" 0 inconsistent"), "{what}: {said}");
    }
}
