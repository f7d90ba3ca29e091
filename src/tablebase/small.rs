//! The smallest endings, solved in the background when first needed: no file has to be
//! there, and a fraction of a second of one core does it (up to four men a side on the
//! board of 24 points: 5.7 million positions).

use super::background::Background;
use super::ground::Ground;
use super::index::{self, Index};
use super::sector::{Pair, Sector, order};
use super::solve::Solver;
use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

/// Men of a side, at most.
const MEN: u8 = 4;
/// Numbers of all sectors together, at most: seconds of work, megabytes of memory.
const SLOTS: u64 = 24_000_000;

/// Solved sectors, with the numbering of their positions.
#[derive(Debug, Default)]
struct Solved {
    indices: HashMap<Pair, Index>,
    codes: HashMap<Sector, Vec<u8>>,
}

/// The smallest sectors of a game.
#[derive(Debug)]
pub(super) struct Small {
    ground: Ground,
    pairs: Vec<Pair>,
    solved: Background<Solved>,
}

impl Small {
    /// Chooses the sectors: as many as are small enough, beginning with the fewest men.
    pub(super) fn new(ground: &Ground) -> Self {
        let few = ground.pairs().into_iter().filter(|pair| pair.large <= MEN);
        let mut left = SLOTS;
        let mut pairs = order(few, ground.least());
        let fits = |pair: &&Pair| {
            let slots = 2 * index::slots(ground, **pair);
            let fits = slots <= left;
            left = left.saturating_sub(slots);
            fits
        };
        let kept = pairs.iter().take_while(fits).count();
        pairs.truncate(kept);
        Self { ground: ground.clone(), pairs, solved: Background::new() }
    }

    /// Whether a sector is, or will be, one of them.
    pub(super) fn has(&self, sector: Sector) -> bool {
        self.pairs.contains(&sector.pair())
    }

    /// Whether there is any that is not `known` elsewhere.
    pub(super) fn is_wanted(&self, known: impl Fn(Sector) -> bool) -> bool {
        self.pairs.iter().flat_map(|pair| pair.sectors()).any(|sector| !known(sector))
    }

    /// Begins the work if it has not been begun and waits until it is done, but no longer
    /// than `patience`; whether it is.
    pub(super) fn wait(&self, patience: Duration) -> bool {
        self.solved.begin("small endings", || {
            let (ground, pairs) = (self.ground.clone(), self.pairs.clone());
            move |is_given_up: &(dyn Fn() -> bool + Sync)| solve(&ground, &pairs, is_given_up)
        });
        self.solved.wait(patience)
    }

    /// Whether nothing more will come.
    pub(super) fn is_over(&self) -> bool {
        self.solved.wait(Duration::ZERO)
    }

    /// The code of a position, once the work is done.
    pub(super) fn code(
        &self,
        sector: Sector,
        number: impl FnOnce(&Index) -> usize,
    ) -> Option<u8> {
        let solved = self.solved.get()?;
        let index = solved.indices.get(&sector.pair())?;
        solved.codes.get(&sector)?.get(number(index)).copied()
    }
}

/// Solves the sectors on one core.
fn solve(
    ground: &Ground,
    pairs: &[Pair],
    is_given_up: &(dyn Fn() -> bool + Sync),
) -> Option<Solved> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| log::warn!("the small endings are not solved: {error}"));
    pool.ok()?.install(|| {
        let mut solver = Solver::new(ground);
        let mut all = Solved::default();
        for &pair in pairs {
            if is_given_up() {
                return None;
            }
            let known = |sector: Sector| {
                Ok::<_, Infallible>(all.codes.get(&sector).cloned().unwrap_or_default())
            };
            // Where a win is too long for a table, what leads there has none either.
            let Ok(sectors) = solver.solve(pair, known, |_, _| ()) else { break };
            all.codes.extend(sectors.into_iter().map(|one| (one.sector, one.codes)));
            all.indices.insert(pair, solver.index(pair));
        }
        Some(all)
    })
}
