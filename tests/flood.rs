//! Floods of lines: memory stays bounded, whatever their number.
//!
//! A file of its own, since memory is measured for the whole process and tests of
//! one file run at once. `MODISA_LINES` sets the number of lines.
#![cfg(test)]

mod support;

use modisa::client::{Received, Wire};
use modisa::engine;
use modisa::protocol::{Umi, input, serve};
use std::fs;
use std::io::{self, BufReader, Cursor, Read};
use std::time::Duration;
use support::fake::{Fake, Manner};
use support::noise;
use support::session;
use support::wire::{Local, assert_no_internal_fault};

/// What a flood may leave in memory beyond the engine's own tables.
const ALLOWED: u64 = 96 << 20;

fn lines_to_send() -> usize {
    std::env::var("MODISA_LINES").ok().and_then(|text| text.parse().ok()).unwrap_or(40_000)
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

fn assert_bounded(before: Option<u64>, allowed: u64) {
    if let (Some(before), Some(after)) = (before, memory()) {
        println!("memory: {} KiB, then {} KiB", before >> 10, after >> 10);
        assert!(after < before + allowed, "{before} bytes grew to {after}");
    }
}

/// Lines faster than they can be answered, during a search.
fn flood_a_search() {
    let line = [vec![b'x'; 1000], b"\nisready\n".to_vec()].concat();
    let length = (line.len() * lines_to_send() / 2) as u64;
    let source =
        BufReader::new(Cursor::new("go infinite\n").chain(Flood(line, 0).take(length)));
    let before = memory();
    let lines = input::spawn(source).unwrap();
    let mut session = Fake::new(Manner::Good);
    serve(&mut session, &mut Umi, &lines, io::sink(), false).unwrap();
    assert_bounded(before, ALLOWED);
}

/// Random and mutated lines for the engine itself.
fn flood_the_engine() {
    let mut wire = Local::start(session::engine);
    let half = lines_to_send() / 2;
    let before = memory();
    let mut pings = 0_u64;
    let lines = noise::random_words(11, half).chain(noise::mutated_dialogues(12, half));
    for (index, line) in lines.chain([b"stop".to_vec()]).enumerate() {
        wire.send(&line);
        if index % 1000 != 999 && line != b"stop" {
            continue;
        }
        pings += 1;
        wire.send(b"\nstop");
        assert_no_internal_fault(&wire.until_pong(pings));
    }
    // The transposition table of 64 MiB fills as searches run.
    assert_bounded(before, ALLOWED + (64 << 20));
    wire.send(b"isready\nquit");
    let mut last = Vec::new();
    while let Received::Line(line, _) = wire.receive(Duration::from_secs(20)) {
        last.push(line);
    }
    assert!(last.contains(&"readyok".to_owned()), "{last:?}");
    assert_eq!(wire.exit_code(), Some(0));
}

#[test]
fn a_flood_of_lines_is_not_kept_in_memory() {
    flood_a_search();
    flood_the_engine();
}
