//! Every built-in variant keeps the laws of games along random games.
#![cfg(test)]

use modisa::game::laws;
use modisa::morris::{Morris, builtin};

#[test]
fn every_built_in_variant_keeps_the_laws() {
    let mut checked = 0;
    for variant in builtin::all() {
        let game = Morris::new(variant).unwrap();
        laws::check(&game, 1, 40, 200).unwrap();
        checked += 1;
    }
    assert!(checked >= 4, "only {checked} variants");
}
