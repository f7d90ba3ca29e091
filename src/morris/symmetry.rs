//! Symmetries of a board, found from its graph: the permutations of its points
//! that keep neighbours and lines.
//!
//! No board lists its own. They are built up along a chain of stabilisers (Sims,
//! "Computational methods in the study of permutation groups", 1970): first those
//! that move nothing but the last point, then those that move the last two, and so
//! on; each step needs one search for each point that the next point may go to.
//! What is kept after any step is a group, so that a board with too many
//! symmetries, as one of many equal parts, keeps some of them and all stays true.

use crate::kit::{MAX_POINTS, Point, PointSet};
use crate::morris::Morris;
use crate::morris::board::{Board, Graph};
use crate::morris::state::{Bar, State};

/// Most symmetries that are kept; where a board has more, a part of them that is a group.
pub const MOST: usize = 1024;

/// Images that are tried before the search is given up with what it has found: far more
/// than any board needs that is not made to be hard, and still a matter of milliseconds.
const TRIES: u32 = 1 << 21;

/// A permutation of the points of a board that keeps neighbours and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry([Point; MAX_POINTS]);

impl Symmetry {
    fn identity() -> Self {
        Self(std::array::from_fn(|index| Point::from_bits(index as u32)))
    }

    /// Where a point goes.
    #[inline]
    pub const fn point(&self, point: Point) -> Point {
        self.0[point.index()]
    }

    /// Where the points of a set go.
    #[inline]
    pub fn set(&self, points: PointSet) -> PointSet {
        points.into_iter().map(|point| self.point(point)).collect()
    }

    /// The symmetry that does `first` and then this one.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self(first.0.map(|point| self.point(point)))
    }
}

/// The symmetries of a board: a group, the identity first.
#[derive(Clone, Debug)]
pub struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    /// All symmetries of the board; where it has more than [`MOST`], those of them that
    /// leave enough points where they are.
    pub fn of(board: &Board) -> Self {
        Self::within(board, TRIES)
    }

    fn within(board: &Board, tries: u32) -> Self {
        let mut search = Search::new(board, tries);
        let mut found = vec![Symmetry::identity()];
        for place in (0..search.order.len()).rev() {
            let movers = search.movers(place);
            if search.tries == 0 || found.len() * (movers.len() + 1) > MOST {
                break;
            }
            let fixers = found.clone();
            for mover in movers {
                found.extend(fixers.iter().map(|fixer| mover.after(fixer)));
            }
        }
        Self(found)
    }

    /// How many there are, the identity included.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Each of them once.
    pub fn iter(&self) -> std::slice::Iter<'_, Symmetry> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Symmetries {
    type Item = &'a Symmetry;
    type IntoIter = std::slice::Iter<'a, Symmetry>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Looks for symmetries by giving the points their images one after the other.
struct Search {
    graph: Graph,
    /// The points in the order in which they get their images.
    order: Vec<Point>,
    /// Images that may still be tried.
    tries: u32,
}

impl Search {
    fn new(board: &Board, tries: u32) -> Self {
        let graph = Graph::new(board);
        let order = order_of(&graph);
        Self { graph, order, tries }
    }

    /// For each point that the one at `place` can go to while those before it stay, a
    /// symmetry that does so; nothing for its own point.
    fn movers(&mut self, place: usize) -> Vec<Symmetry> {
        let fixed: PointSet = self.order[..place].iter().copied().collect();
        let own = self.order[place];
        let mut movers = Vec::new();
        for target in self.graph.points.without(fixed | own.set()) {
            let mut images = Symmetry::identity();
            if self.can_go(place, target, &images) {
                images.0[own.index()] = target;
                if self.complete(place + 1, fixed | target.set(), &mut images) {
                    movers.push(images);
                }
            }
        }
        movers
    }

    /// Finds images for the points from `place` on, outside those that are `used`.
    fn complete(&mut self, place: usize, used: PointSet, images: &mut Symmetry) -> bool {
        let Some(&point) = self.order.get(place) else { return true };
        for target in self.graph.points.without(used) {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            if self.can_go(place, target, images) {
                images.0[point.index()] = target;
                if self.complete(place + 1, used | target.set(), images) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the point at `place` is to those before it what `target` is to their images.
    fn can_go(&self, place: usize, target: Point, images: &Symmetry) -> bool {
        let graph = &self.graph;
        let point = self.order[place];
        let (reach, reached) =
            (graph.neighbours[point.index()], graph.neighbours[target.index()]);
        let lines = |point: Point| graph.pairs_at(point).count();
        if reach.len() != reached.len() || lines(point) != lines(target) {
            return false;
        }
        let before = &self.order[..place];
        let known: PointSet = before.iter().copied().collect();
        before
            .iter()
            .all(|&other| reach.contains(other) == reached.contains(images.point(other)))
            && graph
                .pairs_at(point)
                .filter(|&pair| known.contains_all(pair))
                .all(|pair| graph.pairs_at(target).any(|there| there == images.set(pair)))
    }
}

/// The points so that each has as many neighbours as possible among those before it:
/// what does not fit shows early.
fn order_of(graph: &Graph) -> Vec<Point> {
    let mut order = Vec::new();
    let mut left = graph.points;
    let known = |point: &Point, left: PointSet| {
        (graph.neighbours[point.index()].without(left).len(), std::cmp::Reverse(*point))
    };
    while let Some(next) = left.into_iter().max_by_key(|point| known(point, left)) {
        order.push(next);
        left = left.without(next.set());
    }
    order
}

impl Morris {
    /// The symmetries of the board.
    pub fn symmetries(&self) -> &Symmetries {
        self.symmetries.get_or_init(|| Symmetries::of(self.board()))
    }

    /// The position with everything on the board moved by a symmetry, barred turns and
    /// closed points too.
    #[must_use]
    pub fn image(&self, state: &State, symmetry: &Symmetry) -> State {
        let moved =
            |bar: Bar| Bar { man: symmetry.point(bar.man), home: symmetry.point(bar.home) };
        let mut image = State {
            men: state.men.map(|men| symmetry.set(men)),
            closed: symmetry.set(state.closed),
            bars: state.bars.map(|bar| bar.map(moved)),
            ..*state
        };
        image.key = self.full_key(&image);
        image
    }

    /// The lowest key of all images of the position.
    pub(super) fn least_key(&self, state: &State) -> u64 {
        let keys = self.symmetries().iter().map(|symmetry| self.image(state, symmetry).key);
        keys.min().unwrap_or(state.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::builtin;
    use std::collections::HashSet;

    fn point(index: usize) -> Point {
        Point::new(index).unwrap()
    }

    /// A board of so many points with these edges and lines.
    fn board(count: usize, edges: &[(usize, usize)], lines: &[[usize; 3]]) -> Board {
        Board {
            names: (0..count).map(|index| format!("a{index}")).collect(),
            gar: None,
            rows: vec![count],
            places: (0..).map(|column| (column, 0)).take(count).collect(),
            edges: edges.iter().map(|&(a, b)| (point(a), point(b))).collect(),
            lines: lines.iter().map(|line| line.map(point)).collect(),
        }
    }

    fn assert_is_group(symmetries: &Symmetries) {
        let all: HashSet<Symmetry> = symmetries.iter().copied().collect();
        assert_eq!(all.len(), symmetries.count(), "a symmetry is listed twice");
        assert_eq!(symmetries.iter().next(), Some(&Symmetry::identity()));
        // A finite set of permutations that holds all their products is a group.
        for a in symmetries {
            assert!(
                symmetries.iter().all(|b| all.contains(&a.after(b))),
                "a product is missing"
            );
        }
    }

    fn assert_keeps(board: &Board, symmetry: &Symmetry) {
        let pairs = |(a, b): (Point, Point)| a.set() | b.set();
        let edges: HashSet<PointSet> = board.edges.iter().copied().map(pairs).collect();
        let lines: HashSet<PointSet> =
            board.lines.iter().map(|line| line.iter().copied().collect()).collect();
        for (what, kept) in [("edge", edges), ("line", lines)] {
            assert!(kept.iter().all(|&one| kept.contains(&symmetry.set(one))), "{what}");
        }
    }

    #[test]
    fn the_symmetries_of_every_built_in_board_are_a_group_and_keep_it() {
        for variant in builtin::all() {
            let symmetries = Symmetries::of(&variant.board);
            assert_is_group(&symmetries);
            for symmetry in &symmetries {
                assert_keeps(&variant.board, symmetry);
            }
        }
    }

    #[test]
    fn a_board_of_equal_parts_keeps_no_more_than_a_group_of_the_most() {
        let parts: Vec<[usize; 3]> = (0..10).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
        let edges: Vec<(usize, usize)> =
            parts.iter().flat_map(|&[a, b, c]| [(a, b), (b, c)]).collect();
        let star: Vec<(usize, usize)> = (1..32).map(|n| (0, n)).collect();
        let all: Vec<(usize, usize)> =
            (0..32).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for (name, board, kept) in [
            // 2^4 * 4! of the last four lines; five would have 3,840.
            ("ten lines", board(30, &edges, &parts), 384),
            // 6! of the last points; seven would have 5,040.
            ("a star", board(32, &star, &[]), 720),
            ("a clique", board(32, &all, &[]), 720),
            ("nothing at all", board(32, &[], &[]), 720),
        ] {
            let symmetries = Symmetries::of(&board);
            assert_eq!(symmetries.count(), kept, "{name}");
            assert_is_group(&symmetries);
            for symmetry in &symmetries {
                assert_keeps(&board, symmetry);
            }
        }
    }

    #[test]
    fn a_search_that_is_given_up_has_found_a_group() {
        let board = &builtin::find("nine").unwrap().board;
        let mut counts: Vec<usize> = Vec::new();
        for tries in (0..4000).step_by(50) {
            let symmetries = Symmetries::within(board, tries);
            assert_is_group(&symmetries);
            counts.push(symmetries.count());
        }
        counts.dedup();
        assert_eq!((counts[0], counts[counts.len() - 1]), (1, 16), "{counts:?}");
    }

    #[test]
    fn lines_tell_points_apart_that_neighbours_do_not() {
        let ring: Vec<(usize, usize)> = (0..6).map(|n| (n, (n + 1) % 6)).collect();
        assert_eq!(Symmetries::of(&board(6, &ring, &[])).count(), 12);
        assert_eq!(Symmetries::of(&board(6, &ring, &[[0, 1, 2]])).count(), 2);
        assert_eq!(Symmetries::of(&board(6, &ring, &[[0, 1, 2], [2, 3, 4]])).count(), 2);
        assert_eq!(Symmetries::of(&board(6, &ring, &[[0, 1, 3]])).count(), 1);
    }
}
