//! What has to come in time.

use super::{Row, row};
use crate::bench::{Bench, Found, ensure, fault};
use crate::candidate::{Candidate, Search};
use crate::referee::Scene;
use modisa::protocol::Saying;
use std::time::{Duration, Instant};

#[rustfmt::skip]
pub(super) const ROWS: [Row; 8] = [
    row("movetime", "movetime is kept, with at most 20 ms more, from 1 to 200 ms", movetime),
    row("stop", "bestmove comes within 50 ms of stop, however long the search has run", stop),
    row("ready", "Ten isready and ping in a search are answered within 100 ms each", ready),
    row("ready-counting", "isready is answered within 100 ms while perft counts", ready_counting),
    row("short-clock", "Fifty turns with 60 ms on the clock take less than them", short_clock),
    row("clock", "A turn takes less than is left on the clock, with and without increments", clock),
    row("ponderhit", "After ponderhit the clock counts, and a search that has thought enough ends at once", ponderhit),
    row("infinite-in-time", "bestmove none and the answers about the position come within 100 ms", answers),
];

fn in_time(bench: &Bench, search: &Search, bound: u64) -> Found {
    within(bench.bound(bound), search)
}

fn within(bound: Duration, search: &Search) -> Found {
    ensure(search.took <= bound, || {
        let (took, bound) = (search.took.as_millis(), bound.as_millis());
        format!("`{}` took {took} ms, wanted {bound} at most", search.go)
    })
}

fn movetime(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for millis in [1, 5, 10, 20, 50, 100, 200, 20, 10, 1] {
            let search = candidate.search(&format!("movetime {millis}"))?;
            within(Duration::from_millis(millis) + bench.bound(20), &search)?;
            let turn = search.best()?.to_owned();
            candidate.tell(&format!("play {turn}"))?;
        }
        Ok(())
    })
}

fn stop(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for millis in [0, 1, 5, 20, 100, 300, 0, 50] {
            let span = Duration::from_millis(millis);
            let mut search = candidate.search_and_stop("infinite", span)?;
            search.go = format!("stop, {millis} ms after go infinite,");
            in_time(bench, &search, 50)?;
        }
        candidate.settle()
    })
}

/// Sends a line in a search or count, and waits for its answer.
fn answered(candidate: &mut Candidate<'_>, line: &str, answer: &Saying, bound: u64) -> Found {
    let start = Instant::now();
    candidate.say(line);
    loop {
        let (saying, when) = candidate.hear(line)?;
        if saying == *answer {
            let took = when.saturating_duration_since(start);
            let (bench, took_ms) = (candidate.bench, took.as_millis());
            return ensure(took <= bench.bound(bound), || {
                format!("the answer to `{line}` took {took_ms} ms, wanted {bound}")
            });
        }
        let is_news = matches!(saying, Saying::Info(_) | Saying::Remark(_));
        ensure(is_news, || format!("{saying:?} came before the answer to `{line}`"))?;
    }
}

fn ready(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        candidate.say("go infinite");
        for number in 0..10 {
            answered(candidate, "isready", &Saying::Ready, 100)?;
            answered(candidate, &format!("ping {number}"), &Saying::Pong(number), 100)?;
            candidate.during("go infinite", Duration::from_millis(20))?;
        }
        candidate.say("stop");
        candidate.best("go infinite", Instant::now()).map(drop)
    })
}

fn ready_counting(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        candidate.say("perft 12");
        for _ in 0..3 {
            answered(candidate, "isready", &Saying::Ready, 100)?;
        }
        candidate.provoke("stop", "busy").map(drop)
    })
}

fn short_clock(bench: &Bench) -> Found {
    const TURNS: usize = 50;
    const LEFT: u64 = 60;
    bench.talk(|candidate| {
        let mut is_new = true;
        for _ in 0..TURNS {
            let search = candidate.search(&format!("wtime {LEFT} btime {LEFT}"))?;
            in_time(bench, &search, LEFT)?;
            match search.turn {
                Some(ref turn) => candidate.tell(&format!("play {turn}"))?,
                None if is_new => return Err(fault("a new game has no turn")),
                None => candidate.tell("uminewgame")?,
            }
            is_new = search.turn.is_none();
        }
        Ok(())
    })
}

fn clock(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for (limits, bound) in [
            ("wtime 300 btime 300", 300),
            ("wtime 300 btime 300 winc 100 binc 100", 300),
            ("wtime 200 btime 200 movestogo 1", 200),
            ("wtime 400 btime 400 movestogo 10", 400),
            ("p1time 300 p2time 300 p1inc 10 p2inc 10", 300),
            ("wtime 20 btime 20 winc 1000 binc 1000", 20),
            ("wtime 10 btime 10", 30),
        ] {
            let search = candidate.search(limits)?;
            in_time(bench, &search, bound)?;
            search.best()?;
        }
        Ok(())
    })
}

fn ponderhit(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for (limits, bound) in [
            ("ponder wtime 300 btime 300", 300),
            ("ponder movetime 50", 70),
            ("ponder depth 2", 50),
            ("ponder nodes 1000", 50),
        ] {
            let go = format!("go {limits}");
            candidate.say(&go);
            candidate.during(&go, Duration::from_millis(100))?;
            let start = Instant::now();
            candidate.say("ponderhit");
            let mut search = candidate.best(&go, start)?;
            search.go = format!("ponderhit after {go}");
            in_time(bench, &search, bound)?;
            search.best()?;
        }
        candidate.settle()
    })
}

fn answers(bench: &Bench) -> Found {
    if !bench.plays("nine") {
        return Err(crate::bench::Finding::Skipped("the engine does not play nine".into()));
    }
    bench.talk(|candidate| {
        // Light has no turn here.
        candidate.place(&Scene::text("nine", "wbw/1b1/3/wb2bw/3/1b1/wbw w 0,0 - 1 40"))?;
        let search = candidate.search("infinite")?;
        in_time(bench, &search, 100)?;
        ensure(search.turn.is_none(), || "a turn where the game is over")?;
        for line in ["state", "legal", "rules", "eval"] {
            let start = Instant::now();
            candidate.say(line);
            let (saying, when) = candidate.hear(line)?;
            let took = when.saturating_duration_since(start);
            if !matches!(saying, Saying::Facts(..)) {
                return Err(fault(format!("{saying:?} came after `{line}`")));
            }
            ensure(took <= bench.bound(100), || format!("`{line}` took {took:?}"))?;
        }
        candidate.settle()
    })
}
