//! How often a quiet turn has refuted something, wherever it was played.
//!
//! Schaeffer, "The history heuristic and alpha-beta search enhancements in
//! practice" (1989). Updates have gravity: the nearer a value is to its limit,
//! the less a further bonus adds, so old successes fade and nothing overflows.

use crate::game::Side;

const LIMIT: i32 = 8_192;

/// A bounded number for each side and turn slot.
#[derive(Clone, Debug)]
pub(super) struct History {
    values: Vec<i16>,
    slots: usize,
    /// What the turns were good for as answers to the turn before.
    pub answers: Answers,
}

impl History {
    /// All zero, for a game with this many slots.
    pub(super) fn new(slots: usize) -> Self {
        let values = vec![0; slots * Side::BOTH.len()];
        Self { values, slots, answers: Answers::new() }
    }

    /// The number, within ±8192.
    pub(super) fn get(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.values[side.index() * self.slots + slot])
    }

    /// Moves the number towards the sign of `bonus`.
    pub(super) fn add(&mut self, side: Side, slot: usize, bonus: i32) {
        let value = &mut self.values[side.index() * self.slots + slot];
        *value = nudged(*value, bonus);
    }
}

/// A bounded number for each pair of a turn and the turn that it answers ("continuation
/// history"): a good answer to one turn is often a bad one to another.
///
/// Pairs share places by a hash: exact tables would not stay in the cache.
#[derive(Clone, Debug)]
pub(super) struct Answers(Vec<i16>);

const PLACES: usize = 1 << 16;

impl Answers {
    /// All zero.
    fn new() -> Self {
        Self(vec![0; PLACES])
    }

    /// The number, within ±8192.
    pub(super) fn get(&self, before: usize, slot: usize) -> i32 {
        i32::from(self.0[Self::place(before, slot)])
    }

    /// Moves the number towards the sign of `bonus`.
    pub(super) fn add(&mut self, before: usize, slot: usize, bonus: i32) {
        let value = &mut self.0[Self::place(before, slot)];
        *value = nudged(*value, bonus);
    }

    fn place(before: usize, slot: usize) -> usize {
        (before.wrapping_mul(0x9E37_79B1).wrapping_add(slot.wrapping_mul(0x85EB_CA77)) >> 13)
            % PLACES
    }
}

/// A value moved towards the sign of `bonus`, the less the nearer it is to its limit.
fn nudged(value: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(value);
    (old + bonus - old * bonus.abs() / LIMIT) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_never_leaves_its_bounds() {
        let mut history = History::new(3);
        for _ in 0..10_000 {
            history.add(Side::Dark, 2, 1_200);
            history.add(Side::Light, 2, i32::MIN + 1);
        }
        assert!((LIMIT - 1_200..=LIMIT).contains(&history.get(Side::Dark, 2)));
        assert_eq!(history.get(Side::Light, 2), -LIMIT);
        assert_eq!(history.get(Side::Dark, 1), 0);
    }
}
