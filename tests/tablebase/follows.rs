//! Values of the large boards follow from each other by the turns of the independent rules.
//!
//! Where that holds for every position of a sector, and of those that captures lead to, all
//! of them are right: by induction over the distance what is won or lost is so, and nothing
//! that is can be called a draw, since then a turn to it, or all its turns, would say so.

use crate::folder::{BOTH, game};
use crate::mirror::numbering;
use crate::numbering::Paper;
use crate::slow::model::Model;
use crate::slow::position::Position;
use crate::slow::sheets::{MORABARABA, NINE, Sheet};
use modisa::game::Notation;
use modisa::kit::SplitMix64;
use modisa::morris::Morris;
use modisa::tablebase::{Tablebase, Value};
use rayon::prelude::*;

/// Twelve men's morris: the board of Morabaraba, and neither its ban nor its count.
const TWELVE: Sheet = Sheet { board: MORABARABA.board, men: 12, ..NINE };

/// The tables of a game beside the independent rules.
struct Both {
    model: Model,
    paper: Paper,
    game: Morris,
    tables: Tablebase,
}

impl Both {
    fn new(id: &str, sheet: Sheet) -> Self {
        let (model, game) = (Model::new(sheet), game(id));
        let tables = Tablebase::open(&game, Some(BOTH.path()));
        Self { paper: Paper::new(&model), model, game, tables }
    }

    /// What the tables say.
    fn stated(&self, position: &Position) -> Value {
        let text = self.model.write(position);
        let words: Vec<&str> = text.split(' ').collect();
        let state = self.game.read_state(&words).unwrap();
        self.tables.value(&state).unwrap_or_else(|unknown| panic!("{text}: {unknown}"))
    }

    /// Compares a position with those that its turns lead to.
    fn compare(&self, position: &Position) {
        let turns = self.model.legal(position);
        let wins_at_once = |next: &Position| next.count(next.side) < self.model.sheet.needs;
        let values = turns.iter().map(|turn| {
            let next = self.model.after(position, turn);
            let value = if wins_at_once(&next) { Value::Loss(0) } else { self.stated(&next) };
            match value {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Win(plies + 1),
            }
        });
        let follows = values.max_by_key(|value| liking(*value));
        // Where nothing is full and nobody has too few men, that is to be blocked.
        let follows = follows.unwrap_or(Value::Loss(0));
        assert_eq!(self.stated(position), follows, "{}", self.model.write(position));
    }

    /// Compares the positions of these slots of a sector.
    fn compare_all(&self, own: usize, other: usize, slots: impl Fn(usize) -> Vec<usize>) {
        let numbering = numbering(&self.paper, own, other);
        let slots = slots(numbering.slots());
        slots.par_iter().for_each(|&slot| {
            let (large, small) = numbering.position(slot);
            let (mine, theirs) = if own >= other { (large, small) } else { (small, large) };
            let letter = |point: usize| match (mine >> point & 1, theirs >> point & 1) {
                (1, _) => 'w',
                (_, 1) => 'b',
                _ => '.',
            };
            let men = (0..self.paper.points()).map(letter).collect();
            let start = self.model.start();
            let position = Position { men, side: 'w', light_hand: 0, dark_hand: 0, ..start };
            self.compare(&position);
        });
        println!("{own}-{other}: {} positions follow", slots.len());
    }
}

/// How much the side to move likes a value.
fn liking(value: Value) -> i32 {
    match value {
        Value::Win(plies) => 1_000 - i32::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => i32::from(plies) - 1_000,
    }
}

#[test]
fn some_positions_of_every_sector_follow() {
    let sectors = [(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5), (5, 4), (4, 5)];
    for (id, sheet) in [("nine", NINE), ("twelve", TWELVE)] {
        let both = Both::new(id, sheet);
        for (own, other) in sectors {
            both.compare_all(own, other, |slots| {
                let mut chance = SplitMix64::new(slots as u64);
                (0..600).map(|_| chance.below(slots as u64) as usize).collect()
            });
        }
    }
}

#[test]
#[ignore = "takes half a minute: a hundred thousand positions by the slow rules"]
fn many_positions_of_the_smallest_sectors_follow() {
    let twelve = Both::new("twelve", TWELVE);
    for (own, other) in [(3, 3), (4, 3), (3, 4)] {
        twelve.compare_all(own, other, |slots| (0..slots).step_by(16).collect());
    }
}
