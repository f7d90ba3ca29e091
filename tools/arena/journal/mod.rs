//! The journal of a tournament: a file of JSON lines that is only ever appended to.
//!
//! The first line says what the tournament is, each other line is a finished pair. A pair is
//! on the disk before it counts anywhere, so whenever the arena ends, and however, the
//! tournament can go on. A line counts when its line feed is there: one that was being
//! written when everything ended is cut off.

mod header;

pub(crate) use header::{EngineIdentity, Header, fingerprint};

use crate::played::Pair;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A journal that is open for writing; nobody else can write it meanwhile.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of complete lines.
    length: u64,
    /// The numbers of the pairs in it.
    numbers: HashSet<u64>,
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub(crate) enum JournalError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// Another arena writes it.
    #[error("{}: another arena is writing this journal", .0.display())]
    InUse(PathBuf),
    /// A line that is none of a journal.
    #[error("{}:{line}: {message}", path.display())]
    BrokenLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It is the journal of another tournament.
    #[error("{}: this journal is of another tournament: {difference}", path.display())]
    OtherTournament {
        /// The file.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// A pair that is there already.
    #[error("{}: pair {number} is in this journal already", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The pair.
        number: u64,
    },
}

impl JournalError {
    /// The system's refusal of a file.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::Io { path: path.to_owned(), error }
    }
}

impl Journal {
    /// Opens the journal of a tournament, with the pairs in it, or begins one.
    ///
    /// # Errors
    /// When it is of another tournament, broken, in use, or the system refuses.
    pub(crate) fn open_or_create(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Vec<Pair>), JournalError> {
        if !path.exists()
            && let Some(file) = create(path, header)?
        {
            let length = file.metadata().map_err(JournalError::io(path))?.len();
            let numbers = HashSet::new();
            return Ok((Self { path: path.to_owned(), file, length, numbers }, Vec::new()));
        }
        let (journal, found, pairs) = Self::open(path)?;
        let difference = found.difference(header, ["there", "here"]);
        if let Some(difference) = difference.map_err(JournalError::io(path))? {
            return Err(JournalError::OtherTournament { path: path.to_owned(), difference });
        }
        Ok((journal, pairs))
    }

    /// Opens a journal that is there. What is left of a line whose writing was broken off is
    /// removed.
    fn open(path: &Path) -> Result<(Self, Header, Vec<Pair>), JournalError> {
        let refused = JournalError::io(path);
        let mut file =
            OpenOptions::new().read(true).append(true).open(path).map_err(&refused)?;
        check_is_file(&file, path)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&refused)?;
        let content = Content::read(&bytes, path)?;
        if content.length < bytes.len() {
            let torn = bytes.len() - content.length;
            log::warn!("{}: the last {torn} bytes are half a line; removed", path.display());
            file.set_len(content.length as u64).map_err(&refused)?;
            file.sync_data().map_err(&refused)?;
        }
        let numbers = content.pairs.iter().map(|pair| pair.number).collect();
        let length = content.length as u64;
        let journal = Self { path: path.to_owned(), file, length, numbers };
        Ok((journal, content.header, content.pairs))
    }

    /// Keeps a pair: when this returns, it is on the disk.
    ///
    /// # Errors
    /// When the pair is there already, or the system refuses; the journal is then as it was.
    pub(crate) fn append(&mut self, pair: &Pair) -> Result<(), JournalError> {
        if self.numbers.contains(&pair.number) {
            return Err(JournalError::Twice { path: self.path.clone(), number: pair.number });
        }
        let line = line_of(pair).map_err(JournalError::io(&self.path))?;
        let write = |file: &mut File| {
            file.write_all(&line)?;
            file.flush()?;
            file.sync_data()
        };
        if let Err(error) = write(&mut self.file) {
            // Half a line must not be followed by another. If this fails too, the next
            // opening finds a torn or a broken line.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::io(&self.path)(error));
        }
        self.length += line.len() as u64;
        self.numbers.insert(pair.number);
        Ok(())
    }
}

/// Reads a journal without changing it; half a line at its end is not looked at.
///
/// # Errors
/// When it is broken or cannot be read.
pub(crate) fn read(path: &Path) -> Result<(Header, Vec<Pair>), JournalError> {
    let bytes = fs::read(path).map_err(JournalError::io(path))?;
    let content = Content::read(&bytes, path)?;
    Ok((content.header, content.pairs))
}

/// Writes a whole journal to a new file, which is there in full or not at all. Replaces
/// what may be there.
///
/// # Errors
/// When it is in use or the system refuses.
pub(crate) fn write(path: &Path, header: &Header, pairs: &[Pair]) -> Result<(), JournalError> {
    let refused = JournalError::io(path);
    let mut bytes = line_of(header).map_err(&refused)?;
    for pair in pairs {
        bytes.extend(line_of(pair).map_err(&refused)?);
    }
    let replaced = match File::open(path) {
        Ok(file) => Some(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(refused(error)),
    };
    if let Some(file) = &replaced {
        check_is_file(file, path)?;
        lock(file, path)?;
    }
    let aside = aside(path);
    let mut file = open_aside(&aside)?;
    let mut write = || {
        file.set_len(0)?;
        file.write_all(&bytes)?;
        file.sync_all()
    };
    write().map_err(JournalError::io(&aside))?;
    rename(&aside, path).map_err(refused)
}

/// Begins a journal: nobody ever sees it with half a header. `None` if somebody else has
/// begun it meanwhile.
fn create(path: &Path, header: &Header) -> Result<Option<File>, JournalError> {
    let refused = JournalError::io(path);
    let aside = aside(path);
    let line = line_of(header).map_err(&refused)?;
    // Who holds the lock of the file aside may rename it; others wait for the next run.
    let mut file = open_aside(&aside)?;
    if path.exists() {
        fs::remove_file(&aside).map_err(JournalError::io(&aside))?;
        return Ok(None);
    }
    file.set_len(0).map_err(JournalError::io(&aside))?;
    file.write_all(&line).and_then(|()| file.sync_all()).map_err(JournalError::io(&aside))?;
    rename(&aside, path).map_err(refused)?;
    Ok(Some(file))
}

/// Opens the file aside, and locks it. One that is left from a run that was killed is used
/// again, so it need not be empty.
fn open_aside(aside: &Path) -> Result<File, JournalError> {
    let refused = JournalError::io(aside);
    let file = OpenOptions::new().create(true).append(true).open(aside).map_err(refused)?;
    lock(&file, aside)?;
    // Who had the lock before may have renamed the file: it is a journal then.
    if aside.exists() { Ok(file) } else { Err(JournalError::InUse(aside.to_owned())) }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
        TryLockError::Error(error) => JournalError::io(path)(error),
    })
}

/// A device or a pipe cannot be read to its end, replaced, or gone back to.
fn check_is_file(file: &File, path: &Path) -> Result<(), JournalError> {
    let refused = JournalError::io(path);
    if file.metadata().map_err(&refused)?.is_file() {
        return Ok(());
    }
    Err(refused(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")))
}

/// The name under which a file is prepared.
fn aside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".new");
    PathBuf::from(name)
}

/// Gives the file its name, for good.
fn rename(aside: &Path, path: &Path) -> io::Result<()> {
    fs::rename(aside, path)?;
    // The name is part of the folder. Not every system lets a folder be opened.
    if cfg!(unix) {
        let parent = path.parent().filter(|parent| *parent != Path::new(""));
        File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

fn line_of<T: serde::Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// What is in a journal.
struct Content {
    header: Header,
    pairs: Vec<Pair>,
    /// Bytes of complete lines.
    length: usize,
}

impl Content {
    fn read(bytes: &[u8], path: &Path) -> Result<Self, JournalError> {
        let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let broken = |line: usize, message: String| JournalError::BrokenLine {
            path: path.to_owned(),
            line,
            message,
        };
        let mut lines = bytes[..length].split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let header = Header::read(first).map_err(|message| broken(1, message))?;
        let (mut pairs, mut numbers) = (Vec::new(), HashSet::new());
        for (index, line) in lines.enumerate() {
            let wrong = |message: String| broken(index + 2, message);
            let pair = read_pair(line, &header).map_err(wrong)?;
            if !numbers.insert(pair.number) {
                return Err(wrong(format!("pair {} is here for the second time", pair.number)));
            }
            pairs.push(pair);
        }
        Ok(Self { header, pairs, length })
    }
}

fn read_pair(line: &[u8], header: &Header) -> Result<Pair, String> {
    let pair: Pair = serde_json::from_slice(line)
        .map_err(|error| format!("not a pair of games: {error}"))?;
    let [first, second] = pair.players;
    let count = header.settings.players.len();
    if first >= count || second >= count || first == second {
        return Err(format!("players {first} and {second}, of {count} from 0"));
    }
    if !header.shard.holds(pair.number) {
        return Err(format!("pair {} is none of this part of the tournament", pair.number));
    }
    Ok(pair)
}

#[cfg(test)]
mod tests;
