//! What the dialect understands and how it spells.

use super::{COMMANDS, GO_WORDS, Umi};
use crate::engine::{Bound, Info, News, Request, ScoreView};
use crate::protocol::{Code, Command, Dialect, Fault, GameEnd, Heard, Reply};

fn hear(line: &str) -> Heard {
    Umi.parse(line)
}

fn order(line: &str) -> Command {
    let heard = hear(line);
    assert_eq!(heard.faults, [], "{line}");
    heard.command.unwrap()
}

fn go(line: &str) -> (Request, usize) {
    let heard = hear(line);
    match heard.command {
        Some(Command::Go(request)) => (*request, heard.faults.len()),
        other => panic!("{line}: {other:?}"),
    }
}

/// The code of the one fault of a line that does nothing.
fn refused(line: &str) -> Code {
    let heard = hear(line);
    assert_eq!(heard.command, None, "{line}");
    assert_eq!(heard.faults.len(), 1, "{line}");
    heard.faults[0].code()
}

#[test]
fn commands_are_declared_once_and_explain_themselves() {
    for (index, row) in COMMANDS.iter().enumerate() {
        assert!(row.usage.split(' ').next() == Some(row.word), "{}", row.word);
        assert!(COMMANDS[..index].iter().all(|other| other.word != row.word), "{}", row.word);
        assert!(!matches!(hear(row.word).faults[..], [Fault::UnknownCommand { .. }]));
        let text = Umi.render(&Reply::Help(Some(row.word.into())));
        assert!(text.starts_with(row.usage) && text.contains(row.help), "{text}");
    }
    let all = Umi.render(&Reply::Help(None));
    assert_eq!(all.lines().count(), COMMANDS.len());
    let go = Umi.render(&Reply::Help(Some("go".into())));
    assert_eq!(go.lines().count(), 1 + GO_WORDS.len());
}

#[test]
fn blank_lines_say_nothing() {
    for line in ["", "   ", "\t\r", "\u{feff}"] {
        assert_eq!(hear(line), Heard::default());
    }
}

#[test]
fn plain_commands_take_no_words() {
    assert_eq!(order("\u{feff}isready\r"), Command::Ready);
    assert_eq!(order("newgame"), order("uminewgame"));
    assert_eq!(order("  stop\t"), Command::Stop);
    assert_eq!(refused("stop now"), Code::BadArgument);
    assert_eq!(refused("STOP"), Code::UnknownCommand);
    assert_eq!(refused("xyzzy"), Code::UnknownCommand);
    assert!(!hear("xyzzy").faults[0].to_string().contains("umi"));
    assert!(hear("uci").faults[0].to_string().contains("`umi`"));
    assert!(hear("ucinewgame").faults[0].to_string().contains("`uminewgame`"));
    assert_eq!(order("tb"), Command::Tablebase);
    assert_eq!(refused("tb now"), Code::BadArgument);
}

#[test]
fn the_version_asked_for_is_checked() {
    assert_eq!(order("umi"), Command::Identify);
    assert_eq!(order("umi 1"), Command::Identify);
    assert_eq!(order("umi 1.3"), Command::Identify);
    assert_eq!(refused("umi 2"), Code::Unsupported);
    assert_eq!(refused("umi one"), Code::BadArgument);
}

#[test]
fn small_commands_check_their_words() {
    assert_eq!(order("ping 7"), Command::Ping(7));
    assert_eq!(refused("ping"), Code::BadArgument);
    assert_eq!(refused("ping x"), Code::BadArgument);
    assert_eq!(order("perft 3"), Command::Perft { depth: 3, divided: false });
    assert_eq!(order("divide 0"), Command::Perft { depth: 0, divided: true });
    assert_eq!(order("perft 99999999999"), Command::Perft { depth: u32::MAX, divided: false });
    assert_eq!(refused("perft"), Code::BadArgument);
    assert_eq!(refused("perft -1"), Code::BadArgument);
    assert_eq!(order("undo"), Command::Undo(1));
    assert_eq!(order("undo 3"), Command::Undo(3));
    assert_eq!(refused("undo 0"), Code::BadArgument);
    assert_eq!(order("bench"), Command::Bench(None));
    assert_eq!(order("bench 4"), Command::Bench(Some(4)));
    assert_eq!(refused("bench 0"), Code::BadArgument);
}

#[test]
fn words_after_the_command_are_kept() {
    assert_eq!(order("rules six"), Command::Rules(Some("six".into())));
    assert_eq!(order("help go"), Command::Help(Some("go".into())));
    assert_eq!(refused("help xyzzy"), Code::BadArgument);
    assert_eq!(order("play d6 xb4"), Command::Play(vec!["d6".into(), "xb4".into()]));
    assert_eq!(refused("play"), Code::BadArgument);
    let reason = Some("on  time".into());
    assert_eq!(
        order("gameover win on  time"),
        Command::GameOver { result: GameEnd::Win, reason }
    );
    assert_eq!(refused("gameover"), Code::BadArgument);
    assert_eq!(refused("gameover lost"), Code::BadArgument);
}

#[test]
fn option_values_are_the_rest_of_the_line() {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(str::to_owned),
    };
    assert_eq!(order("setoption name Hash value 32"), set("Hash", Some("32")));
    assert_eq!(
        order("setoption name LogFile value my  log.txt "),
        set("LogFile", Some("my  log.txt"))
    );
    assert_eq!(order("setoption name LogFile value"), set("LogFile", Some("")));
    assert_eq!(order("setoption name LogFile value <empty>"), set("LogFile", Some("")));
    assert_eq!(order("setoption name ClearHash"), set("ClearHash", None));
    assert_eq!(order("setoption name value value 3"), set("value", Some("3")));
    for line in ["setoption", "setoption name", "setoption Hash value 3", "setoption value 3"] {
        assert_eq!(refused(line), Code::BadArgument, "{line}");
    }
}

#[test]
fn a_position_is_read_whole_or_unset() {
    let place = |fen: Option<&[&str]>, turns: &[&str]| Command::Place {
        fen: fen.map(|fen| fen.iter().map(|word| (*word).into()).collect()),
        turns: turns.iter().map(|word| (*word).into()).collect(),
    };
    assert_eq!(order("position startpos"), place(None, &[]));
    assert_eq!(order("position startpos moves"), place(None, &[]));
    assert_eq!(order("position startpos moves d6 f4"), place(None, &["d6", "f4"]));
    assert_eq!(order("position fen 3/3 w moves d6"), place(Some(&["3/3", "w"]), &["d6"]));
    assert_eq!(order("position fen"), place(Some(&[]), &[]));
    for line in ["position", "position d6", "position startpos d6", "position Startpos"] {
        let heard = hear(line);
        assert_eq!(heard.command, Some(Command::Unset), "{line}");
        assert_eq!(heard.faults.len(), 1, "{line}");
    }
}

#[test]
fn plain_go_is_infinite() {
    let infinite = Request { infinite: true, ..Request::default() };
    assert_eq!(go("go"), (infinite.clone(), 0));
    assert_eq!(go("go infinite"), (infinite, 0));
    let (request, _) = go("go searchmoves d6 xb4 multipv 2 avoid f4");
    assert_eq!(request.search_moves, ["d6", "xb4"]);
    assert_eq!(request.avoid, ["f4"]);
    assert_eq!(request.multi_pv, Some(2));
    assert!(request.infinite);
    assert!(!go("go ponder").0.infinite);
}

#[test]
fn limits_combine_and_saturate() {
    let (request, faults) =
        go("go wtime -5 btime 99999999999999999999 winc 1 depth 99999999999 nodes 5 nodes 6");
    assert_eq!(faults, 0);
    assert_eq!(request.light_time, Some(-5));
    assert_eq!(request.dark_time, Some(i64::MAX));
    assert_eq!(request.light_increment, Some(1));
    assert_eq!(request.depth, Some(u32::MAX));
    assert_eq!(request.nodes, Some(6));
    assert!(!request.infinite);
    let (request, _) = go("go p1time 1 p2time 2 p1inc 3 p2inc 4 movestogo 5 movetime 6 win 7");
    assert_eq!((request.first_time, request.second_time), (Some(1), Some(2)));
    assert_eq!((request.first_increment, request.second_increment), (Some(3), Some(4)));
    assert_eq!((request.moves_to_go, request.move_time), (Some(5), Some(6)));
    assert_eq!(request.win, Some(7));
}

#[test]
fn a_faulty_go_still_ends_by_itself() {
    for line in [
        "go depth 0",
        "go depth",
        "go depth x",
        "go xyzzy",
        "go depth -3",
        "go nodes 0",
        "go multipv 0",
        "go searchmoves",
        "go depth multipv 2",
    ] {
        let (request, faults) = go(line);
        assert_eq!(faults, 1, "{line}");
        assert_eq!(request.depth, Some(1), "{line}");
        assert!(request.is_bounded(), "{line}");
    }
    let (request, faults) = go("go depth x nodes 9 foo bar");
    assert_eq!((request.depth, request.nodes, faults), (None, Some(9), 3));
    assert!(go("go infinite foo").0.infinite);
    // After the ponderhit nothing else would end it.
    let (request, _) = go("go ponder foo");
    assert!(request.ponder && request.depth == Some(1));
    assert_eq!(go("go ponder").0.depth, None);
    let (request, faults) = go("go winc 100");
    assert!(request.is_bounded() && faults == 0 && !request.infinite);
}

#[test]
fn an_info_line_has_its_fields_in_order() {
    let mut info = Info {
        depth: 3,
        sel_depth: 5,
        multi_pv: 1,
        score: ScoreView::Win(-2),
        bound: Some(Bound::Lower),
        wdl: Some([1, 2, 997]),
        nodes: 10,
        nps: 20,
        hash_full: 7,
        tb_hits: 0,
        millis: 4,
        pv: vec!["d6xb4".into(), "a1".into()],
    };
    let spell = |info: &Info| Umi.render(&Reply::News(News::Info(Box::new(info.clone()))));
    assert_eq!(
        spell(&info),
        "info depth 3 seldepth 5 multipv 1 score win -2 lowerbound wdl 1 2 997 \
         nodes 10 nps 20 hashfull 7 tbhits 0 time 4 pv d6xb4 a1"
    );
    (info.bound, info.wdl, info.score) = (None, None, ScoreView::Draw);
    assert!(spell(&info).starts_with("info depth 3 seldepth 5 multipv 1 score draw nodes 10"));
}

#[test]
fn counts_end_with_the_nodes_and_json_stays_on_a_line() {
    let divided = vec![("a1".into(), 2)];
    let news = News::Counted { divided, nodes: 2, nps: 500, millis: 4 };
    assert_eq!(Umi.render(&Reply::News(news)), "a1: 2\ntime 4\nnps 500\nnodes 2");
    let news = News::Counted { divided: Vec::new(), nodes: 1, nps: 9, millis: 0 };
    assert_eq!(Umi.render(&Reply::News(news)), "time 0\nnps 9\nnodes 1");
    let fault = Fault::bad_argument("a\u{2028}b\nc");
    let text = Umi.render(&Reply::Failure { command: "d".into(), fault });
    assert_eq!(
        text,
        "error {\"code\":\"bad-argument\",\"command\":\"d\",\"message\":\"a\\u2028b\u{fffd}c\"}"
    );
}
