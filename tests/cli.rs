//! The real binary: arguments, exit codes, pipes.
#![cfg(test)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

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
    // A program that has ended already does not read; that is for the exit code to show.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the binary writes UTF-8")
}

#[test]
fn help_shows_the_commands_and_examples() {
    let output = modisa(&["--help"], "");
    assert!(output.status.success());
    let help = text(&output.stdout);
    for word in ["bench", "perft", "--log", "Examples:", "protocol.md"] {
        assert!(help.contains(word), "{word} is missing in:\n{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let output = modisa(&["--version"], "");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).trim(), concat!("modisa ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_arguments_end_with_code_two_and_a_hint() {
    for words in [&["--fast"][..], &["dance"], &["perft"], &["perft", "deep"], &["bench", "0"]]
    {
        let output = modisa(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(text(&output.stderr).contains("--help"), "{words:?}");
    }
}

#[test]
fn perft_counts_whole_turns() {
    let output = modisa(&["perft", "--variant", "NINE", "3"], "");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).lines().last(), Some("nodes 12144"));
    let fen = "bw1/1bb/2b/1wb1bw/bw1/bbb/bwb w 0,0 - 2 51";
    let output = modisa(&["perft", "--fen", fen, "--divide", "1"], "");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[..5], ["b4-a4: 1", "b4-b6: 1", "d3-e3: 1", "d7-g7: 1", "g4-g7: 1"]);
    assert_eq!(lines.last(), Some(&"nodes 5"));
}

#[test]
fn variants_are_listed_with_their_other_names() {
    let output = modisa(&["variants", "list"], "");
    assert!(output.status.success());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].starts_with("morabaraba ") && lines[0].contains("umlabalaba"));
    let file = "tests/data/variants/good/village.toml";
    let output = modisa(&["variants", "list", "--file", file], "");
    assert!(text(&output.stdout).contains("village        Village game (our-game)\n"));
}

#[test]
fn a_variant_file_is_checked_line_by_line() {
    let good = "tests/data/variants/good/village.toml";
    let output = modisa(&["variants", "check", good], "");
    assert!(output.status.success());
    let line = "ok village \"Village game\": 10 points, 6 lines, 4 men\n";
    assert_eq!(text(&output.stdout), line);
    let bad = "tests/data/variants/bad/line-of-two.toml";
    let output = modisa(&["variants", "check", bad, good], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), line);
    let said = text(&output.stderr);
    assert!(said.starts_with(&format!("{bad}:8: the line \"a2 b2\" has 2 points")), "{said}");
    assert!(said.ends_with("modisa: 1 of 2 variant files refused\n"), "{said}");
}

#[test]
fn a_variant_is_shown_with_its_board_and_its_rules_in_words() {
    let output = modisa(&["variants", "show", "MUEHLE"], "");
    assert!(output.status.success());
    let shown = text(&output.stdout);
    for part in [
        "Nine men's morris (nine)\nalso called mill, muehle",
        "a7----------d7----------g7\n",
        "- Each side has 9 men in hand and the board is empty.\n",
        "\nStart: 3/3/3/6/3/3/3 w 9,9 - 0 0\nSource: ",
    ] {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
    let file = "tests/data/variants/good/village.toml";
    let output = modisa(&["variants", "show", "our-game", "--file", file], "");
    assert!(text(&output.stdout).starts_with("Village game (village)\n"));
    let output = modisa(&["variants", "show", "chess"], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_the_engine_refuses_ends_with_code_one_and_a_sentence() {
    for words in [&["perft", "--variant", "chess", "1"][..], &["perft", "--fen", "what", "1"]] {
        let output = modisa(words, "");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(text(&output.stderr).starts_with("modisa: "), "{words:?}");
    }
}

#[test]
fn a_pipe_gets_the_handshake_and_its_end_ends_the_program() {
    let output = modisa(&[], "umi\nisready\n");
    assert!(output.status.success());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].starts_with("id name Modisa"), "nothing is said before the first command");
    assert!(lines.iter().any(|line| line.starts_with("variant morabaraba ")));
    assert!(lines.contains(&"umiok"));
    assert_eq!(lines.last(), Some(&"readyok"));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn a_bounded_search_is_finished_when_the_input_ends() {
    let output = modisa(&[], "position startpos moves d6\ngo depth 2\n");
    assert!(output.status.success());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let last = lines.last().expect("an answer");
    assert!(last.starts_with("bestmove ") && !last.starts_with("bestmove none"), "{last}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn quit_ends_an_endless_search_with_its_answer() {
    let output = modisa(&[], "go infinite\nquit\nisready\n");
    assert!(output.status.success());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines.last().expect("an answer").starts_with("bestmove "));
    assert!(!lines.contains(&"readyok"), "nothing is heard after quit");
}
