//! Sectors of the moving phase and the order in which they can be solved.

use std::fmt;

/// All positions in which the side to move has `own` men and the other side `other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sector {
    /// Men of the side to move.
    pub own: u8,
    /// Men of the other side.
    pub other: u8,
}

impl Sector {
    /// The sector of positions with these numbers of men.
    pub const fn new(own: u8, other: u8) -> Self {
        Self { own, other }
    }

    /// The same men with the other side to move.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// What belongs to the side to move and to the other, as what belongs to the side with
    /// more men and to the one with fewer; or the way back.
    pub(super) fn by_size<T>(self, own: T, other: T) -> (T, T) {
        if self.own >= self.other { (own, other) } else { (other, own) }
    }

    /// The two sectors that these men make, which are solved together.
    pub const fn pair(self) -> Pair {
        if self.own >= self.other {
            Pair { large: self.own, small: self.other }
        } else {
            Pair { large: self.other, small: self.own }
        }
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.other)
    }
}

/// A sector and the one it is [`Sector::turned`] into: quiet turns lead from one to the
/// other and back, captures to pairs with fewer men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// Men of the side that has more of them.
    pub large: u8,
    /// Men of the other side, at most as many.
    pub small: u8,
}

impl Pair {
    /// Its sectors: the larger side to move, then the smaller; only one if they are equal.
    pub fn sectors(self) -> impl Iterator<Item = Sector> {
        let first = Sector::new(self.large, self.small);
        std::iter::once(first).chain((self.large != self.small).then(|| first.turned()))
    }

    /// Pairs that a capture can lead to, if no side may have fewer men than `least`.
    pub fn below(self, least: u8) -> impl Iterator<Item = Self> {
        let taken = [
            Sector::new(self.large, self.small.saturating_sub(1)),
            Sector::new(self.large.saturating_sub(1), self.small),
        ];
        let left = move |sector: &Sector| sector.own >= least && sector.other >= least;
        taken.into_iter().filter(left).map(Sector::pair)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.large, self.small)
    }
}

/// The pairs to solve so that all `wanted` ones can be, each after those it leads to.
pub(super) fn order(wanted: impl IntoIterator<Item = Pair>, least: u8) -> Vec<Pair> {
    let mut all: Vec<Pair> = Vec::new();
    let mut open: Vec<Pair> = wanted.into_iter().collect();
    while let Some(pair) = open.pop() {
        if !all.contains(&pair) {
            all.push(pair);
            open.extend(pair.below(least));
        }
    }
    // A capture takes a man off the board, so fewer men come first.
    all.sort_by_key(|pair| (pair.large + pair.small, pair.large));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_comes_after_all_that_it_leads_to() {
        let order = order([Sector::new(4, 6).pair()], 3);
        let names: Vec<String> = order.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["3-3", "4-3", "4-4", "5-3", "5-4", "6-3", "6-4"]);
        let sectors: Vec<String> = order[4].sectors().map(|one| one.to_string()).collect();
        assert_eq!(sectors, ["5-4", "4-5"]);
        assert_eq!(order[2].sectors().count(), 1);
    }
}
