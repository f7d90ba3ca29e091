//! Completes a principal variation that exact knowledge has cut short.

use super::seen_from;
use crate::game::{Game, Oracle};
use crate::kit::{Score, Verdict};

/// Plays on from the end of a variation of `root`, whose value is `score`, as the oracle
/// says, to the end of the game.
///
/// The search stops where the oracle answers; a line of a decided value should
/// show the end all the same. Stops early if the oracle does or `is_late` says so, and adds
/// nothing to a variation that is not decided.
pub fn complete<G: Game>(
    game: &G,
    root: &G::State,
    oracle: &dyn Oracle<G>,
    score: Score,
    pv: &mut Vec<G::Turn>,
    is_late: &dyn Fn() -> bool,
) {
    let (Verdict::Win(plies) | Verdict::Loss(plies)) = score.verdict() else { return };
    let mut state = pv.iter().fold(*root, |state, &turn| game.after(&state, turn));
    let mut turns = Vec::new();
    while pv.len() < usize::from(plies) && game.outcome(&state).is_none() && !is_late() {
        let left = plies - u16::try_from(pv.len()).unwrap_or(plies);
        let wins = score.is_win() == (game.side(&state) == game.side(root));
        let expected = if wins { Score::win_in(left - 1) } else { Score::loss_in(left - 1) };
        turns.clear();
        game.turns(&state, &mut turns);
        let next = turns.iter().copied().find(|&turn| {
            let child = game.after(&state, turn);
            let known = match game.outcome(&child) {
                Some(end) => Some(end.score_for(game.side(&state), 0)),
                None => {
                    oracle.look_up(&child).map(|score| seen_from(game, &state, &child, score))
                }
            };
            known == Some(expected)
        });
        let Some(turn) = next else { return };
        pv.push(turn);
        state = game.after(&state, turn);
    }
}
