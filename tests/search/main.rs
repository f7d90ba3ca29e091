//! The search against plain minimax, and the promises of its contract.
#![cfg(test)]

mod games;
mod harness;
mod limits;
mod lines;
mod oracle;
mod values;
