//! A game of a built-in variant, played by text.

use modisa::game::{Game, Notation, Outcome, perft};
use modisa::morris::rules::SWITCHES;
use modisa::morris::{Morris, State, builtin};

/// Rules and a position under them.
pub(crate) struct Play {
    pub(crate) game: Morris,
    pub(crate) state: State,
}

impl Play {
    /// The start position of a variant.
    pub(crate) fn start(id: &str) -> Self {
        Self::with(id, &[])
    }

    /// The start position of a variant with changed switches, each a name and a value.
    pub(crate) fn with(id: &str, switches: &[(&str, &str)]) -> Self {
        let variant = builtin::find(id).unwrap_or_else(|| panic!("no variant is named {id}"));
        let mut rules = variant.rules;
        for (name, value) in switches {
            let switch = SWITCHES.iter().find(|switch| switch.name == *name).unwrap();
            switch.set(&mut rules, value).unwrap();
        }
        let game = Morris::with_rules(variant, rules).unwrap();
        let state = game.start();
        Self { game, state }
    }

    /// The same rules at another position.
    pub(crate) fn set(mut self, text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        self.state = self.game.read_state(&words).unwrap_or_else(|e| panic!("{text}: {e}"));
        self
    }

    /// Plays turns, separated by spaces.
    pub(crate) fn turns(mut self, turns: &str) -> Self {
        for text in turns.split_whitespace() {
            let place = self.text();
            assert_eq!(self.over(), None, "{place}: over before {text}");
            let turn = self.game.read_turn(&self.state, text);
            let turn = turn.unwrap_or_else(|e| panic!("{place}: {text}: {e}"));
            self.state = self.game.after(&self.state, turn);
        }
        self
    }

    /// The legal turns, sorted as text; none when the game is over.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut turns = Vec::new();
        if self.over().is_none() {
            self.game.turns(&self.state, &mut turns);
        }
        let mut texts: Vec<String> = turns.iter().map(|t| self.game.write_turn(*t)).collect();
        texts.sort();
        texts
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        self.game.write_state(&self.state)
    }

    /// How the game has ended by the position itself.
    pub(crate) fn over(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    /// Turn sequences of the given length.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.game, &self.state, depth, &|| false).unwrap()
    }
}
