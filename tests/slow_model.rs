//! The rules against a second, slow implementation along random games: the same turns,
//! the same positions and the same ends, as text.
#![cfg(test)]

#[allow(dead_code, reason = "each test file uses its own part")]
#[path = "support/morris.rs"]
mod morris;
#[path = "support/slow/mod.rs"]
mod slow;

use modisa::game::Notation;
use modisa::kit::SplitMix64;
use morris::Play;
use slow::model::{End, Model};
use slow::position::Position;
use slow::sheets;
use std::collections::BTreeMap;

/// Positions compared for each game unless `MODISA_SLOW_POSITIONS` says otherwise.
const POSITIONS: usize = 10_000;

/// Plies after which a random game is given up.
const PLIES: u32 = 160;

fn wanted() -> usize {
    let set = std::env::var("MODISA_SLOW_POSITIONS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(POSITIONS)
}

/// What the games of a comparison have met, and how often.
type Met = BTreeMap<&'static str, usize>;

/// One game of both sides.
struct Pair<'a> {
    model: &'a Model,
    position: Position,
    play: Play,
}

impl Pair<'_> {
    fn end_of_engine(&self) -> Option<End> {
        self.play.over().map(|outcome| {
            let letter = |side| self.play.game.side_letter(side).chars().next().unwrap();
            (outcome.winner.map(letter), outcome.reason.word())
        })
    }

    /// Compares everything; returns the turns, none when the game is over.
    fn compare(&self, met: &mut Met) -> Vec<String> {
        let text = self.model.write(&self.position);
        assert_eq!(self.play.text(), text, "the text");
        assert_eq!(self.model.read(&text), self.position, "{text}: the model reads it back");
        let words: Vec<&str> = text.split(' ').collect();
        let read = self.play.game.read_state(&words);
        assert_eq!(read, Ok(self.play.state), "{text}: the engine reads it back");
        let end = self.model.over(&self.position);
        assert_eq!(self.end_of_engine(), end, "{text}: the end");
        let turns = self.model.legal(&self.position);
        assert_eq!(self.play.legal(), turns, "{text}: the turns");
        if let Some((_, reason)) = end {
            *met.entry(reason).or_default() += 1;
        } else {
            self.meet(&turns, met);
        }
        turns
    }

    fn meet(&self, turns: &[String], met: &mut Met) {
        let is_removal = turns[0].starts_with('x');
        let is_own = self.position.notes.iter().any(|note| note.starts_with("own"));
        let facts = [
            ("own man", is_removal && is_own),
            ("opening", is_removal && !is_own),
            ("capture", turns.iter().any(|turn| turn.contains('x'))),
            ("discard", turns.iter().any(|turn| turn.ends_with("xh"))),
            ("closed point", self.position.men.contains(&'x')),
            ("note", !self.position.notes.is_empty()),
            ("barred", self.model.barred(&self.position) > 0),
        ];
        for (fact, _) in facts.iter().filter(|(_, holds)| *holds) {
            *met.entry(fact).or_default() += 1;
        }
    }

    fn advance(&mut self, turn: &str, met: &mut Met) {
        let next = self.model.after(&self.position, turn);
        if next.side == self.position.side {
            *met.entry("again").or_default() += 1;
        }
        self.position = next;
        let read = self.play.game.read_turn(&self.play.state, turn).unwrap();
        self.play.state = modisa::game::Game::after(&self.play.game, &self.play.state, read);
    }
}

/// How a random player likes turns that take or discard.
#[derive(Clone, Copy)]
enum Taste {
    /// Not at all, so that boards fill up.
    Shy,
    Even,
    Greedy,
}

fn choose(turns: &[String], taste: Taste, rng: &mut SplitMix64) -> String {
    let taking = |turn: &&String| turn.contains('x');
    let liked: Vec<&String> = match taste {
        Taste::Shy => turns.iter().filter(|turn| !taking(turn)).collect(),
        Taste::Greedy if rng.below(10) > 0 => turns.iter().filter(taking).collect(),
        Taste::Even | Taste::Greedy => Vec::new(),
    };
    let liked = if liked.is_empty() { turns.iter().collect() } else { liked };
    liked[rng.below(liked.len() as u64) as usize].clone()
}

/// Compares a sheet with a variant of the engine along random games, from the start and
/// from late positions in turn, and checks that all of `kinds` were met.
fn agree(sheet: sheets::Sheet, id: &str, switches: &[(&str, &str)], kinds: &[&str]) {
    let model = Model::new(sheet);
    let mut rng = SplitMix64::new(0x51_0e);
    let mut met = Met::new();
    let (mut compared, mut games) = (0, 0_u64);
    while compared < wanted() {
        let position = if games % 3 == 2 { model.late(&mut rng) } else { model.start() };
        let play = Play::with(id, switches);
        let play = if position.ply == 0 { play } else { play.set(&model.write(&position)) };
        let mut pair = Pair { model: &model, position, play };
        let taste = [Taste::Shy, Taste::Even, Taste::Greedy][(games / 3 % 3) as usize];
        games += 1;
        for _ in 0..PLIES {
            let turns = pair.compare(&mut met);
            compared += 1;
            if turns.is_empty() {
                break;
            }
            let turn = choose(&turns, taste, &mut rng);
            pair.advance(&turn, &mut met);
        }
    }
    println!("{id}: {compared} positions of {games} games: {met:?}");
    for kind in kinds {
        assert!(met.contains_key(kind), "{id}: no {kind} among {met:?}");
    }
}

#[test]
fn morabaraba_agrees() {
    let kinds = ["barred", "capture", "fewer-than-three", "full-board", "ten-moves"];
    agree(sheets::MORABARABA, "morabaraba", &[], &kinds);
}

#[test]
fn morabaraba_with_the_loose_machine_gun_rule_agrees() {
    let switches = [("MachineGun", "same_mill")];
    let kinds = ["barred", "capture", "fewer-than-three", "ten-moves"];
    agree(sheets::MORABARABA_SAME_MILL, "morabaraba", &switches, &kinds);
}

#[test]
fn nine_agrees() {
    agree(sheets::NINE, "nine", &[], &["capture", "fewer-than-three"]);
}

#[test]
fn lasker_agrees() {
    agree(sheets::LASKER, "lasker", &[], &["capture", "fewer-than-three"]);
}

#[test]
fn gonu_agrees() {
    let kinds = ["closed point", "capture", "full-board", "no-move"];
    agree(sheets::GONU, "gonu", &[], &kinds);
}

#[test]
fn shax_agrees() {
    let kinds = ["opening", "again", "capture", "fewer-than-three"];
    agree(sheets::SHAX, "shax", &[], &kinds);
}

#[test]
fn dooz_agrees() {
    agree(sheets::DOOZ, "dooz", &[], &["discard", "opening", "capture", "fewer-than-three"]);
}

#[test]
fn dooz_again_agrees() {
    let kinds = ["discard", "again", "opening", "fewer-than-three"];
    agree(sheets::DOOZ_AGAIN, "dooz-again", &[], &kinds);
}

#[test]
fn dooz_board_agrees() {
    agree(sheets::DOOZ_BOARD, "dooz-board", &[], &["capture", "opening", "fewer-than-three"]);
}

#[test]
fn dooz_own_agrees() {
    let kinds = ["own man", "capture", "fewer-than-three"];
    agree(sheets::DOOZ_OWN, "dooz-own", &[], &kinds);
}

#[test]
fn naoguti_agrees() {
    agree(sheets::NAOGUTI, "naoguti", &[], &["capture", "all-captured", "no-move"]);
}

#[test]
fn tulepaid_agrees() {
    agree(sheets::TULEPAID, "tulepaid", &[], &["capture", "all-captured", "full-board"]);
}

#[test]
fn sujjua_agrees() {
    agree(sheets::SUJJUA, "sujjua", &[], &["line"]);
}

#[test]
fn achi_murray_agrees() {
    let kinds = ["capture", "fewer-than-three", "no-move"];
    agree(sheets::ACHI_MURRAY, "achi-murray", &[], &kinds);
}

#[test]
fn gurgaldaj_agrees() {
    agree(sheets::GURGALDAJ, "gurgaldaj", &[], &["capture", "all-captured", "no-move"]);
}

#[test]
fn nine_holes_agrees() {
    agree(sheets::NINE_HOLES, "nine-holes", &[], &["line"]);
}
