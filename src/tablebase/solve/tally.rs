//! How many different positions of a sector have which value.

use crate::tablebase::ground::Ground;
use crate::tablebase::index::Index;
use crate::tablebase::spread::Spread;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Positions of a sector by their value, those that are images of each other counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// All of them.
    pub states: u64,
    /// Won by the side to move.
    pub wins: u64,
    /// Neither won nor lost.
    pub draws: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// Plies to the end of the longest win, 0 if there is none.
    pub longest_win: u16,
    /// Plies to the end of the longest loss.
    pub longest_loss: u16,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, wins, draws, losses, longest_win, longest_loss } = self;
        write!(
            f,
            "{states} positions, {wins} won, {draws} drawn, {losses} lost, \
             longest win {longest_win}, longest loss {longest_loss}"
        )
    }
}

/// Counts a finished sector.
pub(super) fn count(ground: &Ground, index: &Index, codes: &[u8]) -> Counts {
    let blocks = codes.par_chunks(index.block()).with_min_len(64).enumerate();
    let by_code = blocks
        .fold(
            || [0_u64; 256],
            |mut by_code, (shape, codes)| {
                count_block(ground, index, shape, codes, &mut by_code);
                by_code
            },
        )
        .reduce(
            || [0; 256],
            |mut all, part| {
                for (all, part) in all.iter_mut().zip(part) {
                    *all += part;
                }
                all
            },
        );
    let mut counts = Counts { draws: by_code[0], ..Counts::default() };
    for (plies, &positions) in (0_u16..).zip(&by_code[1..]).filter(|(_, many)| **many > 0) {
        if plies % 2 == 1 {
            counts.wins += positions;
            counts.longest_win = plies;
        } else {
            counts.losses += positions;
            counts.longest_loss = plies;
        }
    }
    counts.states = counts.wins + counts.draws + counts.losses;
    counts
}

fn count_block(
    ground: &Ground,
    index: &Index,
    shape: usize,
    codes: &[u8],
    by_code: &mut [u64; 256],
) {
    let keeping = ground.maps().keeping(index.shapes.set(shape).bits());
    if keeping.is_empty() {
        for &code in codes {
            by_code[usize::from(code)] += 1;
        }
        return;
    }
    let free = index.free(shape);
    let (expand, compress) = (Spread::expand(free), Spread::compress(free));
    for (&pattern, &code) in index.patterns.iter().zip(codes) {
        let set = expand.apply(pattern);
        let is_first = keeping
            .iter()
            .all(|&symmetry| compress.apply(ground.maps().image(symmetry, set)) >= pattern);
        by_code[usize::from(code)] += u64::from(is_first);
    }
}
