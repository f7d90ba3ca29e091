//! Positions of late phases that no game has led to.

use super::model::Model;
use super::position::Position;
use modisa::kit::SplitMix64;

impl Model {
    /// A random position with empty hands in which the game goes on, or which is blocked.
    pub(crate) fn late(&self, rng: &mut SplitMix64) -> Position {
        loop {
            let position = self.scattered(rng);
            let alone = self.sheet.needs == 1;
            let is_possible = !alone || position.count('w').max(position.count('b')) >= 3;
            // Where a blocked side waits, the one on turn is never the blocked one.
            let is_fit = match self.over(&position) {
                None => true,
                Some((_, reason)) => reason == "no-move" && !self.sheet.blocked_waits,
            };
            if is_possible && is_fit {
                return position;
            }
        }
    }

    fn scattered(&self, rng: &mut SplitMix64) -> Position {
        // Two points at least stay empty: a full board is a matter of its own.
        let most = self.sheet.men.min((self.names.len() - 2) / 2);
        let mut position = self.start();
        position.light_hand = 0;
        position.dark_hand = 0;
        for side in ['w', 'b'] {
            let least = self.sheet.needs.min(most);
            let few = rng.below(2) == 0;
            let most = if few { most.min(4) } else { most };
            let men = least + rng.below((most - least + 1) as u64) as usize;
            for _ in 0..men {
                let mut point = rng.below(self.names.len() as u64) as usize;
                while position.men[point] != '.' {
                    point = (point + 1) % self.names.len();
                }
                position.men[point] = side;
            }
        }
        position.side = if rng.below(2) == 0 { 'w' } else { 'b' };
        position.quiet = rng.below(19) as u32;
        position.ply = 40 + rng.below(60) as u32;
        position
    }
}
