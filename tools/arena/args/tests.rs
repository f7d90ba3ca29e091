//! The command line, from words to meaning.

use super::*;
use crate::config::LogSettings;
use crate::schedule::Shard;
use crate::scratch::Folder;
use crate::settings::TableAdjudication;
use crate::settings::{Adjudication, ClockSettings, DrawAdjudication, Format, Limit};
use crate::settings::{OpeningSettings, PlayerSettings, ResignAdjudication, SprtSettings};
use log::LevelFilter;

fn meaning(line: &str) -> Result<Command, ArgsError> {
    let words = shlex::split(line).expect("a shell line");
    parse(std::iter::once("arena".to_owned()).chain(words))
}

fn run(line: &str) -> (Settings, Conduct) {
    match meaning(line) {
        Ok(Command::Run(settings, conduct)) => (*settings, conduct),
        other => panic!("{line}: {other:?}"),
    }
}

fn refusal(line: &str) -> String {
    meaning(line).expect_err(line).to_string()
}

const TWO: &str = "-engine cmd=./a -engine cmd=./b -each nodes=10";

#[test]
fn the_declaration_is_sound() {
    Cli::command().debug_assert();
}

fn option(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn players_are_described_one_by_one_and_all_together() {
    let (settings, _) =
        run("-engine cmd=./a name=A args=\"--x 'y z'\" dir=src option.Hash=64 tc=40/60+0.6 \
         -engine cmd=./b st=0.1 nodes=5 depth=3 timemargin=50 ponder=true option.hash=16 \
         proto=umi -each tc=10+0.1 option.HASH=8 option.MultiPV=2");
    let a = PlayerSettings {
        name: "A".to_owned(),
        command: "./a".to_owned(),
        args: vec!["--x".to_owned(), "y z".to_owned()],
        folder: Some("src".to_owned()),
        options: vec![option("Hash", "64"), option("MultiPV", "2")],
        limit: Limit {
            clock: Some(ClockSettings { base: 60_000, increment: 600, turns: Some(40) }),
            ..Limit::default()
        },
        ponder: false,
    };
    let b = PlayerSettings {
        name: "b".to_owned(),
        command: "./b".to_owned(),
        args: Vec::new(),
        folder: None,
        options: vec![option("hash", "16"), option("MultiPV", "2")],
        limit: Limit {
            clock: Some(ClockSettings { base: 10_000, increment: 100, turns: None }),
            move_time: Some(100),
            nodes: Some(5),
            depth: Some(3),
            margin: 50,
        },
        ponder: true,
    };
    assert_eq!(settings.players, [a, b]);
}

#[test]
fn everything_that_decides_the_games_is_understood() {
    let (settings, _) = run(&format!(
        "{TWO} -variant mill -rules Men=8 -rounds 100 -games 2 -srand 42 -event E \
         -tournament gauntlet -openings file=x.pgn format=pgn order=random plies=8 start=4 \
         -sprt elo0=-1.5 elo1=5 alpha=0.1 model=logistic -draw movenumber=40 movecount=8 \
         score=10 -resign movecount=3 score=800 twosided=true -maxmoves 150 -tb tables draw=false \
         -recover -repeat"
    ));
    let path = "x.pgn".to_owned();
    let wanted = Settings {
        event: "E".to_owned(),
        rules: RuleSet {
            variant: "nine".to_owned(),
            file: None,
            switches: vec![option("Men", "8")],
        },
        players: settings.players.clone(),
        format: Format::Gauntlet,
        rounds: 100,
        seed: 42,
        openings: OpeningSettings::File { path, random: true, plies: Some(8), start: 4 },
        adjudication: Adjudication {
            draw: Some(DrawAdjudication { from_ply: 80, turns: 8, score: 10 }),
            resign: Some(ResignAdjudication { turns: 3, score: 800, two_sided: true }),
            max_plies: Some(300),
            tables: Some(TableAdjudication {
                folder: "tables".to_owned(),
                draws: false,
                wins: true,
            }),
        },
        sprt: Some(SprtSettings {
            elo0: -1.5,
            elo1: 5.0,
            alpha: 0.1,
            beta: 0.05,
            normalized: false,
        }),
    };
    assert_eq!(settings, wanted);
}

#[test]
fn everything_about_the_conduct_is_understood() {
    let (_, conduct) = run(&format!(
        "{TWO} -concurrency 3 -ratinginterval 7 -scoreinterval 0 -pgnout file=o.pgn -site S \
         -journal j.jsonl -shard 2/3 --restart on -log debug file=l.txt"
    ));
    let wanted = Conduct {
        concurrency: 3,
        journal: Some("j.jsonl".into()),
        shard: Shard::new(2, 3).expect("a part"),
        pgn: Some("o.pgn".into()),
        site: Some("S".to_owned()),
        rating_interval: 7,
        score_interval: 0,
        restart: true,
        log: LogSettings { level: Some(LevelFilter::Debug), file: Some("l.txt".into()) },
    };
    assert_eq!(conduct, wanted);
}

#[test]
fn one_dash_and_two_mean_the_same() {
    assert_eq!(run(TWO), run(&TWO.replace('-', "--")));
    assert_eq!(with_two_dashes("-h".into()), "-h");
    assert_eq!(with_two_dashes("-5".into()), "-5");
    assert_eq!(with_two_dashes("-".into()), "-");
}

#[test]
fn what_is_not_said_has_defaults() {
    let (settings, conduct) = run(TWO);
    assert_eq!((settings.rounds, settings.seed), (1, 0));
    assert_eq!(settings.rules, RuleSet { variant: "morabaraba".into(), ..RuleSet::default() });
    assert_eq!(settings.openings, OpeningSettings::Generated { plies: None });
    assert_eq!(settings.format, Format::Roundrobin);
    assert_eq!(settings.adjudication, Adjudication::default());
    assert!(conduct.shard.is_whole() && conduct.concurrency == 1 && conduct.journal.is_none());
}

#[test]
fn a_mistake_is_told_with_flag_key_value_and_what_is_allowed() {
    let cases: [(&str, &[&str]); 27] = [
        ("-engine cmd=./a colour=red", &["-engine 1: ", "`colour`", "`timemargin`"]),
        ("-engine cmd=./a tc=1:30", &["-engine 1: tc: ", "\"1:30\"", "40/60+0.6"]),
        ("-engine cmd=./a proto=uci", &["proto: \"uci\" is not one of umi"]),
        ("-engine name=x nodes=1", &["-engine 1: cmd=... is missing"]),
        ("-engine cmd=./a", &["-engine: 1 players", "2"]),
        ("-each name=x", &["-each: name"]),
        ("-sprt elo0=0 -rounds 9", &["-sprt: elo1=... is missing"]),
        ("-sprt elo0=0 elo1=5", &["-sprt: needs -rounds"]),
        ("-sprt elo0=5 elo1=0 -rounds 9", &["-sprt: elo0 must be below elo1, not 5 and 0"]),
        (
            "-sprt elo0=0 elo1=5 alpha=1 -rounds 9",
            &["-sprt: alpha must lie between 0 and 1, not 1"],
        ),
        (
            "-sprt elo0=0 elo1=5 model=bayesian",
            &["model: \"bayesian\"", "normalized, logistic"],
        ),
        ("-draw movecount=1", &["-draw: score=... is missing"]),
        ("-resign movecount=0 score=5", &["-resign: movecount: 0"]),
        ("-tb draw=true", &["-tb: dir=... is missing"]),
        ("-tb x draw=false win=false", &["-tb: draw=false win=false"]),
        ("-tb x pieces=3", &["-tb: ", "`pieces`", "`dir`"]),
        ("-openings file=x.txt generated", &["-openings: only one"]),
        ("-openings order=random", &["-openings: ", "file=FILE"]),
        ("-openings file=x.txt format=pgn", &["-openings: format", "x.txt"]),
        ("-openings file=x.txt order=upward", &["order: \"upward\" is not one of random"]),
        ("-rules Men=99", &["-rules: ", "99"]),
        ("-rules Cows=12", &["-rules: ", "Cows"]),
        ("-variant chess", &["-variant: ", "chess"]),
        ("-games 1", &["-games: 1", "-rounds"]),
        ("-noswap", &["-noswap: "]),
        ("-log loud", &["-log: level: \"loud\" is not one of off"]),
        ("-concurrency 0", &["-concurrency: 0"]),
    ];
    for (words, wanted) in cases {
        let is_player = words.starts_with("-engine");
        let line = if is_player { words.to_owned() } else { format!("{TWO} {words}") };
        let line = line.replace(" cmd=./a name=", " name=");
        let text = refusal(&line);
        for part in wanted {
            assert!(text.contains(part), "{words}: {text}");
        }
    }
}

#[test]
fn flags_and_their_values_are_checked_by_name() {
    let unknown = refusal("-engin cmd=./a");
    assert!(unknown.contains("'--engin'") && unknown.contains("--help"), "{unknown}");
    let format = refusal(&format!("{TWO} -tournament knockout"));
    for word in ["knockout", "roundrobin", "gauntlet", "swiss"] {
        assert!(format.contains(word), "{format}");
    }
    assert!(refusal(&format!("{TWO} -rounds many")).contains("many"));
    assert!(refusal(&format!("{TWO} -shard 3/2")).contains("no part 3 of 2"));
    assert!(refusal(&format!("{TWO} -pgnout nodes=true")).contains("nodes"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let three = format!("{TWO} -engine cmd=./c -rounds 4");
    assert!(refusal(&format!("{three} -sprt elo0=0 elo1=5")).starts_with("-sprt: "));
    assert!(refusal(&format!("{three} -tournament swiss -shard 1/2")).starts_with("-shard: "));
    assert!(refusal(&format!("{TWO} -tournament swiss")).starts_with("-tournament: "));
    let divided = format!("{TWO} -rounds 4 -sprt elo0=0 elo1=5 -shard 1/2");
    assert!(refusal(&divided).starts_with("-shard: "));
    assert!(refusal(&format!("{TWO} -rounds 0")).starts_with("-rounds: 0"));
    assert!(refusal(&format!("{TWO} -maxmoves 0")).starts_with("-maxmoves: 0"));
    let endless = refusal("-engine cmd=./a nodes=1 -engine cmd=./b tc=inf");
    assert!(endless.starts_with("-engine 2 (b): ") && endless.contains("tc"), "{endless}");
}

#[test]
fn players_are_told_apart() {
    let (settings, _) =
        run("-engine cmd=x/a -engine cmd=y/a -engine cmd=./b name=a -each st=1");
    let names: Vec<&str> = settings.players.iter().map(|player| &*player.name).collect();
    assert_eq!(names, ["a", "a 2", "a 3"]);
}

#[test]
fn flags_say_otherwise_than_the_settings_file() {
    let folder = Folder::new("args-file");
    let path = folder.file("league.toml");
    let text = "rounds = 7\nsrand = 1\nevent = \"League\"\nrules = { Men = 8 }\n\
                variant = \"nine\"\neach = { tc = 5, option = { Hash = 8, Ponder = true } }\n\
                engine = [{ cmd = \"./a\" }, { cmd = \"./b\" }]\nshard = [2, 3]\n\
                conduct = { concurrency = 4, log = { level = \"info\" } }\n";
    std::fs::write(&path, text).expect("a temporary file");
    let config = format!("-config file={}", path.display());
    let (from_file, conduct) = run(&config);
    assert_eq!((from_file.rounds, from_file.event.as_str()), (7, "League"));
    assert_eq!(from_file.players[1].options[1], ("Ponder".to_owned(), "true".to_owned()));
    assert_eq!(from_file.players[1].limit.clock.map(|clock| clock.base), Some(5000));
    assert_eq!((conduct.concurrency, conduct.shard), (4, Shard::new(2, 3).expect("a part")));
    assert_eq!(conduct.log.level, Some(LevelFilter::Info));
    let flags = "-rounds 9 -each option.Hash=16 -rules Fly=never -concurrency 1 -log file=l";
    let (settings, conduct) = run(&format!("{config} {flags}"));
    assert_eq!((settings.rounds, settings.seed, conduct.concurrency), (9, 1, 1));
    assert_eq!(settings.players[0].options[0].1, "16");
    assert_eq!(settings.rules.switches.len(), 2);
    assert_eq!(conduct.log.level, Some(LevelFilter::Info));
    let (settings, _) = run(&format!("{config} {TWO} -engine cmd=./c"));
    assert_eq!(settings.players.len(), 3);
}

#[test]
fn the_other_jobs_are_understood() {
    let resume = meaning("resume j.jsonl -concurrency 4 -log info").expect("known");
    let Command::Resume(journal, conduct) = resume else { panic!("{resume:?}") };
    assert_eq!((journal, conduct.concurrency), ("j.jsonl".into(), 4));
    assert_eq!(conduct.log.level, Some(LevelFilter::Info));
    assert!(refusal("resume j.jsonl -rounds 4").contains("--rounds"));
    let inputs = vec!["a".into(), "b".into()];
    let merge = Command::Merge { out: "o".into(), inputs, force: true };
    assert_eq!(meaning("merge o a b -force").expect("known"), merge);
    assert!(meaning("merge o").is_err());
    assert_eq!(meaning("report j").expect("known"), Command::Report("j".into()));
    let records = Command::Records { journal: "j".into(), out: None, site: Some("S".into()) };
    assert_eq!(meaning("records j -site S").expect("known"), records);
    let rules = RuleSet { variant: "nine".into(), ..RuleSet::default() };
    let (out, force) = (Some("b".into()), true);
    let openings = Command::Openings { rules, count: 5, plies: Some(6), seed: 42, out, force };
    let line = "openings b -variant mill -count 5 -plies 6 -srand 42 -force";
    assert_eq!(meaning(line).expect("known"), openings);
}

#[test]
fn the_examples_of_the_help_are_understood() {
    let text = help::EXAMPLES.replace("\\\n", " ");
    let mut count = 0;
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("arena ")) {
        let line = line.split("    (").next().unwrap_or_default();
        if line.contains("-config") {
            continue;
        }
        meaning(line).expect(line);
        count += 1;
    }
    assert_eq!(count, 9);
    let (_, file) = help::EXAMPLES.split_once("A settings file:\n").expect("an example");
    let (file, _) = file.split_once("\n\nPrograms").expect("its end");
    let draft = config::read_text(file).expect("a settings file");
    let (settings, conduct) = config::build(draft).expect("a tournament");
    assert_eq!((settings.players.len(), settings.rounds, conduct.concurrency), (2, 50, 2));
}

#[test]
fn every_flag_is_in_the_help() {
    let help = meaning("-help").expect_err("help is no command").to_string();
    for flag in ["engine", "each", "rules", "sprt", "shard", "journal", "config", "restart"] {
        assert!(help.contains(&format!("--{flag} ")), "{flag}");
    }
    assert!(help.contains("arena resume test.jsonl"));
}
