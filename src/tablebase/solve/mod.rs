//! Solving a pair of sectors by going backwards from its ends, one ply at a time
//! (retrograde analysis; Ströhlein 1970, Thompson 1986).
//!
//! A position starts with the number of its quiet turns and its best capture, which leads
//! to a finished sector ([`start`]). Then each distance in turn is decided from the one
//! before ([`step`]): a turn to a lost position wins, the last turn to a won one loses. What
//! is never decided is a draw.

mod block;
mod code;
mod edges;
mod start;
mod step;
mod tally;

pub(crate) use code::MOST_PLIES;
pub use tally::Counts;

use super::ground::Ground;
use super::index::Index;
use super::sector::{Pair, Sector};
use super::shapes::Shapes;
use code::{Code, Prospect};
use edges::Edges;
use rayon::prelude::*;
use start::{Below, Losses};
use std::collections::HashMap;
use std::sync::Arc;
use step::{Half, News, Step};
use thiserror::Error;

/// A finished sector: a code for each number, and how many positions have which value.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) sector: Sector,
    /// 0 for a draw, else the plies to the end and one more.
    pub(super) codes: Vec<u8>,
    pub(super) counts: Counts,
}

/// Why a pair could not be solved.
#[derive(Debug, Error)]
pub(super) enum Unsolved<E> {
    /// A finished sector could not be had.
    #[error(transparent)]
    Source(E),
    /// A win takes longer than a table can say.
    #[error(
        "a position of {0} takes more than {MOST_PLIES} plies to the end, which is more than tables can hold"
    )]
    TooLong(Pair),
}

/// Solves pairs of one game.
#[derive(Debug)]
pub(super) struct Solver {
    ground: Ground,
    /// By number of men; made when first needed.
    shapes: HashMap<u8, Arc<Shapes>>,
}

impl Solver {
    pub(super) fn new(ground: &Ground) -> Self {
        Self { ground: ground.clone(), shapes: HashMap::new() }
    }

    /// The numbering of a pair.
    pub(super) fn index(&mut self, pair: Pair) -> Index {
        let shapes = self.shapes.entry(pair.large).or_insert_with(|| {
            let (maps, points) = (self.ground.maps(), self.ground.points());
            Arc::new(Shapes::new(maps, points, u32::from(pair.large)))
        });
        Index::new(&self.ground, pair, Arc::clone(shapes))
    }

    /// Solves a pair; `finished` gives the codes of a sector that captures lead to, and
    /// `stepped` is told how many positions have been decided, the last in how many plies.
    ///
    /// # Errors
    /// What `finished` reports, and a win too long for a table.
    pub(super) fn solve<E>(
        &mut self,
        pair: Pair,
        finished: impl Fn(Sector) -> Result<Vec<u8>, E>,
        mut stepped: impl FnMut(u64, u16),
    ) -> Result<Vec<Solved>, Unsolved<E>> {
        let index = self.index(pair);
        let edges = Edges::new(&self.ground, &index);
        let (large, small) = self.starts(&index, &edges, finished)?;
        let size = index.block();
        let mut halves = [Half::new(large, size), Half::new(small, size)];
        self.go_back(&index, &edges, &mut halves, &mut stepped)
            .map_err(|()| Unsolved::TooLong(pair))?;
        let sectors =
            [Sector::new(pair.large, pair.small), Sector::new(pair.small, pair.large)];
        let kept = pair.sectors().count();
        let mut solved = Vec::new();
        for (sector, half) in sectors.into_iter().zip(halves).take(kept) {
            let codes: Vec<u8> = half.codes.par_iter().map(|&code| final_code(code)).collect();
            drop(half);
            let counts = tally::count(&self.ground, &index, &codes);
            solved.push(Solved { sector, codes, counts });
        }
        Ok(solved)
    }

    /// Both halves before the first step.
    fn starts<E>(
        &mut self,
        index: &Index,
        edges: &Edges,
        finished: impl Fn(Sector) -> Result<Vec<u8>, E>,
    ) -> Result<(Vec<u16>, Vec<u16>), Unsolved<E>> {
        let Pair { large, small } = index.pair;
        let least = self.ground.least();
        let below = |solver: &mut Self, sector: Sector| {
            if sector.own < least || sector.other < least {
                return Ok(None);
            }
            let mut codes = finished(sector).map_err(Unsolved::Source)?;
            let by_code = Prospect::by_code();
            codes.par_iter_mut().for_each(|code| *code = by_code[usize::from(*code)]);
            Ok(Some(Below { index: solver.index(sector.pair()), prospects: codes }))
        };
        let removals = {
            let below = below(self, Sector::new(small - 1, large))?;
            start::removals(&self.ground, index, below.as_ref())
        };
        let codes = start::large(&self.ground, index, edges, &removals);
        if large == small {
            let even = start::small(&self.ground, index, &Losses::Even(&removals));
            return Ok((codes, even));
        }
        drop(removals);
        let below = below(self, Sector::new(large - 1, small))?;
        let losses = below.as_ref().map_or(Losses::Won, Losses::Shrunk);
        let other = start::small(&self.ground, index, &losses);
        Ok((codes, other))
    }

    /// Decides all that can be, distance by distance; an error for a win too long.
    fn go_back(
        &self,
        index: &Index,
        edges: &Edges,
        halves: &mut [Half; 2],
        stepped: &mut dyn FnMut(u64, u16),
    ) -> Result<(), ()> {
        let ground = &self.ground;
        let [large, small] = halves;
        let mut large_news: News = step::decided(index, large, 0);
        let mut small_news: News = step::decided(index, small, 0);
        let blocks = index.shapes.count();
        let (mut large_fresh, mut small_fresh): (News, News) =
            (vec![Vec::new(); blocks], vec![Vec::new(); blocks]);
        let mut decided = 0;
        for plies in 1.. {
            let step = Step { ground, index, edges, plies };
            let one = step.large(large, &small_news, &mut large_fresh);
            let two = step.small(small, &large_news, &mut small_fresh);
            std::mem::swap(&mut large_news, &mut large_fresh);
            std::mem::swap(&mut small_news, &mut small_fresh);
            let found = one.positions + two.positions;
            decided += found;
            stepped(decided, plies);
            if found > 0 && plies > MOST_PLIES {
                return Err(());
            }
            if found == 0 && !(one.due | two.due).is_any_after(plies) {
                break;
            }
        }
        Ok(())
    }
}

/// What a table says of a position when nothing more can be decided.
fn final_code(code: u16) -> u8 {
    Code(code).plies().map_or(0, |plies| plies as u8 + 1)
}
