//! The files of a sector, opened when first asked for, and the frames read from them.

use super::format::{Metric, Wanted, code_at};
use super::read::TableFile;
use super::sector::Sector;
use once_cell::sync::OnceCell;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::path::Path;
use std::sync::Arc;

/// A frame of a file: which sector, which metric, which number.
type Key = (Sector, Metric, u32);

/// Frames that have been read lately.
pub(super) struct Frames(Cache<Key, Arc<[u8]>, Bytes>);

impl std::fmt::Debug for Frames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frames").field("bytes", &self.0.weight()).finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &Key, frame: &Arc<[u8]>) -> u64 {
        frame.len() as u64 + 64
    }
}

impl Frames {
    /// Room for so many bytes of frames.
    pub(super) fn new(bytes: u64) -> Self {
        let typical = Metric::Wdl.bytes(Metric::Wdl.frame()) as u64;
        Self(Cache::with_weighter((bytes / typical) as usize, bytes, Bytes))
    }
}

/// The files of a sector.
#[derive(Debug)]
pub(super) struct Shelf {
    sector: Sector,
    files: [OnceCell<Result<TableFile, String>>; 2],
    /// Why a file that was opened is used no more: a frame of it cannot be read.
    broken: [OnceCell<String>; 2],
}

impl Shelf {
    pub(super) fn new(sector: Sector) -> Self {
        Self { sector, files: Default::default(), broken: Default::default() }
    }

    /// The file, or why there is none: nothing if it is simply not there.
    pub(super) fn file(
        &self,
        folder: &Path,
        metric: Metric,
        wanted: impl FnOnce() -> Wanted,
    ) -> Result<&TableFile, &str> {
        if let Some(reason) = place(&self.broken, metric).get() {
            return Err(reason);
        }
        let file = place(&self.files, metric).get_or_init(|| {
            let wanted = wanted();
            if !wanted.path(folder).exists() {
                return Err(String::new());
            }
            TableFile::open(folder, &wanted).map_err(|error| {
                log::warn!("a table is left aside: {error}");
                error.to_string()
            })
        });
        file.as_ref().map_err(String::as_str)
    }

    /// What is wrong with those of its files that are there and cannot be used.
    pub(super) fn problems(&self) -> impl Iterator<Item = &str> {
        let opened = self.files.iter().filter_map(OnceCell::get);
        let refused = opened.filter_map(|file| file.as_ref().err().map(String::as_str));
        let broken = self.broken.iter().filter_map(OnceCell::get).map(String::as_str);
        refused.filter(|reason| !reason.is_empty()).chain(broken)
    }

    /// The code at a number, if the file can be read there. A file with a frame that cannot
    /// is used no more: a search would ask for it, and warn of it, thousands of times.
    pub(super) fn code(&self, file: &TableFile, frames: &Frames, slot: usize) -> Option<u8> {
        let metric = file.header().metric;
        let number = slot / metric.frame();
        let key = (self.sector, metric, number as u32);
        let read = || file.frame(number).map(Arc::from);
        match frames.0.get_or_insert_with(&key, read) {
            Ok(frame) => code_at(metric, &frame, slot % metric.frame()),
            Err(error) => {
                place(&self.broken, metric).get_or_init(|| {
                    log::warn!("a table is left aside: {error}");
                    error.to_string()
                });
                None
            }
        }
    }
}

/// What belongs to a metric.
fn place<T>(both: &[T; 2], metric: Metric) -> &T {
    let [wdl, dtw] = both;
    match metric {
        Metric::Wdl => wdl,
        Metric::Dtw => dtw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::format::Header;
    use crate::tablebase::solve::Counts;
    use crate::tablebase::write::write;
    use std::fs;

    #[test]
    fn a_file_with_a_damaged_frame_is_asked_once() {
        let name = format!("modisa-shelf-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let sector = Sector::new(5, 4);
        let wanted = Wanted { digest: 1, sector, metric: Metric::Dtw, slots: 9 };
        let Wanted { digest, metric, slots, .. } = wanted;
        let (variant, counts) = ("nine".to_owned(), Counts::default());
        let header = Header { variant, digest, sector, metric, slots, counts };
        write(&folder, &header, &[7; 9]).expect("written");
        let mut bytes = fs::read(wanted.path(&folder)).expect("there");
        *bytes.last_mut().expect("frames") ^= 1;
        fs::write(wanted.path(&folder), bytes).expect("written");
        let (shelf, frames) = (Shelf::new(sector), Frames::new(1 << 20));
        let file = shelf.file(&folder, metric, || wanted).expect("its directory is sound");
        assert_eq!(shelf.problems().count(), 0);
        for _ in 0..2 {
            assert_eq!(shelf.code(file, &frames, 8), None);
        }
        let refused = shelf.file(&folder, metric, || wanted).err();
        assert!(refused.is_some_and(|reason| reason.ends_with("frame 0 is damaged")));
        assert_eq!(shelf.problems().count(), 1);
        fs::remove_dir_all(&folder).expect("its own");
    }
}
