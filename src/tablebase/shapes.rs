//! Sets of points up to the symmetries of the board.

use super::combine::{Ranking, sets_of};
use super::spread::Spread;
use crate::kit::PointSet;
use crate::morris::{Morris, Symmetry};

/// The symmetries of a board, each made to be applied to many sets.
#[derive(Debug)]
pub(super) struct Maps {
    spreads: Vec<Spread>,
    inverse: Vec<usize>,
    /// How long the cycles of each symmetry are.
    cycles: Vec<Vec<usize>>,
}

impl Maps {
    pub(super) fn new(game: &Morris) -> Self {
        let symmetries = game.symmetries();
        let points = game.points();
        let spreads = symmetries.iter().map(|symmetry| {
            let image = |point| symmetry.point(point).set().bits();
            Spread::new(&points.into_iter().map(image).collect::<Vec<u32>>())
        });
        let inverse = symmetries.iter().map(|one| {
            let undoes = |other: &&Symmetry| {
                points.into_iter().all(|point| other.point(one.point(point)) == point)
            };
            // In a group every member has its inverse.
            symmetries.iter().position(|other| undoes(&other)).unwrap_or(0)
        });
        let cycles = symmetries.iter().map(|symmetry| cycles_of(symmetry, points));
        Self {
            spreads: spreads.collect(),
            inverse: inverse.collect(),
            cycles: cycles.collect(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.spreads.len()
    }

    /// The image of a set under a symmetry.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, set: u32) -> u32 {
        self.spreads[symmetry].apply(set)
    }

    #[inline]
    pub(super) fn spread(&self, symmetry: usize) -> &Spread {
        &self.spreads[symmetry]
    }

    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }

    /// How many shapes the sets of `men` points have (the Cauchy-Frobenius lemma).
    pub(super) fn shapes(&self, men: u32) -> u64 {
        let fixed = self.cycles.iter().map(|lengths| {
            // Sets that a symmetry leaves alone are unions of its cycles.
            let mut unions = vec![0_u64; men as usize + 1];
            unions[0] = 1;
            for &length in lengths {
                for size in (length..=men as usize).rev() {
                    unions[size] += unions[size - length];
                }
            }
            unions[men as usize]
        });
        fixed.sum::<u64>() / self.count() as u64
    }

    /// The symmetries that leave a set as it is, the identity aside.
    pub(super) fn keeping(&self, set: u32) -> Vec<usize> {
        (1..self.count()).filter(|&symmetry| self.image(symmetry, set) == set).collect()
    }
}

/// The lengths of the cycles in which a symmetry moves the points.
fn cycles_of(symmetry: &Symmetry, points: PointSet) -> Vec<usize> {
    let mut left = points;
    let mut lengths = Vec::new();
    while let Some(first) = left.lowest() {
        let turn = std::iter::successors(Some(first), |&point| {
            Some(symmetry.point(point)).filter(|&next| next != first)
        });
        let cycle: PointSet = turn.collect();
        left = left.without(cycle);
        lengths.push(cycle.len() as usize);
    }
    lengths
}

/// Where a set stands: which shape it is, and the symmetry that takes it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) shape: usize,
    pub(super) symmetry: usize,
}

/// All sets of so many points up to symmetry, numbered.
#[derive(Debug)]
pub(super) struct Shapes {
    ranking: Ranking,
    /// For each set its shape, and in the low bits the symmetry that takes it to the one
    /// that stands for the shape.
    places: Vec<u32>,
    bits: u32,
    /// The sets that stand for their shapes: the first of their kind.
    sets: Vec<u32>,
}

impl Shapes {
    pub(super) fn new(maps: &Maps, points: u32, men: u32) -> Self {
        const NONE: u32 = u32::MAX;
        let ranking = Ranking::new(points, men);
        let bits = maps.count().next_power_of_two().trailing_zeros();
        let all = sets_of(points, men);
        let mut places = vec![NONE; all.len()];
        let mut sets = Vec::new();
        for (number, &set) in all.iter().enumerate() {
            if places[number] != NONE {
                continue;
            }
            let shape = sets.len() as u32;
            sets.push(set);
            for symmetry in 0..maps.count() {
                let place = &mut places[ranking.number(maps.image(symmetry, set))];
                if *place == NONE {
                    *place = shape << bits | maps.inverse(symmetry) as u32;
                }
            }
        }
        Self { ranking, places, bits, sets }
    }

    /// How many shapes there are.
    pub(super) fn count(&self) -> usize {
        self.sets.len()
    }

    /// The set that stands for a shape.
    #[inline]
    pub(super) fn set(&self, shape: usize) -> PointSet {
        PointSet::from_bits(self.sets[shape])
    }

    #[inline]
    pub(super) fn place(&self, set: u32) -> Place {
        let packed = self.places[self.ranking.number(set)];
        let symmetry = packed & ((1 << self.bits) - 1);
        Place { shape: (packed >> self.bits) as usize, symmetry: symmetry as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::builtin;

    #[test]
    fn every_set_is_taken_to_the_one_that_stands_for_it() {
        for name in ["twelve", "sesotho", "achi"] {
            let game = Morris::new(builtin::find(name).expect("built in")).expect("sound");
            let maps = Maps::new(&game);
            let points = game.points().len();
            let shapes = Shapes::new(&maps, points, 4);
            assert_eq!(shapes.count() as u64, maps.shapes(4));
            let mut seen = vec![0_u32; shapes.count()];
            for set in sets_of(points, 4) {
                let place = shapes.place(set);
                assert_eq!(maps.image(place.symmetry, set), shapes.set(place.shape).bits());
                seen[place.shape] += 1;
            }
            assert!(
                seen.iter().all(|&sets| (maps.count() as u32).is_multiple_of(sets)),
                "orbits"
            );
            assert_eq!(shapes.place(shapes.set(1).bits()), Place { shape: 1, symmetry: 0 });
        }
    }
}
