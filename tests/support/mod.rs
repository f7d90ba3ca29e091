//! What the dialogue tests share: the script, its player, and the wire in this process.

#![allow(dead_code, reason = "each test file uses its own part")]

#[path = "../../src/protocol/fake.rs"]
pub(crate) mod fake;
pub(crate) mod noise;
pub(crate) mod session;
pub(crate) mod wire;

use modisa::client::Patience;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file with a dialogue: the engine's own, and those that any engine has to hold.
pub(crate) fn dialogue_files() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/transcripts/umi", "tools/conform/suites"].map(|name| top.join(name));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Bounds of dialogues times `MODISA_SLACK`, or else 5, so that a loaded machine does not
/// fail; 1 is strict.
pub(crate) fn patience() -> Patience {
    let slack = std::env::var("MODISA_SLACK").ok().and_then(|text| text.parse().ok());
    Patience { slack: slack.unwrap_or(5), ..Patience::STRICT }
}
