//! The exact value of every position of a small game, by going backwards from its ends.
//!
//! Play that never ends is a draw; the draws that need history are left aside.

use modisa::game::{Game, Side};
use std::collections::HashMap;

/// What a position is worth when both sides play best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Drawn,
    /// The winner hurries, the loser delays.
    Won {
        by: Side,
        plies: u16,
    },
}

/// A game with all its positions that can be reached from the start.
pub(crate) struct Solved<G: Game> {
    pub(crate) game: G,
    /// The first of them is the start.
    pub(crate) states: Vec<G::State>,
    pub(crate) values: Vec<Value>,
    next: Vec<Vec<usize>>,
    numbers: HashMap<u64, usize>,
}

impl<G: Game> Solved<G> {
    pub(crate) fn new(game: G) -> Self {
        let start = game.start();
        let numbers = HashMap::from([(game.key(&start), 0)]);
        let mut solved =
            Self { game, states: vec![start], values: Vec::new(), next: Vec::new(), numbers };
        solved.explore();
        solved.settle();
        solved
    }

    pub(crate) fn value(&self, state: &G::State) -> Value {
        self.values[self.numbers[&self.game.key(state)]]
    }

    pub(crate) fn is_over(&self, index: usize) -> bool {
        self.next[index].is_empty()
    }

    /// Finds all positions and what leads where.
    fn explore(&mut self) {
        let mut turns = Vec::new();
        while let Some(&state) = self.states.get(self.next.len()) {
            turns.clear();
            if self.game.outcome(&state).is_none() {
                self.game.turns(&state, &mut turns);
                assert!(!turns.is_empty(), "{state:?} goes on without a turn");
            }
            let mut next = Vec::new();
            for &turn in &turns {
                let after = self.game.after(&state, turn);
                let fresh = self.states.len();
                let number = *self.numbers.entry(self.game.key(&after)).or_insert(fresh);
                if number == fresh {
                    self.states.push(after);
                }
                next.push(number);
            }
            self.next.push(next);
        }
    }

    /// Goes through all positions for each distance until nothing changes.
    fn settle(&mut self) {
        let ends = self.states.iter().map(|state| {
            let winner = self.game.outcome(state).and_then(|outcome| outcome.winner);
            winner.map_or(Value::Drawn, |by| Value::Won { by, plies: 0 })
        });
        self.values = ends.collect();
        for plies in 1.. {
            let found: Vec<(usize, Value)> = (0..self.states.len())
                .filter(|&index| self.values[index] == Value::Drawn)
                .filter_map(|index| Some((index, self.settled(index, plies)?)))
                .collect();
            if found.is_empty() {
                return;
            }
            for (index, value) in found {
                self.values[index] = value;
            }
        }
    }

    /// The value of a position that is decided at exactly this distance.
    fn settled(&self, index: usize, plies: u16) -> Option<Value> {
        let side = self.game.side(&self.states[index]);
        let winner = |&next: &usize| match self.values[next] {
            Value::Drawn => None,
            Value::Won { by, .. } => Some(by),
        };
        let next = &self.next[index];
        if next.iter().any(|next| winner(next) == Some(side)) {
            return Some(Value::Won { by: side, plies });
        }
        let all_lose =
            !next.is_empty() && next.iter().all(|next| winner(next) == Some(side.other()));
        all_lose.then_some(Value::Won { by: side.other(), plies })
    }
}
