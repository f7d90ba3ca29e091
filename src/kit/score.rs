//! The value of a position for the side to move.
//!
//! A score is either an estimate in centimen (100 = one man) or a decided game
//! with its distance in plies. The two ranges cannot mix: estimates saturate
//! below the decided range, so arithmetic on weights never invents a win. Between
//! them lies a game that is known to be won, nobody said how soon.

use std::fmt;
use std::ops::Neg;

/// Highest distance to the end of the game that a score can hold, in plies.
pub const MAX_PLIES: u16 = 1_000;

const DECIDED: i16 = 31_000;
const ESTIMATE_LIMIT: i16 = 29_000;
const KNOWN: i16 = 29_500;

/// A value from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// What a score says, for display and for decisions that are not comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins; the game ends in this many plies.
    Win(u16),
    /// The side to move loses; the game ends in this many plies.
    Loss(u16),
    /// An estimate in centimen; also [`Score::WON`] and [`Score::LOST`].
    Estimate(i16),
}

impl Score {
    /// A drawn or balanced position.
    pub const DRAW: Self = Self(0);
    /// The side to move is known to win, at an unknown distance: above every
    /// estimate, below every decided win, and shown as an estimate.
    pub const WON: Self = Self(KNOWN);
    /// The side to move is known to lose, at an unknown distance.
    pub const LOST: Self = Self(-KNOWN);
    /// Above every score that a position can have: a window's end, not a value.
    pub const INFINITE: Self = Self(32_000);

    /// The side to move wins and the game ends `plies` from here.
    pub const fn win_in(plies: u16) -> Self {
        let plies = if plies > MAX_PLIES { MAX_PLIES } else { plies };
        Self(DECIDED - plies.cast_signed())
    }

    /// The side to move loses and the game ends `plies` from here.
    pub const fn loss_in(plies: u16) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// An estimate in centimen, held inside the range of estimates.
    pub const fn estimate(centimen: i32) -> Self {
        let limit = ESTIMATE_LIMIT as i32;
        Self(if centimen > limit {
            ESTIMATE_LIMIT
        } else if centimen < -limit {
            -ESTIMATE_LIMIT
        } else {
            centimen as i16
        })
    }

    /// What the score says; [`Score::INFINITE`] says nothing and counts as an estimate.
    pub const fn verdict(self) -> Verdict {
        if self.0 > DECIDED || self.0 < -DECIDED {
            Verdict::Estimate(self.0)
        } else if self.0 >= DECIDED - MAX_PLIES.cast_signed() {
            Verdict::Win((DECIDED - self.0).cast_unsigned())
        } else if self.0 <= MAX_PLIES.cast_signed() - DECIDED {
            Verdict::Loss((DECIDED + self.0).cast_unsigned())
        } else {
            Verdict::Estimate(self.0)
        }
    }

    /// Whether the game is decided (won or lost at a known distance).
    pub const fn is_decided(self) -> bool {
        !matches!(self.verdict(), Verdict::Estimate(_))
    }

    /// Whether the side to move wins at a known distance.
    pub const fn is_win(self) -> bool {
        matches!(self.verdict(), Verdict::Win(_))
    }

    /// Whether the side to move loses at a known distance.
    pub const fn is_loss(self) -> bool {
        matches!(self.verdict(), Verdict::Loss(_))
    }

    /// Whether it is an estimate or a draw, and neither decided nor known nor infinite:
    /// only then do scores nearby mean something.
    pub const fn is_estimate(self) -> bool {
        -ESTIMATE_LIMIT <= self.0 && self.0 <= ESTIMATE_LIMIT
    }

    /// Whether it is no further than `centimen` from a draw.
    pub const fn is_within(self, centimen: i32) -> bool {
        -centimen <= self.0 as i32 && self.0 as i32 <= centimen
    }

    /// The end of a decided game comes `plies` later: it is counted from a
    /// position that many plies further up the tree.
    ///
    /// The search counts distances from the root; the table and the oracle count
    /// them from the position they are asked about. A score read there, at `ply`,
    /// goes into the search as `later(ply)`. Estimates are unchanged.
    #[must_use]
    pub const fn later(self, plies: u16) -> Self {
        match self.verdict() {
            Verdict::Win(n) => Self::win_in(n.saturating_add(plies)),
            Verdict::Loss(n) => Self::loss_in(n.saturating_add(plies)),
            Verdict::Estimate(_) => self,
        }
    }

    /// The end of a decided game comes `plies` sooner: it is counted from a
    /// position that many plies further down the tree.
    ///
    /// The inverse of [`Score::later`]: a score of the search, counted from the
    /// root, goes into the table at `ply` as `sooner(ply)`. Estimates are unchanged.
    #[must_use]
    pub const fn sooner(self, plies: u16) -> Self {
        match self.verdict() {
            Verdict::Win(n) => Self::win_in(n.saturating_sub(plies)),
            Verdict::Loss(n) => Self::loss_in(n.saturating_sub(plies)),
            Verdict::Estimate(_) => self,
        }
    }

    /// The score moved by `centimen`, kept among estimates if it was one and
    /// unchanged if it is known, decided or infinite. For window and margin arithmetic.
    #[must_use]
    pub const fn shifted(self, centimen: i32) -> Self {
        if self.is_estimate() { Self::estimate(self.0 as i32 + centimen) } else { self }
    }

    /// The next higher score: the null window above `s` is `(s, s.next())`.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The raw number, for packing into the transposition table.
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The score with this raw number.
    pub const fn from_raw(raw: i16) -> Self {
        Self(raw)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict() {
            Verdict::Win(n) => write!(f, "win in {n} plies"),
            Verdict::Loss(n) => write!(f, "loss in {n} plies"),
            Verdict::Estimate(n) => write!(f, "{n:+} centimen"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_win_is_better_than_a_far_one_and_any_estimate() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::win_in(MAX_PLIES) > Score::estimate(i32::MAX));
        assert!(Score::loss_in(2) < Score::loss_in(4));
        assert!(Score::loss_in(MAX_PLIES) < Score::estimate(i32::MIN));
        assert!(Score::INFINITE > Score::win_in(0));
        assert!(!Score::INFINITE.is_decided() && !(-Score::INFINITE).is_decided());
        assert_eq!(Score::INFINITE.shifted(-50), Score::INFINITE);
    }

    #[test]
    fn estimates_never_reach_the_decided_range() {
        assert_eq!(Score::estimate(1_000_000).verdict(), Verdict::Estimate(29_000));
        assert_eq!(Score::estimate(28_990).shifted(500).verdict(), Verdict::Estimate(29_000));
        assert!(!Score::estimate(-1_000_000).is_decided());
    }

    #[test]
    fn a_known_win_lies_between_estimates_and_decided_wins() {
        assert!(Score::WON > Score::estimate(i32::MAX));
        assert!(Score::WON < Score::win_in(MAX_PLIES));
        assert!(!Score::WON.is_decided() && !Score::WON.is_estimate());
        assert_eq!(Score::LOST, -Score::WON);
        assert_eq!(Score::WON.later(3).shifted(-50), Score::WON);
        assert!(Score::estimate(i32::MIN).is_estimate() && !Score::INFINITE.is_estimate());
    }

    #[test]
    fn scores_near_a_draw_are_within_reach_of_it() {
        assert!(Score::DRAW.is_within(0));
        assert!(Score::estimate(-600).is_within(600) && !Score::estimate(601).is_within(600));
        assert!(!Score::win_in(3).is_within(29_000) && !(-Score::INFINITE).is_within(29_000));
    }

    #[test]
    fn a_distance_survives_the_way_up_and_down() {
        for n in 0..200 {
            assert_eq!(Score::win_in(n).later(7).sooner(7), Score::win_in(n));
            assert_eq!((-Score::win_in(n)).verdict(), Verdict::Loss(n));
        }
        assert_eq!(Score::estimate(55).later(3), Score::estimate(55));
    }
}
