//! The position as people read it: the board, and what stands beside it.

use crate::game::{Side, Style};
use crate::kit::Point;
use crate::morris::Morris;
use crate::morris::canvas;
use crate::morris::setup;
use crate::morris::state::State;
use std::fmt::Write;

/// How the men of each side are drawn.
const LIGHT: &str = "O";
const DARK: &str = "@";

/// Board, and the men of each side; several lines without a final newline. Who is on
/// turn, what is remembered and how it ended is for the caller, who knows the history.
pub(super) fn draw(game: &Morris, state: &State, style: Style) -> String {
    let mut text = board(game, state, style);
    text.push('\n');
    for (side, name, mark) in
        [(Side::Light, "light (w)", LIGHT), (Side::Dark, "dark (b) ", DARK)]
    {
        let on_board = state.men_of(side).len();
        let in_hand = state.hands[side.index()];
        let _ = write!(text, "\n{mark}  {name}  {on_board} on the board, {in_hand} in hand");
    }
    text
}

/// The board alone. Empty points of a grid are dots, and where there are no files and
/// ranks at the edge to read a point from, its name.
fn board(game: &Morris, state: &State, style: Style) -> String {
    let board = game.board();
    let gar = board.gar.as_ref().filter(|_| style == Style::Gar);
    let names = gar.unwrap_or(&board.names);
    let with_axes = gar.is_none() && canvas::is_grid(board);
    let label = |point: Point| match letter(state, point) {
        Some(letter) => letter,
        None if with_axes => ".".to_owned(),
        None => names.get(point.index()).cloned().unwrap_or_default(),
    };
    canvas::paint(board, &label, with_axes)
}

fn letter(state: &State, point: Point) -> Option<String> {
    setup::mark_at(state, point).map(|mark| match mark {
        'w' => LIGHT.to_owned(),
        'b' => DARK.to_owned(),
        mark => mark.to_string(),
    })
}
