//! The wire: lines in, lines out, and the loop between them.
//!
//! [`words`] cuts lines, a [`Dialect`] turns them into [`Command`]s and spells
//! [`Reply`]s, [`driver::serve`] owns the session and the output. Text that comes in
//! can be anything, hence the stricter lints: nothing in here may panic on input.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::unreachable
    )
)]

pub mod words;
pub mod error;
pub mod command;
pub mod reply;
pub mod saying;
pub mod dialect;
pub mod umi;
pub mod input;
pub mod printer;
pub mod driver;

#[cfg(test)]
mod fake;

pub use crate::engine::{Bound, Info, OptionKind, Request, ScoreView};
pub use command::{Command, GameEnd};
pub use dialect::{Caller, Dialect, Heard};
pub use driver::{queue, serve};
pub use error::{Code, Fault};
pub use reply::{Reply, Subject};
pub use saying::{Offer, Refusal, Saying};
pub use umi::Umi;
