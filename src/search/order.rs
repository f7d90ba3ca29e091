//! Which turn of a node comes next.
//!
//! The turn from the table, then forcing turns by merit, killers, and the rest by
//! merit and history. Keys are computed only when the table's turn did not suffice,
//! and the best is picked each time rather than sorting: most nodes end early.

use super::frame::Frame;
use super::history::History;
use super::params::Params;
use crate::game::Game;

const FORCING: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;

/// Moves the turn that the table remembers to the front; the rest keeps its order.
///
/// Forgets the keys of the node searched before in this frame.
pub(super) fn start<G: Game>(game: &G, frame: &mut Frame<G::Turn>, table_bits: u32) -> bool {
    frame.keys.clear();
    if table_bits == 0 {
        return false;
    }
    // The bits may belong to another position with the same key: only a turn
    // that was generated is legal.
    let Some(wanted) = game.unpack(table_bits) else { return false };
    let Some(place) = frame.turns.iter().position(|&turn| turn == wanted) else {
        return false;
    };
    frame.turns[..=place].rotate_right(1);
    true
}

/// Computes the keys of all turns of a node.
pub(super) fn weigh<G: Game>(
    game: &G,
    state: &G::State,
    frame: &mut Frame<G::Turn>,
    history: &History,
    before: usize,
    params: &Params,
) {
    let side = game.side(state);
    let Frame { turns, keys, killers, .. } = frame;
    keys.clear();
    keys.extend(turns.iter().map(|&turn| {
        let merit = game.merit(state, turn);
        if game.is_forcing(state, turn) {
            FORCING.saturating_add(merit)
        } else if let Some(place) = killers.iter().position(|&killer| killer == Some(turn)) {
            KILLER - i32::from(place > 0)
        } else {
            let slot = game.slot(state, turn);
            let known = history.get(side, slot) + history.answers.get(before, slot);
            merit.saturating_add(known >> params.history_shift)
        }
    }));
}

/// Computes the keys of turns that are all forcing.
pub(super) fn weigh_forcing<G: Game>(game: &G, state: &G::State, frame: &mut Frame<G::Turn>) {
    let Frame { turns, keys, .. } = frame;
    keys.clear();
    keys.extend(turns.iter().map(|&turn| game.merit(state, turn)));
}

/// Brings the weightiest turn that was not handed out yet to `place` and hands it out.
pub(super) fn pick<T: Copy>(frame: &mut Frame<T>, place: usize) -> Option<T> {
    let rest = frame.keys.get(place..)?;
    // Of equal keys the first generated wins, so that the order is the same everywhere.
    let (offset, _) = rest.iter().enumerate().rev().max_by_key(|&(_, &key)| key)?;
    frame.turns.swap(place, place + offset);
    frame.keys.swap(place, place + offset);
    frame.turns.get(place).copied()
}
