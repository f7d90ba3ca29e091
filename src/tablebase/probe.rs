//! Looking positions up: in the files of a folder, and in the small endings that need none.

use super::background::Background;
use super::format::{Metric, Wanted};
use super::ground::{Ground, Unfit};
use super::index::Index;
use super::read::TableFile;
use super::sector::{Pair, Sector};
use super::shapes::Shapes;
use super::shelf::{Frames, Shelf};
use super::small::Small;
use super::value::Value;
use crate::game::{Readiness, Side, Standing};
use crate::kit::PointSet;
use crate::morris::{Morris, State};
use once_cell::sync::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// Bytes of frames that are kept, if nothing else is said.
const CACHE: u64 = 64 << 20;

/// The code of a finished position.
const LOST: u8 = 1;

/// Men of a side, in hand too, with which the small endings are near.
const NEAR: u32 = 7;

/// The tables of a game. Threads may share it.
#[derive(Debug)]
pub struct Tablebase {
    known: Result<Arc<Known>, Unfit>,
}

/// Tables of rules that can have them.
#[derive(Debug)]
struct Known {
    ground: Ground,
    folder: Option<PathBuf>,
    shapes: HashMap<u8, OnceCell<Arc<Shapes>>>,
    pairs: HashMap<Pair, OnceCell<Index>>,
    shelves: HashMap<Sector, Shelf>,
    frames: Frames,
    small: Small,
    /// All files opened: how many sectors have distances, and how many only classes.
    warm: Background<(usize, usize)>,
}

/// A position as the tables number it.
#[derive(Clone, Copy, Debug)]
struct Spot {
    sector: Sector,
    large: PointSet,
    small: PointSet,
}

impl Spot {
    /// Where a position stands.
    fn of(state: &State) -> Result<Self, Unknown> {
        let is_plain = state.bars == [None; 2] && !state.owes_own;
        if !state.hands_are_empty() || !is_plain {
            return Err(Unknown::Placing);
        }
        let (own, other) = (state.men_of(state.side), state.men_of(state.side.other()));
        let sector = Sector::new(own.len() as u8, other.len() as u8);
        let (large, small) = sector.by_size(own, other);
        Ok(Self { sector, large, small })
    }
}

/// Why a position has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// The rules have no tables.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Men are still to be placed, or one placed before has to be paid for.
    #[error("the tables begin when all men are placed")]
    Placing,
    /// The sector is not there.
    #[error("no table for {own} men against {other}", own = .0.own, other = .0.other)]
    Absent(Sector),
    /// The sector is being solved.
    #[error("the table for {own} men against {other} is not ready yet", own = .0.own, other = .0.other)]
    Unready(Sector),
    /// The file of the sector is of no use.
    #[error("{0}")]
    Refused(String),
}

impl Tablebase {
    /// The tables of a game in a folder; without one, and for what is not in it, those that
    /// need no file. Files are opened when they are first needed.
    pub fn open(game: &Morris, folder: Option<&Path>) -> Self {
        Self::with_cache(game, folder, CACHE)
    }

    /// The same, keeping so many bytes of what has been read.
    pub fn with_cache(game: &Morris, folder: Option<&Path>, cache: u64) -> Self {
        let known = Ground::new(game).map(|ground| {
            let pairs = ground.pairs();
            Arc::new(Known {
                folder: folder.map(Path::to_owned),
                shapes: pairs.iter().map(|pair| (pair.large, OnceCell::new())).collect(),
                shelves: pairs
                    .iter()
                    .flat_map(|pair| pair.sectors())
                    .map(|sector| (sector, Shelf::new(sector)))
                    .collect(),
                pairs: pairs.into_iter().map(|pair| (pair, OnceCell::new())).collect(),
                frames: Frames::new(cache),
                small: Small::new(&ground),
                warm: Background::new(),
                ground,
            })
        });
        Self { known }
    }

    /// The rules of the tables.
    ///
    /// # Errors
    /// Why the game has none.
    pub fn ground(&self) -> Result<&Ground, &Unfit> {
        self.known.as_deref().map(|known| &known.ground)
    }

    /// The value of a position of the moving phase, with its distance.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn value(&self, state: &State) -> Result<Value, Unknown> {
        let known = self.known.as_ref().map_err(Clone::clone)?;
        known.code(state, &[Metric::Dtw]).map(Value::of_code)
    }

    /// Whether a position is won, drawn or lost for the side to move; cheaper than
    /// [`Tablebase::value`], and known where that is.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn standing(&self, state: &State) -> Result<Standing, Unknown> {
        let known = self.known.as_ref().map_err(Clone::clone)?;
        known.code(state, &Metric::ALL).map(|code| Value::of_code(code).standing())
    }

    /// Gets ready for a search from a position, waiting for no longer than `patience`.
    ///
    /// The small endings are solved when few men are left, so that games that stay far from
    /// them pay nothing.
    pub fn prepare(&self, state: &State, patience: Duration) -> Readiness {
        let Ok(known) = &self.known else { return Readiness::Idle };
        let begun = Instant::now();
        if known.folder.is_some() && !known.warm_up(patience) {
            return Readiness::Waiting;
        }
        let is_near = Side::BOTH.iter().all(|&side| state.total_of(side) <= NEAR);
        let has_file = |sector| known.file_of(sector, Metric::Dtw).is_ok();
        if is_near
            && known.small.is_wanted(has_file)
            && !known.small.wait(patience.saturating_sub(begun.elapsed()))
        {
            return Readiness::Waiting;
        }
        let has_files = known.warm.get().is_some_and(|&(dtw, wdl)| dtw + wdl > 0);
        if is_near || has_files { Readiness::Ready } else { Readiness::Idle }
    }

    /// Opens every file and makes every table of the index that they need; how many sectors
    /// are there with distances, and how many without. Later look-ups never wait for it.
    pub fn warm_up(&self) -> (usize, usize) {
        const FOREVER: Duration = Duration::from_secs(3_600);
        let Ok(known) = &self.known else { return (0, 0) };
        known.warm_up(FOREVER);
        known.warm.get().copied().unwrap_or_default()
    }

    /// What is wrong with files that were asked for and could not be used.
    pub fn problems(&self) -> Vec<String> {
        let shelves = self.known.iter().flat_map(|known| known.shelves.values());
        let mut all: Vec<String> =
            shelves.flat_map(Shelf::problems).map(str::to_owned).collect();
        all.sort_unstable();
        all
    }
}

impl Known {
    /// Opens all files in the background; whether it is done within `patience`.
    fn warm_up(self: &Arc<Self>, patience: Duration) -> bool {
        self.warm.begin("opening tables", || {
            // Nobody is to wait for files of tables that have been given up.
            let known = Arc::downgrade(self);
            move |_: &(dyn Fn() -> bool + Sync)| Self::open_all(&known)
        });
        self.warm.wait(patience)
    }

    fn open_all(known: &Weak<Self>) -> Option<(usize, usize)> {
        let sectors: Vec<Sector> = known.upgrade()?.shelves.keys().copied().collect();
        let mut found = (0, 0);
        for sector in sectors {
            let known = known.upgrade()?;
            let [wdl, dtw] = Metric::ALL.map(|metric| known.file_of(sector, metric).is_ok());
            if wdl || dtw {
                known.index(sector.pair());
            }
            found.0 += usize::from(dtw);
            found.1 += usize::from(wdl && !dtw);
        }
        Some(found)
    }

    fn code(&self, state: &State, metrics: &[Metric]) -> Result<u8, Unknown> {
        let spot = Spot::of(state)?;
        let sector = spot.sector;
        if !self.ground.has(sector) {
            let lost = self.ground.is_lost(state).then_some(LOST);
            return lost.ok_or(Unknown::Absent(sector));
        }
        let number = |index: &Index| index.slot(spot.large, spot.small);
        let mut lack = Unknown::Absent(sector);
        for &metric in metrics {
            match self.file_of(sector, metric) {
                Ok((files, file)) => {
                    let place = self.index(sector.pair()).map(number);
                    let code = place.and_then(|place| files.code(file, &self.frames, place));
                    if let Some(code) = code {
                        return Ok(code);
                    }
                    lack = Unknown::Refused(format!("the table of {sector} cannot be read"));
                }
                Err(Some(reason)) => lack = Unknown::Refused(reason.to_owned()),
                Err(None) => {}
            }
        }
        if !self.small.has(sector) {
            return Err(lack);
        }
        let is_over = self.small.is_over();
        let code = self.small.code(sector, number);
        code.ok_or(if is_over { lack } else { Unknown::Unready(sector) })
    }

    /// The file of a sector; an error without a reason if there is none.
    fn file_of(
        &self,
        sector: Sector,
        metric: Metric,
    ) -> Result<(&Shelf, &TableFile), Option<&str>> {
        let folder = self.folder.as_deref().ok_or(None)?;
        let files = self.shelves.get(&sector).ok_or(None)?;
        let file = files.file(folder, metric, || Wanted::of(&self.ground, sector, metric));
        match file {
            Ok(file) => Ok((files, file)),
            Err(reason) => Err(Some(reason).filter(|reason| !reason.is_empty())),
        }
    }

    /// The numbering of a pair, made when first needed.
    fn index(&self, pair: Pair) -> Option<&Index> {
        let make = || {
            let shapes = || {
                let men = u32::from(pair.large);
                Arc::new(Shapes::new(self.ground.maps(), self.ground.points(), men))
            };
            let shapes = match self.shapes.get(&pair.large) {
                Some(place) => Arc::clone(place.get_or_init(shapes)),
                None => shapes(),
            };
            Index::new(&self.ground, pair, shapes)
        };
        self.pairs.get(&pair).map(|place| place.get_or_init(make))
    }
}
