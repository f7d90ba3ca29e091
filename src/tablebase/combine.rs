//! Sets of so many out of so many places, numbered in colexicographic order
//! (the combinatorial number system; Knuth, TAOCP 4A, 7.2.1.3).

/// Places that a set may be drawn from at most.
pub(super) const MOST_PLACES: u32 = 25;

/// Places in the lower half of a [`Ranking`].
const LOW: u32 = 11;
/// Bits of an entry of the lower half that hold the number; the others hold the row.
const NUMBER: u32 = 9;

/// How many sets of `few` there are among `many` places.
pub(super) fn choose(many: u32, few: u32) -> u64 {
    if few > many {
        return 0;
    }
    (1..=u64::from(few)).fold(1, |sets, i| sets * (u64::from(many - few) + i) / i)
}

/// All sets of `few` among `many` places, in the order of their numbers.
pub(super) fn sets_of(many: u32, few: u32) -> Vec<u32> {
    let mut sets: Vec<u32> = Vec::with_capacity(choose(many, few) as usize);
    let end = 1_u64 << many;
    let mut set = (1_u64 << few) - 1;
    while set < end {
        sets.push(set as u32);
        if set == 0 {
            break;
        }
        // The next higher number with as many bits (Gosper's hack, HAKMEM 175).
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        set = carried | ((carried ^ set) / lowest) >> 2;
    }
    sets
}

/// The number of a set of `few` among `many` places, from two tables.
#[derive(Debug)]
pub(super) struct Ranking {
    /// For the lower places: their share of the number, and the row of the upper table
    /// that belongs to as many members.
    low: Box<[u32; 1 << LOW]>,
    high: Vec<u32>,
}

impl Ranking {
    pub(super) fn new(many: u32, few: u32) -> Self {
        let upper = many.saturating_sub(LOW);
        let rows = few.min(LOW) + 1;
        let mut low = Box::new([0_u32; 1 << LOW]);
        for (set, entry) in (0_u32..).zip(low.iter_mut()) {
            let members = set.count_ones();
            if members < rows && set >> many.min(LOW) == 0 {
                *entry = number(set, 0, 0) as u32 | members << upper << NUMBER;
            }
        }
        let row = |members: u32| {
            (0..1_u32 << upper).map(move |set| {
                if set.count_ones() + members == few {
                    number(set, LOW, members) as u32
                } else {
                    0
                }
            })
        };
        Self { low, high: (0..rows).flat_map(row).collect() }
    }

    /// The number of the set, from 0; anything for a set of another size.
    #[inline]
    pub(super) fn number(&self, set: u32) -> usize {
        let low = self.low[(set & ((1 << LOW) - 1)) as usize];
        let high = self.high[((low >> NUMBER) + (set >> LOW)) as usize];
        ((low & ((1 << NUMBER) - 1)) + high) as usize
    }
}

/// The share of members at `from` and above, where so many members lie below.
fn number(mut set: u32, from: u32, below: u32) -> u64 {
    let mut sum = 0;
    let mut member = below;
    while set != 0 {
        member += 1;
        sum += choose(from + set.trailing_zeros(), member);
        set &= set - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_number() {
        for many in 0..=15 {
            for few in 0..=many.min(12) {
                let ranking = Ranking::new(many, few);
                let sets = sets_of(many, few);
                assert_eq!(sets.len() as u64, choose(many, few));
                for (place, &set) in sets.iter().enumerate() {
                    assert_eq!(ranking.number(set), place, "{few} of {many}: {set:b}");
                }
            }
        }
    }

    #[test]
    fn the_last_of_the_widest_sets_has_the_last_number() {
        for few in [3, 8, 12, 15] {
            let last = ((1_u32 << few) - 1) << (MOST_PLACES - few);
            let all = choose(MOST_PLACES, few);
            assert_eq!(Ranking::new(MOST_PLACES, few).number(last) as u64, all - 1);
        }
    }
}
