//! For each fault a conversation that shows it, and how it is seen.

use crate::listed;
use crate::sight::{Sight, number};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A fault, what is said to the mock, and whether the fault shows.
type Case = (&'static str, &'static str, fn(&Sight) -> bool);

const SEARCH: &str = "go depth 3 / = bestmove / isready / = readyok / quit";
const ENDLESS: &str =
    "go infinite / = bestmove / isready / = readyok / stop / = bestmove / quit";
const WIN_IN_ONE: &str = "setoption name Variant value nine / position fen ww1/w2/3/5w/b1b/2b/3 w 0,0 - 0 40 / \
    go depth 3 / = bestmove / quit";
const OVER: &str = "setoption name Variant value nine / position fen wbb/1wb/bbb/2wbww/bwb/1w1/3 b 0,0 - 35 53 / \
    state / go depth 1 / = bestmove / quit";
const REFUSED: &str =
    "position startpos moves d6 / position startpos moves a1 a1 / state / quit";

#[rustfmt::skip]
const CASES: [Case; 61] = [
    ("late-bestmove", "go depth 1 / = bestmove / quit", |s| s.took("go depth 1", "bestmove", 200)),
    ("no-bestmove", SEARCH, |s| s.count("bestmove") == 0 && s.count("readyok") == 1),
    ("two-bestmoves", SEARCH, |s| s.has_pair("bestmove", "bestmove")),
    ("joined-lines", SEARCH, |s| s.all("info").any(|line| line.contains(" bestmove "))),
    ("info-after-bestmove", SEARCH, |s| s.has_pair("bestmove", "info")),
    ("chatter", SEARCH, |s| s.has_pair("bestmove", "That")),
    ("out-of-turn-bestmove", "position startpos / isready / quit", |s| s.count("bestmove") == 1),
    ("silent-stop-extra", "isready / = readyok / stop / quit", |s| s.has_pair("readyok", "bestmove")),
    ("bestmove-depth-zero", "go infinite / stop / = bestmove / quit", |s| s.best() == "none"),
    ("illegal-turn", "position startpos moves d6 / go depth 2 / = bestmove / quit", |s| s.best() == "d6"),
    ("nonsense-turn", SEARCH, |s| s.best() == "0000"),
    ("uppercase-turn", SEARCH, |s| s.best() == s.pv()[0] && s.best() != s.best().to_lowercase()),
    ("ponder-illegal", SEARCH, |s| s.last("bestmove").ends_with(" ponder a1-a1")),
    ("plays-after-end", OVER, |s| !["", "none"].contains(&s.best())),
    ("no-info", SEARCH, |s| s.count("bestmove") == 1 && s.count("info") == 0),
    ("only-bounds", SEARCH, |s| s.count("info") > 0 && s.all("info").all(|line| line.contains(" lowerbound nodes"))),
    ("wrong-win-distance", WIN_IN_ONE, |s| number(s.last("info"), "win") == Some(2)),
    ("wrong-win-sign", WIN_IN_ONE, |s| number(s.last("info"), "win") == Some(-1)),
    ("false-win", SEARCH, |s| s.all("info").all(|line| line.contains(" score win 1 "))),
    ("pv-illegal", SEARCH, |s| s.pv().len() > 1 && s.pv().ends_with(&["a1-a1"])),
    ("pv-past-end", WIN_IN_ONE, |s| s.last("info").contains(" score win 1 ") && s.pv().len() == 2),
    ("pv-mismatch", SEARCH, |s| s.best().len() == 2 && s.best() != s.pv()[0]),
    ("nondeterministic", "go depth 3 / = bestmove / uminewgame / go depth 3 / = bestmove / quit", other_nodes),
    ("movetime-overrun", "go movetime 50 / = bestmove / quit", |s| s.took("go movetime 50", "bestmove", 95)),
    ("ignores-clock", "go wtime 50 btime 50 / = bestmove / isready / = readyok / stop / = bestmove", |s| s.best().len() == 2 && s.last("") == s.last("bestmove")),
    ("premature-infinite", ENDLESS, |s| s.has_pair("bestmove", "readyok")),
    ("premature-ponder", "go ponder wtime 900 btime 900 / = bestmove / isready / = readyok / stop / = bestmove", |s| s.has_pair("bestmove", "readyok")),
    ("ponder-lost", "go ponder depth 3 / ponderhit / = bestmove / isready / = readyok / quit", |s| s.has_pair("readyok", "bestmove")),
    ("second-go-ignored", "go infinite / ~ 20 / go depth 1 / ~ 50 / quit", |s| s.count("bestmove") == 1),
    ("searchmoves-ignored", "go depth 2 searchmoves g4 / = bestmove / quit", |s| s.best().len() == 2 && s.best() != "g4"),
    ("multipv-ignored", "setoption name MultiPV value 3 / go depth 2 / = bestmove / go depth 2 multipv 2 / = bestmove / quit", |s| s.count("info") > 0 && s.all("info").all(|line| line.contains(" multipv 1 "))),
    ("deaf", "go infinite / isready / ping 3 / ~ 50 / quit", |s| s.count("readyok") + s.count("pong") == 0 && s.count("bestmove") == 1),
    ("slow-ready", "isready / = readyok / ping 3 / = pong / quit", |s| s.took("isready", "readyok", 200) && s.took("ping 3", "pong", 200)),
    ("crash-at-start", "isready / = readyok", |s| s.code == Some(3) && s.end().is_empty()),
    ("crash-in-search", SEARCH, |s| s.code == Some(3) && s.count("info") == 1 && s.end() == s.last("info")),
    ("exit-code", "isready / quit", |s| s.code == Some(1) && s.count("readyok") == 1),
    ("hangs-on-quit", "quit / isready", |s| s.code.is_none() && s.count("readyok") == 0),
    ("ignores-quit", "quit / isready / = readyok", |s| s.count("readyok") == 1),
    ("ignores-eof", "isready / = readyok", |s| s.code.is_none() && s.count("readyok") == 1),
    ("quit-without-bestmove", "go infinite / ~ 30 / quit", |s| s.code == Some(0) && s.count("info") > 0 && s.count("bestmove") == 0),
    ("error-dies", "frobnicate / isready / = readyok", |s| s.code == Some(1) && s.count("readyok") == 0),
    ("silent-error", "frobnicate / isready / = readyok / go speedily / = bestmove", |s| s.count("error") == 1 && s.count("readyok") == 1),
    ("noise-dies", "*noise / isready / = readyok", |s| s.code == Some(3) && s.count("readyok") == 0),
    ("long-line-dies", "*long / isready / = readyok", |s| s.code == Some(3) && s.count("readyok") == 0),
    ("threads-crash", "setoption name Threads value 256 / isready / = readyok", |s| s.code == Some(3)),
    ("greets", "isready / = readyok", |s| s.has_pair("Mock", "readyok")),
    ("unflushed", "isready / = readyok / quit", |s| s.took("quit", "readyok", 0)),
    ("crlf", SEARCH, |s| s.count("info") > 0 && s.all("").all(|line| line.ends_with('\r'))),
    ("no-umiok", "umi / isready / = readyok", |s| s.has_pair("option", "readyok")),
    ("no-protocol-line", "umi / = umiok", |s| s.count("protocol") == 0 && s.count("umiok") == 1),
    ("bad-option-line", "umi / = umiok", |s| number(s.last("option name Hash "), "default") > number(s.last("option name Hash "), "max")),
    ("stderr-flood", SEARCH, |s| s.noise && s.count("bestmove") == 1),
    ("forgets-moves", "position startpos moves d6 f4 / state / quit", |s| s.end().contains("\"ply\":1")),
    ("accepts-illegal", REFUSED, |s| s.count("error") == 0 && s.end().contains("\"ply\":1")),
    ("unset-ignored", REFUSED, |s| s.count("error") == 1 && s.end().contains("\"ply\":1")),
    ("variant-sticky", "setoption name Variant value nine / state / quit", |s| s.end().contains("\"morabaraba\"")),
    ("uminewgame-ignored", "play d6 / uminewgame / state / quit", |s| s.end().contains("\"ply\":1")),
    ("wrong-perft", "perft 1 / = nodes / quit", |s| s.end() == "nodes 25"),
    ("wrong-legal", "legal / quit", |s| s.end().starts_with("legal {") && s.end().split(',').count() == 23),
    ("wrong-result", OVER, |s| s.last("state").contains("\"result\":\"ongoing\"")),
    ("bad-json", "state / quit", |s| s.end().strip_prefix("state ").is_some_and(|json| serde_json::from_str::<serde_json::Value>(json).is_err())),
];

/// Whether the last lines of the two searches count nodes differently.
fn other_nodes(sight: &Sight) -> bool {
    let counts: Vec<_> =
        sight.all("info depth 3 ").filter_map(|line| number(line, "nodes")).collect();
    counts.len() >= 2 && counts.first() != counts.last()
}

/// What is wrong with the case: its fault does not show, or it shows in the sound engine.
fn wrong((name, talk, shows): &Case) -> Option<String> {
    let sight = Sight::of(&["--fault", name], talk);
    if !shows(&sight) {
        return Some(format!("{name} does not show: {sight:#?}"));
    }
    // A loaded machine may make a sound engine look slow once, but not each time.
    let sound = (0..3).map(|_| Sight::of(&[], talk)).take_while(shows).collect::<Vec<_>>();
    (sound.len() == 3).then(|| format!("{name} shows in a sound engine: {:#?}", sound[0]))
}

#[test]
fn each_fault_shows_and_a_sound_engine_shows_none() {
    let next = AtomicUsize::new(0);
    let work = || {
        let cases = std::iter::from_fn(|| CASES.get(next.fetch_add(1, Ordering::Relaxed)));
        cases.filter_map(wrong).collect::<Vec<_>>()
    };
    let found: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn each_fault_has_a_case() {
    let names: Vec<_> = listed().into_iter().map(|(name, _)| name).collect();
    assert_eq!(CASES.map(|(name, _, _)| name).to_vec(), names);
}

#[test]
fn a_fault_can_strike_in_the_middle_of_a_game() {
    let talk =
        "go depth 2 / = bestmove / go depth 2 / = bestmove / go depth 2 / = bestmove / quit";
    let sight = Sight::of(&["--fault", "crash-in-search", "--after", "3"], talk);
    assert_eq!((sight.code, sight.count("bestmove")), (Some(3), 2), "{sight:#?}");
    let sight = Sight::of(&["--fault", "nonsense-turn", "--after", "2", "--instant"], talk);
    assert_eq!(sight.all("bestmove").filter(|line| *line == "bestmove 0000").count(), 2);
    assert_eq!(sight.count("bestmove"), 3);
    let sight = Sight::of(&["--fault", "silent-error", "--after", "2"], "frobnicate / quit");
    assert_eq!(sight.count("error"), 1);
}

#[test]
fn lateness_and_name_are_as_asked() {
    let words = ["--fault", "late-bestmove", "--delay-ms", "400", "--name", "Tortoise"];
    let sight = Sight::of(&words, "umi / = umiok / go depth 1 / = bestmove / quit");
    assert!(sight.took("go depth 1", "bestmove", 400), "{sight:#?}");
    assert_eq!(sight.last("id name"), "id name Tortoise");
}
