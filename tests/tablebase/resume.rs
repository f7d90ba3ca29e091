//! A build that is killed, or finds its files damaged, ends with the same bytes.

use crate::folder::Folder;
use modisa::kit::SplitMix64;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What is built: seconds of work, in many files.
const WANTED: [&str; 2] = ["--men", "5,4"];

/// What happens to a file.
type Damage = fn(&Path);

fn command(folder: &Folder, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_modisa"));
    command.args(["tablebase", "build", "twelve", "--dir", folder.text()]);
    command.args(WANTED).args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Builds to the end; what it said.
fn finish(folder: &Folder, more: &[&str]) -> String {
    let output = command(folder, more).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

/// Changes the byte at the place that `at` names for the length of a file.
fn flip(path: &Path, at: fn(usize) -> usize) {
    let mut bytes = fs::read(path).unwrap();
    let at = at(bytes.len());
    bytes[at] ^= 0x10;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_build_that_is_killed_and_damaged_ends_with_the_same_bytes() {
    let undisturbed = Folder::new();
    finish(&undisturbed, &["--threads", "1"]);
    let wanted = undisturbed.files();
    assert_eq!(wanted.len(), 16, "eight sectors, two files each");

    let folder = Folder::new();
    for turn in 1..=5 {
        let mut child = command(&folder, &["--threads", "2"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60 * turn));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    finish(&folder, &[]);
    assert!(folder.files() == wanted, "after five kills");

    let names: Vec<PathBuf> = wanted.keys().cloned().collect();
    let mut chance = SplitMix64::new(5);
    let mut some = || folder.path().join(&names[chance.below(names.len() as u64) as usize]);
    let damage: [(&str, Damage); 7] = [
        ("a byte of a frame", |path| flip(path, |length| length / 2)),
        ("a byte of the header", |path| flip(path, |_| 40)),
        ("the last byte", |path| flip(path, |length| length - 1)),
        ("an end", |path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
        }),
        ("nothing", |path| fs::write(path, []).unwrap()),
        ("no file", |path| fs::remove_file(path).unwrap()),
        ("a left-over", |path| {
            let mut name = path.as_os_str().to_owned();
            name.push(".part");
            fs::write(name, "half a table").unwrap();
            fs::remove_file(path).unwrap();
        }),
    ];
    for (what, damage) in damage {
        let path = some();
        damage(&path);
        let said = finish(&folder, &[]);
        let is_told = !matches!(what, "no file" | "a left-over");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert_eq!(said.contains("built again"), is_told, "{what} of {name}: {said}");
        assert!(folder.files() == wanted, "{what} of {name}");
    }
    let said = finish(&folder, &[]);
    assert!(said.contains("0 sectors solved"), "nothing is left to do: {said}");
}

#[test]
fn a_folder_in_the_place_of_a_file_is_named_and_stays() {
    let folder = Folder::new();
    let small = |folder: &Folder| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_modisa"));
        command.args(["tablebase", "build", "twelve", "--men", "4,3", "--dir", folder.text()]);
        command.output().unwrap()
    };
    assert!(small(&folder).status.success());
    let wanted = folder.files();
    let path = folder.path().join(wanted.keys().next().unwrap());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let output = small(&folder);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{complaint}");
    assert!(complaint.contains(path.to_str().unwrap()), "{complaint}");
    assert!(path.is_dir() && folder.files().len() == wanted.len() - 1, "nothing is left aside");
    fs::remove_dir(&path).unwrap();
    assert!(small(&folder).status.success() && folder.files() == wanted);
}

#[test]
fn classes_alone_are_built_from_classes_alone() {
    let folder = Folder::new();
    finish(&folder, &["--values", "wdl"]);
    let files = folder.files();
    assert_eq!(files.len(), 8);
    let info = Command::new(env!("CARGO_BIN_EXE_modisa"))
        .args(["tablebase", "info", "--json", "--dir", folder.text()])
        .output()
        .unwrap();
    for line in String::from_utf8(info.stdout).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let unknown = serde_json::Value::from(0);
        assert_eq!(
            (&line["longest_win"], &line["longest_loss"]),
            (&unknown, &unknown),
            "{line}"
        );
    }
    finish(&folder, &[]);
    for (name, bytes) in files {
        let mut both = folder.files();
        let with_distances = both.remove(&name).unwrap();
        // Nothing but the longest win and loss, and with them the checksum of the header.
        let longest = |bytes: &[u8]| bytes[64..68].to_vec();
        assert_eq!(longest(&bytes), [0; 4], "{}", name.display());
        assert_ne!(longest(&with_distances), [0; 4], "{}", name.display());
        assert!(
            bytes[..64] == with_distances[..64] && bytes[68..120] == with_distances[68..120]
        );
        assert!(bytes[128..] == with_distances[128..], "{}", name.display());
    }
}
