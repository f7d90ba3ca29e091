//! From what was asked to limits: clocks of both spellings, wins in turns, odd numbers.

use super::error::Error;
use super::position::Inquiry;
use super::request::Request;
use crate::game::Side;
use crate::search::Limits;
use crate::search::clock::{TimeControl, allot};
use std::time::Duration;

/// Plies beyond a win's own length that a search for nothing but that win goes on.
///
/// The search may look at a long forced line less deeply than its nominal depth says.
const WIN_MARGIN: u32 = 6;

/// What is wrong with the numbers of a request; [`limits`] takes the nearest that is right.
pub(crate) fn complaints(request: &Request) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut check = |value: Option<u32>, word: &str| {
        if value == Some(0) {
            errors.push(Error::BadArgument(format!("{word} 0 is too small, 1 is taken")));
        }
    };
    check(request.depth, "depth");
    check(request.win, "win");
    check(request.multi_pv, "multipv");
    errors
}

/// The limits that a request sets for the search of a position.
pub(crate) fn limits(
    request: &Request,
    inquiry: &dyn Inquiry,
    lines: usize,
    overhead: Duration,
) -> Limits {
    let clock = time_control(request, inquiry.on_turn(), inquiry.starter());
    bound(request, &TimeControl { weight: inquiry.weight(), ..clock }, lines, overhead)
}

/// The limits that a request sets besides this clock.
fn bound(request: &Request, asked: &TimeControl, lines: usize, overhead: Duration) -> Limits {
    let (soft, hard) = allot(asked, overhead);
    let win_plies = request.win.map(|turns| turns.max(1).saturating_mul(2) - 1);
    let only_a_win = !request.infinite
        && soft.is_none()
        && hard.is_none()
        && request.depth.is_none()
        && request.nodes.is_none();
    let depth = match win_plies {
        Some(plies) if only_a_win => Some(plies.saturating_mul(2).saturating_add(WIN_MARGIN)),
        _ => request.depth.map(|depth| depth.max(1)),
    };
    Limits { depth, nodes: request.nodes, soft, hard, win_plies, multi_pv: lines }
}

/// The clock of the side on turn. Words that name the side (`wtime`) go before
/// words that name the seat (`p1time`).
fn time_control(request: &Request, on_turn: Side, starter: Side) -> TimeControl {
    let (time, increment) = match on_turn {
        Side::Light => (request.light_time, request.light_increment),
        Side::Dark => (request.dark_time, request.dark_increment),
    };
    let (seat_time, seat_increment) = if on_turn == starter {
        (request.first_time, request.first_increment)
    } else {
        (request.second_time, request.second_increment)
    };
    let mut remaining = time.or(seat_time);
    if remaining.is_none() && request.has_clock() && request.move_time.is_none() {
        // A clock was meant and is missing: answer at once rather than never.
        remaining = Some(0);
    }
    TimeControl {
        remaining,
        increment: increment.or(seat_increment),
        moves_to_go: request.moves_to_go,
        move_time: request.move_time,
        weight: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(request: &Request, on_turn: Side) -> TimeControl {
        time_control(request, on_turn, Side::Dark)
    }

    #[test]
    fn each_side_gets_its_own_clock() {
        let request = Request {
            light_time: Some(1),
            dark_time: Some(2),
            light_increment: Some(3),
            dark_increment: Some(4),
            ..Request::default()
        };
        let light = control(&request, Side::Light);
        assert_eq!((light.remaining, light.increment), (Some(1), Some(3)));
        let dark = control(&request, Side::Dark);
        assert_eq!((dark.remaining, dark.increment), (Some(2), Some(4)));
    }

    #[test]
    fn seats_follow_who_starts_and_give_way_to_sides() {
        let request = Request {
            first_time: Some(10),
            second_time: Some(20),
            light_time: Some(5),
            ..Request::default()
        };
        assert_eq!(control(&request, Side::Dark).remaining, Some(10));
        assert_eq!(control(&request, Side::Light).remaining, Some(5));
    }

    #[test]
    fn a_missing_clock_is_no_time_and_no_clock_is_no_limit() {
        let other = Request { light_time: Some(1000), ..Request::default() };
        assert_eq!(control(&other, Side::Dark).remaining, Some(0));
        let movetime = Request { move_time: Some(50), ..other };
        assert_eq!(control(&movetime, Side::Dark).remaining, None);
        assert_eq!(control(&Request::default(), Side::Dark).remaining, None);
    }

    #[test]
    fn a_win_is_asked_in_turns_and_searched_in_plies() {
        let of = |request: &Request| {
            bound(request, &TimeControl::default(), 1, Duration::from_millis(10))
        };
        let alone = of(&Request { win: Some(3), ..Request::default() });
        assert_eq!(alone.win_plies, Some(5));
        assert!(alone.depth.is_some(), "it ends without a win too");
        let with_depth = of(&Request { win: Some(3), depth: Some(4), ..Request::default() });
        assert_eq!(with_depth.depth, Some(4));
        assert_eq!(of(&Request { depth: Some(0), ..Request::default() }).depth, Some(1));
    }
}
