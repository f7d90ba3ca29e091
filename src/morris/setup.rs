//! Positions as text, and what makes a set-up position possible.
//!
//! `<rows> <side> <hands> <memory> <quiet> <ply>`; the last three may be left
//! off, the hands too. Reading and a change of rules go through one check,
//! [`validate`].

use crate::game::{ReadError, Side};
use crate::kit::{Point, PointSet};
use crate::morris::Morris;
use crate::morris::board::Board;
use crate::morris::rules::{MachineGun, NoMove, PlacingMill};
use crate::morris::state::{Bar, State};
use std::fmt::Write;

/// The position text.
pub(super) fn write(game: &Morris, state: &State) -> String {
    format!(
        "{} {} {},{} {} {} {}",
        write_rows(game.board(), state),
        super::side_letter(state.side),
        state.hands[0],
        state.hands[1],
        write_memory(game.board(), state),
        state.quiet,
        state.ply
    )
}

fn write_rows(board: &Board, state: &State) -> String {
    let mut text = String::new();
    let mut points = board.points();
    for (row, &width) in board.rows.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let mut run = 0;
        for point in points.by_ref().take(width) {
            let mark = mark_at(state, point);
            if mark.is_some() && run > 0 {
                let _ = write!(text, "{run}");
                run = 0;
            }
            match mark {
                Some(mark) => text.push(mark),
                None => run += 1,
            }
        }
        if run > 0 {
            let _ = write!(text, "{run}");
        }
    }
    text
}

/// The letter of what stands on a point, or `None` if it is empty and open.
pub(super) fn mark_at(state: &State, point: Point) -> Option<char> {
    if state.men_of(Side::Light).contains(point) {
        Some('w')
    } else if state.men_of(Side::Dark).contains(point) {
        Some('b')
    } else if state.closed.contains(point) {
        Some('x')
    } else {
        None
    }
}

/// The memory field.
pub(super) fn write_memory(board: &Board, state: &State) -> String {
    let mut entries = bar_entries(board, state);
    if let Some(side) = state.first_line {
        entries.push(format!("line:{}", super::side_letter(side)));
    }
    if state.owes_own {
        entries.push(format!("own:{}", super::side_letter(state.side)));
    }
    if entries.is_empty() {
        return "-".to_owned();
    }
    entries.sort_unstable();
    entries.join(",")
}

/// The barred turns as text.
pub(super) fn bar_entries(board: &Board, state: &State) -> Vec<String> {
    let bars = state.bars.iter().flatten();
    bars.map(|bar| format!("{}-{}", board.name(bar.man), board.name(bar.home))).collect()
}

/// Reads a position text.
pub(super) fn read(game: &Morris, words: &[&str]) -> Result<State, ReadError> {
    let (rows, side) = match words {
        [] => return Err(malformed("the position text is empty".to_owned())),
        [_] => return Err(malformed("the side to move (w or b) is missing".to_owned())),
        [rows, side, ..] if words.len() <= 6 => (*rows, *side),
        _ => {
            return Err(malformed(format!(
                "a position has at most 6 fields, not {}",
                words.len()
            )));
        }
    };
    let mut state = State::empty(game.rules(), PointSet::EMPTY);
    read_rows(game.board(), rows, &mut state)?;
    state.side = read_side(side)
        .ok_or_else(|| malformed(format!("the side to move is {side:?}, wanted w or b")))?;
    state.hands = read_hands(words.get(2).copied().unwrap_or("0,0"))?;
    read_memory(game.board(), words.get(3).copied().unwrap_or("-"), &mut state)?;
    state.quiet = read_count("quiet", words.get(4).copied().unwrap_or("0"), 65_535)? as u16;
    state.ply = read_count("ply", words.get(5).copied().unwrap_or("0"), 4_000_000_000)?;
    validate(game, &state)?;
    state.key = game.full_key(&state);
    Ok(state)
}

/// The same position under changed rules: memory that they no longer know is dropped.
pub(super) fn readopt(game: &Morris, state: &State) -> Result<State, ReadError> {
    let mut state = *state;
    if game.rules().machine_gun == MachineGun::Off {
        state.bars = [None; 2];
    }
    if game.rules().placing_mill != PlacingMill::None {
        state.first_line = None;
    }
    if game.rules().placing_mill != PlacingMill::Own {
        state.owes_own = false;
    }
    if game.rules().placing_mill != PlacingMill::Mark {
        state.closed &= game.variant().first_turn_closed;
    }
    validate(game, &state)?;
    state.key = game.full_key(&state);
    Ok(state)
}

fn malformed(what: String) -> ReadError {
    ReadError::Malformed(what)
}

fn read_side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| super::side_letter(side) == word)
}

fn read_rows(board: &Board, text: &str, state: &mut State) -> Result<(), ReadError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != board.rows.len() {
        return Err(malformed(format!(
            "the board has {} rows, the position {}",
            board.rows.len(),
            rows.len()
        )));
    }
    let mut points = board.points();
    for (number, (row, &width)) in rows.iter().zip(&board.rows).enumerate() {
        let slots: Vec<Point> = points.by_ref().take(width).collect();
        read_row(row, &slots, state).map_err(|what| {
            malformed(format!("row {} of the position, {row:?}: {what}", number + 1))
        })?;
    }
    Ok(())
}

fn read_row(text: &str, slots: &[Point], state: &mut State) -> Result<(), String> {
    let wanted = slots.len();
    let mut slots = slots.iter();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut run = digit as usize;
            while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                run = run.saturating_mul(10).saturating_add(digit as usize);
                letters.next();
            }
            if run == 0 {
                return Err("a run of no points".to_owned());
            }
            if run > slots.len() {
                return Err(format!("more than its {wanted} points"));
            }
            slots.nth(run - 1);
            continue;
        }
        let into = match letter {
            'w' => &mut state.men[0],
            'b' => &mut state.men[1],
            'x' => &mut state.closed,
            other => return Err(format!("{other:?} is neither w, b, x nor a number")),
        };
        let point = slots.next().ok_or_else(|| format!("more than its {wanted} points"))?;
        *into |= point.set();
    }
    match slots.len() {
        0 => Ok(()),
        missing => Err(format!("{missing} of its {wanted} points are missing")),
    }
}

fn read_hands(text: &str) -> Result<[u8; 2], ReadError> {
    let bad = || malformed(format!("the hands are {text:?}, wanted two counts like 9,9"));
    let (light, dark) = text.split_once(',').ok_or_else(bad)?;
    let count = |word: &str| read_number(word).and_then(|n| u8::try_from(n).ok());
    Ok([count(light).ok_or_else(bad)?, count(dark).ok_or_else(bad)?])
}

fn read_count(what: &str, text: &str, most: u32) -> Result<u32, ReadError> {
    read_number(text).filter(|&count| count <= most).ok_or_else(|| {
        malformed(format!("the {what} count is {text:?}, wanted a number from 0 to {most}"))
    })
}

/// A decimal number without sign.
fn read_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

fn read_memory(board: &Board, text: &str, state: &mut State) -> Result<(), ReadError> {
    if text == "-" {
        return Ok(());
    }
    for entry in text.split(',') {
        let bad = |what: &str| malformed(format!("the memory entry {entry:?} {what}"));
        if let Some(word) = entry.strip_prefix("line:") {
            let side = read_side(word).ok_or_else(|| bad("names no side"))?;
            if state.first_line.replace(side).is_some() {
                return Err(bad("is the second of its kind"));
            }
        } else if let Some(word) = entry.strip_prefix("own:") {
            let side = read_side(word).ok_or_else(|| bad("names no side"))?;
            if side != state.side {
                return Err(bad("is about the side that is not on turn"));
            }
            state.owes_own = true;
        } else {
            let (man, home) = entry
                .split_once('-')
                .and_then(|(man, home)| Some((board.find(man)?, board.find(home)?)))
                .ok_or_else(|| bad("is none of d7-d6, line:w, own:b"))?;
            let owner = Side::BOTH
                .into_iter()
                .find(|&side| state.men_of(side).contains(man))
                .ok_or_else(|| {
                ReadError::Impossible(format!(
                    "the barred turn {entry} belongs to nobody: no man stands on {}",
                    board.name(man)
                ))
            })?;
            if state.bars[owner.index()].replace(Bar { man, home }).is_some() {
                return Err(bad("is the second barred turn of one side"));
            }
        }
    }
    Ok(())
}

/// Refuses what cannot occur, naming the first thing wrong.
fn validate(game: &Morris, state: &State) -> Result<(), ReadError> {
    check_men(game, state)
        .and_then(|()| check_memory(game, state))
        .and_then(|()| check_closed(game, state))
        .map_err(ReadError::Impossible)
}

fn check_men(game: &Morris, state: &State) -> Result<(), String> {
    let rules = game.rules();
    for side in Side::BOTH {
        let letter = super::side_letter(side);
        let (board, hand) = (state.men_of(side).len(), state.hand_of(side));
        if board + u32::from(hand) > u32::from(rules.men) {
            return Err(format!(
                "{letter} has {board} men on the board and {hand} in hand, more than {}",
                rules.men
            ));
        }
    }
    let least = rules.lose_below.least();
    if Side::BOTH.iter().all(|&side| state.total_of(side) < least) {
        return Err(format!("both sides have fewer than {least} men"));
    }
    let lines = Side::BOTH.iter().all(|&side| game.graph.has_line(state.men_of(side)));
    if rules.line_wins.is_on() && lines {
        return Err("both sides have a line where a line wins".to_owned());
    }
    Ok(())
}

fn check_memory(game: &Morris, state: &State) -> Result<(), String> {
    let rules = game.rules();
    for side in Side::BOTH {
        let Some(bar) = state.bars[side.index()] else { continue };
        let (man, home) = (game.board().name(bar.man), game.board().name(bar.home));
        if rules.machine_gun == MachineGun::Off {
            return Err(format!("{man}-{home} is barred, but MachineGun is off"));
        }
        // The owner has just left `home`; only the other side's next turn can fill it,
        // after which the owner is on turn, unless the other side may be so again.
        let may_repeat =
            rules.no_move != NoMove::Loss || rules.placing_mill == PlacingMill::HandAgain;
        let filled = if state.side == side || may_repeat {
            state.men_of(side).contains(bar.home)
        } else {
            state.occupied().contains(bar.home)
        };
        if filled || state.closed.contains(bar.home) || bar.man == bar.home {
            return Err(format!("the barred turn {man}-{home} needs {home} empty"));
        }
    }
    if state.first_line.is_some() && rules.placing_mill != PlacingMill::None {
        return Err("line: is remembered only where PlacingMill is none".to_owned());
    }
    if state.owes_own {
        if rules.placing_mill != PlacingMill::Own {
            return Err("own: is remembered only where PlacingMill is own".to_owned());
        }
        if state.men_of(state.side).is_empty() {
            return Err("own: the side has no man on the board to take off".to_owned());
        }
    }
    Ok(())
}

fn check_closed(game: &Morris, state: &State) -> Result<(), String> {
    if state.closed.is_empty() {
        return Ok(());
    }
    let marks = game.rules().placing_mill == PlacingMill::Mark && !state.hands_are_empty();
    let first = game.variant().first_turn_closed;
    let before_first = state.occupied().is_empty() && first.contains_all(state.closed);
    if marks || before_first {
        return Ok(());
    }
    Err("a point is closed (x), but these rules close none at this stage".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::morris::builtin;

    fn game(name: &str) -> Morris {
        Morris::new(builtin::find(name).unwrap()).unwrap()
    }

    fn refused(name: &str, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        game(name).read_state(&words).unwrap_err().to_string()
    }

    #[test]
    fn the_start_positions_are_the_published_ones() {
        let text = |name: &str| {
            let game = game(name);
            game.write_state(&game.start())
        };
        assert_eq!(text("morabaraba"), "3/3/3/6/3/3/3 b 12,12 - 0 0");
        assert_eq!(text("nine"), "3/3/3/6/3/3/3 w 9,9 - 0 0");
        assert_eq!(text("eleven"), "3/3/3/6/3/3/3 w 11,11 - 0 0");
    }

    #[test]
    fn trailing_fields_may_be_left_off() {
        let game = game("nine");
        let state = game.read_state(&["www/3/3/6/3/3/bbb", "b"]).unwrap();
        assert_eq!(game.write_state(&state), "www/3/3/6/3/3/bbb b 0,0 - 0 0");
    }

    #[test]
    fn each_impossible_position_has_its_message() {
        for (text, part) in [
            ("www/www/www/w5/3/3/3 w 0,3", "10 men on the board"),
            ("w2/3/3/6/3/3/bbb w 9,0", "more than 9"),
            ("ww1/3/3/6/3/3/bb1 w", "fewer than 3"),
            ("www/3/3/6/3/3/bbb w 0,0 a7-a4", "MachineGun is off"),
            ("wwx/3/3/6/3/3/bbb w 3,0", "closed"),
            ("www/3/3/6/3/3/bbb w 0,0 line:w", "PlacingMill is none"),
        ] {
            let message = refused("nine", text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn each_malformed_position_has_its_message() {
        for (text, part) in [
            ("3/3/3/6/3/3 w", "7 rows"),
            ("3/3/3/7/3/3/3 w", "row 4"),
            ("3/3/3/5/3/3/3 w", "missing"),
            ("3/3/3/q5/3/3/3 w", "'q'"),
            ("0w2/3/3/6/3/3/3 w", "run of no points"),
            ("3/3/3/6/3/3/3 x", "wanted w or b"),
            ("3/3/3/6/3/3/3", "side to move"),
            ("3/3/3/6/3/3/3 w 9", "hands"),
            ("3/3/3/6/3/3/3 w 9,-9", "hands"),
            ("3/3/3/6/3/3/3 w 9,9 - -1", "quiet"),
            ("3/3/3/6/3/3/3 w 9,9 - 0 1 2", "6 fields"),
            ("3/3/3/6/3/3/3 w 9,9 nonsense", "memory"),
            ("99999999999999999999/3/3/6/3/3/3 w 9,9", "row 1"),
        ] {
            let message = refused("nine", text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn a_home_may_be_filled_where_a_side_may_be_on_turn_again() {
        let words = ["w2/3/3/4b1/3/2w/bb1", "b", "0,0", "f2-f4"];
        let variant = builtin::find("morabaraba").unwrap();
        for (no_move, is_read) in [(NoMove::Loss, false), (NoMove::Free, true)] {
            let rules = crate::morris::Rules { no_move, ..variant.rules };
            let game = Morris::with_rules(variant, rules).unwrap();
            assert_eq!(game.read_state(&words).is_ok(), is_read, "{no_move:?}");
        }
    }

    #[test]
    fn a_bar_needs_its_man_and_an_empty_home() {
        let nobody = refused("morabaraba", "www/3/3/6/3/3/bbb w 0,0 d6-d5");
        assert!(nobody.contains("no man stands on d6"), "{nobody}");
        let filled = refused("morabaraba", "www/1b1/3/6/3/3/bbb b 0,0 d7-d6");
        assert!(filled.contains("needs d6 empty"), "{filled}");
        let again =
            game("morabaraba").read_state(&["www/1b1/3/6/3/3/bbb", "w", "0,0", "d7-d6"]);
        assert!(again.is_ok(), "the other side may have moved there since");
    }

    #[test]
    fn dropping_the_ban_drops_its_memory() {
        let variant = builtin::find("morabaraba").unwrap();
        let words = ["www/3/3/6/3/3/bbb", "w", "0,0", "d7-d6", "3", "50"];
        let state = game("morabaraba").read_state(&words).unwrap();
        let mut rules = variant.rules;
        rules.machine_gun = MachineGun::Off;
        let free = Morris::with_rules(variant, rules).unwrap();
        let state = free.readopt(&state).unwrap();
        assert_eq!(free.write_state(&state), "www/3/3/6/3/3/bbb w 0,0 - 3 50");
        assert_eq!(free.key(&state), free.full_key(&state));
    }
}
