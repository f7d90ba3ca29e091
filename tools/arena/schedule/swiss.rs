//! The pairings of a swiss: each round players with like scores meet.
//!
//! The ranking is by points, then by the order of the settings. From its top on, each player
//! gets the first opponent that suits: within the same score the upper half meets the lower,
//! then come those with fewer points. Two who have met do not meet again as long as that can
//! be avoided for all; then nobody meets a third time as long as that can be avoided, and so
//! on. With an odd number of players the last who has not been free yet is free, and gets
//! the points of a pair won 2-0.

use super::Encounter;
use super::matching::can_pair_all;

/// Half points for two wins.
const WON_BOTH: u32 = 4;

/// A swiss, as far as it has been played.
#[derive(Clone, Debug)]
pub(super) struct Swiss {
    rounds: u32,
    /// In half points.
    points: Vec<u32>,
    /// How often each had light first, less how often the opponent had.
    lights: Vec<i32>,
    /// How often two have met. One more member stands for being free.
    meetings: Vec<Vec<u32>>,
    /// The encounters of the rounds that are paired, players and who has light first.
    paired: Vec<Vec<[usize; 2]>>,
    /// Pairs of the last round that are not finished.
    open: usize,
}

impl Swiss {
    /// The first round is paired at once.
    pub(super) fn new(players: usize, rounds: u32) -> Self {
        let members = players + players % 2;
        let mut swiss = Self {
            rounds,
            points: vec![0; players],
            lights: vec![0; players],
            meetings: vec![vec![0; members]; members],
            paired: Vec::new(),
            open: 0,
        };
        swiss.pair_next();
        swiss
    }

    fn per_round(&self) -> u64 {
        self.points.len() as u64 / 2
    }

    /// Encounters of all rounds.
    pub(super) fn total(&self) -> u64 {
        u64::from(self.rounds) * self.per_round()
    }

    /// The encounter of this number, if its round is paired.
    pub(super) fn encounter(&self, number: u64) -> Option<Encounter> {
        let round = number / self.per_round();
        let pairs = self.paired.get(usize::try_from(round).ok()?)?;
        let players = pairs[(number % self.per_round()) as usize];
        Some(Encounter { number, round: round as u32 + 1, players, opening: round })
    }

    /// Notes the half points of a pair of the last round; the next is paired when all of
    /// them are known.
    pub(super) fn finish(&mut self, players: [usize; 2], half_points: [u32; 2]) {
        for (player, half_points) in players.into_iter().zip(half_points) {
            self.points[player] += half_points;
        }
        self.open -= 1;
        if self.open == 0 && (self.paired.len() as u64) < u64::from(self.rounds) {
            self.pair_next();
        }
    }

    /// Pairs a round.
    fn pair_next(&mut self) {
        let mut left: Vec<usize> = (0..self.points.len()).collect();
        left.sort_by_key(|&player| std::cmp::Reverse(self.points[player]));
        let mut pairs = Vec::new();
        let nobody = self.points.len();
        let is_odd = nobody % 2 == 1;
        if is_odd {
            left.push(nobody);
        }
        let most = self.fewest_meetings(&left);
        if is_odd {
            left.pop();
            let mut last_first: Vec<usize> = left.iter().copied().rev().collect();
            last_first.sort_by_key(|&player| self.meetings[player][nobody]);
            let free = self.partner(nobody, &last_first, most);
            left.retain(|&player| player != free);
            self.meet(free, nobody);
            self.points[free] += WON_BOTH;
        }
        while !left.is_empty() {
            let player = left.remove(0);
            let partner = self.partner(player, &self.candidates(player, &left), most);
            left.retain(|&other| other != partner);
            let [first, second] = self.seated(player, partner, pairs.len());
            self.lights[first] += 1;
            self.lights[second] -= 1;
            self.meet(first, second);
            pairs.push([first, second]);
        }
        self.open = pairs.len();
        self.paired.push(pairs);
    }

    /// How often two must have met at most, so that all can be paired.
    fn fewest_meetings(&self, members: &[usize]) -> u32 {
        let suits = |most: &u32| can_pair_all(members, |a, b| self.meetings[a][b] <= *most);
        // All may meet when the bound is the number of rounds.
        (0..self.rounds).find(suits).unwrap_or(self.rounds)
    }

    /// The first candidate that leaves the others, who are the candidates too, a way to be
    /// paired.
    fn partner(&self, player: usize, candidates: &[usize], most: u32) -> usize {
        let may_meet = |a: usize, b: usize| self.meetings[a][b] <= most;
        let suits = |candidate: &usize| {
            let others: Vec<usize> =
                candidates.iter().copied().filter(|other| other != candidate).collect();
            may_meet(player, *candidate) && can_pair_all(&others, may_meet)
        };
        candidates.iter().copied().find(suits).unwrap_or(candidates[0])
    }

    /// All others, the best opponent first.
    fn candidates(&self, player: usize, others: &[usize]) -> Vec<usize> {
        let is_equal = |other: &&usize| self.points[**other] == self.points[player];
        let equal = others.iter().take_while(is_equal).count();
        let (group, lower) = others.split_at(equal);
        let (upper_half, lower_half) = group.split_at(equal.saturating_sub(1) / 2);
        let mut candidates = lower_half.to_vec();
        candidates.extend(upper_half.iter().rev());
        candidates.extend(lower);
        candidates.sort_by_key(|&other| self.meetings[player][other]);
        candidates
    }

    /// The two in the order in which they have light: first who had it less often.
    fn seated(&self, player: usize, partner: usize, table: usize) -> [usize; 2] {
        let (own, other) = (self.lights[player], self.lights[partner]);
        let is_turn = (table + self.paired.len()).is_multiple_of(2);
        if own < other || own == other && is_turn {
            [player, partner]
        } else {
            [partner, player]
        }
    }

    fn meet(&mut self, one: usize, other: usize) {
        self.meetings[one][other] += 1;
        self.meetings[other][one] += 1;
    }
}
