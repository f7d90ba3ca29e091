//! The boards as lists of point names, two letters each.

/// A board on paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    /// Rows of the position text, top to bottom.
    pub(crate) rows: &'static [&'static str],
    /// Rows of three that count, three names each.
    pub(crate) lines: &'static [&'static str],
    /// Strokes of the pen: each point is joined to the one before it.
    pub(crate) strokes: &'static [&'static str],
}

pub(crate) const SQUARES: Drawing = Drawing {
    rows: &["a7d7g7", "b6d6f6", "c5d5e5", "a4b4c4e4f4g4", "c3d3e3", "b2d2f2", "a1d1g1"],
    lines: &[
        "a7d7g7", "b6d6f6", "c5d5e5", "a4b4c4", "e4f4g4", "c3d3e3", "b2d2f2", "a1d1g1",
        "a7a4a1", "b6b4b2", "c5c4c3", "d7d6d5", "d3d2d1", "e5e4e3", "f6f4f2", "g7g4g1",
    ],
    strokes: &[
        "a7d7g7g4g1d1a1a4a7",
        "b6d6f6f4f2d2b2b4b6",
        "c5d5e5e4e3d3c3c4c5",
        "d7d6d5",
        "g4f4e4",
        "d1d2d3",
        "a4b4c4",
    ],
};

pub(crate) const DIAGONALS: Drawing = Drawing {
    rows: SQUARES.rows,
    lines: &[
        "a7d7g7", "b6d6f6", "c5d5e5", "a4b4c4", "e4f4g4", "c3d3e3", "b2d2f2", "a1d1g1",
        "a7a4a1", "b6b4b2", "c5c4c3", "d7d6d5", "d3d2d1", "e5e4e3", "f6f4f2", "g7g4g1",
        "a7b6c5", "g7f6e5", "g1f2e3", "a1b2c3",
    ],
    strokes: &[
        "a7d7g7g4g1d1a1a4a7",
        "b6d6f6f4f2d2b2b4b6",
        "c5d5e5e4e3d3c3c4c5",
        "d7d6d5",
        "g4f4e4",
        "d1d2d3",
        "a4b4c4",
        "a7b6c5",
        "g7f6e5",
        "g1f2e3",
        "a1b2c3",
    ],
};

pub(crate) const TWO_SQUARES: Drawing = Drawing {
    rows: &["a5c5e5", "b4c4d4", "a3b3d3e3", "b2c2d2", "a1c1e1"],
    lines: &["a5c5e5", "e5e3e1", "e1c1a1", "a1a3a5", "b4c4d4", "d4d3d2", "d2c2b2", "b2b3b4"],
    strokes: &["a5c5e5e3e1c1a1a3a5", "b4c4d4d3d2c2b2b3b4", "c5c4", "e3d3", "c1c2", "a3b3"],
};

pub(crate) const NINE_POINTS: Drawing = Drawing {
    rows: &["a3b3c3", "a2b2c2", "a1b1c1"],
    lines: &["a3b3c3", "a2b2c2", "a1b1c1", "a3a2a1", "b3b2b1", "c3c2c1", "a3b2c1", "a1b2c3"],
    strokes: &["a3b3c3", "a2b2c2", "a1b1c1", "a3a2a1", "b3b2b1", "c3c2c1", "a3b2c1", "a1b2c3"],
};

pub(crate) const TRIANGLES: Drawing = Drawing {
    rows: &["o1o2o3o4o5o6", "m1m2m3m4m5m6", "i1i2i3i4i5i6"],
    lines: &[
        "o1o2o3", "o3o4o5", "o5o6o1", "m1m2m3", "m3m4m5", "m5m6m1", "i1i2i3", "i3i4i5",
        "i5i6i1", "o1m1i1", "o2m2i2", "o3m3i3", "o4m4i4", "o5m5i5", "o6m6i6",
    ],
    strokes: &[
        "o1o2o3o4o5o6o1",
        "m1m2m3m4m5m6m1",
        "i1i2i3i4i5i6i1",
        "o1m1i1",
        "o2m2i2",
        "o3m3i3",
        "o4m4i4",
        "o5m5i5",
        "o6m6i6",
    ],
};

/// The names in a row, a line or a stroke.
pub(crate) fn names(text: &str) -> Vec<&str> {
    (0..text.len() / 2).map(|index| &text[2 * index..2 * index + 2]).collect()
}
