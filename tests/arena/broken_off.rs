//! Tournaments that are broken off at any moment, and go on.

use crate::place::{Place, TWO};
use crate::played::Played;
use modisa::kit::SplitMix64;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const PAIRS: usize = 160;

/// Lines of a journal that is being written.
fn lines(place: &Place, journal: &str) -> usize {
    std::fs::read_to_string(place.path(journal)).map_or(0, |text| text.matches('\n').count())
}

/// Waits for so many lines and a moment more, and kills it.
fn kill(mut arena: Child, place: &Place, after: usize, moment: Duration) {
    let start = Instant::now();
    while lines(place, "j") < after && start.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(2));
    }
    thread::sleep(moment);
    arena.kill().unwrap();
    arena.wait().unwrap();
}

/// Processes that were started with this word.
fn with_word(word: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands = processes.filter_map(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&command).into_owned())
    });
    commands.filter(|command| command.split('\0').any(|known| known == word)).collect()
}

#[test]
fn a_tournament_killed_three_times_is_as_one_played_at_a_stretch() {
    let place = Place::new();
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let mut rng = SplitMix64::new(since.as_nanos() as u64);
    let word = format!("{}", since.as_nanos());
    let words = format!(
        "-engine cmd=MOCK name=a args='--instant --name {word}' \
         -engine cmd=MOCK name=b args='--instant --seed 1 --name {word}' -each st=60 \
         -variant six -rounds {PAIRS} -journal j -concurrency 2 -ratinginterval 0"
    );
    let runs = [words.clone(), words, "resume j -concurrency 2 -ratinginterval 0".to_owned()];
    let mut before = 0;
    for run in &runs {
        let after = before + 1 + rng.below(PAIRS as u64 / 5) as usize;
        let moment = Duration::from_micros(rng.below(30_000));
        kill(place.start(run), &place, after, moment);
        let now = lines(&place, "j");
        assert!((after..PAIRS).contains(&now), "killed after {after} lines, there are {now}");
        before = now;
    }
    let end = place.play("resume j -concurrency 2 -ratinginterval 0 -pgnout g.pgn");
    let played = Played::read(&place, "j");
    assert_eq!(played.numbers(), (0..PAIRS as u64).collect::<Vec<_>>());
    played.assert_is_told_by(&place, "g.pgn");
    assert_eq!(place.play("records j").out, place.read("g.pgn"));

    let report = place.play("report j").out;
    let [wins, draws, losses] = played.tally("a");
    let games = format!("Games: {}, +{wins} ={draws} -{losses}, ", 2 * PAIRS);
    assert!(report.contains(&games), "{games}\n{report}");
    assert!(end.out.ends_with(&report), "{}\n{report}", end.out);
    assert!(report.contains("a: ") && !played.games.iter().any(|game| !game.detail.is_empty()));

    // The engines of the arenas that were killed have seen the end of their input.
    let start = Instant::now();
    while !with_word(&word).is_empty() && start.elapsed() < Duration::from_secs(5) {
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(with_word(&word), Vec::<String>::new());
}

#[test]
fn a_tournament_that_was_played_is_not_played_again() {
    let place = Place::new();
    let words = format!("{TWO} -variant three -rounds 3 -journal j");
    let first = place.play(&words).out;
    let journal = place.read("j");
    let report = place.play("report j").out;
    assert!(first.ends_with(&report));
    assert_eq!(place.play(&words).out, report);
    assert_eq!(place.play("resume j").out, report);
    assert_eq!(place.read("j"), journal);
}

#[test]
fn half_a_line_is_played_again_and_a_broken_one_is_told() {
    let place = Place::new();
    let words = format!("{TWO} -variant three -rounds 3 -journal j");
    place.play(&words);
    let whole = place.read("j");
    place.write("j", &whole[..whole.len() - 20]);
    place.play(&words);
    assert_eq!(Played::read(&place, "j").numbers(), [0, 1, 2]);

    let broken = place.read("j").replacen("\"pair\":1", "\"pair\":oops", 1);
    place.write("j", &broken);
    for words in [words.as_str(), "resume j", "report j", "records j"] {
        let refusal = place.refuse(words, 1);
        assert!(refusal.contains("j:3: "), "{refusal}");
    }
    assert_eq!(place.read("j"), broken);
}

#[test]
fn a_journal_edited_by_hand_is_refused_where_it_contradicts_the_tournament() {
    let place = Place::new();
    let words = format!("{TWO} -variant three -rounds 3 -journal j");
    place.play(&words);
    let sound = place.read("j");
    let edits = [
        ("\"pair\":2", "\"pair\":1", "second time"),
        ("\"pair\":2", "\"pair\":9", "pair 9"),
        ("\"players\":[0,1]", "\"players\":[0,2]", "players 0 and 2"),
        ("\"round\":2", "\"round\":3", "round 3"),
        ("\"seed\":0", "\"seed\":7", "seed is 7 there and 0 here"),
        ("\"arena 1\"", "\"arena 9\"", "arena 9"),
    ];
    for (from, to, part) in edits {
        assert!(sound.contains(from), "{from}");
        place.write("j", &sound.replacen(from, to, 1));
        let refusal = place.refuse(&words, 1);
        assert!(refusal.contains(part), "{from} {to}: {refusal}");
    }
}

#[test]
fn a_tournament_that_nobody_listens_to_ends_with_an_error_and_whole_records() {
    let place = Place::new();
    let words = format!("{TWO} -variant three -rounds 500 -journal j -pgnout g.pgn");
    let run = place.unread(&format!("{words} -concurrency 2"));
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(run.err.contains("its progress cannot be told: "), "{run:#?}");
    let played = Played::read(&place, "j");
    assert!((1..500).contains(&played.numbers().len()));
    played.assert_is_told_by(&place, "g.pgn");
    // Of a job that only reads, enough has been seen.
    assert_eq!(place.unread("report j").code, Some(0));
}

#[test]
fn two_arenas_do_not_write_the_same_journal() {
    let place = Place::new();
    let words = format!("{TWO} -variant nine -rounds 100000 -journal j");
    let first = place.start(&words);
    let start = Instant::now();
    while lines(&place, "j") < 2 && start.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    for words in [words.as_str(), "resume j"] {
        let refusal = place.refuse(words, 1);
        assert!(refusal.contains("another arena is writing"), "{refusal}");
    }
    // Reading is free.
    assert!(place.play("report j").out.contains("Games: "));
    kill(first, &place, 0, Duration::ZERO);
    assert!(!Played::read(&place, "j").games.is_empty() || lines(&place, "j") > 0);
}

#[test]
fn another_tournament_does_not_go_on_in_a_journal() {
    let place = Place::new();
    let base = "-each st=60 -variant three -rounds 2 -journal j";
    let two = |first: &str, second: &str, more: &str| {
        format!(
            "-engine cmd=MOCK name=a args=--instant {first} \
             -engine cmd=MOCK name=b args='--instant --seed 1' {second} {base} {more}"
        )
    };
    place.play(&two("", "", ""));
    let journal = place.read("j");
    for (first, second, more, part) in [
        ("option.Hash=8", "", "", "players[0].options"),
        ("", "timemargin=5", "", "players[1].limit.margin"),
        ("", "", "-srand 4", "seed"),
        ("", "", "-rules Fly=always", "rules.switches"),
        ("", "", "-maxmoves 30", "adjudication.max_plies"),
        ("", "", "-openings startpos", "openings"),
        ("", "", "-shard 1/2", "shard"),
    ] {
        let refusal = place.refuse(&two(first, second, more), 1);
        let wanted = format!("another tournament: {part} is ");
        assert!(refusal.contains(&wanted), "{refusal}");
    }
    assert_eq!(place.read("j"), journal);
}
