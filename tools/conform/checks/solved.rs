//! Positions whose value is known: what is told of them, and what is played.

use super::{Row, row};
use crate::bench::{Bench, Finding, Found, ensure, fault};
use crate::candidate::{Search, at};
use crate::referee::Scene;
use modisa::protocol::{Bound, Info, ScoreView};

#[rustfmt::skip]
pub(super) const ROWS: [Row; 5] = [
    row("win-in-one", "A win in one turn is played at any limit", win_in_one),
    row("distance", "A win or loss within three turns is proved by a search two plies deeper, with its exact distance", distance),
    row("claims", "No score contradicts a known value: neither its sign nor, being too near, its distance", claims),
    row("win-limit", "go win N ends by itself and proves a win in N", win_limit),
    row("keeps", "A proved win is kept by the turn that is played", keeps),
];

/// A position with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) scene: Scene,
    /// Turns that the winner still has to make, negative if the side on turn loses; 0 for a
    /// draw.
    pub(super) turns: i32,
}

/// The known positions of variants that the engine plays.
pub(super) fn known(bench: &Bench) -> Vec<Known> {
    let all = include_str!("../solved.txt").lines().filter_map(read);
    all.filter(|known| bench.plays(&known.scene.variant)).collect()
}

/// Reads `variant | position text | win N, loss N or draw`, N in plies.
fn read(line: &str) -> Option<Known> {
    let mut parts = line.split(" | ");
    let (variant, fen, value) = (parts.next()?, parts.next()?, parts.next()?);
    let turns = match value.split_once(' ') {
        Some(("win", plies)) => plies.parse::<i32>().ok()?.div_euclid(2) + 1,
        Some(("loss", plies)) => -(plies.parse::<i32>().ok()? / 2),
        _ => 0,
    };
    Some(Known { scene: Scene::text(variant, fen), turns })
}

/// Searches each known position with the limits that `limits` gives for it, and looks at
/// what came.
fn each(
    bench: &Bench,
    limits: impl Fn(&Known) -> Vec<String>,
    judge: impl Fn(&Known, &Search) -> Found,
) -> Found {
    let known = known(bench);
    if known.is_empty() {
        return Err(Finding::Skipped("the engine plays neither nine nor twelve".into()));
    }
    bench.talk(|candidate| {
        for known in known {
            candidate.place(&known.scene)?;
            for limits in limits(&known) {
                let search = candidate.search(&limits)?;
                judge(&known, &search).map_err(|finding| at(finding, &known.scene))?;
            }
        }
        candidate.settle()
    })
}

fn win_in_one(bench: &Bench) -> Found {
    const LIMITS: [&str; 6] = [
        "movetime 1",
        "depth 1",
        "nodes 1",
        "wtime 0 btime 0",
        "movetime 0",
        "wtime 1000 btime 1000",
    ];
    let limits = |known: &Known| match known.turns {
        1 => LIMITS.map(str::to_owned).into(),
        _ => Vec::new(),
    };
    each(bench, limits, |known, search| {
        let mut arbiter = known.scene.arbiter()?;
        let side = arbiter.side()?;
        let turn = search.best()?;
        arbiter.play(turn)?;
        let winner = arbiter.outcome()?.and_then(|outcome| outcome.winner);
        ensure(winner == Some(side), || {
            format!("`{}` gave {turn}, which does not win", search.go)
        })
    })
}

fn told(search: &Search) -> Found<&Info> {
    search.last().ok_or_else(|| fault(format!("`{}` told no score", search.go)))
}

fn distance(bench: &Bench) -> Found {
    let limits = |known: &Known| match known.turns.abs() {
        1..=3 => vec![format!("depth {}", 2 * known.turns.abs() + 2)],
        _ => Vec::new(),
    };
    each(bench, limits, |known, search| {
        let last = told(search)?;
        let wanted = ScoreView::Win(known.turns);
        ensure(last.score == wanted && last.bound.is_none(), || {
            format!("`{}` told {:?}, wanted {wanted:?}", search.go, last.score)
        })
    })
}

/// Whether the score can be true of a position of this value.
fn can_be(info: &Info, turns: i32) -> bool {
    let ScoreView::Win(told) = info.score else {
        return info.score != ScoreView::Draw || turns == 0 || info.bound.is_some();
    };
    match info.bound {
        // A win that is a lower bound is a win, a loss that is an upper bound is a loss.
        Some(Bound::Lower) if told < 0 => true,
        Some(Bound::Upper) if told > 0 => true,
        _ => turns.signum() == told.signum() && told.abs() >= turns.abs(),
    }
}

fn claims(bench: &Bench) -> Found {
    let limits = |_: &Known| vec!["depth 2".into(), "depth 6".into()];
    each(bench, limits, |known, search| {
        let wrong =
            search.infos.iter().find(|info| info.multi_pv == 1 && !can_be(info, known.turns));
        ensure(wrong.is_none(), || {
            let score = wrong.map(|info| info.score);
            format!("`{}` told {score:?}, but it is win {}", search.go, known.turns)
        })
    })
}

fn win_limit(bench: &Bench) -> Found {
    let limits = |known: &Known| match known.turns {
        1..=3 => vec![format!("win {}", known.turns)],
        _ => Vec::new(),
    };
    each(bench, limits, |known, search| {
        let last = told(search)?;
        ensure(last.score == ScoreView::Win(known.turns), || {
            format!("`{}` told {:?}", search.go, last.score)
        })
    })
}

fn keeps(bench: &Bench) -> Found {
    let limits = |known: &Known| match known.turns {
        2..=3 => vec![format!("depth {}", 2 * known.turns + 2)],
        _ => Vec::new(),
    };
    each(bench, limits, |known, search| {
        let turn = search.best()?;
        let mut next = known.scene.clone();
        next.turns.push(turn.to_owned());
        let (after, turns) = bench.talk(|candidate| {
            candidate.place(&next)?;
            let search = candidate.search(&format!("depth {}", 2 * known.turns + 2))?;
            Ok((told(&search)?.score, 1 - known.turns))
        })?;
        ensure(after == ScoreView::Win(turns), || {
            format!("after {turn} the score is {after:?}, wanted {:?}", ScoreView::Win(turns))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_become_turns_of_the_winner() {
        let turns = |value: &str| read(&format!("nine | 3/3 w | {value}")).map(|k| k.turns);
        assert_eq!(["win 1", "win 3", "win 7"].map(turns), [Some(1), Some(2), Some(4)]);
        assert_eq!(["loss 2", "loss 6", "draw"].map(turns), [Some(-1), Some(-3), Some(0)]);
        assert_eq!(read("# a comment"), None);
    }

    #[test]
    fn every_known_position_is_possible() {
        let all: Vec<Known> = include_str!("../solved.txt").lines().filter_map(read).collect();
        assert!(all.len() > 40);
        for known in all {
            let arbiter = known.scene.arbiter().unwrap();
            assert_eq!(arbiter.outcome().unwrap(), None, "{}", known.scene);
        }
    }
}
