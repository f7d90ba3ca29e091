//! The engine: told what to do, and telling back what it found.
//!
//! Nothing here prints or reads. [`Session`] is the face that protocols talk to;
//! [`Engine`] is its one implementation. Behind it, a game hides its types in
//! `current_game` (being played) and `search_root` (one moment, to be searched on
//! another thread); `catalog` is the only place that names games.

pub mod error;
pub mod request;
pub mod session;
mod position;
mod turn_list;
mod skill;
mod info;
mod timing;
mod tables;
mod root_tables;
mod certain;
mod table_answer;
mod search_root;
mod current_game;
mod switches;
mod files;
mod catalog;
mod options;
mod job;
mod bench;
#[allow(clippy::module_inception, reason = "it is named after its type")]
mod engine;
mod spelling;
pub mod record;
mod arbiter;

pub use crate::game::{Outcome, Reason, Side, Style};
pub use arbiter::{Arbiter, RuleSet};
pub use catalog::variants_in;
pub use certain::Known;
pub use engine::Engine;
pub use error::Error;
pub use request::{Request, Root};
pub use session::{Bound, Info, News, OptionKind, OptionView, ScoreView, Session, Sink};
pub use spelling::Speller;
