//! Building the tables of a game, pair after pair. Each is written when it is solved, so
//! that a build that was broken off goes on where it stood.

use super::error::FileError;
use super::format::{Header, Metric, Wanted};
use super::ground::Ground;
use super::read::TableFile;
use super::sector::{Pair, order};
use super::solve::{Solved, Solver, Unsolved};
use super::{index, write};
use std::path::PathBuf;
use thiserror::Error;

/// What to build, and where.
#[derive(Clone, Debug)]
pub struct Order {
    /// The folder of all tables.
    pub folder: PathBuf,
    /// The pairs wanted; those that captures lead to are built too.
    pub pairs: Vec<Pair>,
    /// What to keep: with distances the classes are kept as well.
    pub metric: Metric,
}

impl Order {
    /// The metrics that are kept.
    const fn metrics(&self) -> &'static [Metric] {
        match self.metric {
            Metric::Wdl => &[Metric::Wdl],
            Metric::Dtw => &Metric::ALL,
        }
    }

    /// Whether some file of the pair is not there.
    pub fn lacks(&self, ground: &Ground, task: Task) -> bool {
        task.pair.sectors().any(|sector| {
            let is_there =
                |&metric| Wanted::of(ground, sector, metric).path(&self.folder).exists();
            !self.metrics().iter().all(is_there)
        })
    }
}

/// A pair that is to be built, and what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The pair.
    pub pair: Pair,
    /// Numbers of each of its sectors.
    pub slots: u64,
}

impl Task {
    /// Memory that solving it takes at most, in bytes: two halves of two bytes a number, two
    /// sectors of one while captures are looked up or the news of two steps. The 592 million
    /// numbers of 8-8 of `twelve` were seen to take 4.02 GiB.
    pub const fn memory(self) -> u64 {
        self.slots * 15 / 2 + (96 << 20)
    }

    /// Bytes on the disk, about: all of `twelve` take 0.32 a number with distances and 0.05
    /// without, its even sectors up to 0.6.
    pub fn disk(self, metric: Metric) -> u64 {
        let sectors = self.pair.sectors().count() as u64;
        match metric {
            Metric::Wdl => sectors * self.slots / 15,
            Metric::Dtw => sectors * self.slots * 9 / 20,
        }
    }
}

/// What is told while tables are built.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A pair is there already and sound.
    Kept(Task),
    /// A file is there but of no use; its pair is built anew.
    Refused(&'a FileError),
    /// Work on a pair has begun.
    Begun(Task),
    /// So many positions of the pair have been decided, the last in so many plies.
    Stepped {
        /// The pair.
        pair: Pair,
        /// Positions decided.
        decided: u64,
        /// Distance of the last.
        plies: u16,
    },
    /// A sector has been solved and written.
    Written {
        /// What its header says.
        header: &'a Header,
        /// Bytes on the disk, all its files together.
        bytes: u64,
    },
}

/// Why a build has ended early. What is written stays.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A sector has a win that is too long for a table.
    #[error("{0}")]
    TooLong(String),
}

/// The pairs that an order comes to, in their order of building.
pub fn plan(ground: &Ground, pairs: &[Pair]) -> Vec<Task> {
    order(pairs.iter().copied(), ground.least())
        .into_iter()
        .map(|pair| Task { pair, slots: index::slots(ground, pair) })
        .collect()
}

/// Builds what is not there yet.
///
/// # Errors
/// What stands in the way; a file that is damaged does not, it is built again.
pub fn build(
    ground: &Ground,
    order: &Order,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<(), BuildError> {
    let mut builder = Builder { ground, order, solver: Solver::new(ground) };
    for task in plan(ground, &order.pairs) {
        if builder.is_there(task, watch) {
            watch(Event::Kept(task));
        } else {
            builder.solve(task, watch)?;
        }
    }
    Ok(())
}

struct Builder<'a> {
    ground: &'a Ground,
    order: &'a Order,
    solver: Solver,
}

impl Builder<'_> {
    /// Whether all files of the pair are there and sound to the last byte.
    fn is_there(&self, task: Task, watch: &mut dyn FnMut(Event<'_>)) -> bool {
        if self.order.lacks(self.ground, task) {
            return false;
        }
        for sector in task.pair.sectors() {
            for &metric in self.order.metrics() {
                let wanted = Wanted::of(self.ground, sector, metric);
                let file = TableFile::open(&self.order.folder, &wanted);
                if let Err(error) = file.and_then(|file| file.verify()) {
                    watch(Event::Refused(&error));
                    return false;
                }
            }
        }
        true
    }

    fn solve(
        &mut self,
        task: Task,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), BuildError> {
        watch(Event::Begun(task));
        let metric = self.order.metric;
        let open = |sector| {
            let wanted = Wanted::of(self.ground, sector, metric);
            TableFile::open(&self.order.folder, &wanted)?.read_all()
        };
        let stepped =
            |decided, plies| watch(Event::Stepped { pair: task.pair, decided, plies });
        let solved = match self.solver.solve(task.pair, open, stepped) {
            Ok(solved) => solved,
            Err(Unsolved::Source(error)) => return Err(BuildError::File(error)),
            Err(error @ Unsolved::TooLong(_)) => {
                return Err(BuildError::TooLong(error.to_string()));
            }
        };
        for Solved { sector, codes, counts } in solved {
            let mut header = Header {
                variant: self.ground.game().variant().id.clone(),
                digest: self.ground.digest(),
                sector,
                metric,
                slots: codes.len() as u64,
                counts,
            };
            if metric == Metric::Wdl {
                // Values without distance were made from such: the plies mean nothing.
                (header.counts.longest_win, header.counts.longest_loss) = (0, 0);
            }
            let mut bytes = 0;
            for &metric in self.order.metrics() {
                header.metric = metric;
                bytes += write::write(&self.order.folder, &header, &codes)?;
            }
            watch(Event::Written { header: &header, bytes });
        }
        Ok(())
    }
}
