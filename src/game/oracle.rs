//! Exact knowledge of positions, asked before searching them.

use super::Game;
use crate::kit::Score;
use std::time::Duration;

/// A source of exact values (a tablebase); the only way the search learns of one.
///
/// What it says holds for the position alone, whatever led to it: draws by repetition
/// and by quiet plies are not part of it.
pub trait Oracle<G: Game>: Send + Sync {
    /// The exact value of `state` for the side on turn, if known: decided with
    /// its distance, or [`Score::DRAW`].
    fn look_up(&self, state: &G::State) -> Option<Score>;

    /// Who wins, if known; may be known where the distance is not, and may cost less.
    fn classify(&self, state: &G::State) -> Option<Standing> {
        self.look_up(state).map(Standing::of)
    }

    /// Gets ready for a search from `state`, waiting for no longer than `patience`.
    fn prepare(&self, _state: &G::State, _patience: Duration) -> Readiness {
        Readiness::Ready
    }

    /// Why it knows nothing of a position, as a sentence.
    fn gap(&self, _state: &G::State) -> String {
        "this position is not known".to_owned()
    }

    /// Whether distances cost no more than classes and are known everywhere, so that
    /// a search may ask for them at every node.
    fn is_quick(&self) -> bool {
        false
    }
}

/// Whether there is something to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// There may be: ask.
    Ready,
    /// There will be, but not yet.
    Waiting,
    /// Nothing is known near the position.
    Idle,
}

/// How a position stands for the side on turn, when both sides play best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It wins.
    Win,
    /// Neither side can win.
    Draw,
    /// It loses.
    Loss,
}

impl Standing {
    /// What an exact value says without its distance.
    pub const fn of(score: Score) -> Self {
        match score.raw() {
            1.. => Self::Win,
            0 => Self::Draw,
            ..0 => Self::Loss,
        }
    }

    /// The value, at an unknown distance.
    pub const fn score(self) -> Score {
        match self {
            Self::Win => Score::WON,
            Self::Draw => Score::DRAW,
            Self::Loss => Score::LOST,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_is_a_value_without_its_distance() {
        assert_eq!(Standing::of(Score::win_in(7)), Standing::Win);
        assert_eq!(Standing::of(Score::loss_in(0)), Standing::Loss);
        for standing in [Standing::Win, Standing::Draw, Standing::Loss] {
            assert_eq!(Standing::of(standing.score()), standing);
        }
    }
}
