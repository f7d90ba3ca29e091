//! Keys of positions (Zobrist, "A new hashing method with application for game
//! playing", 1970), kept up to date turn by turn.

use crate::game::Side;
use crate::kit::{MAX_POINTS, Point, PointSet, SplitMix64};
use crate::morris::Morris;
use crate::morris::state::{Bar, State};

/// Plies before a draw by quiet plies within which the count is part of the table key.
///
/// Further away the same position is worth the same whatever its count, and
/// sharing its entry is worth more than the distinction: the search itself checks
/// that a decided game ends before the quiet plies run out. It does not know of
/// the ten-move count, which is part of the key as long as it runs.
const COUNTED_PLIES: u16 = 32;

/// Random numbers for all that makes up a position. The seed is fixed: keys are
/// part of the `state` answer and must not change between runs.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    men: [[u64; MAX_POINTS]; 2],
    closed: [u64; MAX_POINTS],
    hands: [[u64; 16]; 2],
    dark_on_turn: u64,
    first_line: [u64; 2],
    owes_own: u64,
    bars: [[u64; MAX_POINTS]; 2],
    homes: [[u64; MAX_POINTS]; 2],
}

impl Keys {
    pub(super) fn new() -> Self {
        let mut rng = SplitMix64::new(0x4D4F_4449_5341);
        let mut row_of_points = || [(); MAX_POINTS].map(|()| rng.next_u64());
        let (men, closed) = ([row_of_points(), row_of_points()], row_of_points());
        let (bars, homes) =
            ([row_of_points(), row_of_points()], [row_of_points(), row_of_points()]);
        let mut row16 = || [(); 16].map(|()| rng.next_u64());
        let hands = [row16(), row16()];
        Self {
            men,
            closed,
            hands,
            dark_on_turn: rng.next_u64(),
            first_line: [rng.next_u64(), rng.next_u64()],
            owes_own: rng.next_u64(),
            bars,
            homes,
        }
    }

    #[inline]
    pub(super) fn man(&self, side: Side, point: Point) -> u64 {
        self.men[side.index()][point.index()]
    }

    #[inline]
    pub(super) fn hand(&self, side: Side, count: u8) -> u64 {
        self.hands[side.index()][usize::from(count & 15)]
    }

    #[inline]
    pub(super) fn side(&self, side: Side) -> u64 {
        match side {
            Side::Light => 0,
            Side::Dark => self.dark_on_turn,
        }
    }

    pub(super) fn closed(&self, points: PointSet) -> u64 {
        points.into_iter().fold(0, |key, point| key ^ self.closed[point.index()])
    }

    /// The part of the key that is there only in some positions: bars, first
    /// line, owed removal. Two halves of a bar are added, not xor-ed, so that
    /// the bars of both sides cannot trade homes unseen.
    #[inline]
    pub(super) fn memory(&self, state: &State) -> u64 {
        let mut key = 0;
        for side in Side::BOTH {
            if let Some(Bar { man, home }) = state.bars[side.index()] {
                let half = self.bars[side.index()][man.index()];
                key ^= half.wrapping_add(self.homes[side.index()][home.index()]);
            }
        }
        if let Some(side) = state.first_line {
            key ^= self.first_line[side.index()];
        }
        if state.owes_own {
            key ^= self.owes_own;
        }
        key
    }
}

impl Morris {
    /// The key of a position computed from nothing.
    pub(super) fn full_key(&self, state: &State) -> u64 {
        let keys = &self.keys;
        let mut key = keys.side(state.side) ^ keys.memory(state) ^ keys.closed(state.closed);
        for side in Side::BOTH {
            key ^= keys.hand(side, state.hand_of(side));
            for point in state.men_of(side) {
                key ^= keys.man(side, point);
            }
        }
        key
    }

    /// The key, with the quiet count mixed in where it decides what the position is worth.
    #[inline]
    pub(super) fn counted_key(&self, state: &State) -> u64 {
        if !self.ten_move_counts(state) && !self.nears_quiet_draw(state) {
            return state.key;
        }
        let mut count = SplitMix64::new(u64::from(state.quiet) + 1);
        state.key ^ count.next_u64()
    }

    /// Whether the quiet plies may run out within the depth of a search.
    #[inline]
    fn nears_quiet_draw(&self, state: &State) -> bool {
        let limit = self.rules.quiet_plies;
        limit > 0 && state.quiet.saturating_add(COUNTED_PLIES) >= limit
    }
}
