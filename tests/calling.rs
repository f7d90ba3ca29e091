//! Both sides of the wire spell alike: what one writes, the other reads.
#![cfg(test)]

use modisa::client::{Received, Script, Talk, Trouble, Wire, play};
use modisa::engine::{self, News, OptionView};
use modisa::protocol::{
    Bound, Caller, Command, Dialect, Fault, GameEnd, Info, Offer, OptionKind, Reply, Request,
    Saying, ScoreView, Subject, Umi,
};
use proptest::prelude::*;
use serde_json::json;
use std::time::{Duration, Instant};

mod support;
use support::fake::{Fake, Manner};
use support::wire::Local;

fn word() -> impl Strategy<Value = String> {
    // No word of `go`, and no `moves`.
    "[a-g][1-7]|[a-g][1-7]-[a-g][1-7]x[a-g][1-7]"
}

fn maybe<T: std::fmt::Debug + Clone>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Option<T>> {
    prop::option::of(value)
}

fn request() -> impl Strategy<Value = Request> {
    let turns = || prop::collection::vec(word(), 0..4);
    let clocks = (
        maybe(any::<i64>()),
        maybe(any::<i64>()),
        maybe(any::<i64>()),
        maybe(any::<i64>()),
        maybe(any::<i64>()),
    );
    let limits = (
        maybe(1..=u32::MAX),
        maybe(1..=i64::MAX as u64),
        maybe(1..=u32::MAX),
        maybe(1..=u32::MAX),
        any::<bool>(),
        any::<bool>(),
    );
    (turns(), turns(), clocks, limits).prop_map(|(search_moves, avoid, clocks, limits)| {
        let (light_time, dark_increment, first_time, second_increment, move_time) = clocks;
        let (depth, nodes, win, multi_pv, ponder, infinite) = limits;
        let mut request = Request {
            search_moves,
            avoid,
            ponder,
            infinite,
            light_time,
            dark_increment,
            first_time,
            second_increment,
            moves_to_go: light_time.map(|time| time / 1000),
            move_time,
            depth,
            nodes,
            win,
            multi_pv,
            ..Request::default()
        };
        // Without any limit a `go` means an infinite one, and says so when it is read.
        request.infinite |= !ponder && !request.is_bounded();
        request
    })
}

fn command() -> impl Strategy<Value = Command> {
    let text = || "[a-zA-Z0-9/._-]{1,12}( [a-zA-Z0-9/._-]{1,12}){0,2}";
    let name = || "[A-Z][a-zA-Z]{1,12}".prop_filter("a name", |name| name != "value");
    let turns = |least| prop::collection::vec(word(), least..5);
    prop_oneof![
        Just(Command::Identify),
        Just(Command::Ready),
        any::<u64>().prop_map(Command::Ping),
        (name(), maybe(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        name().prop_map(|name| Command::SetOption { name, value: Some(String::new()) }),
        Just(Command::Options),
        Just(Command::NewGame),
        (maybe(prop::collection::vec("[wb0-9/,-]{1,9}", 1..7)), turns(0))
            .prop_map(|(fen, turns)| Command::Place { fen, turns }),
        request().prop_map(|request| Command::Go(Box::new(request))),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Wait),
        Just(Command::Quit),
        (
            prop_oneof![Just(GameEnd::Win), Just(GameEnd::Loss), Just(GameEnd::Draw)],
            maybe(text())
        )
            .prop_map(|(result, reason)| Command::GameOver { result, reason }),
        (any::<u32>(), any::<bool>())
            .prop_map(|(depth, divided)| Command::Perft { depth, divided }),
        Just(Command::Legal),
        Just(Command::State),
        maybe(name()).prop_map(Command::Rules),
        Just(Command::Variants),
        Just(Command::Evaluate),
        Just(Command::Tablebase),
        Just(Command::Display),
        turns(1).prop_map(Command::Play),
        (1..1000_usize).prop_map(Command::Undo),
        maybe(1..=u32::MAX).prop_map(Command::Bench),
        maybe(Just("go".to_owned())).prop_map(Command::Help),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let score = prop_oneof![
        any::<i32>().prop_map(ScoreView::Centimen),
        any::<i32>().prop_map(ScoreView::Win),
        Just(ScoreView::Draw)
    ];
    let bound = maybe(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]);
    let wdl = maybe([0..1000_u32, 0..1000_u32, 0..1000_u32]);
    let numbers = (any::<u32>(), any::<u32>(), any::<u64>(), any::<u64>(), any::<u64>());
    let pv = prop::collection::vec(word(), 1..6);
    (score, bound, wdl, numbers, 1..9_usize, pv).prop_map(
        |(score, bound, wdl, (depth, hash_full, nodes, nps, millis), multi_pv, pv)| Info {
            depth,
            sel_depth: depth,
            multi_pv,
            score,
            bound,
            wdl,
            nodes,
            nps,
            hash_full,
            tb_hits: nodes / 2,
            millis,
            pv,
        },
    )
}

proptest! {
    #[test]
    fn a_written_command_is_understood_as_itself(command in command()) {
        let line = Umi.write(&command);
        let heard = Umi.parse(&line);
        prop_assert_eq!(&heard.faults, &[]);
        prop_assert_eq!(heard.command, Some(command), "{}", line);
    }

    #[test]
    fn a_spelled_result_is_read_as_itself(info in info()) {
        let line = Umi.render(&Reply::News(News::Info(Box::new(info.clone()))));
        prop_assert_eq!(Umi.read(&line), Ok(Saying::Info(Box::new(info))), "{}", line);
    }

    #[test]
    fn no_line_is_too_odd_to_be_read(line in "(info|option name|bestmove|error|variant|pong|id)?( (score|cp|win|type|spin|default|min|max|var|value|pv|wdl|depth|-?[0-9]{1,25}|\"x|\\{|\\PC{0,3}))*") {
        let _ = Umi.read(&line);
    }
}

/// The one saying of a reply of one line.
fn read(reply: &Reply) -> Saying {
    Umi.read(&Umi.render(reply)).unwrap()
}

#[test]
fn every_reply_is_read_as_what_it_says() {
    let best = |turn: Option<&str>, ponder: Option<&str>| {
        (turn.map(str::to_owned), ponder.map(str::to_owned))
    };
    for (turn, ponder) in
        [best(None, None), best(Some("d6"), None), best(Some("d6"), Some("f4"))]
    {
        let reply = Reply::News(News::Best { turn: turn.clone(), ponder: ponder.clone() });
        assert_eq!(read(&reply), Saying::Best { turn, ponder });
    }
    assert_eq!(read(&Reply::Ready), Saying::Ready);
    assert_eq!(read(&Reply::Pong(u64::MAX)), Saying::Pong(u64::MAX));
    for subject in Subject::ALL {
        let value = json!({ "turns": ["d6"] });
        assert_eq!(read(&Reply::Facts(subject, value.clone())), Saying::Facts(subject, value));
    }
    let fault = Fault::bad_argument("no");
    let Saying::Failure(refusal) =
        read(&Reply::Failure { command: "go".into(), fault: fault.clone() })
    else {
        panic!("a failure");
    };
    assert_eq!((&*refusal.code, &*refusal.command), ("bad-argument", "go"));
    assert_eq!((refusal.message, refusal.details), (fault.to_string(), fault.to_json("go")));
    assert_eq!(Umi.read("nodes 12144"), Ok(Saying::Nodes(12144)));
    let current = Reply::News(News::CurrentTurn { turn: "d6".into(), number: 3 });
    assert_eq!(read(&current), Saying::Remark("currmove d6 currmovenumber 3".into()));
}

#[test]
fn options_of_every_kind_are_read_with_their_values() {
    let kinds = [
        (OptionKind::Check { default: true }, "false"),
        (OptionKind::Spin { default: 3, min: -1, max: 9 }, "4"),
        (OptionKind::Combo { default: "a".into(), choices: vec!["a".into(), "b".into()] }, "b"),
        (OptionKind::Text { default: String::new() }, "my files/default x.toml"),
        (OptionKind::Text { default: "type x".into() }, ""),
        (OptionKind::Button, ""),
    ];
    for (kind, value) in kinds {
        let is_button = kind == OptionKind::Button;
        let view = OptionView { name: "MachineGun", kind: kind.clone(), value: value.into() };
        let lines = Umi.render(&Reply::Options(vec![view]));
        let line = lines.lines().next().unwrap();
        let value = (!is_button).then(|| value.to_owned());
        let offer = Offer { name: "MachineGun".into(), kind, value };
        // A text that holds a keyword of the line cannot be told from it.
        if !line.contains("type x") {
            assert_eq!(Umi.read(line), Ok(Saying::Option(offer)), "{line}");
        }
        assert_eq!(Umi.read(lines.lines().last().unwrap()), Ok(Saying::OptionsEnd));
    }
}

#[test]
fn misspelled_lines_are_named() {
    for line in [
        "bestmove",
        "bestmove d6 f4",
        "bestmove d6 ponder",
        "bestmove none ponder d6",
        "bestmove d6 ponder f4 x",
        "info depth x score cp 1 pv d6",
        "info depth 1 score cp pv d6",
        "info depth 1 score mate 3 pv d6",
        "error none",
        "error {\"code\":\"busy\"}",
        "legal {\"turns\":",
        "state []",
        "pong",
        "readyok now",
        "option Hash",
        "option name Hash type spin default 1 min 1",
        "option name Hash type number",
        "variant nine Nine",
        "nodes many",
        "nodes 5 6",
    ] {
        assert!(Umi.read(line).is_err(), "{line}");
    }
    for line in ["", "nodes 5", "a1: 3", "info string hello", "Modisa by someone"] {
        assert!(Umi.read(line).is_ok(), "{line}");
    }
}

fn talk(manner: Manner) -> Talk {
    Talk::new(Local::start(move || Box::new(Fake::new(manner))), Umi)
}

const SOON: Duration = Duration::from_secs(20);

#[test]
fn a_conversation_goes_from_the_introduction_to_the_best_turn() {
    let mut talk = talk(Manner::Good);
    let identity = talk.identify(SOON).unwrap();
    assert!(!identity.name.is_empty() && !identity.variants.is_empty());
    assert!(identity.option("hash").is_some() && identity.option("no such").is_none());
    talk.ready(SOON).unwrap();
    talk.set_option("NoSuchOption", Some("1"));
    let Err(Trouble::Refused(refusal)) = talk.ready(SOON) else { panic!("refused") };
    assert_eq!(refusal.code, "no-such-option");
    // The refusal was told once; the engine listens again.
    talk.ready(SOON).unwrap();
    talk.place(None, &["a1".to_owned()]);
    talk.go(&Request { depth: Some(2), ..Request::default() });
    let mut results = 0;
    let thought = talk.best(SOON, |_| results += 1).unwrap();
    assert!(results > 0 && thought.turn.is_some());
    assert_eq!(thought.turn.as_deref(), thought.info.unwrap().pv.first().map(String::as_str));
    assert!(talk.pending().is_empty());
    assert!(talk.transcript().any(|line| line == "> go depth 2"));
    assert_eq!(talk.quit(SOON), Some(0));
}

#[test]
fn an_answer_that_does_not_come_is_no_endless_wait() {
    let mut talk = talk(Manner::Good);
    talk.go(&Request { infinite: true, ..Request::default() });
    let trouble = talk.best(Duration::from_millis(30), |_| {}).unwrap_err();
    assert!(matches!(trouble, Trouble::Silent { .. }), "{trouble}");
    talk.say(&Command::Stop);
    talk.best(SOON, |_| {}).unwrap();
    talk.say(&Command::Quit);
    let trouble = talk.ready(SOON).unwrap_err();
    assert!(matches!(trouble, Trouble::Ended { exit_code: Some(0), .. }), "{trouble}");
}

/// Says one line over and over, each so much later than now.
struct Parrot(&'static str, Duration);

impl Wire for Parrot {
    fn send(&mut self, _: &[u8]) {}

    fn close(&mut self) {}

    fn receive(&mut self, _: Duration) -> Received {
        Received::Line(self.0.to_owned(), Instant::now() + self.1)
    }

    fn exit_code(&mut self) -> Option<i32> {
        None
    }
}

const BRIEFLY: Duration = Duration::from_millis(30);

#[test]
fn chatter_without_end_is_no_endless_wait() {
    let parrot = || Parrot("info string hello", Duration::ZERO);
    let mut talk = Talk::new(parrot(), Umi);
    assert!(matches!(talk.ready(BRIEFLY), Err(Trouble::Silent { .. })));
    assert!(matches!(talk.best(BRIEFLY, |_| {}), Err(Trouble::Silent { .. })));
    talk.pending();
    assert_eq!(talk.quit(BRIEFLY), None);
    let script = Script::parse("> isready\n<* info *\n< readyok").unwrap();
    let patience = modisa::client::Patience { longest: BRIEFLY, slack: 1 };
    assert!(play(&script, &mut parrot(), patience).unwrap_err().contains("too late"));
}

#[test]
fn what_comes_too_late_is_left_for_who_listens_next() {
    let hour = Duration::from_secs(3600);
    let mut talk = Talk::new(Parrot("bestmove d6", hour), Umi);
    assert!(matches!(talk.best(BRIEFLY, |_| {}), Err(Trouble::Silent { .. })));
    assert_eq!(talk.best(hour * 2, |_| {}).unwrap().turn.as_deref(), Some("d6"));
}

#[test]
fn a_strict_conversation_forgives_no_line() {
    for line in ["info depth x score cp 1 pv d6", "readyok\r"] {
        let parrot = || Parrot(line, Duration::ZERO);
        let trouble = Talk::new(parrot(), Umi).strict().best(SOON, |_| {}).unwrap_err();
        assert!(matches!(trouble, Trouble::Misspelled { .. }), "{trouble}");
        let trouble = Talk::new(parrot(), Umi).best(BRIEFLY, |_| {}).unwrap_err();
        assert!(matches!(trouble, Trouble::Silent { .. }), "{trouble}");
    }
}
