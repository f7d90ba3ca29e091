//! Variants: files right and wrong, what the engine does with them, and random ones.
#![cfg(test)]

use modisa::engine::{Engine, Error, News, Request, Root, Session, variants_in};
use modisa::game::{Game, Notation, laws, perft};
use modisa::kit::SplitMix64;
use modisa::morris::rules::{SWITCHES, Shape};
use modisa::morris::{Morris, Rules, Variant, builtin, file};
use proptest::prelude::*;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

/// The files of a folder of the corpus, in order.
fn corpus(folder: &str) -> Vec<PathBuf> {
    let folder = top().join("tests/data/variants").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(text: &str) -> Result<Vec<Variant>, String> {
    file::read("FILE", text, builtin::all(), &[]).map_err(|error| error.to_string())
}

/// A path in the folder of temporary files that no other test uses.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("modisa-{}-{name}", std::process::id()))
}

/// Reads bytes by way of a file.
fn read_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Variant>, Error> {
    let path = temporary(name);
    fs::write(&path, bytes).unwrap();
    let read = variants_in(path.to_str().unwrap());
    fs::remove_file(path).unwrap();
    read
}

// ---- wrong files ----

#[test]
fn every_wrong_file_is_refused_as_its_first_line_says() {
    let files = corpus("bad");
    assert!(files.len() >= 45, "only {} files", files.len());
    let mut failures = String::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("# error: "));
        let expected = format!("FILE:{}", expected.expect("the first line is the error"));
        let name = path.file_name().unwrap().to_string_lossy();
        match read(&text) {
            Ok(_) => writeln!(failures, "{name} is accepted").unwrap(),
            Err(message) if message == expected => {}
            Err(message) => {
                writeln!(failures, "{name}:\n  wanted {expected}\n  got    {message}").unwrap();
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn a_file_that_is_no_text_is_refused_with_its_line() {
    let Err(Error::BadValue { message, .. }) = read_bytes("bytes", b"id = 'a'\ntitle = '\xff'")
    else {
        panic!("wrong UTF-8 is refused")
    };
    assert!(message.ends_with("-bytes:2: the text is not UTF-8"), "{message}");
}

#[test]
fn what_is_no_small_regular_file_is_refused_at_once() {
    let refused = |path: &str| match variants_in(path) {
        Err(Error::Io(message)) => assert!(message.starts_with(path), "{message}"),
        other => panic!("{path}: {other:?}"),
    };
    refused("no/such/file.toml");
    refused(std::env::temp_dir().to_str().unwrap());
    if cfg!(unix) {
        refused("/dev/zero");
        refused("/dev/null");
        let pipe = temporary("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            refused(pipe.to_str().unwrap());
            fs::remove_file(pipe).unwrap();
        }
    }
    let long = "# a comment\n".repeat(100_000);
    assert!(matches!(read_bytes("long", long.as_bytes()), Err(Error::Io(_))));
}

#[test]
fn a_hostile_file_is_refused_and_no_more() {
    for part in ["[", "a = [", "a = {a = ", "[[variant]]\n", "a.", "'", "\u{feff}", "\0"] {
        let text = part.repeat(50_000);
        assert!(read(&text).is_err(), "{part:?}");
    }
}

#[test]
fn a_reserved_name_is_taken() {
    let text = "id = \"moruba\"\nextends = \"nine\"\n";
    assert!(read(text).is_ok());
    let error = file::read("FILE", text, builtin::all(), &["moruba"]).unwrap_err().to_string();
    assert_eq!(error, "FILE:1: the name \"moruba\" is taken by the variant \"moruba\"");
}

// ---- right files ----

/// The variants of a file of the corpus of right ones.
fn good(name: &str) -> Vec<Variant> {
    let path = top().join("tests/data/variants/good").join(name);
    variants_in(path.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

fn find<'a>(variants: &'a [Variant], id: &str) -> &'a Variant {
    variants.iter().find(|variant| variant.id == id).unwrap()
}

#[test]
fn every_right_file_is_read_and_keeps_the_laws() {
    let files = corpus("good");
    assert!(files.len() >= 4);
    for path in files {
        for variant in variants_in(path.to_str().unwrap()).unwrap() {
            let game = Morris::new(&variant).unwrap();
            laws::check(&game, 1, 20, 200).unwrap();
        }
    }
}

#[test]
fn a_variant_that_extends_another_changes_what_it_says_and_nothing_else() {
    let nine = builtin::find("nine").unwrap();
    let strict = &good("strict-nine.toml")[0];
    assert_eq!(strict.board, nine.board);
    let mut rules = nine.rules;
    for (key, value) in [("fly", "never"), ("mills_at_once", "per_mill"), ("quiet_plies", "60")]
    {
        let switch = SWITCHES.iter().find(|switch| switch.key == key).unwrap();
        switch.set(&mut rules, value).unwrap();
    }
    assert_eq!(strict.rules, rules);
    let smallest = &good("smallest.toml")[0];
    assert_eq!((smallest.title.as_str(), smallest.rules), ("smallest", nine.rules));
}

#[test]
fn a_start_is_inherited_with_the_board_it_belongs_to() {
    let villages = good("three-villages.toml");
    let shisima = builtin::find("shisima").unwrap();
    assert_eq!(find(&villages, "upper-village").start, shisima.start);
    let start = |id: &str| {
        let game = Morris::new(find(&villages, id)).unwrap();
        game.write_state(&game.start())
    };
    assert_eq!(start("lower-village"), "1bb/bw1/1ww w 0,0 - 0 0");
    assert_eq!(start("far-village"), "3/1x1/3 w 3,3 - 0 0");
    let board = "[board]\nrows = [\"a1 b1 c1\", \"a2 b2 c2\"]\n\
                 lines = [\"a1 b1 c1\", \"a2 b2 c2\"]\nedges = [\"a1 a2\"]\n";
    let own = read(&format!("id = \"own\"\nextends = \"shisima\"\n{board}")).unwrap();
    assert_eq!((own[0].start.as_ref(), own[0].rules), (None, shisima.rules));
}

#[test]
fn every_example_of_the_documents_is_a_right_file() {
    let mut seen = 0;
    for name in ["protocol.md", "README.md"] {
        let text = fs::read_to_string(top().join(name)).unwrap();
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("```").next().unwrap();
            if let Err(error) = read(block) {
                panic!("{name}: {error} in\n{block}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 2, "only {seen} examples");
}

// ---- the engine ----

fn path_of(name: &str) -> String {
    top().join("tests/data/variants").join(name).to_str().unwrap().to_owned()
}

fn state(engine: &Engine) -> (String, String) {
    let state = engine.state().unwrap();
    let text = |key: &str| state[key].as_str().unwrap().to_owned();
    (text("variant"), text("fen"))
}

#[test]
fn the_variants_of_a_file_are_listed_and_played() {
    let mut engine = Engine::new().unwrap();
    let before = engine.variants().len();
    engine.set_option("VariantPath", Some(&path_of("good/village.toml"))).unwrap();
    let variants = engine.variants();
    assert_eq!(variants.len(), before + 1);
    assert_eq!(variants[before], ("village".to_owned(), "Village game".to_owned()));
    engine.set_option("Variant", Some("OUR-GAME")).unwrap();
    engine.play(&["l3", "h2"]).unwrap();
    assert_eq!(state(&engine), ("village".into(), "w2/1b1/3/1 w 3,3 - 0 2".into()));
}

#[test]
fn a_variant_of_the_old_file_begins_anew_in_the_new_one_or_gives_way_to_the_default() {
    let mut engine = Engine::new().unwrap();
    let set = |engine: &mut Engine, name: &str, value: &str| {
        engine.set_option(name, Some(value)).unwrap();
    };
    set(&mut engine, "VariantPath", &path_of("good/village.toml"));
    engine.play(&["d6"]).unwrap();
    assert_eq!(state(&engine).0, "morabaraba", "a built-in variant is left alone");
    set(&mut engine, "VariantPath", &path_of("good/village.toml"));
    assert_eq!(state(&engine).1, "3/1b1/3/6/3/3/3 w 12,11 - 0 1");
    set(&mut engine, "Variant", "village");
    engine.play(&["l3"]).unwrap();
    for wrong in ["no/such/file.toml", &path_of("bad/extends-itself.toml")] {
        assert!(engine.set_option("VariantPath", Some(wrong)).is_err());
        assert_eq!(state(&engine).1, "w2/3/3/1 b 3,4 - 0 1", "a wrong file changes nothing");
    }
    set(&mut engine, "VariantPath", &path_of("good/village.toml"));
    assert_eq!(state(&engine), ("village".into(), "3/3/3/1 w 4,4 - 0 0".into()));
    set(&mut engine, "VariantPath", &path_of("good/smallest.toml"));
    assert_eq!(state(&engine), ("morabaraba".into(), "3/3/3/6/3/3/3 b 12,12 - 0 0".into()));
    let options = engine.options();
    let variant = options.iter().find(|option| option.name == "Variant").unwrap();
    assert_eq!(variant.value, "morabaraba");
    set(&mut engine, "Variant", "smallest");
    set(&mut engine, "VariantPath", "<empty>");
    assert_eq!(state(&engine).0, "morabaraba");
}

#[test]
fn a_file_set_during_a_search_waits_for_its_end() {
    let mut engine = Engine::new().unwrap();
    engine.set_option("VariantPath", Some(&path_of("good/village.toml"))).unwrap();
    engine.set_option("Variant", Some("village")).unwrap();
    engine.place(Root::Start, &[]).unwrap();
    let (sender, news) = mpsc::channel();
    let request = Request { infinite: true, ..Request::default() };
    assert!(engine.go(&request, Box::new(move |said| drop(sender.send(said)))).is_empty());
    assert!(engine.set_option("VariantPath", Some("no/such/file.toml")).is_err());
    engine.set_option("VariantPath", Some(&path_of("good/three-villages.toml"))).unwrap();
    assert_eq!(state(&engine).0, "village", "the search goes on in its game");
    engine.set_option("Variant", Some("far-village")).unwrap();
    assert!(engine.set_option("Variant", Some("village")).is_err(), "it goes with its file");
    engine.stop();
    while !matches!(news.recv().unwrap(), News::Best { .. }) {}
    assert_eq!(engine.settle(), []);
    assert_eq!(state(&engine).0, "far-village");
}

// ---- the rules answer ----

/// A variant file made from nothing but a `rules` answer.
fn file_from(rules: &Value) -> String {
    let list = |values: &Value| -> String {
        let lines = values.as_array().unwrap().iter().map(|line| {
            let words: Vec<&str> =
                line.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
            format!("{:?}", words.join(" "))
        });
        lines.collect::<Vec<_>>().join(", ")
    };
    let points = rules["points"].as_array().unwrap();
    let mut names = points.iter().map(|point| point["id"].as_str().unwrap());
    let rows: Vec<String> = rules["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|width| {
            let width = usize::try_from(width.as_u64().unwrap()).unwrap();
            format!("{:?}", names.by_ref().take(width).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let mut text = format!(
        "id = \"again\"\nstart = {}\nfirst_turn_closed = {}\n[board]\nrows = [{}]\n\
         lines = [{}]\nedges = [{}]\n[board.at]\n",
        rules["start"],
        rules["first_turn_closed"],
        rows.join(", "),
        list(&rules["lines"]),
        list(&rules["edges"]),
    );
    for point in points {
        let name = point["id"].as_str().unwrap();
        writeln!(text, "{name} = [{}, {}]", point["x"], point["y"]).unwrap();
    }
    text.push_str("[rules]\n");
    for switch in &SWITCHES {
        writeln!(text, "{} = {}", switch.key, rules["switches"][switch.name]).unwrap();
    }
    text
}

#[test]
fn the_rules_answer_is_enough_to_rebuild_every_variant() {
    let mut variants = builtin::all().to_vec();
    for path in corpus("good") {
        variants.extend(variants_in(path.to_str().unwrap()).unwrap());
    }
    for variant in &variants {
        let game = Morris::new(variant).unwrap();
        let rules = game.rules();
        let answer = Notation::rules(&game);
        let again = read(&file_from(&answer)).unwrap_or_else(|e| panic!("{}: {e}", variant.id));
        let (old, new) = (&variant.board, &again[0].board);
        assert_eq!((&new.names, &new.rows), (&old.names, &old.rows), "{}", variant.id);
        assert_eq!((&new.places, &new.lines), (&old.places, &old.lines), "{}", variant.id);
        let sorted = |board: &modisa::morris::Board| {
            let mut edges: Vec<_> =
                board.edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
            edges.sort_unstable();
            edges
        };
        assert_eq!(sorted(new), sorted(old), "{}", variant.id);
        assert_eq!(again[0].rules, *rules, "{}", variant.id);
        let copy = Morris::new(&again[0]).unwrap();
        assert_eq!(copy.start(), game.start(), "{}", variant.id);
        let count = |game: &Morris| perft::perft(game, &game.start(), 3, &|| false);
        assert_eq!(count(&copy), count(&game), "{}", variant.id);
        let words = answer["words"].as_array().unwrap();
        assert!(words.len() >= 8, "{}", variant.id);
    }
}

#[test]
fn shisima_stands_on_a_circle() {
    let board = &builtin::find("shisima").unwrap().board;
    let (cx, cy) = board.places[board.find("b2").unwrap().index()];
    for (name, &(x, y)) in board.names.iter().zip(&board.places).filter(|(n, _)| *n != "b2") {
        let square = f64::from((x - cx).pow(2) + (y - cy).pow(2));
        assert!((square.sqrt() - 10.0).abs() < 0.2, "{name}");
    }
}

// ---- random variants ----

/// Random numbers from which a variant is built.
#[derive(Clone, Debug)]
struct Seeds {
    points: usize,
    lines: Vec<[usize; 3]>,
    edges: Vec<(usize, usize)>,
    switches: Vec<u32>,
    closed: Option<usize>,
    has_places: bool,
    seed: u64,
}

prop_compose! {
    fn seeds()(
        points in 9_usize..=32,
        lines in prop::collection::vec([0_usize..32, 0..32, 0..32], 0..60),
        edges in prop::collection::vec((0_usize..32, 0_usize..32), 0..20),
        switches in prop::collection::vec(any::<u32>(), SWITCHES.len()),
        closed in prop::option::of(0_usize..32),
        has_places in any::<bool>(),
        seed in any::<u64>(),
    ) -> Seeds {
        Seeds { points, lines, edges, switches, closed, has_places, seed }
    }
}

/// Rules with every switch at some value that contradicts no other.
fn random_rules(choices: &[u32], most_men: usize) -> Rules {
    let mut rules = Rules::default();
    let set = |rules: &mut Rules, key: &str, value: &str| {
        let switch = SWITCHES.iter().find(|switch| switch.key == key).unwrap();
        switch.set(rules, value).unwrap();
    };
    for (switch, choice) in SWITCHES.iter().zip(choices) {
        let value = match switch.shape {
            Shape::Words(words) => words[*choice as usize % words.len()].to_owned(),
            Shape::Number { min, max } => {
                let most = if switch.key == "men" { most_men.try_into().unwrap() } else { max };
                (min + i64::from(*choice) % (most - min + 1)).to_string()
            }
        };
        set(&mut rules, switch.key, &value);
    }
    if rules.men < 3 {
        set(&mut rules, "lose_below", "0");
    }
    if rules.check().is_err() {
        set(&mut rules, "full_board", "mover_removes");
    }
    rules
}

/// The text of a legal variant file.
fn random_file(seeds: &Seeds) -> String {
    let count = seeds.points;
    let name = |index: usize| {
        if seeds.has_places {
            format!("pq{index}")
        } else {
            format!("{}{}", char::from(b'a' + (index % 6) as u8), 1 + index / 6)
        }
    };
    let mut lines: Vec<[usize; 3]> = Vec::new();
    for line in seeds.lines.iter().map(|line| line.map(|point| point % count)) {
        let [a, b, c] = line;
        let shares = |other: &[usize; 3]| line.iter().filter(|p| other.contains(p)).count() > 1;
        let crowded = |p: &usize| lines.iter().filter(|other| other.contains(p)).count() == 4;
        let proper = a != b && b != c && a != c;
        if proper && !lines.iter().any(shares) && !line.iter().any(crowded) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        lines.push([0, 1, 2]);
    }
    let mut edges: Vec<(usize, usize)> = seeds
        .edges
        .iter()
        .map(|&(a, b)| (a % count, b % count))
        .filter(|(a, b)| a != b)
        .collect();
    for point in 0..count {
        if !lines.iter().flatten().any(|&p| p == point) {
            edges.push((point, (point + 1) % count));
        }
    }
    let quote = |points: &[usize]| {
        let words: Vec<String> = points.iter().map(|&point| name(point)).collect();
        format!("{:?}", words.join(" "))
    };
    let all: Vec<usize> = (0..count).collect();
    let rows: Vec<String> = all.chunks(6).map(quote).collect();
    let line_texts: Vec<String> = lines.iter().map(|line| quote(line)).collect();
    let edge_texts: Vec<String> = edges.iter().map(|&(a, b)| quote(&[a, b])).collect();
    let closed = seeds.closed.map_or(String::new(), |point| quote(&[point % count]));
    let mut text = format!(
        "id = \"random\"\nfirst_turn_closed = [{closed}]\n[board]\nrows = [{}]\n\
         lines = [{}]\nedges = [{}]\n",
        rows.join(", "),
        line_texts.join(", "),
        edge_texts.join(", ")
    );
    if seeds.has_places {
        text.push_str("[board.at]\n");
        for point in all {
            let (x, y) = ((point * 7) % 41, (point * 11) % 41);
            writeln!(text, "{} = [{x}, {y}]", name(point)).unwrap();
        }
    }
    text.push_str("[rules]\n");
    let rules = random_rules(&seeds.switches, 15.min(count / 2));
    for switch in &SWITCHES {
        writeln!(text, "{} = {:?}", switch.key, (switch.get)(&rules)).unwrap();
    }
    text
}

/// Plays a random game to its end, or to a thousand plies where nothing need end it.
fn play_out(game: &Morris, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut state = game.start();
    let mut turns = Vec::new();
    for _ in 0..1000 {
        if game.outcome(&state).is_some() {
            break;
        }
        turns.clear();
        game.turns(&state, &mut turns);
        state = game.after(&state, turns[rng.below(turns.len() as u64) as usize]);
    }
}

fn check_game(game: &Morris, seed: u64) -> Result<(), TestCaseError> {
    laws::check(game, seed, 2, 120).map_err(TestCaseError::fail)?;
    play_out(game, seed);
    prop_assert!(game.words().len() >= 8);
    let text = game.diagram();
    prop_assert!(text.lines().count() < 30 && text.lines().all(|line| line.len() < 84));
    Ok(())
}

proptest! {
    // No file of failures: a fault that is found becomes a test of its own.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_variants_keep_the_laws_and_play_to_the_end(seeds in seeds()) {
        let text = random_file(&seeds);
        let read = read(&text).map_err(|e| TestCaseError::fail(format!("{e} in\n{text}")))?;
        let game = Morris::new(&read[0]).unwrap();
        check_game(&game, seeds.seed).map_err(|e| TestCaseError::fail(format!("{e} in\n{text}")))?;
    }

    #[test]
    fn random_switches_on_built_in_boards_keep_the_laws(
        choice in any::<prop::sample::Index>(),
        switches in prop::collection::vec(any::<u32>(), SWITCHES.len()),
        seed in any::<u64>(),
    ) {
        let variant = choice.get(builtin::all());
        let rules = random_rules(&switches, 15);
        if let Ok(game) = Morris::with_rules(variant, rules) {
            let told = |e| TestCaseError::fail(format!("{e} with {rules:?}"));
            check_game(&game, seed).map_err(told)?;
        } else {
            prop_assert!(variant.start.is_some(), "only a set-up start can be impossible");
        }
    }
}
