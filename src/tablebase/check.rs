//! Checking finished tables: every byte against its checksum, and positions against those
//! that their turns lead to, by the rules and not by the solver's tables.

use super::error::FileError;
use super::format::{Metric, Wanted};
use super::ground::Ground;
use super::index::{self, Index};
use super::read::TableFile;
use super::sector::{Pair, Sector};
use super::solve::Solver;
use super::value::Value;
use crate::game::{Game, Notation, Side, Standing};
use crate::kit::SplitMix64;
use crate::morris::{Morris, State};
use std::collections::HashMap;
use std::path::Path;

/// What a check of a sector has found.
#[derive(Debug)]
pub struct Checked {
    /// The sector.
    pub sector: Sector,
    /// Positions that were compared with those that follow; 0 if there are no distances to
    /// compare.
    pub positions: u64,
    /// Those that do not agree.
    pub wrong: Vec<Contradiction>,
}

/// A position whose value does not follow from those of its turns.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// The text of the position.
    pub position: String,
    /// What the table says.
    pub stated: Value,
    /// What follows from the turns.
    pub follows: Value,
    /// What the file without distances says, if it is something else than `stated`.
    pub class: Option<Standing>,
}

/// The value of a position by the values of those that its turns lead to; `None` if one of
/// them is not known.
fn value_by_turns(
    game: &Morris,
    state: &State,
    known: &dyn Fn(&State) -> Option<Value>,
) -> Option<Value> {
    if let Some(outcome) = game.outcome(state) {
        return Some(match outcome.winner {
            None => Value::Draw,
            Some(side) if side == state.side => Value::Win(0),
            Some(_) => Value::Loss(0),
        });
    }
    let mut turns = Vec::new();
    game.turns(state, &mut turns);
    let mut best: Option<Value> = None;
    for turn in turns {
        let value = known(&game.after(state, turn))?.before();
        best = best.max(Some(value));
    }
    best
}

/// Checks the sectors of one pair: the checksums of all their files, and so many random
/// positions of each that has distances, drawn by `seed`.
///
/// # Errors
/// The first file that is damaged or cannot be read, of this pair or of those below it.
pub fn check(
    ground: &Ground,
    folder: &Path,
    pair: Pair,
    positions: u64,
    seed: u64,
) -> Result<Vec<Checked>, FileError> {
    let mut classes = HashMap::new();
    for sector in pair.sectors() {
        if let Some(file) = open(ground, folder, sector, Metric::Wdl)? {
            classes.insert(sector, file.read_all()?);
        }
    }
    let mut tables = Tables::default();
    let mut solver = Solver::new(ground);
    let mut all_there = true;
    let around = pair.sectors().chain(pair.below(ground.least()).flat_map(Pair::sectors));
    for sector in around {
        match open(ground, folder, sector, Metric::Dtw)? {
            Some(file) => tables.add(sector, file.read_all()?, &mut solver),
            None => all_there = false,
        }
    }
    let positions = if all_there { positions } else { 0 };
    let checked = pair.sectors().map(|sector| {
        let mut chance =
            SplitMix64::new(seed ^ u64::from(sector.own) << 8 ^ u64::from(sector.other));
        let slots = index::slots(ground, pair);
        let wrong = (0..positions).filter_map(|_| {
            let slot = chance.below(slots) as usize;
            let class = classes.get(&sector).and_then(|codes| codes.get(slot)).copied();
            tables.contradiction(ground, sector, slot, class)
        });
        Checked { sector, positions, wrong: wrong.collect() }
    });
    Ok(checked.collect())
}

/// A file, if it is there.
fn open(
    ground: &Ground,
    folder: &Path,
    sector: Sector,
    metric: Metric,
) -> Result<Option<TableFile>, FileError> {
    let wanted = Wanted::of(ground, sector, metric);
    if !wanted.path(folder).exists() {
        return Ok(None);
    }
    TableFile::open(folder, &wanted).map(Some)
}

/// Sectors in memory.
#[derive(Default)]
struct Tables {
    indices: HashMap<Pair, Index>,
    codes: HashMap<Sector, Vec<u8>>,
}

impl Tables {
    fn add(&mut self, sector: Sector, codes: Vec<u8>, solver: &mut Solver) {
        let pair = sector.pair();
        self.indices.entry(pair).or_insert_with(|| solver.index(pair));
        self.codes.insert(sector, codes);
    }

    fn value(&self, ground: &Ground, state: &State) -> Option<Value> {
        let (own, other) = (state.men_of(state.side), state.men_of(state.side.other()));
        let sector = Sector::new(own.len() as u8, other.len() as u8);
        let Some(codes) = self.codes.get(&sector) else {
            return ground.is_lost(state).then_some(Value::Loss(0));
        };
        let index = self.indices.get(&sector.pair())?;
        let (large, small) = sector.by_size(own, other);
        codes.get(index.slot(large, small)).map(|&code| Value::of_code(code))
    }

    fn contradiction(
        &self,
        ground: &Ground,
        sector: Sector,
        slot: usize,
        class: Option<u8>,
    ) -> Option<Contradiction> {
        let (large, small) = self.indices.get(&sector.pair())?.sets(slot);
        let game = ground.game();
        let men = sector.by_size(large, small);
        let state = game.arrange(men.into(), Side::Light);
        let stated = self.value(ground, &state)?;
        let follows = value_by_turns(game, &state, &|state| self.value(ground, state));
        let class = class.map(|code| Value::of_code(code).standing());
        let class = class.filter(|&class| class != stated.standing());
        let follows = follows.filter(|&follows| follows != stated || class.is_some())?;
        Some(Contradiction { position: game.write_state(&state), stated, follows, class })
    }
}
