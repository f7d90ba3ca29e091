//! Writing table files: aside, to the disk, and then in one go into their place.

use super::error::{Fault, FileError};
use super::format::{ENTRY, HEADER, Header, Metric, Wanted, pack};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Frames that are compressed at a time.
const BATCH: usize = 256;

/// How hard to compress. Measured on 6-5 of `twelve`: with distances 31 % are left at level
/// 1, 33 % at 4 and 30 % at 9 in many times the time; without, 39 % at 6 and at 9.
const fn level(metric: Metric) -> i32 {
    match metric {
        Metric::Wdl => 6,
        Metric::Dtw => 1,
    }
}

/// Writes the file of a sector below the folder of all tables; its length in bytes.
///
/// Whatever happens, the file is there as a whole or not at all.
pub(super) fn write(folder: &Path, header: &Header, codes: &[u8]) -> Result<u64, FileError> {
    let Header { digest, sector, metric, slots, .. } = *header;
    let path = Wanted { digest, sector, metric, slots }.path(folder);
    // Two builds may be at it at once; each writes a file of its own.
    let aside = path.with_extension(format!("{metric}.{}.part", std::process::id()));
    let place = path.parent().unwrap_or(folder);
    fs::create_dir_all(place)
        .and_then(|()| write_aside(&aside, header, codes))
        .and_then(|bytes| {
            match fs::rename(&aside, &path) {
                // Another build was first with the same table, and has swept ours away.
                Err(error) if error.kind() == io::ErrorKind::NotFound && path.exists() => {}
                done => done?,
            }
            sweep(&path);
            sync_folder(place)?;
            Ok(bytes)
        })
        .map_err(|error| {
            // It is of no use; if it cannot be removed it will be written over.
            let _ = fs::remove_file(&aside);
            FileError { path, fault: Fault::Io(error) }
        })
}

fn write_aside(path: &Path, header: &Header, codes: &[u8]) -> io::Result<u64> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let frames: Vec<&[u8]> = codes.chunks(header.metric.frame()).collect();
    let directory = frames.len() * ENTRY;
    file.write_all(&header.write())?;
    file.write_all(&vec![0; directory + 8])?;
    let mut entries = Vec::with_capacity(directory + 8);
    let mut length = (HEADER + directory + 8) as u64;
    for batch in frames.chunks(BATCH) {
        let packed: Vec<io::Result<Vec<u8>>> = batch
            .par_iter()
            .map(|codes| {
                let raw = pack(header.metric, codes);
                zstd::bulk::compress(&raw, level(header.metric))
            })
            .collect();
        for frame in packed {
            let frame = frame?;
            entries.extend_from_slice(&(frame.len() as u32).to_le_bytes());
            entries.extend_from_slice(&xxh3_64(&frame).to_le_bytes());
            length += frame.len() as u64;
            file.write_all(&frame)?;
        }
    }
    let sum = xxh3_64(&entries);
    entries.extend_from_slice(&sum.to_le_bytes());
    file.seek(SeekFrom::Start(HEADER as u64))?;
    file.write_all(&entries)?;
    file.into_inner()?.sync_all()?;
    Ok(length)
}

/// Removes what builds that were killed have left of a table that is there now.
fn sweep(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let Ok(entries) = fs::read_dir(folder) else { return };
    let begin = format!("{}.", name.to_string_lossy());
    for entry in entries.flatten() {
        let other = entry.file_name();
        let other = other.to_string_lossy();
        if other.starts_with(&begin) && other.ends_with(".part") {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Makes a rename last; folders of some systems cannot be opened, and need it not.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
