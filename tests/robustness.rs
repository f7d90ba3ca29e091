//! Whatever comes in, nothing panics, memory stays small, and a ping is still answered.
#![cfg(test)]

mod support;

use modisa::engine;
use modisa::kit::rng::SplitMix64;
use modisa::protocol::umi::{COMMANDS, GO_WORDS};
use modisa::protocol::{Umi, input, serve};
use std::fs;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::time::Duration;
use support::fake::{Fake, Manner};
use support::play::{Received, Wire};
use support::session;
use support::wire::Local;

/// Starts a conversation.
type Start = fn() -> Local;

/// With the scripted session and with the engine.
fn starts() -> Vec<Start> {
    vec![|| Local::start(|| Box::new(Fake::new(Manner::Good))), || {
        Local::start(session::engine)
    }]
}

/// A number from 0 up to but not including `bound`.
fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// Whether a test may send the line: none that leaves, waits without a bound, writes
/// files or takes the machine's memory.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let mut words = text.split_ascii_whitespace();
    let first = words.next().unwrap_or_default().trim_start_matches('\u{feff}');
    !["quit", "wait"].contains(&first)
        && !["logfile", "hash", "threads"].iter().any(|word| text.contains(word))
}

/// Sends the lines and proves after every hundred that the driver still listens.
fn survive(start: Start, lines: impl Iterator<Item = Vec<u8>>) {
    let mut wire = start();
    let mut pings = 0;
    let mut ping = |wire: &mut Local| {
        pings += 1;
        wire.send(format!("\nping {pings}").as_bytes());
        let pong = format!("pong {pings}");
        loop {
            match wire.receive(Duration::from_secs(20)) {
                Received::Line(line, _) if line == pong => break,
                Received::Line(line, _) => {
                    assert!(!line.contains("\"code\":\"internal\""), "{line}");
                }
                other => panic!("wanted {pong}, got {other:?}"),
            }
        }
    };
    for (index, line) in lines.filter(|line| is_harmless(line)).enumerate() {
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
    let mut words: Vec<String> = COMMANDS.iter().map(|row| row.word.into()).collect();
    words.extend(GO_WORDS.iter().map(|entry| entry.word().into()));
    let more = "startpos fen moves name value Variant nine morabaraba d6 d6xb4 xb4 a1-a4 c5d5 0 1 -1 \
                99999999999999999999 3/3/3/6/3/3/3 w b 9,9 - line:w win draw \u{feff} \u{2028} {} * \
                MultiPV Ponder <empty>";
    words.extend(more.split_whitespace().map(str::to_owned));
    for start in starts() {
        let mut random = SplitMix64::new(1);
        let lines = (0..5000).map(|_| {
            let count = 1 + below(&mut random, 7);
            let line: Vec<_> =
                (0..count).map(|_| words[below(&mut random, words.len())].as_str()).collect();
            line.join(" ").into_bytes()
        });
        survive(start, lines);
    }
}

#[test]
fn mutated_dialogues_do_no_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/umi");
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        seeds.extend(text.lines().filter_map(|line| line.strip_prefix("> ")).map(Into::into));
    }
    seeds.sort();
    seeds.dedup();
    assert!(!seeds.is_empty());
    for start in starts() {
        let mut random = SplitMix64::new(2);
        let lines = (0..5000).map(|_| {
            let mut line = seeds[below(&mut random, seeds.len())].clone();
            for _ in 0..below(&mut random, 4) {
                let place = below(&mut random, line.len() + 1);
                match below(&mut random, 4) {
                    0 => line.truncate(place),
                    1 => line.insert(place, random.next_u64() as u8),
                    2 => drop(line.drain(place / 2..place)),
                    _ => line.extend_from_within(place / 2..place),
                }
            }
            line
        });
        survive(start, lines);
    }
}

#[test]
fn random_bytes_do_no_harm() {
    for start in starts() {
        let mut random = SplitMix64::new(3);
        let lines = (0..2000).map(|_| {
            let length = below(&mut random, 200);
            (0..length).map(|_| random.next_u64() as u8).collect()
        });
        survive(start, lines);
        survive(
            start,
            [vec![b'x'; 3 << 20], vec![0; 3 << 20], vec![0xff; 1 << 20]].into_iter(),
        );
    }
}

/// Memory of this process in bytes, where the system tells it.
fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The same bytes over and over; the second field counts the bytes given.
struct Flood(Vec<u8>, usize);

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.0[self.1 % self.0.len()..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.1 += count;
        Ok(count)
    }
}

/// `MODISA_LINES` sets the number of lines; the bound does not depend on it.
#[test]
fn a_flood_of_lines_is_not_kept_in_memory() {
    const ALLOWED: u64 = 96 << 20;
    let lines = std::env::var("MODISA_LINES").ok().and_then(|text| text.parse().ok());
    let lines: u64 = lines.unwrap_or(200_000);
    let line = [vec![b'x'; 1000], b"\nisready\n".to_vec()].concat();
    let length = line.len() as u64 * lines / 2;
    let source =
        BufReader::new(Cursor::new("go infinite\n").chain(Flood(line, 0).take(length)));
    let before = memory();
    let lines = input::spawn(source).unwrap();
    let mut session = Fake::new(Manner::Good);
    serve(&mut session, &mut Umi, &lines, io::sink(), false).unwrap();
    if let (Some(before), Some(after)) = (before, memory()) {
        assert!(after < before + ALLOWED, "{before} bytes grew to {after}");
    }
}

/// What the engine says to one line, before the answer to a ping that follows it.
fn answers(lines: &str) -> Vec<String> {
    let mut wire = Local::start(session::engine);
    wire.send(lines.as_bytes());
    wire.send(b"stop\nping 18446744073709551615");
    let mut said = Vec::new();
    loop {
        match wire.receive(Duration::from_secs(10)) {
            Received::Line(line, _) if line == "pong 18446744073709551615" => return said,
            Received::Line(line, _) => said.push(line),
            other => panic!("wanted an answer to the ping, got {other:?}"),
        }
    }
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
