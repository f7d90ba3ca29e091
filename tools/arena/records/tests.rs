//! Records of games that were really played, read back by the one who judges records.

use super::*;
use crate::openings::Opening;
use crate::played::sample;
use crate::schedule::{Schedule, Step};
use crate::settings::sample_settings;
use modisa::engine::record::Referee;
use modisa::engine::{Arbiter, RuleSet};
use modisa::game::Side;
use modisa::kit::SplitMix64;
use modisa::morris::builtin;

fn scribe(settings: &Settings) -> Scribe {
    Scribe::new(settings.clone(), Some("here".to_owned()))
}

fn pairs(settings: &Settings, shard: Shard) -> Vec<Pair> {
    let mut schedule = Schedule::new(settings, shard);
    let mut pairs = Vec::new();
    while let Step::Play(encounter) = schedule.next_step() {
        pairs.push(sample::pair(&encounter, [GameResult::Light, GameResult::Draw]));
    }
    pairs
}

/// A game of turns drawn at random, of which the first are the opening: those, and the game.
fn random_game(rules: &RuleSet, seed: u64) -> (Vec<String>, Game) {
    let mut arbiter = Arbiter::new(rules).unwrap();
    let mut random = SplitMix64::new(seed);
    let mut texts = Vec::new();
    let outcome = loop {
        if let Some(outcome) = arbiter.outcome().unwrap() {
            break Some(outcome);
        }
        if texts.len() == 80 {
            break None;
        }
        let legal = arbiter.legal().unwrap();
        let turn = &legal[random.below(legal.len() as u64) as usize];
        texts.push(arbiter.play(turn).unwrap());
    };
    let winner = outcome.map(|outcome| outcome.winner);
    let played = texts.split_off(texts.len().min(4));
    let turn =
        |text| Turn { text, is_dark: false, score: None, depth: 0, nodes: 0, micros: 1500 };
    let game = Game {
        started: "2026-01-31T23:59:59Z".to_owned(),
        result: match winner {
            Some(Some(Side::Light)) => GameResult::Light,
            Some(None) => GameResult::Draw,
            Some(Some(Side::Dark)) | None => GameResult::Dark,
        },
        cause: match outcome {
            Some(outcome) => Cause::Rules(outcome.reason.word().to_owned()),
            None => Cause::Crash,
        },
        detail: outcome.is_none().then(|| "light: exit code 1 {core}".to_owned()),
        turns: played.into_iter().map(turn).collect(),
    };
    (texts, game)
}

#[test]
fn records_of_every_variant_are_legal_and_their_results_right() {
    let mut text = Vec::new();
    for (number, variant) in builtin::all().iter().enumerate() {
        let mut settings = sample_settings(2);
        settings.rules = RuleSet { variant: variant.id.clone(), ..RuleSet::default() };
        let (turns, first) = random_game(&settings.rules, number as u64);
        let mut pair = pairs(&settings, Shard::default()).remove(0);
        let mut second = first.clone();
        second.turns.clear();
        second.cause = Cause::Time;
        pair.opening = Opening { fen: None, turns };
        pair.games = [first, second];
        let mut writer = RecordWriter::new(&mut text, scribe(&settings), Shard::default());
        writer.add(&pair).unwrap();
        writer.finish().unwrap();
        text.push(b'\n');
    }
    let mut count = 0;
    for review in Referee::default().read(&text[..]) {
        let review = review.unwrap();
        assert_eq!(review.complaint(), None, "{}", review.record);
        count += 1;
    }
    assert_eq!(count, 2 * builtin::all().len());
}

#[test]
fn a_record_reads_back_as_the_same_record() {
    let mut settings = sample_settings(2);
    settings.rules.switches = vec![("Men".to_owned(), "8".to_owned())];
    settings.players[0].name = "a \"quoted\" \\ name".to_owned();
    let mut pair = pairs(&settings, Shard::default()).remove(0);
    pair.opening.fen = Some("3/3/3/6/3/3/3 b 8,8 - 0 1".to_owned());
    for (index, record) in scribe(&settings).records(&pair).iter().enumerate() {
        let text = record.to_string();
        let review = Referee::default().read(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(&review.record, record);
        assert_eq!(review.complaint(), None);
        assert_eq!(record.tags.get("Round"), Some(["1.1", "1.2"][index]));
    }
}

#[test]
fn a_record_looks_like_this() {
    let mut settings = sample_settings(2);
    settings.players[1].limit.depth = Some(6);
    let mut pair = pairs(&settings, Shard::default()).remove(0);
    pair.games[1].detail = Some("both agreed".to_owned());
    let record = &scribe(&settings).records(&pair)[1];
    let wanted = "[Event \"test\"]\n[Site \"here\"]\n[Date \"2026.01.31\"]\n[Round \"1.2\"]\n\
        [White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n[Variant \"nine\"]\n\
        [Termination \"adjudication\"]\n[WhiteTimeControl \"1000 nodes, 6 plies\"]\n\
        [BlackTimeControl \"1000 nodes\"]\n[UTCDate \"2026.01.31\"]\n[UTCTime \"23:59:59\"]\n\n\
        1. a1 {book} 1... d7 {book} 2. g7 {cp 35/12 0.103s; both agreed} 1/2-1/2\n";
    assert_eq!(record.to_string(), wanted);
}

#[test]
fn every_end_that_is_not_by_the_rules_has_its_word() {
    let ends = [
        (Cause::IllegalTurn, "illegal move"),
        (Cause::OutOfTurn, "rules infraction"),
        (Cause::Silence, "stalled connection"),
        (Cause::Crash, "abandoned"),
        (Cause::Time, "time forfeit"),
        (Cause::DrawAdjudication, "adjudication"),
        (Cause::ResignAdjudication, "adjudication"),
        (Cause::TableAdjudication, "adjudication"),
        (Cause::MaxPlies, "adjudication"),
    ];
    let settings = sample_settings(2);
    let mut pair = pairs(&settings, Shard::default()).remove(0);
    for (cause, word) in ends {
        pair.games[0].cause = cause;
        let [record, _] = scribe(&settings).records(&pair);
        assert_eq!(record.tags.get("Termination"), Some(word));
    }
    pair.games[0].cause = Cause::Rules("no-move".to_owned());
    assert_eq!(scribe(&settings).records(&pair)[0].tags.get("Termination"), None);
}

#[test]
fn a_game_without_turns_keeps_what_is_said_of_it() {
    let settings = sample_settings(2);
    let mut pair = pairs(&settings, Shard::default()).remove(0);
    pair.opening.turns.clear();
    pair.games[0].turns.clear();
    pair.games[0].detail = Some("dark did not answer".to_owned());
    let [record, _] = scribe(&settings).records(&pair);
    assert_eq!(record.remark.as_deref(), Some("dark did not answer"));
}

#[test]
fn pairs_end_out_of_order_and_are_written_in_order() {
    let settings = Settings { rounds: 12, ..sample_settings(2) };
    for of in 1..=3 {
        let shard = Shard::new(of, of).unwrap();
        let pairs = pairs(&settings, shard);
        let write = |order: &[usize]| {
            let mut writer = RecordWriter::new(Vec::new(), scribe(&settings), shard);
            for &index in order {
                writer.add(&pairs[index]).unwrap();
            }
            String::from_utf8(writer.finish().unwrap()).unwrap()
        };
        let in_order: Vec<usize> = (0..pairs.len()).collect();
        let reversed: Vec<usize> = in_order.iter().copied().rev().collect();
        let wanted = write(&in_order);
        assert_eq!(write(&reversed), wanted);
        assert_eq!(Referee::default().read(wanted.as_bytes()).count(), 2 * pairs.len());
        let gap = write(&[3, 0, 2]);
        let rounds: Vec<u32> = [0, 2, 3].map(|index: usize| pairs[index].round).into();
        let found: Vec<String> = gap
            .lines()
            .filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix(".1\"]"))
            .map(str::to_owned)
            .collect();
        assert_eq!(found, rounds.iter().map(u32::to_string).collect::<Vec<_>>());
    }
}

#[test]
fn a_pair_is_written_as_soon_as_all_before_it_are() {
    let settings = Settings { rounds: 3, ..sample_settings(2) };
    let pairs = pairs(&settings, Shard::default());
    let mut writer = RecordWriter::new(Vec::new(), scribe(&settings), Shard::default());
    let mut lengths = vec![];
    for index in [1, 0, 2] {
        writer.add(&pairs[index]).unwrap();
        lengths.push(writer.out.len());
    }
    assert_eq!(lengths[0], 0);
    assert!(lengths[1] > 0 && lengths[2] > lengths[1]);
    assert_eq!(writer.finish().unwrap().len(), lengths[2]);
}
