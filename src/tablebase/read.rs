//! Reading table files. Nothing in a file is believed before its checksum, and no length
//! before the length of the file.

use super::error::{Fault, FileError};
use super::format::{ENTRY, HEADER, Header, Wanted, is_possible, unpack};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// An open file whose header and directory are sound.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    file: Positioned,
    header: Header,
    /// Where each frame begins, and where the last one ends.
    starts: Vec<u64>,
    sums: Vec<u64>,
}

impl TableFile {
    /// The header of a file, whatever it holds.
    pub(super) fn peek(path: &Path) -> Result<(Header, u64), FileError> {
        let read = || {
            let mut file = open_regular(path)?;
            Ok((read_header(&mut file)?, file.metadata()?.len()))
        };
        read().map_err(|fault| FileError { path: path.to_owned(), fault })
    }

    /// Opens the wanted file below the folder of all tables.
    pub(super) fn open(folder: &Path, wanted: &Wanted) -> Result<Self, FileError> {
        let path = wanted.path(folder);
        match Self::read(&path, wanted) {
            Ok((file, header, starts, sums)) => Ok(Self { path, file, header, starts, sums }),
            Err(fault) => Err(FileError { path, fault }),
        }
    }

    fn read(
        path: &Path,
        wanted: &Wanted,
    ) -> Result<(Positioned, Header, Vec<u64>, Vec<u64>), Fault> {
        let mut file = open_regular(path)?;
        let found = file.metadata()?.len();
        let header = read_header(&mut file)?;
        header.check(wanted)?;
        // `slots` is the one wanted by now, so that these numbers are small.
        let frames = header.frames() as usize;
        let mut wanted = (HEADER + frames * ENTRY + 8) as u64;
        if found < wanted {
            return Err(Fault::Length { found, wanted });
        }
        let mut entries = vec![0; frames * ENTRY];
        let mut sum = [0; 8];
        file.read_exact(&mut entries)?;
        file.read_exact(&mut sum)?;
        if xxh3_64(&entries) != u64::from_le_bytes(sum) {
            return Err(Fault::Directory);
        }
        let mut starts = Vec::with_capacity(frames + 1);
        let mut sums = Vec::with_capacity(frames);
        for entry in entries.chunks_exact(ENTRY) {
            let mut number = [0; 8];
            number[..4].copy_from_slice(&entry[..4]);
            starts.push(wanted);
            wanted += u64::from_le_bytes(number);
            number.copy_from_slice(&entry[4..]);
            sums.push(u64::from_le_bytes(number));
        }
        starts.push(wanted);
        if found != wanted {
            return Err(Fault::Length { found, wanted });
        }
        Ok((Positioned::new(file), header, starts, sums))
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// A frame as it is packed, once its checksum has been found right.
    pub(super) fn frame(&self, number: usize) -> Result<Vec<u8>, FileError> {
        self.read_frame(number).map_err(|fault| FileError { path: self.path.clone(), fault })
    }

    fn read_frame(&self, number: usize) -> Result<Vec<u8>, Fault> {
        let damaged = || Fault::Frame(number);
        let (Some(&start), Some(&end), Some(&sum)) =
            (self.starts.get(number), self.starts.get(number + 1), self.sums.get(number))
        else {
            return Err(damaged());
        };
        let mut packed = vec![0; (end - start) as usize];
        self.file.read_at(&mut packed, start)?;
        if xxh3_64(&packed) != sum {
            return Err(damaged());
        }
        let wanted = self.header.metric.bytes(self.values(number));
        let frame = zstd::bulk::decompress(&packed, wanted).map_err(|_| damaged())?;
        let is_sound = frame.len() == wanted && is_possible(self.header.metric, &frame);
        if is_sound { Ok(frame) } else { Err(damaged()) }
    }

    /// How many values a frame holds.
    fn values(&self, frame: usize) -> usize {
        let size = self.header.metric.frame();
        (self.header.slots as usize).saturating_sub(frame * size).min(size)
    }

    /// The codes of all positions.
    pub(super) fn read_all(&self) -> Result<Vec<u8>, FileError> {
        let mut codes = vec![0; self.header.slots as usize];
        let metric = self.header.metric;
        let parts = codes.par_chunks_mut(metric.frame()).enumerate();
        parts.try_for_each(|(number, part)| {
            unpack(metric, &self.frame(number)?, part);
            Ok(())
        })?;
        Ok(codes)
    }

    /// Checks every frame against its checksum.
    pub(super) fn verify(&self) -> Result<(), FileError> {
        let frames = (0..self.sums.len()).into_par_iter();
        frames.try_for_each(|number| self.frame(number).map(drop))
    }
}

/// Opens a file; a pipe would wait for somebody at its other end.
fn open_regular(path: &Path) -> Result<File, Fault> {
    if !fs::metadata(path)?.is_file() {
        return Err(Fault::Irregular);
    }
    Ok(File::open(path)?)
}

fn read_header(file: &mut File) -> Result<Header, Fault> {
    let mut bytes = [0; HEADER];
    match file.read_exact(&mut bytes) {
        Ok(()) => Header::read(&bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Fault::Foreign),
        Err(error) => Err(error.into()),
    }
}

/// A file that several threads read at places of their own.
#[derive(Debug)]
struct Positioned {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

#[cfg(unix)]
impl Positioned {
    const fn new(file: File) -> Self {
        Self { file }
    }

    fn read_at(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, start)
    }
}

#[cfg(not(unix))]
impl Positioned {
    const fn new(file: File) -> Self {
        Self { file: std::sync::Mutex::new(file) }
    }

    fn read_at(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        use std::io::Seek;
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(io::SeekFrom::Start(start))?;
        file.read_exact(bytes)
    }
}

#[cfg(test)]
mod tests;
