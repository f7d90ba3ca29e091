//! Pairs and workers with scripted players.

use super::*;
use crate::openings::Opening;
use crate::played::{Cause, GameResult};
use crate::scripted::{Act, Witness, player, rules, say, settings};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

fn meeting(number: u64, players: [usize; 2]) -> Meeting {
    let turns = ["d6", "f4"].map(str::to_owned).into();
    Meeting { number, round: 1, players, opening: Opening { fen: None, turns } }
}

/// A fixed list of meetings.
struct List {
    left: Vec<Meeting>,
    /// How many results it wants before the last meeting.
    owed: usize,
}

impl Source for List {
    fn next(&mut self) -> Next {
        if self.owed > 0 && self.left.len() == 1 {
            return Next::Wait;
        }
        self.left.pop().map_or(Next::Done, Next::Play)
    }

    fn finished(&mut self, _: &Pair) {
        self.owed = self.owed.saturating_sub(1);
    }
}

/// A house whose players are made by `hire`.
fn house(hire: impl Fn(usize) -> Player + Send + Sync + 'static) -> House {
    let adjudication = Adjudication::default();
    let referee = Mutex::new(Referee::new(&rules("nine")).unwrap());
    House { referee, adjudication, restart: false, hire: Box::new(hire) }
}

/// A player that does the usual thing, and everything that such players were told.
fn usual(index: usize) -> Player {
    player(settings(&format!("Player {index}")), &rules("nine"), |_| None).0
}

fn pairs(pool: &Pool) -> Vec<u64> {
    let mut numbers: Vec<u64> = pool.news().iter().map(|news| news.unwrap().number).collect();
    numbers.sort_unstable();
    numbers
}

fn pair_of(players: [&mut Player; 2]) -> Result<Pair, Failure> {
    let mut referee = Referee::new(&rules("nine")).unwrap();
    let brake = Brake::default();
    let adjudication = Adjudication::default();
    let mut table = Table { referee: &mut referee, adjudication, brake: &brake };
    play_pair(meeting(7, [0, 1]), players, &mut table)
}

fn refusing(option: &'static str) -> (Player, Witness) {
    let mut told = settings("Alba");
    told.options = vec![("Hash".into(), "5".into()), ("clearhash".into(), String::new())];
    let mut refused = false;
    player(told, &rules("nine"), move |scene| {
        refused |= scene.line.starts_with(&format!("setoption name {option}"));
        let refusal = r#"error {"code":"bad-value","command":"setoption","message":"no"}"#;
        let acts = || vec![say(refusal), say("readyok")];
        (refused && scene.line == "isready").then(acts)
    })
}

#[test]
fn a_pair_is_two_games_with_the_sides_changed() {
    let (mut first, saw_first) = player(settings("A"), &rules("nine"), |_| None);
    let (mut second, _) = player(settings("B"), &rules("nine"), |_| None);
    let pair = pair_of([&mut first, &mut second]).unwrap();
    assert_eq!((pair.number, pair.round, pair.players), (7, 1, [0, 1]));
    assert_eq!(pair.opening.turns, ["d6", "f4"]);
    let turns = |game: usize| -> Vec<&str> {
        pair.games[game].turns.iter().map(|turn| turn.text.as_str()).collect()
    };
    assert_eq!(turns(0), turns(1));
    // One process for both, told of each game.
    assert_eq!((saw_first.count("start"), saw_first.count("uminewgame")), (1, 2));
    let heard = saw_first.heard();
    let positions: Vec<&String> =
        heard.iter().filter(|line| line.starts_with("position")).collect();
    assert!(positions.contains(&&"position startpos moves d6 f4".to_owned()));
    assert!(positions.contains(&&format!("position startpos moves d6 f4 {}", turns(1)[0])));
}

#[test]
fn a_player_that_crashed_is_started_again_with_all_its_options() {
    let mut told = settings("A");
    told.options = vec![("Hash".into(), "5".into())];
    let mut crashed = false;
    let (mut first, saw) = player(told, &rules("nine"), move |scene| {
        let crash = scene.is_asked() && !std::mem::replace(&mut crashed, scene.is_asked());
        crash.then(|| vec![Act::Exit(3, "")])
    });
    let pair = pair_of([&mut first, &mut usual(1)]).unwrap();
    assert_eq!((pair.games[0].result, &pair.games[0].cause), (GameResult::Dark, &Cause::Crash));
    assert!(matches!(pair.games[1].cause, Cause::Rules(_)), "{:?}", pair.games[1]);
    assert_eq!((saw.count("start"), saw.count("setoption name Hash value 5")), (2, 2));
}

#[test]
fn a_player_that_left_between_games_is_started_again_and_loses_nothing() {
    let mut left = false;
    let (mut first, saw) = player(settings("A"), &rules("nine"), move |scene| {
        let is_over = scene.line.starts_with("gameover");
        (is_over && !std::mem::replace(&mut left, is_over)).then(|| vec![Act::Exit(0, "")])
    });
    let pair = pair_of([&mut first, &mut usual(1)]).unwrap();
    assert!(pair.games.iter().all(|game| matches!(game.cause, Cause::Rules(_))));
    assert_eq!(saw.count("start"), 2);
}

#[test]
fn a_program_that_is_not_there_ends_the_tournament() {
    let mut told = settings("Alba");
    told.command = "/no/such/program".to_owned();
    let mut first = Player::new(told, rules("nine"), Patience::default());
    let failure = pair_of([&mut first, &mut usual(1)]).unwrap_err().to_string();
    assert!(failure.starts_with("Alba does not start: /no/such/program: "), "{failure}");
}

#[test]
fn a_program_that_does_not_introduce_itself_ends_the_tournament() {
    let deaf = |scene: &crate::scripted::Scene<'_>| (scene.line == "umi").then(Vec::new);
    let (mut first, _) = player(settings("Alba"), &rules("nine"), deaf);
    let failure = pair_of([&mut first, &mut usual(1)]).unwrap_err().to_string();
    assert_eq!(failure, "Alba does not start: no umiok within 1500 ms");
    let (mut second, _) = player(settings("Nera"), &rules("nine"), |scene| {
        (scene.line == "umi").then(|| vec![say("protocol umi 2.0"), say("umiok")])
    });
    let failure = pair_of([&mut usual(0), &mut second]).unwrap_err().to_string();
    assert_eq!(failure, "Nera does not start: it speaks \"umi 2.0\", not umi 1.x");
}

#[test]
fn a_refused_option_is_named_with_its_engine() {
    for (option, value) in [("Variant", "nine"), ("Hash", "5")] {
        let failure = pair_of([&mut refusing(option).0, &mut usual(1)]).unwrap_err();
        let told = format!("Alba does not take the option {option} = {value}: bad-value: no");
        assert_eq!(failure.to_string(), told);
    }
    let mut told = settings("Alba");
    told.options = vec![("Colour".into(), "red".into())];
    let (mut first, _) = player(told, &rules("nine"), |_| None);
    let failure = pair_of([&mut first, &mut usual(1)]).unwrap_err().to_string();
    assert_eq!(failure, "Alba does not take the option Colour = red: it has no such option");
}

#[test]
fn options_come_after_the_rules_and_a_button_has_no_value() {
    let mut told = rules("nine");
    told.switches = vec![("Repetition".into(), "2".into())];
    let mut own = settings("Alba");
    own.options = vec![("hash".into(), "2".into()), ("ClearHash".into(), String::new())];
    let (mut first, saw) = player(own, &told, |_| None);
    first.prepare().unwrap();
    let heard = saw.heard();
    let set: Vec<&str> =
        heard.iter().filter_map(|line| line.strip_prefix("setoption name ")).collect();
    assert_eq!(set, ["Variant value nine", "Repetition value 2", "hash value 2", "ClearHash"]);
    assert_eq!(heard[heard.len() - 2..], ["uminewgame", "isready"]);
}

/// An engine that answers the first `setoption` of this name with an error of this code.
fn refusing_once(rules: &RuleSet, name: &'static str, code: &'static str) -> (Player, Witness) {
    let mut done = false;
    player(settings("Alba"), rules, move |scene| {
        let is_it = scene.line.starts_with(&format!("setoption name {name}"));
        let refuses = is_it && !std::mem::replace(&mut done, is_it);
        let error = json!({"code": code, "command": "setoption", "message": "no"});
        refuses.then(|| vec![say(format!("error {error}"))])
    })
}

#[test]
fn a_switch_that_excludes_another_is_tried_again_after_it() {
    let mut told = rules("nine");
    told.switches = vec![("Repetition".into(), "2".into()), ("QuietPlies".into(), "50".into())];
    let (mut first, saw) = refusing_once(&told, "Repetition", "bad-value");
    first.prepare().unwrap();
    let heard = saw.heard();
    let set: Vec<&str> =
        heard.iter().filter_map(|line| line.strip_prefix("setoption name ")).collect();
    let again = ["Repetition value 2", "QuietPlies value 50", "Repetition value 2"];
    assert_eq!(set[1..], again);
}

#[test]
fn a_switch_is_not_tried_again_with_an_engine_that_has_left() {
    let mut told = rules("nine");
    told.switches = vec![("Repetition".into(), "2".into()), ("QuietPlies".into(), "50".into())];
    let (mut first, saw) = player(settings("Alba"), &told, |scene| {
        let is_it = scene.line.starts_with("setoption name Repetition");
        is_it.then(|| vec![Act::Exit(3, "a fault")])
    });
    let failure = first.prepare().unwrap_err().to_string();
    assert!(failure.starts_with("Alba does not take the option Repetition = 2: "), "{failure}");
    let counts =
        ["Repetition", "QuietPlies"].map(|name| saw.count(&format!("setoption name {name}")));
    assert_eq!(counts, [1, 0]);
}

#[test]
fn a_switch_under_which_the_old_position_is_impossible_is_set_all_the_same() {
    let mut told = rules("nine");
    told.switches = vec![("Repetition".into(), "2".into())];
    let (mut first, saw) = refusing_once(&told, "Repetition", "bad-fen");
    first.prepare().unwrap();
    assert_eq!(saw.count("setoption name Repetition"), 1);
}

#[test]
fn an_engine_without_the_variant_ends_the_tournament() {
    let rules = rules("morabaraba");
    let (mut first, _) = player(settings("Alba"), &rules, |_| None);
    let failure = first.prepare().unwrap_err();
    assert_eq!(failure.to_string(), "Alba does not announce the variant morabaraba");
}

#[test]
fn a_variant_is_called_by_its_id() {
    assert_eq!(by_id(&rules("umlabalaba")).unwrap().variant, "morabaraba");
    assert!(by_id(&rules("chess")).is_err());
}

#[test]
fn every_pair_is_played_once_by_no_more_players_than_there_are_places() {
    let hired = Arc::new(AtomicUsize::new(0));
    let thinking = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (count, seen) = (Arc::clone(&hired), Arc::clone(&most));
    let house = house(move |index| {
        count.fetch_add(1, Ordering::SeqCst);
        let (thinking, most) = (Arc::clone(&thinking), Arc::clone(&seen));
        let told = settings(&format!("Player {index}"));
        let react = move |scene: &crate::scripted::Scene<'_>| {
            if scene.is_asked() {
                let now = thinking.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                thread::yield_now();
                thinking.fetch_sub(1, Ordering::SeqCst);
            }
            None
        };
        player(told, &rules("nine"), react).0
    });
    let left = (0..12).map(|number| meeting(number, [0, 1])).collect();
    let brake = Arc::default();
    let pool = Pool::start(house, List { left, owed: 0 }, 3, brake).unwrap();
    assert_eq!(pairs(&pool), (0..12).collect::<Vec<u64>>());
    pool.join().unwrap();
    assert!(most.load(Ordering::SeqCst) <= 3);
    // Two for each worker at most: they are kept from pair to pair.
    assert!(hired.load(Ordering::SeqCst) <= 6);
}

#[test]
fn players_that_are_not_needed_are_dismissed_and_the_others_kept() {
    let witnesses: Arc<Mutex<Vec<(usize, Witness)>>> = Arc::default();
    let kept = Arc::clone(&witnesses);
    let house = house(move |index| {
        let (player, witness) = player(settings("A"), &rules("nine"), |_| None);
        kept.lock().unwrap().push((index, witness));
        player
    });
    // Taken from the end.
    let left = vec![meeting(2, [2, 0]), meeting(1, [0, 2]), meeting(0, [0, 1])];
    let pool = Pool::start(house, List { left, owed: 0 }, 1, Arc::default()).unwrap();
    assert_eq!(pairs(&pool), [0, 1, 2]);
    pool.join().unwrap();
    let witnesses = witnesses.lock().unwrap();
    let games: Vec<(usize, usize, usize)> = witnesses
        .iter()
        .map(|(index, saw)| (*index, saw.count("uminewgame"), saw.count("quit")))
        .collect();
    assert_eq!(games, [(0, 6, 1), (1, 2, 1), (2, 4, 1)]);
}

#[test]
fn a_source_may_wait_for_results() {
    let left = (0..4).map(|number| meeting(number, [0, 1])).collect();
    let pool = Pool::start(house(usual), List { left, owed: 3 }, 4, Arc::default()).unwrap();
    assert_eq!(pairs(&pool), [0, 1, 2, 3]);
    pool.join().unwrap();
}

#[test]
fn a_failure_reaches_the_listener_and_ends_the_rest() {
    let house = house(|index| {
        let mut told = settings(&format!("Player {index}"));
        told.options = vec![("Colour".into(), "red".into())];
        player(told, &rules("nine"), |_| None).0
    });
    let left = (0..99).map(|number| meeting(number, [0, 1])).collect();
    let pool = Pool::start(house, List { left, owed: 0 }, 2, Arc::default()).unwrap();
    let news: Vec<Result<Pair, Failure>> = pool.news().iter().collect();
    assert!((1..=2).contains(&news.len()), "{}", news.len());
    assert!(news.iter().all(|news| matches!(news, Err(Failure::Option { .. }))));
    pool.join().unwrap();
}

#[test]
fn a_worker_that_panics_is_reported_and_holds_nobody_up() {
    let house = house(|index| {
        assert!(index < 2, "no such player");
        usual(index)
    });
    let left = vec![meeting(1, [0, 1]), meeting(0, [2, 3])];
    let pool = Pool::start(house, List { left, owed: 1 }, 2, Arc::default()).unwrap();
    let news: Vec<Result<Pair, Failure>> = pool.news().iter().collect();
    assert_eq!(news, []);
    assert!(matches!(pool.join(), Err(Failure::Worker(_))));
}

/// Meetings without end.
struct Endless(u64);

impl Source for Endless {
    fn next(&mut self) -> Next {
        self.0 += 1;
        Next::Play(meeting(self.0, [0, 1]))
    }

    fn finished(&mut self, _: &Pair) {}
}

#[test]
fn the_brake_ends_with_whole_pairs_or_at_once() {
    let brake = Arc::new(Brake::default());
    let pool = Pool::start(house(usual), Endless(0), 2, Arc::clone(&brake)).unwrap();
    pool.news().recv().unwrap().unwrap();
    brake.finish();
    assert!(pool.news().iter().all(|news| news.is_ok()));
    pool.join().unwrap();

    let slow = house(|index| {
        let mut told = settings(&format!("Player {index}"));
        told.limit.clock = told
            .limit
            .clock
            .map(|clock| crate::settings::ClockSettings { base: 1_000_000, ..clock });
        player(told, &rules("nine"), |scene| scene.is_asked().then(Vec::new)).0
    });
    let brake = Arc::new(Brake::default());
    let pool = Pool::start(slow, Endless(0), 2, Arc::clone(&brake)).unwrap();
    thread::sleep(Duration::from_millis(50));
    brake.abandon();
    assert_eq!(pool.news().iter().count(), 0);
    pool.join().unwrap();
    // Going out of scope is enough.
    drop(Pool::start(house(usual), Endless(0), 2, Arc::default()).unwrap());
}
