//! What a table says of a position.

use crate::game::Standing;
use crate::kit::Score;

/// The value of a position for the side to move, with the plies to the end of the game,
/// the winner hurrying and the loser delaying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Won.
    Win(u16),
    /// Neither side can win.
    Draw,
    /// Lost; 0 plies if the game is over.
    Loss(u16),
}

impl Value {
    /// The value that a code of a table stands for: 0 is a draw, else the plies to the end
    /// and one more. Of an odd number of plies the side to move makes the last.
    pub const fn of_code(code: u8) -> Self {
        match code {
            0 => Self::Draw,
            _ if code.is_multiple_of(2) => Self::Win(code as u16 - 1),
            _ => Self::Loss(code as u16 - 1),
        }
    }

    /// The value without its distance.
    pub const fn standing(self) -> Standing {
        match self {
            Self::Win(_) => Standing::Win,
            Self::Draw => Standing::Draw,
            Self::Loss(_) => Standing::Loss,
        }
    }

    /// The same as the search counts it.
    pub const fn score(self) -> Score {
        match self {
            Self::Win(plies) => Score::win_in(plies),
            Self::Draw => Score::DRAW,
            Self::Loss(plies) => Score::loss_in(plies),
        }
    }

    /// The value that the side to move gets by a turn to a position with this one.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The better a value is for the side to move, the higher: near wins above far ones, far
/// losses above near ones.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score().cmp(&other.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_makes_the_last_ply_has_won() {
        assert_eq!(Value::of_code(0), Value::Draw);
        assert_eq!(Value::of_code(1), Value::Loss(0));
        assert_eq!(Value::of_code(2), Value::Win(1));
        assert_eq!(Value::of_code(253).standing(), Standing::Loss);
        assert_eq!(Value::Win(3).before(), Value::Loss(4));
    }

    #[test]
    fn hurried_wins_and_delayed_losses_are_better() {
        let sorted =
            [Value::Loss(0), Value::Loss(8), Value::Draw, Value::Win(9), Value::Win(1)];
        assert!(sorted.is_sorted());
    }
}
