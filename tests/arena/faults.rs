//! Engines with faults: who makes one loses the game by it, and nobody else is held up.

use crate::place::Place;
use crate::played::Played;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Words of the mock, its limits, and the causes it may lose by; `clean` if it
/// plays games without fault.
type Case = (&'static str, &'static str, &'static str);

const AT_ONCE: &str = "st=60";

#[rustfmt::skip]
const CASES: [Case; 33] = [
    // These take long, so they begin first.
    ("--instant --fault no-bestmove --after 3", "st=0.02 timemargin=400", "silence"),
    ("--instant --fault joined-lines", "st=0.02 timemargin=400", "silence"),
    ("--instant --fault illegal-turn", AT_ONCE, "illegal-turn"),
    ("--instant --fault illegal-turn --after 9", AT_ONCE, "illegal-turn"),
    ("--instant --fault nonsense-turn", AT_ONCE, "illegal-turn"),
    ("--instant --fault nonsense-turn --after 6", AT_ONCE, "illegal-turn"),
    ("--instant --fault forgets-moves", AT_ONCE, "illegal-turn"),
    ("--instant --fault variant-sticky", AT_ONCE, "illegal-turn"),
    ("--instant --fault crash-in-search", AT_ONCE, "crash"),
    ("--instant --fault crash-in-search --after 7", AT_ONCE, "crash"),
    // The turn that nobody asked for may come when one has been asked for.
    ("--instant --fault out-of-turn-bestmove", AT_ONCE, "out-of-turn illegal-turn"),
    ("--instant --fault two-bestmoves --after 4", AT_ONCE, "out-of-turn illegal-turn"),
    ("--fault movetime-overrun", "st=0.03 timemargin=20", "time"),
    ("--instant --fault late-bestmove --delay-ms 250", "st=0.1 timemargin=50", "time"),
    ("--instant --fault late-bestmove --delay-ms 250 --after 3", "tc=0.2", "time"),
    ("--instant --fault late-bestmove --delay-ms 60", "tc=10+0.1", "clean"),
    ("--fault movetime-overrun", "st=0.01 timemargin=2000", "clean"),
    ("--instant --fault premature-ponder", "st=60 ponder=true", "clean"),
    ("--instant --fault ponder-illegal", "st=60 ponder=true", "clean"),
    ("--fault bestmove-depth-zero", "depth=2 ponder=true", "clean"),
    ("--instant --fault uppercase-turn", AT_ONCE, "clean"),
    ("--instant --fault plays-after-end", AT_ONCE, "clean"),
    ("--instant --fault no-info", AT_ONCE, "clean"),
    ("--instant --fault only-bounds", AT_ONCE, "clean"),
    ("--instant --fault pv-illegal", AT_ONCE, "clean"),
    ("--instant --fault info-after-bestmove", AT_ONCE, "clean"),
    ("--instant --fault chatter", AT_ONCE, "clean"),
    ("--instant --fault greets", AT_ONCE, "clean"),
    ("--instant --fault crlf", AT_ONCE, "clean"),
    ("--instant --fault stderr-flood", AT_ONCE, "clean"),
    ("--instant --fault slow-ready", AT_ONCE, "clean"),
    ("--instant --fault exit-code", AT_ONCE, "clean"),
    ("--instant --fault error-dies", AT_ONCE, "clean"),
];

/// Plays two pairs against a sound player: each seat twice, once as the first player.
fn play(&(mock, limit, causes): &Case) {
    let place = Place::new();
    let pairs: u64 = if causes == "silence" { 1 } else { 2 };
    let run = place.play(&format!(
        "-engine cmd=MOCK name=bad args='{mock}' {limit} -engine cmd=MOCK name=sound \
         args='--instant --seed 3' st=60 -variant nine -rounds {pairs} -maxmoves 12 \
         -openings generated plies=2 -journal j -pgnout g.pgn -ratinginterval 0"
    ));
    let played = Played::read(&place, "j");
    assert_eq!(played.games.len() as u64, 2 * pairs);
    let mut lost = 0;
    for game in &played.games {
        if causes == "clean" {
            assert_eq!(game.detail, "", "{mock}: {game:?}");
            continue;
        }
        // A game can be over before the fault would be made.
        if game.detail.is_empty() {
            continue;
        }
        lost += 1;
        assert_eq!(game.loser(), Some("bad"), "{mock}: {game:?}");
        assert!(causes.split(' ').any(|cause| cause == game.cause), "{mock}: {game:?}");
        assert!(game.detail.len() > 10, "{mock}: {game:?}");
        let told = format!("bad loses by {}: ", game.cause);
        assert!(run.err.contains(&told), "{mock}: {}", run.err);
    }
    let told = format!("; {lost} games lost by faults");
    let line = run.out.lines().find(|line| line.starts_with("bad: ")).unwrap();
    assert!(line.ends_with(&told), "{mock}: {line}");
    assert!(run.out.contains("0 games lost by faults"), "{mock}: {}", run.out);
    assert_eq!(lost > 0, causes != "clean", "{mock}");
    played.assert_is_told_by(&place, "g.pgn");
}

#[test]
fn who_makes_a_fault_loses_by_it_in_both_seats() {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(case) = CASES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    play(case);
                }
            });
        }
    });
}

#[test]
fn an_engine_that_cannot_play_ends_the_tournament_before_it_begins() {
    let place = Place::new();
    let sound = "-engine cmd=MOCK name=sound args=--instant -each st=60 -journal j";
    for (bad, more, parts) in [
        ("args='--fault crash-at-start'", "", ["bad does not start", "exit code 3"]),
        ("args='--fault no-protocol-line'", "", ["bad does not start", "umi 1"]),
        ("option.Banana=1", "", ["bad does not take the option Banana = 1", "no such option"]),
        ("option.Hash=-5", "", ["bad does not take the option Hash = -5", "bad-value"]),
        ("option.Hash=lots", "", ["bad does not take the option Hash = lots", "bad-value"]),
    ] {
        let words = format!("-engine cmd=MOCK name=bad {bad} {sound} {more}");
        let refusal = place.refuse(&words, 1);
        assert!(parts.iter().all(|part| refusal.contains(part)), "{refusal}");
        assert_eq!(refusal.lines().count(), 1, "{refusal}");
        assert_eq!(place.files(), [""; 0], "{words}");
    }
}

/// Programs that are no engines, written as shell scripts.
#[cfg(unix)]
mod scripts {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    fn script(place: &Place, name: &str, text: &str) {
        place.write(name, &format!("#!/bin/sh\n{text}\n"));
        let mode = Permissions::from_mode(0o755);
        std::fs::set_permissions(place.path(name), mode).unwrap();
    }

    /// The introduction of an engine that knows nothing but men's morris.
    const INTRODUCTION: &str = "while read word rest; do case $word in \
        umi) echo 'id name Script'; echo 'protocol umi 1.0'; echo 'variant nine \"Nine\"'; \
        echo 'option name Variant type combo default nine var nine'; echo umiok;; \
        isready) echo readyok;; quit) exit 0;; go) break;; esac; done";

    fn against(place: &Place, words: &str) -> crate::place::Run {
        place.arena(&format!(
            "-engine cmd=./bad name=bad -engine cmd=MOCK name=sound args=--instant {words} \
             -journal j -ratinginterval 0"
        ))
    }

    #[test]
    fn an_engine_without_the_variant_is_told_by_name() {
        let place = Place::new();
        script(&place, "bad", INTRODUCTION);
        let run = against(&place, "-each st=60 -variant shax");
        assert_eq!(run.code, Some(1), "{run:#?}");
        assert_eq!(run.err, "arena: bad does not announce the variant shax\n");
        assert_eq!(place.files(), ["bad"]);
    }

    #[test]
    fn an_engine_that_reads_nothing_or_never_stops_talking_holds_nobody_up() {
        let cases = [
            ("exec sleep 30", "silence"),
            ("exec yes 'info string no end of it'", "silence"),
            ("exec yes 'bestmove a1'", "out-of-turn illegal-turn"),
            ("yes >&2", "silence"),
            ("exec head -c 3000000 /dev/zero", "crash illegal-turn"),
        ];
        thread::scope(|scope| {
            for (talk, causes) in cases {
                scope.spawn(move || {
                    let place = Place::new();
                    script(&place, "bad", &format!("{INTRODUCTION}; {talk}"));
                    let run =
                        against(&place, "st=60 -each st=0.02 timemargin=400 -variant nine");
                    assert_eq!(run.code, Some(0), "{talk}: {run:#?}");
                    for game in &Played::read(&place, "j").games {
                        assert_eq!(game.loser(), Some("bad"), "{talk}: {game:?}");
                        let is_one = causes.split(' ').any(|cause| cause == game.cause);
                        assert!(is_one, "{talk}: {game:?}");
                    }
                });
            }
        });
    }

    #[test]
    fn a_script_that_starts_the_engine_plays_as_the_engine_does() {
        let place = Place::new();
        let mock = env!("CARGO_BIN_EXE_mock");
        script(&place, "bad", &format!("{mock} --instant"));
        let run = against(&place, "-each st=60 -variant three -rounds 3");
        assert_eq!(run.code, Some(0), "{run:#?}");
        let played = Played::read(&place, "j");
        assert!(played.games.iter().all(|game| game.detail.is_empty()), "{played:#?}");
    }

    #[test]
    fn programs_are_found_from_here_and_work_in_their_folder() {
        let place = Place::new();
        let folder = "a folder, größer";
        std::fs::create_dir(place.path(folder)).unwrap();
        let mock = env!("CARGO_BIN_EXE_mock");
        let text = format!("echo here > was_here; exec {mock} --instant");
        script(&place, &format!("{folder}/the engine"), &text);
        place.play(&format!(
            "-engine 'cmd={folder}/the engine' 'dir={folder}' 'name=Größe \"1\"' \
             -engine 'cmd=./{folder}/the engine' 'name=b ]' -each st=60 -variant three \
             -rounds 2 -journal 'j 1' -pgnout 'g 1.pgn' -ratinginterval 0"
        ));
        // One worked in its folder, the other where the arena was started.
        assert!(place.path(folder).join("was_here").exists());
        assert!(place.path("was_here").exists());
        let played = Played::read(&place, "j 1");
        assert_eq!(played.meetings().into_keys().collect::<Vec<_>>(), [["Größe \"1\"", "b ]"]]);
        std::fs::rename(place.path("g 1.pgn"), place.path("g.pgn")).unwrap();
        played.assert_is_told_by(&place, "g.pgn");
    }
}
