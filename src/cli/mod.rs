//! The command line: what was asked of the program, and doing it.

pub mod args;
mod building;
pub mod jobs;
mod notation;
mod records;
mod tables;
mod variants;

pub use args::Args;
pub use jobs::run;
