//! Spells limits of thinking time: `40/60+0.6` and its like, in seconds.

use crate::settings::{ClockSettings, Limit};
use std::fmt;

/// Longest time that is taken, in seconds: a week.
const LONGEST: f64 = 604_800.0;

/// Reads `[turns/]base[+increment]` in seconds; `None` for `inf`, which is no clock.
///
/// # Errors
/// A sentence.
pub(crate) fn read_clock(text: &str) -> Result<Option<ClockSettings>, String> {
    if text == "inf" {
        return Ok(None);
    }
    let wrong = |what: &str| {
        format!("{text:?}: {what}; expected [turns/]seconds[+increment] as 40/60+0.6, or inf")
    };
    let (turns, times) = match text.split_once('/') {
        Some((turns, times)) => (Some(turns), times),
        None => (None, text),
    };
    let turns = match turns.map(str::parse::<u32>) {
        None => None,
        Some(Ok(turns)) if turns > 0 => Some(turns),
        Some(_) => return Err(wrong("the turns are not a whole number from 1")),
    };
    let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
    let base = read_seconds(base).map_err(|what| wrong(&what))?;
    let increment = read_seconds(increment).map_err(|what| wrong(&what))?;
    if base == 0 {
        return Err(wrong("a clock without time"));
    }
    Ok(Some(ClockSettings { base, increment, turns }))
}

/// Reads seconds; the answer is in milliseconds.
///
/// # Errors
/// A sentence.
pub(crate) fn read_seconds(text: &str) -> Result<u64, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse::<f64>().ok().filter(|seconds| is_plain && *seconds <= LONGEST);
    let seconds = seconds
        .ok_or_else(|| format!("{text:?} is not a number of seconds from 0 to {LONGEST}"))?;
    let millis = (seconds * 1000.0).round();
    if millis == 0.0 && seconds > 0.0 {
        return Err(format!("{text:?} is less than a millisecond"));
    }
    #[allow(clippy::cast_sign_loss, reason = "it is from 0 to LONGEST")]
    Ok(millis as u64)
}

/// Milliseconds as seconds, without needless digits.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 1000)?;
        if self.0.is_multiple_of(1000) {
            return Ok(());
        }
        let digits = format!("{:03}", self.0 % 1000);
        write!(f, ".{}", digits.trim_end_matches('0'))
    }
}

/// As it is read.
impl fmt::Display for ClockSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turns) = self.turns {
            write!(f, "{turns}/")?;
        }
        write!(f, "{}", Seconds(self.base))?;
        if self.increment > 0 {
            write!(f, "+{}", Seconds(self.increment))?;
        }
        Ok(())
    }
}

/// The value of the tag `TimeControl`, and a word for tables: `10+0.1`, `0.1/move`,
/// `5000 nodes`, `6 plies`, or several of them.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|millis| format!("{}/move", Seconds(millis))),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("{depth} plies")),
        ]
        .into_iter()
        .flatten()
        .collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn clocks_are_read_in_seconds() {
        let clock = |base, increment, turns| Ok(Some(ClockSettings { base, increment, turns }));
        assert_eq!(read_clock("10+0.1"), clock(10_000, 100, None));
        assert_eq!(read_clock("40/60+0.6"), clock(60_000, 600, Some(40)));
        assert_eq!(read_clock("0.029"), clock(29, 0, None));
        assert_eq!(read_clock("inf"), Ok(None));
    }

    #[test]
    fn what_is_no_clock_is_refused_by_name() {
        for text in ["", "10+", "+1", "0/10", "x/10", "0", "0+1", "1e3", "-1", "nan", "1:30"] {
            let refusal = read_clock(text).expect_err(text);
            assert!(refusal.contains("40/60+0.6"), "{refusal}");
        }
        assert!(read_seconds("0.0004").is_err_and(|what| what.contains("millisecond")));
        assert!(read_seconds("604801").is_err());
    }

    #[test]
    fn limits_are_told_together() {
        let limit = Limit { move_time: Some(100), depth: Some(6), ..Limit::default() };
        assert_eq!(limit.to_string(), "0.1/move, 6 plies");
        assert_eq!(Limit::default().to_string(), "-");
    }

    proptest! {
        #[test]
        fn a_clock_reads_back_as_it_is_written(
            base in 1_u64..604_800_000,
            increment in 0_u64..604_800_000,
            turns in proptest::option::of(1_u32..),
        ) {
            let clock = ClockSettings { base, increment, turns };
            prop_assert_eq!(read_clock(&clock.to_string()), Ok(Some(clock)));
        }
    }
}
