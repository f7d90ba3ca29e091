//! The session that the dialogues talk to.

use crate::engine::{Engine, Session};

/// The engine.
pub(crate) fn engine() -> Box<dyn Session> {
    Box::new(Engine::new().expect("the engine starts"))
}
