//! Finished pairs of games, counted by the points the first player made in them.

use super::{GameResult, real};

/// Pairs of games from one opening, the players changing sides between the two.
///
/// Cell `i` counts the pairs in which the first player made `i` half-points: 0, 1/2, 1,
/// 3/2 and 2 points. Chess testers count so since Fishtest took to it, because the two
/// games of a pair are not independent: an opening that favours one side is won by each
/// player once, and the variance of the pair is far below that of two single games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The score of a pair, in points per game, for each cell.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts one more finished pair, both results seen by the first player.
    pub const fn add(&mut self, one: GameResult, other: GameResult) {
        self.0[one.half_points() + other.half_points()] += 1;
    }

    /// The number of finished pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of games in them, two each.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The first player's points per game in `0.0..=1.0`; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        self.mean(|score| score)
    }

    /// The variance of a pair's score, in points per game, squared; at most 1/4.
    ///
    /// This is the mean square around the mean, not divided by `pairs - 1`: so do
    /// Fishtest and fastchess, whose figures can thus be compared. `None` without pairs.
    pub fn variance_per_pair(&self) -> Option<f64> {
        let middle = self.score()?;
        self.mean(|score| (score - middle).powi(2))
    }

    /// The variance of a single game that, with games independent, would give the
    /// variance of these pairs: twice [`Self::variance_per_pair`], as the score of a pair
    /// is the mean of two games.
    pub fn variance_per_game(&self) -> Option<f64> {
        self.variance_per_pair().map(|variance| 2.0 * variance)
    }

    /// The same pairs, seen by the second player.
    #[must_use]
    #[cfg(test)]
    pub const fn swapped(&self) -> Self {
        let [lost, worse, level, better, won] = self.0;
        Self([won, better, level, worse, lost])
    }

    fn mean(&self, of_score: impl Fn(f64) -> f64) -> Option<f64> {
        let cells = self.0.iter().zip(Self::SCORES);
        let sum: f64 = cells.map(|(&count, score)| real(count) * of_score(score)).sum();
        (self.pairs() > 0).then(|| sum / real(self.pairs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_counted_by_its_points() {
        use GameResult::{Draw, Loss, Win};
        let mut pairs = Pentanomial::default();
        for (one, other) in [(Loss, Loss), (Draw, Loss), (Win, Loss), (Loss, Win), (Draw, Draw)]
        {
            pairs.add(one, other);
        }
        assert_eq!(pairs, Pentanomial([1, 1, 3, 0, 0]));
        pairs.add(Win, Draw);
        pairs.add(Win, Win);
        assert_eq!(pairs, Pentanomial([1, 1, 3, 1, 1]));
        assert_eq!((pairs.pairs(), pairs.games()), (7, 14));
    }

    #[test]
    fn score_and_variance_are_those_of_the_hand() {
        // Ten pairs. Points: 0 + 2/2 + 4*1 + 2*3/2 + 1*2 = 10 of 20 games: 1/2.
        // Squares around 1/2: 1/4 + 2/16 + 0 + 2/16 + 1/4 = 3/4, a tenth of it 0.075.
        let even = Pentanomial([1, 2, 4, 2, 1]);
        assert_eq!(even.score(), Some(0.5));
        assert!((even.variance_per_pair().unwrap() - 0.075).abs() < 1e-15);
        assert!((even.variance_per_game().unwrap() - 0.15).abs() < 1e-15);
        // Four pairs at 3/4, 1, 1/2, 3/4: mean 3/4, squares 0 + 1/16 + 1/16 + 0 = 1/8.
        let ahead = Pentanomial([0, 0, 1, 2, 1]);
        assert_eq!(ahead.score(), Some(0.75));
        assert_eq!(ahead.variance_per_pair(), Some(0.03125));
    }

    #[test]
    fn without_pairs_there_is_neither_score_nor_variance() {
        let nothing = Pentanomial::default();
        assert_eq!((nothing.score(), nothing.variance_per_pair()), (None, None));
    }

    #[test]
    fn the_second_player_sees_the_mirror_image() {
        let pairs = Pentanomial([1, 2, 3, 4, 5]);
        assert_eq!(pairs.swapped(), Pentanomial([5, 4, 3, 2, 1]));
        let sum = pairs.score().unwrap() + pairs.swapped().score().unwrap();
        assert!((sum - 1.0).abs() < 1e-15);
        assert!(
            (pairs.variance_per_pair().unwrap() - pairs.swapped().variance_per_pair().unwrap())
                .abs()
                < 1e-15
        );
    }
}
