//! Table files as protocol.md describes them to the byte, read and written a second time.

use modisa::tablebase::Value;
use xxhash_rust::xxh3::xxh3_64;

/// All that a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// 1 for classes, 2 for values.
    pub(crate) metric: u8,
    pub(crate) own: u8,
    pub(crate) other: u8,
    pub(crate) digest: u64,
    /// Different positions; won, drawn, lost.
    pub(crate) counts: [u64; 4],
    /// Longest win and longest loss in plies.
    pub(crate) longest: [u16; 2],
    pub(crate) variant: String,
    /// A code for each slot; without distances 0 a draw, 1 a loss, 2 a win.
    pub(crate) codes: Vec<u8>,
}

/// The value that a code stands for.
pub(crate) fn value(code: u8) -> Value {
    match code.checked_sub(1) {
        None => Value::Draw,
        Some(plies) if plies % 2 == 1 => Value::Win(plies.into()),
        Some(plies) => Value::Loss(plies.into()),
    }
}

/// What a file of classes has for a code of one with values.
pub(crate) fn class(code: u8) -> u8 {
    match value(code) {
        Value::Draw => 0,
        Value::Loss(_) => 1,
        Value::Win(_) => 2,
    }
}

fn slots_of_a_frame(metric: u8) -> usize {
    if metric == 1 { 32_768 } else { 65_536 }
}

/// The file in these bytes, if all of it is as described.
pub(crate) fn read(bytes: &[u8]) -> Table {
    let number = |at: usize, length: usize| {
        let bytes = bytes[at..at + length].iter().rev();
        bytes.fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
    };
    assert_eq!(&bytes[..8], b"MODISATB");
    assert_eq!(number(8, 2), 1, "version");
    assert_eq!(number(120, 8), xxh3_64(&bytes[..120]), "checksum of the header");
    let reserved = [13..16, 68..72, 112..120];
    assert!(reserved.into_iter().flatten().all(|at| bytes[at] == 0), "kept for later");
    let [metric, own, other] = [bytes[10], bytes[11], bytes[12]];
    let slots = number(24, 8) as usize;
    let id: Vec<u8> = bytes[72..112].iter().copied().take_while(|&byte| byte != 0).collect();
    assert!(bytes[72 + id.len()..112].iter().all(|&byte| byte == 0), "filled up with 0");

    let frames = slots.div_ceil(slots_of_a_frame(metric));
    let end = 128 + 12 * frames;
    assert_eq!(number(end, 8), xxh3_64(&bytes[128..end]), "checksum of the directory");
    let mut at = end + 8;
    let mut codes = Vec::new();
    for frame in 0..frames {
        let length = number(128 + 12 * frame, 4) as usize;
        let packed = &bytes[at..at + length];
        assert_eq!(number(132 + 12 * frame, 8), xxh3_64(packed), "checksum of frame {frame}");
        let held = slots_of_a_frame(metric).min(slots - codes.len());
        codes.extend(unpacked(metric, packed, held));
        at += length;
    }
    assert_eq!(at, bytes.len(), "nothing after the frames");
    Table {
        metric,
        own,
        other,
        digest: number(16, 8),
        counts: [32, 40, 48, 56].map(|at| number(at, 8)),
        longest: [64, 66].map(|at| number(at, 2) as u16),
        variant: String::from_utf8(id).unwrap(),
        codes,
    }
}

/// The codes of so many slots in a frame.
fn unpacked(metric: u8, packed: &[u8], slots: usize) -> Vec<u8> {
    let size = if metric == 1 { slots.div_ceil(4) } else { slots };
    let bytes = zstd::bulk::decompress(packed, size).unwrap();
    assert_eq!(bytes.len(), size, "bytes of a frame");
    if metric == 2 {
        return bytes;
    }
    let pair = |slot: usize| bytes[slot / 4] >> (2 * (slot % 4)) & 3;
    assert!((slots..4 * size).all(|slot| pair(slot) == 0), "bits beyond the last slot");
    (0..slots).map(pair).collect()
}

/// The bytes of a file.
pub(crate) fn write(table: &Table) -> Vec<u8> {
    let Table { metric, own, other, digest, counts, longest, variant, codes } = table;
    let mut bytes = b"MODISATB".to_vec();
    bytes.extend([1, 0, *metric, *own, *other, 0, 0, 0]);
    bytes.extend(digest.to_le_bytes());
    bytes.extend((codes.len() as u64).to_le_bytes());
    bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    bytes.extend(longest.iter().flat_map(|plies| plies.to_le_bytes()));
    bytes.extend([0; 4]);
    bytes.extend(variant.bytes());
    bytes.resize(120, 0);
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    let mut directory = Vec::new();
    let mut frames = Vec::new();
    for codes in codes.chunks(slots_of_a_frame(*metric)) {
        let four = |codes: &[u8]| codes.iter().rev().fold(0, |byte, code| byte << 2 | code);
        let raw =
            if *metric == 1 { codes.chunks(4).map(four).collect() } else { codes.to_vec() };
        let packed = zstd::bulk::compress(&raw, 1).unwrap();
        directory.extend((packed.len() as u32).to_le_bytes());
        directory.extend(xxh3_64(&packed).to_le_bytes());
        frames.extend(packed);
    }
    directory.extend(xxh3_64(&directory).to_le_bytes());
    [bytes, directory, frames].concat()
}
