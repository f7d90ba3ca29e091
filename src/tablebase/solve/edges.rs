//! The moves of the larger side: from block to block.

use crate::kit::PointSet;
use crate::tablebase::ground::Ground;
use crate::tablebase::index::Index;
use rayon::prelude::*;

/// A move of the larger side, seen from the block it leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The block it leads to.
    pub(super) shape: u32,
    /// The symmetry that brings that block's sets back to where the move leads.
    pub(super) back: u16,
    /// Whether it closes a mill.
    pub(super) closes: bool,
}

/// The moves out of every block.
#[derive(Debug)]
pub(super) struct Edges {
    starts: Vec<u32>,
    all: Vec<Edge>,
}

impl Edges {
    pub(super) fn new(ground: &Ground, index: &Index) -> Self {
        let lists: Vec<Vec<Edge>> = (0..index.shapes.count())
            .into_par_iter()
            .with_min_len(256)
            .map(|shape| edges_of(ground, index, shape))
            .collect();
        let mut edges = Self { starts: vec![0], all: Vec::new() };
        for list in lists {
            edges.all.extend(list);
            edges.starts.push(edges.all.len() as u32);
        }
        edges
    }

    /// The moves out of a block.
    #[inline]
    pub(super) fn of(&self, shape: usize) -> &[Edge] {
        &self.all[self.starts[shape] as usize..self.starts[shape + 1] as usize]
    }
}

fn edges_of(ground: &Ground, index: &Index, shape: usize) -> Vec<Edge> {
    let game = ground.game();
    let men = index.shapes.set(shape);
    let free = index.free(shape);
    let flies = game.flies_with(men.len());
    let mut edges = Vec::new();
    for from in men {
        let rest = men.without(from.set());
        let reach = if flies { free } else { game.neighbours(from) & free };
        for to in reach {
            let after: PointSet = rest | to.set();
            let place = index.shapes.place(after.bits());
            edges.push(Edge {
                shape: place.shape as u32,
                back: ground.maps().inverse(place.symmetry) as u16,
                closes: game.closes_mill(to, rest),
            });
        }
    }
    edges
}
