//! Turns as text: `d6`, `c5-b6xe5`, `xb4`, `e5xh`.
//!
//! Reading has two stages: the grammar, then the list of legal turns. The
//! second decides, so no illegal turn can come in by spelling.

use crate::game::{Game, ReadError};
use crate::kit::{Point, PointSet};
use crate::morris::Morris;
use crate::morris::board::Board;
use crate::morris::state::State;
use crate::morris::turn::Turn;

/// The word after `x` for a man discarded from the opponent's hand.
const HAND: &str = "h";

/// What a turn's text says, before anyone knows whether it is legal.
#[derive(Debug, Default, PartialEq, Eq)]
struct Spelled {
    from: Option<Point>,
    to: Option<Point>,
    captures: PointSet,
    discards: bool,
}

/// The canonical text of a turn.
pub(super) fn write_turn(board: &Board, turn: Turn) -> String {
    let mut text = String::new();
    if let Some(from) = turn.origin() {
        text.push_str(board.name(from));
        text.push('-');
    }
    if let Some(to) = turn.target() {
        text.push_str(board.name(to));
    }
    let mut captured: Vec<&str> = turn.captures().into_iter().map(|p| board.name(p)).collect();
    captured.sort_unstable();
    if turn.discards() {
        captured.push(HAND);
    }
    for name in captured {
        text.push('x');
        text.push_str(name);
    }
    text
}

/// The legal turn that `text` spells; the dash may be missing and captures may
/// stand in any order.
pub(super) fn read_turn(game: &Morris, state: &State, text: &str) -> Result<Turn, ReadError> {
    let spelled = spell(game.board(), text)?;
    if game.outcome(state).is_some() {
        return Err(ReadError::Illegal(format!("{text:?}: the game is over")));
    }
    let mut legal = Vec::new();
    game.turns(state, &mut legal);
    let same_move = |turn: &Turn| turn.origin() == spelled.from && turn.target() == spelled.to;
    let exact = |turn: &Turn| {
        turn.captures() == spelled.captures && turn.discards() == spelled.discards
    };
    if let Some(turn) = legal.iter().find(|turn| same_move(turn) && exact(turn)) {
        return Ok(*turn);
    }
    let mut close = legal.iter().filter(|turn| same_move(turn));
    let reason = match close.next() {
        Some(turn) if turn.takes() && spelled.captures.is_empty() && !spelled.discards => {
            let example = write_turn(game.board(), *turn);
            format!("it closes a mill and must say what it takes, for example {example}")
        }
        Some(turn) if turn.takes() => "it may not take that".to_owned(),
        Some(_) => "it closes no mill and takes nothing".to_owned(),
        None => why_not(game, state, &spelled),
    };
    Err(ReadError::Illegal(format!("{text:?} is not legal here: {reason}")))
}

/// The plainest reason why no legal turn makes the move.
fn why_not(game: &Morris, state: &State, spelled: &Spelled) -> String {
    let board = game.board();
    let own = state.men_of(state.side);
    let side = super::side_letter(state.side);
    if game.removal(state).is_some() {
        return "a removal is due, a turn like xb4".to_owned();
    }
    if let Some(to) = spelled.to.filter(|&to| state.occupied().contains(to)) {
        return format!("{} is occupied", board.name(to));
    }
    if let Some(to) = spelled.to.filter(|&to| state.closed.contains(to)) {
        return format!("{} is closed", board.name(to));
    }
    match spelled.from {
        Some(from) if !own.contains(from) => {
            format!("{side} has no man on {}", board.name(from))
        }
        Some(_)
            if state.hand_of(state.side) > 0 && !game.rules().move_while_placing.is_on() =>
        {
            format!("{side} has men in hand and must place one")
        }
        Some(_) => "the man cannot go there".to_owned(),
        None if state.hand_of(state.side) == 0 => {
            format!("{side} has no man in hand and must move one")
        }
        None => "no legal turn is spelled so".to_owned(),
    }
}

/// Reads the grammar of a turn.
fn spell(board: &Board, text: &str) -> Result<Spelled, ReadError> {
    let malformed = |what: &str| {
        ReadError::Malformed(format!(
            "{text:?} is not a turn: {what}; turns look like d6, d6xb4, c5-d5 or c5-b6xe5"
        ))
    };
    if !text.is_ascii() || text.len() > 64 {
        return Err(malformed("it holds other characters or is too long"));
    }
    let lower = text.to_ascii_lowercase();
    let mut parts = lower.split('x');
    let mut spelled = Spelled::default();
    let action = parts.next().unwrap_or_default();
    if !action.is_empty() {
        let (from, to) = points_of(board, action)
            .ok_or_else(|| malformed(&format!("{action:?} names no point or two points")))?;
        spelled.from = from;
        spelled.to = Some(to);
    }
    let mut any = false;
    for part in parts {
        any = true;
        if part == HAND && !spelled.discards {
            spelled.discards = true;
            continue;
        }
        let point =
            board.find(part).ok_or_else(|| malformed(&format!("{part:?} is no point")))?;
        if spelled.captures.contains(point) {
            return Err(malformed("it takes one man twice"));
        }
        spelled.captures |= point.set();
    }
    if action.is_empty() && !any {
        return Err(malformed("it is empty"));
    }
    Ok(spelled)
}

/// `d6`, `c5-d5` or `c5d5`.
fn points_of(board: &Board, action: &str) -> Option<(Option<Point>, Point)> {
    if let Some(to) = board.find(action) {
        return Some((None, to));
    }
    if let Some((from, to)) = action.split_once('-') {
        return Some((Some(board.find(from)?), board.find(to)?));
    }
    (1..action.len()).find_map(|cut| {
        let (from, to) = action.split_at_checked(cut)?;
        Some((Some(board.find(from)?), board.find(to)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::morris::builtin;

    fn nine() -> Morris {
        Morris::new(builtin::find("nine").unwrap()).unwrap()
    }

    #[test]
    fn a_missing_dash_and_upper_case_are_read() {
        let game = nine();
        let state = game.read_state(&["wbb/3/3/b5/3/3/wwb", "w", "0,0"]).unwrap();
        let dashed = game.read_turn(&state, "a1-b2").unwrap();
        assert_eq!(game.read_turn(&state, "a1b2").unwrap(), dashed);
        assert_eq!(game.read_turn(&state, "A1-B2").unwrap(), dashed);
        assert_eq!(game.write_turn(dashed), "a1-b2");
    }

    #[test]
    fn nonsense_is_malformed_and_a_wrong_turn_is_illegal() {
        let game = nine();
        let start = game.start();
        for text in ["", "x", "d9", "d6-", "-d6", "d6xx", "d6xb4xb4", "c5-d5-e5", "ä7", "h"] {
            let error = game.read_turn(&start, text).unwrap_err();
            assert!(matches!(error, ReadError::Malformed(_)), "{text}: {error:?}");
        }
        for text in ["d6xb4", "d6-d7", "xb4", "d6xh"] {
            let error = game.read_turn(&start, text).unwrap_err();
            assert!(matches!(error, ReadError::Illegal(_)), "{text}: {error:?}");
        }
    }
}
