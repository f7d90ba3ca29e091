//! Joins the journals of parts of a tournament, played in different places, into one.

use crate::journal::{self, Header, JournalError};
use crate::played::Pair;
use crate::schedule::{Schedule, ScheduleError, Shard};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What was joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merged {
    /// Pairs of games in the result.
    pub(crate) pairs: usize,
    /// Pairs that were found once more, with the same content.
    pub(crate) repeated: usize,
    /// Pairs that the whole tournament has and the result has not.
    pub(crate) missing: u64,
}

/// Why journals cannot be joined.
#[derive(Debug, Error)]
pub(crate) enum MergeError {
    /// One of them is wrong, or the result cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The result is there already.
    #[error("{}: is there already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// They are of different tournaments.
    #[error("{} and {} are of different tournaments: {difference}", .files[0].display(), .files[1].display())]
    OtherTournament {
        /// The first journal, and the one that differs from it.
        files: [PathBuf; 2],
        /// The first difference.
        difference: String,
    },
    /// The same pair was played twice, and not in the same way.
    #[error("pair {number} is not the same in {} and {}", .files[0].display(), .files[1].display())]
    OtherPair {
        /// Its number.
        number: u64,
        /// Where it was found first, and where it is different.
        files: [PathBuf; 2],
    },
    /// A pair that the settings do not know.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// There is nothing to be joined.
    #[error("no journals were given")]
    Nothing,
}

/// Writes the pairs of all inputs, by their numbers, as a journal of the whole tournament.
///
/// # Errors
/// When the inputs do not belong together, the result is there already and shall not be
/// replaced, or the system refuses. Nothing is written then.
pub(crate) fn merge(
    out: &Path,
    inputs: &[PathBuf],
    is_forced: bool,
) -> Result<Merged, MergeError> {
    if !is_forced && out.exists() {
        return Err(MergeError::Exists(out.to_owned()));
    }
    let mut journals = inputs.iter().map(|input| Ok((input, whole(journal::read(input)?))));
    let (first, (header, pairs)) =
        journals.next().ok_or(MergeError::Nothing)?.map_err(MergeError::Journal)?;
    let mut joined = Joined::default();
    joined.add(first, pairs)?;
    for journal in journals {
        let (input, (other, pairs)) = journal.map_err(MergeError::Journal)?;
        let difference = header.difference(&other, ["in the first", "in the second"]);
        if let Some(difference) = difference.map_err(JournalError::io(input))? {
            let files = [first.clone(), input.clone()];
            return Err(MergeError::OtherTournament { files, difference });
        }
        joined.add(input, pairs)?;
    }
    let repeated = joined.repeated;
    let pairs: Vec<Pair> = joined.pairs.into_values().map(|(pair, _)| pair).collect();
    let schedule = Schedule::resume(&header.settings, Shard::default(), &pairs)?;
    journal::write(out, &header, &pairs)?;
    let missing = schedule.total() - schedule.finished();
    Ok(Merged { pairs: pairs.len(), repeated, missing })
}

/// A journal as if it were of the whole tournament.
fn whole((mut header, pairs): (Header, Vec<Pair>)) -> (Header, Vec<Pair>) {
    header.shard = Shard::default();
    (header, pairs)
}

/// The pairs of some journals, each with the file where it was found first.
#[derive(Default)]
struct Joined<'a> {
    pairs: BTreeMap<u64, (Pair, &'a PathBuf)>,
    repeated: usize,
}

impl<'a> Joined<'a> {
    fn add(&mut self, input: &'a PathBuf, pairs: Vec<Pair>) -> Result<(), MergeError> {
        for pair in pairs {
            let number = pair.number;
            match self.pairs.entry(number) {
                Entry::Vacant(place) => {
                    place.insert((pair, input));
                }
                Entry::Occupied(known) if known.get().0 == pair => self.repeated += 1,
                Entry::Occupied(known) => {
                    let files = [known.get().1.clone(), input.clone()];
                    return Err(MergeError::OtherPair { number, files });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{EngineIdentity, Journal};
    use crate::played::{GameResult, sample};
    use crate::schedule::Step;
    use crate::scratch::Folder;
    use crate::settings::{Settings, sample_settings};

    fn settings() -> Settings {
        Settings { rounds: 4, ..sample_settings(3) }
    }

    fn header(shard: Shard) -> Header {
        let engine = EngineIdentity { name: "x".to_owned(), fingerprint: Some("1".to_owned()) };
        Header::new(settings(), vec![engine; 3], "r".to_owned(), None, shard)
    }

    fn pairs(shard: Shard) -> Vec<Pair> {
        let mut schedule = Schedule::new(&settings(), shard);
        let mut pairs = Vec::new();
        while let Step::Play(encounter) = schedule.next_step() {
            pairs.push(sample::pair(&encounter, [GameResult::Draw, GameResult::Light]));
        }
        pairs
    }

    /// The journal of a part, its pairs in the order in which they ended.
    fn part(folder: &Folder, number: u64, change: fn(&mut Header)) -> PathBuf {
        let shard = Shard::new(number, 3).unwrap();
        let path = folder.file(&format!("part{number}"));
        let mut header = header(shard);
        change(&mut header);
        let (mut journal, _) = Journal::open_or_create(&path, &header).unwrap();
        for pair in pairs(shard).iter().rev() {
            journal.append(pair).unwrap();
        }
        path
    }

    #[test]
    fn parts_become_the_whole_which_can_go_on() {
        let folder = Folder::new("merge-parts");
        let inputs: Vec<PathBuf> = [3, 1, 2].map(|n| part(&folder, n, |_| ())).into();
        let twice = [&inputs[..], &inputs[..1]].concat();
        let out = folder.file("whole");
        let merged = merge(&out, &inputs[..2], false).unwrap();
        assert_eq!(merged, Merged { pairs: 8, repeated: 0, missing: 4 });
        assert!(matches!(merge(&out, &twice, false), Err(MergeError::Exists(_))));
        let merged = merge(&out, &twice, true).unwrap();
        assert_eq!(merged, Merged { pairs: 12, repeated: 4, missing: 0 });
        let header = header(Shard::default());
        let (journal, found) = Journal::open_or_create(&out, &header).unwrap();
        assert_eq!(found, pairs(Shard::default()));
        let refused = merge(&out, &inputs, true);
        assert!(matches!(refused, Err(MergeError::Journal(JournalError::InUse(_)))));
        drop(journal);
    }

    #[test]
    fn mixed_tournaments_are_refused_by_field_and_files() {
        type Change = (&'static str, fn(&mut Header));
        let changes: [Change; 7] = [
            ("rules is ", |header| header.rules = "s".to_owned()),
            ("engines[1].name is ", |header| header.engines[1].name = "y".to_owned()),
            ("engines[0].fingerprint is ", |header| header.engines[0].fingerprint = None),
            ("seed is 1 in the first and 9 in the second", |header| header.settings.seed = 9),
            ("openings is ", |header| header.openings = Some("f".to_owned())),
            ("players[2].options is ", |header| header.settings.players[2].options.clear()),
            ("rules.switches is ", |header| {
                header.settings.rules.switches = vec![("Men".to_owned(), "8".to_owned())];
            }),
        ];
        for (wanted, change) in changes {
            let folder = Folder::new("merge-mixed");
            let inputs = [part(&folder, 1, |_| ()), part(&folder, 2, change)];
            let out = folder.file("whole");
            let refusal = merge(&out, &inputs, false).expect_err(wanted).to_string();
            assert!(refusal.contains(&format!(": {wanted}")), "{refusal}");
            for input in &inputs {
                assert!(refusal.contains(&*input.to_string_lossy()), "{refusal}");
            }
            assert!(!out.exists());
        }
    }

    #[test]
    fn a_pair_that_was_played_differently_is_refused() {
        let folder = Folder::new("merge-pair");
        let inputs = [part(&folder, 1, |_| ()), folder.file("again")];
        let shard = Shard::new(1, 3).unwrap();
        let mut changed = pairs(shard);
        changed[2].games[1].result = GameResult::Dark;
        journal::write(&inputs[1], &header(shard), &changed).unwrap();
        let refusal = merge(&folder.file("whole"), &inputs, false).expect_err("pair 6 differs");
        assert!(matches!(refusal, MergeError::OtherPair { number: 6, .. }), "{refusal}");
    }

    #[test]
    fn a_pair_of_nobody_is_refused() {
        let folder = Folder::new("merge-nobody");
        let input = folder.file("part");
        let mut wrong = pairs(Shard::default());
        wrong[0].players.reverse();
        journal::write(&input, &header(Shard::default()), &wrong).unwrap();
        let refusal = merge(&folder.file("whole"), &[input], false).expect_err("wrong players");
        assert!(matches!(refusal, MergeError::Schedule(_)), "{refusal}");
        let nothing = merge(&folder.file("whole"), &[], false);
        assert!(matches!(nothing, Err(MergeError::Nothing)));
    }
}
