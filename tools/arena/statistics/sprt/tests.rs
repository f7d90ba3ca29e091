//! Figures by hand, figures of other programs, and how often the test errs.
#![allow(clippy::float_cmp, reason = "these figures are exact in binary")]

use super::*;
use crate::statistics::likelihood::Distribution;
use crate::statistics::simulation::{Book, DRAWISH, LIVELY, play};
use modisa::kit::SplitMix64;

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

#[test]
fn the_bounds_are_those_of_wald() {
    // ln(0.05 / 0.95) = -ln 19.
    let (lower, upper) = sprt(0.0, 5.0, Model::Logistic).bounds();
    assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
    // ln(0.1 / 0.99) and ln(0.9 / 0.01).
    let (lower, upper) = Sprt::new(0.0, 5.0, 0.01, 0.1, Model::Logistic).unwrap().bounds();
    assert!((lower + 2.292_535).abs() < 1e-6 && (upper - 4.499_810).abs() < 1e-6);
}

#[test]
fn numbers_that_make_no_test_are_refused() {
    let with = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Normalized);
    assert_eq!(with(5.0, 5.0, 0.05, 0.05), Err(SprtError::Order { elo0: 5.0, elo1: 5.0 }));
    assert_eq!(with(5.0, 0.0, 0.05, 0.05), Err(SprtError::Order { elo0: 5.0, elo1: 0.0 }));
    assert_eq!(with(0.0, 1000.5, 0.05, 0.05), Err(SprtError::Range(1000.5)));
    assert!(matches!(with(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Range(_))));
    let refused = |name, value| Err(SprtError::Probability { name, value });
    assert_eq!(with(0.0, 5.0, 0.0, 0.05), refused("alpha", 0.0));
    assert_eq!(with(0.0, 5.0, 0.05, 1.0), refused("beta", 1.0));
    assert!(matches!(with(0.0, 5.0, f64::NAN, 0.05), Err(SprtError::Probability { .. })));
    assert_eq!(with(0.0, 5.0, 0.5, 0.5), Err(SprtError::Sum(1.0)));
    let sentence = with(5.0, 0.0, 0.05, 0.05).unwrap_err().to_string();
    assert_eq!(sentence, "elo0 must be below elo1, not 5 and 0");
}

#[test]
fn the_ratio_is_that_of_fishtest_and_fastchess() {
    // The first three were computed with Fishtest (Disservin/fastchess, pull request 426),
    // the last was printed by fastchess (brunocodutra/cinder, pull request 727).
    for (elo0, elo1, model, pairs, ratio) in [
        (0.0, 2.0, Model::Normalized, [365, 16618, 36229, 16974, 390], 2.25),
        (-1.75, 0.25, Model::Normalized, [127, 4883, 10712, 5150, 104], 3.01),
        (0.5, 2.5, Model::Logistic, [223, 9863, 21279, 10037, 246], -3.07),
        (0.0, 5.0, Model::Normalized, [50, 287, 610, 387, 73], 2.97),
    ] {
        let found = sprt(elo0, elo1, model).llr(&Pentanomial(pairs));
        assert!((found - ratio).abs() < 0.006, "{pairs:?}: {found}, not {ratio}");
    }
}

#[test]
fn the_ratio_of_wins_and_losses_alone_is_that_of_coins() {
    // Both games of a pair decided alike: a coin with the expected score s as its
    // probability, hence ln(s1/s0) a win and ln((1-s1)/(1-s0)) a loss. At elo0 = 0 and
    // elo1 = 400 log10(3/2) they are 1/2 and 3/5: 60 ln(6/5) + 40 ln(4/5) = 2.0135.
    let test = sprt(0.0, 400.0 * 1.5f64.log10(), Model::Logistic);
    let found = test.llr(&Pentanomial([40, 0, 0, 0, 60]));
    assert!((found - 2.0135).abs() < 0.002, "{found}");
    // Normalised, per pair t = sqrt(2) * nElo * ln(10) / 800 = (w - 1/2) / sqrt(w (1 - w)),
    // for w = 0.6 that is 0.1 / sqrt(0.24): the same two coins.
    let elo1 = 0.1 / 0.24f64.sqrt() / 2f64.sqrt() * 800.0 / 10f64.ln();
    let found = sprt(0.0, elo1, Model::Normalized).llr(&Pentanomial([40, 0, 0, 0, 60]));
    assert!((found - 2.0135).abs() < 0.002, "{found}");
}

#[test]
fn the_other_player_sees_the_mirrored_ratio() {
    for model in [Model::Logistic, Model::Normalized] {
        let (test, mirrored) = (sprt(-3.0, 12.0, model), sprt(-12.0, 3.0, model));
        for pairs in [[1, 2, 3, 4, 5], [0, 0, 1, 0, 0], [0, 7, 90, 16, 0], [30, 0, 0, 0, 0]] {
            let pairs = Pentanomial(pairs);
            let sum = test.llr(&pairs) + mirrored.llr(&pairs.swapped());
            assert!(sum.abs() < 1e-6, "{model:?} {pairs:?}: {sum}");
        }
    }
}

#[test]
fn every_better_result_raises_the_ratio() {
    let test = sprt(0.0, 20.0, Model::Logistic);
    for base in [[5, 20, 40, 25, 7], [0, 1, 50, 2, 0], [9, 0, 0, 0, 9], [1, 1, 1, 1, 1]] {
        for cell in (0..4).filter(|&cell| base[cell] > 0) {
            let mut better = base;
            better[cell] -= 1;
            better[cell + 1] += 1;
            let (before, after) =
                (test.llr(&Pentanomial(base)), test.llr(&Pentanomial(better)));
            assert!(after > before, "{base:?} {cell}: {before} {after}");
        }
    }
}

#[test]
fn the_verdict_falls_at_the_bounds() {
    let test = sprt(0.0, 5.0, Model::Normalized);
    assert_eq!(test.verdict(&Pentanomial::default()), Verdict::Continue);
    assert_eq!(test.llr(&Pentanomial::default()), 0.0);
    // Half a match, the whole of it, which fastchess ended there at 2.97, and its mirror image.
    assert_eq!(test.verdict(&Pentanomial([25, 144, 305, 193, 37])), Verdict::Continue);
    assert_eq!(test.verdict(&Pentanomial([50, 287, 610, 387, 73])), Verdict::AcceptH1);
    assert_eq!(test.verdict(&Pentanomial([73, 387, 610, 287, 50])), Verdict::AcceptH0);
    assert_eq!(test.to_string(), "[0.00, 5.00] normalized");
}

#[test]
fn no_pairs_whatever_make_the_ratio_no_number() {
    for model in [Model::Logistic, Model::Normalized] {
        for (elo0, elo1) in [(0.0, 5.0), (-1000.0, 1000.0), (999.0, 1000.0), (0.0, 1e-9)] {
            for code in 0..3u64.pow(5) {
                let count = |cell: u32| [0, 1, 1_000_000][(code / 3u64.pow(cell) % 3) as usize];
                let pairs = Pentanomial([count(0), count(1), count(2), count(3), count(4)]);
                let ratio = sprt(elo0, elo1, model).llr(&pairs);
                assert!(ratio.is_finite(), "{model:?} {elo0} {elo1} {pairs:?}: {ratio}");
            }
        }
    }
}

/// How a number of matches ended.
#[derive(Debug, Default)]
struct Ends {
    h0: u64,
    h1: u64,
    unfinished: u64,
    pairs: u64,
}

/// Plays `matches` until `ratio` meets a bound of the test, looking after every pair.
fn simulate(
    matches: u64,
    test: &Sprt,
    distribution: &Distribution,
    ratio: impl Fn(&Pentanomial) -> f64,
) -> Ends {
    const MOST_PAIRS: u64 = 10_000;
    let mut rng = SplitMix64::new(20);
    let (lower, upper) = test.bounds();
    let mut ends = Ends::default();
    for _ in 0..matches {
        let mut pairs = Pentanomial::default();
        let mut llr = 0.0;
        while llr > lower && llr < upper && pairs.pairs() < MOST_PAIRS {
            play(&mut pairs, distribution, &mut rng);
            llr = ratio(&pairs);
        }
        ends.h0 += u64::from(llr <= lower);
        ends.h1 += u64::from(llr >= upper);
        ends.unfinished += u64::from(llr > lower && llr < upper);
        ends.pairs += pairs.pairs();
    }
    ends
}

/// Measures one kind of error in 10,000 matches and holds it against the promised 5 %.
fn measure(name: &str, test: &Sprt, book: &Book, at_h1: bool) {
    const MATCHES: u64 = 10_000;
    let elo = if at_h1 { test.elo1 } else { test.elo0 };
    let ends = simulate(MATCHES, test, &book.pairs(test.model, elo), |pairs| test.llr(pairs));
    let (errors, promised) = if at_h1 { (ends.h0, test.beta) } else { (ends.h1, test.alpha) };
    let (rate, length) = (real(errors) / real(MATCHES), real(ends.pairs) / real(MATCHES));
    println!("{test}, {name}, true {elo}: {rate:.4} wrong, {length:.0} pairs on average");
    // Three standard deviations of a rate of 5 % among 10,000: 0.0065.
    let allowance = 3.0 * (promised * (1.0 - promised) / real(MATCHES)).sqrt();
    assert!(rate <= promised + allowance, "{rate} of {name} are wrong at {elo}");
    assert!(rate > 0.005, "{name}: at {rate} wrong the matches are needlessly long");
    assert_eq!(ends.unfinished, 0, "{name}");
}

const LOGISTIC: (f64, f64, Model) = (0.0, 20.0, Model::Logistic);
/// With the drawish book about as far apart as [`LOGISTIC`].
const NORMALIZED: (f64, f64, Model) = (0.0, 40.0, Model::Normalized);

fn drawish(at_h1: bool, (elo0, elo1, model): (f64, f64, Model)) {
    measure("drawish", &sprt(elo0, elo1, model), &DRAWISH, at_h1);
}

#[test]
fn equals_seldom_pass_in_logistic_elo() {
    drawish(false, LOGISTIC);
}

#[test]
fn the_better_seldom_fails_in_logistic_elo() {
    drawish(true, LOGISTIC);
}

#[test]
fn equals_seldom_pass_in_normalized_elo() {
    drawish(false, NORMALIZED);
}

#[test]
fn the_better_seldom_fails_in_normalized_elo() {
    drawish(true, NORMALIZED);
}

#[test]
fn short_tests_keep_their_promise_too() {
    for model in [Model::Logistic, Model::Normalized] {
        for at_h1 in [false, true] {
            measure("lively", &sprt(0.0, 60.0, model), &LIVELY, at_h1);
        }
    }
}

/// The approximation that cutechess and others use, with the variance seen so far
/// (M. Van den Bergh, <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>).
fn approximate_ratio(test: &Sprt, pairs: &Pentanomial) -> f64 {
    let (s0, s1) = (expected_score(test.elo0), expected_score(test.elo1));
    let variance = pairs.variance_per_pair().unwrap();
    if variance == 0.0 {
        return 0.0;
    }
    real(pairs.pairs()) * (s1 - s0) * (2.0 * pairs.score().unwrap() - s0 - s1)
        / (2.0 * variance)
}

#[test]
fn the_approximation_agrees_in_long_matches_and_errs_in_short_ones() {
    let test = sprt(0.5, 2.5, Model::Logistic);
    let long = Pentanomial([223, 9863, 21279, 10037, 246]);
    assert!((test.llr(&long) - approximate_ratio(&test, &long)).abs() < 0.01);

    let test = sprt(0.0, 60.0, Model::Logistic);
    let level = LIVELY.pairs(Model::Logistic, 0.0);
    let exact = simulate(2000, &test, &level, |pairs| test.llr(pairs));
    let rough = simulate(2000, &test, &level, |pairs| approximate_ratio(&test, pairs));
    let [exact, rough] = [exact, rough].map(|ends| real(ends.h1) / 2000.0);
    println!("{test}, lively, true 0: {exact:.4} wrong, by the approximation {rough:.4}");
    assert!(rough > 2.0 * exact, "{exact} {rough}");
}
