//! Games that tables of exact values end.

use crate::place::{Place, TWO};
use crate::played::{Game, Played};

/// Light wins in three plies.
const WON: &str = "3/3/w2/1b1w2/b2/2w/1b1 w 0,0 - 0 40";
const DRAWN: &str = "bbb/2w/3/w5/3/3/1w1 w 0,0 - 0 40";
/// Five men against four: dark can close a mill, and four are left on both sides.
const FAR: &str = "w2/1bw/w2/5b/2w/w2/bb1 b 0,0 - 0 40";

/// A folder with the tables of three men against three, in `tables`.
fn place_with_tables() -> Place {
    let place = Place::new();
    let build = place.modisa("tablebase build nine --up-to 3 --dir tables");
    assert_eq!(build.code, Some(0), "{build:#?}");
    place
}

/// The two games of a pair from one position.
fn played_from(place: &Place, fen: &str, more: &str) -> Vec<Game> {
    place.write("book.txt", &format!("fen {fen}\n"));
    let _ = std::fs::remove_file(place.path("j"));
    let words = format!("{TWO} -variant nine -openings file=book.txt -journal j");
    place.play(&format!("{words} {more}"));
    Played::read(place, "j").games
}

#[test]
fn a_game_that_is_won_or_drawn_by_the_tables_ends_at_once() {
    let place = place_with_tables();
    let other = WON.replace(" w ", " b ");
    for (fen, result, detail) in [
        (WON, "1-0", "tables: dark loses in 3 plies"),
        (&other, "0-1", "tables: light loses in "),
        (DRAWN, "1/2-1/2", "tables: a draw"),
    ] {
        for game in played_from(&place, fen, "-tb tables") {
            assert_eq!((&*game.cause, &*game.result), ("table-adjudication", result));
            assert!(game.detail.starts_with(detail) && game.turns.is_empty(), "{game:?}");
        }
        assert!(place.play("report j").out.contains("Games ended by: table-adjudication 2"));
        let records = place.play("records j").out;
        assert_eq!(records.matches("[Termination \"adjudication\"]").count(), 2, "{records}");
        assert_eq!(records.matches(&format!("{{{detail}")).count(), 2, "{records}");
        place.write("g.pgn", &records);
        Played::read(&place, "j").assert_is_told_by(&place, "g.pgn");
    }
}

#[test]
fn won_or_drawn_games_alone_can_be_ended() {
    let place = place_with_tables();
    for (fen, word) in [(WON, "win"), (DRAWN, "draw")] {
        let games = |value: bool| {
            let words = format!("-tb dir=tables {word}={value} -maxmoves 21");
            played_from(&place, fen, &words)
        };
        assert!(games(true).iter().all(|game| game.turns.is_empty()));
        assert!(games(false).iter().all(|game| !game.turns.is_empty()));
    }
}

#[test]
fn a_game_is_played_until_the_tables_know_it() {
    let place = place_with_tables();
    let words = "-engine cmd=MODISA name=c -engine cmd=MODISA name=d -variant nine -tb tables \
         -each nodes=2000 option.Hash=1 option.TablebaseUse=off -ratinginterval 0";
    place.write("book.txt", &format!("fen {FAR}\n"));
    place.play(&format!("{words} -openings file=book.txt -journal j -pgnout g.pgn"));
    let played = Played::read(&place, "j");
    for game in &played.games {
        assert_eq!(game.cause, "table-adjudication", "{game:?}");
        // The tables know nothing of so many men, and all once one is taken.
        let takes: Vec<bool> = game
            .turns
            .iter()
            .map(|turn| turn["turn"].as_str().unwrap().contains('x'))
            .collect();
        let (last, before) = takes.split_last().unwrap();
        assert!(last & !before.contains(&true), "{game:?}");
    }
    played.assert_is_told_by(&place, "g.pgn");
}

#[test]
fn a_win_that_comes_too_late_by_the_rules_is_played_on() {
    let place = place_with_tables();
    for (quiet, is_ended) in [(97, true), (98, false)] {
        let fen = WON.replace(" 0 40", &format!(" {quiet} 140"));
        let games = played_from(&place, &fen, "-tb tables -rules QuietPlies=100");
        assert!(games.iter().all(|game| game.turns.is_empty() == is_ended), "{games:#?}");
    }
}

#[test]
fn a_folder_without_tables_of_the_rules_is_refused_before_anything_is_written() {
    let place = place_with_tables();
    let words = |rules: &str, folder: &str| {
        format!("{TWO} {rules} -tb {folder} -journal j -pgnout g.pgn")
    };
    place.write("file", "");
    std::fs::create_dir(place.path("empty")).unwrap();
    for (rules, folder, part) in [
        ("-variant nine", "missing", "-tb: dir: missing is not a folder"),
        ("-variant nine", "file", "-tb: dir: file is not a folder"),
        ("-variant nine", "empty", "-tb: empty: no tables of nine are there"),
        ("-variant twelve", "tables", "-tb: tables: no tables of twelve are there"),
        ("-variant morabaraba", "tables", "-tb: no tables for MachineGun"),
    ] {
        let refusal = place.refuse(&words(rules, folder), 1);
        assert!(refusal.contains(part), "{folder}: {refusal}");
        assert_eq!(place.files(), ["empty", "file", "tables"]);
    }
}

#[test]
fn a_tournament_with_tables_is_another_one() {
    let place = place_with_tables();
    let words = format!("{TWO} -variant nine -openings startpos -maxmoves 5 -journal j");
    place.play(&format!("{words} -tb tables"));
    for (more, part) in [
        ("", "adjudication.tables is "),
        ("-tb tables win=false", "adjudication.tables.wins is true"),
    ] {
        let refusal = place.refuse(&format!("{words} {more}"), 1);
        assert!(refusal.contains(part), "{refusal}");
    }
    // A settings file says the same.
    place.write("league.toml", "tb = { dir = \"tables\", draw = true }\n");
    let report = place.play("report j").out;
    assert_eq!(place.play(&format!("{words} -config league.toml")).out, report);
    assert_eq!(place.play("resume j").out, report);
}
