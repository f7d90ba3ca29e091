//! Files that the user names: regular ones only, and no more of them than makes sense.
//!
//! A pipe would hold the engine up until somebody writes or reads at its other end, and
//! a device may never end.

use super::error::Error;
use std::fs::{File, OpenOptions, metadata};
use std::io::{self, ErrorKind, Read};

/// Longest text that is read, in bytes (1 MiB).
const TEXT_LIMIT: u64 = 1 << 20;

/// The text of a file.
///
/// # Errors
/// `Io` when it cannot be read, is no regular file or is too long; `BadValue` with the
/// line where it is not UTF-8.
pub(super) fn read_text(path: &str) -> Result<String, Error> {
    let read = || {
        check_regular(path)?;
        let mut bytes = Vec::new();
        File::open(path)?.take(TEXT_LIMIT + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > TEXT_LIMIT {
            return Err(io::Error::other(format!("longer than {TEXT_LIMIT} bytes")));
        }
        Ok(bytes)
    };
    let bytes = read().map_err(|error| Error::Io(format!("{path}: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + String::from_utf8_lossy(good).matches('\n').count();
        let message = format!("{path}:{line}: the text is not UTF-8");
        Error::BadValue { message, min: None, max: None, allowed: Vec::new() }
    })
}

/// Makes sure that lines can be appended to the file, which need not exist.
///
/// # Errors
/// `Io` when they cannot, or when it is no regular file.
pub(super) fn check_appendable(path: &str) -> Result<(), Error> {
    let open = || {
        match check_regular(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            checked => checked?,
        }
        OpenOptions::new().append(true).create(true).open(path).map(drop)
    };
    open().map_err(|error| Error::Io(format!("{path}: {error}")))
}

/// Makes sure that the folder is there.
///
/// # Errors
/// `Io` when it is not, or when it is something else.
pub(super) fn check_folder(path: &str) -> Result<(), Error> {
    let is_folder = metadata(path).map(|found| found.is_dir());
    let refusal = match is_folder {
        Ok(true) => return Ok(()),
        Ok(false) => "not a folder".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(Error::Io(format!("{path}: {refusal}")))
}

fn check_regular(path: &str) -> io::Result<()> {
    if metadata(path)?.is_file() {
        return Ok(());
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal<T>(result: Result<T, Error>) -> String {
        match result {
            Err(Error::Io(message)) => message,
            _ => panic!("the file is refused"),
        }
    }

    #[test]
    fn folders_are_no_files() {
        for path in [".", "src"] {
            assert!(refusal(read_text(path)).contains("not a regular file"));
            assert!(refusal(check_appendable(path)).contains("not a regular file"));
        }
    }

    #[test]
    #[cfg(unix)]
    fn devices_that_never_end_are_refused_unread() {
        assert!(refusal(read_text("/dev/zero")).contains("not a regular file"));
        assert!(refusal(check_appendable("/dev/full")).contains("not a regular file"));
    }

    #[test]
    fn a_text_is_read_up_to_its_limit() {
        let path = std::env::temp_dir().join(format!("modisa-files-{}", std::process::id()));
        let name = path.to_str().expect("a plain name");
        let limit = usize::try_from(TEXT_LIMIT).expect("a small number");
        for (length, fits) in [(limit, true), (limit + 1, false)] {
            std::fs::write(&path, "#".repeat(length)).expect("a temporary file");
            assert_eq!(read_text(name).is_ok(), fits, "{length}");
        }
        std::fs::remove_file(&path).expect("it was there");
    }
}
