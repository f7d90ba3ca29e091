//! From a board as a variant file spells it to a checked board.
//!
//! Every refusal stands at the line of the file that is wrong and names the point.

use crate::kit::{MAX_POINTS, Point, PointSet};
use crate::morris::board::{Board, MAX_LINES_AT_POINT, place_of_name};
use crate::morris::error::VariantError;
use crate::morris::file::{At, BoardDraft};
use toml::Spanned;

/// Highest column and row of a point in a drawing.
const MAX_PLACE: i32 = 40;

/// Longest name of the Generally Accepted Rules; the drawing has room for no more.
const MAX_GAR_NAME: usize = 3;

type Refused = At<VariantError>;

/// Checks a board.
pub(super) fn check(draft: &BoardDraft) -> Result<Board, Refused> {
    let mut names: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for row in draft.rows.get_ref() {
        let words: Vec<&str> = row.get_ref().split_whitespace().collect();
        if words.is_empty() {
            return Err(At::refuse(row, "a row without points"));
        }
        for name in &words {
            check_name(&names, name).map_err(|what| At::refuse(row, what))?;
            names.push((*name).to_owned());
        }
        rows.push(words.len());
    }
    if names.len() < 3 {
        let message = format!("a board needs at least three points, not {}", names.len());
        return Err(At::refuse(&draft.rows, message));
    }
    let lines = check_lines(draft, &names)?;
    let edges = check_edges(draft, &names, &lines)?;
    let board = Board {
        gar: check_gar(draft, &rows)?,
        places: check_places(draft, &names)?,
        names,
        rows,
        edges,
        lines,
    };
    let lonely = board.points().find(|&p| board.edges.iter().all(|&(a, b)| a != p && b != p));
    match lonely {
        None => Ok(board),
        Some(lonely) => {
            let name = board.name(lonely);
            let message = format!("no line or edge touches the point {name:?}");
            Err(At::refuse(row_of(draft, name), message))
        }
    }
}

/// The point of this name, or that it is unknown.
pub(super) fn find(names: &[String], name: &str) -> Result<Point, String> {
    let index = names.iter().position(|known| known == name);
    index
        .and_then(Point::new)
        .ok_or_else(|| format!("unknown point {name:?}; the rows name {}", names.join(" ")))
}

/// A point is a letter or two and a number; `x` is taken by captures.
fn check_name(before: &[String], name: &str) -> Result<(), String> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase() && c != 'x');
    let letters = name.len() - digits.len();
    let proper = (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'));
    if !proper {
        return Err(format!(
            "{name:?} is not a point name; wanted one or two letters (not x) and a number \
             from 0 to 99, as a7"
        ));
    }
    if before.iter().any(|known| known == name) {
        return Err(format!("the point {name:?} is named twice"));
    }
    if before.len() == MAX_POINTS {
        return Err(format!("{name:?} is one point more than {MAX_POINTS}"));
    }
    Ok(())
}

/// The row that names a point.
fn row_of<'a>(draft: &'a BoardDraft, name: &str) -> &'a Spanned<String> {
    let rows = draft.rows.get_ref();
    let holds = |row: &&Spanned<String>| row.get_ref().split_whitespace().any(|w| w == name);
    // The first row stands in for one that is not there, which no caller asks for.
    rows.iter().find(holds).unwrap_or(&rows[0])
}

/// The points of a line or edge, `what`.
fn points_of(
    what: &str,
    text: &Spanned<String>,
    names: &[String],
) -> Result<Vec<Point>, Refused> {
    let words = text.get_ref().split_whitespace();
    words.map(|name| find(names, name)).collect::<Result<_, _>>().map_err(|unknown| {
        At::refuse(text, format!("the {what} {:?} names an {unknown}", text.get_ref()))
    })
}

fn check_lines(draft: &BoardDraft, names: &[String]) -> Result<Vec<[Point; 3]>, Refused> {
    let mut lines: Vec<[Point; 3]> = Vec::new();
    for text in draft.lines.get_ref() {
        let at = |what: &str| At::refuse(text, format!("the line {:?} {what}", text.get_ref()));
        let points = points_of("line", text, names)?;
        let count = points.len();
        let Ok(line) = <[Point; 3]>::try_from(points) else {
            return Err(at(&format!("has {count} points; wanted three")));
        };
        let set: PointSet = line.into_iter().collect();
        if set.len() < 3 {
            return Err(at("names a point twice"));
        }
        for other in &lines {
            match (other.iter().copied().collect::<PointSet>() & set).len() {
                0 | 1 => {}
                2 => return Err(at(&format!("shares two points with {}", say(names, *other)))),
                _ => return Err(at("is there already")),
            }
        }
        for point in line {
            let through = lines.iter().filter(|other| other.contains(&point)).count();
            if through == MAX_LINES_AT_POINT {
                return Err(at(&format!(
                    "is one more than {MAX_LINES_AT_POINT} through {}",
                    names[point.index()]
                )));
            }
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return Err(At::refuse(
            &draft.lines,
            "a board needs at least one line of three points",
        ));
    }
    Ok(lines)
}

fn say(names: &[String], line: [Point; 3]) -> String {
    let words = line.map(|point| names[point.index()].as_str());
    format!("{:?}", words.join(" "))
}

/// Neighbours along the lines, and the edges that belong to no line.
fn check_edges(
    draft: &BoardDraft,
    names: &[String],
    lines: &[[Point; 3]],
) -> Result<Vec<(Point, Point)>, Refused> {
    let mut edges: Vec<(Point, Point)> = Vec::new();
    let mut join = |a: Point, b: Point| {
        let known = edges.iter().any(|&edge| edge == (a, b) || edge == (b, a));
        if !known {
            edges.push((a, b));
        }
    };
    for &[a, b, c] in lines {
        join(a, b);
        join(b, c);
    }
    for text in &draft.edges {
        let at = |what: &str| At::refuse(text, format!("the edge {:?} {what}", text.get_ref()));
        let points = points_of("edge", text, names)?;
        if points.len() < 2 {
            return Err(at("joins no two points"));
        }
        if points.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(at("joins a point to itself"));
        }
        points.windows(2).for_each(|pair| join(pair[0], pair[1]));
    }
    Ok(edges)
}

fn check_gar(draft: &BoardDraft, rows: &[usize]) -> Result<Option<Vec<String>>, Refused> {
    let Some(gar) = &draft.gar else { return Ok(None) };
    if gar.get_ref().len() != rows.len() {
        let (given, wanted) = (gar.get_ref().len(), rows.len());
        return Err(At::refuse(gar, format!("gar has {given} rows, the board {wanted}")));
    }
    let mut names: Vec<String> = Vec::new();
    for (row, &wanted) in gar.get_ref().iter().zip(rows) {
        let words: Vec<&str> = row.get_ref().split_whitespace().collect();
        if words.len() != wanted {
            let given = words.len();
            return Err(At::refuse(row, format!("gar has {given} names for {wanted} points")));
        }
        for name in words {
            if name.len() > MAX_GAR_NAME || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
                return Err(At::refuse(
                    row,
                    format!("gar: {name:?} is not a name of at most three letters and digits"),
                ));
            }
            if names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                return Err(At::refuse(row, format!("gar: {name:?} is named twice")));
            }
            names.push(name.to_owned());
        }
    }
    Ok(Some(names))
}

/// Places from the names (file and rank) unless the draft gives them.
fn check_places(draft: &BoardDraft, names: &[String]) -> Result<Vec<(i32, i32)>, Refused> {
    for (name, place) in &draft.at {
        find(names, name).map_err(|what| At::refuse(place, format!("at: {what}")))?;
        if !place.get_ref().iter().all(|side| (0..=MAX_PLACE).contains(side)) {
            let [x, y] = place.get_ref();
            return Err(At::refuse(
                place,
                format!("at: {name} = [{x}, {y}]; both have to be from 0 to {MAX_PLACE}"),
            ));
        }
    }
    let mut places: Vec<(i32, i32)> = Vec::new();
    for name in names {
        let given = draft.at.get(name);
        let refuse = |what: String| match given {
            Some(place) => At::refuse(place, format!("at: {what}")),
            None => At::refuse(row_of(draft, name), what),
        };
        let own = || place_of_name(name).filter(|&(_, rank)| rank <= MAX_PLACE);
        let place = given.map(|place| (place.get_ref()[0], place.get_ref()[1])).or_else(own);
        let Some(place) = place else {
            return Err(refuse(format!("the point {name:?} needs a place under [board.at]")));
        };
        if let Some(other) = places.iter().position(|&known| known == place) {
            let other = &names[other];
            return Err(refuse(format!("{name} stands where {other} stands")));
        }
        places.push(place);
    }
    Ok(places)
}
