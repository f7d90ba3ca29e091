//! What the pairs so far come to: the one place where games are counted.

use crate::played::{Game, GameResult, Pair};
use crate::settings::{Settings, SprtSettings};
use crate::statistics::{self, Model, Pentanomial, Results, Sprt, SprtError, Tally, Verdict};
use std::collections::BTreeMap;

/// Counts of everything that a table shows.
#[derive(Clone, Debug)]
pub(crate) struct Standings {
    /// The players' names, by number.
    pub(crate) names: Vec<String>,
    /// Who made what against whom.
    pub(crate) results: Results,
    /// For each two players that have met, the lower number first: its pairs against the other.
    pub(crate) encounters: BTreeMap<[usize; 2], Pentanomial>,
    /// What light made, whoever it was.
    pub(crate) light: Tally,
    /// How many games ended for each cause.
    pub(crate) causes: BTreeMap<String, u64>,
    /// How each player used its time.
    pub(crate) times: Vec<Times>,
    /// The test of a match of two, and what it says.
    sprt: Option<Sprt>,
}

/// What a player did on its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    /// Turns made.
    pub(crate) turns: u64,
    /// Microseconds for all of them.
    pub(crate) micros: u64,
    /// Microseconds for the slowest.
    pub(crate) slowest: u64,
    /// Games lost by a fault against the rules of the sport.
    pub(crate) faults: u64,
}

impl SprtSettings {
    /// The test that is meant.
    ///
    /// # Errors
    /// What is wrong with the numbers.
    pub(crate) fn test(&self) -> Result<Sprt, SprtError> {
        let model = if self.normalized { Model::Normalized } else { Model::Logistic };
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, model)
    }
}

impl Standings {
    /// Nothing played yet.
    ///
    /// # Errors
    /// What is wrong with the numbers of the test.
    pub(crate) fn new(settings: &Settings) -> Result<Self, SprtError> {
        let count = settings.players.len();
        Ok(Self {
            names: settings.players.iter().map(|player| player.name.clone()).collect(),
            results: Results::new(count),
            encounters: BTreeMap::new(),
            light: Tally::default(),
            causes: BTreeMap::new(),
            times: vec![Times::default(); count],
            sprt: settings.sprt.as_ref().map(SprtSettings::test).transpose()?,
        })
    }

    /// Counts one more pair.
    pub(crate) fn add(&mut self, pair: &Pair) {
        let [first, second] = pair.players;
        let mut seen = [statistics::GameResult::Draw; 2];
        for (index, game) in pair.games.iter().enumerate() {
            // The first player has light in the first game, dark in the second.
            let seats = if index == 0 { [first, second] } else { [second, first] };
            let for_light = seen_by_light(game.result);
            self.results.add(seats[0], seats[1], for_light);
            self.light.add(for_light);
            seen[index] = if index == 0 { for_light } else { for_light.swapped() };
            *self.causes.entry(game.cause.word().to_owned()).or_default() += 1;
            self.count_turns(game, seats);
        }
        let (key, seen) = if first < second {
            ([first, second], seen)
        } else {
            ([second, first], seen.map(statistics::GameResult::swapped))
        };
        self.encounters.entry(key).or_default().add(seen[0], seen[1]);
    }

    fn count_turns(&mut self, game: &Game, seats: [usize; 2]) {
        for turn in &game.turns {
            let times = &mut self.times[seats[usize::from(turn.is_dark)]];
            times.turns += 1;
            times.micros += turn.micros;
            times.slowest = times.slowest.max(turn.micros);
        }
        if game.cause.is_fault() {
            // Whoever commits a fault loses by it.
            let loser = seats[usize::from(game.result == GameResult::Light)];
            self.times[loser].faults += 1;
        }
    }

    /// Games played.
    pub(crate) fn games(&self) -> u64 {
        self.light.games()
    }

    /// The pairs of a match of two players, seen by the first.
    pub(crate) fn the_match(&self) -> Option<Pentanomial> {
        (self.names.len() == 2)
            .then(|| self.encounters.get(&[0, 1]).copied().unwrap_or_default())
    }

    /// The test, its present value, and what it says; `None` where none is made.
    pub(crate) fn sprt(&self) -> Option<(&Sprt, f64, Verdict)> {
        let pairs = self.the_match()?;
        let sprt = self.sprt.as_ref()?;
        Some((sprt, sprt.llr(&pairs), sprt.verdict(&pairs)))
    }

    /// Games lost by faults, of all players.
    pub(crate) fn faults(&self) -> u64 {
        self.times.iter().map(|times| times.faults).sum()
    }
}

fn seen_by_light(result: GameResult) -> statistics::GameResult {
    match result {
        GameResult::Light => statistics::GameResult::Win,
        GameResult::Dark => statistics::GameResult::Loss,
        GameResult::Draw => statistics::GameResult::Draw,
    }
}
