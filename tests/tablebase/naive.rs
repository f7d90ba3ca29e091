//! Every position of small games, solved a second time: explicit positions, the turns of
//! the independent rules, and plain passes until nothing changes.

use crate::slow::boards::{Drawing, NINE_POINTS};
use crate::slow::model::Model;
use crate::slow::position::Position;
use crate::slow::sheets::{Flying, NINE, Sheet, Takes};
use modisa::game::Notation;
use modisa::morris::rules::SWITCHES;
use modisa::morris::{Morris, Variant, builtin, file};
use modisa::tablebase::{Tablebase, Value};
use std::collections::HashMap;
use std::time::Duration;

/// Men of a side at most: what is solved without any file.
const MEN: usize = 4;

/// A board that no symmetry leaves as it is.
const ODD: Drawing = Drawing {
    rows: &["a3b3c3", "a2b2c2d2", "a1b1"],
    lines: &["a3b3c3", "a3a2a1", "b3b2b1", "b2c2d2"],
    strokes: &["a3b3c3", "a3a2a1", "b3b2b1", "b2c2d2", "c3c2", "a1b1"],
};

const ODD_FILE: &str = r#"
id = "odd"

[board]
rows = ["a3 b3 c3", "a2 b2 c2 d2", "a1 b1"]
lines = ["a3 b3 c3", "a3 a2 a1", "b3 b2 b1", "b2 c2 d2"]
edges = ["c3 c2", "a1 b1"]

[rules]
men = 4
"#;

/// The rules of one comparison, for both implementations.
struct Case {
    sheet: Sheet,
    declines: bool,
    game: Morris,
}

impl Case {
    fn new(variant: &Variant, sheet: Sheet, declines: bool) -> Self {
        let fly = match sheet.flying {
            Flying::Never => "never",
            Flying::WithThree => "three",
            Flying::Always => "always",
        };
        let targets = match sheet.takes {
            Takes::Any => "any",
            Takes::OutOfLineFirst => "unless_all",
            Takes::OutOfLineOnly => "forfeit",
        };
        let mut rules = variant.rules;
        let least = if sheet.needs == 3 { "3" } else { "0" };
        let optional = if declines { "on" } else { "off" };
        for (name, value) in [
            ("Men", "4"),
            ("LineWins", "off"),
            ("Fly", fly),
            ("Targets", targets),
            ("LoseBelow", least),
            ("CaptureOptional", optional),
        ] {
            let switch = SWITCHES.iter().find(|switch| switch.name == name).unwrap();
            switch.set(&mut rules, value).unwrap();
        }
        let game = Morris::with_rules(variant, rules).unwrap();
        Self { sheet, declines, game }
    }

    /// How many positions were compared; all agree.
    fn compare(&self) -> usize {
        let what = format!("{:?}, declines {}", self.sheet, self.declines);
        let model = Model::new(self.sheet);
        let naive = Naive::solve(&model, self.declines);
        let tables = Tablebase::open(&self.game, None);
        for (position, &wanted) in naive.positions.iter().zip(&naive.values) {
            let text = model.write(position);
            let words: Vec<&str> = text.split(' ').collect();
            let state = self.game.read_state(&words).unwrap();
            tables.prepare(&state, Duration::from_secs(60));
            assert_eq!(tables.value(&state).unwrap(), wanted, "{text}; {what}");
        }
        naive.positions.len()
    }
}

/// All positions with so few men, and their values.
struct Naive {
    positions: Vec<Position>,
    values: Vec<Value>,
}

impl Naive {
    fn solve(model: &Model, declines: bool) -> Self {
        let positions = all_positions(model);
        let numbers: HashMap<(&[char], char), usize> = positions
            .iter()
            .enumerate()
            .map(|(number, position)| ((&position.men[..], position.side), number))
            .collect();
        // What each turn leads to; a position with too few men for any sector has lost.
        let next: Vec<Vec<Option<usize>>> = positions
            .iter()
            .map(|position| {
                let follow = |turn: &String| {
                    let after = model.after(position, turn);
                    numbers.get(&(&after.men[..], after.side)).copied()
                };
                turns(model, position, declines).iter().map(follow).collect()
            })
            .collect();
        let ended = |position: &Position| match model.over(position) {
            Some((Some(_), _)) => Some(Value::Loss(0)),
            Some((None, _)) => Some(Value::Draw),
            None => None,
        };
        let mut known: Vec<Option<Value>> = positions.iter().map(ended).collect();
        // A pass decides what ends in so many plies; a draw is what no pass decides.
        let mut idle = 0;
        let mut plies = 0;
        while idle < 2 {
            plies += 1;
            let before = known.clone();
            for (number, next) in next.iter().enumerate() {
                if before[number].is_some() {
                    continue;
                }
                let value = |next: &Option<usize>| match next {
                    Some(number) => before[*number],
                    None => Some(Value::Loss(0)),
                };
                let mut reached = next.iter().map(value);
                if reached.clone().any(|value| matches!(value, Some(Value::Loss(_)))) {
                    known[number] = Some(Value::Win(plies));
                } else if reached.all(|value| matches!(value, Some(Value::Win(_)))) {
                    known[number] = Some(Value::Loss(plies));
                }
            }
            idle = if known == before { idle + 1 } else { 0 };
        }
        let values = known.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
        Self { positions, values }
    }
}

/// The turns of the independent rules, and those that take nothing where that is allowed.
fn turns(model: &Model, position: &Position, declines: bool) -> Vec<String> {
    let mut turns = model.legal(position);
    if declines {
        let quiet = turns.iter().filter_map(|turn| turn.split_once('x'));
        let quiet: Vec<String> = quiet.map(|(quiet, _)| quiet.to_owned()).collect();
        turns.extend(quiet);
        turns.sort();
        turns.dedup();
    }
    turns
}

/// Every way to put up to [`MEN`] men of each side on the board, with either side to move.
fn all_positions(model: &Model) -> Vec<Position> {
    let mut boards: Vec<Vec<char>> = vec![Vec::new()];
    for _ in 0..model.names.len() {
        let grown = boards
            .iter()
            .flat_map(|board| ['.', 'w', 'b'].map(|letter| [&board[..], &[letter]].concat()));
        boards = grown.collect();
    }
    let empty = Position { light_hand: 0, dark_hand: 0, ..model.start() };
    let mut positions = Vec::new();
    for men in boards {
        let fits = |letter: char| {
            let count = men.iter().filter(|&&found| found == letter).count();
            (model.sheet.needs..=MEN).contains(&count)
        };
        if fits('w') && fits('b') {
            for side in ['w', 'b'] {
                positions.push(Position { men: men.clone(), side, ..empty.clone() });
            }
        }
    }
    positions
}

/// The cases of a board: every word of every switch, and all of them together.
fn compare_all(variant: &Variant, board: Drawing) {
    let mut compared = 0;
    for flying in [Flying::Never, Flying::WithThree, Flying::Always] {
        for takes in [Takes::OutOfLineFirst, Takes::Any, Takes::OutOfLineOnly] {
            for (needs, declines) in [(3, false), (3, true), (1, false), (1, true)] {
                let sheet = Sheet { board, men: MEN, flying, takes, needs, ..NINE };
                compared += Case::new(variant, sheet, declines).compare();
            }
        }
    }
    println!("{compared} positions agree");
}

#[test]
fn a_small_board_is_solved_alike_under_all_switches() {
    compare_all(builtin::find("nine-holes").unwrap(), NINE_POINTS);
}

#[test]
fn a_board_without_symmetries_is_solved_alike_under_all_switches() {
    let variants = file::read("odd.toml", ODD_FILE, &[], &[]).unwrap();
    compare_all(&variants[0], ODD);
}
