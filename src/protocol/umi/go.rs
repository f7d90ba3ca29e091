//! The words of `go`: limits and restrictions, each declared once.
//!
//! A search always follows. What cannot be read is an error and counts as not given;
//! if an error leaves nothing that would end the search, it is one of depth 1, so that
//! a mistyped line never hangs. When a limit is given twice, the last one holds.

use super::Order;
use crate::engine::Request;
use crate::protocol::command::Command;
use crate::protocol::error::Fault;
use crate::protocol::words::{Words, number, shown};

/// One word that may follow `go`.
#[derive(Clone, Copy, Debug)]
pub struct GoWord {
    /// The word and what follows it.
    pub usage: &'static str,
    /// What it means, in one line.
    pub help: &'static str,
    takes: Takes,
}

#[derive(Clone, Copy, Debug)]
enum Takes {
    /// No further word; how it is set, and whether it is.
    Nothing(fn(&mut Request), fn(&Request) -> bool),
    /// A whole number of at least this; how it is set, and what it is.
    Number(i64, fn(&mut Request, i64), fn(&Request) -> Option<i64>),
    /// Turns up to the next word of `go`; the list to fill, and to read.
    Turns(fn(&mut Request) -> &mut Vec<String>, fn(&Request) -> &[String]),
}

use Takes::{Nothing, Number, Turns};

impl GoWord {
    /// The word itself.
    pub fn word(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }
}

/// A clock may be negative: some programs send what is left after the flag fell.
const ANY: i64 = i64::MIN;

const fn entry(usage: &'static str, help: &'static str, takes: Takes) -> GoWord {
    GoWord { usage, help, takes }
}

/// Every word of `go`.
#[rustfmt::skip]
pub const GO_WORDS: [GoWord; 18] = [
    entry("searchmoves T...", "only these first turns", Turns(|r| &mut r.search_moves, |r| &r.search_moves)),
    entry("avoid T...", "not these first turns", Turns(|r| &mut r.avoid, |r| &r.avoid)),
    entry("ponder", "think on the opponent's time until `ponderhit` or `stop`", Nothing(|r| r.ponder = true, |r| r.ponder)),
    entry("wtime MS", "time left to the light side", Number(ANY, |r, n| r.light_time = Some(n), |r| r.light_time)),
    entry("btime MS", "time left to the dark side", Number(ANY, |r, n| r.dark_time = Some(n), |r| r.dark_time)),
    entry("winc MS", "what the light side gains with each turn", Number(ANY, |r, n| r.light_increment = Some(n), |r| r.light_increment)),
    entry("binc MS", "what the dark side gains with each turn", Number(ANY, |r, n| r.dark_increment = Some(n), |r| r.dark_increment)),
    entry("p1time MS", "time left to the side that starts the game", Number(ANY, |r, n| r.first_time = Some(n), |r| r.first_time)),
    entry("p2time MS", "time left to the other side", Number(ANY, |r, n| r.second_time = Some(n), |r| r.second_time)),
    entry("p1inc MS", "what the side that starts the game gains with each turn", Number(ANY, |r, n| r.first_increment = Some(n), |r| r.first_increment)),
    entry("p2inc MS", "what the other side gains with each turn", Number(ANY, |r, n| r.second_increment = Some(n), |r| r.second_increment)),
    entry("movestogo N", "turns to the next time control", Number(ANY, |r, n| r.moves_to_go = Some(n), |r| r.moves_to_go)),
    entry("movetime MS", "the most this turn may take", Number(ANY, |r, n| r.move_time = Some(n), |r| r.move_time)),
    entry("depth N", "plies to search, at least 1", Number(1, |r, n| r.depth = Some(small(n)), |r| r.depth.map(i64::from))),
    entry("nodes N", "nodes to search, at least 1", Number(1, |r, n| r.nodes = Some(n.unsigned_abs()), |r| r.nodes.map(large))),
    entry("win N", "end when a win in N own turns is proved", Number(1, |r, n| r.win = Some(small(n)), |r| r.win.map(i64::from))),
    entry("multipv N", "how many first turns to report", Number(1, |r, n| r.multi_pv = Some(small(n)), |r| r.multi_pv.map(i64::from))),
    entry("infinite", "until `stop`", Nothing(|r| r.infinite = true, |r| r.infinite)),
];

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn large(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The line that asks for this search.
pub(super) fn write(request: &Request) -> String {
    let mut words = vec!["go".to_owned()];
    for entry in &GO_WORDS {
        let word = entry.word().to_owned();
        match entry.takes {
            Nothing(_, get) => words.extend(get(request).then_some(word)),
            Number(_, _, get) => {
                words.extend(
                    get(request).into_iter().flat_map(|n| [word.clone(), n.to_string()]),
                );
            }
            Turns(_, get) if get(request).is_empty() => {}
            Turns(_, get) => {
                words.push(word);
                words.extend_from_slice(get(request));
            }
        }
    }
    words.join(" ")
}

fn find(word: &str) -> Option<&'static GoWord> {
    GO_WORDS.iter().find(|entry| entry.word() == word)
}

/// Reads all that follows `go`.
pub(super) fn read(mut words: Words<'_>) -> Order {
    let mut request = Request::default();
    let mut faults = Vec::new();
    while let Some(word) = words.next() {
        let result = match find(word) {
            Some(entry) => take(entry, &mut words, &mut request),
            None => {
                Err(format!("got {}, wanted a word of `go`; `help go` lists them", shown(word)))
            }
        };
        if let Err(message) = result {
            faults.push(Fault::bad_argument(message));
        }
    }
    complete(&mut request, faults.is_empty());
    Order(faults, Some(Command::Go(Box::new(request))))
}

fn take(entry: &GoWord, words: &mut Words<'_>, request: &mut Request) -> Result<(), String> {
    let usage = entry.usage;
    match entry.takes {
        Nothing(set, _) => set(request),
        Number(lowest, set, _) => {
            let word = words.peek().filter(|word| find(word).is_none());
            let Some(word) = word else {
                return Err(format!("no number given, wanted `{usage}`"));
            };
            words.next();
            match number(word) {
                Some(value) if value >= lowest => set(request, value),
                Some(value) => {
                    return Err(format!("got {value}, wanted `{usage}` with {lowest} or more"));
                }
                None => return Err(format!("got {}, wanted `{usage}`", shown(word))),
            }
        }
        Turns(list, _) => {
            let list = list(request);
            let before = list.len();
            while let Some(word) = words.peek().filter(|word| find(word).is_none()) {
                list.push(word.to_owned());
                words.next();
            }
            if list.len() == before {
                return Err(format!("no turn given, wanted `{usage}`"));
            }
        }
    }
    Ok(())
}

/// Says in the request itself what the absence of a limit means.
fn complete(request: &mut Request, clean: bool) {
    let after_hit = Request { ponder: false, ..request.clone() };
    if request.infinite || after_hit.is_bounded() {
        return;
    }
    if !clean {
        request.depth = Some(1);
    } else if !request.ponder {
        request.infinite = true;
    }
}
