//! Conversations with a scripted session.

use super::serve;
use crate::engine::Session;
use crate::protocol::fake::{Fake, Manner};
use crate::protocol::input::Input;
use crate::protocol::{Fault, Umi};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io::{Error, ErrorKind, Result, Write};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Long enough for any machine.
const PATIENCE: Duration = Duration::from_secs(10);

struct Wire(Sender<String>, String);

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.1.push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        for line in std::mem::take(&mut self.1).lines() {
            let sent = self.0.send(line.to_owned());
            sent.map_err(|_| Error::from(ErrorKind::BrokenPipe))?;
        }
        Ok(())
    }
}

struct Talk {
    input: Option<Sender<Input>>,
    output: Receiver<String>,
    thread: JoinHandle<Result<()>>,
}

impl Talk {
    fn with(manner: Manner) -> Self {
        Self::start(manner, false)
    }

    fn start(manner: Manner, greet: bool) -> Self {
        let (input, lines) = unbounded();
        let (sender, output) = unbounded();
        let thread = thread::spawn(move || {
            let mut session = Fake::new(manner);
            let wire = Wire(sender, String::new());
            let result = serve(&mut session, &mut Umi, &lines, wire, greet);
            assert!(result.is_err() || !session.is_busy(), "nothing runs on");
            result
        });
        Self { input: Some(input), output, thread }
    }

    fn send(&self, line: &str) {
        let input = self.input.as_ref().unwrap();
        for line in line.lines() {
            input.send(Ok(line.to_owned())).unwrap();
        }
    }

    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("a line comes in time")
    }

    #[track_caller]
    fn expect(&self, start: &str) {
        let line = self.line();
        assert!(line.starts_with(start), "wanted {start}, got {line}");
    }

    #[track_caller]
    fn expect_error(&self, code: &str, command: &str) {
        self.expect(&format!("error {{\"code\":\"{code}\",\"command\":\"{command}\","));
    }

    /// Proves that nothing was printed by now.
    #[track_caller]
    fn expect_quiet(&self) {
        thread::sleep(Duration::from_millis(20));
        self.send("ping 77");
        self.expect("pong 77");
    }

    /// Closes the input and returns what is still printed.
    #[track_caller]
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.output.iter().collect();
        self.thread.join().unwrap().expect("the conversation ends well");
        rest
    }
}

#[test]
fn nothing_is_printed_first_unless_a_person_is_greeted() {
    assert_eq!(Talk::with(Manner::Good).end(), [] as [&str; 0]);
    let talk = Talk::start(Manner::Good, true);
    talk.expect("Fake 1 by Nobody");
    assert_eq!(talk.end(), [] as [&str; 0]);
}

#[test]
fn the_handshake_lists_variants_and_options() {
    let talk = Talk::with(Manner::Good);
    talk.send("umi\noptions\nvariants");
    for line in [
        "id name Fake 1",
        "id author Nobody",
        "protocol umi 1.0",
        "variant nine \"Nine men's morris\"",
        "variant six \"Six\"",
        "option name Variant type combo default nine var nine var six",
        "option name Hash type spin default 16 min 1 max 64",
        "option name Ponder type check default false",
        "option name ClearHash type button",
        "option name LogFile type string default <empty>",
        "umiok",
        "option name Variant type combo default nine var nine var six value six",
        "option name Hash type spin default 16 min 1 max 64 value 16",
        "option name Ponder type check default false value true",
        "option name ClearHash type button",
        "option name LogFile type string default <empty> value <empty>",
        "optionsok",
        "variants {\"variants\":[{\"id\":\"nine\",\"name\":\"Nine men's morris\"},\
         {\"id\":\"six\",\"name\":\"Six\"}]}",
    ] {
        assert_eq!(talk.line(), line);
    }
    assert_eq!(talk.end(), [] as [&str; 0]);
}

#[test]
fn readiness_is_told_while_a_search_runs() {
    let talk = Talk::with(Manner::Good);
    talk.send("go infinite");
    talk.expect("info depth 1");
    talk.send("isready\nping 3\nlegal\nd");
    talk.expect("readyok");
    talk.expect("pong 3");
    talk.expect("legal {");
    talk.expect("a board");
    talk.expect("after 0 turns");
    talk.expect_quiet();
    talk.send("stop\nisready");
    assert_eq!(talk.line(), "bestmove d6 ponder f4");
    talk.expect("readyok");
    talk.send("stop\nponderhit\nwait");
    talk.expect_quiet();
}

#[test]
fn each_go_has_its_bestmove_in_order() {
    let talk = Talk::with(Manner::Good);
    talk.send("go infinite\ngo depth 5\ngo ponder\ngo depth 1\nwait\nisready");
    for _ in 0..4 {
        talk.expect("info depth");
        talk.expect("bestmove d6");
    }
    talk.expect("readyok");
    assert_eq!(talk.end(), [] as [&str; 0]);
}

#[test]
fn what_moves_the_position_stops_the_search_first() {
    let orders =
        ["position startpos", "uminewgame", "play d6", "undo", "gameover win", "position xyz"];
    for order in orders {
        let talk = Talk::with(Manner::Good);
        talk.send("play a1\ngo infinite");
        talk.expect("info");
        talk.send(order);
        talk.expect("bestmove d6");
        if order == "position xyz" {
            talk.expect_error("bad-argument", "position");
        }
        talk.expect_quiet();
    }
}

#[test]
fn a_bad_position_leaves_none() {
    for line in ["position xyz", "position fen", "position startpos moves d6 bad", "position"] {
        let talk = Talk::with(Manner::Good);
        talk.send(line);
        talk.expect("error ");
        talk.send("legal\nplay d6\nperft 1\nd\ngo infinite");
        talk.expect_error("no-position", "legal");
        talk.expect_error("no-position", "play");
        talk.expect_error("no-position", "perft");
        talk.expect_error("no-position", "d");
        talk.expect_error("no-position", "go");
        assert_eq!(talk.line(), "bestmove none");
        talk.send("position startpos moves\nlegal");
        talk.expect("legal {\"turns\":");
        assert_eq!(talk.end(), [] as [&str; 0]);
    }
}

#[test]
fn an_illegal_turn_is_named_with_its_place() {
    let talk = Talk::with(Manner::Good);
    talk.send("position startpos moves d6 bad");
    assert!(talk.line().ends_with(",\"index\":1,\"token\":\"bad\"}"));
}

#[test]
fn a_faulty_go_is_an_error_and_a_search() {
    let talk = Talk::with(Manner::Good);
    talk.send("go infinite\ngo depth 0");
    talk.expect("info");
    talk.expect("bestmove");
    talk.expect_error("bad-argument", "go");
    talk.expect("info");
    talk.expect("bestmove");
    assert_eq!(talk.end(), [] as [&str; 0]);
}

#[test]
fn counts_and_benches_are_refused_while_a_job_runs() {
    let talk = Talk::with(Manner::Good);
    talk.send("go infinite");
    talk.expect("info");
    talk.send("perft 1\ndivide 1\nbench\nstop");
    talk.expect_error("busy", "perft");
    talk.expect_error("busy", "divide");
    talk.expect_error("busy", "bench");
    talk.expect("bestmove");
    talk.send("perft 1\nwait\ndivide 1\nwait\nbench\nwait");
    for line in ["time 1", "nps 2000", "nodes 3", "d6: 3", "time 1", "nps 2000", "nodes 3"] {
        assert_eq!(talk.line(), line);
    }
    for line in ["nine 7", "nodes 7", "nps 70"] {
        assert_eq!(talk.line(), line);
    }
    talk.send("perft 100000\nisready\nstop\nisready");
    talk.expect("readyok");
    talk.expect_error("busy", "perft");
    talk.expect("readyok");
}

#[test]
fn waiting_for_the_endless_is_refused() {
    let talk = Talk::with(Manner::Good);
    talk.send("go infinite");
    talk.expect("info");
    talk.send("wait");
    talk.expect_error("bad-argument", "wait");
    talk.send("go ponder depth 1\nponderhit\nwait\nping 1");
    talk.expect("bestmove");
    talk.expect("info");
    talk.expect("bestmove");
    talk.expect("pong 1");
}

#[test]
fn options_set_during_a_search_report_after_it() {
    let talk = Talk::with(Manner::Good);
    talk.send("go infinite");
    talk.expect("info");
    talk.send("setoption name hash value 0\nsetoption name xyz\nsetoption name Hash value 3");
    assert!(talk.line().ends_with("\"min\":1,\"max\":64}"));
    talk.expect_error("no-such-option", "setoption");
    talk.send("setoption name Ponder value late");
    talk.expect_quiet();
    talk.send("stop");
    talk.expect("bestmove");
    talk.expect_error("io", "setoption");
}

#[test]
fn the_end_of_input_finishes_a_bounded_search_and_stops_others() {
    for go in ["go depth 50", "go infinite", "go ponder", "go"] {
        let talk = Talk::with(Manner::Good);
        talk.send(go);
        let rest = talk.end();
        assert_eq!(rest.len(), 2, "{go}");
        assert!(rest[0].starts_with("info") && rest[1].starts_with("bestmove d6"), "{go}");
    }
    let talk = Talk::with(Manner::Good);
    talk.send("perft 50");
    assert_eq!(talk.end().last().unwrap(), "nodes 3");
}

#[test]
fn quit_gives_the_last_bestmove_and_reads_no_further() {
    let talk = Talk::with(Manner::Good);
    talk.send("go movetime 400\nquit\nisready");
    let begin = Instant::now();
    let rest = talk.end();
    assert!(begin.elapsed() < Duration::from_millis(200));
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    assert!(!rest.contains(&"readyok".into()));
}

#[test]
fn news_after_the_bestmove_is_not_printed() {
    let talk = Talk::with(Manner::Chatty);
    for _ in 0..50 {
        talk.send("go depth 1\nwait");
        talk.expect("info depth 1");
        talk.expect("bestmove d6");
    }
    talk.expect_quiet();
}

#[test]
fn a_search_that_dies_is_an_error_and_a_bestmove() {
    let talk = Talk::with(Manner::Mute);
    talk.send("go depth 1\nwait\nisready");
    talk.expect("info");
    talk.expect_error("internal", "go");
    assert_eq!(talk.line(), "bestmove none");
    talk.expect("readyok");
}

#[test]
fn lines_that_are_none_are_errors_and_nothing_else() {
    let talk = Talk::with(Manner::Good);
    talk.input.as_ref().unwrap().send(Err(Fault::LineTooLong)).unwrap();
    talk.input.as_ref().unwrap().send(Err(Fault::NotText(3))).unwrap();
    talk.send("xyzzy 1\n\nhelp\nisready");
    talk.expect_error("line-too-long", "");
    talk.expect_error("bad-argument", "");
    talk.expect_error("unknown-command", "xyzzy");
    talk.expect("umi [1]");
    assert_eq!(talk.end().last().unwrap(), "readyok");
}

#[test]
fn a_broken_output_ends_the_conversation_at_once() {
    let Talk { input, output, thread } = Talk::with(Manner::Good);
    drop(output);
    let input = input.unwrap();
    input.send(Ok("go infinite".into())).unwrap();
    assert!(thread.join().unwrap().is_err());
}

#[test]
fn the_talk_is_logged_while_the_option_says_so() {
    let path = std::env::temp_dir().join(format!("modisa-log-{}.txt", std::process::id()));
    let talk = Talk::with(Manner::Good);
    talk.send(&format!("setoption name LogFile value {}\nping 1", path.display()));
    talk.send("setoption name LogFile value\nping 2");
    talk.expect("pong 1");
    talk.expect("pong 2");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(text, "> ping 1\n< pong 1\n> setoption name LogFile value\n");
    talk.send("setoption name LogFile value /no/such/folder/x");
    talk.expect_error("io", "setoption");
}

#[test]
fn what_can_be_shown_is_shown() {
    let talk = Talk::with(Manner::Good);
    talk.send("play d6 f4\nundo\nstate\nundo 5\neval\nrules six\nrules none\ntb");
    assert_eq!(talk.line(), "state {\"umi\":\"1.0\",\"turns\":[\"d6\"]}");
    talk.expect_error("bad-argument", "undo");
    assert_eq!(talk.line(), "eval {\"total\":5}");
    assert_eq!(talk.line(), "rules {\"name\":\"six\"}");
    talk.expect_error("bad-argument", "rules");
    assert_eq!(talk.line(), "tb {\"known\":false,\"value\":null}");
}
