//! The tournament manager as a program, with real engines: what it plays and judges, what it
//! keeps and joins, and what it refuses.
#![cfg(test)]

mod broken_off;
mod clocks;
mod faults;
mod formats;
mod games;
mod openings;
mod parts;
mod place;
mod played;
mod sequential;
mod tables;
mod words;
