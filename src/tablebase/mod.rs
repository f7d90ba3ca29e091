//! Endgame tables: what every position of the moving phase is worth.
//!
//! A *sector* holds the positions in which the side to move and the other have given
//! numbers of men; with the sector it is turned into it makes a *pair*, which is solved as
//! one. A position has a number, its *slot*: the *shape* of the larger set of men (the set
//! up to the symmetries of the board) chooses a block, the other set its place there. A
//! table has a *code* for each slot: 0 for a draw, else the plies to the end and one more.
//!
//! [`Ground`] says which rules can have tables, [`build`] makes them, [`check`] and [`list`]
//! look after them, and [`Tablebase`] answers for a position.

mod background;
mod build;
mod check;
mod combine;
mod error;
mod format;
mod ground;
mod index;
mod list;
mod oracle;
mod probe;
mod read;
mod sector;
mod shapes;
mod shelf;
mod small;
mod solve;
mod spread;
mod value;
mod write;

pub use build::{BuildError, Event, Order, Task, build, plan};
pub use check::{Checked, Contradiction, check};
pub use error::{Fault, FileError};
pub use format::{Header, Metric};
pub use ground::{Ground, Unfit};
pub use list::{Listed, list};
pub use probe::{Tablebase, Unknown};
pub use sector::{Pair, Sector};
pub use solve::Counts;
pub use value::Value;
