//! From the name of a variant to a game ready to be played.

use super::error::Error;
use super::files::read_text;
use super::position::Position;
use super::typed::Typed;
use crate::morris::{Morris, Variant, builtin, file};

/// The variants that can be played: the built-in ones and those of the user's file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalog {
    user: Vec<Variant>,
}

impl Catalog {
    /// The variant of a new engine.
    pub(crate) const FIRST: &'static str = "morabaraba";

    /// Every variant, the user's first where ids are the same.
    fn entries(&self) -> impl Iterator<Item = &Variant> {
        let is_new = |variant: &&Variant| !self.user.iter().any(|own| own.id == variant.id);
        builtin::all().iter().filter(is_new).chain(&self.user)
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
        self.entries()
            .find(|variant| variant.id.eq_ignore_ascii_case(name))
            .or_else(|| self.entries().find(|variant| variant.is_called(name)))
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
        Ok(Box::new(Typed::new(game)))
    }

    /// The catalog with the variant of a file instead of that of an earlier one;
    /// an empty path is no file.
    ///
    /// # Errors
    /// `Io` when the file cannot be read, `BadValue` with the line when it is wrong.
    pub(crate) fn with_file(path: &str) -> Result<Self, Error> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let text = read_text(path)?;
        let variant =
            file::read(path, &text, builtin::find).map_err(|error| wrong(error.to_string()))?;
        if !is_line(&variant.title) {
            let title = &variant.title;
            return Err(wrong(format!(
                "{path}: the title {title:?} is refused, wanted one line without quotes"
            )));
        }
        Ok(Self { user: vec![variant] })
    }
}

fn wrong(message: String) -> Error {
    Error::BadValue { message, min: None, max: None, allowed: Vec::new() }
}

/// Whether the text can be announced, in quotes and on one line.
fn is_line(text: &str) -> bool {
    !text.contains(|symbol: char| symbol.is_control() || symbol == '"')
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

    #[test]
    fn a_title_cannot_forge_another_line() {
        assert!(is_line("Nine men's morris"));
        for title in ["t\nbestmove d6", "t\rx", "t\u{1b}[2J", "a \"b\" c"] {
            assert!(!is_line(title), "{title:?}");
        }
    }
}
