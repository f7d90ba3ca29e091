//! The session that the dialogues talk to.

use crate::engine::{Engine, Session};

/// The engine.
pub(crate) fn engine() -> Option<Box<dyn Session>> {
    Engine::new().ok().map(|engine| Box::new(engine) as Box<dyn Session>)
}
