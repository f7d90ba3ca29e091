//! The lock-free transposition table.
//!
//! A slot is two atomic words: the data, and the key xor the data. A slot torn by
//! two writers does not give its key back and reads as a miss (Hyatt and Mann, "A
//! lockless transposition-table implementation for parallel search", 2002).
//! Four slots that share a cache line form a bucket.

use super::memory::Memory;
use crate::kit::Score;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const WORDS_PER_BUCKET: usize = 8;
const BYTES_PER_WORD: usize = 8;
/// Words that are cleared by writing: 16 MiB of them.
const WRITTEN_AT_ONCE: usize = 1 << 21;
/// Searches that the age can tell apart.
const AGES: u8 = 32;
/// Depth that an entry is worth less for each search it was not used in.
const AGE_WEIGHT: i32 = 8;

/// The table could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of {mebibytes} MiB could not be allocated")]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is this or lower.
    Upper = 1,
    /// It is this or higher.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best turn, packed; 0 if none is known.
    pub turn: u32,
    /// The value; distances of decided ones count from this position.
    pub score: Score,
    /// Remaining depth of the search it comes from.
    pub depth: u8,
    /// How the value is meant.
    pub bound: Bound,
    /// Whether no estimate and no history took part in the value, so that it holds at any depth.
    pub proved: bool,
}

impl Entry {
    /// Turn 32 bits, score 16, depth 8, bound 2, proved 1, age 5. Never 0, as no bound is.
    fn pack(self, age: u8) -> u64 {
        u64::from(self.turn)
            | u64::from(self.score.raw().cast_unsigned()) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.proved) << 58
            | u64::from(age) << 59
    }

    /// The entry in `data`, or `None` for an empty slot.
    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            turn: data as u32,
            score: Score::from_raw(((data >> 32) as u16).cast_signed()),
            depth: (data >> 48) as u8,
            bound,
            proved: data >> 58 & 1 != 0,
        })
    }
}

/// The age that is packed in `data`.
fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Transposition table shared by all search threads.
pub struct Table {
    memory: Memory,
    buckets: usize,
    age: AtomicU8,
}

impl Table {
    /// A zeroed table of at most this many MiB (at least 1).
    ///
    /// # Errors
    /// When the memory is not to be had; nothing is aborted.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let words = bytes / BYTES_PER_WORD;
        Memory::zeroed(words).map(Self::over).ok_or(error)
    }

    /// A table over zeroed words, which begin where a cache line does.
    fn over(memory: Memory) -> Self {
        let buckets = memory.words().len() / WORDS_PER_BUCKET;
        Self { memory, buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    ///
    /// Fresh pages from the system are zeroed when first touched, which beats
    /// writing gigabytes of zeros now; little is written at once, so that no search
    /// pays for it.
    pub fn clear(&mut self) {
        let words = self.memory.words().len();
        if words > WRITTEN_AT_ONCE
            && let Some(memory) = Memory::zeroed(words)
        {
            *self = Self::over(memory);
            return;
        }
        self.memory.clear();
        *self.age.get_mut() = 0;
    }

    /// Begins a new search: what is not met again becomes first to be replaced.
    pub fn new_search(&self) {
        let next = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(next, Ordering::Relaxed);
    }

    /// Thousandths of the table that the current search has filled, by a sample.
    pub fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.min(500);
        if sample == 0 {
            return 0;
        }
        let used = (0..sample)
            .flat_map(|bucket| self.bucket(bucket).iter().skip(1).step_by(2))
            .map(|word| word.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        u32::try_from(used * 1000 / (sample * WORDS_PER_BUCKET / 2)).unwrap_or(1000)
    }

    /// Begins to fetch what is known of the position with this key: it will be asked soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.memory.prefetch(self.place_of(key) * WORDS_PER_BUCKET);
    }

    /// What is known of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket_of(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data != key {
                return None;
            }
            Entry::unpack(data)
        })
    }

    /// Remembers `entry`, in place of the least valuable entry of its bucket.
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = None;
        for slot in self.bucket_of(key).chunks_exact(2) {
            let data = slot[1].load(Ordering::Relaxed);
            let old = Entry::unpack(data);
            if let Some(old) = old
                && slot[0].load(Ordering::Relaxed) ^ data == key
            {
                if entry.turn == 0 {
                    entry.turn = old.turn;
                }
                if age_of(data) == age && keeps(old, entry) {
                    return;
                }
                victim = Some((i32::MIN, slot));
                break;
            }
            let passed = (AGES + age - age_of(data)) % AGES;
            let worth =
                old.map_or(-1_000, |old| i32::from(old.depth)) - AGE_WEIGHT * i32::from(passed);
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = victim {
            let data = entry.pack(age);
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// The words of the bucket for this key; none if the table has no room at all.
    #[inline]
    fn bucket_of(&self, key: u64) -> &[AtomicU64] {
        self.bucket(self.place_of(key))
    }

    /// The number of the bucket for this key.
    #[inline]
    fn place_of(&self, key: u64) -> usize {
        // Multiplied first, as nothing is promised about the high bits of a key.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed) * self.buckets as u128) >> 64) as usize
    }

    /// The words of a bucket by its number.
    #[inline]
    fn bucket(&self, number: usize) -> &[AtomicU64] {
        let from = number * WORDS_PER_BUCKET;
        self.memory.words().get(from..from + WORDS_PER_BUCKET).unwrap_or_default()
    }
}

/// Whether an entry of this search is worth more than a new one of the same position.
fn keeps(old: Entry, new: Entry) -> bool {
    if old.proved != new.proved {
        return old.proved;
    }
    new.bound != Bound::Exact && old.depth > new.depth.saturating_add(2)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::SplitMix64;

    fn entry(turn: u32, depth: u8) -> Entry {
        Entry { turn, score: Score::win_in(5), depth, bound: Bound::Lower, proved: false }
    }

    #[test]
    fn an_entry_survives_packing() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for proved in [false, true] {
                let score = Score::loss_in(9);
                let entry = Entry { turn: u32::MAX, score, depth: 255, bound, proved };
                let data = entry.pack(31);
                assert_eq!(Entry::unpack(data), Some(entry));
                assert_eq!(age_of(data), 31);
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        table.store(0, entry(7, 3));
        table.store(u64::MAX, entry(8, 4));
        assert_eq!(table.probe(0), Some(entry(7, 3)));
        assert_eq!(table.probe(u64::MAX), Some(entry(8, 4)));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_torn_slot_is_a_miss() {
        let table = Table::new(1).unwrap();
        table.store(5, entry(7, 3));
        for slot in table.bucket_of(5).chunks_exact(2) {
            slot[1].store(entry(8, 9).pack(0), Ordering::Relaxed);
        }
        assert_eq!(table.probe(5), None);
    }

    #[test]
    fn a_turn_is_not_lost_to_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(5, entry(7, 3));
        table.store(5, entry(0, 4));
        assert_eq!(table.probe(5), Some(entry(7, 4)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_of_the_same_search() {
        let table = Table::new(1).unwrap();
        table.store(1, entry(7, 200));
        let mut rng = SplitMix64::new(1);
        for _ in 0..1_000_000 {
            table.store(rng.next_u64() | 2, entry(9, 1));
        }
        assert_eq!(table.probe(1), Some(entry(7, 200)));
        assert!(table.hash_full() > 900);
        table.new_search();
        assert_eq!(table.hash_full(), 0);
    }

    #[test]
    fn clearing_forgets_everything() {
        let mut table = Table::new(1).unwrap();
        table.new_search();
        table.store(5, entry(7, 3));
        table.clear();
        assert_eq!(table.probe(5), None);
        assert_eq!(table.hash_full(), 0);
        assert_eq!(table.age.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn an_absurd_size_is_an_error() {
        for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 43] {
            assert_eq!(Table::new(mebibytes).err(), Some(TableError { mebibytes }));
        }
        assert!(Table::new(0).is_ok());
    }

    #[test]
    fn a_table_without_room_forgets_at_once() {
        let table = Table::over(Memory::zeroed(0).unwrap());
        table.store(5, entry(7, 3));
        assert_eq!(table.probe(5), None);
        assert_eq!(table.hash_full(), 0);
    }
}
