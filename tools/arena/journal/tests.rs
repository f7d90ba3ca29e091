//! Journals that are cut, broken, shared and killed.

use super::*;
use crate::played::{GameResult, sample};
use crate::schedule::{Schedule, Shard, Step};
use crate::scratch::Folder;
use crate::settings::{Settings, SprtSettings, sample_settings};
use proptest::prelude::*;

fn header() -> Header {
    let engine = EngineIdentity { name: "x".to_owned(), fingerprint: None };
    let sprt = SprtSettings {
        elo0: 0.1 + 0.2,
        elo1: 1.0 / 3.0,
        alpha: 0.05,
        beta: f64::MIN_POSITIVE,
        normalized: true,
    };
    let settings = Settings { rounds: 8, sprt: Some(sprt), ..sample_settings(2) };
    Header::new(settings, vec![engine; 2], "r".to_owned(), None, Shard::default())
}

fn pairs() -> Vec<Pair> {
    let mut schedule = Schedule::new(&header().settings, Shard::default());
    let mut pairs = Vec::new();
    while let Step::Play(encounter) = schedule.next_step() {
        let mut pair = sample::pair(&encounter, [GameResult::Draw, GameResult::Light]);
        // Short lines: a test cuts them at every byte.
        pair.games[1].turns.clear();
        pair.opening.turns.clear();
        pair.games[0].detail = Some("a line feed:\n a quote: \" and Lovász".to_owned());
        pairs.push(pair);
    }
    pairs
}

fn open(path: &Path) -> Result<(Journal, Vec<Pair>), JournalError> {
    Journal::open_or_create(path, &header())
}

/// A journal with all pairs; its bytes.
fn full(path: &Path) -> Vec<u8> {
    let (mut journal, found) = open(path).unwrap();
    assert!(found.is_empty());
    for pair in pairs() {
        journal.append(&pair).unwrap();
    }
    fs::read(path).unwrap()
}

#[test]
fn what_is_appended_is_there_again() {
    let folder = Folder::new("journal-again");
    let path = folder.file("j");
    full(&path);
    assert_eq!(open(&path).unwrap().1, pairs());
    assert_eq!(read(&path).unwrap(), (header(), pairs()));
    assert!(!aside(&path).exists());
}

#[test]
fn a_cut_anywhere_in_the_last_two_lines_loses_and_doubles_no_pair() {
    let folder = Folder::new("journal-cut");
    let path = folder.file("j");
    let bytes = full(&path);
    let ends: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
    let from = ends[ends.len() - 3];
    for cut in from..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        // The header is one of the lines.
        let complete = ends.iter().filter(|end| **end <= cut).count() - 1;
        assert_eq!(read(&path).unwrap().1, pairs()[..complete], "cut at {cut}");
        assert_eq!(fs::read(&path).unwrap().len(), cut, "reading changes nothing");
        let (mut journal, found) = open(&path).unwrap();
        assert_eq!(found, pairs()[..complete], "cut at {cut}");
        let header = header();
        let mut schedule =
            Schedule::resume(&header.settings, Shard::default(), &found).unwrap();
        while let Step::Play(encounter) = schedule.next_step() {
            journal.append(&pairs()[encounter.number as usize]).unwrap();
        }
        drop(journal);
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut at {cut}");
    }
}

#[test]
fn a_header_that_is_cut_is_an_error_and_nothing_is_overwritten() {
    let folder = Folder::new("journal-header");
    let path = folder.file("j");
    let bytes = full(&path);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for cut in 0..=end {
        fs::write(&path, &bytes[..cut]).unwrap();
        let refused = open(&path);
        assert!(matches!(refused, Err(JournalError::BrokenLine { line: 1, .. })), "{cut}");
        assert_eq!(fs::read(&path).unwrap(), bytes[..cut]);
    }
}

#[test]
fn a_file_aside_from_a_run_that_was_killed_does_no_harm() {
    let folder = Folder::new("journal-aside");
    let path = folder.file("j");
    fs::write(aside(&path), "half a head").unwrap();
    full(&path);
    assert_eq!(read(&path).unwrap(), (header(), pairs()));
    assert!(!aside(&path).exists());
}

#[test]
fn who_comes_too_late_to_begin_a_journal_leaves_it_alone() {
    let folder = Folder::new("journal-late");
    let path = folder.file("j");
    let bytes = full(&path);
    assert!(create(&path, &header()).unwrap().is_none());
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert!(!aside(&path).exists());
    let held = open_aside(&aside(&path)).unwrap();
    let refused = open_aside(&aside(&path));
    assert!(matches!(refused, Err(JournalError::InUse(_))));
    drop(held);
}

#[test]
fn any_other_broken_line_is_an_error_with_its_number() {
    let folder = Folder::new("journal-broken");
    let path = folder.file("j");
    let text = String::from_utf8(full(&path)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let reversed = lines[3].replace("\"players\":[0,1]", "\"players\":[1,1]");
    assert_ne!(reversed, lines[3]);
    let cases = [
        ("", "not a pair of games"),
        ("{}", "not a pair of games"),
        (&lines[3][..40], "not a pair of games"),
        (lines[1], "pair 0 is here for the second time"),
        (&reversed, "players 1 and 1, of 2 from 0"),
    ];
    for (wrong, wanted) in cases {
        let mut changed = lines.clone();
        changed[3] = wrong;
        fs::write(&path, changed.join("\n") + "\n").unwrap();
        let refusal = open(&path).expect_err(wanted);
        assert!(matches!(refusal, JournalError::BrokenLine { line: 4, .. }), "{refusal}");
        assert!(refusal.to_string().contains(wanted), "{refusal}");
    }
}

#[test]
fn the_same_pair_is_not_kept_twice() {
    let folder = Folder::new("journal-twice");
    let path = folder.file("j");
    let bytes = full(&path);
    let (mut journal, found) = open(&path).unwrap();
    let refused = journal.append(&found[2]);
    assert!(matches!(refused, Err(JournalError::Twice { number: 2, .. })));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn two_cannot_write_the_same_journal() {
    let folder = Folder::new("journal-two");
    let path = folder.file("j");
    let first = open(&path).unwrap();
    assert!(matches!(open(&path), Err(JournalError::InUse(_))));
    drop(first);
    let second = open(&path).unwrap();
    assert!(matches!(open(&path), Err(JournalError::InUse(_))));
    assert!(matches!(write(&path, &header(), &[]), Err(JournalError::InUse(_))));
    drop(second);
}

#[test]
fn the_journal_of_another_tournament_is_refused_by_the_field() {
    let folder = Folder::new("journal-other");
    let path = folder.file("j");
    let bytes = full(&path);
    let mut other = header();
    other.settings.players[1].limit.nodes = Some(2000);
    let refusal = Journal::open_or_create(&path, &other).expect_err("another limit");
    let text = refusal.to_string();
    assert!(text.ends_with("players[1].limit.nodes is 1000 there and 2000 here"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_pair_of_another_part_is_an_error() {
    let folder = Folder::new("journal-part");
    let path = folder.file("j");
    let mut part = header();
    part.shard = Shard::new(2, 2).unwrap();
    write(&path, &part, &pairs()[..1]).unwrap();
    let refusal = read(&path).expect_err("pair 0 is of the first part").to_string();
    assert!(
        refusal.ends_with(":2: pair 0 is none of this part of the tournament"),
        "{refusal}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_the_journal_stays_whole() {
    let device = OpenOptions::new().append(true).open("/dev/full").unwrap();
    let path = PathBuf::from("/dev/full");
    let mut journal = Journal { path, file: device, length: 0, numbers: HashSet::new() };
    assert!(matches!(journal.append(&pairs()[0]), Err(JournalError::Io { .. })));
    // It was not kept, so it may be tried again.
    assert!(matches!(journal.append(&pairs()[0]), Err(JournalError::Io { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A tournament whose arena is killed again and again: each life finishes some pairs,
    /// out of order, and dies within the writing of one more.
    #[test]
    fn kills_at_random_lose_no_pair_that_was_kept(
        lives in proptest::collection::vec((0_usize..4, 0_usize..4, 0_usize..1000), 1..12),
    ) {
        let folder = Folder::new("journal-kill");
        let path = folder.file("j");
        let settings = header().settings;
        let mut kept: Vec<u64> = Vec::new();
        for (count, swap, permille) in lives {
            let (mut journal, found) = open(&path).unwrap();
            let numbers: Vec<u64> = found.iter().map(|pair| pair.number).collect();
            prop_assert_eq!(&numbers, &kept);
            let mut schedule = Schedule::resume(&settings, Shard::default(), &found).unwrap();
            let mut running: Vec<u64> = Vec::new();
            while let Step::Play(encounter) = schedule.next_step() {
                running.push(encounter.number);
            }
            if swap < running.len() {
                running.swap(0, swap);
            }
            let mut running = running.into_iter();
            for number in running.by_ref().take(count) {
                journal.append(&pairs()[number as usize]).unwrap();
                kept.push(number);
            }
            drop(journal);
            if let Some(number) = running.next() {
                let line = line_of(&pairs()[number as usize]).unwrap();
                let part = line.len() * permille / 1000;
                let mut file = OpenOptions::new().append(true).open(&path).unwrap();
                file.write_all(&line[..part]).unwrap();
            }
        }
        let (_, mut found) = open(&path).unwrap();
        found.sort_by_key(|pair| pair.number);
        kept.sort_unstable();
        let wanted: Vec<Pair> =
            kept.iter().map(|&number| pairs()[number as usize].clone()).collect();
        prop_assert_eq!(found, wanted);
    }
}
