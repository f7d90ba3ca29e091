//! Games between scripted players: how they end, and what is told and recorded.

use super::*;
use crate::openings::Opening;
use crate::scripted::{Act, Scene, Witness, player, rules, say, settings};
use crate::settings::{DrawAdjudication, Limit, PlayerSettings, ResignAdjudication};
use std::thread;
use std::time::{Duration, Instant};

/// The start position, but forty plies have been played.
const LATE: &str = "3/3/3/6/3/3/3 w 9,9 - 0 40";

mod faults;
mod pondering;

type Script = Box<dyn FnMut(&Scene<'_>) -> Option<Vec<Act>> + Send>;

/// Two players and what is between them.
struct Hall {
    variant: &'static str,
    opening: Opening,
    adjudication: Adjudication,
    settings: [PlayerSettings; 2],
}

impl Hall {
    fn new(variant: &'static str, turns: &str) -> Self {
        let turns = turns.split_whitespace().map(str::to_owned).collect();
        Self {
            variant,
            opening: Opening { fen: None, turns },
            adjudication: Adjudication::default(),
            settings: [settings("Alba"), settings("Nera")],
        }
    }

    fn limited(mut self, limit: Limit) -> Self {
        for settings in &mut self.settings {
            settings.limit = limit;
        }
        self
    }

    fn pondering(mut self) -> Self {
        self.settings[0].ponder = true;
        self
    }

    /// Plays a game; light does what the first script says, dark what the second does.
    fn play(&self, scripts: [Script; 2]) -> (Game, [Witness; 2]) {
        let rules = rules(self.variant);
        let mut referee = Referee::new(&rules).unwrap();
        let [light, dark] = scripts;
        let (mut light, saw_light) = player(self.settings[0].clone(), &rules, light);
        let (mut dark, saw_dark) = player(self.settings[1].clone(), &rules, dark);
        light.prepare().unwrap();
        dark.prepare().unwrap();
        referee.set(&self.opening).unwrap();
        let brake = Brake::default();
        let adjudication = self.adjudication.clone();
        let mut table = Table { referee: &mut referee, adjudication, brake: &brake };
        let game = play(&mut table, [&mut light, &mut dark]).unwrap();
        (game, [saw_light, saw_dark])
    }
}

fn usual() -> Script {
    Box::new(|_| None)
}

/// Does `acts` at the given `go` of its life, counted from 1.
fn at_go(go: usize, acts: Vec<Act>) -> Script {
    Box::new(move |scene| (scene.is_asked() && scene.goes == go).then(|| acts.clone()))
}

fn texts(game: &Game) -> Vec<&str> {
    game.turns.iter().map(|turn| turn.text.as_str()).collect()
}

/// The game when one side has a script and the other does the usual thing.
fn with_script(hall: &Hall, side: Side, script: Script) -> (Game, [Witness; 2]) {
    hall.play(match side {
        Side::Light => [script, usual()],
        Side::Dark => [usual(), script],
    })
}

fn lost_by(side: Side) -> GameResult {
    match side {
        Side::Light => GameResult::Dark,
        Side::Dark => GameResult::Light,
    }
}

#[test]
fn a_game_goes_on_until_the_rules_end_it() {
    let (game, witnesses) = Hall::new("nine", "d6 f4").play([usual(), usual()]);
    let Cause::Rules(reason) = &game.cause else { panic!("{:?}", game.cause) };
    let mut arbiter = modisa::engine::Arbiter::new(&rules("nine")).unwrap();
    let all: Vec<&str> = ["d6", "f4"].into_iter().chain(texts(&game)).collect();
    arbiter.place(None, &all).unwrap();
    let outcome = arbiter.outcome().unwrap().unwrap();
    assert_eq!(outcome.reason.word(), reason);
    let end = |side| match outcome.winner {
        None => "draw",
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
    };
    for (witness, side) in witnesses.iter().zip(Side::BOTH) {
        let heard = witness.heard();
        assert_eq!(heard.last().unwrap(), &format!("gameover {} {reason}", end(side)));
        assert_eq!(witness.count("start"), 1);
    }
    assert!(witnesses[0].heard().contains(&"position startpos moves d6 f4".to_owned()));
    assert!(game.started.ends_with('Z') && game.detail.is_none());
}

#[test]
fn the_clocks_in_go_are_what_is_left_and_never_negative() {
    let clock = crate::settings::ClockSettings { base: 1000, increment: 0, turns: None };
    let limit = Limit { clock: Some(clock), margin: 100, ..Limit::default() };
    let hall = Hall::new("nine", "").limited(limit);
    let slow: Script = Box::new(|scene| {
        let line = format!("bestmove {}", scene.turn());
        let millis = [600, 450, 200][scene.goes.saturating_sub(1).min(2)];
        scene.is_asked().then(|| vec![Act::Later(Duration::from_millis(millis), line)])
    });
    let (game, [_, dark]) = with_script(&hall, Side::Dark, slow);
    assert_eq!((game.result, &game.cause), (GameResult::Light, &Cause::Time));
    let goes: Vec<String> =
        dark.heard().into_iter().filter(|line| line.starts_with("go ")).collect();
    let told = |go: &str| {
        let words: Vec<&str> = go.split(' ').collect();
        let at = words.iter().position(|word| *word == "btime").unwrap();
        words[at + 1].parse::<i64>().unwrap()
    };
    assert_eq!(told(&goes[0]), 1000);
    assert!((350..400).contains(&told(&goes[1])), "{}", goes[1]);
    assert_eq!((goes.len(), told(&goes[2])), (3, 0));
}

#[test]
fn a_turn_is_recorded_in_canonical_spelling_with_what_was_thought() {
    let fen = "ww1/3/3/3b1w/bb1/3/3 w 0,0 - 0 40";
    let mut hall = Hall::new("nine", "");
    hall.opening.fen = Some(fen.to_owned());
    let acts = vec![
        say("info depth 9 seldepth 9 multipv 1 score win 1 nodes 77 time 3 pv g4-g7xb4"),
        say("info depth 10 multipv 1 score cp 5 lowerbound nodes 99 time 3 pv g4-g7xb4"),
        say("info depth 10 multipv 2 score cp -7 nodes 99 time 3 pv g4-f4"),
        say("bestmove G4G7xc3"),
    ];
    let (game, [light, _]) = with_script(&hall, Side::Light, at_go(1, acts));
    let Turn { text, score, depth, nodes, .. } = &game.turns[0];
    assert_eq!((text.as_str(), score.as_deref()), ("g4-g7xc3", Some("win 1")));
    assert_eq!((*depth, *nodes), (9, 77));
    assert!(light.heard().contains(&format!("position fen {fen}")));
    assert_eq!(game.result, GameResult::Light);
}

#[test]
fn an_opening_may_leave_either_side_to_move() {
    let (game, [light, dark]) = Hall::new("nine", "d6").play([usual(), usual()]);
    assert!(game.turns.len() > 2);
    assert!(dark.heard().contains(&"position startpos moves d6".to_owned()));
    let first = format!("position startpos moves d6 {}", game.turns[0].text);
    let positions = light.heard().into_iter().find(|line| line.starts_with("position"));
    assert_eq!(positions, Some(first));
}

#[test]
fn a_side_that_is_on_turn_again_is_asked_again() {
    let hall = Hall::new("dooz-again", "a1 g7 a4 f6").pondering();
    let script: Script = Box::new(|scene| {
        let acts = vec![say("bestmove a7xh ponder b6")];
        (scene.is_asked() && scene.goes == 1).then_some(acts)
    });
    let (game, [light, dark]) = with_script(&hall, Side::Light, script);
    assert_eq!(game.turns[0].text, "a7xh");
    let turns = "position startpos moves a1 g7 a4 f6 a7xh";
    assert!(light.heard().contains(&turns.to_owned()));
    assert!(!dark.heard().contains(&turns.to_owned()));
    // What it expected was not the turn of the other.
    assert_eq!(light.count("go ponder"), 0);
}

/// Makes the first legal turn and finds this about it.
fn finding(score: &'static str) -> Script {
    Box::new(move |scene| {
        let turn = scene.turn();
        let info = format!("info depth 1 multipv 1 score {score} nodes 1 time 0 pv {turn}");
        scene.is_asked().then(|| vec![say(info), say(format!("bestmove {turn}"))])
    })
}

#[test]
fn two_players_that_see_a_draw_have_one() {
    let mut hall = Hall::new("nine", "d6 f4");
    let draw = DrawAdjudication { from_ply: 8, turns: 2, score: 10 };
    hall.adjudication.draw = Some(draw);
    let (game, [light, _]) = hall.play([finding("cp 10"), finding("draw")]);
    assert_eq!((game.result, &game.cause), (GameResult::Draw, &Cause::DrawAdjudication));
    assert_eq!(game.turns.len(), 6);
    assert_eq!(light.heard().last().unwrap(), "gameover draw draw-adjudication");
}

#[test]
fn a_player_that_sees_itself_lost_has_lost() {
    let mut hall = Hall::new("nine", "");
    let resign = |two_sided| Some(ResignAdjudication { turns: 3, score: 400, two_sided });
    hall.adjudication.resign = resign(false);
    let (game, _) = hall.play([finding("cp 0"), finding("cp -400")]);
    assert_eq!((game.result, &game.cause), (GameResult::Light, &Cause::ResignAdjudication));
    assert_eq!(game.turns.len(), 6);
    hall.adjudication.resign = resign(true);
    let (game, _) = hall.play([finding("cp 0"), finding("cp -400")]);
    assert!(matches!(game.cause, Cause::Rules(_)));
    let (game, _) = hall.play([finding("win 9"), finding("win -9")]);
    assert_eq!((game.result, &game.cause), (GameResult::Light, &Cause::ResignAdjudication));
    assert_eq!(game.turns.len(), 6);
}

#[test]
fn a_game_that_is_too_long_is_drawn_and_plies_before_it_count() {
    let mut hall = Hall::new("nine", "");
    hall.opening.fen = Some(LATE.to_owned());
    hall.adjudication.max_plies = Some(43);
    let (game, _) = hall.play([usual(), usual()]);
    assert_eq!((game.result, &game.cause), (GameResult::Draw, &Cause::MaxPlies));
    assert_eq!(game.turns.len(), 3);
}

#[test]
fn a_game_can_be_given_up_while_a_player_thinks() {
    let rules = rules("nine");
    let mut referee = Referee::new(&rules).unwrap();
    let (mut light, _) = player(settings("Alba"), &rules, at_go(1, Vec::new()));
    let (mut dark, _) = player(settings("Nera"), &rules, usual());
    light.prepare().unwrap();
    dark.prepare().unwrap();
    referee.set(&Opening::default()).unwrap();
    let brake = Brake::default();
    let adjudication = Adjudication::default();
    let mut table = Table { referee: &mut referee, adjudication, brake: &brake };
    let start = Instant::now();
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(20));
            brake.abandon();
        });
        play(&mut table, [&mut light, &mut dark])
    });
    assert_eq!(result, Err(Failure::Abandoned));
    assert!(start.elapsed() < Duration::from_secs(30), "it waited for the turn");
}
