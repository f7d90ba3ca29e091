//! Tables of endings: solved again by plain iteration over the independent rules, counted
//! and valued as the reference data has it, built by a program that is killed, and refused.
#![cfg(test)]

#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "../support/morris.rs"]
mod morris;
#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "../support/reference.rs"]
mod reference;
#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "../support/slow/mod.rs"]
mod slow;

mod command;
mod counts;
mod damage;
mod files;
mod folder;
mod follows;
mod layout;
mod mirror;
mod naive;
mod numbering;
mod resume;
mod small;
