//! Counting turn sequences: the proof of a turn generator.

use super::Game;

/// How many sequences of `depth` whole turns start at `state`, or `None` if
/// `stop` said so first.
///
/// A finished game has no continuation. Repetition and quiet plies are ignored.
/// `stop` is asked once for each node with at least two plies below it.
pub fn perft<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut buffers = vec![Vec::new(); depth as usize];
    descend(game, state, &mut buffers, stop)
}

/// The count below each legal turn of `state`, in the generator's order, or
/// `None` if stopped.
pub fn divide<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<(G::Turn, u64)>> {
    if depth == 0 || game.outcome(state).is_some() {
        return Some(Vec::new());
    }
    let mut turns = Vec::new();
    game.turns(state, &mut turns);
    turns
        .into_iter()
        .map(|turn| {
            let below = perft(game, &game.after(state, turn), depth - 1, stop)?;
            Some((turn, below))
        })
        .collect()
}

fn descend<G: Game>(
    game: &G,
    state: &G::State,
    buffers: &mut [Vec<G::Turn>],
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    if game.outcome(state).is_some() {
        return Some(0);
    }
    let Some((turns, deeper)) = buffers.split_first_mut() else { return Some(1) };
    if deeper.is_empty() {
        return Some(game.count_turns(state));
    }
    if stop() {
        return None;
    }
    turns.clear();
    game.turns(state, turns);
    let mut total = 0_u64;
    for &turn in &*turns {
        total = total.saturating_add(descend(game, &game.after(state, turn), deeper, stop)?);
    }
    Some(total)
}
