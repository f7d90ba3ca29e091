//! Who meets whom, when, and with which opening.
//!
//! An encounter has its number from the settings alone, so that parts of a tournament can be
//! played in different places, and that one which was broken off can go on.

mod matching;
mod swiss;

use crate::played::{GameResult, Pair};
use crate::settings::{Format, Settings};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::str::FromStr;
use swiss::Swiss;
use thiserror::Error;

/// A pair of games to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encounter {
    /// Its number, from 0.
    pub(crate) number: u64,
    /// The round it belongs to, from 1. All encounters of a round have the same opening.
    pub(crate) round: u32,
    /// The players; the first has light in the first game.
    pub(crate) players: [usize; 2],
    /// Which opening they play, from 0.
    pub(crate) opening: u64,
}

/// A part of the encounters: those whose number leaves the rest `index` when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[u64; 2]", into = "[u64; 2]")]
pub(crate) struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The part `number`, from 1, of so many.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn new(number: u64, of: u64) -> Result<Self, String> {
        if number == 0 || number > of {
            return Err(format!("there is no part {number} of {of}; expected 1/4 to 4/4, say"));
        }
        Ok(Self { index: number - 1, of })
    }

    /// Whether it is all of them.
    pub(crate) fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Whether the encounter of this number is one of them.
    pub(crate) fn holds(self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// The first number of its own.
    pub(crate) fn first(self) -> u64 {
        self.index
    }

    /// The number of its own after this one; the largest there is where there are no more.
    pub(crate) fn after(self, number: u64) -> u64 {
        number.saturating_add(self.of)
    }

    /// The numbers below `end` that are its own.
    #[cfg(test)]
    pub(crate) fn numbers(self, end: u64) -> impl Iterator<Item = u64> {
        let step = usize::try_from(self.of).unwrap_or(usize::MAX);
        (self.index..end).step_by(step)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self { index: 0, of: 1 }
    }
}

impl TryFrom<[u64; 2]> for Shard {
    type Error = String;

    fn try_from([number, of]: [u64; 2]) -> Result<Self, String> {
        Self::new(number, of)
    }
}

impl From<Shard> for [u64; 2] {
    fn from(shard: Shard) -> Self {
        [shard.index + 1, shard.of]
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let (number, of) = parts.ok_or("expected I/N, as 1/4")?;
        Self::new(number, of)
    }
}

/// Why a pair is none of this schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ScheduleError {
    /// Others meet there, or nobody yet.
    #[error("pair {number}: the players {players:?} do not meet there, in round {round}")]
    Unfitting {
        /// The number of the pair.
        number: u64,
        /// Its round.
        round: u32,
        /// Its players, as indices.
        players: [usize; 2],
    },
    /// It was played before.
    #[error("pair {0} was played before")]
    Twice(u64),
    /// It belongs to another part.
    #[error("pair {0} belongs to another part of the tournament")]
    Elsewhere(u64),
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// This encounter can be played now.
    Play(Encounter),
    /// Who meets next depends on pairs that are being played.
    Wait,
    /// Every encounter has been handed out.
    Done,
}

/// The encounters of a tournament, or of a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    plan: Plan,
    shard: Shard,
    /// The next number to look at.
    next: u64,
    finished: HashSet<u64>,
}

/// How encounters follow from their numbers.
#[derive(Clone, Debug)]
enum Plan {
    Roundrobin { players: usize, rounds: u32 },
    Gauntlet { players: usize, rounds: u32 },
    Swiss(Swiss),
}

impl Schedule {
    /// The whole schedule, or a part of it. There have to be two players or more.
    pub(crate) fn new(settings: &Settings, shard: Shard) -> Self {
        let (players, rounds) = (settings.players.len(), settings.rounds);
        let plan = match settings.format {
            Format::Roundrobin => Plan::Roundrobin { players, rounds },
            Format::Gauntlet => Plan::Gauntlet { players, rounds },
            Format::Swiss => Plan::Swiss(Swiss::new(players, rounds)),
        };
        Self { plan, shard, next: shard.first(), finished: HashSet::new() }
    }

    /// What is left of a schedule when these pairs have been played, in whatever order.
    ///
    /// # Errors
    /// A pair that is none of it.
    pub(crate) fn resume(
        settings: &Settings,
        shard: Shard,
        played: &[Pair],
    ) -> Result<Self, ScheduleError> {
        let mut schedule = Self::new(settings, shard);
        let mut played: Vec<&Pair> = played.iter().collect();
        played.sort_by_key(|pair| pair.number);
        for pair in played {
            schedule.finish(pair)?;
        }
        Ok(schedule)
    }

    /// The next encounter that nobody plays or has played.
    pub(crate) fn next_step(&mut self) -> Step {
        while self.finished.contains(&self.next) {
            self.next = self.shard.after(self.next);
        }
        if self.next >= self.plan.total() {
            return Step::Done;
        }
        let Some(encounter) = self.plan.encounter(self.next) else { return Step::Wait };
        self.next = self.shard.after(self.next);
        Step::Play(encounter)
    }

    /// Notes that a pair has been played.
    ///
    /// # Errors
    /// A pair that is none of this schedule.
    pub(crate) fn finish(&mut self, pair: &Pair) -> Result<(), ScheduleError> {
        let Pair { number, round, players, .. } = *pair;
        if !self.shard.holds(number) {
            return Err(ScheduleError::Elsewhere(number));
        }
        let known = self.plan.encounter(number).filter(|_| number < self.plan.total());
        if known.is_none_or(|known| (known.round, known.players) != (round, players)) {
            return Err(ScheduleError::Unfitting { number, round, players });
        }
        if !self.finished.insert(number) {
            return Err(ScheduleError::Twice(number));
        }
        if let Plan::Swiss(swiss) = &mut self.plan {
            swiss.finish(players, half_points(pair));
        }
        Ok(())
    }

    /// How many encounters there are, here.
    pub(crate) fn total(&self) -> u64 {
        self.plan.total().saturating_sub(self.shard.index).div_ceil(self.shard.of)
    }

    /// How many of them have been played.
    pub(crate) fn finished(&self) -> u64 {
        self.finished.len() as u64
    }
}

impl Plan {
    fn total(&self) -> u64 {
        match self {
            Self::Roundrobin { players, rounds } => {
                u64::from(*rounds) * (players * (players - 1) / 2) as u64
            }
            Self::Gauntlet { players, rounds } => u64::from(*rounds) * (players - 1) as u64,
            Self::Swiss(swiss) => swiss.total(),
        }
    }

    /// The encounter of this number, unless it depends on results that are missing.
    fn encounter(&self, number: u64) -> Option<Encounter> {
        let (per_round, players) = match self {
            Self::Roundrobin { players, .. } => (players * (players - 1) / 2, *players),
            Self::Gauntlet { players, .. } => (players - 1, *players),
            Self::Swiss(swiss) => return swiss.encounter(number),
        };
        let opening = number / per_round as u64;
        let index = (number % per_round as u64) as usize;
        let mut pair = match self {
            Self::Gauntlet { .. } if index.is_multiple_of(2) => [0, index + 1],
            Self::Gauntlet { .. } => [index + 1, 0],
            _ => berger(players, index),
        };
        if !opening.is_multiple_of(2) {
            pair.reverse();
        }
        Some(Encounter { number, round: opening as u32 + 1, players: pair, opening })
    }
}

/// The encounter of this index in a cycle in which everybody meets everybody.
///
/// The circle method, as in the tables of Berger: one player stays, the others go round;
/// who stays meets nobody where the number of players is odd. Who has light first is
/// balanced for each player, up to one encounter.
fn berger(players: usize, index: usize) -> [usize; 2] {
    let circle = players - 1 + players % 2;
    let (turn, table) = (index / (players / 2), index % (players / 2) + players % 2);
    if table == 0 {
        return if turn.is_multiple_of(2) { [turn, circle] } else { [circle, turn] };
    }
    let (ahead, behind) = ((turn + table) % circle, (turn + circle - table) % circle);
    if table.is_multiple_of(2) { [behind, ahead] } else { [ahead, behind] }
}

/// What each of the players gets for a pair, in half points.
pub(crate) fn half_points(pair: &Pair) -> [u32; 2] {
    let light = |result: GameResult| match result {
        GameResult::Light => 2,
        GameResult::Draw => 1,
        GameResult::Dark => 0,
    };
    let [first, second] = &pair.games;
    let points = light(first.result) + 2 - light(second.result);
    [points, 4 - points]
}

#[cfg(test)]
mod tests;
