//! Which tables a folder holds.

use super::error::{Fault, FileError};
use super::format::{Header, Metric};
use super::read::TableFile;
use std::fs;
use std::path::{Path, PathBuf};

/// A table file.
#[derive(Debug)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// What its header says; its values are not looked at.
    pub header: Header,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Every table file below a folder, whatever the rules, and what is wrong with those that
/// are none: by rules, men and metric.
///
/// # Errors
/// When the folder cannot be read.
pub fn list(folder: &Path) -> Result<(Vec<Listed>, Vec<FileError>), FileError> {
    let wrong = |path: &Path| {
        let path = path.to_owned();
        move |error| FileError { path, fault: Fault::Io(error) }
    };
    let mut found = Vec::new();
    let mut refused = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong(folder))? {
        let inner = entry.map_err(wrong(folder))?.path();
        if !inner.is_dir() {
            continue;
        }
        let entries = match fs::read_dir(&inner).map_err(wrong(&inner)) {
            Ok(entries) => entries,
            Err(error) => {
                refused.push(error);
                continue;
            }
        };
        for entry in entries {
            let path = entry.map_err(wrong(&inner))?.path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if Metric::ALL.iter().all(|metric| ending != Some(metric.word())) {
                continue;
            }
            match TableFile::peek(&path) {
                Ok((header, bytes)) => found.push(Listed { path, header, bytes }),
                Err(error) => refused.push(error),
            }
        }
    }
    found.sort_by_key(|one| {
        let Header { digest, sector, metric, .. } = one.header;
        (digest, sector.own + sector.other, sector.pair(), sector.other, metric)
    });
    refused.sort_by(|a, b| a.path.cmp(&b.path));
    Ok((found, refused))
}
