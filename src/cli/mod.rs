//! The command line: what was asked of the program, and doing it.

pub mod args;
pub mod jobs;
mod notation;
mod records;
mod variants;

pub use args::Args;
pub use jobs::run;
