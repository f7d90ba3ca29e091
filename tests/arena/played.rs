//! What a journal says was played, and whether it was judged rightly.

use crate::place::Place;
use modisa::engine::record::{Entry, Referee};
use modisa::engine::{Arbiter, RuleSet};
use modisa::game::Side;
use serde_json::Value;
use std::collections::BTreeMap;

/// A journal that was read, and found to be sound.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) header: Value,
    /// By number, so with a game of each side: `2 n` and `2 n + 1` are those of pair `n`.
    pub(crate) games: Vec<Game>,
}

/// A game of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) pair: u64,
    pub(crate) round: u64,
    pub(crate) light: String,
    pub(crate) dark: String,
    /// As records spell it.
    pub(crate) result: String,
    /// Its word, and whether the rules ended the game.
    pub(crate) cause: String,
    is_by_rules: bool,
    pub(crate) detail: String,
    fen: Option<String>,
    pub(crate) opening: Vec<String>,
    /// What the players made of it.
    pub(crate) turns: Vec<Value>,
}

impl Played {
    /// Reads a journal and plays every game again by the rules.
    pub(crate) fn read(place: &Place, name: &str) -> Self {
        let text = place.read(name);
        assert!(text.ends_with('\n'), "{name} ends in half a line");
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let header = lines.next().unwrap();
        let mut pairs: BTreeMap<u64, Value> = BTreeMap::new();
        for pair in lines {
            let number = pair["pair"].as_u64().unwrap();
            assert!(pairs.insert(number, pair).is_none(), "pair {number} is there twice");
        }
        let games: Vec<Game> = pairs
            .values()
            .flat_map(|pair| [0, 1].map(|n| Game::new(&header, pair, n)))
            .collect();
        let rules: RuleSet =
            serde_json::from_value(header["settings"]["rules"].clone()).unwrap();
        for game in &games {
            game.assert_is_judged_rightly(&rules);
        }
        Self { header, games }
    }

    /// Numbers of the pairs.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.games.iter().step_by(2).map(|game| game.pair).collect()
    }

    /// Wins, draws and losses of a player.
    pub(crate) fn tally(&self, player: &str) -> [usize; 3] {
        let mut tally = [0; 3];
        for game in self.games.iter().filter(|game| game.has(player)) {
            match game.winner() {
                Some(winner) if winner == player => tally[0] += 1,
                None => tally[1] += 1,
                Some(_) => tally[2] += 1,
            }
        }
        tally
    }

    /// Each pair of players with how often they met, the names sorted.
    pub(crate) fn meetings(&self) -> BTreeMap<[&str; 2], usize> {
        let mut meetings = BTreeMap::new();
        for game in self.games.iter().step_by(2) {
            let mut names = [game.light.as_str(), game.dark.as_str()];
            names.sort_unstable();
            *meetings.entry(names).or_default() += 1;
        }
        meetings
    }

    /// Whether records tell the same games in the same order, and are accepted.
    pub(crate) fn assert_is_told_by(&self, place: &Place, records: &str) {
        let check = place.modisa(&format!("record check {records}"));
        assert_eq!(check.code, Some(0), "{check:#?}");
        assert_eq!(check.out.lines().count(), self.games.len(), "{check:#?}");
        let file = self.header["settings"]["rules"]["file"].as_str();
        let referee = file.map_or_else(Referee::default, |file| {
            Referee::with_file(place.path(file).to_str().unwrap()).unwrap()
        });
        let text = place.read(records);
        let mut games = self.games.iter();
        for review in referee.read(text.as_bytes()) {
            let record = review.unwrap().record;
            let game = games.next().expect("as many games as records");
            let names = ["White", "Black"].map(|tag| record.tags.get(tag).unwrap());
            assert_eq!(names, [&game.light, &game.dark].map(String::as_str));
            assert_eq!(record.result.word(), game.result);
            let turns: Vec<&str> = record.entries.iter().map(Entry::turn).collect();
            assert_eq!(turns, game.all_turns(), "pair {}", game.pair);
        }
        assert_eq!(games.next(), None, "as many records as games");
    }
}

impl Game {
    fn new(header: &Value, pair: &Value, index: usize) -> Self {
        let player = |seat: usize| {
            let number = pair["players"][seat].as_u64().unwrap() as usize;
            header["settings"]["players"][number]["name"].as_str().unwrap().to_owned()
        };
        let texts = |list: &Value| {
            let list = list.as_array().unwrap();
            list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
        };
        let game = &pair["games"][index];
        let by_rules = game["cause"]["rules"].as_str();
        Self {
            pair: pair["pair"].as_u64().unwrap(),
            round: pair["round"].as_u64().unwrap(),
            light: player(index),
            dark: player(1 - index),
            result: game["result"].as_str().unwrap().to_owned(),
            cause: by_rules.or(game["cause"].as_str()).unwrap().to_owned(),
            is_by_rules: by_rules.is_some(),
            detail: game["detail"].as_str().unwrap_or_default().to_owned(),
            fen: pair["opening"]["fen"].as_str().map(str::to_owned),
            opening: texts(&pair["opening"]["turns"]),
            turns: game["turns"].as_array().unwrap().clone(),
        }
    }

    fn has(&self, player: &str) -> bool {
        self.light == player || self.dark == player
    }

    /// The name of who won.
    pub(crate) fn winner(&self) -> Option<&str> {
        match self.result.as_str() {
            "1-0" => Some(&self.light),
            "0-1" => Some(&self.dark),
            _ => None,
        }
    }

    /// The name of who lost.
    pub(crate) fn loser(&self) -> Option<&str> {
        let winner = self.winner()?;
        Some(if winner == self.light { &self.dark } else { &self.light })
    }

    fn all_turns(&self) -> Vec<&str> {
        let played = self.turns.iter().map(|turn| turn["turn"].as_str().unwrap());
        self.opening.iter().map(String::as_str).chain(played).collect()
    }

    fn assert_is_judged_rightly(&self, rules: &RuleSet) {
        let mut arbiter = Arbiter::new(rules).unwrap();
        let opening: Vec<&str> = self.opening.iter().map(String::as_str).collect();
        arbiter.place(self.fen.as_deref(), &opening).unwrap();
        for turn in &self.turns {
            assert_eq!(arbiter.outcome().unwrap(), None, "played on after the end: {self:?}");
            let is_dark = turn["dark"].as_bool().unwrap_or_default();
            assert_eq!(arbiter.side().unwrap() == Side::Dark, is_dark, "{self:?}");
            let text = turn["turn"].as_str().unwrap();
            assert_eq!(arbiter.play(text).unwrap(), text, "{self:?}");
        }
        let winner = match self.result.as_str() {
            "1-0" => Some(Side::Light),
            "0-1" => Some(Side::Dark),
            _ => None,
        };
        let outcome = arbiter.outcome().unwrap();
        if self.is_by_rules {
            let outcome = outcome.unwrap_or_else(|| panic!("not at its end: {self:?}"));
            assert_eq!((outcome.reason.word(), outcome.winner), (&*self.cause, winner));
            assert_eq!(self.detail, "");
        } else {
            assert_eq!(outcome, None, "the rules had ended it: {self:?}");
        }
    }
}
