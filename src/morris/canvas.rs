//! A board in characters: points at their places, edges drawn between them.
//!
//! A board whose points are named by file and rank is a grid with both at its
//! edge. Any other is drawn to scale, with the names in the drawing, at the
//! smallest size at which the names stand apart and every edge can be seen.

use crate::kit::Point;
use crate::morris::board::Board;

/// Characters from one column of a grid to the next, and lines from one row to the
/// next; two to one keeps diagonals straight, since a character is twice as high
/// as it is wide.
const ACROSS: i32 = 4;
const DOWN: i32 = 2;

/// Room for the rank at the left edge.
const MARGIN: i32 = 3;

/// Most columns and lines of a drawing.
const MOST: (i32, i32) = (76, 27);

/// A drawing to scale has at least this many columns or this many lines, so that
/// its shape is seen.
const LEAST: (i32, i32) = (36, 14);

/// Steps of the scale for one line a unit of the places.
const FINENESS: i32 = 8;

/// A place of the drawing: column from the left, line from the top.
type Spot = (i32, i32);

/// Whether the board is drawn as a grid with files and ranks at its edge.
pub(super) fn is_grid(board: &Board) -> bool {
    let (left, right, bottom, top) = bounds(board);
    board.is_grid()
        && MARGIN + (right - left) * ACROSS < MOST.0
        && (top - bottom) * DOWN < MOST.1
}

/// The board with a label at each point. `with_axes` adds files and ranks to a grid.
pub(super) fn paint(board: &Board, label: &dyn Fn(Point) -> String, with_axes: bool) -> String {
    let spots = spots(board);
    let widest = board.names.iter().map(String::len).max().unwrap_or(1);
    let width = spots.iter().map(|spot| spot.0).max().unwrap_or(0).unsigned_abs() as usize;
    let height = spots.iter().map(|spot| spot.1).max().unwrap_or(0).unsigned_abs() as usize;
    let mut grid = vec![vec![' '; width + widest.max(3)]; height + 1];
    for &(a, b) in &board.edges {
        if let (Some(&from), Some(&to)) = (spots.get(a.index()), spots.get(b.index())) {
            stroke(&mut grid, from, to);
        }
    }
    for (point, &(column, row)) in board.points().zip(&spots) {
        for (offset, mark) in (0..).zip(label(point).chars()) {
            put(&mut grid, column + offset, row, mark);
        }
    }
    if with_axes && is_grid(board) {
        add_ranks(&mut grid, board);
    }
    let lines = grid.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
    let mut lines: Vec<String> = lines.collect();
    if with_axes && is_grid(board) {
        lines.extend([String::new(), files(board)]);
    }
    lines.join("\n")
}

fn add_ranks(grid: &mut [Vec<char>], board: &Board) {
    let (_, _, bottom, top) = bounds(board);
    for rank in bottom..=top {
        for (offset, digit) in (0..).zip(rank.to_string().chars()) {
            put(grid, offset, (top - rank) * DOWN, digit);
        }
    }
}

/// The line of file letters below a grid.
fn files(board: &Board) -> String {
    let (left, right, ..) = bounds(board);
    let mut axis = " ".repeat(MARGIN.unsigned_abs() as usize);
    for file in left..=right {
        let letter = u8::try_from(file).ok().filter(|file| *file < 26);
        axis.push(letter.map_or(' ', |file| (b'a' + file) as char));
        axis.push_str("   ");
    }
    axis.trim_end().to_owned()
}

/// Leftmost and rightmost column, lowest and highest row of the places.
fn bounds(board: &Board) -> (i32, i32, i32, i32) {
    let columns = || board.places.iter().map(|place| place.0);
    let rows = || board.places.iter().map(|place| place.1);
    let (left, right) = (columns().min(), columns().max());
    let (bottom, top) = (rows().min(), rows().max());
    (left.unwrap_or(0), right.unwrap_or(0), bottom.unwrap_or(0), top.unwrap_or(0))
}

/// Where each point is drawn.
fn spots(board: &Board) -> Vec<Spot> {
    let (left, right, bottom, top) = bounds(board);
    if is_grid(board) {
        let spot = |&(x, y): &(i32, i32)| (MARGIN + (x - left) * ACROSS, (top - y) * DOWN);
        return board.places.iter().map(spot).collect();
    }
    let size = |scale: i32| (scaled(right - left, 2 * scale), scaled(top - bottom, scale));
    let at = |scale: i32| -> Vec<Spot> {
        let spot = |&(x, y): &(i32, i32)| (scaled(x - left, 2 * scale), scaled(top - y, scale));
        board.places.iter().map(spot).collect()
    };
    let fits = |scale: &i32| size(*scale).0 <= MOST.0 && size(*scale).1 < MOST.1;
    let shows = |scale: &i32| size(*scale).0 >= LEAST.0 || size(*scale).1 >= LEAST.1;
    let fitting: Vec<i32> = (1..FINENESS * MOST.0).take_while(fits).collect();
    let clear = fitting.iter().copied().filter(shows).find(|&s| is_clear(board, &at(s)));
    at(clear.or_else(|| fitting.last().copied()).unwrap_or(1))
}

/// So many units at a scale, rounded.
fn scaled(units: i32, scale: i32) -> i32 {
    (2 * units * scale + FINENESS) / (2 * FINENESS)
}

/// Whether the names stand apart and something of every edge is seen between them.
fn is_clear(board: &Board, spots: &[Spot]) -> bool {
    let name = board.names.iter().map(String::len).max().and_then(|n| i32::try_from(n).ok());
    let name = name.unwrap_or(1);
    let gap = |a: Spot, b: Spot| ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let apart = |a: Spot, b: Spot| {
        let (across, down) = gap(a, b);
        down > 0 || across > name
    };
    let seen = |a: Spot, b: Spot| {
        let (across, down) = gap(a, b);
        down > 1 || across > name + 1
    };
    let all_apart =
        spots.iter().enumerate().all(|(i, &a)| spots[..i].iter().all(|&b| apart(a, b)));
    let ends = |(a, b): (Point, Point)| spots.get(a.index()).zip(spots.get(b.index()));
    all_apart && board.edges.iter().filter_map(|&edge| ends(edge)).all(|(&a, &b)| seen(a, b))
}

/// A straight stroke between two spots, without the spots themselves.
fn stroke(grid: &mut [Vec<char>], from: Spot, to: Spot) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if dx.abs() > 3 * dy.abs() {
        return flat_stroke(grid, if dx > 0 { from } else { to }, dx.abs(), dy * dx.signum());
    }
    // One mark in each line.
    let mark = match (dx.signum(), dy.signum()) {
        _ if 2 * dx.abs() < dy.abs() => '|',
        (1, 1) | (-1, -1) => '\\',
        _ => '/',
    };
    let (top, across) = if dy > 0 { (from, dx) } else { (to, -dx) };
    let down = dy.abs();
    for step in 1..down {
        let column = top.0 + (2 * across * step + down).div_euclid(2 * down);
        put(grid, column, top.1 + step, mark);
    }
}

/// One mark in each column, high, middle or low in its line.
fn flat_stroke(grid: &mut [Vec<char>], left: Spot, across: i32, down: i32) {
    for step in 1..across {
        let row = (2 * down * step + across).div_euclid(2 * across);
        // Six times how far the stroke runs below the middle of the line, in columns.
        let below = 6 * (down * step - row * across);
        let mark = match below {
            _ if below < -across => '\'',
            _ if below > across => '.',
            _ => '-',
        };
        put(grid, left.0 + step, left.1 + row, mark);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::builtin;

    fn drawing(name: &str) -> String {
        let board = &builtin::find(name).unwrap().board;
        paint(board, &|point| board.name(point).to_owned(), false)
    }

    #[test]
    fn every_board_fits_a_small_window_and_names_every_point() {
        for variant in builtin::all() {
            let text = drawing(&variant.id);
            assert!(text.lines().count() < 30, "{}:\n{text}", variant.id);
            assert!(text.lines().all(|line| line.len() < 80), "{}:\n{text}", variant.id);
            for name in &variant.board.names {
                assert!(text.contains(name.as_str()), "{} {name}:\n{text}", variant.id);
            }
        }
    }

    #[test]
    fn a_grid_has_files_and_ranks_and_other_boards_have_none() {
        let axes = |name: &str| {
            let board = &builtin::find(name).unwrap().board;
            paint(board, &|_| ".".to_owned(), true).ends_with('e')
        };
        assert!(axes("six") && !axes("gurgaldaj") && !axes("shisima"));
    }
}
