//! Who made which results against whom, among any number of players.

use super::{GameResult, Tally};

/// The results of every pair of players; players are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    players: usize,
    /// Row by row: what the row's player made against the column's.
    tallies: Vec<Tally>,
}

impl Results {
    /// No games yet between this many players.
    pub fn new(players: usize) -> Self {
        Self { players, tallies: vec![Tally::default(); players * players] }
    }

    /// The number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Counts one more game, its result seen by `player`.
    ///
    /// # Panics
    /// If a number is not below [`Self::players`] or both are the same.
    pub fn add(&mut self, player: usize, opponent: usize, result: GameResult) {
        let mut tally = Tally::default();
        tally.add(result);
        self.add_all(player, opponent, tally);
    }

    /// Counts many more games, their results seen by `player`.
    ///
    /// # Panics
    /// If a number is not below [`Self::players`] or both are the same.
    pub fn add_all(&mut self, player: usize, opponent: usize, tally: Tally) {
        assert_ne!(player, opponent, "nobody plays himself");
        let (there, back) = (self.place(player, opponent), self.place(opponent, player));
        self.tallies[there] += tally;
        self.tallies[back] += tally.swapped();
    }

    /// What `player` made against `opponent`.
    ///
    /// # Panics
    /// If a number is not below [`Self::players`].
    pub fn between(&self, player: usize, opponent: usize) -> Tally {
        self.tallies[self.place(player, opponent)]
    }

    /// What `player` made against everybody.
    ///
    /// # Panics
    /// If the number is not below [`Self::players`].
    pub fn total(&self, player: usize) -> Tally {
        (0..self.players).map(|opponent| self.between(player, opponent)).sum()
    }

    /// The players in groups that are linked by games, each group and all of them in
    /// ascending order. A player without games is a group of his own.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut is_placed = vec![false; self.players];
        let mut groups = Vec::new();
        for first in 0..self.players {
            if is_placed[first] {
                continue;
            }
            is_placed[first] = true;
            let mut group = vec![first];
            let mut asked = 0;
            while let Some(&player) = group.get(asked) {
                asked += 1;
                for (other, placed) in is_placed.iter_mut().enumerate() {
                    if !*placed && self.between(player, other).games() > 0 {
                        *placed = true;
                        group.push(other);
                    }
                }
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }

    fn place(&self, row: usize, column: usize) -> usize {
        assert!(row < self.players && column < self.players, "no such player");
        row * self.players + column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_entered_for_both_players() {
        let mut results = Results::new(3);
        results.add(0, 2, GameResult::Win);
        results.add(2, 0, GameResult::Draw);
        results.add_all(1, 2, Tally { wins: 0, draws: 1, losses: 4 });
        assert_eq!(results.between(0, 2), Tally { wins: 1, draws: 1, losses: 0 });
        assert_eq!(results.between(2, 0), Tally { wins: 0, draws: 1, losses: 1 });
        assert_eq!(results.total(2), Tally { wins: 4, draws: 2, losses: 1 });
        assert_eq!(results.between(0, 1), Tally::default());
    }

    #[test]
    fn games_link_players_over_third_ones() {
        let mut results = Results::new(6);
        results.add(0, 5, GameResult::Loss);
        results.add(5, 3, GameResult::Win);
        results.add(4, 1, GameResult::Draw);
        assert_eq!(results.groups(), [vec![0, 3, 5], vec![1, 4], vec![2]]);
        assert!(Results::new(0).groups().is_empty());
    }

    #[test]
    #[should_panic(expected = "nobody plays himself")]
    fn a_game_against_oneself_is_a_mistake_of_the_caller() {
        Results::new(2).add(1, 1, GameResult::Win);
    }
}
