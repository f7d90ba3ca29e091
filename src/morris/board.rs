//! Boards: points with names and places, edges and lines; and the tables made from them.

use crate::game::Style;
use crate::kit::{MAX_POINTS, Point, PointSet};

/// Lines a point can lie on at most; a fifth has no room in the tables.
pub const MAX_LINES_AT_POINT: usize = 4;

/// A checked board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Name of each point, in the order of the position text; lower case.
    pub names: Vec<String>,
    /// Name of each point in the Generally Accepted Rules, if the board has such names.
    pub gar: Option<Vec<String>>,
    /// How many points each row of the position text has, top row first.
    pub rows: Vec<usize>,
    /// Place of each point in a drawing: columns to the right, rows upwards.
    pub places: Vec<(i32, i32)>,
    /// Pairs of neighbouring points.
    pub edges: Vec<(Point, Point)>,
    /// The lines of three points that make a mill, each in its order along the line.
    pub lines: Vec<[Point; 3]>,
}

impl Board {
    /// How many points it has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether it has no points; a checked board has at least three.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All points in the order of the position text.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.names.len()).filter_map(Point::new)
    }

    /// The point with this name, whatever the case.
    pub fn find(&self, name: &str) -> Option<Point> {
        let index = self.names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Point::new(index)
    }

    /// Whether every point stands at the file and rank of its name.
    pub fn is_grid(&self) -> bool {
        self.names.iter().zip(&self.places).all(|(name, &at)| place_of_name(name) == Some(at))
    }

    /// The name of a point.
    pub fn name(&self, point: Point) -> &str {
        self.names.get(point.index()).map_or("?", String::as_str)
    }

    /// The names of this style, if the board has them.
    pub fn names_in(&self, style: Style) -> Option<&[String]> {
        match style {
            Style::Wmd => Some(&self.names),
            Style::Gar => self.gar.as_deref(),
        }
    }

    /// The point with this name in this style. Only `Wmd` does not mind the case:
    /// without it, A1 of the one and a1 of the other are the same word.
    pub fn find_in(&self, style: Style, name: &str) -> Option<Point> {
        match style {
            Style::Wmd => self.find(name),
            Style::Gar => {
                let names = self.gar.as_deref()?;
                names.iter().position(|known| known == name).and_then(Point::new)
            }
        }
    }
}

/// The place of a point named by file and rank, as a1 is: columns from 0, rows by rank.
pub(super) fn place_of_name(name: &str) -> Option<(i32, i32)> {
    let (file, rank) = name.split_at_checked(1)?;
    let file = i32::from(*file.as_bytes().first()?) - i32::from(b'a');
    Some((file, rank.parse().ok()?))
}

/// Tables made once from a board.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// All points.
    pub(super) points: PointSet,
    /// The neighbours of each point.
    pub(super) neighbours: [PointSet; MAX_POINTS],
    /// For each point and each line through it, the other two points of the line;
    /// unused places hold all 32 bits, which no set of men contains.
    partners: [[PointSet; MAX_LINES_AT_POINT]; MAX_POINTS],
    /// Every line as a set.
    pub(super) lines: Vec<PointSet>,
    /// The same lines in groups of a fixed size, filled up with [`NO_LINE`]: what is asked
    /// of all lines at every node is asked of a group at once, without a branch.
    groups: Vec<[u32; GROUP]>,
    /// Points with at least four neighbours: the crossings.
    pub(super) crossings: PointSet,
}

/// Lines in a group.
const GROUP: usize = 8;
/// Fills up a group: no set of men contains it or lacks a single point of it.
const NO_LINE: u32 = u32::MAX;

impl Graph {
    pub(super) fn new(board: &Board) -> Self {
        let mut neighbours = [PointSet::EMPTY; MAX_POINTS];
        for &(a, b) in &board.edges {
            neighbours[a.index()] |= b.set();
            neighbours[b.index()] |= a.set();
        }
        let lines: Vec<PointSet> =
            board.lines.iter().map(|line| line.iter().copied().collect()).collect();
        let mut partners = [[PointSet::from_bits(u32::MAX); MAX_LINES_AT_POINT]; MAX_POINTS];
        for point in board.points() {
            let through = lines.iter().filter(|line| line.contains(point));
            for (place, line) in partners[point.index()].iter_mut().zip(through) {
                *place = line.without(point.set());
            }
        }
        let crossings =
            board.points().filter(|point| neighbours[point.index()].len() >= 4).collect();
        let groups = lines
            .chunks(GROUP)
            .map(|chunk| {
                let mut group = [NO_LINE; GROUP];
                for (place, line) in group.iter_mut().zip(chunk) {
                    *place = line.bits();
                }
                group
            })
            .collect();
        let points = PointSet::first(board.len());
        Self { points, neighbours, partners, lines, groups, crossings }
    }

    /// How many lines through `point` have their other two points in `men`.
    #[inline]
    pub(super) fn mills_at(&self, point: Point, men: PointSet) -> u32 {
        let partners = &self.partners[point.index()];
        partners.iter().map(|&pair| u32::from(men.contains_all(pair))).sum()
    }

    /// Whether some line through `point` has its other two points in `men`.
    #[inline]
    pub(super) fn is_mill_at(&self, point: Point, men: PointSet) -> bool {
        let p = &self.partners[point.index()];
        men.contains_all(p[0])
            | men.contains_all(p[1])
            | men.contains_all(p[2])
            | men.contains_all(p[3])
    }

    /// The other two points of each line through `point`.
    pub(super) fn pairs_at(&self, point: Point) -> impl Iterator<Item = PointSet> + '_ {
        let pairs = self.partners[point.index()].iter().copied();
        pairs.take_while(|pair| pair.bits() != u32::MAX)
    }

    /// The men that stand in a full line of `men`.
    #[inline]
    pub(super) fn in_mills(&self, men: PointSet) -> PointSet {
        self.over_lines(|line| if line & !men.bits() == 0 { line } else { 0 })
    }

    /// The points that `part` picks from each line.
    #[inline]
    fn over_lines(&self, part: impl Fn(u32) -> u32) -> PointSet {
        let mut union = [0; GROUP];
        for group in &self.groups {
            for (all, &line) in union.iter_mut().zip(group) {
                *all |= part(line);
            }
        }
        PointSet::from_bits(union.into_iter().fold(0, |all, part| all | part))
    }

    /// The points that `men` lack to fill a line of which they hold all others.
    #[inline]
    pub(super) fn holes(&self, men: PointSet) -> PointSet {
        self.over_lines(|line| {
            let missing = line & !men.bits();
            // A single bit, or none.
            if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
        })
    }

    /// The points next to any of `men`.
    #[inline]
    pub(super) fn beside(&self, men: PointSet) -> PointSet {
        men.into_iter()
            .fold(PointSet::EMPTY, |beside, man| beside | self.neighbours[man.index()])
    }

    /// Whether `men` hold a full line.
    pub(super) fn has_line(&self, men: PointSet) -> bool {
        !self.in_mills(men).is_empty()
    }
}
