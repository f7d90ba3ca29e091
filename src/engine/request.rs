//! What may be asked: positions and limits, as plain data without spelling.

/// Where a position starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root<'a> {
    /// The start position of the variant.
    Start,
    /// The words of a position text.
    Fen(&'a [&'a str]),
}

/// Everything a `go` can say. Limits combine; the first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Only these first turns.
    pub search_moves: Vec<String>,
    /// Not these first turns.
    pub avoid: Vec<String>,
    /// Think on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Search until `stop`.
    pub infinite: bool,
    /// Milliseconds left for the light side; negative counts as zero.
    pub light_time: Option<i64>,
    /// Milliseconds left for the dark side.
    pub dark_time: Option<i64>,
    /// Milliseconds the light side gains with each turn.
    pub light_increment: Option<i64>,
    /// Milliseconds the dark side gains with each turn.
    pub dark_increment: Option<i64>,
    /// Milliseconds left for the side that starts the game.
    pub first_time: Option<i64>,
    /// Milliseconds left for the side that moves second in the game.
    pub second_time: Option<i64>,
    /// Increment of the side that starts the game, in milliseconds.
    pub first_increment: Option<i64>,
    /// Increment of the side that moves second, in milliseconds.
    pub second_increment: Option<i64>,
    /// Turns to the next time control.
    pub moves_to_go: Option<i64>,
    /// Milliseconds this turn may take at most.
    pub move_time: Option<i64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// End when a win in at most this many own turns is proved.
    pub win: Option<u32>,
    /// How many best first turns to report, instead of the `MultiPV` option.
    pub multi_pv: Option<u32>,
}

impl Request {
    /// Whether anything but `stop` ends the search.
    pub fn is_bounded(&self) -> bool {
        !self.infinite
            && !self.ponder
            && (self.has_clock()
                || self.move_time.is_some()
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.win.is_some())
    }

    /// Whether any clock is meant, if only by an increment or a number of turns.
    pub fn has_clock(&self) -> bool {
        [
            self.light_time,
            self.dark_time,
            self.light_increment,
            self.dark_increment,
            self.first_time,
            self.second_time,
            self.first_increment,
            self.second_increment,
            self.moves_to_go,
        ]
        .iter()
        .any(Option::is_some)
    }
}
