//! A checked variant, and the check that makes one from a file's draft.
//!
//! Every refusal names the line of the file, the key or point, and what was
//! expected.

use crate::kit::points::MAX_POINTS;
use crate::kit::{Point, PointSet};
use crate::morris::board::{Board, MAX_LINES_AT_POINT};
use crate::morris::file::{At, BoardDraft, Draft};
use crate::morris::rules::{Rules, SWITCHES};
use thiserror::Error;

/// Highest column and row of a point in a drawing.
const MAX_PLACE: i32 = 40;

/// Why a variant or a combination of switches is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct VariantError(pub String);

/// A variant: a board and a rule sheet under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Short name, the value of the `Variant` option.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Other names that are accepted.
    pub aliases: Vec<String>,
    /// Where the rules come from.
    pub source: String,
    /// The board.
    pub board: Board,
    /// The rule switches.
    pub rules: Rules,
    /// Points where the first turn of the game may not place.
    pub first_turn_closed: PointSet,
    /// Text of the start position, if it is not the empty board.
    pub start: Option<String>,
}

impl Variant {
    /// Whether `name` is its id or an alias, whatever the case.
    pub fn is_called(&self, name: &str) -> bool {
        self.id.eq_ignore_ascii_case(name)
            || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// Checks a draft. `known` finds the variant that the draft extends.
    pub(super) fn from_draft<'a>(
        draft: &Draft,
        known: impl Fn(&str) -> Option<&'a Self>,
    ) -> Result<Self, At<VariantError>> {
        let base = match &draft.extends {
            None => None,
            Some(name) => Some(known(name.get_ref()).ok_or_else(|| {
                At::of(
                    name,
                    refuse(format!("extends names no known variant: {:?}", name.get_ref())),
                )
            })?),
        };
        let id = check_name(&draft.id)?;
        let aliases = draft.aliases.iter().map(check_name).collect::<Result<Vec<_>, _>>()?;
        let board = match (&draft.board, base) {
            (Some(board), _) => check_board(board)?,
            (None, Some(base)) => base.board.clone(),
            (None, None) => {
                return Err(At::of(&draft.id, refuse("no [board] and no extends".to_owned())));
            }
        };
        let rules = check_rules(draft, base.map_or_else(Rules::default, |base| base.rules))?;
        if 2 * usize::from(rules.men) > board.len() {
            return Err(At::of(
                &draft.id,
                refuse(format!(
                    "men = {} for each side cannot be placed on {} points",
                    rules.men,
                    board.len()
                )),
            ));
        }
        let mut first_turn_closed = PointSet::EMPTY;
        for name in &draft.first_turn_closed {
            first_turn_closed |=
                find(&board.names, name.get_ref()).map_err(|error| At::of(name, error))?.set();
        }
        let variant = Self {
            title: draft.title.clone().unwrap_or_else(|| id.clone()),
            id,
            aliases,
            source: draft.source.clone(),
            board,
            rules,
            first_turn_closed,
            start: draft.start.clone(),
        };
        // The start position is the last thing that can be wrong.
        crate::morris::Morris::new(&variant).map_err(|error| At::of(&draft.id, error))?;
        Ok(variant)
    }
}

fn refuse(what: String) -> VariantError {
    VariantError(what)
}

fn check_name(name: &toml::Spanned<String>) -> Result<String, At<VariantError>> {
    let text = name.get_ref();
    let proper = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !text.is_empty() && text.len() <= 40 && text.bytes().all(proper) {
        return Ok(text.clone());
    }
    Err(At::of(
        name,
        refuse(format!("{text:?} is not a name; wanted a to z, 0 to 9 and dashes, 40 at most")),
    ))
}

fn check_rules(draft: &Draft, mut rules: Rules) -> Result<Rules, At<VariantError>> {
    for (key, value) in &draft.rules {
        let Some(switch) = SWITCHES.iter().find(|switch| switch.key == key) else {
            let keys: Vec<&str> = SWITCHES.iter().map(|switch| switch.key).collect();
            let message = format!("unknown rule {key:?}; the rules are {}", keys.join(", "));
            return Err(At::of(value, refuse(message)));
        };
        let text = match value.get_ref() {
            toml::Value::String(word) => word.clone(),
            toml::Value::Integer(number) => number.to_string(),
            other => {
                let message =
                    format!("{key} is a {}; wanted text or a number", other.type_str());
                return Err(At::of(value, refuse(message)));
            }
        };
        switch.set(&mut rules, &text).map_err(|error| At::of(value, error))?;
    }
    rules.check().map_err(|error| At::of(&draft.id, error))?;
    Ok(rules)
}

fn find(names: &[String], name: &str) -> Result<Point, VariantError> {
    let index = names.iter().position(|known| known == name);
    index.and_then(Point::new).ok_or_else(|| {
        refuse(format!("unknown point {name:?}; the rows name {}", names.join(" ")))
    })
}

fn check_board(draft: &BoardDraft) -> Result<Board, At<VariantError>> {
    let mut names: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for row in &draft.rows {
        let at = |error| At::of(row, error);
        let words: Vec<&str> = row.get_ref().split_whitespace().collect();
        if words.is_empty() {
            return Err(at(refuse("a row without points".to_owned())));
        }
        for name in &words {
            check_point(&names, name).map_err(at)?;
            names.push((*name).to_owned());
        }
        rows.push(words.len());
    }
    if names.len() < 3 {
        return Err(At::nowhere(refuse("a board needs at least three points".to_owned())));
    }
    let lines = check_lines(draft, &names)?;
    let edges = check_edges(draft, &names, &lines)?;
    let board = Board {
        gar: check_gar(draft, names.len())?,
        places: check_places(draft, &names)?,
        names,
        rows,
        edges,
        lines,
    };
    let lonely = board.points().find(|&p| board.edges.iter().all(|&(a, b)| a != p && b != p));
    match lonely {
        Some(point) => Err(At::nowhere(refuse(format!(
            "no line or edge touches the point {:?}",
            board.name(point)
        )))),
        None => Ok(board),
    }
}

/// A point is a letter or two and a number; `x` is taken by captures.
fn check_point(before: &[String], name: &str) -> Result<(), VariantError> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase() && c != 'x');
    let letters = name.len() - digits.len();
    let proper = (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !proper {
        return Err(refuse(format!(
            "{name:?} is not a point name; wanted one or two letters (not x) and a number, as a7"
        )));
    }
    if before.iter().any(|known| known == name) {
        return Err(refuse(format!("the point {name:?} is named twice")));
    }
    if before.len() == MAX_POINTS {
        return Err(refuse(format!("{name:?} is one point more than {MAX_POINTS}")));
    }
    Ok(())
}

fn points_of(
    text: &toml::Spanned<String>,
    names: &[String],
) -> Result<Vec<Point>, At<VariantError>> {
    let words = text.get_ref().split_whitespace();
    words.map(|name| find(names, name)).collect::<Result<_, _>>().map_err(|e| At::of(text, e))
}

fn check_lines(
    draft: &BoardDraft,
    names: &[String],
) -> Result<Vec<[Point; 3]>, At<VariantError>> {
    let mut lines: Vec<[Point; 3]> = Vec::new();
    for text in &draft.lines {
        let at = |what: String| At::of(text, refuse(what));
        let points = points_of(text, names)?;
        let set: PointSet = points.iter().copied().collect();
        let line: [Point; 3] = match points.try_into() {
            Ok(line) if set.len() == 3 => line,
            _ => return Err(at(format!("{:?} is not a line of three points", text.get_ref()))),
        };
        for other in &lines {
            let shared = (other.iter().copied().collect::<PointSet>() & set).len();
            if shared > 1 {
                return Err(at(format!(
                    "the line {:?} shares {shared} points with an earlier one",
                    text.get_ref()
                )));
            }
        }
        for point in line {
            let through = lines.iter().filter(|other| other.contains(&point)).count();
            if through == MAX_LINES_AT_POINT {
                return Err(at(format!(
                    "more than {MAX_LINES_AT_POINT} lines go through {}",
                    names[point.index()]
                )));
            }
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Neighbours along the lines, and the edges that belong to no line.
fn check_edges(
    draft: &BoardDraft,
    names: &[String],
    lines: &[[Point; 3]],
) -> Result<Vec<(Point, Point)>, At<VariantError>> {
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
        let points = points_of(text, names)?;
        let looped = points.windows(2).any(|pair| pair[0] == pair[1]);
        if points.len() < 2 || looped {
            let message = format!("{:?} joins no two points", text.get_ref());
            return Err(At::of(text, refuse(message)));
        }
        points.windows(2).for_each(|pair| join(pair[0], pair[1]));
    }
    Ok(edges)
}

fn check_gar(
    draft: &BoardDraft,
    points: usize,
) -> Result<Option<Vec<String>>, At<VariantError>> {
    let Some(rows) = &draft.gar else { return Ok(None) };
    let words = rows.get_ref().iter().flat_map(|row| row.split_whitespace());
    let names: Vec<String> = words.map(ToOwned::to_owned).collect();
    if names.len() == points {
        return Ok(Some(names));
    }
    let message = format!("gar has {} names for {points} points", names.len());
    Err(At::of(rows, refuse(message)))
}

/// Places from the names (file and rank) unless the draft gives them.
fn check_places(
    draft: &BoardDraft,
    names: &[String],
) -> Result<Vec<(i32, i32)>, At<VariantError>> {
    if let Some((unknown, _)) = draft.at.iter().find(|(name, _)| !names.contains(name)) {
        return Err(At::nowhere(refuse(format!("at: unknown point {unknown:?}"))));
    }
    if let Some((name, _)) = draft
        .at
        .iter()
        .find(|(_, [x, y])| !(0..=MAX_PLACE).contains(x) || !(0..=MAX_PLACE).contains(y))
    {
        return Err(At::nowhere(refuse(format!(
            "at: {name} lies outside 0 to {MAX_PLACE} in one direction"
        ))));
    }
    let place = |name: &String| {
        if let Some(&[x, y]) = draft.at.get(name) {
            return Some((x, y));
        }
        let (file, rank) = name.split_at_checked(1)?;
        let file = i32::from(*file.as_bytes().first()?) - i32::from(b'a');
        Some((file, rank.parse().ok()?))
    };
    names
        .iter()
        .map(|name| {
            place(name).ok_or_else(|| {
                At::nowhere(refuse(format!(
                    "the point {name:?} needs a place under [board.at]"
                )))
            })
        })
        .collect()
}
