//! Every dialogue in `tests/transcripts` and `tools/conform/suites` is held with the engine,
//! word for word.
//!
//! The grammar of the files is told in `src/client/script.rs`.
#![cfg(test)]

mod support;

use modisa::client::script::{Bindings, Pattern, replaced};
use modisa::client::{Script, play};
use modisa::engine;
use std::fs;
use support::dialogue_files;
use support::fake::{Fake, Manner};
use support::session;
use support::wire::Local;

fn with_fake(text: &str) -> Result<(), String> {
    let script = Script::parse(text)?;
    let mut wire = Local::start(|| Box::new(Fake::new(Manner::Good)));
    play(&script, &mut wire, support::patience())
}

#[test]
fn every_dialogue_goes_as_written() {
    let only = std::env::var("TRANSCRIPT").unwrap_or_default();
    let paths = dialogue_files();
    let mut failures = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let script = Script::parse(&text).unwrap_or_else(|message| panic!("{name}: {message}"));
        if !name.contains(&only) {
            continue;
        }
        let mut wire = Local::start(session::engine);
        if let Err(message) = play(&script, &mut wire, support::patience()) {
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

#[test]
fn members_of_an_object_are_matched_in_any_order() {
    let mut names = Bindings::new();
    let mut matches = |pattern: &str, line: &str| {
        Pattern::parse_object(pattern).unwrap().matches(line, &mut names, false)
    };
    let line =
        r#"error {"command":"go","min":1,"code":"bad-value","more":{"a":[1,"x y"],"b":null}}"#;
    assert!(matches(r#"error {"code":"bad-value","command":"{word}"}"#, line));
    assert!(matches(r#"error {"command":"{word}","more":{"b":null,"a":"*"}}"#, line));
    assert!(matches(r#"error {"more":{"a":[1,"x*"]}}"#, line));
    for other in [
        r#"error {"command":"other"}"#,
        r#"error {"command":"{word}x"}"#,
        r#"error {"max":"*"}"#,
        r#"error {"min":"1"}"#,
        r#"error {"more":{"a":[1]}}"#,
        r#"state {"code":"*"}"#,
    ] {
        assert!(!matches(other, line), "{other}");
    }
    assert!(!matches(r#"error {"code":"*"}"#, r#"error {"code":"busy""#));
    assert!(Pattern::parse_object("error").is_err());
    assert!(Pattern::parse_object("error [1]").is_err());
    assert_eq!(names["word"], "go");
}
