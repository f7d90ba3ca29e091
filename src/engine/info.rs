//! How a line of the search is told to the world: score in turns of the winner, odds, speed.

use super::position::{millis, rate};
use super::session::{Bound, Info, ScoreView};
use crate::game::Notation;
use crate::kit::Score;
use crate::kit::score::Verdict;
use crate::search::{Accuracy, Line};

/// Whether the line's value is the value of its iteration and no bound.
pub(crate) fn is_exact<T>(line: &Line<T>) -> bool {
    matches!(line.accuracy, Accuracy::Exact | Accuracy::ProvedDraw)
}

/// The line as an `info`.
pub(crate) fn from_line<G: Notation>(
    game: &G,
    root: &G::State,
    line: &Line<G::Turn>,
    show_wdl: bool,
) -> Info {
    let score = score(game, root, line);
    Info {
        depth: line.depth,
        sel_depth: line.sel_depth,
        multi_pv: line.rank,
        score,
        bound: match line.accuracy {
            Accuracy::Exact | Accuracy::ProvedDraw => None,
            Accuracy::Lower => Some(Bound::Lower),
            Accuracy::Upper => Some(Bound::Upper),
        },
        wdl: show_wdl.then(|| wdl(score)),
        nodes: line.nodes,
        nps: rate(line.nodes, line.elapsed),
        hash_full: line.hash_full,
        tb_hits: line.oracle_hits,
        millis: millis(line.elapsed),
        pv: line.pv.iter().map(|&turn| game.write_turn(turn)).collect(),
    }
}

fn score<G: Notation>(game: &G, root: &G::State, line: &Line<G::Turn>) -> ScoreView {
    if line.accuracy == Accuracy::ProvedDraw {
        return ScoreView::Draw;
    }
    let (plies, sign) = match line.score.verdict() {
        Verdict::Estimate(centimen) => return ScoreView::Centimen(centimen.into()),
        Verdict::Win(plies) => (plies, 1),
        Verdict::Loss(plies) => (plies, -1),
    };
    let turns = if line.pv.len() == usize::from(plies) {
        winner_turns(game, root, &line.pv, sign > 0)
    } else {
        in_turns(line.score)
    };
    ScoreView::Win(sign * turns.max(1))
}

/// Turns the winner makes in a line that ends the game; sides need not alternate.
fn winner_turns<G: Notation>(
    game: &G,
    root: &G::State,
    pv: &[G::Turn],
    root_wins: bool,
) -> i32 {
    let mover = game.side(root);
    let winner = if root_wins { mover } else { mover.other() };
    let mut state = *root;
    let mut turns = 0;
    for &turn in pv {
        turns += i32::from(game.side(&state) == winner);
        state = game.after(&state, turn);
    }
    turns
}

/// Turns of the winner up to the end, when the sides alternate.
fn in_turns(score: Score) -> i32 {
    match score.verdict() {
        Verdict::Win(plies) => i32::from(plies.div_ceil(2)),
        Verdict::Loss(plies) => i32::from(plies / 2),
        Verdict::Estimate(_) => 0,
    }
}

/// Expected wins, draws and losses in thousandths.
///
/// A logistic curve on each side: a man and a half ahead wins every other game,
/// and most level games are drawn. Not fitted to games yet.
pub(crate) fn wdl(score: ScoreView) -> [u32; 3] {
    const HALF: f64 = 150.0;
    const SPREAD: f64 = 60.0;
    match score {
        ScoreView::Draw => [0, 1000, 0],
        ScoreView::Win(turns) if turns > 0 => [1000, 0, 0],
        ScoreView::Win(_) => [0, 0, 1000],
        ScoreView::Centimen(centimen) => {
            let odds = |x: f64| thousandths(1.0 / (1.0 + ((HALF - x) / SPREAD).exp()));
            let win = odds(centimen.into());
            let loss = odds(-f64::from(centimen)).min(1000 - win);
            [win, 1000 - win - loss, loss]
        }
    }
}

#[allow(clippy::cast_sign_loss, reason = "a probability is not negative")]
fn thousandths(probability: f64) -> u32 {
    (probability * 1000.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_in_plies_becomes_turns_of_the_winner() {
        assert_eq!(in_turns(Score::win_in(1)), 1);
        assert_eq!(in_turns(Score::win_in(3)), 2);
        assert_eq!(in_turns(Score::loss_in(2)), 1);
        assert_eq!(in_turns(Score::loss_in(4)), 2);
    }

    #[test]
    fn odds_add_up_and_follow_the_score() {
        for centimen in -3000..3000 {
            let [win, draw, loss] = wdl(ScoreView::Centimen(centimen));
            assert_eq!(win + draw + loss, 1000);
            let [next, ..] = wdl(ScoreView::Centimen(centimen + 1));
            assert!(next >= win);
        }
        assert_eq!(wdl(ScoreView::Win(-3)), [0, 0, 1000]);
        assert_eq!(wdl(ScoreView::Draw), [0, 1000, 0]);
    }
}
