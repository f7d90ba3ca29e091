//! The one writer to standard output, also of what comes late or in blocks.

use std::io::{Result, Write, stderr, stdout};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Writes lines to standard output.
#[derive(Debug)]
pub(crate) struct Outlet {
    /// How late late lines are.
    delay: Duration,
    page: Mutex<Page>,
    late: Mutex<Vec<JoinHandle<()>>>,
}

/// What is not yet written, and when it will be.
#[derive(Debug, Default)]
struct Page {
    bytes: Vec<u8>,
    block: usize,
}

impl Page {
    fn write(&mut self) -> Result<()> {
        let mut out = stdout();
        out.write_all(&self.bytes)?;
        self.bytes.clear();
        out.flush()
    }
}

impl Outlet {
    /// An outlet that writes each line at once, except late ones.
    pub(crate) fn new(delay: Duration) -> Self {
        Self { delay, page: Mutex::default(), late: Mutex::default() }
    }

    /// From now on writes only when there are this many bytes.
    pub(crate) fn write_in_blocks(&self, size: usize) {
        self.page.lock().unwrap_or_else(PoisonError::into_inner).block = size;
    }

    /// Writes a line.
    ///
    /// # Errors
    /// When the reader has gone.
    pub(crate) fn say(&self, line: &str) -> Result<()> {
        let mut page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        page.bytes.extend_from_slice(line.as_bytes());
        page.bytes.push(b'\n');
        if page.bytes.len() >= page.block { page.write() } else { Ok(()) }
    }

    /// Writes a line when the delay has passed; nobody has to wait for it.
    ///
    /// # Errors
    /// When the system starts no more threads.
    pub(crate) fn say_late(self: &Arc<Self>, line: String) -> Result<()> {
        let outlet = Arc::clone(self);
        let say = move || {
            thread::sleep(outlet.delay);
            if let Err(error) = outlet.say(&line) {
                log::warn!("nobody reads {line:?}: {error}");
            }
        };
        let thread = thread::Builder::new().name("late".into()).spawn(say)?;
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        late.retain(|thread| !thread.is_finished());
        late.push(thread);
        Ok(())
    }

    /// Waits for the late lines and writes what is left.
    ///
    /// # Errors
    /// When the reader has gone.
    pub(crate) fn finish(&self) -> Result<()> {
        let late =
            std::mem::take(&mut *self.late.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in late {
            if thread.join().is_err() {
                log::warn!("a late line is lost");
            }
        }
        self.page.lock().unwrap_or_else(PoisonError::into_inner).write()
    }
}

/// Writes so many bytes of noise to standard error.
///
/// # Errors
/// When nobody reads it.
pub(crate) fn flood(size: usize) -> Result<()> {
    let line = format!("{}\n", "noise ".repeat(10));
    let mut noise = line.repeat(size.div_ceil(line.len())).into_bytes();
    noise.truncate(size);
    stderr().write_all(&noise)
}
