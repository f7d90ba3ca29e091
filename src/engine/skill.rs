//! Playing below full strength: a shallow look, and a choice that misjudges by chance.
//!
//! The chance follows from the `Seed` option and the position, so that the same
//! position is always played alike. Decided games are never misjudged: a win in
//! sight is taken at every level.

use crate::kit::SplitMix64;
use crate::search::{Limits, Line};

/// Highest `SkillLevel`: full strength.
pub(crate) const FULL: i64 = 20;
/// Bounds of the `Elo` option.
pub(crate) const ELO: (i64, i64) = (600, 2600);

/// First turns that are weighed against each other.
const CANDIDATES: usize = 8;
/// Misjudgement in centimen at level 0.
const MISJUDGEMENT: i64 = 240;

/// A strength below the full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skill {
    /// From 0 to just below [`FULL`].
    level: i64,
    seed: u64,
}

impl Skill {
    /// What the options ask for; `None` is full strength. `elo` goes before `level`.
    pub(crate) fn asked(level: i64, elo: Option<i64>, seed: u64) -> Option<Self> {
        let level = match elo {
            Some(elo) => (elo - ELO.0) * FULL / (ELO.1 - ELO.0),
            None => level,
        };
        (level < FULL).then_some(Self { level: level.max(0), seed })
    }

    /// Makes limits as narrow as the strength: a depth, and lines to choose from.
    pub(crate) fn narrow(self, limits: &mut Limits) {
        let depth = u32::try_from(1 + self.level * 2 / 3).unwrap_or(1);
        limits.depth = Some(limits.depth.map_or(depth, |asked| asked.min(depth)));
        limits.multi_pv = limits.multi_pv.max(CANDIDATES);
    }

    /// One of the first turns of the exact lines in `seen` (in the order told).
    pub(crate) fn choose<T: Copy + Eq>(self, seen: &[Line<T>], salt: u64) -> Option<&Line<T>> {
        let mut latest: Vec<&Line<T>> = Vec::new();
        for line in seen.iter().rev() {
            let is_known = latest.iter().any(|known| known.pv.first() == line.pv.first());
            if !is_known && !line.pv.is_empty() {
                latest.push(line);
            }
        }
        let deepest = latest.iter().map(|line| line.depth).max()?;
        latest.retain(|line| line.depth + 1 >= deepest);
        latest.sort_by_key(|line| (std::cmp::Reverse(line.depth), line.rank));
        let mut chance = SplitMix64::new(self.seed ^ salt);
        let width = MISJUDGEMENT * (FULL - self.level) / FULL + 1;
        let bound = width.cast_unsigned();
        let mut best: Option<(i64, &Line<T>)> = None;
        for line in latest {
            let error = chance.below(bound).cast_signed();
            let error = if line.score.is_decided() { 0 } else { error };
            let worth = i64::from(line.score.raw()) + error;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, line));
            }
        }
        best.map(|(_, line)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Score;
    use crate::search::Accuracy;
    use std::time::Duration;

    fn line(turn: u32, rank: usize, score: Score) -> Line<u32> {
        Line {
            depth: 3,
            sel_depth: 3,
            rank,
            score,
            accuracy: Accuracy::Exact,
            pv: vec![turn],
            nodes: 0,
            oracle_hits: 0,
            hash_full: 0,
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn full_strength_is_no_skill_at_all() {
        assert_eq!(Skill::asked(20, None, 1), None);
        assert_eq!(Skill::asked(3, Some(2600), 1), None);
        assert!(Skill::asked(20, Some(2599), 1).is_some());
        assert!(Skill::asked(19, None, 1).is_some());
    }

    #[test]
    fn a_win_in_sight_is_taken_at_level_zero() {
        let lines = [line(7, 1, Score::win_in(1)), line(8, 2, Score::estimate(300))];
        for seed in 0..200 {
            let skill = Skill::asked(0, None, seed).expect("level 0 is below full");
            assert_eq!(skill.choose(&lines, 99).expect("a choice").pv, [7]);
        }
    }

    #[test]
    fn the_choice_follows_from_seed_and_position() {
        let lines = [line(1, 1, Score::estimate(30)), line(2, 2, Score::estimate(0))];
        let pick = |seed, salt| {
            let skill = Skill::asked(2, None, seed).expect("below full");
            skill.choose(&lines, salt).expect("a choice").pv[0]
        };
        assert_eq!(pick(5, 6), pick(5, 6));
        let picked: std::collections::HashSet<u32> = (0..50).map(|s| pick(s, 1)).collect();
        assert_eq!(picked.len(), 2, "a weak player sometimes errs and sometimes does not");
    }
}
