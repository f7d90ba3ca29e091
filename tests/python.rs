//! The Python client does what it says: its own tests pass with this engine and leave
//! nothing in the source tree.
#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CLIENT: &str = "tools/python";

fn python(words: &[&str]) -> std::io::Result<Output> {
    Command::new("python3")
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("MODISA", env!("CARGO_BIN_EXE_modisa"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env_remove("PYTHONPATH")
        .env_remove("RUST_LOG")
        .output()
}

/// Whether there is a Python that the client can run on; a fresh machine may have none.
fn has_python() -> bool {
    python(&["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
        .is_ok_and(|output| output.status.success())
}

/// All files and folders under `folder`, sorted.
fn everything_under(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                open.push(entry.path());
            }
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

#[test]
fn the_tests_of_the_python_client_pass() {
    if !has_python() {
        println!("skipped: there is no python3 of version 3.9 or later");
        return;
    }
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join(CLIENT);
    let before = everything_under(&client);
    let tests = format!("{CLIENT}/tests");
    let output = python(&["-W", "error", "-m", "unittest", "discover", "-s", &tests])
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stdout));
    assert!(said.contains("\nRan 1") && said.contains("\nOK"), "{said}");
    assert_eq!(everything_under(&client), before, "the tests have written into the tree");
}
