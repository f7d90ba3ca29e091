//! The board as people read it: points at their places, edges drawn between them.

use crate::game::{Side, Style};
use crate::kit::Point;
use crate::morris::Morris;
use crate::morris::setup;
use crate::morris::state::State;
use std::fmt::Write;

/// Characters from one column to the next, and lines from one row to the next;
/// two to one keeps diagonals straight.
const ACROSS: i32 = 4;
const DOWN: i32 = 2;

/// Room for the rank at the left edge.
const MARGIN: i32 = 3;

/// How the men of each side are drawn.
const LIGHT: &str = "O";
const DARK: &str = "@";

/// Board, and the men of each side; several lines without a final newline. Who is on
/// turn, what is remembered and how it ended is for the caller, who knows the history.
pub(super) fn draw(game: &Morris, state: &State, style: Style) -> String {
    let mut text = match (style, &game.board().gar) {
        (Style::Gar, Some(names)) => canvas(
            game,
            |point| {
                letter(state, point)
                    .unwrap_or_else(|| names.get(point.index()).cloned().unwrap_or_default())
            },
            false,
        ),
        _ => canvas(game, |point| letter(state, point).unwrap_or_else(|| ".".to_owned()), true),
    };
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

fn letter(state: &State, point: Point) -> Option<String> {
    setup::mark_at(state, point).map(|mark| match mark {
        'w' => LIGHT.to_owned(),
        'b' => DARK.to_owned(),
        mark => mark.to_string(),
    })
}

/// The grid of characters; `with_axes` adds files and ranks.
fn canvas(game: &Morris, label: impl Fn(Point) -> String, with_axes: bool) -> String {
    let board = game.board();
    let (left, right) = bounds(board.places.iter().map(|place| place.0));
    let (bottom, top) = bounds(board.places.iter().map(|place| place.1));
    let width = MARGIN + (right - left) * ACROSS + 3;
    let height = (top - bottom) * DOWN + 1;
    let mut grid =
        vec![vec![' '; width.unsigned_abs() as usize]; height.unsigned_abs() as usize];
    let spot = |(x, y): (i32, i32)| (MARGIN + (x - left) * ACROSS, (top - y) * DOWN);
    for &(a, b) in &board.edges {
        if let (Some(&from), Some(&to)) =
            (board.places.get(a.index()), board.places.get(b.index()))
        {
            stroke(&mut grid, spot(from), spot(to));
        }
    }
    for (point, &place) in board.points().zip(&board.places) {
        let (column, row) = spot(place);
        for (offset, mark) in (0..).zip(label(point).chars()) {
            put(&mut grid, column + offset, row, mark);
        }
    }
    if with_axes {
        for rank in bottom..=top {
            let row = (top - rank) * DOWN;
            for (offset, digit) in (0..).zip(rank.to_string().chars()) {
                put(&mut grid, offset, row, digit);
            }
        }
    }
    let mut text: String = grid
        .iter()
        .map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n")
        .collect();
    if with_axes {
        let files = (left..=right).map(|file| {
            u8::try_from(file)
                .ok()
                .filter(|file| *file < 26)
                .map_or(' ', |f| (b'a' + f) as char)
        });
        let mut axis = " ".repeat(MARGIN.unsigned_abs() as usize);
        for file in files {
            axis.push(file);
            axis.push_str("   ");
        }
        text.push('\n');
        text.push_str(axis.trim_end());
    }
    text.trim_end_matches('\n').to_owned()
}

fn bounds(values: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
}

/// A straight stroke between two spots, without the spots themselves.
fn stroke(grid: &mut [Vec<char>], from: (i32, i32), to: (i32, i32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let mark = match (dx.signum(), dy.signum()) {
        (_, 0) => '-',
        (0, _) => '|',
        (1, 1) | (-1, -1) => '\\',
        _ => '/',
    };
    let steps = dx.abs().max(dy.abs());
    for step in 1..steps {
        let (across, down) = (dx * step, dy * step);
        // A slanted stroke marks only the spots it really meets.
        if across % steps == 0 && down % steps == 0 {
            put(grid, from.0 + across / steps, from.1 + down / steps, mark);
        }
    }
}

fn put(grid: &mut [Vec<char>], column: i32, row: i32, mark: char) {
    let spot = usize::try_from(row)
        .ok()
        .and_then(|row| grid.get_mut(row))
        .zip(usize::try_from(column).ok());
    if let Some(place) = spot.and_then(|(row, column)| row.get_mut(column)) {
        *place = mark;
    }
}
