//! The memory of the transposition table: zeroed words, on large pages where the system has them.
//!
//! A probe goes to a random place in a large memory and would wait for it twice: for
//! the translation of its address and for the line itself. Large pages shorten the first
//! wait, and [`Memory::prefetch`] lets the second pass while the position is looked at.
//! Both need what the language cannot check, which is why this file alone may say `unsafe`.

#![allow(unsafe_code, reason = "the two places below, each with its reason")]

use memmap2::MmapMut;
use std::sync::atomic::AtomicU64;

/// Words that are zero at first.
pub(super) struct Memory {
    map: MmapMut,
    words: usize,
}

impl Memory {
    /// So many zeroed words, or `None` if they are not to be had.
    pub(super) fn zeroed(words: usize) -> Option<Self> {
        let bytes = words.checked_mul(size_of::<AtomicU64>())?;
        // A mapping of nothing is refused by some systems.
        let map = MmapMut::map_anon(bytes.max(1)).ok()?;
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages for the table: {error}");
        }
        Some(Self { map, words })
    }

    /// All words.
    #[inline]
    pub(super) fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is private, lives as long as `self`, is aligned to a page and
        // holds `words` words, all of them initialised; any bits are an `AtomicU64`, and
        // nothing refers to the bytes but through these atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.words) }
    }

    /// Sets all words to zero.
    pub(super) fn clear(&mut self) {
        self.map.fill(0);
    }

    /// Begins to fetch the line of the word with this number, if there is one.
    #[inline]
    pub(super) fn prefetch(&self, number: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(word) = self.words().get(number) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the address is that of a live word, and a hint reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn memory_begins_with_zeros_and_can_be_cleared() {
        let mut memory = Memory::zeroed(10_000).unwrap();
        assert_eq!(memory.words().len(), 10_000);
        assert!(memory.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        memory.words()[9_999].store(7, Ordering::Relaxed);
        memory.clear();
        assert_eq!(memory.words()[9_999].load(Ordering::Relaxed), 0);
    }

    #[test]
    fn any_number_may_be_fetched_ahead() {
        let memory = Memory::zeroed(8).unwrap();
        for number in [0, 7, 8, usize::MAX] {
            memory.prefetch(number);
        }
        assert!(Memory::zeroed(0).unwrap().words().is_empty());
        assert!(Memory::zeroed(usize::MAX).is_none());
    }
}
