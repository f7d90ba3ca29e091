//! What the solver knows of a position while it works, in 16 bits, and what a capture
//! offers, in eight.

/// Highest number of plies to the end that a table can hold.
pub(crate) const MOST_PLIES: u16 = 252;

/// What a capture leads to, as the side that makes it likes it: the higher the better.
///
/// 0 is no capture at all. From 1 to 127 the other side wins, later and later; 128 is a
/// draw; from 129 to 255 the other side loses, sooner and sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Prospect(pub(super) u8);

impl Prospect {
    pub(super) const NONE: u8 = 0;
    pub(super) const DRAW: u8 = 128;
    /// The other side has lost on the spot.
    pub(super) const WIN: u8 = 255;

    /// For each code of a finished table, what it offers to the side that leads there.
    pub(super) fn by_code() -> [u8; 256] {
        std::array::from_fn(|code| match code {
            1..=253 if code % 2 == 1 => 255 - (code - 1) as u8 / 2,
            1..=253 => code as u8 / 2,
            _ => Self::DRAW,
        })
    }
}

/// A position in work: decided, or with what is still open.
///
/// Undecided positions that can still be lost count the quiet turns that do not lose, and
/// know half the plies to the end of their best capture if that loses too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) u16);

const ONE_TURN: u16 = 0x100;
const DECIDED: u16 = 0xF000;
const PENDING: u16 = 0xF100;
const HELD: u16 = 0xF200;

impl Code {
    /// The position at the start of the work: quiet turns and the best capture.
    pub(super) fn start(quiet: u16, best: u8) -> Self {
        match best {
            Prospect::NONE if quiet == 0 => Self::decided(0),
            // A turn that keeps the draw cannot be refuted, but a quiet one may win.
            Prospect::DRAW => Self(HELD),
            129.. => Self(PENDING + 2 * (255 - u16::from(best)) + 1),
            loss if quiet == 0 => Self(PENDING + 2 * u16::from(loss)),
            loss => Self(quiet * ONE_TURN + u16::from(loss)),
        }
    }

    /// A position with nothing to play for: a full board.
    pub(super) const fn drawn() -> Self {
        Self(HELD)
    }

    pub(super) const fn decided(plies: u16) -> Self {
        Self(DECIDED + plies)
    }

    /// The plies to the end, if decided.
    pub(super) const fn plies(self) -> Option<u16> {
        if self.0 >= DECIDED && self.0 < PENDING { Some(self.0 - DECIDED) } else { None }
    }

    /// The plies to the end that a capture promises, unless a quiet turn does better.
    pub(super) const fn pending(self) -> Option<u16> {
        if self.0 >= PENDING && self.0 < HELD { Some(self.0 - PENDING) } else { None }
    }

    /// The code of a position that its capture decides at this distance.
    pub(super) const fn due(plies: u16) -> u16 {
        PENDING + plies
    }

    /// Learns of a quiet turn to a position that is lost; whether that decides it.
    #[inline]
    pub(super) const fn wins(&mut self, plies: u16) -> bool {
        let is_open = self.0 < DECIDED || self.0 >= PENDING;
        if is_open {
            *self = Self::decided(plies);
        }
        is_open
    }

    /// Learns of a quiet turn to a position that is won; what that makes of it.
    #[inline]
    pub(super) const fn loses(&mut self, plies: u16) -> Refuted {
        if self.0 >= DECIDED {
            return Refuted::Open;
        }
        self.0 -= ONE_TURN;
        if self.0 >= ONE_TURN {
            return Refuted::Open;
        }
        let due = 2 * self.0;
        if due <= plies {
            *self = Self::decided(plies);
            Refuted::Lost
        } else {
            self.0 = PENDING + due;
            Refuted::Later(due)
        }
    }
}

/// What one refuted turn makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refuted {
    /// Other turns are left, or it does not matter.
    Open,
    /// It was the last one: lost now.
    Lost,
    /// It was the last quiet one, but the best capture loses only at this distance.
    Later(u16),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_capture_is_a_higher_prospect() {
        let by_code = Prospect::by_code();
        // Codes are plies + 1; 0 is a draw. From the worst to the best for who leads there.
        let liked = [2, 4, 10, 252, 0, 253, 251, 5, 3, 1];
        let prospects: Vec<u8> = liked.iter().map(|&code| by_code[code]).collect();
        assert!(prospects.is_sorted() && prospects[0] == 1 && prospects[9] == Prospect::WIN);
        assert_eq!(by_code[0], Prospect::DRAW);
    }

    #[test]
    fn captures_alone_decide_a_position_at_their_distance() {
        let by_code = Prospect::by_code();
        // The other side has lost in 6 plies: won in 7.
        assert_eq!(Code::start(5, by_code[7]).pending(), Some(7));
        // It wins in 3 plies and nothing else is to be had: lost in 4.
        assert_eq!(Code::start(0, by_code[4]).pending(), Some(4));
        assert_eq!(Code::start(0, Prospect::NONE).plies(), Some(0));
        assert_eq!(Code::start(3, Prospect::DRAW), Code::drawn());
    }

    #[test]
    fn a_position_is_lost_with_its_last_turn_and_no_sooner_than_its_best_capture() {
        let mut code = Code::start(2, Prospect::NONE);
        assert_eq!(code.loses(2), Refuted::Open);
        assert_eq!(code.loses(8), Refuted::Lost);
        assert_eq!(code.plies(), Some(8));
        let mut late = Code::start(1, 7);
        assert_eq!(late.loses(4), Refuted::Later(14));
        assert_eq!(late.pending(), Some(14));
        let mut early = Code::start(1, 2);
        assert_eq!(early.loses(6), Refuted::Lost);
    }

    #[test]
    fn a_quiet_win_comes_before_a_later_capture_and_once() {
        let mut code = Code::start(3, 255 - 4);
        assert_eq!(code.pending(), Some(9));
        assert!(code.wins(5) && !code.wins(7));
        assert_eq!(code.plies(), Some(5));
        assert_eq!(code.loses(8), Refuted::Open);
    }
}
