//! Modisa: an engine for Morabaraba and the morris family, speaking UMI.
//!
//! The modules stand in the order of the ladder: each uses only those above it
//! in this list (`tests/architecture.rs` holds the table and enforces it).

pub mod kit;
pub mod game;
pub mod morris;
pub mod search;
pub mod tablebase;
pub mod engine;
pub mod protocol;
pub mod client;
pub mod cli;

/// Solvers of `tests/support` serve unit tests too; there the library has its outer name.
#[cfg(test)]
extern crate self as modisa;
