//! The open interval of values a search still cares about.

use crate::kit::Score;

/// Values strictly between the two bounds are told exactly; others only as bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// What the side on turn already has.
    pub alpha: Score,
    /// What the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// Every value a position can have.
    pub(super) fn full() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The window that only asks whether a value is above `alpha`.
    pub(super) fn null_above(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// The window `width` centimen to both sides of an estimate.
    pub(super) fn around(score: Score, width: i32) -> Self {
        Self { alpha: score.shifted(-width), beta: score.shifted(width) }
    }

    /// The same window seen by the other side.
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether a value can lie inside, so that it needs a principal variation.
    pub(super) fn is_open(self) -> bool {
        self.alpha.next() < self.beta
    }

    /// Whether the value is told exactly.
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Whether values of games decided at a known distance can lie inside.
    pub(super) fn reaches_decided(self) -> bool {
        self.beta > Score::WON || self.alpha < Score::LOST
    }

    /// A bound of every unfinished position at `ply` that already lies outside
    /// the window: the game cannot end sooner than with the next turn.
    pub(super) fn out_of_reach(self, ply: u16) -> Option<Score> {
        let best = Score::win_in(ply + 1);
        if best <= self.alpha {
            return Some(best);
        }
        (-best >= self.beta).then_some(-best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_null_window_holds_nothing() {
        let window = Window::null_above(Score::estimate(5));
        assert!(!window.is_open());
        assert!(!window.contains(Score::estimate(5)) && !window.contains(Score::estimate(6)));
        assert!(Window::full().is_open());
        assert_eq!(Window::full().turned(), Window::full());
    }

    #[test]
    fn only_a_window_that_reaches_beyond_known_wins_asks_how_soon() {
        assert!(Window::full().reaches_decided());
        assert!(Window::null_above(Score::WON).reaches_decided());
        assert!(!Window { alpha: Score::LOST, beta: Score::WON }.reaches_decided());
    }

    #[test]
    fn nothing_beats_a_win_already_found() {
        let window = Window { alpha: Score::win_in(3), beta: Score::INFINITE };
        assert_eq!(window.out_of_reach(2), Some(Score::win_in(3)));
        assert_eq!(window.out_of_reach(1), None);
    }
}
