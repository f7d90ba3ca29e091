//! Wins, draws and losses of one player, game by game.

use super::real;
use std::iter::Sum;
use std::ops::AddAssign;

/// The result of one game, seen by one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// 0 points.
    Loss,
    /// 1/2 point.
    Draw,
    /// 1 point.
    Win,
}

impl GameResult {
    /// Points in halves: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }

    /// The same game, seen by the other player.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// How many games one player won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub const fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Loss => self.losses += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Win => self.wins += 1,
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won: 1 a win, 1/2 a draw.
    pub fn points(&self) -> f64 {
        real(self.wins) + real(self.draws) / 2.0
    }

    /// Points per game in `0.0..=1.0`; `None` without games.
    pub fn score(&self) -> Option<f64> {
        self.per_game(self.points())
    }

    /// The share of drawn games in `0.0..=1.0`; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        self.per_game(real(self.draws))
    }

    /// The same games, seen by the opponents.
    #[must_use]
    pub const fn swapped(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    fn per_game(&self, amount: f64) -> Option<f64> {
        (self.games() > 0).then(|| amount / real(self.games()))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |mut total, tally| {
            total += tally;
            total
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_result_is_counted_in_its_place() {
        let mut tally = Tally::default();
        for result in [GameResult::Win, GameResult::Draw, GameResult::Win, GameResult::Loss] {
            tally.add(result);
        }
        assert_eq!(tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.games(), 4);
        // 2 wins and half a point out of 4 games.
        let figures = (tally.points(), tally.score(), tally.draw_ratio());
        assert_eq!(figures, (2.5, Some(0.625), Some(0.25)));
    }

    #[test]
    fn the_opponents_have_the_other_points() {
        let tally = Tally { wins: 5, draws: 3, losses: 1 };
        let both: Tally = [tally, tally.swapped()].into_iter().sum();
        assert_eq!(both, Tally { wins: 6, draws: 6, losses: 6 });
        assert_eq!(both.score(), Some(0.5));
        for result in [GameResult::Loss, GameResult::Draw, GameResult::Win] {
            assert_eq!(result.half_points() + result.swapped().half_points(), 2);
        }
    }

    #[test]
    fn without_games_there_is_no_score() {
        let nothing: Tally = [].into_iter().sum();
        assert_eq!((nothing.score(), nothing.draw_ratio()), (None, None));
    }
}
