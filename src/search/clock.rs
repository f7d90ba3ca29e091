//! From the clocks of a game to the time for one turn.
//!
//! Pure arithmetic, in milliseconds, total: no input is an error, since clocks
//! run below zero and users type large numbers.

use super::params::Params;
use std::time::Duration;

/// Turns that the rest of the game is supposed to have when nobody says.
const EXPECTED_TURNS: u64 = 30;
/// Further turns than this are not planned for.
const MOST_TURNS: u64 = 50;
/// How far a search may overrun the time it should take.
const OVERRUN: u64 = 4;

/// The time one side was given, in milliseconds; each part may be missing or absurd.
///
/// If a game is played on clocks but the clock of the side on turn was not told,
/// it is for the caller to say so with a `remaining` of 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Left on the clock.
    pub remaining: Option<i64>,
    /// Added after each turn.
    pub increment: Option<i64>,
    /// Turns until more time is added; unknown if missing, zero or negative.
    pub moves_to_go: Option<i64>,
    /// For this turn alone.
    pub move_time: Option<i64>,
    /// How much of the time of an average turn this one deserves, in percent; 0 counts as 100.
    pub weight: u32,
}

/// The soft and the hard bound for one turn: start nothing new after the first,
/// be done by the second. Both missing means no bound.
///
/// `overhead` is what passes between the answer and the stop of the clock; the
/// hard bound is never beyond the time left less that.
pub fn allot(asked: &TimeControl, overhead: Duration) -> (Option<Duration>, Option<Duration>) {
    let overhead = u64::try_from(overhead.as_millis()).unwrap_or(u64::MAX);
    let clock = (asked.remaining.is_some() || asked.increment.is_some())
        .then(|| on_clock(asked, overhead));
    let turn = asked.move_time.map(|time| {
        let time = clamp(time);
        // With an overhead above the whole time something is still left to think.
        time.saturating_sub(overhead.min(time / 2))
    });
    let (soft, hard) = match (clock, turn) {
        (None, None) => return (None, None),
        (Some(bounds), None) => bounds,
        (None, Some(time)) => (time, time),
        (Some((soft, hard)), Some(time)) => (soft.min(time), hard.min(time)),
    };
    (Some(Duration::from_millis(soft)), Some(Duration::from_millis(hard)))
}

/// What the iterations so far say about the time that a turn needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs {
    /// Plies of the last iteration.
    pub depth: i32,
    /// Iterations in a row whose best turn was the same.
    pub steady: u32,
    /// Whether the value has just fallen.
    pub fallen: bool,
}

impl Signs {
    /// The share of the planned time to be used, in percent.
    pub(super) fn percent(self, params: &Params) -> u32 {
        let percent = if self.steady == 0 && self.depth > 1 {
            params.unsteady_percent
        } else if self.steady >= params.steady_iterations.unsigned_abs() {
            params.steady_percent
        } else {
            100
        };
        let drop = if self.fallen { params.drop_percent } else { 100 };
        (percent * drop / 100).unsigned_abs()
    }
}

/// Soft and hard bound by the clock alone.
fn on_clock(asked: &TimeControl, overhead: u64) -> (u64, u64) {
    let usable = clamp(asked.remaining.unwrap_or(0)).saturating_sub(overhead);
    let increment = clamp(asked.increment.unwrap_or(0));
    let told = asked.moves_to_go.map_or(0, clamp);
    let turns = if told == 0 { EXPECTED_TURNS } else { told.min(MOST_TURNS) };
    // The last turn before more time may use nearly all of it, any other
    // leaves most of the clock to its successors.
    let most = match told {
        1 => usable / 10 * 9 + usable % 10,
        2 => usable / 2,
        _ => usable / 3,
    };
    let weight = if asked.weight == 0 { 100 } else { u64::from(asked.weight.min(1_000)) };
    let even = (usable / turns).saturating_add(increment / 4 * 3);
    let share = (even / 100).saturating_mul(weight).saturating_add(even % 100 * weight / 100);
    let share = share.min(most);
    (share, share.saturating_mul(OVERRUN).min(most))
}

/// The number of milliseconds, none below zero.
fn clamp(milliseconds: i64) -> u64 {
    u64::try_from(milliseconds).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clocks(remaining: i64, increment: i64, moves_to_go: Option<i64>) -> TimeControl {
        TimeControl {
            remaining: Some(remaining),
            increment: Some(increment),
            moves_to_go,
            ..TimeControl::default()
        }
    }

    fn bounds(asked: &TimeControl) -> (u128, u128) {
        let (soft, hard) = allot(asked, OVERHEAD);
        (soft.unwrap().as_millis(), hard.unwrap().as_millis())
    }

    #[test]
    fn nothing_asked_is_no_bound() {
        assert_eq!(allot(&TimeControl::default(), OVERHEAD), (None, None));
        let asked = TimeControl { moves_to_go: Some(3), ..TimeControl::default() };
        assert_eq!(allot(&asked, OVERHEAD), (None, None));
    }

    #[test]
    fn doubt_takes_longer_and_an_easy_turn_less() {
        let percent =
            |depth, steady, fallen| Signs { depth, steady, fallen }.percent(&Params::default());
        assert_eq!(percent(1, 0, false), 100, "nothing has changed yet");
        let (doubt, calm, easy) =
            (percent(5, 0, false), percent(5, 2, false), percent(9, 8, false));
        assert!(easy < calm && calm < doubt);
        for steady in [0, 2, 8] {
            assert!(percent(9, steady, true) > percent(9, steady, false));
        }
    }

    #[test]
    fn an_empty_clock_leaves_no_time() {
        for remaining in [0, -1, -60_000, i64::MIN, 5] {
            for increment in [0, 1_000, i64::MAX] {
                assert_eq!(bounds(&clocks(remaining, increment, None)), (0, 0));
            }
        }
        let asked = TimeControl { increment: Some(1_000), ..TimeControl::default() };
        assert_eq!(bounds(&asked), (0, 0));
    }

    #[test]
    fn the_hard_bound_never_exceeds_what_is_left() {
        for remaining in [1, 11, 12, 60, 100, 1_000, 60_000, 3_600_000, i64::MAX] {
            for increment in [-5, 0, 10, 1_000, i64::MAX] {
                for moves_to_go in [None, Some(-1), Some(0), Some(1), Some(2), Some(i64::MAX)] {
                    let (soft, hard) = bounds(&clocks(remaining, increment, moves_to_go));
                    assert!(soft <= hard);
                    assert!(hard <= (remaining - 10).max(0).unsigned_abs().into());
                }
            }
        }
    }

    #[test]
    fn a_minute_is_spread_over_many_turns() {
        let (soft, hard) = bounds(&clocks(60_010, 0, None));
        assert_eq!((soft, hard), (2_000, 8_000));
        assert_eq!(bounds(&clocks(60_010, 0, Some(-3))), (2_000, 8_000));
        assert_eq!(bounds(&clocks(60_010, 0, Some(10))).0, 6_000);
    }

    #[test]
    fn a_turn_that_deserves_more_gets_more_within_what_is_left() {
        let heavy = |remaining| TimeControl { weight: 150, ..clocks(remaining, 0, None) };
        assert_eq!(bounds(&heavy(60_010)), (3_000, 12_000));
        let (soft, hard) = bounds(&TimeControl { weight: u32::MAX, ..clocks(1_000, 0, None) });
        assert!(soft <= hard && hard <= 990);
        let (soft, hard) = bounds(&heavy(i64::MAX));
        assert!(soft <= hard);
    }

    #[test]
    fn a_thousand_turns_on_a_shrinking_clock_never_empty_it() {
        let mut remaining = 60;
        for _ in 0..1_000 {
            let (_, hard) = bounds(&clocks(remaining, 0, None));
            remaining -= i64::try_from(hard).unwrap();
            assert!(remaining > 0);
        }
    }

    #[test]
    fn the_time_for_a_turn_is_an_upper_bound() {
        for (time, bound) in [(1_000, 990), (20, 10), (5, 3), (1, 1), (0, 0), (-7, 0)] {
            let asked = TimeControl { move_time: Some(time), ..TimeControl::default() };
            assert_eq!(bounds(&asked), (bound, bound));
        }
        let both = TimeControl { move_time: Some(100), ..clocks(600_000, 0, None) };
        assert_eq!(bounds(&both), (90, 90));
    }
}
