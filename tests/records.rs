//! Game records: what is written reads back, what is wrong is said with its line, and the
//! commands of the program that work with them.
#![cfg(test)]

use modisa::engine::Style;
use modisa::engine::record::{Entry, Record, RecordError, Referee, Review, Tags, Verdict};
use modisa::game::{Game, Notation, Outcome, Reason};
use modisa::kit::SplitMix64;
use modisa::morris::rules::SWITCHES;
use modisa::morris::{Morris, State, Turn, builtin};
use proptest::prelude::{Just, Strategy, any, prop};
use proptest::{prop_assert_eq, prop_oneof, proptest};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn read(text: &str) -> Vec<Result<Review, RecordError>> {
    Referee::default().read(text.as_bytes()).collect()
}

/// The one record of a text.
fn one(text: &str) -> Review {
    let mut reviews = read(text);
    assert_eq!(reviews.len(), 1, "{text}");
    reviews.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

// ---- random games ----

/// A random game from `state`, ended by the rules or after `most` turns, and its outcome.
fn walk(
    game: &Morris,
    start: State,
    rng: &mut SplitMix64,
    most: usize,
) -> (Vec<Turn>, State, Option<Outcome>) {
    let draws = game.draw_rules();
    let (mut state, mut keys, mut played) = (start, vec![game.key(&start)], Vec::new());
    loop {
        let seen = keys.iter().filter(|&&key| key == game.key(&state)).count();
        let repeated = draws.repetition > 0 && seen >= usize::from(draws.repetition);
        let quiet = draws.quiet_plies > 0 && game.quiet(&state) >= u32::from(draws.quiet_plies);
        let outcome = game
            .outcome(&state)
            .or(repeated.then_some(Outcome::draw(Reason::Repetition)))
            .or(quiet.then_some(Outcome::draw(Reason::Quiet)));
        if outcome.is_some() || played.len() == most {
            return (played, state, outcome);
        }
        let mut turns = Vec::new();
        game.turns(&state, &mut turns);
        let turn = turns[rng.below(turns.len() as u64) as usize];
        played.push(turn);
        state = game.after(&state, turn);
        keys.push(game.key(&state));
    }
}

const REMARKS: [&str; 6] = [
    "",
    "",
    "+0.35/9 0.12s",
    " a (long) remark; with \"quotes\", {braces} and\nline breaks, so that it fills more than \
     one line of the move text and [looks] %like other things ; [ % 1-0 * ",
    "}",
    "\u{1}\u{85} \u{fe}",
];

fn remark(rng: &mut SplitMix64) -> &'static str {
    REMARKS[rng.below(REMARKS.len() as u64) as usize]
}

/// A record of a random game, and how it ended.
fn random(
    game: &Morris,
    rng: &mut SplitMix64,
    midway: bool,
) -> (Record, String, Option<Outcome>) {
    let mut start = game.start();
    let mut record = Record::new(game.id());
    let own = &game.variant().rules;
    for switch in &SWITCHES {
        let value = (switch.get)(game.rules());
        if value != (switch.get)(own) {
            record.rule_set.push((switch.name.to_owned(), value));
        }
    }
    if midway {
        let (_, state, outcome) = walk(game, start, rng, 15);
        if outcome.is_none() {
            start = state;
            record.start = Some(game.write_state(&state));
        }
    }
    let most = 1 + rng.below(400) as usize;
    let (turns, last, outcome) = walk(game, start, rng, most);
    record.entries =
        turns.iter().map(|&turn| Entry::new(&game.write_turn(turn), remark(rng))).collect();
    record.set_remark(remark(rng));
    assert!(record.tags.set("White", "a \"quoted\" \\ name"));
    assert!(record.tags.set("Annotator_2", ""));
    assert!(record.tags.set("Termination", "normal"));
    record.result = outcome.map_or(Verdict::Open, |outcome| Verdict::won_by(outcome.winner));
    (record, game.write_state(&last), outcome)
}

fn check_round_trip(game: &Morris, rng: &mut SplitMix64, midway: bool) {
    let (record, last, outcome) = random(game, rng, midway);
    let text = record.to_string();
    let review = one(&text);
    assert_eq!(review.record, record, "{text}");
    assert_eq!(review.record.to_string(), text);
    assert_eq!((review.fen.as_str(), review.outcome), (last.as_str(), outcome), "{text}");
    assert_eq!(review.complaint(), None, "{text}");
    let judged = Referee::default().judge(&record).unwrap();
    assert_eq!((judged.record, judged.fen), (record, review.fen));
    for line in text.lines().skip_while(|line| !line.is_empty()).skip(1) {
        assert!(line.chars().count() < 80 && !line.starts_with(['[', '%', ';']), "{line}");
    }
}

#[test]
fn what_is_written_reads_back_in_every_variant() {
    let mut rng = SplitMix64::new(2026);
    for variant in builtin::all() {
        let game = Morris::new(variant).unwrap();
        for midway in [false, false, true, true] {
            check_round_trip(&game, &mut rng, midway);
        }
    }
}

#[test]
fn what_is_written_reads_back_under_changed_switches() {
    let mut rng = SplitMix64::new(7);
    let mut different = 0;
    for round in 0..120 {
        let variant = &builtin::all()[round % builtin::all().len()];
        let mut rules = variant.rules;
        for switch in &SWITCHES {
            if rng.below(4) == 0 {
                let words: Vec<String> = match switch.shape {
                    modisa::morris::rules::Shape::Words(words) => {
                        words.iter().map(ToString::to_string).collect()
                    }
                    modisa::morris::rules::Shape::Number { min, .. } => {
                        vec![(min + 3).to_string(), (min + 8).to_string()]
                    }
                };
                let word = &words[rng.below(words.len() as u64) as usize];
                switch.set(&mut rules, word).unwrap();
            }
        }
        let fits = 2 * usize::from(rules.men) <= variant.board.len();
        if let (true, Ok(game)) = (fits, Morris::with_rules(variant, rules)) {
            different += 1;
            check_round_trip(&game, &mut rng, round % 2 == 0);
        }
    }
    assert!(different > 50, "{different}");
}

#[test]
fn ring_names_are_declared_and_read_back() {
    let referee = Referee::default();
    let mut rng = SplitMix64::new(99);
    for variant in builtin::all() {
        let game = Morris::new(variant).unwrap();
        let (record, last, _) = random(&game, &mut rng, true);
        let Some(gar) = &variant.board.gar else {
            let refused = referee.respell(&record, Style::Gar).unwrap_err().to_string();
            assert!(refused.contains(&variant.id) && refused.contains("gar"), "{refused}");
            continue;
        };
        assert_eq!(gar.len(), variant.board.len());
        let ringed = referee.respell(&record, Style::Gar).unwrap();
        let text = ringed.to_string();
        assert!(text.contains("[Notation \"gar\"]"), "{text}");
        let review = one(&text);
        assert_eq!((&review.record, &review.fen), (&ringed, &last));
        assert_eq!(referee.respell(&review.record, Style::Wmd).unwrap(), record);
    }
}

#[test]
fn the_reference_games_are_records() {
    let text = fs::read_to_string(data().join("games.jsonl")).unwrap();
    let mut file: Vec<String> = Vec::new();
    let games: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    for game in &games {
        let mut record = Record::new(game["variant"].as_str().unwrap());
        // They were played without the draws that need no capture to come.
        record.rule_set = vec![
            ("Repetition".to_owned(), "0".to_owned()),
            ("QuietPlies".to_owned(), "0".to_owned()),
        ];
        let turns = game["moves"].as_array().unwrap().iter();
        record.entries = turns.map(|turn| Entry::new(turn.as_str().unwrap(), "")).collect();
        record.result = match game["over"]["winner"].as_str() {
            Some("w") => Verdict::Light,
            Some(_) => Verdict::Dark,
            None => Verdict::Draw,
        };
        file.push(record.to_string());
    }
    let reviews = read(&file.join("\n"));
    assert_eq!((reviews.len(), games.len()), (180, 180));
    for (review, game) in reviews.into_iter().zip(&games) {
        let review = review.unwrap();
        assert_eq!(review.complaint(), None, "{}", game["id"]);
        let data = review.data();
        for member in ["moves", "over", "final"] {
            assert_eq!(data[member], game[member], "{}", game["id"]);
        }
    }
}

// ---- reading ----

#[test]
fn what_says_nothing_about_the_game_is_read_over() {
    let folder = data().join("records");
    let odd = fs::read_to_string(folder.join("odd.pgn")).unwrap();
    let wanted = fs::read_to_string(folder.join("odd.canonical.pgn")).unwrap();
    assert_eq!(one(&odd).record.to_string(), wanted);
    assert_eq!(one(&odd.replace('\n', "\r\n")).record.to_string(), wanted);
    assert_eq!(one(&format!("\u{feff}{odd}")).record.to_string(), wanted);
}

#[test]
fn every_mistake_is_told_with_its_line_and_what_was_expected() {
    let mut seen = 0;
    for entry in fs::read_dir(data().join("records/broken")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display();
        let wanted = text.lines().next().and_then(|line| line.strip_prefix("% wrong: "));
        let wanted = wanted.unwrap_or_else(|| panic!("{name} does not say what is wrong"));
        let mut reviews = read(&format!("{text}\n[Variant \"three\"]\n\n*\n"));
        assert!(reviews.pop().unwrap().is_ok() || wanted.contains("remark opened"), "{name}");
        let found = match &reviews.first() {
            Some(Ok(review)) => format!("result: {}", review.complaint().unwrap_or_default()),
            Some(Err(error)) => error.to_string(),
            // The remark has swallowed the game after it.
            None => read(&text).remove(0).unwrap_err().to_string(),
        };
        assert!(found.starts_with(wanted), "{name}\n  wanted {wanted}\n  found  {found}");
        seen += 1;
    }
    assert!(seen > 35, "only {seen} files");
}

#[test]
fn a_result_that_the_board_does_not_show_needs_its_reason() {
    let game = |termination: &str| {
        one(&format!("[Variant \"nine\"]\n[Termination \"{termination}\"]\n\n1. d6 1-0"))
    };
    assert!(game("normal").complaint().is_some());
    assert!(game("").complaint().is_some());
    let forfeit = game("time forfeit");
    assert_eq!((forfeit.complaint(), forfeit.cause().as_str()), (None, "time forfeit"));
}

#[test]
fn the_same_side_may_be_on_turn_twice_and_plies_are_counted_all_the_same() {
    let text = "[Variant \"dooz-again\"]\n\n1. a7 a1 2. d7 d1 3. g7xh b6 4. d6 *";
    let review = one(text);
    assert!(review.record.to_string().contains("3. g7xh b6 4. d6 *"), "{}", review.record);
    assert!(review.fen.starts_with("www/wb1/"), "b6 is a second turn of light: {}", review.fen);
}

#[test]
fn a_record_from_an_odd_ply_begins_with_three_dots() {
    let fen = "www/3/3/5w/3/3/bbb b 0,0 - 3 41";
    let text = format!("[Variant \"nine\"]\n[FEN \"{fen}\"]\n\na1-a4 g4-f4 *");
    let written = one(&text).record.to_string();
    assert!(written.contains("[SetUp \"1\"]\n[FEN \""), "{written}");
    assert!(written.ends_with("\n\n21... a1-a4 22. g4-f4 *\n"), "{written}");
}

#[test]
fn switches_that_exclude_each_other_are_taken_in_any_order() {
    for order in
        ["PlacingMill=none,FullBoard=each_removes", "FullBoard=each_removes, placingmill=None"]
    {
        let review = one(&format!("[Variant \"nine\"]\n[RuleSet \"{order}\"]\n\n*"));
        let text = review.record.to_string();
        let wanted = "[RuleSet \"PlacingMill=none,FullBoard=each_removes\"]";
        assert!(text.contains(wanted), "{text}");
    }
    let own = one("[Variant \"nine\"]\n[RuleSet \"Men=9\"]\n\n*");
    assert!(own.record.rule_set.is_empty(), "the variant's own values are no change");
}

#[test]
fn too_many_turns_are_refused() {
    let mut text = "[Variant \"nine\"]\n\n".to_owned();
    text.push_str(&"d6\n".repeat(20_001));
    let error = read(&text).remove(0).unwrap_err();
    assert_eq!(error.line(), 20_003);
    assert!(error.to_string().contains("more than 20000 turns"), "{error}");
}

#[test]
fn tags_keep_their_order_and_refuse_fields() {
    let mut tags = Tags::new();
    assert!(tags.set("Second", "b") && tags.set("First", "a\nb") && tags.set("White", "me"));
    assert!(tags.set("Termination", "normal"));
    assert!(!tags.set("FEN", "") && !tags.set("no-name", "") && !tags.set("", ""));
    let names: Vec<&str> = tags.iter().map(|(name, _)| name).skip(4).collect();
    assert_eq!(names, ["White", "Black", "Termination", "Second", "First"]);
    assert_eq!((tags.get("First"), tags.get("White")), (Some("a b"), Some("me")));
}

fn noise() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just("[Variant \"nine\"]\n"),
        Just("[Notation \"gar\"]\n"),
        Just("[RuleSet \"Men=3\"]\n"),
        Just("[FEN \"3/3/3/6/3/3/3 w 9,9\"]\n"),
        Just("[A \""),
        Just("\"]"),
        Just("\n"),
        Just("{"),
        Just("}"),
        Just("("),
        Just(")"),
        Just(";"),
        Just("% "),
        Just("$1 "),
        Just("1. "),
        Just("d6 "),
        Just("xb4 "),
        Just("E6 "),
        Just("a7-d7 "),
        Just("* "),
        Just("1-0 "),
        Just("\\"),
        Just("..."),
        Just("ä "),
        Just("!?"),
    ];
    let bytes = prop::collection::vec(any::<u8>(), 0..4);
    let piece = prop_oneof![9 => word.prop_map(|w| w.as_bytes().to_vec()), 1 => bytes];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_ends_the_reader(bytes in noise()) {
        for review in Referee::default().read(&*bytes).flatten() {
            let again = one(&review.record.to_string());
            prop_assert_eq!(&again.record, &review.record);
        }
    }

    #[test]
    fn tags_and_remarks_of_any_text_read_back(value in any::<String>(), remark in any::<String>()) {
        let mut record = Record::new("three");
        assert!(record.tags.set("Event", &value) && record.tags.set("Note", &value));
        record.set_remark(&remark);
        record.entries = vec![Entry::new("a1", &remark), Entry::new("c3", &value)];
        prop_assert_eq!(one(&record.to_string()).record, record);
    }
}

// ---- the document ----

/// Section 13 of protocol.md.
fn section() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    text.split_once("\n## 14 Game records\n").expect("the section is there").1.to_owned()
}

#[test]
fn the_record_of_the_document_is_right_and_canonical() {
    let section = section();
    let block = section.split_once("```pgn\n").unwrap().1.split_once("```").unwrap().0;
    let review = one(block);
    assert_eq!(review.complaint(), None);
    assert_eq!(review.record.to_string(), block);
}

#[test]
fn the_ring_names_of_the_document_are_those_of_the_boards() {
    let section = section();
    let mut seen = 0;
    for ring in ["E", "A", "R"] {
        let start = format!("| {ring}n | ");
        let row = section.lines().find_map(|line| line.strip_prefix(&*start)).unwrap();
        for (number, name) in (1..).zip(row.trim_end_matches(" |").split(" | ")) {
            for variant in builtin::all().iter().filter(|v| v.board.gar.is_some()) {
                let board = &variant.board;
                let point = board.find_in(Style::Gar, &format!("{ring}{number}")).unwrap();
                assert_eq!(board.name(point), name, "{}", variant.id);
                seen += 1;
            }
        }
    }
    assert!(seen >= 24 * 8, "{seen}");
}

#[test]
fn every_member_of_the_data_is_documented() {
    let data = one("[Variant \"three\"]\n\n1. a1 {x} *").data();
    let section = section();
    let (_, table) = section.split_once("| member | type |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let documented: Vec<&str> =
        rows.filter_map(|row| row.split('|').nth(1)).map(str::trim).collect();
    let members: Vec<&String> = data.as_object().unwrap().keys().collect();
    assert_eq!(members, documented);
}

// ---- the program ----

fn modisa(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_modisa"))
        .args(words)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

/// Exit code, output, errors.
fn told(words: &[&str], input: &str) -> (i32, String, String) {
    let output = modisa(words, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

fn file(name: &str) -> String {
    data().join("records").join(name).to_string_lossy().into_owned()
}

#[test]
fn notation_respells_turns_of_its_arguments() {
    let ok = |words: &[&str]| {
        let (code, out, err) = told(words, "");
        assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
        out
    };
    assert_eq!(ok(&["notation", "--to", "gar", "D6", "f4"]), "A2 A4\n");
    assert_eq!(ok(&["notation", "--from", "gar", "A2", "A4"]), "d6 f4\n");
    let fen = "1w1/1w1/3/6/bb1/3/1wb w 0,0 - 0 40";
    assert_eq!(ok(&["notation", "--fen", fen, "D1D2", "c3B2"]), "d1-d2 c3-b2\n");
    let fen = "w2/1w1/3/6/bb1/3/1wb w 0,0 - 0 40";
    for words in [&["A7D7", "d3d2"][..], &["a7-d7", "d3-d2"]] {
        let all = [&["notation", "--to", "gar", "--fen", fen], words].concat();
        assert_eq!(ok(&all), "E1-E2 R6-A6\n");
    }
    let mill = "ww1/2w/3/6/bb1/3/1wb w 0,0 - 0 40";
    for words in [&["f6g7", "XD3"][..], &["f6-g7xd3"]] {
        let all = [&["notation", "--to", "gar", "--fen", mill], words].concat();
        assert_eq!(ok(&all), "A3-E3xR6\n");
    }
    for words in [&["A3E3", "xR6"][..], &["A3-E3xR6"], &["A3E3xR6"]] {
        let all = [&["notation", "--from", "gar", "--fen", mill], words].concat();
        assert_eq!(ok(&all), "f6-g7xd3\n");
    }
    let centre = ["notation", "--variant", "sesotho", "--to", "gar", "d4", "c4"];
    assert_eq!(ok(&centre), "d4 R8\n");
    assert_eq!(
        ok(&["notation", "--variant", "sesotho-plain", "--from", "gar", "d4", "R8"]),
        "d4 c4\n"
    );
}

#[test]
fn notation_reads_a_game_a_line_and_names_what_is_illegal() {
    let (code, out, err) = told(&["notation", "--to", "gar"], "d6 f4\n\ng7\nd6 f4 d6 g7\na1\n");
    assert_eq!((code, out.as_str()), (1, "A2 A4\n\nE3\n"));
    assert!(err.starts_with("modisa: line 4, index 2, token \"d6\": "), "{err}");
    let (code, _, err) = told(&["notation", "--from", "gar", "E1", "e1"], "");
    assert!(code == 1 && err.contains("line 1, index 1, token \"e1\""), "{err}");
    let (code, _, err) = told(&["notation", "--variant", "six", "--to", "gar", "a1"], "");
    assert!(code == 1 && err.contains("the points of six have no gar names"), "{err}");
    for words in [&["notation", "--variant", "chess"][..], &["notation", "--fen", "3/3 w"]] {
        assert_eq!(told(words, "").0, 1, "{words:?}");
    }
}

#[test]
fn check_tells_a_line_for_each_game() {
    let odd = file("odd.pgn");
    let (code, out, err) = told(&["record", "check", &odd], "");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out, format!("{odd}:3: game 1: ok: morabaraba, 6 turns, *, not over\n"));
    let broken = file("broken/illegal.pgn");
    let input = "[Variant \"nine\"]\n\n1. d6 1-0\n\n[Variant \"nine\"]\n\n*\n";
    let (code, out, err) = told(&["record", "check", &broken, "-"], input);
    assert_eq!((code, err.as_str()), (1, "modisa: 2 of 3 games are wrong\n"));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains(":6: game 1: wrong: line 6, ply 3, turn \"d6\""), "{out}");
    assert!(lines[1].starts_with("-:1: game 1: wrong: the result is 1-0"), "{out}");
    assert_eq!(lines[2], "-:5: game 2: ok: nine, 0 turns, *, not over");
    let (code, out, err) = told(&["record", "check", "no-such-file.pgn"], "");
    assert!(code == 1 && out.is_empty() && err.contains("no-such-file.pgn"), "{err}");
}

#[test]
fn replay_shows_one_position_or_all() {
    let odd = file("odd.pgn");
    let (code, out, _) = told(&["record", "replay", &odd, "--ply", "5"], "");
    assert_eq!(code, 0);
    assert!(out.starts_with("ply 5: d5xb6\n\n"), "{out}");
    assert_eq!(out.matches("\nposition ").count(), 1, "{out}");
    let (_, out, _) = told(&["record", "replay", &odd], "");
    assert_eq!(out.matches("\nposition ").count(), 7, "{out}");
    for words in [&["--ply", "7"][..], &["--game", "2"]] {
        let (code, out, err) = told(&[&["record", "replay", &odd], words].concat(), "");
        assert!(code == 1 && out.is_empty() && err.contains("is not there"), "{err}");
    }
}

#[test]
fn convert_writes_canonically_or_as_data() {
    let odd = file("odd.pgn");
    let canonical = fs::read_to_string(file("odd.canonical.pgn")).unwrap();
    let (code, out, _) = told(&["record", "convert", &odd], "");
    assert_eq!((code, &out), (0, &canonical));
    let (_, ringed, _) = told(&["record", "convert", "-", "--to", "gar"], &out);
    assert!(ringed.contains("1. A2 {two lines} 1... A4"), "{ringed}");
    let (_, back, _) = told(&["record", "convert", "-", "--to", "wmd"], &ringed);
    assert_eq!(back, canonical);
    let twice = format!("{canonical}\n{canonical}");
    assert_eq!(told(&["record", "convert", "-"], &twice).1, twice);
    let (_, lines, _) = told(&["record", "convert", "-", "--json"], &twice);
    assert_eq!(lines.lines().count(), 2);
    let game: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(game["tags"]["Variant"], "morabaraba");
    assert_eq!(game["moves"][0], "d6");
    assert_eq!(game["remarks"][0], "two lines");
    assert_eq!(game["over"], Value::Null);
    assert_eq!(game["result"], "*");
    let (code, out, err) = told(&["record", "convert", &file("broken/illegal.pgn")], "");
    assert!(code == 1 && out.is_empty() && err.contains("game 1: line 6, ply 3"), "{err}");
}
