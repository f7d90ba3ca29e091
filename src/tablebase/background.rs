//! Work that is done once, on a thread of its own, and waited for where there is time.

use once_cell::sync::OnceCell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The result of work in the background.
pub(super) struct Background<T> {
    is_begun: AtomicBool,
    place: Arc<Place<T>>,
}

struct Place<T> {
    result: OnceCell<T>,
    /// Nobody wants the result any more.
    is_given_up: AtomicBool,
    /// Whether the work has come to an end, with a result or without.
    is_over: Mutex<bool>,
    over: Condvar,
}

impl<T> fmt::Debug for Background<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_done = self.place.result.get().is_some();
        f.debug_struct("Background").field("is_done", &is_done).finish_non_exhaustive()
    }
}

impl<T: Send + Sync + 'static> Background<T> {
    /// Nothing begun.
    pub(super) fn new() -> Self {
        let place = Place {
            result: OnceCell::new(),
            is_given_up: AtomicBool::new(false),
            is_over: Mutex::new(false),
            over: Condvar::new(),
        };
        Self { is_begun: AtomicBool::new(false), place: Arc::new(place) }
    }

    /// The result, if it is there.
    pub(super) fn get(&self) -> Option<&T> {
        self.place.result.get()
    }

    /// Begins the work that `make` gives, unless it has been begun before. Work without a
    /// result is not tried again. It is asked to look now and then whether it has been
    /// given up.
    pub(super) fn begin<W>(&self, name: &str, make: impl FnOnce() -> W)
    where
        W: FnOnce(&(dyn Fn() -> bool + Sync)) -> Option<T> + Send + 'static,
    {
        if self.is_begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let (work, place) = (make(), Arc::clone(&self.place));
        let run = move || {
            let end = End(place);
            let is_given_up = || end.0.is_given_up.load(Ordering::Relaxed);
            if let Some(result) = work(&is_given_up) {
                let _ = end.0.result.set(result);
            }
        };
        if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(run) {
            log::warn!("no thread for {name}: {error}");
            End(Arc::clone(&self.place));
        }
    }

    /// Waits for the end of work that has been begun, but no longer than `patience`; whether
    /// it has come.
    pub(super) fn wait(&self, patience: Duration) -> bool {
        let is_over = self.place.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.place.over.wait_timeout_while(is_over, patience, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.place.is_given_up.store(true, Ordering::Relaxed);
    }
}

/// Says that the work is over when it is dropped, so that a fault in it says so too.
struct End<T>(Arc<Place<T>>);

impl<T> Drop for End<T> {
    fn drop(&mut self) {
        *self.0.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.over.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn work_is_done_once_and_its_result_is_kept() {
        let background = Background::new();
        assert!(!background.wait(Duration::ZERO));
        background.begin("first", || |_: &(dyn Fn() -> bool + Sync)| Some(7));
        background.begin("second", || |_: &(dyn Fn() -> bool + Sync)| Some(8));
        assert!(background.wait(LONG));
        assert_eq!(background.get(), Some(&7));
    }

    #[test]
    fn nobody_waits_for_work_that_failed() {
        let background: Background<u8> = Background::new();
        background.begin("faulty", || |_: &(dyn Fn() -> bool + Sync)| panic!("planted"));
        assert!(background.wait(LONG));
        assert_eq!(background.get(), None);
    }

    #[test]
    fn work_is_given_up_with_its_owner() {
        let (told, hears) = std::sync::mpsc::channel();
        let background: Background<u8> = Background::new();
        background.begin("endless", || {
            move |is_given_up: &(dyn Fn() -> bool + Sync)| {
                while !is_given_up() {
                    thread::sleep(Duration::from_millis(1));
                }
                told.send(()).ok().map(|()| 0)
            }
        });
        assert!(!background.wait(Duration::from_millis(5)));
        drop(background);
        assert!(hears.recv_timeout(LONG).is_ok());
    }
}
