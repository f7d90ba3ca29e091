//! What the dialogue tests share: the script, its player, and the wire in this process.

#![allow(dead_code, reason = "each test file uses its own part")]

#[path = "../../src/protocol/fake.rs"]
pub(crate) mod fake;
pub(crate) mod noise;
pub(crate) mod play;
pub(crate) mod script;
pub(crate) mod session;
pub(crate) mod wire;
