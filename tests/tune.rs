//! That the program which makes the evaluation plays, fits, and says what is wrong.
#![cfg(test)]

use modisa::morris::network::Network;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn tune(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tune")).args(words).output().unwrap()
}

/// A path for a file of one test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn games_are_the_same_each_time_and_a_network_is_fitted_to_them() {
    let (one, two, net) = (scratch("one.txt"), scratch("two.txt"), scratch("nine.net"));
    for path in [&one, &two] {
        let path = path.to_str().unwrap();
        let done = tune(&["play", "--variant", "nine", "--games", "8", "--nodes", "200", path]);
        assert!(done.status.success(), "{done:?}");
    }
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(text, fs::read_to_string(&two).unwrap());
    assert!(text.lines().count() > 50);
    assert!(text.lines().all(|line| line.split(';').count() == 3));
    let words = [
        "fit",
        "--variant",
        "nine",
        "--epochs",
        "5",
        "--out",
        net.to_str().unwrap(),
        one.to_str().unwrap(),
    ];
    let done = tune(&words);
    assert!(done.status.success(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains("held-back loss"));
    assert!(Network::from_bytes(&fs::read(&net).unwrap()).is_some());
}

#[test]
fn what_is_wrong_is_said() {
    let out = scratch("none.net");
    let out = out.to_str().unwrap();
    let cases: [&[&str]; 3] = [
        &["play", "--variant", "chess", out],
        &["fit", "--variant", "chess", "--out", out, "no-such-file"],
        &["fit", "--out", out, "no-such-file"],
    ];
    for words in cases {
        let done = tune(words);
        assert!(!done.status.success());
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(said.contains("chess") || said.contains("no-such-file"), "{said}");
    }
}
