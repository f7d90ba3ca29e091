//! Whatever comes in, nothing panics, memory stays small, and a ping is still answered.
#![cfg(test)]

mod support;

use modisa::client::{Received, Wire};
use modisa::engine;
use modisa::kit::rng::SplitMix64;
use std::time::Duration;
use support::fake::{Fake, Manner};
use support::noise;
use support::session;
use support::wire::{Local, assert_no_internal_fault};

/// Starts a conversation.
type Start = fn() -> Local;

/// With the scripted session and with the engine.
fn starts() -> Vec<Start> {
    vec![|| Local::start(|| Box::new(Fake::new(Manner::Good))), || {
        Local::start(session::engine)
    }]
}

/// Sends the lines and proves after every hundred that the driver still listens.
fn survive(start: Start, lines: impl Iterator<Item = Vec<u8>>) {
    let mut wire = start();
    let mut pings = 0;
    let mut ping = |wire: &mut Local| {
        pings += 1;
        // The line sent last may not have ended.
        wire.send(b"");
        assert_no_internal_fault(&wire.until_pong(pings));
    };
    for (index, line) in lines.enumerate() {
        wire.send(&line);
        if index % 100 == 99 {
            ping(&mut wire);
        }
    }
    ping(&mut wire);
    wire.send(b"quit");
    while let Received::Line(..) = wire.receive(Duration::from_secs(20)) {}
    assert_eq!(wire.exit_code(), Some(0));
}

#[test]
fn random_words_do_no_harm() {
    for start in starts() {
        survive(start, noise::random_words(1, 5000));
    }
}

#[test]
fn mutated_dialogues_do_no_harm() {
    for start in starts() {
        survive(start, noise::mutated_dialogues(2, 5000));
    }
}

#[test]
fn random_bytes_do_no_harm() {
    for start in starts() {
        let mut random = SplitMix64::new(3);
        let lines = (0..2000).map(|_| {
            let length = random.below(200);
            (0..length).map(|_| random.next_u64() as u8).collect()
        });
        survive(start, lines);
        survive(
            start,
            [vec![b'x'; 3 << 20], vec![0; 3 << 20], vec![0xff; 1 << 20]].into_iter(),
        );
    }
}

/// What the engine says to one line, before the answer to a ping that follows it.
fn answers(lines: &str) -> Vec<String> {
    let mut wire = Local::start(session::engine);
    wire.send(lines.as_bytes());
    wire.send(b"stop");
    wire.until_pong(u64::MAX)
}

#[test]
fn a_long_line_of_captures_does_not_deafen() {
    let said = answers(&format!("position startpos moves d6{}", " xb4".repeat(200_000)));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("illegal-move"), "{said:?}");
}

#[test]
fn a_long_line_of_wrong_words_is_answered_in_short() {
    for words in [" zz".repeat(300_000), format!(" searchmoves{}", " z9".repeat(300_000))] {
        let said = answers(&format!("go depth 1{words}"));
        let errors = said.iter().filter(|line| line.starts_with("error ")).count();
        assert!((2..100).contains(&errors), "{errors} errors");
        assert!(
            said.iter().any(|line| line.contains("299936 more words")),
            "{:?}",
            said.last()
        );
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    }
}

#[test]
fn options_that_wait_for_the_search_do_not_pile_up() {
    let storm = "setoption name Variant value nine\nsetoption name Variant value twelve\n\
                 setoption name Men value 3\nsetoption name Men value 5\n\
                 setoption name Men value 12\n"
        .repeat(20_000);
    let said = answers(&format!("go infinite\n{storm}stop\nstate"));
    let faults: Vec<_> = said.iter().filter(|line| line.starts_with("error ")).collect();
    assert!(faults.is_empty(), "{:?}", faults.first());
    assert!(
        said.last().is_some_and(|line| line.contains("\"variant\":\"twelve\"")),
        "{said:?}"
    );
}
