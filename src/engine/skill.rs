//! Playing below full strength: a shorter look, and a choice that misjudges by chance.
//!
//! A level looks at fewer nodes and plies than the next, and errs more in weighing the
//! best turns against each other. From [`STEADY`] on the error is smaller than a man, so
//! that a mill is never missed or let through by chance, only by not seeing it.
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

/// The level from which on misjudgement is smaller than a man.
const STEADY: i64 = 8;
/// First turns that are weighed against each other, below [`STEADY`] and from there on.
const CANDIDATES: [usize; 2] = [8, 3];
/// Nodes at level 0; half as many more at each further level.
const NODES: u64 = 100;
/// Misjudgement in centimen at level 0 and at [`STEADY`]; evenly less between, and from
/// there to hardly any at full strength.
const MISJUDGEMENT: [i64; 2] = [240, 80];

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

    /// Makes limits as narrow as the strength: depth, nodes, and lines to choose from.
    pub(crate) fn narrow(self, limits: &mut Limits) {
        let (depth, nodes) = (self.depth(), self.nodes());
        limits.depth = Some(limits.depth.map_or(depth, |asked| asked.min(depth)));
        limits.nodes = Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes)));
        limits.multi_pv = limits.multi_pv.max(CANDIDATES[usize::from(self.level >= STEADY)]);
    }

    /// Plies looked ahead.
    fn depth(self) -> u32 {
        u32::try_from(1 + self.level * 2 / 3).unwrap_or(1)
    }

    /// Nodes looked at.
    fn nodes(self) -> u64 {
        (0..self.level).fold(NODES, |nodes, _| nodes * 3 / 2)
    }

    /// Highest error in weighing a turn, in centimen.
    fn misjudgement(self) -> i64 {
        let [weak, steady] = MISJUDGEMENT;
        if self.level < STEADY {
            weak - (weak - steady) * self.level / STEADY
        } else {
            steady * (FULL - self.level) / (FULL - STEADY)
        }
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
        // Values of different depths are not to be compared.
        latest.retain(|line| line.depth == deepest);
        latest.sort_by_key(|line| line.rank);
        let mut chance = SplitMix64::new(self.seed ^ salt);
        let bound = self.misjudgement().cast_unsigned() + 1;
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

    fn levels() -> impl Iterator<Item = Skill> {
        (0..FULL).filter_map(|level| Skill::asked(level, None, 7))
    }

    #[test]
    fn a_higher_level_looks_further_and_errs_less() {
        let skills: Vec<Skill> = levels().collect();
        assert_eq!(skills.len(), 20);
        for pair in skills.windows(2) {
            assert!(pair[0].nodes() < pair[1].nodes());
            assert!(pair[0].depth() <= pair[1].depth());
            assert!(pair[0].misjudgement() > pair[1].misjudgement());
        }
    }

    #[test]
    fn from_the_steady_level_on_no_man_is_lost_by_misjudgement() {
        let lines = [line(1, 1, Score::estimate(60)), line(2, 2, Score::estimate(-40))];
        for skill in levels() {
            let bound = skill.misjudgement();
            assert_eq!(bound < 100, skill.level >= STEADY, "level {}", skill.level);
            let errs = (0..500).any(|salt| skill.choose(&lines, salt).unwrap().pv != [1]);
            assert_eq!(errs, skill.level < STEADY - 1, "level {}", skill.level);
        }
    }

    #[test]
    fn only_turns_seen_equally_deep_are_weighed() {
        let deep = Line { depth: 4, ..line(1, 1, Score::estimate(0)) };
        let seen = [line(2, 1, Score::estimate(500)), deep];
        for skill in levels() {
            assert_eq!(skill.choose(&seen, 3).unwrap().pv, [1]);
        }
    }

    #[test]
    fn a_higher_elo_is_no_lower_level() {
        let mut last = -1;
        for elo in ELO.0..ELO.1 {
            let skill = Skill::asked(FULL, Some(elo), 0).unwrap();
            assert!(skill.level >= last);
            last = skill.level;
        }
        assert_eq!(last, FULL - 1);
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
