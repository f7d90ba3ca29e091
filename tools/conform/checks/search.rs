//! What comes of a search: the turn, its limits, and nothing beyond.

use super::{Row, row};
use crate::bench::{Bench, Finding, Found, ensure, fault};
use crate::candidate::{Candidate, Search, at};
use crate::referee::{self, Scene};
use modisa::engine::Arbiter;
use std::time::{Duration, Instant};

#[rustfmt::skip]
pub(super) const ROWS: [Row; 13] = [
    row("legal", "bestmove is legal and canonical in random positions, at every kind of limit", legal),
    row("legal-at-once", "bestmove is legal when stop follows go at once", legal_at_once),
    row("ponder-turn", "The turn after ponder is legal after bestmove", ponder_turn),
    row("one-each", "n go give n bestmove, also in a burst", one_each),
    row("silence", "After bestmove nothing is said until something is asked", silence),
    row("silent-commands", "position, play, undo, setoption and stop say nothing", silent_commands),
    row("finished", "Where a random game is over go gives bestmove none", finished),
    row("held", "go infinite and go ponder do not end by themselves, however simple the position", held),
    row("searchmoves", "bestmove is one of searchmoves", searchmoves),
    row("avoid", "bestmove is none of avoid", avoid),
    row("dropped", "Illegal searchmoves are dropped, each with an error that names it", dropped),
    row("same-again", "After uminewgame the same search says the same but for time and nps", same_again),
    row("moves-count", "The turns after moves are played: the search is one of the position after them", moves_count),
];

/// Every kind of limit that ends a search soon.
pub(super) const LIMITS: [&str; 11] = [
    "movetime 1",
    "depth 1",
    "nodes 1",
    "nodes 500",
    "depth 3",
    "wtime 0 btime 0",
    "wtime -100 btime -100 winc -1 binc -1",
    "p1time 20 p2time 20",
    "wtime 40 btime 40 movestogo 1",
    "movetime 0",
    "win 1",
];

/// Searches in random positions of all variants, each with the next few limits, and lets
/// `judge` look at what came of it.
pub(super) fn survey(
    bench: &Bench,
    limits: &[&str],
    each: usize,
    judge: impl Fn(&Scene, &Arbiter, &Search) -> Found,
) -> Found {
    const POSITIONS: u64 = 5;
    bench.talk(|candidate| {
        let mut next = limits.iter().cycle();
        for scene in referee::all_scenes(bench, POSITIONS)? {
            candidate.place(&scene)?;
            let arbiter = scene.arbiter()?;
            for limits in next.by_ref().take(each) {
                let search = candidate.search(limits)?;
                judge(&scene, &arbiter, &search).map_err(|finding| at(finding, &scene))?;
            }
        }
        candidate.settle()
    })
}

/// The best turn has to be in the list of the rules.
fn is_legal(arbiter: &Arbiter, search: &Search) -> Found {
    let turn = search.best()?;
    let legal = arbiter.legal()?;
    ensure(legal.iter().any(|known| known == turn), || {
        format!("`{}` gave {turn}, which is not one of {}", search.go, legal.join(" "))
    })
}

fn legal(bench: &Bench) -> Found {
    survey(bench, &LIMITS, 3, |_, arbiter, search| is_legal(arbiter, search))
}

fn legal_at_once(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for scene in referee::all_scenes(bench, 4)? {
            candidate.place(&scene)?;
            let search = candidate.search_and_stop("infinite", Duration::ZERO)?;
            is_legal(&scene.arbiter()?, &search).map_err(|finding| at(finding, &scene))?;
        }
        candidate.settle()
    })
}

fn ponder_turn(bench: &Bench) -> Found {
    survey(bench, &["depth 3", "movetime 5"], 1, |scene, _, search| {
        let Some(reply) = &search.ponder else { return Ok(()) };
        let mut arbiter = scene.arbiter()?;
        let turn = search.best()?;
        arbiter.play(turn)?;
        let legal = arbiter.legal()?;
        ensure(legal.contains(reply), || format!("{reply} is not legal after {turn}"))
    })
}

fn one_each(bench: &Bench) -> Found {
    const SEARCHES: usize = 20;
    bench.talk(|candidate| {
        for round in 0..SEARCHES {
            candidate.say(if round % 3 == 1 { "go ponder" } else { "go infinite" });
        }
        candidate.say("stop");
        for _ in 0..SEARCHES {
            let search = candidate.best("go infinite", Instant::now())?;
            search.best()?;
        }
        candidate.listen(bench.bound(50), "after the last bestmove")?;
        candidate.settle()
    })
}

fn silence(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for limits in ["depth 3", "movetime 20", "nodes 200", "wtime 100 btime 100"] {
            candidate.search(limits)?;
            candidate.listen(Duration::from_millis(100), "after bestmove")?;
        }
        candidate.search_and_stop("infinite", Duration::from_millis(50))?;
        candidate.listen(Duration::from_millis(150), "after bestmove")?;
        candidate.settle()
    })
}

fn silent_commands(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        let first = first_legal(candidate)?;
        candidate.search("depth 1")?;
        for line in [
            "position startpos".to_owned(),
            format!("position startpos moves {first}"),
            "uminewgame".to_owned(),
            format!("play {first}"),
            "undo".to_owned(),
            "stop".to_owned(),
            "ponderhit".to_owned(),
            "wait".to_owned(),
            "gameover draw".to_owned(),
        ] {
            candidate.say(&line);
            candidate.listen(Duration::from_millis(30), &format!("after `{line}`"))?;
        }
        candidate.settle()
    })
}

/// A turn of the present position.
fn first_legal(candidate: &mut Candidate<'_>) -> Found<String> {
    let legal = candidate.legal()?;
    legal.into_iter().next().ok_or_else(|| fault("the start position has no legal turn"))
}

fn finished(bench: &Bench) -> Found {
    const LONGEST: u64 = 400;
    bench.talk(|candidate| {
        let mut seen = 0;
        for variant in &bench.variants {
            let mut arbiter = match referee::arbiter(variant) {
                Err(Finding::Skipped(_)) => continue,
                arbiter => arbiter?,
            };
            let mut random = referee::random(bench, variant, 2);
            let turns = referee::walk(&mut arbiter, &mut random, LONGEST)?;
            if arbiter.outcome()?.is_none() {
                continue;
            }
            seen += 1;
            let scene = Scene { turns, ..Scene::start(variant) };
            candidate.place(&scene)?;
            for limits in ["infinite", "depth 2", "ponder", "wtime 1000 btime 1000"] {
                let search = candidate.search(limits)?;
                ensure(search.turn.is_none(), || {
                    format!("`go {limits}` gave {:?} where the game is over", search.turn)
                })
                .map_err(|finding| at(finding, &scene))?;
            }
        }
        ensure(seen > 0 || bench.variants.is_empty(), || "no random game came to an end")
    })
}

fn held(bench: &Bench) -> Found {
    let span = Duration::from_millis(150);
    bench.talk(|candidate| {
        for go in [
            "go",
            "go infinite",
            "go ponder",
            "go ponder wtime 50 btime 50",
            "go infinite depth 1",
        ] {
            candidate.say(go);
            candidate.during(go, span)?;
            candidate.say("stop");
            candidate.best(go, Instant::now())?;
        }
        candidate.settle()
    })
}

fn searchmoves(bench: &Bench) -> Found {
    restricted(bench, "searchmoves", true)
}

fn avoid(bench: &Bench) -> Found {
    restricted(bench, "avoid", false)
}

/// Restricts the search to the last two turns, or to all but them.
fn restricted(bench: &Bench, word: &str, only: bool) -> Found {
    bench.talk(|candidate| {
        for scene in referee::all_scenes(bench, 4)? {
            let legal = scene.arbiter()?.legal()?;
            if legal.len() < 3 {
                continue;
            }
            candidate.place(&scene)?;
            let named = &legal[legal.len() - 2..];
            let search = candidate.search(&format!("{word} {} depth 2", named.join(" ")))?;
            let turn = search.best()?;
            let is_named = named.iter().any(|known| known == turn);
            ensure(is_named == only && legal.iter().any(|known| known == turn), || {
                format!("`{}` gave {turn}", search.go)
            })
            .map_err(|finding| at(finding, &scene))?;
        }
        candidate.settle()
    })
}

fn dropped(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        let first = first_legal(candidate)?;
        let search = candidate.search(&format!("searchmoves zz {first} yy depth 1"))?;
        ensure(search.turn.as_ref() == Some(&first), || format!("wanted {first}"))?;
        let told: Vec<_> = search
            .refusals
            .iter()
            .map(|refusal| {
                let (index, token) = (&refusal.details["index"], &refusal.details["token"]);
                (refusal.code.as_str(), index.as_u64(), token.as_str())
            })
            .collect();
        let wanted =
            [("illegal-move", Some(0), Some("zz")), ("illegal-move", Some(2), Some("yy"))];
        ensure(told == wanted, || format!("the errors were {told:?}, wanted {wanted:?}"))
    })
}

fn same_again(bench: &Bench) -> Found {
    const LIMITS: &str = "nodes 3000";
    bench.talk(|candidate| {
        if bench.has("Threads") {
            candidate.set("Threads", Some("1"))?;
        }
        for scene in referee::all_scenes(bench, 3)? {
            let mut told = Vec::new();
            for _ in 0..2 {
                candidate.turn_to(&scene.variant)?;
                candidate.tell("uminewgame")?;
                candidate.place(&scene)?;
                let mut search = candidate.search(LIMITS)?;
                for info in &mut search.infos {
                    (info.nps, info.millis) = (0, 0);
                }
                told.push((search.infos, search.turn, search.ponder));
                // What is learned here must not be known the next time.
                candidate.search("depth 4 movetime 50")?;
            }
            ensure(told[0] == told[1], || "the two outputs differ".to_owned())
                .map_err(|finding| at(finding, &scene))?;
        }
        candidate.settle()
    })
}

fn moves_count(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for scene in referee::all_scenes(bench, 4)? {
            candidate.place(&scene)?;
            let (legal, wanted) = (candidate.legal()?, scene.arbiter()?.legal()?);
            ensure(legal == wanted, || {
                format!("legal turns {}\nby the rules {}", legal.join(" "), wanted.join(" "))
            })
            .map_err(|finding| at(finding, &scene))?;
        }
        Ok(())
    })
}
