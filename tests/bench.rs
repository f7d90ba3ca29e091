//! The positions of the bench.
#![cfg(test)]

use modisa::game::Notation;
use modisa::morris::{Morris, builtin};

#[test]
fn every_built_in_variant_has_a_live_bench_position() {
    let text = include_str!("../src/engine/bench.txt");
    for variant in builtin::all() {
        let game = Morris::new(variant).unwrap();
        let mut found = 0;
        for line in text.lines() {
            let Some((id, fen)) = line.split_once(' ') else { continue };
            if id == game.id() {
                let state = game.read_state(&fen.split(' ').collect::<Vec<_>>()).unwrap();
                assert_eq!(modisa::game::Game::outcome(&game, &state), None, "{line}");
                found += 1;
            }
        }
        assert!(found > 0, "{} has none", game.id());
    }
}
