//! Matches of a known difference in strength, for the tests: pairs with draws and openings
//! that favour one side.

use super::likelihood::{Distribution, moments};
use super::{GameResult, Model, Pentanomial, expected_score};
use modisa::kit::SplitMix64;

/// How games come out at a given strength.
pub struct Book {
    /// How many Elo a player must be above the other's level to win half of the games;
    /// the higher, the more draws (the model of `BayesElo`, after Rao and Kupper 1967).
    pub draw_elo: f64,
    /// What each opening, equally often drawn, is worth in Elo to who moves first. Both
    /// games of a pair have the same opening; that is what binds their results.
    pub openings: &'static [f64],
}

/// About two thirds of the pairs are level, as between engines that hold their own.
pub const DRAWISH: Book = Book { draw_elo: 400.0, openings: &[-100.0, 0.0, 100.0] };

/// Every other pair is decided, and openings decide many games.
pub const LIVELY: Book =
    Book { draw_elo: 150.0, openings: &[-200.0, -100.0, 0.0, 0.0, 100.0, 200.0] };

impl Book {
    /// The five probabilities of a pair when the first player is the better by `strength`,
    /// in the units of the model.
    fn pairs_at(&self, strength: f64) -> Distribution {
        let mut cells = [0.0; 5];
        for &bias in self.openings {
            let [one, other] = [bias, -bias].map(|bias| self.game(strength + bias));
            for (i, p) in one.iter().enumerate() {
                for (j, q) in other.iter().enumerate() {
                    cells[i + j] += p * q / super::real(self.openings.len() as u64);
                }
            }
        }
        cells
    }

    /// The probabilities of loss, draw and win.
    fn game(&self, advantage: f64) -> [f64; 3] {
        let win = expected_score(advantage - self.draw_elo);
        let loss = expected_score(-advantage - self.draw_elo);
        [loss, 1.0 - win - loss, win]
    }

    /// The five probabilities of a pair at exactly this Elo of the kind `model` means.
    pub fn pairs(&self, model: Model, elo: f64) -> Distribution {
        let is_too_weak = |strength: f64| {
            let (mean, deviation) = moments(&self.pairs_at(strength));
            match model {
                Model::Logistic => mean < expected_score(elo),
                // In deviations of one game, not of the mean of two.
                Model::Normalized => {
                    let lead = (mean - 0.5) / (deviation * 2f64.sqrt());
                    lead * 800.0 / 10f64.ln() < elo
                }
            }
        };
        let (mut low, mut high) = (-2000.0, 2000.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if is_too_weak(middle) { &mut low } else { &mut high }) = middle;
        }
        self.pairs_at(low)
    }
}

/// A number in `0.0..1.0`.
pub fn fraction(rng: &mut SplitMix64) -> f64 {
    super::real(rng.next_u64() >> 11) / 2f64.powi(53)
}

/// Plays one pair.
pub fn play(pairs: &mut Pentanomial, distribution: &Distribution, rng: &mut SplitMix64) {
    let mut rest = fraction(rng);
    let decided = distribution.iter().position(|p| {
        rest -= p;
        rest < 0.0
    });
    pairs.0[decided.unwrap_or(4)] += 1;
}

/// Plays one game in which draws have the probability `draws` and the first player has the
/// expected score `score`.
pub fn play_game(score: f64, draws: f64, rng: &mut SplitMix64) -> GameResult {
    let number = fraction(rng);
    if number < draws {
        GameResult::Draw
    } else if number < draws / 2.0 + score {
        GameResult::Win
    } else {
        GameResult::Loss
    }
}
