//! Where tables of exact values come from: the one seam between the engine and its tablebase.

use super::error::Error;
use super::files::check_folder;
use crate::game::{Game, Notation, Oracle};
use crate::morris::Morris;
use crate::tablebase::{Ground, Tablebase, list};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The tables of a game, or why there can be none, as a sentence.
pub(crate) type Source<G> = Result<Arc<dyn Oracle<G>>, String>;

/// A game that may have tables.
pub(crate) trait Tabled: Notation + Sized {
    /// The tables of these rules: those that need no file, and those in `folder`.
    ///
    /// It does not wait: files are opened in the background, and small endings solved where
    /// the game begins near them. A file that is not good is as if it were not there.
    ///
    /// # Errors
    /// Why there can be no tables for these rules.
    fn tables(&self, folder: Option<&Path>) -> Source<Self>;

    /// Makes sure that there can be tables for these rules, and that there are some in
    /// `folder`, if one is named.
    ///
    /// # Errors
    /// `Unsupported` where there can be none, `Io` where the folder holds none.
    fn check_tables(&self, folder: Option<&str>) -> Result<(), Error>;
}

impl Tabled for Morris {
    fn tables(&self, folder: Option<&Path>) -> Source<Self> {
        let tables = Tablebase::open(self, folder);
        // Opening files begins now, so that the first search need not wait for it.
        let _ = tables.prepare(&self.start(), Duration::ZERO);
        match tables.ground() {
            Ok(_) => Ok(Arc::new(tables)),
            Err(unfit) => Err(unfit.to_string()),
        }
    }

    fn check_tables(&self, folder: Option<&str>) -> Result<(), Error> {
        let ground =
            Ground::new(self).map_err(|unfit| Error::Unsupported(unfit.to_string()))?;
        let Some(folder) = folder else { return Ok(()) };
        check_folder(folder)?;
        let (files, refused) =
            list(Path::new(folder)).map_err(|error| Error::Io(error.to_string()))?;
        if files.iter().any(|file| file.header.digest == ground.digest()) {
            return Ok(());
        }
        Err(Error::Io(match refused.first() {
            Some(error) => error.to_string(),
            None => format!("{folder}: no tables of {} are there", self.id()),
        }))
    }
}

/// What a search may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Consult<'a> {
    /// The folder with the files of tables; empty for none.
    pub(crate) folder: &'a str,
    /// Whether tables are asked within the tree too, and not at the root alone.
    pub(crate) in_tree: bool,
}

/// The tables of one game, opened when they are first asked for. A copy shares those that
/// have been opened.
pub(crate) struct Shelf<G: Tabled> {
    opened: RefCell<Option<(String, Source<G>)>>,
}

impl<G: Tabled> Clone for Shelf<G> {
    fn clone(&self) -> Self {
        Self { opened: self.opened.clone() }
    }
}

impl<G: Tabled> Shelf<G> {
    /// A shelf with nothing opened.
    pub(crate) const fn new() -> Self {
        Self { opened: RefCell::new(None) }
    }

    /// The tables of `game` with the files of `folder`, an empty one being none.
    pub(crate) fn tables(&self, game: &G, folder: &str) -> Source<G> {
        let mut opened = self.opened.borrow_mut();
        match &*opened {
            Some((known, source)) if known == folder => source.clone(),
            _ => {
                let path = (!folder.is_empty()).then(|| Path::new(folder));
                let source = game.tables(path);
                *opened = Some((folder.to_owned(), source.clone()));
                source
            }
        }
    }

    /// Opens them anew the next time: the rules have changed, or the files may have.
    pub(crate) fn clear(&mut self) {
        *self.opened.get_mut() = None;
    }
}
