//! The tag `RuleSet`: rule switches that differ from the variant's own, `MachineGun=off,Men=11`.

use crate::engine::position::Position;
use crate::engine::session::{OptionKind, OptionView};

/// The tag's value.
pub(super) fn write(switches: &[(String, String)]) -> String {
    let pairs: Vec<String> =
        switches.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join(",")
}

/// The switches that the tag names.
///
/// # Errors
/// A sentence.
pub(super) fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let pairs = text.split(',').map(str::trim).filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                format!("RuleSet: {pair:?} has no value; expected Name=value,Name=value")
            })?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        })
        .collect()
}

/// The switches of a game that differ from its variant's own.
pub(super) fn of(position: &dyn Position) -> Vec<(String, String)> {
    let differs = |view: &OptionView| match &view.kind {
        OptionKind::Combo { default, .. } => *default != view.value,
        OptionKind::Spin { default, .. } => default.to_string() != view.value,
        _ => false,
    };
    let views = position.switches().into_iter().filter(differs);
    views.map(|view| (view.name.to_owned(), view.value)).collect()
}
