//! Every dialogue in `tests/transcripts` is held with the engine, word for word.
//!
//! The grammar of the files is told in `support/script.rs`.
#![cfg(test)]

mod support;

use modisa::engine;
use std::fs;
use std::path::Path;
use support::fake::{Fake, Manner};
use support::play::play;
use support::script::{Bindings, Pattern, Script, replaced};
use support::session;
use support::wire::Local;

fn with_fake(text: &str) -> Result<(), String> {
    let script = Script::parse(text)?;
    play(&script, &mut Local::start(|| Box::new(Fake::new(Manner::Good))))
}

#[test]
fn every_dialogue_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/umi");
    let only = std::env::var("TRANSCRIPT").unwrap_or_default();
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let script = Script::parse(&text).unwrap_or_else(|message| panic!("{name}: {message}"));
        if !name.contains(&only) {
            continue;
        }
        let mut wire = Local::start(session::engine);
        if let Err(message) = play(&script, &mut wire) {
            failures.push(format!("{name}, {message}"));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        paths.len(),
        failures.join("\n")
    );
}

#[test]
fn every_kind_of_step_can_be_played() {
    let script = "
# a comment
> \u{feff}play a1\r
> go depth 2
<* info * pv {first} *
<* info *
< bestmove {first} ponder {reply}
> play {first} {reply}
> state
< state {\"umi\":\"1.0\",\"turns\":[\"a1\",\"{first}\",\"{reply}\"]}
>x 61 ff 00
< error *\"code\":\"bad-argument\"*
>* 1048577 y
< error *\"code\":\"line-too-long\"*
> go infinite
~ 30
> isready
<* info *
@ 1000
< readyok
> quit
<*
< bestmove *
@ 1000
! exit 0
";
    assert_eq!(with_fake(script), Ok(()));
    assert_eq!(with_fake("> go infinite\n! eof\n<* info *\n< bestmove *\n! exit 0"), Ok(()));
    assert_eq!(with_fake("> go infinite\n<*"), Ok(()));
}

#[test]
fn a_dialogue_that_goes_another_way_fails() {
    for (script, reason) in [
        ("> isready\n< readyno", "line 2: expected readyno\n  got      readyok"),
        ("> isready", "line 2: expected the end\n  got      readyok"),
        ("! eof\n< readyok", "line 2: expected readyok\n  got      the end"),
        ("> quit\n! exit 1", "line 2: expected exit code 1\n  got      Some(0)"),
        ("> go movetime 90\n<*\n@ 10\n< bestmove *", "line 4: expected within 10 ms"),
        ("> go depth 1\n<* info depth 7 *\n< bestmove *", "line 3: expected bestmove"),
        ("> play {x}", "line 1: x is not bound"),
    ] {
        let message = with_fake(script).unwrap_err();
        assert!(message.starts_with(reason), "{script}\n{message}");
    }
    for script in ["? x", "! leave", "~ long", ">x 1g", ">* y"] {
        assert!(Script::parse(script).is_err(), "{script}");
    }
}

#[test]
fn patterns_bind_whole_words() {
    let mut names = Bindings::new();
    let matches = |pattern: &str, line: &str, names: &mut Bindings| {
        Pattern::parse(pattern).matches(line, names, false)
    };
    assert!(matches("a * c*", "a bb c", &mut names));
    assert!(!matches("a * c", "a bb c d", &mut names));
    assert!(matches("*c", "c c", &mut names) && matches("*", "", &mut names));
    assert!(matches("a*b*b", "a b b", &mut names) && !matches("a*b*b", "a b", &mut names));
    assert!(!matches("ab*ba", "aba", &mut names));
    assert!(matches("pv {turn}*", "pv d6 f4", &mut names));
    assert!(matches("best {turn}*", "best d6 ponder", &mut names));
    assert!(!matches("best {turn}*", "best d6xb4", &mut names));
    assert!(matches("{\"key\":\"{key}\",*}", "{\"key\":\"00f\",\"x\":{}}", &mut names));
    assert_eq!(names["key"], "00f");
    assert_eq!(replaced("moves {turn}", &names), Ok("moves d6".into()));
    assert!(replaced("moves {other}", &names).is_err());
    assert!(Pattern::parse("pv {turn}*").matches("pv a1", &mut names, true));
    assert_eq!(names["turn"], "a1");
}
