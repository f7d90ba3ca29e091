//! Small games made for the tests, and plain minimax to measure the search by.

use modisa::game::{DrawRules, Game, Outcome, Reason, Side};
use modisa::kit::{Score, SplitMix64};

/// A well-mixed number from two others.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    SplitMix64::new(a ^ b.wrapping_mul(0xD6E8_FEB8_6659_FD93)).next_u64()
}

/// A tree of random shape with random values, in which a side sometimes moves
/// twice and different ways meet in the same position.
#[derive(Clone, Debug)]
pub(crate) struct RandomTree {
    pub seed: u64,
    /// The game is drawn at this ply.
    pub last_ply: u32,
    /// One in so many positions is won or lost; 0 = none.
    pub ends: u64,
    /// One in so many turns keeps the side on turn; 0 = none.
    pub again: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeState {
    pub node: u64,
    pub ply: u32,
    pub side: Side,
}

impl Game for RandomTree {
    type State = TreeState;
    type Turn = u8;
    const SLOTS: usize = 16;

    fn start(&self) -> TreeState {
        TreeState { node: 0, ply: 0, side: Side::Light }
    }
    fn side(&self, state: &TreeState) -> Side {
        state.side
    }
    fn outcome(&self, state: &TreeState) -> Option<Outcome> {
        let draw = mix(self.key(state), self.seed ^ 0xB);
        if state.ply > 0 && self.ends > 0 && draw.is_multiple_of(self.ends) {
            let winner = Side::BOTH[(draw >> 40) as usize & 1];
            return Some(Outcome::win(winner, Reason::Line));
        }
        (state.ply >= self.last_ply).then_some(Outcome::draw(Reason::FullBoard))
    }
    fn turns(&self, state: &TreeState, turns: &mut Vec<u8>) {
        let count = 1 + mix(self.key(state), self.seed ^ 0xC) % 6;
        turns.extend((0..count).map(|turn| turn as u8));
    }
    fn is_forcing(&self, state: &TreeState, turn: u8) -> bool {
        mix(self.key(state), u64::from(turn)).is_multiple_of(5)
    }
    fn after(&self, state: &TreeState, turn: u8) -> TreeState {
        let draw = mix(self.key(state) ^ self.seed, 100 + u64::from(turn));
        let again = self.again > 0 && draw.is_multiple_of(self.again);
        TreeState {
            // Few nodes a ply, so that ways meet.
            node: draw >> 32 & 63,
            ply: state.ply + 1,
            side: if again { state.side } else { state.side.other() },
        }
    }
    fn evaluate(&self, state: &TreeState) -> Score {
        Score::estimate((mix(self.key(state), self.seed ^ 0xD) % 401) as i32 - 200)
    }
    fn key(&self, state: &TreeState) -> u64 {
        mix(state.node, u64::from(state.ply) * 2 + state.side.index() as u64)
    }
    fn quiet(&self, _state: &TreeState) -> u32 {
        0
    }
    fn draw_rules(&self) -> DrawRules {
        DrawRules { repetition: 3, quiet_plies: 0 }
    }
    fn merit(&self, state: &TreeState, turn: u8) -> i32 {
        (mix(self.key(state), 200 + u64::from(turn)) % 100) as i32
    }
    fn slot(&self, _state: &TreeState, turn: u8) -> usize {
        turn.into()
    }
    fn pack(&self, turn: u8) -> u32 {
        u32::from(turn) + 1
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits.checked_sub(1)?).ok()
    }
}

/// The value of `state` by plain minimax to `depth`, told from `ply`.
pub(crate) fn minimax<G: Game>(game: &G, state: &G::State, depth: u32, ply: u16) -> Score {
    let side = game.side(state);
    if let Some(outcome) = game.outcome(state) {
        return match outcome.winner {
            None => Score::DRAW,
            Some(winner) if winner == side => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
        };
    }
    if depth == 0 {
        return game.evaluate(state);
    }
    let mut turns = Vec::new();
    game.turns(state, &mut turns);
    let value = |turn: &G::Turn| {
        let child = game.after(state, *turn);
        let score = minimax(game, &child, depth - 1, ply + 1);
        if game.side(&child) == side { score } else { -score }
    };
    turns.iter().map(value).max().unwrap()
}

/// A random graph of positions with cycles; every third or so has few ways out.
#[derive(Clone, Debug)]
pub(crate) struct Maze {
    pub seed: u64,
    pub rules: DrawRules,
    /// The table tells quiet counts apart within so many plies of the limit.
    pub counted: u32,
    /// To enter a room from this number on sets the quiet count to 0.
    pub fresh_from: u16,
    /// Successors of each position; the side on turn is the lowest bit of its number.
    pub ways: Vec<Vec<u16>>,
    pub ends: Vec<Option<Outcome>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MazeState {
    pub room: u16,
    pub quiet: u32,
}

impl Maze {
    pub(crate) fn random(seed: u64, rooms: u16, rules: DrawRules) -> Self {
        let mut rng = SplitMix64::new(seed);
        let ways = (0..rooms)
            .map(|room| {
                let mut ways: Vec<u16> = (0..2 + rng.below(2))
                    .map(|_| {
                        let target = rng.below(u64::from(rooms)) as u16;
                        // Mostly the other side is on turn then.
                        if rng.below(5) == 0 { target } else { target & !1 | (room & 1 ^ 1) }
                    })
                    .collect();
                ways.sort_unstable();
                ways.dedup();
                ways
            })
            .collect();
        let ends = (0..rooms)
            .map(|room| {
                (room > 1 && rng.below(8) == 0).then(|| match rng.below(5) {
                    0 => Outcome::draw(Reason::FullBoard),
                    1 | 2 => Outcome::win(Side::Light, Reason::Line),
                    _ => Outcome::win(Side::Dark, Reason::Line),
                })
            })
            .collect();
        Self { seed, rules, counted: 30, fresh_from: u16::MAX, ways, ends }
    }

    /// A maze with exactly these ways and ends.
    pub(crate) fn of(ways: &[&[u16]], ends: &[(u16, Option<Side>)], rules: DrawRules) -> Self {
        let mut maze = Self {
            seed: 1,
            rules,
            counted: 30,
            fresh_from: u16::MAX,
            ways: ways.iter().map(|ways| ways.to_vec()).collect(),
            ends: vec![None; ways.len()],
        };
        for &(room, winner) in ends {
            maze.ends[usize::from(room)] = Some(Outcome { winner, reason: Reason::Line });
        }
        maze
    }

    pub(crate) fn room(room: u16) -> MazeState {
        MazeState { room, quiet: 0 }
    }

    fn side_of(room: u16) -> Side {
        Side::BOTH[usize::from(room & 1)]
    }

    /// The true value of every room, by working back from the ends: the winner hurries,
    /// the loser delays, and whoever can go round for ever draws.
    pub(crate) fn solve(&self) -> Vec<Score> {
        let mut values: Vec<Option<Score>> = (0..self.ways.len())
            .map(|room| {
                let side = Self::side_of(room as u16);
                self.ends[room].map(|end| match end.winner {
                    None => Score::DRAW,
                    Some(winner) if winner == side => Score::win_in(0),
                    Some(_) => Score::loss_in(0),
                })
            })
            .collect();
        for plies in 1..=self.ways.len() as u16 {
            let known = values.clone();
            for (room, value) in values.iter_mut().enumerate() {
                if value.is_some() {
                    continue;
                }
                let children = self.ways[room].iter().map(|&way| {
                    known[usize::from(way)].map(|score| {
                        let same = (usize::from(way) ^ room) & 1 == 0;
                        if same { score } else { -score }.later(1)
                    })
                });
                let best = children.clone().flatten().max();
                let all = children.clone().all(|child| child.is_some());
                if best == Some(Score::win_in(plies))
                    || all && best == Some(Score::loss_in(plies))
                {
                    *value = best;
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or(Score::DRAW)).collect()
    }
}

impl Game for Maze {
    type State = MazeState;
    type Turn = u16;
    const SLOTS: usize = 1 << 10;

    fn start(&self) -> MazeState {
        Self::room(0)
    }
    fn side(&self, state: &MazeState) -> Side {
        Self::side_of(state.room)
    }
    fn outcome(&self, state: &MazeState) -> Option<Outcome> {
        self.ends[usize::from(state.room)]
    }
    fn turns(&self, state: &MazeState, turns: &mut Vec<u16>) {
        turns.extend(&self.ways[usize::from(state.room)]);
    }
    fn is_forcing(&self, _state: &MazeState, _turn: u16) -> bool {
        false
    }
    fn after(&self, state: &MazeState, turn: u16) -> MazeState {
        let quiet = if turn >= self.fresh_from { 0 } else { state.quiet + 1 };
        MazeState { room: turn, quiet }
    }
    fn evaluate(&self, state: &MazeState) -> Score {
        Score::estimate((mix(self.key(state), self.seed) % 201) as i32 - 100)
    }
    fn key(&self, state: &MazeState) -> u64 {
        mix(state.room.into(), 3)
    }
    fn table_key(&self, state: &MazeState) -> u64 {
        let limit = u32::from(self.rules.quiet_plies);
        let near = limit > 0 && state.quiet + self.counted > limit;
        self.key(state) ^ if near { mix(state.quiet.into(), 4) } else { 0 }
    }
    fn quiet(&self, state: &MazeState) -> u32 {
        state.quiet
    }
    fn draw_rules(&self) -> DrawRules {
        self.rules
    }
    fn merit(&self, _state: &MazeState, _turn: u16) -> i32 {
        0
    }
    fn slot(&self, _state: &MazeState, turn: u16) -> usize {
        turn.into()
    }
    fn pack(&self, turn: u16) -> u32 {
        u32::from(turn) + 1
    }
    fn unpack(&self, bits: u32) -> Option<u16> {
        u16::try_from(bits.checked_sub(1)?).ok()
    }
}

/// Tic-tac-toe: a draw, by searching everything.
#[derive(Clone, Debug)]
pub(crate) struct Noughts;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// Cells of each side.
    pub cells: [u16; 2],
}

impl Game for Noughts {
    type State = Grid;
    type Turn = u8;
    const SLOTS: usize = 9;

    fn start(&self) -> Grid {
        Grid { cells: [0, 0] }
    }
    fn side(&self, state: &Grid) -> Side {
        let placed = (state.cells[0] | state.cells[1]).count_ones();
        Side::BOTH[placed as usize & 1]
    }
    fn outcome(&self, state: &Grid) -> Option<Outcome> {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        for side in Side::BOTH {
            let cells = state.cells[side.index()];
            if LINES.iter().any(|line| cells & line == *line) {
                return Some(Outcome::win(side, Reason::Line));
            }
        }
        let full = state.cells[0] | state.cells[1] == 0o777;
        full.then_some(Outcome::draw(Reason::FullBoard))
    }
    fn turns(&self, state: &Grid, turns: &mut Vec<u8>) {
        let taken = state.cells[0] | state.cells[1];
        turns.extend((0..9).filter(|cell| taken >> cell & 1 == 0));
    }
    fn is_forcing(&self, state: &Grid, turn: u8) -> bool {
        self.outcome(&self.after(state, turn)).is_some()
    }
    fn after(&self, state: &Grid, turn: u8) -> Grid {
        let mut after = *state;
        after.cells[self.side(state).index()] |= 1 << turn;
        after
    }
    fn evaluate(&self, state: &Grid) -> Score {
        let [light, dark] = state.cells.map(|cells| (cells & 0o20).count_ones().cast_signed());
        let score = Score::estimate(50 * (light - dark));
        if self.side(state) == Side::Light { score } else { -score }
    }
    fn key(&self, state: &Grid) -> u64 {
        mix(state.cells[0].into(), state.cells[1].into())
    }
    fn quiet(&self, _state: &Grid) -> u32 {
        0
    }
    fn draw_rules(&self) -> DrawRules {
        DrawRules { repetition: 0, quiet_plies: 0 }
    }
    fn merit(&self, _state: &Grid, turn: u8) -> i32 {
        i32::from(turn == 4)
    }
    fn slot(&self, _state: &Grid, turn: u8) -> usize {
        turn.into()
    }
    fn pack(&self, turn: u8) -> u32 {
        u32::from(turn) + 1
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits.checked_sub(1)?).ok()
    }
}
