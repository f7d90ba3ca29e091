//! Where games start.

use crate::place::{Place, TWO};
use crate::played::Played;

fn openings(played: &Played) -> Vec<Vec<String>> {
    played.games.iter().map(|game| game.opening.clone()).collect()
}

#[test]
fn the_same_seed_makes_the_same_openings_and_another_one_others() {
    let place = Place::new();
    let played = |journal: &str, more: &str| {
        let words = format!("{TWO} -variant nine -rounds 6 -maxmoves 6 -journal {journal}");
        place.play(&format!("{words} {more}"));
        openings(&Played::read(&place, journal))
    };
    let first = played("j1", "-srand 5");
    assert_eq!(played("j2", "-srand 5 -concurrency 3"), first);
    assert_ne!(played("j3", "-srand 6"), first);
    for pair in first.chunks(2) {
        assert_eq!(pair[0], pair[1]);
        assert!(!pair[0].is_empty());
    }
    let shapes: std::collections::HashSet<_> = first.iter().collect();
    assert_eq!(shapes.len(), 6);
}

#[test]
fn openings_that_were_written_can_be_played() {
    let place = Place::new();
    place.play("openings book.txt -variant nine -plies 4 -count 5 -srand 3");
    let book = place.read("book.txt");
    let lines: Vec<&str> = book.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 5, "{book}");
    assert_eq!(place.play("openings -variant nine -plies 4 -count 5 -srand 3").out, book);
    let words = "-variant nine -rounds 7 -maxmoves 4 -openings file=book.txt";
    place.play(&format!("{TWO} {words} -journal j"));
    let played = openings(&Played::read(&place, "j"));
    for (index, opening) in played.iter().enumerate() {
        let wanted = lines[index / 2 % 5];
        assert_eq!(format!("startpos moves {}", opening.join(" ")), wanted);
    }
    // Records are openings too.
    place.play(&format!("{TWO} {words} -pgnout book.pgn"));
    place.play(&format!(
        "{TWO} -variant nine -rounds 3 -maxmoves 8 -openings file=book.pgn plies=5 start=2 \
         -journal k"
    ));
    assert!(openings(&Played::read(&place, "k")).iter().all(|opening| opening.len() == 5));
}

#[test]
fn a_book_with_a_mistake_is_refused_with_its_line() {
    let place = Place::new();
    for (line, part) in [
        ("d6 d6", "turn 2, d6: "),
        ("startpos moves d6 f4 zz", "zz"),
        ("fen www/3/3/6/3/3/www b", "book.txt:3: "),
    ] {
        place.write("book.txt", &format!("# a book\nd6 f4\n{line}\nd6\n"));
        let words = format!("{TWO} -variant nine -openings file=book.txt -journal j");
        let refusal = place.refuse(&words, 1);
        assert!(refusal.contains("book.txt:3: ") && refusal.contains(part), "{refusal}");
    }
    place.write("book.txt", "# nothing\n");
    let words = format!("{TWO} -variant nine -openings file=book.txt");
    assert!(place.refuse(&words, 1).contains("no opening"));
}

#[test]
fn a_book_that_was_changed_is_another_tournament() {
    let place = Place::new();
    place.write("book.txt", "d6 f4\n");
    let words = format!("{TWO} -variant nine -openings file=book.txt -maxmoves 3 -journal j");
    place.play(&words);
    place.write("book.txt", "d6 f2\n");
    let refusal = place.refuse(&words, 1);
    assert!(refusal.contains("openings is "), "{refusal}");
}
