//! The mock in a process of its own.

use modisa::client::{Launch, Process};

/// Starts it with these words.
pub(crate) fn start(words: &[&str]) -> Process {
    let program = env!("CARGO_BIN_EXE_mock").to_owned();
    let args = words.iter().map(|&word| word.to_owned()).collect();
    Process::start(&Launch { program, args, folder: None }).unwrap()
}
