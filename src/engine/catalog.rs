//! From the name of a variant to a game ready to be played.

use super::current_game::CurrentGame;
use super::error::Error;
use super::files::read_text;
use super::position::Position;
use crate::morris::{Morris, Variant, VariantError, builtin, file};

/// The variants that can be played: the built-in ones and those of the user's file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalog {
    user: Vec<Variant>,
}

impl Catalog {
    /// The variant of a new engine.
    pub(crate) const FIRST: &'static str = "morabaraba";

    /// Every variant, those of the user last.
    fn entries(&self) -> impl Iterator<Item = &Variant> {
        builtin::all().iter().chain(&self.user)
    }

    /// Whether this id is that of a variant of the user's file.
    pub(crate) fn is_users(&self, id: &str) -> bool {
        self.user.iter().any(|variant| variant.id == id)
    }

    /// Id and title of each variant.
    pub(crate) fn list(&self) -> Vec<(String, String)> {
        self.entries().map(|variant| (variant.id.clone(), variant.title.clone())).collect()
    }

    /// The ids alone.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.entries().map(|variant| variant.id.clone()).collect()
    }

    /// The id that a name (id or alias, case ignored) stands for.
    pub(crate) fn id_of(&self, name: &str) -> Option<String> {
        self.find(name).map(|variant| variant.id.clone())
    }

    fn find(&self, name: &str) -> Option<&Variant> {
        self.entries().find(|variant| variant.is_called(name))
    }

    /// The start position of the named variant.
    ///
    /// # Errors
    /// `BadArgument` for an unknown name or a variant whose rules contradict each other.
    pub(crate) fn open(&self, name: &str) -> Result<Box<dyn Position>, Error> {
        let variant = self.find(name).ok_or_else(|| {
            Error::BadArgument(format!("no variant is named {name:?}; `variants` lists them"))
        })?;
        let game = Morris::new(variant)
            .map_err(|error| Error::BadArgument(format!("{}: {error}", variant.id)))?;
        Ok(Box::new(CurrentGame::new(game)))
    }

    /// The start position of the named variant with switches set differently.
    ///
    /// # Errors
    /// Those of [`Catalog::open`], `NoSuchOption`, `BadValue`.
    pub(crate) fn open_with(
        &self,
        name: &str,
        switches: &[(String, String)],
    ) -> Result<Box<dyn Position>, Error> {
        let mut position = self.open(name)?;
        position.set_switches(switches)?;
        // The start position that was set may differ from that of the new rules.
        position.restart();
        Ok(position)
    }

    /// The catalog with the variants of a file instead of those of an earlier one;
    /// an empty path is no file.
    ///
    /// # Errors
    /// Those of [`variants_in`].
    pub(crate) fn with_file(path: &str) -> Result<Self, Error> {
        let user = if path.is_empty() { Vec::new() } else { variants_in(path)? };
        Ok(Self { user })
    }
}

/// The variants of a file.
///
/// # Errors
/// `Io` when there is no such regular file or it cannot be read, `BadValue` with file
/// and line when what it says is wrong.
pub fn variants_in(path: &str) -> Result<Vec<Variant>, Error> {
    let text = read_text(path)?;
    file::read(path, &text, builtin::all(), &[]).map_err(|error| bad_file(&error))
}

fn bad_file(error: &VariantError) -> Error {
    Error::BadValue { message: error.to_string(), min: None, max: None, allowed: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_variant_opens_under_its_id_and_aliases() {
        let catalog = Catalog::default();
        assert_eq!(catalog.ids()[0], Catalog::FIRST);
        for variant in catalog.entries() {
            assert!(catalog.open(&variant.id).is_ok(), "{}", variant.id);
            for alias in &variant.aliases {
                assert_eq!(catalog.id_of(alias).as_ref(), Some(&variant.id));
            }
        }
        assert!(matches!(catalog.open("chess"), Err(Error::BadArgument(_))));
    }

    #[test]
    fn a_missing_or_wrong_file_is_refused() {
        assert!(matches!(Catalog::with_file("no/such/file.toml"), Err(Error::Io(_))));
        let Err(Error::BadValue { message, .. }) = Catalog::with_file("Cargo.toml") else {
            panic!("a file that is no variant is refused")
        };
        assert!(message.starts_with("Cargo.toml"), "{message}");
    }
}
