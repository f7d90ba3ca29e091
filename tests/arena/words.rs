//! What is refused before anything is played, and how it is said.

use crate::place::{Place, TWO};

#[test]
fn words_that_mean_nothing_end_with_code_two_and_a_sentence() {
    let place = Place::new();
    for (words, part) in [
        ("-roundz 5", "roundz"),
        ("dance", "dance"),
        ("-rounds many", "many"),
        ("-rounds 0", "-rounds: 0"),
        ("-rounds -3", "-3"),
        ("-rounds 99999999999", "99999999999"),
        ("-concurrency 0", "-concurrency: 0"),
        ("-concurrency 4000000000", "-concurrency: 4000000000"),
        ("-shard 4/3", "4 of 3"),
        ("-shard 1", "1/4"),
        ("-tournament knockout", "knockout"),
        ("-variant chess", "chess"),
        ("-rules Wings=on", "Wings"),
        ("-rules Fly=sometimes", "sometimes"),
        ("-openings file=a generated", "-openings"),
        ("-openings sesame=open", "sesame"),
        ("-sprt elo0=5 elo1=0 -rounds 5", "-sprt"),
        ("-sprt elo0=0 elo1=5", "-rounds"),
        ("-draw movecount=0", "-draw"),
        ("-resign movecount=1 score=0", "-resign"),
        ("-maxmoves 0", "-maxmoves"),
        ("-engine name=c", "cmd="),
        ("-engine cmd=MOCK colour=red", "colour"),
        ("-engine cmd=MOCK proto=uci", "uci"),
        ("-engine cmd=MOCK tc=1:30", "1:30"),
        ("-engine cmd=MOCK st=-1", "-1"),
        ("-engine cmd=MOCK depth=0", "more than 0"),
        ("-games 1", "always 2"),
        ("-noswap", "-noswap"),
        ("-log level=loud", "loud"),
        ("-config none.toml", "none.toml"),
    ] {
        let words = format!("{TWO} {words} -journal j -pgnout g.pgn");
        let refusal = place.refuse(&words, 2);
        assert!(refusal.contains(part), "{words}: {refusal}");
        assert_eq!(place.files(), [""; 0], "{words}");
    }
    for words in ["", "merge", "resume", "report", "-engine cmd=MOCK -each st=1"] {
        place.refuse(words, 2);
    }
}

#[test]
fn a_program_that_is_missing_is_told_and_leaves_nothing_behind() {
    let place = Place::new();
    place.write("text", "no program");
    for (cmd, part) in [
        ("./missing", "./missing"),
        ("no-such-program-anywhere", "no-such-program-anywhere"),
        ("./text", "text: "),
        (".", "."),
    ] {
        let words =
            format!("{TWO} -engine cmd={cmd} name=x -variant nine -journal j -pgnout g");
        let refusal = place.refuse(&words, 1);
        assert!(refusal.contains(part) && refusal.contains('x'), "{refusal}");
        assert_eq!(place.files(), ["text"], "{refusal}");
    }
    let words = format!("{TWO} -engine cmd=MOCK name=x dir=nowhere -journal j");
    assert!(place.refuse(&words, 1).contains("nowhere"));
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_told_by_name() {
    let place = Place::new();
    place.write("text", "[Event \"x\"]\n");
    for words in ["resume none", "report none", "records none", "merge out none"] {
        assert!(place.refuse(words, 1).contains("none"), "{words}");
    }
    for words in ["resume text", "report text", "records text", "merge out text"] {
        assert!(place.refuse(words, 1).contains("not a journal"), "{words}");
    }
    for file in ["-journal no/j", "-pgnout no/g", "-log file=no/l", "-openings file=no/b"] {
        let refusal = place.refuse(&format!("{TWO} -variant three {file}"), 1);
        assert!(refusal.contains("no/"), "{file}: {refusal}");
    }
    assert_eq!(place.read("text"), "[Event \"x\"]\n");
    assert_eq!(place.files(), ["text"]);
}

/// Some of these can be read without end.
#[cfg(unix)]
#[test]
fn a_journal_is_a_file() {
    let place = Place::new();
    for device in ["/dev/full", "/dev/null", "/dev/zero"] {
        let words = format!("{TWO} -variant three -journal {device}");
        assert!(place.refuse(&words, 1).contains("not a regular file"));
    }
    assert!(place.refuse(&format!("{TWO} -variant three -journal ."), 1).contains("arena: ."));
}

#[test]
fn records_without_a_journal_are_never_overwritten() {
    let place = Place::new();
    place.write("g.pgn", "precious");
    let refusal = place.refuse(&format!("{TWO} -variant three -pgnout g.pgn"), 1);
    assert!(refusal.contains("g.pgn"), "{refusal}");
    assert_eq!(place.read("g.pgn"), "precious");
}

#[test]
fn records_are_overwritten_by_those_of_the_same_journal_only() {
    let place = Place::new();
    place.write("g.pgn", "precious");
    let words = |journal| format!("{TWO} -variant three -journal {journal} -pgnout");
    let refused = |words: &str| {
        let refusal = place.refuse(words, 1);
        assert!(refusal.contains("holds no records of this journal"), "{refusal}");
    };
    refused(&format!("{} g.pgn", words("j")));
    assert_eq!(place.files(), ["g.pgn"], "no journal has been begun");
    place.write("empty", "");
    place.play(&format!("{} empty", words("j")));
    let records = place.read("empty");
    refused(&format!("{} g.pgn", words("j")));
    refused("resume j -pgnout g.pgn");
    refused("records j g.pgn");
    refused(&format!("{} empty -srand 5", words("other")));
    assert_eq!(
        (place.read("g.pgn"), place.read("empty")),
        ("precious".to_owned(), records.clone())
    );
    // Where it took place may be told in another way.
    place.play("resume j -pgnout empty -site here");
    assert_eq!(place.read("empty"), records.replace("[Site \"?\"]", "[Site \"here\"]"));
    place.play("records j empty");
    assert_eq!(place.read("empty"), records);
}

#[test]
fn openings_are_overwritten_by_force_only() {
    let place = Place::new();
    place.write("book", "precious");
    let words = "openings book -variant three -count 1 -plies 1";
    assert!(place.refuse(words, 1).contains("book: is there already; --force replaces it"));
    assert_eq!(place.read("book"), "precious");
    place.play(&format!("{words} -force"));
    assert_ne!(place.read("book"), "precious");
}

#[test]
fn a_journal_is_never_overwritten_by_records_or_diagnostics() {
    let place = Place::new();
    let words = format!("{TWO} -variant three -journal j");
    place.play(&words);
    let journal = place.read("j");
    for words in [
        format!("{words} -pgnout j"),
        format!("{words} -pgnout ./j"),
        format!("{words} -log file=j"),
        "resume j -pgnout j".to_owned(),
        "records j j".to_owned(),
        "records j ./j".to_owned(),
    ] {
        let run = place.arena(&words);
        assert!(matches!(run.code, Some(1 | 2)), "{words}: {run:#?}");
        assert!(run.err.contains('j'), "{run:#?}");
        assert_eq!(place.read("j"), journal, "{words}");
    }
}

#[test]
fn help_tells_what_the_program_is_for() {
    let place = Place::new();
    for words in ["--help", "-h"] {
        let help = place.play(words).out;
        assert!(help.starts_with("Lets engines play matches and tournaments"), "{help}");
    }
    for job in ["resume", "merge", "report", "records", "openings"] {
        assert!(place.play(&format!("{job} --help")).out.contains("Usage: arena"), "{job}");
    }
}
