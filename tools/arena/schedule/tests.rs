//! Schedules of every kind, gone through.

use super::*;
use crate::played::sample;
use crate::settings::sample_settings;
use proptest::prelude::*;
use std::collections::HashMap;

fn settings(format: Format, players: usize, rounds: u32) -> Settings {
    Settings { format, rounds, ..sample_settings(players) }
}

fn whole(settings: &Settings) -> Vec<Encounter> {
    rest_of(Schedule::new(settings, Shard::default()))
}

/// All that is left, where no result is waited for.
fn rest_of(mut schedule: Schedule) -> Vec<Encounter> {
    let mut encounters = Vec::new();
    while let Step::Play(encounter) = schedule.next_step() {
        encounters.push(encounter);
    }
    assert_eq!(schedule.next_step(), Step::Done);
    encounters
}

/// The encounter as played, with a result that depends on the players alone.
fn played(encounter: &Encounter) -> Pair {
    let [a, b] = encounter.players;
    let results = match (a * 7 + b * 3) % 4 {
        0 => [GameResult::Light, GameResult::Dark],
        1 => [GameResult::Draw, GameResult::Light],
        2 => [GameResult::Dark, GameResult::Light],
        _ => [GameResult::Draw, GameResult::Draw],
    };
    sample::pair(encounter, results)
}

/// How often two have met, lower index first.
fn meetings(encounters: &[Encounter]) -> HashMap<[usize; 2], u32> {
    let mut meetings = HashMap::new();
    for encounter in encounters {
        let mut players = encounter.players;
        players.sort_unstable();
        *meetings.entry(players).or_default() += 1;
    }
    meetings
}

/// How often each had light first, less how often the opponent had.
fn balance(encounters: &[Encounter], players: usize) -> Vec<i32> {
    let mut balance = vec![0; players];
    for encounter in encounters {
        balance[encounter.players[0]] += 1;
        balance[encounter.players[1]] -= 1;
    }
    balance
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_once_a_round() {
    for players in 2..=17 {
        for rounds in [1, 2, 5] {
            let encounters = whole(&settings(Format::Roundrobin, players, rounds));
            let meetings = meetings(&encounters);
            assert_eq!(meetings.len(), players * (players - 1) / 2);
            assert!(meetings.values().all(|&count| count == rounds));
            let most = i32::from(rounds % 2 == 1 && players % 2 == 0);
            let balance = balance(&encounters, players);
            assert!(balance.iter().all(|light| light.abs() <= most), "{players} {balance:?}");
        }
    }
}

#[test]
fn numbers_count_up_and_a_round_shares_its_opening() {
    for format in [Format::Roundrobin, Format::Gauntlet] {
        let encounters = whole(&settings(format, 5, 3));
        for (index, encounter) in encounters.iter().enumerate() {
            assert_eq!(encounter.number, index as u64);
            assert_eq!(encounter.opening + 1, u64::from(encounter.round));
        }
        assert_eq!(encounters.last().map(|last| last.round), Some(3));
    }
}

#[test]
fn tables_of_a_turn_have_no_player_in_common() {
    for players in 2..=12 {
        let encounters = whole(&settings(Format::Roundrobin, players, 1));
        for turn in encounters.chunks(players / 2) {
            let mut seen: Vec<usize> = turn.iter().flat_map(|one| one.players).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 2 * turn.len());
        }
    }
}

#[test]
fn in_a_gauntlet_the_first_meets_all_others() {
    let encounters = whole(&settings(Format::Gauntlet, 4, 6));
    let wanted = (1..4).map(|other| ([0, other], 6)).collect();
    assert_eq!(meetings(&encounters), wanted);
    assert_eq!(balance(&encounters, 4), [0; 4]);
}

#[test]
fn two_alone_change_who_begins_with_light() {
    let encounters = whole(&settings(Format::Roundrobin, 2, 3));
    let players: Vec<[usize; 2]> = encounters.iter().map(|one| one.players).collect();
    assert_eq!(players, [[0, 1], [1, 0], [0, 1]]);
}

#[test]
fn parts_together_are_the_whole_without_overlap() {
    for format in [Format::Roundrobin, Format::Gauntlet] {
        let settings = settings(format, 5, 3);
        for of in 1..=40 {
            let mut joined = Vec::new();
            for number in 1..=of {
                let shard = Shard::new(number, of).unwrap();
                let schedule = Schedule::new(&settings, shard);
                let total = schedule.total();
                let part = rest_of(schedule);
                assert_eq!(part.len() as u64, total);
                assert!(part.iter().all(|one| shard.holds(one.number)));
                let numbers: Vec<u64> = part.iter().map(|one| one.number).collect();
                assert!(shard.numbers(30).take(numbers.len()).eq(numbers));
                joined.extend(part);
            }
            joined.sort_by_key(|one| one.number);
            assert_eq!(joined, whole(&settings));
        }
    }
}

#[test]
fn a_part_is_spelled_from_one() {
    let shard: Shard = "2/3".parse().unwrap();
    assert_eq!(serde_json::to_string(&shard).unwrap(), "[2,3]");
    assert_eq!(serde_json::from_str::<Shard>("[2,3]").unwrap(), shard);
    assert!(shard.holds(1) && shard.holds(4) && !shard.holds(0));
    for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

#[test]
fn a_pair_that_is_none_of_the_schedule_is_refused() {
    let settings = settings(Format::Roundrobin, 3, 1);
    let encounter = whole(&settings)[1];
    let mut schedule = Schedule::new(&settings, Shard::default());
    let swapped =
        Encounter { players: [encounter.players[1], encounter.players[0]], ..encounter };
    for wrong in [
        swapped,
        Encounter { round: 2, ..encounter },
        Encounter { number: 3, round: 2, ..encounter },
    ] {
        let refused = schedule.finish(&played(&wrong));
        assert!(matches!(refused, Err(ScheduleError::Unfitting { .. })), "{wrong:?}");
    }
    schedule.finish(&played(&encounter)).unwrap();
    assert_eq!(schedule.finish(&played(&encounter)), Err(ScheduleError::Twice(1)));
    let mut part = Schedule::new(&settings, Shard::new(1, 2).unwrap());
    assert_eq!(part.finish(&played(&encounter)), Err(ScheduleError::Elsewhere(1)));
}

/// Plays a swiss to its end, each round from its last encounter to its first.
fn swiss(players: usize, rounds: u32) -> Vec<Encounter> {
    let settings = settings(Format::Swiss, players, rounds);
    let mut schedule = Schedule::new(&settings, Shard::default());
    let mut all = Vec::new();
    let mut running: Vec<Encounter> = Vec::new();
    loop {
        match schedule.next_step() {
            Step::Play(encounter) => running.push(encounter),
            Step::Wait => {
                assert_eq!(running.len(), players / 2, "a round is handed out whole");
                for encounter in running.drain(..).rev() {
                    schedule.finish(&played(&encounter)).unwrap();
                    all.push(encounter);
                }
            }
            Step::Done => break,
        }
    }
    all.extend(running);
    all.sort_by_key(|one| one.number);
    assert_eq!(all.len() as u64, schedule.total());
    all
}

#[test]
fn in_a_swiss_nobody_meets_twice_while_that_can_be_avoided() {
    for players in 3..=12_usize {
        // Greedy pairing could be led astray before the last of these rounds; see below.
        let rounds = players as u32 / 2;
        let encounters = swiss(players, rounds);
        assert!(meetings(&encounters).values().all(|&count| count == 1), "{players}");
        for round in encounters.chunks(players / 2) {
            let mut seen: Vec<usize> = round.iter().flat_map(|one| one.players).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), players / 2 * 2);
        }
    }
}

#[test]
fn in_a_swiss_of_an_odd_number_everybody_is_free_once() {
    for players in [3, 5, 7, 9] {
        let encounters = swiss(players, players as u32 / 2 + 1);
        let mut free = Vec::new();
        for round in encounters.chunks(players / 2) {
            let seen: Vec<usize> = round.iter().flat_map(|one| one.players).collect();
            free.extend((0..players).filter(|player| !seen.contains(player)));
        }
        assert_eq!(free[0], players - 1);
        let count = free.len();
        free.sort_unstable();
        free.dedup();
        assert_eq!(free.len(), count, "{players}");
    }
}

#[test]
fn in_the_first_round_of_a_swiss_the_upper_half_meets_the_lower() {
    let players: Vec<[usize; 2]> = swiss(8, 1).iter().map(|one| one.players).collect();
    assert_eq!(players, [[0, 4], [5, 1], [2, 6], [7, 3]]);
}

#[test]
fn in_the_second_round_of_a_swiss_winners_meet_winners() {
    let settings = settings(Format::Swiss, 4, 2);
    let mut schedule = Schedule::new(&settings, Shard::default());
    for winner in [[GameResult::Light, GameResult::Dark], [GameResult::Dark, GameResult::Light]]
    {
        let Step::Play(encounter) = schedule.next_step() else { panic!("a round of two") };
        schedule.finish(&sample::pair(&encounter, winner)).unwrap();
    }
    // 0 has beaten 2, and 1, who was second at its table, has beaten 3.
    let mut met: Vec<[usize; 2]> = Vec::new();
    for encounter in rest_of(schedule) {
        let mut players = encounter.players;
        players.sort_unstable();
        met.push(players);
    }
    assert_eq!(met, [[0, 1], [2, 3]]);
}

#[test]
fn a_swiss_waits_for_the_whole_round() {
    let settings = settings(Format::Swiss, 6, 2);
    let mut schedule = Schedule::new(&settings, Shard::default());
    let round: Vec<Encounter> = std::iter::from_fn(|| match schedule.next_step() {
        Step::Play(encounter) => Some(encounter),
        _ => None,
    })
    .collect();
    assert_eq!(round.len(), 3);
    for encounter in &round {
        assert_eq!(schedule.next_step(), Step::Wait);
        schedule.finish(&played(encounter)).unwrap();
    }
    assert!(matches!(schedule.next_step(), Step::Play(Encounter { number: 3, round: 2, .. })));
}

#[test]
fn a_swiss_longer_than_a_round_robin_spreads_what_must_be_repeated() {
    for players in [3, 4, 5, 6] {
        let rounds = 4 * players as u32;
        let encounters = swiss(players, rounds);
        let counts = meetings(&encounters);
        let most = counts.values().max().unwrap();
        let fewest = counts.values().min().unwrap();
        assert!(most - fewest <= 2, "{players} {counts:?}");
    }
}

proptest! {
    #[test]
    fn what_is_resumed_is_exactly_what_is_missing(
        format in proptest::sample::select(vec![Format::Roundrobin, Format::Gauntlet]),
        players in 2_usize..7,
        rounds in 1_u32..5,
        of in 1_u64..4,
        kept in proptest::collection::vec(any::<bool>(), 80),
    ) {
        let settings = settings(format, players, rounds);
        let shard = Shard::new(1 + of / 2, of).unwrap();
        let all = rest_of(Schedule::new(&settings, shard));
        let (done, missing): (Vec<Encounter>, Vec<Encounter>) =
            all.iter().partition(|one| kept[one.number as usize % kept.len()]);
        let done: Vec<Pair> = done.iter().rev().map(played).collect();
        let resumed = Schedule::resume(&settings, shard, &done).unwrap();
        prop_assert_eq!(resumed.finished(), done.len() as u64);
        prop_assert_eq!(rest_of(resumed), missing);
    }

    #[test]
    fn a_swiss_goes_on_as_if_it_had_not_been_broken_off(
        players in 3_usize..9,
        rounds in 1_u32..6,
        cut in 0_usize..24,
        lost in 0_usize..4,
    ) {
        let all = swiss(players, rounds);
        let mut done: Vec<Encounter> = all.iter().take(cut).copied().collect();
        // In the round that was broken off, any of the pairs can be the finished ones.
        if done.len() > lost && (done.len() - 1 - lost) / (players / 2) == (done.len() - 1) / (players / 2) {
            done.remove(done.len() - 1 - lost);
        }
        let settings = settings(Format::Swiss, players, rounds);
        let pairs: Vec<Pair> = done.iter().map(played).collect();
        let mut schedule = Schedule::resume(&settings, Shard::default(), &pairs).unwrap();
        let mut running: Vec<Encounter> = Vec::new();
        loop {
            match schedule.next_step() {
                Step::Play(encounter) => running.push(encounter),
                Step::Wait => {
                    let oldest = running.remove(0);
                    schedule.finish(&played(&oldest)).unwrap();
                    done.push(oldest);
                }
                Step::Done => break,
            }
        }
        done.extend(running);
        done.sort_by_key(|one| one.number);
        prop_assert_eq!(done, all);
    }
}
