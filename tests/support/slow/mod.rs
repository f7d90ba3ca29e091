//! A second implementation of the rules, slow and plain, that shares no code with the
//! engine: boards written out by hand, men as letters, turns as text.

pub(crate) mod boards;
pub(crate) mod model;
pub(crate) mod position;
pub(crate) mod setup;
pub(crate) mod sheets;
