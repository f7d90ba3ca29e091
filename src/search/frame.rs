//! Buffers of one ply, kept for the whole search so that the tree allocates nothing.

/// What a node at a certain distance from the root needs while it is searched.
#[derive(Clone, Debug)]
pub(super) struct Frame<T> {
    /// The turns of the node; those already handed out come first, in that order.
    pub turns: Vec<T>,
    /// Order keys of the turns; empty until the first turn that needs one.
    pub keys: Vec<i32>,
    /// Quiet turns that refuted neighbours of this node, the newest first.
    pub killers: [Option<T>; 2],
    /// The slot of the turn that is being searched.
    pub slot: usize,
    /// The principal variation from this node on.
    pub line: Vec<T>,
}

impl<T: Copy + Eq> Frame<T> {
    /// A frame without turns.
    pub(super) fn new() -> Self {
        Self {
            turns: Vec::new(),
            keys: Vec::new(),
            killers: [None; 2],
            slot: 0,
            line: Vec::new(),
        }
    }

    /// Remembers a quiet turn that refuted the node (Akl and Newborn, "The
    /// principal continuation and the killer heuristic", 1977).
    pub(super) fn remember_killer(&mut self, turn: T) {
        if self.killers[0] != Some(turn) {
            self.killers = [Some(turn), self.killers[0]];
        }
    }
}

/// Makes the variation of `ply` the turn followed by the variation below it.
pub(super) fn extend_line<T: Copy>(frames: &mut [Frame<T>], ply: usize, turn: T) {
    let (above, below) = frames.split_at_mut(ply + 1);
    let line = &mut above[ply].line;
    line.clear();
    line.push(turn);
    line.extend_from_slice(&below[0].line);
}
