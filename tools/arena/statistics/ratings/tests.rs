//! Closed forms, one-sided and missing results, and simulated tournaments.
#![allow(clippy::float_cmp, reason = "these figures are exact in binary")]

use super::*;
use crate::statistics::simulation::play_game;
use crate::statistics::{Tally, expected_score};
use modisa::kit::SplitMix64;

fn results(players: usize, matches: &[(usize, usize, u64, u64, u64)]) -> Results {
    let mut results = Results::new(players);
    for &(player, opponent, wins, draws, losses) in matches {
        results.add_all(player, opponent, Tally { wins, draws, losses });
    }
    results
}

#[test]
fn two_players_differ_by_the_odds() {
    // 3 : 1 is 400 log10(3) = 190.85 Elo, half of it on either side of the mean.
    let found = ratings(&results(2, &[(0, 1, 750_000, 0, 250_000)]), None);
    assert!((found[0].elo - 95.424).abs() < 0.01, "{found:?}");
    assert!((found[1].elo + 95.424).abs() < 0.01, "{found:?}");
    // Draws count as half a win and half a loss.
    let drawn = ratings(&results(2, &[(0, 1, 500_000, 500_000, 0)]), None);
    assert!((drawn[0].elo - 95.424).abs() < 0.01, "{drawn:?}");
}

#[test]
fn three_players_with_odds_that_multiply_are_fitted_exactly() {
    // 2 : 1, 2 : 1 and 4 : 1; each step is 400 log10(2) = 120.41 Elo.
    let games =
        [(0, 1, 200_000, 0, 100_000), (1, 2, 200_000, 0, 100_000), (0, 2, 240_000, 0, 60_000)];
    let found = ratings(&results(3, &games), None);
    for (rating, elo) in found.iter().zip([120.412, 0.0, -120.412]) {
        assert!((rating.elo - elo).abs() < 0.01, "{found:?}");
    }
    let anchored = ratings(&results(3, &games), Some(2));
    for (rating, elo) in anchored.iter().zip([240.824, 120.412, 0.0]) {
        assert!((rating.elo - elo).abs() < 0.01, "{anchored:?}");
    }
    assert_eq!(anchored[2].error, Some(0.0));
}

#[test]
fn the_errors_are_those_of_the_binomial_and_narrower_with_draws() {
    // The variance of the difference in logits is 1 / (n p q) = 1 / 1875; in Elo its 1.96
    // deviations are 1.95996 * 173.718 / sqrt(1875) = 7.8631, half of it from the mean.
    let decided = results(2, &[(0, 1, 7500, 0, 2500)]);
    let found = ratings(&decided, None);
    assert!((found[0].error.unwrap() - 3.9316).abs() < 0.005, "{found:?}");
    let anchored = ratings(&decided, Some(1));
    assert!((anchored[0].error.unwrap() - 7.8631).abs() < 0.01, "{anchored:?}");
    // 5000 wins and 5000 draws lie 1/4 off the mean of 3/4: a variance of 1/16 a game
    // instead of 3/16, hence the square root of 3 narrower.
    let drawn = ratings(&results(2, &[(0, 1, 5000, 5000, 0)]), Some(1));
    assert!((drawn[0].error.unwrap() - 7.8631 / 3f64.sqrt()).abs() < 0.01, "{drawn:?}");
}

#[test]
fn one_game_is_weighed_against_the_prior() {
    // With strengths u and -u and x = e^u the slope is zero at
    // 1 - x^2/(1 + x^2) + 1/2 - x/(1 + x) = 0, that is x^3 - x^2 - x - 3 = 0, x = 2.13040.
    let found = ratings(&results(2, &[(0, 1, 1, 0, 0)]), None);
    assert!((found[0].elo - 131.39).abs() < 0.01, "{found:?}");
    assert!((found[0].elo + found[1].elo).abs() < 1e-9);
}

#[test]
fn players_who_won_or_lost_everything_have_finite_ratings() {
    let games =
        [(0, 1, 1_000_000_000, 0, 0), (1, 2, 10, 0, 0), (0, 2, 10, 0, 0), (3, 2, 0, 0, 10)];
    let found = ratings(&results(4, &games), None);
    for pair in found.windows(2) {
        assert!(pair[0].elo > pair[1].elo + 50.0, "{found:?}");
    }
    for rating in &found {
        assert!(rating.elo.abs() < 10_000.0 && rating.error.unwrap().is_finite(), "{found:?}");
    }
    // The more often somebody wins everything, the higher he stands.
    let of_wins = |wins| ratings(&results(2, &[(0, 1, wins, 0, 0)]), None)[0].elo;
    assert!(of_wins(1) < of_wins(10) && of_wins(10) < of_wins(100));
}

#[test]
fn a_few_draws_make_nobody_certain() {
    let of_draws = |draws| ratings(&results(2, &[(0, 1, 0, draws, 0)]), None)[0];
    assert_eq!(of_draws(4).elo, 0.0);
    let (few, many) = (of_draws(4).error.unwrap(), of_draws(400).error.unwrap());
    assert!(few > 20.0 && many < few / 10.0, "{few} {many}");
}

#[test]
fn groups_without_a_common_game_are_rated_apart() {
    let games = [(0, 3, 300_000, 0, 100_000), (1, 4, 100_000, 0, 100_000)];
    let found = ratings(&results(5, &games), Some(4));
    let groups: Vec<usize> = found.iter().map(|rating| rating.group).collect();
    assert_eq!(groups, [0, 1, 2, 0, 1]);
    for (rating, elo) in found.iter().zip([95.424, 0.0, 0.0, -95.424, 0.0]) {
        assert!((rating.elo - elo).abs() < 0.01, "{found:?}");
    }
    assert_eq!(found[2], Rating { elo: 0.0, error: None, group: 2 });
    assert!(ratings(&Results::new(0), None).is_empty());
}

#[test]
fn simulated_tournaments_give_the_ratings_back_within_their_errors() {
    const TOURNAMENTS: u64 = 300;
    const TRUTH: [f64; 6] = [180.0, 75.0, 20.0, -15.0, -90.0, -170.0];
    let mut rng = SplitMix64::new(9);
    for draws in [0.0, 0.25] {
        let (mut held, mut sum) = (0, [0.0; 6]);
        for _ in 0..TOURNAMENTS {
            let mut played = Results::new(TRUTH.len());
            for (player, one) in TRUTH.iter().enumerate() {
                for (opponent, other) in TRUTH.iter().enumerate().skip(player + 1) {
                    for _ in 0..60 {
                        let score = expected_score(one - other);
                        played.add(player, opponent, play_game(score, draws, &mut rng));
                    }
                }
            }
            for ((rating, truth), sum) in ratings(&played, None).iter().zip(TRUTH).zip(&mut sum)
            {
                held += u64::from((rating.elo - truth).abs() <= rating.error.unwrap());
                *sum += rating.elo;
            }
        }
        let share = real(held) / real(TOURNAMENTS * 6);
        println!("draws {draws}: {share:.4} of the 95 % intervals hold the true rating");
        assert!((0.935..0.975).contains(&share), "{share}");
        for (sum, truth) in sum.iter().zip(TRUTH) {
            let average = sum / real(TOURNAMENTS);
            // One rating errs by some 17 Elo, the mean of 300 by 1; the prior takes 1 %.
            assert!((average - truth).abs() < 6.0, "{average}, not {truth}");
        }
    }
}
