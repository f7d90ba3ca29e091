//! Talking to an engine from the other side of the wire.
//!
//! [`Wire`] is any pair of ends, [`Process`] the one to a program; [`Talk`] is the typed
//! conversation over it with a deadline on every answer, [`play`] holds a written
//! dialogue. Whatever an engine does, nothing in here waits without end.

pub mod wire;
pub mod process;
pub mod talk;
pub mod script;
pub mod dialogue;

pub use dialogue::{Patience, play};
pub use process::{Launch, Process};
pub use script::Script;
pub use talk::{Identity, Talk, Thought, Trouble};
pub use wire::{Received, Wire};
