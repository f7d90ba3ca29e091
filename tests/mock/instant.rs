//! Whole games of the mock that does not search.

use crate::process;
use modisa::client::{Process, Received, Script, Wire, play};
use modisa::engine::{Engine, Root, Session};
use std::time::{Duration, Instant};

/// How many games are played, over all variants in turn.
const GAMES: usize = 200;

/// Longer than any of the games; they end by their own rules.
const MOST_TURNS: usize = 2000;

const PATIENCE: Duration = Duration::from_secs(10);

/// Asks for a turn: the info lines and the word after `bestmove`.
fn ask(mock: &mut Process, turns: &[String]) -> (Vec<String>, String) {
    let line = format!("position startpos moves {}\ngo movetime 1000", turns.join(" "));
    mock.send(line.as_bytes());
    let mut told = Vec::new();
    loop {
        let Received::Line(line, _) = mock.receive(PATIENCE) else { panic!("no answer") };
        match line.strip_prefix("bestmove ") {
            Some(turn) => return (told, turn.to_owned()),
            None => told.push(line),
        }
    }
}

/// Plays a game to its end and returns its turns and the time of all answers.
fn game(mock: &mut Process, referee: &mut Engine, variant: &str) -> (Vec<String>, Duration) {
    mock.send(format!("setoption name Variant value {variant}").as_bytes());
    referee.set_option("Variant", Some(variant)).unwrap();
    referee.place(Root::Start, &[]).unwrap();
    let mut turns = Vec::new();
    let mut took = Duration::ZERO;
    while turns.len() < MOST_TURNS {
        let asked = Instant::now();
        let (told, turn) = ask(mock, &turns);
        took += asked.elapsed();
        let legal = referee.legal().unwrap();
        let legal = legal["turns"].as_array().unwrap();
        if legal.is_empty() {
            assert_eq!((told.len(), turn.as_str()), (0, "none"), "{variant} {turns:?}");
            return (turns, took);
        }
        assert!(legal.iter().any(|known| *known == *turn), "{variant} {turns:?}: {turn}");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("info depth 1 ") && told[0].contains(" score cp 0 "));
        assert!(told[0].ends_with(&format!(" pv {turn}")), "{told:?}");
        referee.play(&[&turn]).unwrap();
        turns.push(turn);
    }
    panic!("{variant} does not end: {turns:?}");
}

#[test]
fn whole_games_of_every_variant_are_legal_and_quick() {
    let mut mock = process::start(&["--instant", "--seed", "7"]);
    let mut referee = Engine::new().unwrap();
    let variants = referee.variants();
    let (mut answers, mut took) = (0_u32, Duration::ZERO);
    for number in 0..GAMES {
        let (variant, _) = &variants[number % variants.len()];
        let (turns, time) = game(&mut mock, &mut referee, variant);
        answers += turns.len() as u32 + 1;
        took += time;
    }
    let rate = f64::from(answers) / took.as_secs_f64();
    println!("{GAMES} games, {answers} answers, {rate:.0} a second");
    mock.send(b"quit");
    assert_eq!(mock.exit_code(), Some(0));
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_one_does_not() {
    let mut referee = Engine::new().unwrap();
    let mut play = |seed| {
        game(&mut process::start(&["--instant", "--seed", seed]), &mut referee, "nine").0
    };
    let first = play("1");
    assert_eq!(first, play("1"));
    assert_ne!(first, play("2"));
}

#[test]
fn what_is_asked_beyond_a_turn_is_answered_as_by_the_engine() {
    let mut mock = process::start(&["--instant"]);
    let script = "
> go infinite
~ 50
> isready
<* info *
< readyok
> stop
< bestmove *
> go ponder movetime 60000
~ 50
> ping 1
<* info *
< pong 1
> ponderhit
<* info *
< bestmove *
> go movetime 60000 searchmoves d6 a1-a1
< error {\"code\":\"illegal-move\"*
<* info *
< bestmove d6
> position startpos moves d6 f4
> position startpos moves d6
> state
< state {*\"ply\":1*}
> position startpos moves d6 d6
< error {\"code\":\"illegal-move\",*\"index\":1*}
> go movetime 60000
< error {\"code\":\"no-position\"*
< bestmove none
";
    let script = Script::parse(script).unwrap();
    assert_eq!(play(&script, &mut mock, crate::PATIENCE), Ok(()));
}
