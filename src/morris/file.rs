//! Variant files: TOML as written, before anyone has checked what it means.
//!
//! A file is one variant, or several as `[[variant]]` tables. Unknown keys are
//! refused here; what the keys say is checked in `variant` and `layout`.

use crate::morris::error::VariantError;
use crate::morris::variant::Variant;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toml::Spanned;

/// The key of the tables of a file with several variants.
const SEVERAL: &str = "variant";

/// A file with several variants.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Several {
    variant: Vec<Draft>,
}

/// One variant as a file spells it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draft {
    pub(super) id: Spanned<String>,
    pub(super) title: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) aliases: Vec<Spanned<String>>,
    pub(super) source: Option<Spanned<String>>,
    pub(super) extends: Option<Spanned<String>>,
    pub(super) first_turn_closed: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) start: Option<Spanned<String>>,
    pub(super) board: Option<BoardDraft>,
    #[serde(default)]
    pub(super) rules: BTreeMap<String, Spanned<toml::Value>>,
}

/// A board as a file spells it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardDraft {
    /// Point names of each row of the position text, top row first.
    pub(super) rows: Spanned<Vec<Spanned<String>>>,
    /// Names of the Generally Accepted Rules in the same places.
    pub(super) gar: Option<Spanned<Vec<Spanned<String>>>>,
    /// Lines of three points.
    pub(super) lines: Spanned<Vec<Spanned<String>>>,
    /// Chains of neighbouring points that are no lines.
    #[serde(default)]
    pub(super) edges: Vec<Spanned<String>>,
    /// Places for drawing, for points whose name is not file and rank.
    #[serde(default)]
    pub(super) at: BTreeMap<String, Spanned<[i32; 2]>>,
}

/// Something at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    offset: usize,
    what: T,
}

impl At<VariantError> {
    /// A refusal where `place` stands.
    pub(super) fn refuse<S>(place: &Spanned<S>, what: impl Into<String>) -> Self {
        Self::of(place, VariantError(what.into()))
    }
}

impl<T> At<T> {
    /// `what`, where `place` stands.
    pub(super) fn of<S>(place: &Spanned<S>, what: T) -> Self {
        Self { offset: place.span().start, what }
    }
}

/// Reads the variants of a file from its text; `file` is its name for messages.
///
/// A variant may extend one of `known` and those before it in the file. Its names
/// must be new: none of theirs, and none of `reserved`.
///
/// # Errors
/// A sentence that begins with the file and the line.
pub fn read(
    file: &str,
    text: &str,
    known: &[Variant],
    reserved: &[&str],
) -> Result<Vec<Variant>, VariantError> {
    let refuse = |offset: usize, what: &dyn std::fmt::Display| {
        let line = 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
        VariantError(format!("{file}:{line}: {what}"))
    };
    let drafts = drafts(text).map_err(|error| refuse(error.offset, &error.what))?;
    let mut variants: Vec<Variant> = Vec::new();
    for draft in &drafts {
        let variant = Variant::from_draft(draft, &[known, &variants], reserved)
            .map_err(|error| refuse(error.offset, &error.what))?;
        variants.push(variant);
    }
    Ok(variants)
}

fn drafts(text: &str) -> Result<Vec<Draft>, At<VariantError>> {
    let keys: toml::Table = parse(text)?;
    let drafts = if keys.contains_key(SEVERAL) {
        parse::<Several>(text)?.variant
    } else if keys.is_empty() {
        Vec::new()
    } else {
        vec![parse::<Draft>(text)?]
    };
    if drafts.is_empty() {
        let message = "the file holds no variant; wanted id = \"...\" or [[variant]]";
        return Err(At { offset: 0, what: VariantError(message.to_owned()) });
    }
    Ok(drafts)
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, At<VariantError>> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let sentence = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        let key = key_before(text, offset).filter(|_| sentence.starts_with("invalid "));
        let key = key.map_or(String::new(), |key| format!("{key}: "));
        At { offset, what: VariantError(key + &sentence) }
    })
}

/// The key of the value at `offset`, if it stands on the same line.
fn key_before(text: &str, offset: usize) -> Option<&str> {
    let line = text.get(..offset)?.rsplit('\n').next()?;
    let (key, _) = line.split_once('=')?;
    Some(key.trim()).filter(|key| !key.is_empty())
}
