//! Sides, results and the reasons for them.

use crate::kit::{Score, Verdict};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Light men (`w`); South in Moruba.
    Light,
    /// Dark men (`b`); North in Moruba.
    Dark,
}

impl Side {
    /// Both sides, light first.
    pub const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// Index into per-side tables: light 0, dark 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A side has fewer than three men on board and in hand together.
    FewerThanThree,
    /// The side on turn has no legal turn.
    NoMove,
    /// No point is left to place a man on.
    FullBoard,
    /// The count of the three-cow (ten-move) rule ran out.
    TenMoves,
    /// A line of three ends the game in this variant.
    Line,
    /// The position has occurred as often as the rules allow.
    Repetition,
    /// Too many plies without capture or placement.
    Quiet,
    /// A side has no men left.
    AllCaptured,
    /// A side has no stones left (Moruba).
    EmptySide,
    /// Only endless sowings are left (Moruba).
    EndlessRelay,
}

impl Reason {
    /// Every reason, in the order of declaration.
    pub const ALL: [Self; 10] = [
        Self::FewerThanThree,
        Self::NoMove,
        Self::FullBoard,
        Self::TenMoves,
        Self::Line,
        Self::Repetition,
        Self::Quiet,
        Self::AllCaptured,
        Self::EmptySide,
        Self::EndlessRelay,
    ];

    /// The word for it in `state`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::FewerThanThree => "fewer-than-three",
            Self::NoMove => "no-move",
            Self::FullBoard => "full-board",
            Self::TenMoves => "ten-moves",
            Self::Line => "line",
            Self::Repetition => "repetition",
            Self::Quiet => "quiet",
            Self::AllCaptured => "all-captured",
            Self::EmptySide => "empty-side",
            Self::EndlessRelay => "endless-relay",
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Why it is over.
    pub reason: Reason,
}

impl Outcome {
    /// A win of `side`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Self { winner: Some(side), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// The value for `side`, if the game ends in this way `plies` from here.
    #[must_use]
    pub const fn score_for(self, side: Side, plies: u16) -> Score {
        match (self.winner, side) {
            (None, _) => Score::DRAW,
            (Some(Side::Light), Side::Light) | (Some(Side::Dark), Side::Dark) => {
                Score::win_in(plies)
            }
            (Some(_), _) => Score::loss_in(plies),
        }
    }
}

/// Draws that depend on the history of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The game is drawn when a position occurs for this many times; 0 = never.
    pub repetition: u8,
    /// The game is drawn after this many quiet plies; 0 = never.
    pub quiet_plies: u16,
}

impl DrawRules {
    /// Whether a game decided as `score` says ends before the quiet plies run out, if so
    /// many have passed and none of the turns to come begins the count anew; true for what
    /// is not decided.
    pub fn leave_time_for(&self, score: Score, quiet: u32) -> bool {
        let limit = u32::from(self.quiet_plies);
        match score.verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) if limit > 0 => {
                quiet + u32::from(plies) <= limit
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_in_time_if_it_ends_with_the_last_quiet_ply() {
        let rules = DrawRules { repetition: 3, quiet_plies: 100 };
        assert!(rules.leave_time_for(Score::win_in(4), 96));
        assert!(!rules.leave_time_for(Score::loss_in(4), 97));
        assert!(rules.leave_time_for(Score::estimate(900), 99));
        assert!(DrawRules { quiet_plies: 0, ..rules }.leave_time_for(Score::win_in(500), 999));
    }
}
