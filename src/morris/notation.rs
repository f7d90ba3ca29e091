//! Turns as text: `d6`, `c5-b6xe5`, `xb4`, `e5xh`.
//!
//! Reading has two stages: the grammar, then the list of legal turns. The
//! second decides, so no illegal turn can come in by spelling.
//! The ring names of the Generally Accepted Rules (`E6-A6xR1`) are another
//! spelling, which [`respell`] turns into this one and back.

use crate::game::{Game, ReadError, Style};
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
    let spelled = Spelled {
        from: turn.origin(),
        to: turn.target(),
        captures: turn.captures(),
        discards: turn.discards(),
    };
    write(&board.names, &spelled)
}

/// A turn, or a part of one, with the point names of another style; canonical.
pub(super) fn respell(
    board: &Board,
    text: &str,
    from: Style,
    to: Style,
) -> Result<String, ReadError> {
    let Some(names) = board.names_in(to) else {
        return Err(ReadError::Malformed("the board has no such names".to_owned()));
    };
    Ok(write(names, &spell(board, from, text)?))
}

fn write(names: &[String], spelled: &Spelled) -> String {
    let name = |point: Point| names.get(point.index()).map_or("?", String::as_str);
    let mut text = String::new();
    if let Some(from) = spelled.from {
        text.push_str(name(from));
        text.push('-');
    }
    if let Some(to) = spelled.to {
        text.push_str(name(to));
    }
    let mut captured: Vec<&str> = spelled.captures.into_iter().map(name).collect();
    captured.sort_unstable();
    if spelled.discards {
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
    let spelled = spell(game.board(), Style::Wmd, text)?;
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
fn spell(board: &Board, style: Style, text: &str) -> Result<Spelled, ReadError> {
    let examples = match style {
        Style::Wmd => "d6, d6xb4, c5-d5 or c5-b6xe5",
        Style::Gar => "A2, A2xA8, R1-R2 or R1-A1xR3, in upper case",
    };
    let shown: String = text.chars().take(64).collect();
    let malformed = |what: &str| {
        ReadError::Malformed(format!(
            "{shown:?} is not a turn: {what}; turns look like {examples}"
        ))
    };
    if !text.is_ascii() || text.len() > 64 {
        return Err(malformed("it holds other characters or is too long"));
    }
    let folded = match style {
        Style::Wmd => text.to_ascii_lowercase(),
        Style::Gar => text.to_owned(),
    };
    let mut parts = folded.split(['x', 'X']);
    let mut spelled = Spelled::default();
    let action = parts.next().unwrap_or_default();
    if !action.is_empty() {
        let (from, to) = points_of(board, style, action)
            .ok_or_else(|| malformed(&format!("{action:?} names no point or two points")))?;
        spelled.from = from;
        spelled.to = Some(to);
    }
    let mut any = false;
    for part in parts {
        any = true;
        if part.eq_ignore_ascii_case(HAND) && !spelled.discards {
            spelled.discards = true;
            continue;
        }
        let point = board
            .find_in(style, part)
            .ok_or_else(|| malformed(&format!("{part:?} is no point")))?;
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
fn points_of(board: &Board, style: Style, action: &str) -> Option<(Option<Point>, Point)> {
    let find = |name: &str| board.find_in(style, name);
    if let Some(to) = find(action) {
        return Some((None, to));
    }
    if let Some((from, to)) = action.split_once('-') {
        return Some((Some(find(from)?), find(to)?));
    }
    (1..action.len()).find_map(|cut| {
        let (from, to) = action.split_at_checked(cut)?;
        Some((Some(find(from)?), find(to)?))
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
    fn ring_names_are_another_spelling_and_mind_their_case() {
        let game = nine();
        let into = |from, to, text: &str| respell(game.board(), text, from, to);
        for (wmd, gar) in [("d6", "A2"), ("d1-d2xa7xf4", "E6-A6xA4xE1"), ("xb4", "xA8")] {
            assert_eq!(into(Style::Wmd, Style::Gar, wmd).unwrap(), gar);
            assert_eq!(into(Style::Gar, Style::Wmd, gar).unwrap(), wmd);
        }
        assert_eq!(into(Style::Gar, Style::Wmd, "E6A6xE1xA4").unwrap(), "d1-d2xa7xf4");
        assert_eq!(into(Style::Gar, Style::Wmd, "A1").unwrap(), "b6");
        assert_eq!(into(Style::Wmd, Style::Gar, "A1").unwrap(), "E7");
        for text in ["a1", "e6", "d6", "E9", "E6-", "h", "E6xx"] {
            let error = into(Style::Gar, Style::Wmd, text).unwrap_err();
            assert!(matches!(error, ReadError::Malformed(_)), "{text}: {error:?}");
        }
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
