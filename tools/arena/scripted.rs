//! Engines for the tests: behind no process, doing what a closure says, in no time.

use crate::patience::Patience;
use crate::player::Player;
use crate::settings::{ClockSettings, Limit, PlayerSettings};
use modisa::client::{Received, Talk, Wire};
use modisa::engine::{Arbiter, RuleSet};
use modisa::protocol::Umi;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// What an engine does.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Says a line.
    Say(String),
    /// Says a line that bears the time of so much later; nobody has to wait for it.
    Later(Duration, String),
    /// Leaves with this exit code, having said this to nobody.
    Exit(i32, &'static str),
}

/// Says a line.
pub(crate) fn say(line: impl Into<String>) -> Act {
    Act::Say(line.into())
}

/// What the engine knows when it hears a line.
pub(crate) struct Scene<'a> {
    /// The line.
    pub(crate) line: &'a str,
    /// How often it has been told to `go`, this line included, in this process.
    pub(crate) goes: usize,
    /// The legal turns of the position it was given.
    pub(crate) legal: &'a [String],
}

impl Scene<'_> {
    /// Whether this is a `go` that is to be answered.
    pub(crate) fn is_asked(&self) -> bool {
        self.line.starts_with("go") && !self.line.contains("ponder")
    }

    /// The first legal turn.
    pub(crate) fn turn(&self) -> &str {
        self.legal.first().map_or("none", String::as_str)
    }
}

/// What an engine does when it hears a line; the usual thing if `None`.
type React = dyn FnMut(&Scene<'_>) -> Option<Vec<Act>> + Send;

/// What can be looked up about a scripted player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness {
    heard: Arc<Mutex<Vec<String>>>,
}

impl Witness {
    /// Every line it was told; `start` for each process.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    /// How many lines begin with `word`.
    pub(crate) fn count(&self, word: &str) -> usize {
        self.heard().iter().filter(|line| line.starts_with(word)).count()
    }
}

/// The end of a wire.
struct Scripted {
    witness: Witness,
    react: Arc<Mutex<Box<React>>>,
    board: Arbiter,
    goes: usize,
    thinks: bool,
    queue: VecDeque<Received>,
    exit: Option<(i32, &'static str)>,
}

impl Scripted {
    fn set(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let (root, turns) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&words[..], &[][..]),
        };
        let fen = (root[0] == "fen").then(|| root[1..].join(" "));
        self.board.place(fen.as_deref(), turns).unwrap();
    }

    /// What every engine does.
    fn usual(&mut self, line: &str, turn: &str) -> Vec<Act> {
        let best = || vec![say(format!("bestmove {turn}"))];
        match line.split(' ').next().unwrap() {
            "umi" => [
                "id name Scripted",
                "protocol umi 1.0",
                "variant nine \"Nine\"",
                "variant dooz-again \"Dooz\"",
                "option name Variant type combo default nine var nine var dooz-again",
                "option name VariantPath type string default <empty>",
                "option name Ponder type check default false",
                "option name Hash type spin default 1 min 1 max 9",
                "option name ClearHash type button",
                "option name Repetition type spin default 3 min 0 max 3",
                "option name QuietPlies type spin default 100 min 0 max 1000",
                "umiok",
            ]
            .map(say)
            .into(),
            "isready" => vec![say("readyok")],
            "quit" => vec![Act::Exit(0, "")],
            "go" if line.contains("ponder") => {
                self.thinks = true;
                Vec::new()
            }
            "go" => best(),
            "stop" | "ponderhit" if std::mem::take(&mut self.thinks) => best(),
            _ => Vec::new(),
        }
    }
}

impl Wire for Scripted {
    fn send(&mut self, line: &[u8]) {
        let line = String::from_utf8(line.to_vec()).unwrap();
        self.witness.heard.lock().unwrap().push(line.clone());
        if self.exit.is_some() {
            return;
        }
        if line.starts_with("position") {
            self.set(&line);
        }
        self.goes += usize::from(line.starts_with("go "));
        let legal = self.board.legal().unwrap();
        let scene = Scene { line: &line, goes: self.goes, legal: &legal };
        let acts = (self.react.lock().unwrap())(&scene);
        let acts = acts.unwrap_or_else(|| self.usual(&line, scene.turn()));
        for act in acts {
            match act {
                Act::Say(line) => self.queue.push_back(Received::Line(line, Instant::now())),
                Act::Later(span, line) => {
                    self.queue.push_back(Received::Line(line, Instant::now() + span));
                }
                Act::Exit(code, said) => {
                    self.exit = Some((code, said));
                    self.queue.push_back(Received::End(Instant::now()));
                }
            }
        }
    }

    fn close(&mut self) {}

    fn receive(&mut self, patience: Duration) -> Received {
        if let Some(received) = self.queue.pop_front() {
            return received;
        }
        if self.exit.is_some() {
            return Received::End(Instant::now());
        }
        thread::sleep(patience);
        Received::Silence
    }

    fn exit_code(&mut self) -> Option<i32> {
        self.exit.map(|(code, _)| code)
    }

    fn diagnostics(&self) -> String {
        self.exit.map_or_else(String::new, |(_, said)| said.to_owned())
    }
}

/// Waits that are short, but not for a machine that has much else to do.
pub(crate) const PATIENCE: Patience = Patience {
    start: Duration::from_millis(1500),
    ready: Duration::from_millis(1500),
    grace: Duration::from_millis(600),
    untimed: Duration::from_millis(800),
    quit: Duration::from_millis(300),
};

/// Rules without switches.
pub(crate) fn rules(variant: &str) -> RuleSet {
    RuleSet { variant: variant.to_owned(), ..RuleSet::default() }
}

/// A player of this name, with a minute for each game.
pub(crate) fn settings(name: &str) -> PlayerSettings {
    let clock = ClockSettings { base: 60_000, increment: 0, turns: None };
    PlayerSettings {
        name: name.to_owned(),
        command: String::new(),
        args: Vec::new(),
        folder: None,
        options: Vec::new(),
        limit: Limit { clock: Some(clock), ..Limit::default() },
        ponder: false,
    }
}

/// A player that does what `react` says and otherwise the usual thing: it makes the first
/// legal turn at once.
pub(crate) fn player(
    settings: PlayerSettings,
    rules: &RuleSet,
    react: impl FnMut(&Scene<'_>) -> Option<Vec<Act>> + Send + 'static,
) -> (Player, Witness) {
    let witness = Witness::default();
    let (seen, told) = (witness.clone(), rules.clone());
    let react: Arc<Mutex<Box<React>>> = Arc::new(Mutex::new(Box::new(react)));
    let connect = move || {
        seen.heard.lock().unwrap().push("start".to_owned());
        let wire = Scripted {
            witness: seen.clone(),
            react: Arc::clone(&react),
            board: Arbiter::new(&told).map_err(|error| error.to_string())?,
            goes: 0,
            thinks: false,
            queue: VecDeque::new(),
            exit: None,
        };
        Ok(Talk::new(wire, Umi))
    };
    (Player::with(Box::new(connect), settings, rules.clone(), PATIENCE), witness)
}
