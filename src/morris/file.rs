//! Variant files: TOML as written, before anyone has checked what it means.
//!
//! Unknown keys are refused here; what the keys say is checked in `variant`.

use crate::morris::variant::{Variant, VariantError};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// One variant as a file spells it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    pub(super) id: Spanned<String>,
    pub(super) title: Option<String>,
    #[serde(default)]
    pub(super) aliases: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) source: String,
    pub(super) extends: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) first_turn_closed: Vec<Spanned<String>>,
    pub(super) start: Option<String>,
    pub(super) board: Option<BoardDraft>,
    #[serde(default)]
    pub(super) rules: BTreeMap<String, Spanned<toml::Value>>,
}

/// A board as a file spells it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardDraft {
    /// Point names of each row of the position text, top row first.
    pub(super) rows: Vec<Spanned<String>>,
    /// Names of the Generally Accepted Rules in the same places.
    pub(super) gar: Option<Spanned<Vec<String>>>,
    /// Lines of three points.
    #[serde(default)]
    pub(super) lines: Vec<Spanned<String>>,
    /// Chains of neighbouring points that are no lines.
    #[serde(default)]
    pub(super) edges: Vec<Spanned<String>>,
    /// Places for drawing, for points whose name is not file and rank.
    #[serde(default)]
    pub(super) at: BTreeMap<String, [i32; 2]>,
}

/// Something at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    offset: Option<usize>,
    what: T,
}

impl<T> At<T> {
    /// `what`, where `place` stands.
    pub(super) fn of<S>(place: &Spanned<S>, what: T) -> Self {
        Self { offset: Some(place.span().start), what }
    }

    /// `what`, about the file as a whole.
    pub(super) fn nowhere(what: T) -> Self {
        Self { offset: None, what }
    }
}

/// Reads a variant from the text of a file; `file` is the name for messages and
/// `known` finds variants that it may extend.
///
/// # Errors
/// A sentence that begins with the file and, where there is one, the line.
pub fn read<'a>(
    file: &str,
    text: &str,
    known: impl Fn(&str) -> Option<&'a Variant>,
) -> Result<Variant, VariantError> {
    let place = |offset: Option<usize>| match offset {
        Some(offset) => {
            let line = 1 + text.get(..offset).unwrap_or_default().matches('\n').count();
            format!("{file}:{line}")
        }
        None => file.to_owned(),
    };
    let draft: Draft = toml::from_str(text).map_err(|error| {
        let place = place(error.span().map(|span| span.start));
        let sentence = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        VariantError(format!("{place}: {sentence}"))
    })?;
    Variant::from_draft(&draft, known)
        .map_err(|error| VariantError(format!("{}: {}", place(error.offset), error.what)))
}
