//! `modisa tablebase`: what it says, and what it refuses.

use crate::folder::{BOTH, Folder};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Whether `modisa tablebase` succeeded, and all it said.
pub(crate) fn run(words: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_modisa"))
        .arg("tablebase")
        .args(words)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_cannot_be_built_is_refused_by_its_reason() {
    let folder = Folder::new();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    // Below a file no folder can be made, whoever asks.
    let inner = file.join("inner");
    let (dir, file, inner) = (folder.text(), file.to_str().unwrap(), inner.to_str().unwrap());
    for (words, part) in [
        (&["build", "chess", "--all", "--dir", dir][..], "no variant is named \"chess\""),
        (&["build", "morabaraba", "--all", "--dir", dir], "MachineGun = same_cow"),
        (&["build", "three", "--all", "--dir", dir], "LineWins = on"),
        (&["build", "twelve", "--men", "13,3", "--dir", dir], "13 men against 3"),
        (&["build", "twelve", "--men", "3", "--dir", dir], "two numbers of men"),
        (&["build", "twelve", "--up-to", "2", "--dir", dir], "at least 3 men"),
        (&["build", "twelve", "--dir", dir], "--all"),
        (&["build", "twelve", "--all", "--men", "3,3", "--dir", dir], "cannot be used with"),
        (&["build", "twelve", "--all", "--memory", "0.5", "--dir", dir], "8-8 needs 4."),
        (&["build", "twelve", "--all", "--memory", "0", "--dir", dir], "GiB"),
        (&["build", "twelve", "--men", "3,3", "--threads", "0", "--dir", dir], "1..=256"),
        (&["build", "twelve", "--men", "3,3", "--dir", file], file),
        (&["build", "twelve", "--men", "3,3", "--dir", inner], inner),
        (&["build", "twelve", "--men", "3,2", "--dir", dir], "3 men against 2"),
        (&["build", "twelve", "--all", "--file", "no such file", "--dir", dir], "no such file"),
        (&["verify", "twelve", "--dir", dir], "no tables of twelve"),
        (&["verify", "twelve", "--dir", "no such folder"], "no such folder"),
        (&["verify", "nine", "--men", "6,6", "--dir", BOTH.text()], "no tables of nine"),
        (&["info", "--dir", "no such folder"], "no such folder"),
        (&["probe", "nine", "3/3 w", "--dir", dir], "rows"),
        (&["probe", "chess", "3/3 w", "--dir", dir], "chess"),
    ] {
        let (success, said, complaint) = run(words);
        assert!(!success && said.is_empty(), "{words:?}: {said}");
        assert!(complaint.contains(part), "{words:?}: {complaint}");
    }
    assert_eq!(folder.files().len(), 1, "nothing was built");
}

#[test]
fn words_that_make_no_sense_end_with_another_status_than_work_that_fails() {
    let status = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_modisa"));
        command.arg("tablebase").args(words).output().unwrap().status.code()
    };
    assert_eq!(status(&["info", "--dir", BOTH.text()]), Some(0));
    assert_eq!(status(&["info", "--dir", "no such folder"]), Some(1));
    assert_eq!(status(&["build", "twelve"]), Some(2));
    assert_eq!(status(&["build", "twelve", "--all", "--values", "dtc"]), Some(2));
}

#[test]
fn tables_are_listed_as_the_reference_lists_counts() {
    let (success, said, _) = run(&["info", "nine", "--json", "--dir", BOTH.text()]);
    assert!(success);
    let lines: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 16, "eight sectors of nine, two files each");
    let wanted = crate::reference::whole("solved/counts.json");
    let men = serde_json::json!([5, 4]);
    let is_it = |one: &&Value| one["variant"] == "nine" && one["men"] == men;
    let known = wanted.as_array().unwrap().iter().find(is_it).unwrap();
    let found = lines.iter().find(|one| is_it(one) && one["values"] == "dtw").unwrap();
    for (name, value) in known.as_object().unwrap() {
        assert_eq!(&found[name], value, "{name}");
    }
    let (_, said, _) = run(&["info", "--dir", BOTH.text()]);
    assert!(said.contains("twelve 5-4 dtw: 10310496 positions, 1249954 won"), "{said}");
    assert!(said.lines().last().unwrap().starts_with("32 files"), "{said}");
}

#[test]
fn tables_are_checked_against_what_follows_from_them() {
    let words = ["verify", "nine", "--men", "4,4", "--positions", "2000", "--dir", BOTH.text()];
    let (success, said, _) = run(&words);
    assert!(success, "{said}");
    assert_eq!(said, "4-4 sound, 2000 positions compared, 0 inconsistent\n");
}

/// A table whose checksums are right and whose values are not.
#[test]
fn a_sound_file_with_wrong_values_is_found_out() {
    let folder = Folder::new();
    let (own, digest) = (BOTH.files(), digest("nine"));
    for (name, bytes) in &own {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    // The other board has as many numbers and other values; only the digest, and with it
    // the checksum of the header, tell its table from that of this one.
    let theirs = own.iter().find(|(name, _)| {
        name.ends_with("4-3.dtw") && !name.starts_with(format!("{digest:016x}"))
    });
    let mut forged = theirs.unwrap().1.clone();
    forged[16..24].copy_from_slice(&digest.to_le_bytes());
    let sum = xxhash_rust::xxh3::xxh3_64(&forged[..120]);
    forged[120..128].copy_from_slice(&sum.to_le_bytes());
    fs::write(folder.path().join(format!("{digest:016x}/4-3.dtw")), forged).unwrap();
    let words =
        ["verify", "nine", "--men", "4,3", "--positions", "2000", "--dir", folder.text()];
    let (success, said, complaint) = run(&words);
    assert!(!success && complaint.contains("positions inconsistent"), "{complaint}");
    assert!(!said.contains("4-3 sound, 2000 positions compared, 0 inconsistent"), "{said}");
}

fn digest(id: &str) -> u64 {
    modisa::tablebase::Ground::new(&crate::folder::game(id)).unwrap().digest()
}

#[test]
fn a_position_is_probed_with_files_and_without() {
    let fen = "3/3/w2/1b1w2/b2/2w/1b1 w";
    for dir in [BOTH.text(), "no such folder"] {
        let (success, said, complaint) = run(&["probe", "nine", fen, "--dir", dir]);
        assert!(success, "{complaint}");
        let answer: Value = serde_json::from_str(&said).unwrap();
        assert_eq!((&answer["value"], &answer["plies"]), (&"win".into(), &3.into()));
        assert_eq!(answer["turns"]["c5-g4"], serde_json::json!({"value": "win", "plies": 23}));
    }
}
