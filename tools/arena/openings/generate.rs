//! Openings made at random: different in shape, balanced, undecided, and for one seed the
//! same on every machine.

use super::judge::Judge;
use super::{Opening, OpeningError};
use modisa::engine::{Arbiter, Error, RuleSet, ScoreView};
use modisa::kit::SplitMix64;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tries in a row without a new opening after which there is taken to be none.
const PATIENCE: u32 = 1000;

/// How often the limit of balance is doubled at most.
const WIDENINGS: u32 = 2;

/// Fewest and most plies of an opening unless others are asked for.
const PLIES: (u32, u32) = (4, 8);

/// What openings are to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Generator {
    /// What is played.
    pub(crate) rules: RuleSet,
    /// Plies of each opening. `None`: as many as a side has men, made even so that the side
    /// that begins the game is on turn, and from 4 to 8. Both sides have men in hand then
    /// wherever they begin with all of them, so that no opening leads past the placing.
    pub(crate) plies: Option<u32>,
    /// What the choice depends on.
    pub(crate) seed: u64,
    /// By how much a side may be ahead, in centimen.
    pub(crate) balance: i32,
    /// Plies of the search that judges the balance, fewer where they take too many nodes.
    pub(crate) depth: u32,
}

impl Generator {
    /// The usual openings of these rules.
    pub(crate) fn new(rules: RuleSet, seed: u64) -> Self {
        Self { rules, plies: None, seed, balance: 60, depth: 4 }
    }
}

/// Openings that are made when they are asked for, in one order that the generator decides.
/// Any thread may ask.
#[derive(Debug)]
pub(crate) struct Generated(Box<Mutex<Workshop>>);

impl Generated {
    /// Makes none yet.
    pub(crate) fn new(generator: &Generator) -> Result<Self, OpeningError> {
        Workshop::new(generator).map(|workshop| Self(Box::new(Mutex::new(workshop))))
    }

    /// The opening of this index, from 0. If there are no more they start again from the first.
    pub(crate) fn get(&self, index: usize) -> Result<Opening, OpeningError> {
        self.workshop().get(index)
    }

    /// How many there are, once no more are found.
    pub(crate) fn known_count(&self) -> Option<usize> {
        let workshop = self.workshop();
        workshop.is_exhausted.then_some(workshop.kept.len())
    }

    /// What there was to say since this was last asked.
    pub(crate) fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut self.workshop().remarks)
    }

    fn workshop(&self) -> MutexGuard<'_, Workshop> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the openings are made.
#[derive(Debug)]
struct Workshop {
    arbiter: Arbiter,
    judge: Judge,
    rng: SplitMix64,
    plies: u32,
    /// How far a side may be ahead now, and at the very most.
    limit: i32,
    widest: i32,
    /// Shapes of all positions that were judged.
    seen: HashSet<u64>,
    kept: Vec<Opening>,
    /// Openings that are not balanced enough yet, with the lead of a side.
    waiting: Vec<(i32, Opening)>,
    tries: u32,
    /// Tries since an opening was kept.
    misses: u32,
    is_exhausted: bool,
    remarks: Vec<String>,
}

impl Workshop {
    fn new(generator: &Generator) -> Result<Self, OpeningError> {
        let arbiter = Arbiter::new(&generator.rules)?;
        let plies = generator.plies.unwrap_or_else(|| usual_plies(&arbiter));
        let limit = generator.balance.max(0);
        Ok(Self {
            judge: Judge::new(&generator.rules, generator.depth)?,
            arbiter,
            rng: SplitMix64::new(generator.seed),
            plies,
            limit,
            widest: limit.saturating_mul(1 << WIDENINGS),
            seen: HashSet::new(),
            kept: Vec::new(),
            waiting: Vec::new(),
            tries: 0,
            misses: 0,
            is_exhausted: false,
            remarks: Vec::new(),
        })
    }

    fn get(&mut self, index: usize) -> Result<Opening, OpeningError> {
        while self.kept.len() <= index && !self.is_exhausted {
            if self.misses < PATIENCE {
                self.attempt()?;
            } else {
                self.widen();
            }
        }
        if self.kept.is_empty() {
            let (plies, tries, limit) = (self.plies, self.tries, self.limit);
            return Err(OpeningError::NoneFound { plies, tries, limit });
        }
        Ok(self.kept[index % self.kept.len()].clone())
    }

    /// Begins one game and keeps its opening if it is a new one that will do.
    fn attempt(&mut self) -> Result<(), Error> {
        self.tries += 1;
        self.misses += 1;
        let is_live = self.play()?;
        if !is_live || !self.seen.insert(self.arbiter.shape_key()?) {
            return Ok(());
        }
        let opening = Opening { fen: None, turns: self.arbiter.turns().to_vec() };
        // A win that is seen, or a draw that is proved, leaves nothing to play for.
        let ScoreView::Centimen(score) = self.judge.score(&opening)? else { return Ok(()) };
        let lead = score.saturating_abs();
        if lead <= self.limit {
            self.kept.push(opening);
            self.misses = 0;
        } else if lead <= self.widest {
            self.waiting.push((lead, opening));
        }
        Ok(())
    }

    /// Plays random turns from the start; whether the game goes on after them.
    fn play(&mut self) -> Result<bool, Error> {
        self.arbiter.place(None, &[])?;
        for _ in 0..self.plies {
            let turns = self.arbiter.legal()?;
            let Some(turn) = turns.get(self.rng.below(turns.len() as u64) as usize) else {
                return Ok(false);
            };
            self.arbiter.play(turn)?;
        }
        Ok(self.arbiter.outcome()?.is_none())
    }

    /// Lets a side be further ahead; if it may not, there are no more openings.
    fn widen(&mut self) {
        let count = self.kept.len();
        if self.limit >= self.widest || self.waiting.is_empty() {
            self.is_exhausted = true;
            self.remarks.push(format!(
                "there are no more than {count} openings, from then on they start again from \
                 the first"
            ));
            return;
        }
        let narrow = self.limit;
        self.limit = narrow.saturating_mul(2);
        let (fit, waiting): (Vec<_>, Vec<_>) =
            self.waiting.drain(..).partition(|(lead, _)| *lead <= self.limit);
        self.waiting = waiting;
        self.kept.extend(fit.into_iter().map(|(_, opening)| opening));
        self.misses = 0;
        self.remarks.push(format!(
            "after {count} openings no more were found with a lead of at most {narrow} centimen, \
             from then on it is at most {}",
            self.limit
        ));
    }
}

/// The plies of an opening unless they are asked for; see [`Generator::plies`].
fn usual_plies(arbiter: &Arbiter) -> u32 {
    let men = arbiter.rules()["men"].as_u64().and_then(|men| u32::try_from(men).ok());
    men.unwrap_or(PLIES.1).clamp(PLIES.0, PLIES.1) / 2 * 2
}

#[cfg(test)]
mod tests;
