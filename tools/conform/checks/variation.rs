//! What `info` lines say: scores, variations, ranks.

use super::search::survey;
use super::{Row, row};
use crate::bench::{Bench, Found, ensure, fault};
use crate::candidate::{Search, at};
use crate::referee::{self, Scene};
use modisa::engine::Arbiter;
use modisa::engine::Side;
use modisa::protocol::{Info, ScoreView};

#[rustfmt::skip]
pub(super) const ROWS: [Row; 8] = [
    row("exact", "Before each bestmove there is an info with an exact score and a pv", exact),
    row("first-turn", "bestmove is the first turn of the last pv of rank 1", first_turn),
    row("legal", "Every pv holds legal turns only and does not run past the end of the game", legal),
    row("win", "The pv of a proved win ends the game, and win N is the number of the winner's turns in it", win),
    row("order", "depth of exact scores, nodes and time of rank 1 never fall in the course of a search", order),
    row("ranks", "multipv N tells N lines with different first turns, the best first", ranks),
    row("multipv-option", "The option MultiPV holds for each search, and multipv in go goes before it", multipv_option),
    row("wdl", "With ShowWDL the three odds add up to 1000", wdl),
];

const DEEP: [&str; 3] = ["depth 4", "nodes 2000", "movetime 10"];

fn exact(bench: &Bench) -> Found {
    survey(bench, &super::search::LIMITS, 2, |_, _, search| {
        let is_exact = |info: &Info| info.bound.is_none() && !info.pv.is_empty();
        ensure(search.infos.iter().any(is_exact), || {
            format!("`{}` told no exact score with a pv", search.go)
        })
    })
}

fn first_turn(bench: &Bench) -> Found {
    survey(bench, &["depth 3", "nodes 2000", "movetime 5", "nodes 1"], 1, |_, _, search| {
        let last = search.infos.iter().rev().find(|i| i.multi_pv == 1 && !i.pv.is_empty());
        let last = last.ok_or_else(|| fault(format!("`{}` told no pv", search.go)))?;
        let turn = search.best()?;
        ensure(last.pv[0] == turn, || {
            format!("the last pv begins with {}, not {turn}", last.pv[0])
        })
    })
}

/// Plays the variation by the rules. Returns the referee at its end, and the turns that
/// each side made.
fn played(scene: &Scene, info: &Info) -> Found<(Arbiter, [i32; 2])> {
    let mut arbiter = scene.arbiter()?;
    let mut made = [0; 2];
    for (index, turn) in info.pv.iter().enumerate() {
        let place = || format!("turn {} of the pv `{}`", index + 1, info.pv.join(" "));
        ensure(arbiter.outcome()?.is_none(), || {
            format!("{}, {turn}, comes after the end of the game", place())
        })?;
        let legal = arbiter.legal()?;
        ensure(legal.contains(turn), || format!("{}, {turn}, is not legal", place()))?;
        made[arbiter.side()?.index()] += 1;
        arbiter.play(turn)?;
    }
    Ok((arbiter, made))
}

fn legal(bench: &Bench) -> Found {
    let judge = |scene: &Scene, search: &Search| {
        search.infos.iter().try_for_each(|info| played(scene, info).map(drop))
    };
    survey(bench, &DEEP, 2, |scene, _, search| judge(scene, search))?;
    decided(bench, judge)
}

/// Searches positions that are nearly decided.
fn decided(bench: &Bench, judge: impl Fn(&Scene, &Search) -> Found) -> Found {
    bench.talk(|candidate| {
        for known in super::solved::known(bench) {
            candidate.place(&known.scene)?;
            for limits in ["depth 2", "depth 5"] {
                let search = candidate.search(limits)?;
                judge(&known.scene, &search).map_err(|finding| at(finding, &known.scene))?;
            }
        }
        candidate.settle()
    })
}

fn win(bench: &Bench) -> Found {
    let judge = |scene: &Scene, search: &Search| {
        let side = scene.arbiter()?.side()?;
        search.infos.iter().try_for_each(|info| is_proof(scene, side, info))
    };
    survey(bench, &DEEP, 2, |scene, _, search| judge(scene, search))?;
    decided(bench, judge)
}

/// A win that is told has to be in the variation.
fn is_proof(scene: &Scene, side: Side, info: &Info) -> Found {
    let (ScoreView::Win(turns), None) = (info.score, info.bound) else { return Ok(()) };
    let winner = if turns > 0 { side } else { side.other() };
    let (arbiter, made) = played(scene, info)?;
    let told = || format!("score win {turns} with the pv `{}`", info.pv.join(" "));
    ensure(turns != 0, told)?;
    let outcome = arbiter.outcome()?;
    ensure(outcome.is_some(), || format!("{}: the game is not over after it", told()))?;
    ensure(outcome.and_then(|outcome| outcome.winner) == Some(winner), || {
        format!("{}: it does not end with that win", told())
    })?;
    let made = made[winner.index()];
    ensure(turns.abs() == made, || format!("{}: it holds {made} turns of the winner", told()))
}

/// A bound may be told of a depth that is not finished in the end; its line comes before
/// the last word of the depth below.
fn order(bench: &Bench) -> Found {
    survey(bench, &DEEP, 2, |_, _, search| {
        let first = search.infos.iter().filter(|info| info.multi_pv == 1);
        let exact = first.clone().filter(|info| info.bound.is_none());
        let depths: Vec<u64> = exact.map(|info| info.depth.into()).collect();
        let nodes: Vec<u64> = first.clone().map(|info| info.nodes).collect();
        let times: Vec<u64> = first.map(|info| info.millis).collect();
        for (what, figures) in [("depth", depths), ("nodes", nodes), ("time", times)] {
            ensure(figures.is_sorted(), || {
                format!("`{}`: {what} went {figures:?}", search.go)
            })?;
        }
        Ok(())
    })
}

/// The results of the last depth of which all ranks were told, by rank.
fn last_ranks(search: &Search, wanted: usize) -> Vec<&Info> {
    let of_rank = |rank: usize, depth: u32| {
        let is_it = |info: &&Info| info.multi_pv == rank && info.depth == depth;
        search.infos.iter().rev().find(is_it)
    };
    let deepest = search.infos.iter().map(|info| info.depth).max().unwrap_or(0);
    let all = (1..=deepest).rev().find_map(|depth| {
        (1..=wanted).map(|rank| of_rank(rank, depth)).collect::<Option<Vec<_>>>()
    });
    all.unwrap_or_default()
}

fn value(info: &Info) -> i64 {
    const PROVED: i64 = 1 << 40;
    match info.score {
        ScoreView::Centimen(value) => value.into(),
        ScoreView::Draw => 0,
        ScoreView::Win(turns) if turns > 0 => PROVED - i64::from(turns),
        ScoreView::Win(turns) => -PROVED - i64::from(turns),
    }
}

fn ranks(bench: &Bench) -> Found {
    const LINES: usize = 3;
    survey(bench, &["depth 3 multipv 3", "nodes 3000 multipv 3"], 1, |_, arbiter, search| {
        let wanted = LINES.min(arbiter.legal()?.len());
        let told = last_ranks(search, wanted);
        ensure(told.len() == wanted, || format!("`{}` told no {wanted} lines", search.go))?;
        let beyond = search.infos.iter().find(|info| info.multi_pv > wanted);
        ensure(beyond.is_none(), || {
            format!("`{}` told a line of rank {}", search.go, wanted + 1)
        })?;
        for (rank, info) in told.iter().enumerate() {
            let others = &told[..rank];
            let is_new = others.iter().all(|other| other.pv.first() != info.pv.first());
            ensure(is_new, || format!("{:?} begins two lines", info.pv.first()))?;
            let is_exact = info.bound.is_none() && others.iter().all(|o| o.bound.is_none());
            let is_lower = others.iter().all(|other| value(other) >= value(info));
            ensure(!is_exact || is_lower, || {
                format!("rank {} is better than before", rank + 1)
            })?;
        }
        Ok(())
    })
}

fn multipv_option(bench: &Bench) -> Found {
    bench.need("MultiPV")?;
    bench.talk(|candidate| {
        candidate.tell("setoption name MultiPV value 2")?;
        for (limits, wanted) in [("depth 2", 2), ("depth 2 multipv 4", 4), ("depth 2", 2)] {
            let search = candidate.search(limits)?;
            let highest = search.infos.iter().map(|info| info.multi_pv).max();
            ensure(highest == Some(wanted), || {
                format!("`go {limits}` told ranks up to {highest:?}, not {wanted}")
            })?;
        }
        candidate.tell("setoption name MultiPV value 1")
    })
}

fn wdl(bench: &Bench) -> Found {
    bench.need("ShowWDL")?;
    bench.talk(|candidate| {
        candidate.tell("setoption name ShowWDL value true")?;
        for variant in bench.variants.iter().filter(|id| referee::arbiter(id).is_ok()) {
            candidate.place(&Scene::start(variant))?;
            for info in candidate.search("depth 3")?.infos {
                let sum = info.wdl.map(|odds| odds.iter().sum::<u32>());
                ensure(sum == Some(1000), || format!("wdl {:?}", info.wdl))?;
            }
        }
        candidate.tell("setoption name ShowWDL value false")?;
        let search = candidate.search("depth 2")?;
        ensure(search.infos.iter().all(|info| info.wdl.is_none()), || "wdl without ShowWDL")
    })
}
