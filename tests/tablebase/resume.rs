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
    let damage: [(&str, Damage); 5] = [
        ("a byte", |path| {
            let mut bytes = fs::read(path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0x10;
            fs::write(path, bytes).unwrap();
        }),
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
fn classes_alone_are_built_from_classes_alone() {
    let folder = Folder::new();
    finish(&folder, &["--values", "wdl"]);
    let files = folder.files();
    assert_eq!(files.len(), 8);
    finish(&folder, &[]);
    for (name, bytes) in files {
        let mut both = folder.files();
        // The longest win and loss in the header are those of the distances by then.
        let with_distances = both.remove(&name).unwrap();
        assert!(bytes[128..] == with_distances[128..], "{}", name.display());
    }
}
