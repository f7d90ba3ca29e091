//! What a fault can know of the conversation so far.

use modisa::protocol::words::Words;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// `stop` so soon after `go` counts as early.
const EARLY: Duration = Duration::from_millis(100);

/// The scene, which the threads of both filters look at.
pub(crate) type Shared = Arc<Mutex<Scene>>;

/// Looks at the scene. A thread that died while looking has broken nothing in it.
pub(crate) fn look(scene: &Shared) -> MutexGuard<'_, Scene> {
    scene.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The conversation so far, as the sound engine has heard and said it.
#[derive(Debug)]
pub(crate) struct Scene {
    /// From which `go` on the fault strikes.
    after: u32,
    /// How many `go` were heard.
    pub(crate) goes: u32,
    /// How many of them have no `bestmove` yet.
    searches: u32,
    /// When the last `go` was heard.
    go_at: Instant,
    /// Whether the last search was stopped as soon as it began.
    pub(crate) is_stopped_early: bool,
    /// Whether `quit` was heard.
    pub(crate) is_quitting: bool,
    /// The last turn of the last `position`.
    pub(crate) last_turn: Option<String>,
    /// The legal turns at the last `go`; `None` without a position.
    pub(crate) legal: Option<Vec<String>>,
    /// The last `info` line with a pv.
    pub(crate) info: Option<String>,
}

impl Scene {
    /// The beginning, with a fault that strikes from this `go` on.
    pub(crate) fn new(after: u32) -> Self {
        Self {
            after,
            goes: 0,
            searches: 0,
            go_at: Instant::now(),
            is_stopped_early: false,
            is_quitting: false,
            last_turn: None,
            legal: None,
            info: None,
        }
    }

    /// Whether a search runs.
    pub(crate) fn is_searching(&self) -> bool {
        self.searches > 0
    }

    /// Whether the time of the fault has come.
    pub(crate) fn is_armed(&self) -> bool {
        self.after == 1 || self.goes >= self.after
    }

    /// The same when this line is the next one heard.
    pub(crate) fn is_armed_by(&self, line: &str) -> bool {
        self.is_armed() || (is_command(line, "go") && self.goes + 1 == self.after)
    }

    /// Notes a line that the engine hears.
    pub(crate) fn hear(&mut self, line: &str) {
        let mut words = Words::new(line);
        match words.next() {
            Some("go") => {
                self.goes += 1;
                self.searches += 1;
                self.go_at = Instant::now();
                self.is_stopped_early = false;
                self.info = None;
            }
            Some("stop") => {
                self.is_stopped_early = self.is_searching() && self.go_at.elapsed() < EARLY;
            }
            Some("quit") => self.is_quitting = true,
            Some("position") => {
                self.last_turn =
                    words.skip_while(|word| *word != "moves").skip(1).last().map(str::to_owned);
            }
            _ => {}
        }
    }

    /// Notes a line that the engine says.
    pub(crate) fn say(&mut self, line: &str) {
        if is_command(line, "bestmove") {
            self.searches = self.searches.saturating_sub(1);
        } else if line.starts_with("info ") && line.contains(" pv ") {
            self.info = Some(line.to_owned());
        }
    }
}

/// Whether the line begins with this word.
pub(crate) fn is_command(line: &str, word: &str) -> bool {
    Words::new(line).next() == Some(word)
}
