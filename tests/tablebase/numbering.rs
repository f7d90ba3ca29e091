//! The slots of positions and the digest of rules, made from the words of protocol.md
//! alone: plain lists, no table of the program.

use crate::slow::model::Model;
use std::collections::HashMap;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// A board with its symmetries.
pub(crate) struct Paper {
    names: Vec<String>,
    neighbours: Vec<u32>,
    /// Each line as a sum of powers of two, in increasing order.
    lines: Vec<u32>,
    symmetries: Vec<Vec<usize>>,
}

impl Paper {
    pub(crate) fn new(model: &Model) -> Self {
        let sum = |points: &[usize]| points.iter().fold(0, |set, point| set | 1_u32 << point);
        let mut lines: Vec<u32> = model.lines.iter().map(|line| sum(line)).collect();
        lines.sort_unstable();
        let neighbours = model.neighbours.iter().map(|points| sum(points)).collect();
        let names = model.names.clone();
        let mut paper = Self { names, neighbours, lines, symmetries: Vec::new() };
        paper.complete(&mut Vec::new());
        paper
    }

    pub(crate) fn points(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// Completes a permutation that keeps neighbours so far in every way there is.
    fn complete(&mut self, images: &mut Vec<usize>) {
        let next = images.len();
        if next == self.points() {
            let mut lines: Vec<u32> =
                self.lines.iter().map(|&line| moved(images, line)).collect();
            lines.sort_unstable();
            if lines == self.lines {
                self.symmetries.push(images.clone());
            }
            return;
        }
        for image in 0..self.points() {
            let fits = (0..next).all(|point| {
                let are_near = |a: usize, b: usize| self.neighbours[a] >> b & 1;
                images[point] != image
                    && are_near(point, next) == are_near(images[point], image)
            });
            if fits {
                images.push(image);
                self.complete(images);
                images.pop();
            }
        }
    }

    /// The image of a set under one of the symmetries.
    pub(crate) fn image(&self, symmetry: usize, set: u32) -> u32 {
        moved(&self.symmetries[symmetry], set)
    }

    /// The digest of the rules with these switches.
    pub(crate) fn digest(&self, switches: &[(&str, &str)]) -> u64 {
        xxh3_64(self.meaning(switches).as_bytes())
    }

    /// The text that is digested.
    pub(crate) fn meaning(&self, switches: &[(&str, &str)]) -> String {
        let mut edges = Vec::new();
        for (low, near) in self.neighbours.iter().enumerate() {
            for high in low + 1..self.points() {
                if near >> high & 1 == 1 {
                    edges.push(format!("[{low}, {high}]"));
                }
            }
        }
        let lines: Vec<String> = self.lines.iter().map(ToString::to_string).collect();
        let mut text = format!("moving {}\n", self.names.join(" "));
        let _ = writeln!(text, "[{}]\n[{}]", edges.join(", "), lines.join(", "));
        for (name, word) in switches {
            let _ = writeln!(text, "{name} {word}");
        }
        text.push_str("no count\n");
        text
    }

    /// The slots of the sectors with so many men against so many.
    pub(crate) fn numbering(&self, large: usize, small: usize) -> Numbering<'_> {
        let mut shapes = Vec::new();
        let mut places = HashMap::new();
        for set in sets(self.points(), large) {
            if places.contains_key(&set) {
                continue;
            }
            // The first of its kind; every image of it has a symmetry that leads back.
            for symmetry in 0..self.symmetries() {
                let from = sets_that_go_to(&self.symmetries[symmetry], set);
                places.insert(from, (shapes.len(), symmetry));
            }
            shapes.push(set);
        }
        let patterns = sets(self.points() - large, small);
        Numbering { paper: self, shapes, places, patterns }
    }
}

/// The image of a set under a permutation.
fn moved(images: &[usize], set: u32) -> u32 {
    members(set).fold(0, |moved, point| moved | 1 << images[point])
}

/// The set whose image is this one.
fn sets_that_go_to(images: &[usize], set: u32) -> u32 {
    let points = 0..images.len();
    points
        .filter(|&point| set >> images[point] & 1 == 1)
        .fold(0, |from, point| from | 1 << point)
}

fn members(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |point| set >> point & 1 == 1)
}

/// All sets of so many points, in the order of their sums of powers of two.
fn sets(points: usize, men: usize) -> Vec<u32> {
    (0..1_u32 << points).filter(|set| set.count_ones() as usize == men).collect()
}

/// C(many, few).
fn choose(many: usize, few: usize) -> usize {
    (0..few).fold(1, |ways, taken| ways * (many.max(taken) - taken) / (taken + 1))
}

/// The slots of a sector.
pub(crate) struct Numbering<'a> {
    paper: &'a Paper,
    /// The set that stands for each shape.
    shapes: Vec<u32>,
    /// For each set its shape and a symmetry that takes it to the one that stands for it.
    places: HashMap<u32, (usize, usize)>,
    /// The smaller sets, as numbers of points that are left, in their order.
    patterns: Vec<u32>,
}

impl Numbering<'_> {
    pub(crate) fn slots(&self) -> usize {
        self.shapes.len() * self.patterns.len()
    }

    /// The points that the larger set of a shape leaves, in their order.
    fn left(&self, shape: usize) -> Vec<usize> {
        let set = self.shapes[shape];
        (0..self.paper.points()).filter(|point| set >> point & 1 == 0).collect()
    }

    /// The slot of a position.
    pub(crate) fn slot(&self, large: u32, small: u32) -> usize {
        let (shape, symmetry) = self.places[&large];
        let small = self.paper.image(symmetry, small);
        let left = self.left(shape);
        let places = members(small).map(|point| left.iter().position(|&p| p == point).unwrap());
        let number: usize = places.enumerate().map(|(i, place)| choose(place, i + 1)).sum();
        shape * self.patterns.len() + number
    }

    /// A position with this slot: its larger set and its smaller one.
    pub(crate) fn position(&self, slot: usize) -> (u32, u32) {
        let shape = slot / self.patterns.len();
        let left = self.left(shape);
        let pattern = self.patterns[slot % self.patterns.len()];
        let small = members(pattern).fold(0, |small, place| small | 1 << left[place]);
        (self.shapes[shape], small)
    }
}
