//! Figures by hand, figures of other programs, and the ends of the scale.
#![allow(clippy::float_cmp, reason = "these figures are exact in binary")]

use super::*;
use crate::statistics::Model;
use crate::statistics::simulation::{DRAWISH, play};
use modisa::kit::SplitMix64;

#[test]
fn scores_and_differences_belong_together() {
    // 10^(d/400) : 1 are the odds: 3 : 1 at 400 log10(3) = 190.85, 10 : 1 at 400.
    assert!((expected_score(190.848_501_9) - 0.75).abs() < 1e-9);
    assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
    assert_eq!(expected_score(0.0), 0.5);
    assert!((difference(0.75) - 190.848_501_9).abs() < 1e-6);
    for elo in [-700.0, -12.5, 0.0, 3.0, 450.0] {
        assert!((difference(expected_score(elo)) - elo).abs() < 1e-9);
    }
}

#[test]
fn the_interval_is_the_one_of_the_hand() {
    // 10 pairs: score 0.5, variance 0.075, deviation of the mean sqrt(0.0075) = 0.086603;
    // 1.96 of it are 0.169738; 400 log10(0.669738 / 0.330262) = 122.82.
    let found = elo(&Pentanomial([1, 2, 4, 2, 1])).unwrap();
    assert_eq!(found.elo, 0.0);
    assert!((found.high - 122.82).abs() < 0.01 && (found.low + 122.82).abs() < 0.01, "{found}");
    assert_eq!(found.to_string(), "+0.0 [-122.8, +122.8]");
}

#[test]
fn the_figures_are_those_of_fastchess() {
    // Blocks that fastchess printed: issue 807 and pull request 727 of brunocodutra/cinder
    // among them. Elo, its half-width, normalised Elo, its half-width, LOS in percent.
    for (pairs, figures) in [
        ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08, 62.16, 0.00]),
        ([50, 287, 610, 387, 73], [18.04, 8.23, 28.19, 12.84, 100.0]),
        ([790, 1759, 3256, 1780, 807], [1.14, 4.04, 1.48, 5.26, 70.95]),
        ([34, 49, 128, 62, 27], [-0.58, 21.41, -0.75, 27.80, 47.88]),
    ] {
        let pairs = Pentanomial(pairs);
        let (logistic, normalized) = (elo(&pairs).unwrap(), normalized_elo(&pairs).unwrap());
        let found = [
            logistic.elo,
            (logistic.high - logistic.low) / 2.0,
            normalized.elo,
            (normalized.high - normalized.low) / 2.0,
            100.0 * likelihood_of_superiority(&pairs),
        ];
        for (found, figure) in found.iter().zip(figures) {
            assert!((found - figure).abs() < 0.0051, "{pairs:?}: {found}, not {figure}");
        }
    }
}

#[test]
fn decided_games_between_near_equals_have_the_same_elo_in_both_kinds() {
    // 5050 of 10,000 pairs won: logistic 400 log10(0.505/0.495) = 3.4744. A pair varies
    // by 0.505 * 0.495, a game by twice that: normalised it is sqrt(2) less.
    let pairs = Pentanomial([4950, 0, 0, 0, 5050]);
    assert!((elo(&pairs).unwrap().elo - 3.4744).abs() < 1e-4);
    let normalized = normalized_elo(&pairs).unwrap().elo;
    assert!((normalized * 2f64.sqrt() - 3.4744).abs() < 1e-3, "{normalized}");
}

#[test]
fn the_second_player_sees_everything_mirrored() {
    for pairs in [[1, 2, 3, 4, 5], [0, 0, 40, 3, 0], [0, 0, 0, 0, 9], [0, 0, 0, 0, 1]] {
        let pairs = Pentanomial(pairs);
        let (here, there) = (elo(&pairs).unwrap(), elo(&pairs.swapped()).unwrap());
        for (a, b) in [(here.elo, there.elo), (here.low, there.high), (here.high, there.low)] {
            assert!(a == -b || (a + b).abs() < 1e-9, "{pairs:?} {here} {there}");
        }
        let sum =
            likelihood_of_superiority(&pairs) + likelihood_of_superiority(&pairs.swapped());
        assert!((sum - 1.0).abs() < 1e-12, "{pairs:?}");
        let both = (normalized_elo(&pairs), normalized_elo(&pairs.swapped()));
        if let (Some(here), Some(there)) = both {
            assert!(
                (here.elo + there.elo).abs() < 1e-9 && (here.low + there.high).abs() < 1e-9
            );
        }
    }
}

#[test]
fn few_or_equal_pairs_give_wide_figures_and_never_nonsense() {
    let nothing = Pentanomial::default();
    assert_eq!((elo(&nothing), normalized_elo(&nothing)), (None, None));
    assert_eq!(likelihood_of_superiority(&nothing), 0.5);

    let one = Pentanomial([0, 0, 0, 1, 0]);
    assert_eq!(elo(&one).unwrap().to_string(), "+190.8 [-inf, +inf]");
    assert_eq!(normalized_elo(&one), None);
    // One win of the better one: 1 - (1/2)^2.
    assert_eq!(likelihood_of_superiority(&one), 0.75);

    // 50 of 50: 0.025^(1/50) = 0.928879, 400 log10(0.928879 / 0.071121) = 446.4.
    let all_won = Pentanomial([0, 0, 0, 0, 50]);
    assert_eq!(elo(&all_won).unwrap().to_string(), "+inf [+446.4, +inf]");
    assert_eq!(elo(&all_won.swapped()).unwrap().to_string(), "-inf [-inf, -446.4]");
    assert_eq!(normalized_elo(&all_won), None);
    assert!(likelihood_of_superiority(&all_won) > 0.999_999);

    // All level: half of what is left of 1 - 0.928879 on either side of 1/2, 24.75 Elo.
    let all_level = Pentanomial([0, 0, 50, 0, 0]);
    assert_eq!(elo(&all_level).unwrap().to_string(), "+0.0 [-24.8, +24.8]");
    assert_eq!(likelihood_of_superiority(&all_level), 0.5);
}

#[test]
fn no_pairs_whatever_give_a_figure_that_is_no_number() {
    for code in 0..3u64.pow(5) {
        let count = |cell: u32| [0, 1, 1_000_000][(code / 3u64.pow(cell) % 3) as usize];
        let pairs = Pentanomial([count(0), count(1), count(2), count(3), count(4)]);
        for found in [elo(&pairs), normalized_elo(&pairs)].into_iter().flatten() {
            assert!(found.low <= found.elo && found.elo <= found.high, "{pairs:?}: {found}");
        }
        assert!((0.0..=1.0).contains(&likelihood_of_superiority(&pairs)), "{pairs:?}");
    }
}

#[test]
fn a_difference_is_written_with_its_sign() {
    let written = |elo, low, high| Estimate { elo, low, high }.to_string();
    assert_eq!(written(12.34, -4.0, 28.68), "+12.3 [-4.0, +28.7]");
    assert_eq!(written(-0.04, -20.0, 19.96), "+0.0 [-20.0, +20.0]");
}

#[test]
fn the_interval_holds_the_truth_nineteen_times_of_twenty() {
    const MATCHES: u64 = 4000;
    let mut rng = SplitMix64::new(5);
    for (model, truth) in [(Model::Logistic, 35.0), (Model::Normalized, 35.0)] {
        let distribution = DRAWISH.pairs(model, truth);
        let mut held = 0;
        for _ in 0..MATCHES {
            let mut pairs = Pentanomial::default();
            (0..150).for_each(|_| play(&mut pairs, &distribution, &mut rng));
            let found = match model {
                Model::Logistic => elo(&pairs),
                Model::Normalized => normalized_elo(&pairs),
            };
            let found = found.unwrap();
            held += u64::from(found.low <= truth && truth <= found.high);
        }
        let share = real(held) / real(MATCHES);
        println!("{model:?}: {share:.4} of the 95 % intervals hold the truth");
        // Three deviations among 4000 are 0.0103; the approximation itself may miss a little.
        assert!((share - 0.95).abs() < 0.015, "{model:?}: {share}");
    }
}
