//! The engine: told what to do, and telling back what it found.
//!
//! Nothing here prints or reads. [`Session`] is the face that protocols talk to;
//! [`Engine`] is its one implementation. Behind it, a game hides its types in
//! `typed` (being played) and `rooted` (one moment, to be searched on another
//! thread); `catalog` is the only place that names games.

pub mod error;
pub mod request;
pub mod session;
mod position;
mod joining;
mod skill;
mod view;
mod timing;
mod rooted;
mod typed;
mod adjust;
mod files;
mod catalog;
mod options;
mod job;
mod bench;
mod facade;
mod spelling;
pub mod record;

pub use crate::game::Style;
pub use catalog::variants_in;
pub use error::Error;
pub use facade::Engine;
pub use request::{Request, Root};
pub use session::{Bound, Info, News, OptionKind, OptionView, ScoreView, Session, Sink};
pub use spelling::Speller;
