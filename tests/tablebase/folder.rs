//! Folders for tables, gone when a test ends, and one that the tests share.

use modisa::morris::{Morris, builtin};
use modisa::tablebase::{Ground, Metric, Order, Pair, build};
use once_cell::sync::Lazy;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// How the names of all these folders begin.
const PREFIX: &str = "modisa-tables-";

/// A folder of its own.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Every file below it, by its path from there.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).unwrap().to_owned();
                    files.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        files
    }
}

/// Removes what runs have left behind: a folder that tests share lives until the process
/// ends, and then nobody is there to drop it.
fn sweep() {
    let hour = Duration::from_secs(3_600);
    for entry in fs::read_dir(std::env::temp_dir()).unwrap().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let age = entry.metadata().and_then(|data| data.modified());
        let age = age.ok().and_then(|time| time.elapsed().ok());
        if is_ours && age.is_some_and(|age| age > hour) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn game(id: &str) -> Morris {
    Morris::new(builtin::find(id).unwrap()).unwrap()
}

/// Builds the pairs of a game that are wanted, and what they lead to.
pub(crate) fn fill(folder: &Path, game: &Morris, wanted: impl Fn(&Pair) -> bool) {
    let ground = Ground::new(game).unwrap();
    let pairs = ground.pairs().into_iter().filter(wanted).collect();
    let order = Order { folder: folder.to_owned(), pairs, metric: Metric::Dtw };
    build(&ground, &order, &mut |_| ()).unwrap();
}

/// `twelve` and `nine`, every sector of up to five men against four.
pub(crate) static BOTH: Lazy<Folder> = Lazy::new(|| {
    sweep();
    let folder = Folder::new();
    for id in ["twelve", "nine"] {
        fill(folder.path(), &game(id), |pair| pair.large <= 5 && pair.small <= 4);
    }
    folder
});
