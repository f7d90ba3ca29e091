//! Lines that nobody should send: random words and mutated dialogues.

use modisa::kit::rng::SplitMix64;
use modisa::protocol::umi::{COMMANDS, GO_WORDS};
use std::fs;

/// Words that mean something somewhere, besides those of commands.
const MORE: &str = "startpos fen moves name value Variant nine morabaraba d6 d6xb4 xb4 a1-a4 c5d5 0 1 -1 \
    99999999999999999999 3/3/3/6/3/3/3 w b 9,9 - line:w win draw \u{feff} \u{2028} {} * \
    MultiPV Ponder <empty>";

/// A number from 0 up to but not including `bound`.
fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// Whether a test may send the line: none that leaves, waits without a bound, writes
/// files or takes the machine's memory.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    // A mutation may have put a line feed in.
    let leaves = text.split(['\n', '\r']).any(|line| {
        let mut words = line.trim_start_matches('\u{feff}').split_ascii_whitespace();
        words.next().is_some_and(|first| ["quit", "wait"].contains(&first))
    });
    !leaves && !["logfile", "hash", "threads"].iter().any(|word| text.contains(word))
}

/// This many lines of random words, less the harmful ones.
pub(crate) fn random_words(seed: u64, count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut words: Vec<String> = COMMANDS.iter().map(|row| row.word.into()).collect();
    words.extend(GO_WORDS.iter().map(|entry| entry.word().into()));
    words.extend(MORE.split_whitespace().map(str::to_owned));
    let mut random = SplitMix64::new(seed);
    let lines = (0..count).map(move |_| {
        let count = 1 + below(&mut random, 7);
        let line: Vec<_> =
            (0..count).map(|_| words[below(&mut random, words.len())].as_str()).collect();
        line.join(" ").into_bytes()
    });
    lines.filter(|line| is_harmless(line))
}

/// This many lines of the dialogues with up to three mutations, less the harmful ones.
pub(crate) fn mutated_dialogues(seed: u64, count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for path in super::dialogue_files() {
        let text = fs::read_to_string(path).unwrap();
        seeds.extend(text.lines().filter_map(|line| line.strip_prefix("> ")).map(Into::into));
    }
    seeds.sort();
    seeds.dedup();
    assert!(!seeds.is_empty());
    let mut random = SplitMix64::new(seed);
    let lines = (0..count).map(move |_| {
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
    lines.filter(|line| is_harmless(line))
}
