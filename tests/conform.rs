//! The checker passes this engine, and finds and names every fault of the mock.
#![cfg(test)]

use serde_json::Value;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Bounds for faults that have nothing to do with time, so that a loaded machine adds none.
const WIDE: u64 = 10;

/// A fault of the mock, with what else the mock is told; the slack; and checks that have to
/// fail.
type Case = (&'static str, &'static [&'static str], u64, &'static [&'static str]);

const LATE: &[&str] = &["--delay-ms", "1500"];

#[rustfmt::skip]
const CASES: [Case; 60] = [
    ("late-bestmove", LATE, 5, &["umi/10-movetime-is-an-upper-bound", "time/stop"]),
    ("no-bestmove", &[], WIDE, &["compliance/14"]),
    ("two-bestmoves", &[], WIDE, &["umi/02-nothing-between-searches", "search/silence"]),
    ("joined-lines", &[], WIDE, &["compliance/27"]),
    ("info-after-bestmove", &[], WIDE, &["umi/02-nothing-between-searches", "search/silence"]),
    ("chatter", &[], WIDE, &["umi/02-nothing-between-searches", "search/silence"]),
    ("out-of-turn-bestmove", &[], WIDE, &["search/silent-commands"]),
    ("silent-stop-extra", &[], WIDE, &["umi/06-stop-without-a-search", "search/silent-commands"]),
    ("bestmove-depth-zero", &[], WIDE, &["umi/03-bestmove-soon-after-stop", "search/legal-at-once"]),
    ("illegal-turn", &[], WIDE, &["search/legal", "search/legal-at-once"]),
    ("nonsense-turn", &[], WIDE, &["search/legal"]),
    ("uppercase-turn", &[], WIDE, &["search/legal", "variation/legal"]),
    ("ponder-illegal", &[], WIDE, &["search/ponder-turn"]),
    ("plays-after-end", &[], WIDE, &["umi/18-a-finished-game", "search/finished"]),
    ("no-info", &[], WIDE, &["variation/exact", "compliance/16"]),
    ("only-bounds", &[], WIDE, &["variation/exact"]),
    ("wrong-win-distance", &[], WIDE, &["variation/win", "solved/distance"]),
    ("wrong-win-sign", &[], WIDE, &["variation/win", "solved/claims"]),
    ("false-win", &[], WIDE, &["variation/win", "solved/claims"]),
    ("pv-illegal", &[], WIDE, &["variation/legal"]),
    ("pv-past-end", &[], WIDE, &["variation/legal"]),
    ("pv-mismatch", &[], WIDE, &["variation/first-turn"]),
    ("nondeterministic", &[], WIDE, &["search/same-again"]),
    ("movetime-overrun", &[], 2, &["time/movetime"]),
    ("ignores-clock", &[], WIDE, &["compliance/14", "time/clock"]),
    ("premature-infinite", &[], WIDE, &["umi/04-bestmove-is-held", "search/held"]),
    ("premature-ponder", &[], WIDE, &["umi/04-bestmove-is-held", "search/held"]),
    ("ponder-lost", &[], WIDE, &["umi/23-ponder-in-every-order", "time/ponderhit"]),
    ("second-go-ignored", &[], WIDE, &["umi/05-each-go-has-its-bestmove", "search/one-each"]),
    ("searchmoves-ignored", &[], WIDE, &["search/searchmoves", "search/dropped"]),
    ("multipv-ignored", &[], WIDE, &["variation/ranks", "variation/multipv-option"]),
    ("deaf", &[], WIDE, &["umi/01-readyok-during-a-search", "time/ready"]),
    ("slow-ready", LATE, 5, &["umi/01-readyok-during-a-search", "time/ready"]),
    ("crash-at-start", &[], WIDE, &["start/introduction"]),
    ("crash-in-search", &[], WIDE, &["compliance/14"]),
    ("exit-code", &[], WIDE, &["umi/16-quit", "compliance/42"]),
    ("hangs-on-quit", &[], WIDE, &["umi/16-quit", "umi/16-quit-during-a-search"]),
    ("ignores-quit", &[], WIDE, &["umi/16-quit", "compliance/42"]),
    ("ignores-eof", &[], WIDE, &["umi/15-end-of-input"]),
    ("quit-without-bestmove", &[], WIDE, &["umi/16-quit-during-a-search"]),
    ("error-dies", &[], WIDE, &["umi/17-unknown-commands"]),
    ("silent-error", &[], WIDE, &["umi/17-unknown-commands"]),
    ("noise-dies", &[], WIDE, &["umi/21-noise"]),
    ("long-line-dies", &[], WIDE, &["umi/21-noise"]),
    ("threads-crash", &[], WIDE, &["options/threads"]),
    ("greets", &[], WIDE, &["umi/00-silent-at-first"]),
    ("unflushed", &[], WIDE, &["start/introduction"]),
    ("crlf", &[], WIDE, &["start/line-ends"]),
    ("no-umiok", &[], WIDE, &["start/introduction"]),
    ("no-protocol-line", &[], WIDE, &["start/introduction", "compliance/05"]),
    ("bad-option-line", &[], WIDE, &["start/defaults"]),
    ("forgets-moves", &[], WIDE, &["search/moves-count", "compliance/31"]),
    ("accepts-illegal", &[], WIDE, &["umi/position-errors", "rules/nine-refusals"]),
    ("unset-ignored", &[], WIDE, &["umi/position-errors", "rules/nine-refusals"]),
    ("variant-sticky", &[], WIDE, &["umi/variants-change-the-position", "options/variants"]),
    ("uminewgame-ignored", &[], WIDE, &["umi/newgame", "search/same-again"]),
    ("wrong-perft", &[], WIDE, &["umi/perft", "rules/nine-perft"]),
    ("wrong-legal", &[], WIDE, &["umi/legal", "rules/nine-legal"]),
    ("wrong-result", &[], WIDE, &["umi/18-a-finished-game", "rules/nine-state"]),
    ("bad-json", &[], WIDE, &["start/json"]),
];

/// Faults that break no promise.
const HARMLESS: [&str; 1] = ["stderr-flood"];

/// Faults that make each of a thousand answers late; a whole run of them is too long.
const SLOW: [&str; 2] = ["late-bestmove", "slow-ready"];

/// What a run of the checker came to.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    /// The objects that it printed, the sums last.
    lines: Vec<Value>,
    diagnostics: String,
}

impl Run {
    /// Runs the checker with these words, then an engine with its words.
    fn of(words: &[String], engine: &[&str]) -> Self {
        let output = Command::new(env!("CARGO_BIN_EXE_conform"))
            .args(["--format", "json", "--variant", "nine"])
            .args(words)
            .args(engine)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
        Self { code: output.status.code(), lines, diagnostics }
    }

    /// The checks that failed, with the reasons.
    fn failed(&self) -> Vec<(&str, &str)> {
        let is_failed = |line: &&Value| line["verdict"] == "failed";
        self.lines
            .iter()
            .filter(is_failed)
            .map(|line| (line["check"].as_str().unwrap(), line["reason"].as_str().unwrap()))
            .collect()
    }

    /// What is wrong with the run, if these had to fail.
    fn wrong(&self, fault: &str, wanted: &[&str]) -> Option<String> {
        let failed = self.failed();
        let missing: Vec<_> =
            wanted.iter().filter(|name| !failed.iter().any(|(n, _)| n == *name)).collect();
        (self.code != Some(1) || !missing.is_empty()).then(|| {
            format!("{fault}: not found by {missing:?}, status {:?}, {failed:?}", self.code)
        })
    }
}

fn slack(slack: u64) -> Vec<String> {
    vec!["--slack".to_owned(), slack.to_string()]
}

/// Only these checks.
fn only(names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| ["--only".to_owned(), format!("{name}:")]).collect()
}

fn mock<'a>(fault: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[env!("CARGO_BIN_EXE_mock"), "--fault", fault], more].concat()
}

/// Runs all cases, several at once: most of a run is waiting. What went wrong.
fn all<T: Sync>(cases: &[T], workers: usize, run: impl Fn(&T) -> Option<String> + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        let cases = std::iter::from_fn(|| cases.get(next.fetch_add(1, Ordering::Relaxed)));
        cases.filter_map(&run).collect::<Vec<_>>()
    };
    let found: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{} runs:\n{}", found.len(), found.join("\n"));
}

#[test]
fn this_engine_passes() {
    let words = [slack(WIDE), vec!["--variant".to_owned(), "morabaraba".to_owned()]].concat();
    let run = Run::of(&words, &[env!("CARGO_BIN_EXE_modisa")]);
    assert_eq!((run.code, run.failed()), (Some(0), vec![]), "{}", run.diagnostics);
    let sums = run.lines.last().unwrap();
    assert!(sums["passed"].as_u64().unwrap() > 150, "{sums}");
    assert_eq!(sums["skipped"], 0, "{sums}");
}

#[test]
fn every_fault_of_the_mock_is_found_by_the_check_for_it() {
    all(&CASES, 4, |(fault, more, bound, wanted)| {
        let words = [slack(*bound), only(wanted)].concat();
        Run::of(&words, &mock(fault, more)).wrong(fault, wanted)
    });
}

/// What spares a whole run the costly work that finds no fault: a large table, the bench.
const LIGHT: [&str; 6] = ["--games", "1", "--option", "Hash=1", "--skip", "umi/bench"];

#[test]
#[ignore = "it takes minutes"]
fn every_fault_of_the_mock_is_found_in_a_whole_run() {
    let light = LIGHT.map(str::to_owned).to_vec();
    // Each fault is found by its own checks in the quick tests already.
    let is_whole = std::env::var("MODISA_MOCKS").is_ok_and(|text| text == "all");
    let step = if is_whole { 1 } else { 4 };
    let cases = CASES.iter().filter(|case| !SLOW.contains(&case.0));
    let cases: Vec<_> = cases.step_by(step).collect();
    all(&cases, 8, |(fault, more, bound, wanted)| {
        let words = [slack(*bound), light.clone()].concat();
        Run::of(&words, &mock(fault, more)).wrong(fault, wanted)
    });
    for fault in HARMLESS {
        let run = Run::of(&[slack(WIDE), light.clone()].concat(), &mock(fault, &[]));
        assert_eq!((run.code, run.failed()), (Some(0), vec![]), "{fault}");
    }
}

#[test]
fn what_breaks_no_promise_passes() {
    let words = [slack(WIDE), only(&["search/legal", "time/ready", "search/silence"])].concat();
    let sound = [env!("CARGO_BIN_EXE_mock")];
    for engine in HARMLESS.map(|fault| mock(fault, &[])).into_iter().chain([sound.to_vec()]) {
        let run = Run::of(&words, &engine);
        assert_eq!((run.code, run.failed()), (Some(0), vec![]), "{engine:?}");
        assert_eq!(run.lines.len(), 4);
    }
}

#[test]
fn every_fault_of_the_mock_has_a_case() {
    let output = Command::new(env!("CARGO_BIN_EXE_mock")).arg("--list").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut listed: Vec<_> = text.lines().filter_map(|line| line.split('\t').next()).collect();
    let mut known: Vec<_> = CASES.iter().map(|case| case.0).chain(HARMLESS).collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(known, listed);
}

#[test]
fn an_engine_that_is_none_ends_with_status_2() {
    let run = Run::of(&[], &["no/such/engine"]);
    assert_eq!((run.code, run.lines.len()), (Some(2), 0));
    assert!(run.diagnostics.contains("no/such/engine"), "{}", run.diagnostics);
    let run = Run::of(&only(&["no such check"]), &[env!("CARGO_BIN_EXE_modisa")]);
    assert_eq!((run.code, run.lines.len()), (Some(2), 0));
    assert_eq!(Run::of(&["--slack".to_owned()], &[]).code, Some(2));
}

#[test]
fn dialogues_of_the_user_are_held_and_named() {
    let folder = std::env::temp_dir().join(format!("conform-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("one.txt", "# It answers\n> isready\n< readyok\n");
    write("two.txt", "# It sings\n> sing\n< la\n");
    write("three.txt", "# It plays chess\n# needs Variant=chess\n> isready\n< readyok\n");
    write("notes.md", "no dialogue");
    let own = ["--suite".to_owned(), folder.display().to_string(), "--suite-only".to_owned()];
    let run = Run::of(&own, &[env!("CARGO_BIN_EXE_modisa")]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(run.code, Some(1), "{run:?}");
    let told: Vec<_> = run
        .lines
        .iter()
        .map(|line| (line["check"].as_str(), line["verdict"].as_str()))
        .collect();
    let wanted = [
        (Some("own/one"), Some("passed")),
        (Some("own/three"), Some("skipped")),
        (Some("own/two"), Some("failed")),
        (None, None),
    ];
    assert_eq!(told, wanted);
    assert_eq!(run.lines[2]["conversation"][0], "> sing");
}
