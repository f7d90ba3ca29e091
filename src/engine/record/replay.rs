//! [`Replay`]: a record shown position by position.

use super::{Entry, Record};
use crate::engine::error::Error;
use crate::engine::position::Position;
use crate::engine::spelling;
use crate::game::Style;
use std::vec::IntoIter;

/// A game that is being shown.
pub struct Replay {
    position: Box<dyn Position>,
    entries: IntoIter<Entry>,
    notation: Style,
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("entries", &self.entries).finish_non_exhaustive()
    }
}

impl Replay {
    /// Begins with the position that is set.
    pub(super) fn new(position: Box<dyn Position>, record: &Record) -> Self {
        let entries = record.entries.clone().into_iter();
        Self { position, entries, notation: record.notation }
    }

    /// Makes the next turn and tells it; `None` at the end of the record.
    ///
    /// # Errors
    /// `IllegalMove` if the record is not legal after all.
    pub fn step(&mut self) -> Result<Option<Entry>, Error> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        spelling::play(&mut *self.position, &[entry.turn()], self.notation, self.notation)?;
        Ok(Some(entry))
    }

    /// The board, the position text and what can be played, as people read it.
    ///
    /// # Errors
    /// `Internal` if no position is set.
    pub fn show(&self) -> Result<String, Error> {
        self.position.display(self.notation)
    }
}
