//! Every position of small games, solved a second time: explicit positions, the turns of
//! the independent rules, and plain passes until nothing changes.

use crate::slow::boards::{Drawing, NINE_POINTS};
use crate::slow::model::Model;
use crate::slow::position::Position;
use crate::slow::sheets::{Flying, NINE, Sheet, Takes};
use crate::small::{self, MIRROR, ODD, WHEEL};
use modisa::game::Notation;
use modisa::morris::rules::SWITCHES;
use modisa::morris::{Morris, Variant, builtin};
use modisa::tablebase::{Tablebase, Value};
use std::collections::HashMap;
use std::time::Duration;

/// Men of a side at most: what is solved without any file.
const MEN: usize = 4;

/// Cases of a board: every word of every switch, and all of them together.
const CASES: usize = 36;

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
        let men = sheet.men.to_string();
        for (name, value) in [
            ("Men", men.as_str()),
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
        let mut is_ready = false;
        for (position, &wanted) in naive.positions.iter().zip(&naive.values) {
            let text = model.write(position);
            let words: Vec<&str> = text.split(' ').collect();
            let state = self.game.read_state(&words).unwrap();
            if !is_ready {
                tables.prepare(&state, Duration::from_secs(60));
                is_ready = true;
            }
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
        let ended = |(position, next): (&Position, &Vec<_>)| {
            let end = if next.is_empty() { model.over(position) } else { None };
            end.map(|(winner, _)| winner.map_or(Value::Draw, |_| Value::Loss(0)))
        };
        let mut known: Vec<Option<Value>> = positions.iter().zip(&next).map(ended).collect();
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

/// Every way to put the men of each side on the board, down to the fewest, with either side to move.
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
            (model.sheet.needs..=model.sheet.men).contains(&count)
        };
        if fits('w') && fits('b') {
            for side in ['w', 'b'] {
                positions.push(Position { men: men.clone(), side, ..empty.clone() });
            }
        }
    }
    positions
}

/// Compares every `step`th case of a board.
fn compare_all(variant: &Variant, board: Drawing, men: usize, step: usize) {
    let mut compared = 0;
    for case in (0..CASES).step_by(step) {
        let flying = [Flying::Never, Flying::WithThree, Flying::Always][case / 12];
        let takes = [Takes::OutOfLineFirst, Takes::Any, Takes::OutOfLineOnly][case / 4 % 3];
        let (needs, declines) = [(3, false), (3, true), (1, false), (1, true)][case % 4];
        let sheet = Sheet { board, men, flying, needs, takes, ..NINE };
        compared += Case::new(variant, sheet, declines).compare();
    }
    println!("{compared} positions agree");
}

#[test]
fn a_small_board_is_solved_alike_under_all_switches() {
    compare_all(builtin::find("nine-holes").unwrap(), NINE_POINTS, MEN, 1);
}

#[test]
fn a_board_without_symmetries_is_solved_alike_under_all_switches() {
    compare_all(&small::variant("odd", &ODD, MEN), ODD, MEN, 1);
}

#[test]
fn a_board_of_seven_points_is_solved_alike_under_all_switches() {
    compare_all(&small::variant("wheel", &WHEEL, 3), WHEEL, 3, 1);
}

#[test]
fn a_board_of_ten_points_is_solved_alike_under_some_switches() {
    compare_all(&small::variant("mirror", &MIRROR, MEN), MIRROR, MEN, 7);
}
