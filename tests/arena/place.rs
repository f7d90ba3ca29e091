//! A folder in which the arena is run, and what it says there.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own; gone when this goes out of scope.
#[derive(Debug)]
pub(crate) struct Place(PathBuf);

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` for a signal.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("arena-run-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs the arena in it, with words as in a shell; `MOCK` and `MODISA` stand for the
    /// programs.
    pub(crate) fn arena(&self, words: &str) -> Run {
        run(self.command(env!("CARGO_BIN_EXE_arena"), words))
    }

    /// The same, and it has to succeed.
    pub(crate) fn play(&self, words: &str) -> Run {
        let run = self.arena(words);
        assert_eq!(run.code, Some(0), "{words}\n{run:#?}");
        run
    }

    /// The same, and it has to be refused with this code, at once and in a sentence.
    pub(crate) fn refuse(&self, words: &str, code: i32) -> String {
        let run = self.arena(words);
        assert_eq!(run.code, Some(code), "{words}\n{run:#?}");
        assert!(!run.err.trim().is_empty() && !run.err.contains("panicked"), "{run:#?}");
        assert_eq!(run.out, "", "{words}");
        run.err
    }

    /// The arena, running.
    pub(crate) fn start(&self, words: &str) -> Child {
        let mut command = self.command(env!("CARGO_BIN_EXE_arena"), words);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Runs the arena, and closes its output at once.
    pub(crate) fn unread(&self, words: &str) -> Run {
        let mut command = self.command(env!("CARGO_BIN_EXE_arena"), words);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut arena = command.spawn().unwrap();
        drop(arena.stdout.take());
        told(arena.wait_with_output().unwrap())
    }

    pub(crate) fn modisa(&self, words: &str) -> Run {
        run(self.command(env!("CARGO_BIN_EXE_modisa"), words))
    }

    fn command(&self, program: &str, words: &str) -> Command {
        let words = shlex::split(words).expect("words as in a shell");
        let words = words.iter().map(|word| {
            let word = word.replace("MOCK", env!("CARGO_BIN_EXE_mock"));
            word.replace("MODISA", env!("CARGO_BIN_EXE_modisa"))
        });
        let mut command = Command::new(program);
        command.args(words).current_dir(&self.0).env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    /// Names of the files in it, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A test that fails leaves what may explain it.
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn run(mut command: Command) -> Run {
    told(command.output().unwrap())
}

fn told(Output { status, stdout, stderr }: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// Two mocks, `a` and `b`, that answer at once.
pub(crate) const TWO: &str = "-engine cmd=MOCK name=a args=--instant \
     -engine cmd=MOCK name=b args='--instant --seed 1' -each st=60 -ratinginterval 0";
