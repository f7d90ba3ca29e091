//! One player's time in one game: what `go` tells of it, how long to wait, what a turn costs.

use crate::patience::Patience;
use crate::settings::Limit;
use modisa::engine::Side;
use modisa::protocol::Request;
use std::time::Duration;

/// The time of one player; all amounts inside are microseconds.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    limit: Limit,
    /// What is left on the clock; without meaning if the limit has none.
    left: u64,
    /// Own turns to the next control; `None` if there is none.
    turns: Option<u32>,
}

/// A turn that came too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Late {
    /// What it took, in microseconds.
    pub(crate) used: u64,
    /// What it was allowed to take, in microseconds, the margin aside.
    pub(crate) allowed: u64,
}

impl Clock {
    /// The clock at the start of a game.
    pub(crate) fn new(limit: Limit) -> Self {
        let base = limit.clock.map_or(0, |clock| micros(clock.base));
        Self { limit, left: base, turns: control(limit) }
    }

    /// What is left, in microseconds; `None` if there is no clock.
    pub(crate) fn left(&self) -> Option<u64> {
        self.limit.clock.map(|_| self.left)
    }

    /// How long the next turn may take in microseconds, the margin aside; `None` for as
    /// long as it wants.
    fn allowed(&self) -> Option<u64> {
        [self.left(), self.limit.move_time.map(micros)].into_iter().flatten().min()
    }

    /// How long to wait for the next turn before its player counts as silent.
    pub(crate) fn wait(&self, patience: &Patience) -> Duration {
        let allowed = self.allowed().map(|allowed| {
            Duration::from_micros(allowed.saturating_add(micros(self.limit.margin)))
        });
        allowed.map_or(patience.untimed, |allowed| allowed.saturating_add(patience.grace))
    }

    /// Pays for a turn that took this long, in microseconds, and earns what a turn earns.
    ///
    /// # Errors
    /// When it came too late; nothing is paid then.
    pub(crate) fn charge(&mut self, used: u64) -> Result<(), Late> {
        if let Some(allowed) = self.allowed()
            && used > allowed.saturating_add(micros(self.limit.margin))
        {
            return Err(Late { used, allowed });
        }
        let Some(clock) = self.limit.clock else { return Ok(()) };
        // What the margin forgives is not owed: the clock stands at zero, never below.
        self.left = self.left.saturating_sub(used).saturating_add(micros(clock.increment));
        self.turns = self.turns.map(|turns| turns - 1);
        if self.turns == Some(0) {
            self.left = self.left.saturating_add(micros(clock.base));
            self.turns = control(self.limit);
        }
        Ok(())
    }
}

/// Turns of a control; a control of no turns is none.
fn control(limit: Limit) -> Option<u32> {
    limit.clock.and_then(|clock| clock.turns).filter(|&turns| turns > 0)
}

fn micros(millis: u64) -> u64 {
    millis.saturating_mul(1000)
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The `go` of the player on `side`.
pub(crate) fn request(side: Side, own: &Clock, other: &Clock) -> Request {
    let limit = own.limit;
    let mut request = Request {
        move_time: limit.move_time.map(signed),
        depth: limit.depth,
        nodes: limit.nodes,
        ..Request::default()
    };
    let Some(clock) = limit.clock else {
        // The other's clock alone would mean that one's own stands at zero.
        return request;
    };
    let time = |clock: &Clock| clock.left().map(|left| signed(left / 1000));
    let gain = |clock: &Clock| clock.limit.clock.map(|clock| signed(clock.increment));
    let (light, dark) = match side {
        Side::Light => (own, other),
        Side::Dark => (other, own),
    };
    request.light_time = time(light);
    request.dark_time = time(dark);
    let gains = clock.increment > 0 || gain(other).is_some_and(|gain| gain > 0);
    if gains {
        request.light_increment = gain(light);
        request.dark_increment = gain(dark);
    }
    request.moves_to_go = own.turns.map(i64::from);
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::ClockSettings;

    fn fischer(base: u64, increment: u64, turns: Option<u32>, margin: u64) -> Limit {
        let clock = ClockSettings { base, increment, turns };
        Limit { clock: Some(clock), margin, ..Limit::default() }
    }

    #[test]
    fn a_clock_is_kept_to_the_microsecond() {
        let mut clock = Clock::new(fischer(1000, 10, None, 0));
        clock.charge(999_999).unwrap();
        assert_eq!(clock.left(), Some(10_001));
        clock.charge(10_001).unwrap();
        assert_eq!(clock.left(), Some(10_000));
        assert_eq!(clock.charge(10_001), Err(Late { used: 10_001, allowed: 10_000 }));
        assert_eq!(clock.left(), Some(10_000));
    }

    #[test]
    fn a_margin_forgives_and_leaves_nothing_owed() {
        let mut clock = Clock::new(fischer(100, 0, None, 20));
        clock.charge(120_000).unwrap();
        assert_eq!(clock.left(), Some(0));
        assert_eq!(clock.charge(20_001), Err(Late { used: 20_001, allowed: 0 }));
        clock.charge(20_000).unwrap();
        assert_eq!(clock.left(), Some(0));
    }

    #[test]
    fn a_control_gives_its_base_again() {
        let mut clock = Clock::new(fischer(100, 1, Some(2), 0));
        let other = clock.clone();
        let to_go = |clock: &Clock| request(Side::Light, clock, &other).moves_to_go;
        assert_eq!(to_go(&clock), Some(2));
        clock.charge(30_000).unwrap();
        assert_eq!((clock.left(), to_go(&clock)), (Some(71_000), Some(1)));
        clock.charge(70_000).unwrap();
        assert_eq!((clock.left(), to_go(&clock)), (Some(102_000), Some(2)));
    }

    #[test]
    fn a_time_for_each_turn_is_kept_and_never_paid_from_anything() {
        let limit = Limit { move_time: Some(50), margin: 5, ..Limit::default() };
        let mut clock = Clock::new(limit);
        for _ in 0..3 {
            clock.charge(55_000).unwrap();
        }
        assert_eq!(clock.charge(55_001), Err(Late { used: 55_001, allowed: 50_000 }));
    }

    #[test]
    fn the_shorter_of_two_times_decides() {
        let both = Limit { move_time: Some(50), ..fischer(80, 0, None, 0) };
        let mut clock = Clock::new(both);
        assert_eq!(clock.charge(50_001), Err(Late { used: 50_001, allowed: 50_000 }));
        clock.charge(50_000).unwrap();
        assert_eq!(clock.charge(30_001), Err(Late { used: 30_001, allowed: 30_000 }));
    }

    #[test]
    fn nodes_and_depth_are_never_late() {
        let limit = Limit { nodes: Some(1), depth: Some(1), ..Limit::default() };
        let mut clock = Clock::new(limit);
        assert_eq!(clock.charge(u64::MAX), Ok(()));
    }

    #[test]
    fn go_names_the_clocks_by_side_in_whole_milliseconds() {
        let mut own = Clock::new(fischer(1000, 10, Some(30), 0));
        own.charge(500).unwrap();
        let other = Clock::new(fischer(2000, 0, None, 0));
        let light = request(Side::Light, &own, &other);
        assert_eq!((light.light_time, light.dark_time), (Some(1009), Some(2000)));
        assert_eq!((light.light_increment, light.dark_increment), (Some(10), Some(0)));
        assert_eq!(light.moves_to_go, Some(29));
        let dark = request(Side::Dark, &own, &other);
        assert_eq!((dark.light_time, dark.dark_time), (Some(2000), Some(1009)));
        assert_eq!((dark.light_increment, dark.dark_increment), (Some(0), Some(10)));
    }

    #[test]
    fn a_clock_of_the_other_alone_is_not_told() {
        let own = Clock::new(Limit { nodes: Some(100), ..Limit::default() });
        let other = Clock::new(fischer(2000, 5, None, 0));
        let asked = request(Side::Light, &own, &other);
        assert_eq!(asked, Request { nodes: Some(100), ..Request::default() });
        let timed = request(Side::Dark, &other, &own);
        assert_eq!((timed.light_time, timed.dark_time), (None, Some(2000)));
        assert_eq!((timed.light_increment, timed.dark_increment), (None, Some(5)));
    }

    #[test]
    fn the_wait_is_the_time_and_the_margin_and_the_grace() {
        let patience = Patience::default();
        let clock = Clock::new(fischer(1000, 0, None, 50));
        assert_eq!(clock.wait(&patience), patience.grace + Duration::from_millis(1050));
        let untimed = Clock::new(Limit { depth: Some(3), ..Limit::default() });
        assert_eq!(untimed.wait(&patience), patience.untimed);
        let endless = Clock::new(Limit { move_time: Some(u64::MAX), ..Limit::default() });
        assert!(endless.wait(&patience) > Duration::from_secs(1_000_000));
    }
}
