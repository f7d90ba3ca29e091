//! The symmetries of the built-in boards, counted in another way, and that the rules of
//! every variant know no difference between a position and its images.
#![cfg(test)]

use modisa::game::{Game, Notation, laws, perft};
use modisa::kit::{Point, PointSet, SplitMix64};
use modisa::morris::{Board, Morris, State, Symmetries, builtin};
use std::collections::{BTreeMap, HashSet};

/// How many symmetries the board of each variant has, by looking at it.
const COUNTS: [(&str, usize, &str); 32] = [
    ("morabaraba", 16, "the square, inside out"),
    ("sesotho", 8, "the square; the centre belongs to the inner ring"),
    ("sesotho-plain", 8, "the square; the centre belongs to the inner ring"),
    ("sesotho-24", 16, "the square, inside out"),
    ("eleven", 16, "the square, inside out"),
    ("twelve", 16, "the square, inside out"),
    ("nine", 16, "the square, inside out"),
    ("wmd", 16, "the square, inside out"),
    ("lasker", 16, "the square, inside out"),
    ("three", 8, "the square"),
    ("three-plain", 8, "the square"),
    ("three-centre", 8, "the square"),
    ("nine-holes", 8, "the square"),
    ("achi", 8, "the square"),
    ("achi-murray", 16, "the square, inside out"),
    ("shisima", 16, "the octagon"),
    ("five", 16, "the square, inside out"),
    ("six", 16, "the square, inside out"),
    ("seven", 8, "the square; the centre belongs to the inner ring"),
    ("gonu", 16, "the square, inside out"),
    ("shax", 16, "the square, inside out"),
    ("naoguti", 16, "the square, inside out"),
    ("tulepaid", 16, "the square, inside out"),
    ("sujjua", 16, "the square, inside out"),
    ("navakankari", 16, "the square, inside out"),
    ("gurgaldaj", 12, "the triangle, inside out"),
    ("dooz", 16, "the square, inside out"),
    ("dooz-again", 16, "the square, inside out"),
    ("dooz-board", 16, "the square, inside out"),
    ("dooz-own", 16, "the square, inside out"),
    ("dooz3", 8, "the square"),
    ("dooz9", 16, "the square, inside out"),
];

fn games() -> impl Iterator<Item = Morris> {
    builtin::all().iter().map(|variant| Morris::new(variant).unwrap())
}

#[test]
fn every_built_in_board_has_the_symmetries_that_one_sees() {
    for game in games() {
        let row = COUNTS.iter().find(|(id, ..)| *id == game.id()).unwrap();
        assert_eq!(game.symmetries().count(), row.1, "{}: {}", row.0, row.2);
    }
}

/// Counts symmetries by trying all permutations that keep the neighbours of the points
/// that have their images, in the order of the position text.
fn counted(board: &Board, images: &mut Vec<usize>) -> usize {
    let place = images.len();
    let joined = |a: usize, b: usize| {
        board
            .edges
            .iter()
            .any(|&(p, q)| (p.index(), q.index()) == (a, b) || (p.index(), q.index()) == (b, a))
    };
    if place == board.len() {
        let set = |line: &[Point; 3]| line.iter().copied().collect::<PointSet>();
        let lines: HashSet<PointSet> = board.lines.iter().map(set).collect();
        let moved =
            |line: &[Point; 3]| set(&line.map(|p| Point::new(images[p.index()]).unwrap()));
        return usize::from(board.lines.iter().all(|line| lines.contains(&moved(line))));
    }
    let mut count = 0;
    for target in 0..board.len() {
        let fits = !images.contains(&target)
            && (0..place).all(|other| joined(place, other) == joined(target, images[other]));
        if fits {
            images.push(target);
            count += counted(board, images);
            images.pop();
        }
    }
    count
}

#[test]
fn no_symmetry_is_missed() {
    for game in games() {
        let count = counted(game.board(), &mut Vec::new());
        assert_eq!(game.symmetries().count(), count, "{}", game.id());
    }
}

#[test]
fn all_permutations_of_nine_points_are_tried_and_no_symmetry_is_missed() {
    for id in ["three", "three-plain", "nine-holes", "achi", "shisima", "dooz3"] {
        let board = &builtin::find(id).unwrap().board;
        let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
        let parts = |image: &dyn Fn(PointSet) -> PointSet| {
            let edges = board.edges.iter().map(|&(a, b)| image(set(&[a, b])));
            let lines = board.lines.iter().map(|line| image(set(line)));
            edges.chain(lines).collect::<HashSet<PointSet>>()
        };
        let own = parts(&|points| points);
        let mut count = 0;
        let mut order: Vec<usize> = (0..9).collect();
        permute(&mut order, 0, &mut |order| {
            let image = |points: PointSet| {
                points.into_iter().filter_map(|p| Point::new(order[p.index()])).collect()
            };
            count += usize::from(own.iter().all(|&part| own.contains(&image(part))));
        });
        assert_eq!(Symmetries::of(board).count(), count, "{id}");
    }
}

fn permute(order: &mut [usize], from: usize, visit: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        visit(order);
        return;
    }
    for next in from..order.len() {
        order.swap(from, next);
        permute(order, from + 1, visit);
        order.swap(from, next);
    }
}

/// Unfinished positions of random games.
fn positions(game: &Morris, seed: u64, games: u32, plies: u32) -> Vec<State> {
    let mut rng = SplitMix64::new(seed);
    let mut reached = Vec::new();
    for _ in 0..games {
        let mut state = game.start();
        for _ in 0..plies {
            if game.outcome(&state).is_some() {
                break;
            }
            reached.push(state);
            let turns = turns(game, &state);
            state = game.after(&state, turns[rng.below(turns.len() as u64) as usize]);
        }
    }
    reached
}

fn turns(game: &Morris, state: &State) -> Vec<modisa::morris::Turn> {
    let mut turns = Vec::new();
    game.turns(state, &mut turns);
    turns
}

/// How often each shape follows.
fn shapes_after(game: &Morris, state: &State) -> BTreeMap<u64, usize> {
    let mut shapes = BTreeMap::new();
    for turn in turns(game, state) {
        *shapes.entry(game.shape_key(&game.after(state, turn))).or_default() += 1;
    }
    shapes
}

#[test]
fn the_turns_of_an_image_are_the_images_of_the_turns() {
    for game in games() {
        for state in positions(&game, 11, 3, 120) {
            let text = format!("{}: {}", game.id(), game.write_state(&state));
            let after: Vec<State> =
                turns(&game, &state).into_iter().map(|turn| game.after(&state, turn)).collect();
            for symmetry in game.symmetries() {
                let image = game.image(&state, symmetry);
                let wanted: HashSet<u64> =
                    after.iter().map(|next| game.key(&game.image(next, symmetry))).collect();
                let there = turns(&game, &image);
                assert_eq!(there.len(), after.len(), "{text}");
                let found: HashSet<u64> =
                    there.iter().map(|&turn| game.key(&game.after(&image, turn))).collect();
                assert_eq!(found, wanted, "{text}");
                assert_eq!(game.outcome(&image), None, "{text}");
            }
        }
    }
}

#[test]
fn an_image_has_the_same_shape_and_is_followed_by_the_same_shapes() {
    for game in games() {
        let mut rng = SplitMix64::new(5);
        let mut apart: Vec<f64> = Vec::new();
        for state in positions(&game, 12, 2, 80) {
            let all: Vec<_> = game.symmetries().iter().collect();
            let symmetry = all[rng.below(all.len() as u64) as usize];
            let image = game.image(&state, symmetry);
            let text = game.write_state(&image);
            assert_eq!(game.shape_key(&image), game.shape_key(&state), "{}: {text}", game.id());
            if game.explain(&state).contains_key("network") {
                let odds = |state| (f64::from(game.evaluate(state).raw()) / 400.0).tanh();
                apart.push((odds(&image) - odds(&state)).abs());
            } else {
                let value = game.evaluate(&state);
                assert_eq!(game.evaluate(&image), value, "{}: {text}", game.id());
            }
            let followers = shapes_after(&game, &state);
            assert_eq!(shapes_after(&game, &image), followers, "{}: {text}", game.id());
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(game.read_state(&words), Ok(image), "{}: {text}", game.id());
        }
        // A fitted network has learned the symmetries from examples: nearly, and by the odds
        // that its values stand for, not in every position.
        let total: f64 = apart.iter().sum();
        assert!(total <= 0.2 * f64::from(apart.len() as u32), "{}: {apart:?}", game.id());
    }
}

#[test]
fn perft_of_an_image_is_perft_of_the_position() {
    for game in games() {
        let mut rng = SplitMix64::new(6);
        let count = |state: &State| perft::perft(&game, state, 2, &|| false).unwrap();
        for state in positions(&game, 13, 1, 60) {
            let all: Vec<_> = game.symmetries().iter().collect();
            let symmetry = all[rng.below(all.len() as u64) as usize];
            let image = game.image(&state, symmetry);
            assert_eq!(count(&image), count(&state), "{}", game.write_state(&image));
        }
    }
}

#[test]
fn positions_that_are_no_images_of_each_other_have_different_shapes() {
    for game in games() {
        let mut shapes: BTreeMap<u64, State> = BTreeMap::new();
        for state in positions(&game, 14, 2, 60) {
            let Some(other) = shapes.insert(game.shape_key(&state), state) else { continue };
            let mut images = game.symmetries().iter().map(|one| game.image(&other, one));
            assert!(images.any(|image| game.key(&image) == game.key(&state)));
        }
    }
}

#[test]
fn the_first_placements_of_nine_mens_morris_have_four_shapes() {
    let game = Morris::new(builtin::find("nine").unwrap()).unwrap();
    let shapes = shapes_after(&game, &game.start());
    let mut sizes: Vec<usize> = shapes.into_values().collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [4, 4, 8, 8], "corners and midpoints, of the middle ring and the others");
}

#[test]
fn a_closed_point_and_a_barred_turn_move_with_the_board() {
    for (id, text, different) in [
        ("gonu", "wx1/3/3/6/3/3/b2 b 11,10 - 0 3", 16),
        ("morabaraba", "www/1b1/3/6/3/2w/bbb w 0,0 d7-d5 3 50", 16),
        ("three-centre", "3/1x1/3 w 3,3 - 0 0", 1),
    ] {
        let game = Morris::new(builtin::find(id).unwrap()).unwrap();
        let words: Vec<&str> = text.split(' ').collect();
        let state = game.read_state(&words).unwrap();
        let images: Vec<State> =
            game.symmetries().iter().map(|symmetry| game.image(&state, symmetry)).collect();
        assert!(images.iter().all(|image| game.shape_key(image) == game.shape_key(&state)));
        let texts: HashSet<String> =
            images.iter().map(|image| game.write_state(image)).collect();
        for text in &texts {
            let words: Vec<&str> = text.split(' ').collect();
            assert!(game.read_state(&words).is_ok(), "{text}");
        }
        assert_eq!(texts.len(), different, "{texts:?}");
    }
}

#[test]
fn the_laws_hold_on_the_boards_of_users_too() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants/good/village.toml");
    for variant in modisa::engine::variants_in(path).unwrap() {
        let game = Morris::new(&variant).unwrap();
        assert_eq!(game.symmetries().count(), 2, "left and right alone");
        laws::check(&game, 3, 10, 100).unwrap();
    }
}
