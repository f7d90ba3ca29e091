//! The header of a table file, byte by byte (`protocol.md` has it as a table).

use super::combine::MOST_PLACES;
use super::error::Fault;
use super::ground::Ground;
use super::index;
use super::sector::Sector;
use super::solve::{Counts, MOST_PLIES};
use super::value::Value;
use crate::game::Standing;
use std::fmt;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The version of the format that is written and read.
pub(super) const VERSION: u16 = 1;
/// Length of the header in bytes.
pub(super) const HEADER: usize = 128;
/// Length of a frame's entry in the directory: its length, its checksum.
pub(super) const ENTRY: usize = 12;
const MAGIC: &[u8; 8] = b"MODISATB";
const VARIANT: usize = 40;
const NAME_AT: usize = 72;

/// What a file says of its positions. Rules that depend on the past will have metrics of
/// their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// Win, draw or loss.
    Wdl,
    /// The same with the plies to the end of the game.
    Dtw,
}

impl Metric {
    /// Both, the smaller first.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtw];

    /// The word for it, which is also the ending of file names.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtw => "dtw",
        }
    }

    /// Values that a frame holds, but for the last.
    pub(super) const fn frame(self) -> usize {
        match self {
            Self::Wdl => 1 << 15,
            Self::Dtw => 1 << 16,
        }
    }

    /// Bytes that so many values take before compression.
    pub(super) const fn bytes(self, values: usize) -> usize {
        match self {
            Self::Wdl => values.div_ceil(4),
            Self::Dtw => values,
        }
    }

    const fn number(self) -> u8 {
        match self {
            Self::Wdl => 1,
            Self::Dtw => 2,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a file must be to be of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) digest: u64,
    pub(super) sector: Sector,
    pub(super) metric: Metric,
    pub(super) slots: u64,
}

impl Wanted {
    /// The file of a sector of these rules.
    pub(super) fn of(ground: &Ground, sector: Sector, metric: Metric) -> Self {
        let slots = index::slots(ground, sector.pair());
        Self { digest: ground.digest(), sector, metric, slots }
    }

    /// Where the file stands below the folder of all tables.
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        let Self { digest, sector, metric, .. } = self;
        folder_of(folder, *digest).join(format!("{sector}.{metric}"))
    }
}

/// The folder of the tables of these rules.
pub(super) fn folder_of(folder: &Path, digest: u64) -> PathBuf {
    folder.join(format!("{digest:016x}"))
}

/// What the header of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Id of the variant that it was made for; others may share its moving phase.
    pub variant: String,
    /// Digest of the rules.
    pub digest: u64,
    /// The positions that it holds.
    pub sector: Sector,
    /// What it says of them.
    pub metric: Metric,
    /// How many numbers it has.
    pub slots: u64,
    /// Different positions by their value.
    pub counts: Counts,
}

impl Header {
    /// How many frames there are.
    pub(super) fn frames(&self) -> u64 {
        self.slots.div_ceil(self.metric.frame() as u64)
    }

    /// The header as bytes.
    pub(super) fn write(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let mut at = 0;
        let mut put = |field: &[u8]| {
            if let Some(place) = bytes.get_mut(at..at + field.len()) {
                place.copy_from_slice(field);
            }
            at += field.len();
        };
        put(MAGIC);
        put(&VERSION.to_le_bytes());
        put(&[self.metric.number(), self.sector.own, self.sector.other, 0, 0, 0]);
        put(&self.digest.to_le_bytes());
        put(&self.slots.to_le_bytes());
        let Counts { states, wins, draws, losses, longest_win, longest_loss } = self.counts;
        for count in [states, wins, draws, losses] {
            put(&count.to_le_bytes());
        }
        put(&longest_win.to_le_bytes());
        put(&longest_loss.to_le_bytes());
        put(&[0; 4]);
        let mut name = self.variant.clone().into_bytes();
        name.resize(VARIANT, 0);
        put(&name);
        let sum = xxh3_64(&bytes[..HEADER - 8]);
        bytes[HEADER - 8..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The header in these bytes.
    pub(super) fn read(bytes: &[u8; HEADER]) -> Result<Self, Fault> {
        if !bytes.starts_with(MAGIC) {
            return Err(Fault::Foreign);
        }
        let (short, long) = (
            |at| u16::from_le_bytes(part(bytes, at)),
            |at| u64::from_le_bytes(part::<8>(bytes, at)),
        );
        if short(8) != VERSION {
            return Err(Fault::Version(short(8)));
        }
        if xxh3_64(&bytes[..HEADER - 8]) != long(HEADER - 8) {
            return Err(Fault::Header);
        }
        let metric = Metric::ALL.into_iter().find(|metric| metric.number() == bytes[10]);
        if bytes[11..=12].iter().any(|&men| u32::from(men) > MOST_PLACES) {
            return Err(Fault::Header);
        }
        let name: Vec<u8> =
            bytes[NAME_AT..NAME_AT + VARIANT].iter().copied().take_while(|&b| b != 0).collect();
        Ok(Self {
            variant: String::from_utf8(name).map_err(|_| Fault::Header)?,
            digest: long(16),
            sector: Sector::new(bytes[11], bytes[12]),
            metric: metric.ok_or(Fault::Header)?,
            slots: long(24),
            counts: Counts {
                states: long(32),
                wins: long(40),
                draws: long(48),
                losses: long(56),
                longest_win: short(64),
                longest_loss: short(66),
            },
        })
    }

    /// Whether it is the file that is wanted.
    pub(super) fn check(&self, wanted: &Wanted) -> Result<(), Fault> {
        if self.digest != wanted.digest {
            return Err(Fault::Rules { found: self.digest, wanted: wanted.digest });
        }
        if self.sector != wanted.sector {
            return Err(Fault::Sector { found: self.sector, wanted: wanted.sector });
        }
        if self.metric != wanted.metric {
            return Err(Fault::Metric { found: self.metric, wanted: wanted.metric });
        }
        if self.slots != wanted.slots {
            return Err(Fault::Slots { found: self.slots, wanted: wanted.slots });
        }
        Ok(())
    }
}

/// So many bytes from a place that is known to be there.
fn part<const N: usize>(bytes: &[u8; HEADER], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

/// The number of a standing in a file that keeps no distances.
const fn number_of(standing: Standing) -> u8 {
    match standing {
        Standing::Draw => 0,
        Standing::Loss => 1,
        Standing::Win => 2,
    }
}

/// The values of a frame as they stand in a file.
pub(super) fn pack(metric: Metric, codes: &[u8]) -> Vec<u8> {
    match metric {
        Metric::Dtw => codes.to_vec(),
        Metric::Wdl => {
            let four = |codes: &[u8]| {
                let classes =
                    codes.iter().map(|&code| number_of(Value::of_code(code).standing()));
                classes.rev().fold(0, |byte, class| byte << 2 | class)
            };
            codes.chunks(4).map(four).collect()
        }
    }
}

/// Whether a frame holds nothing but values: none is longer than a table can hold, and the
/// number 3 stands for none of win, draw and loss.
pub(super) fn is_possible(metric: Metric, frame: &[u8]) -> bool {
    match metric {
        Metric::Dtw => frame.iter().all(|&code| u16::from(code) <= MOST_PLIES + 1),
        Metric::Wdl => frame.iter().all(|byte| byte & byte >> 1 & 0x55 == 0),
    }
}

/// The code of the value at `at` of a frame; without distances a win is code 2, a loss 1.
pub(super) fn code_at(metric: Metric, frame: &[u8], at: usize) -> Option<u8> {
    match metric {
        Metric::Dtw => frame.get(at).copied(),
        Metric::Wdl => frame.get(at / 4).map(|byte| byte >> (at % 4 * 2) & 3),
    }
}

/// All codes of a frame of so many values.
pub(super) fn unpack(metric: Metric, frame: &[u8], codes: &mut [u8]) {
    match metric {
        Metric::Dtw => codes.copy_from_slice(frame),
        Metric::Wdl => {
            for (four, &byte) in codes.chunks_mut(4).zip(frame) {
                for (at, code) in four.iter_mut().enumerate() {
                    *code = byte >> (at * 2) & 3;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let counts =
            Counts { states: 9, wins: 4, draws: 3, losses: 2, longest_win: 7, longest_loss: 6 };
        Header {
            variant: "twelve".to_owned(),
            digest: 0x0123_4567_89AB_CDEF,
            sector: Sector::new(5, 4),
            metric: Metric::Dtw,
            slots: 12,
            counts,
        }
    }

    #[test]
    fn a_header_comes_back_as_it_was() {
        assert_eq!(Header::read(&header().write()).expect("sound"), header());
    }

    #[test]
    fn no_flipped_bit_of_a_header_goes_unnoticed() {
        let sound = header().write();
        for bit in 0..HEADER * 8 {
            let mut bytes = sound;
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Header::read(&bytes).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn classes_come_back_from_two_bits_each() {
        let codes: Vec<u8> = (0..103).map(|n| [0, 7, 8, 1, 2][n % 5]).collect();
        let packed = pack(Metric::Wdl, &codes);
        let mut back = vec![9; codes.len()];
        unpack(Metric::Wdl, &packed, &mut back);
        for (at, (&code, &known)) in codes.iter().zip(&back).enumerate() {
            let standing = |code| Value::of_code(code).standing();
            assert_eq!(standing(code), standing(known));
            assert_eq!(code_at(Metric::Wdl, &packed, at), Some(known));
        }
        assert!(is_possible(Metric::Wdl, &packed) && !is_possible(Metric::Wdl, &[0, 0b1100]));
    }
}
