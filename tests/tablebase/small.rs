//! Boards so small that every position can be tried, drawn once and made into variant
//! files for the program.

use crate::slow::boards::{Drawing, names};
use modisa::morris::{Variant, file};

/// Nine points that no symmetry leaves as they are.
pub(crate) const ODD: Drawing = Drawing {
    rows: &["a3b3c3", "a2b2c2d2", "a1b1"],
    lines: &["a3b3c3", "a3a2a1", "b3b2b1", "b2c2d2"],
    strokes: &["a3b3c3", "a3a2a1", "b3b2b1", "b2c2d2", "c3c2", "a1b1"],
};

/// Seven points with twelve symmetries.
pub(crate) const WHEEL: Drawing = Drawing {
    rows: &["b3c3", "a2c2e2", "b1c1"],
    lines: &["a2c2e2", "b3c2c1", "c3c2b1"],
    strokes: &["a2b3c3e2c1b1a2", "a2c2e2", "b3c2c1", "c3c2b1"],
};

/// Ten points and a mirror.
pub(crate) const MIRROR: Drawing = Drawing {
    rows: &["a4b4c4", "a3c3", "a2b2c2", "a1c1"],
    lines: &["a4b4c4", "a2b2c2", "a4a3a2", "c4c3c2"],
    strokes: &["a4b4c4", "a2b2c2", "a4a3a2", "c4c3c2", "a2a1c1c2"],
};

/// The text of a variant file with this board and so many men a side.
pub(crate) fn text(id: &str, board: &Drawing, men: usize) -> String {
    let list = |texts: &[&str]| {
        let quoted: Vec<String> =
            texts.iter().map(|text| format!("\"{}\"", names(text).join(" "))).collect();
        quoted.join(", ")
    };
    let Drawing { rows, lines, strokes } = board;
    format!(
        "id = \"{id}\"\n\n[board]\nrows = [{}]\nlines = [{}]\nedges = [{}]\n\n[rules]\nmen = {men}\n",
        list(rows),
        list(lines),
        list(strokes)
    )
}

/// The variant of that file.
pub(crate) fn variant(id: &str, board: &Drawing, men: usize) -> Variant {
    let mut variants = file::read("small.toml", &text(id, board, men), &[], &[]).unwrap();
    variants.remove(0)
}
