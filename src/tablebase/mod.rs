//! Endgame tables of the moving phase.

mod background;
pub mod build;
pub mod check;
mod combine;
pub mod error;
pub mod format;
pub mod ground;
mod index;
pub mod list;
mod oracle;
pub mod probe;
mod read;
pub mod sector;
mod shapes;
mod shelf;
mod small;
mod solve;
mod spread;
pub mod value;
mod write;

pub use build::{BuildError, Event, Order, Task, build, plan};
pub use check::{Checked, Contradiction, check, value_by_turns};
pub use error::{Fault, FileError};
pub use format::{Header, Metric};
pub use ground::{Ground, Unfit};
pub use list::{Listed, list};
pub use probe::{Tablebase, Unknown};
pub use sector::{Pair, Sector};
pub use solve::Counts;
pub use value::Value;
