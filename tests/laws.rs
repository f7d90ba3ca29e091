//! Every built-in variant, also with any one switch changed, keeps the laws of
//! games along random games.
#![cfg(test)]

use modisa::game::laws;
use modisa::morris::rules::{SWITCHES, Shape};
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

#[test]
fn every_value_of_every_switch_keeps_the_laws() {
    let mut checked = 0;
    for name in ["nine", "morabaraba"] {
        let variant = builtin::find(name).unwrap();
        for switch in &SWITCHES {
            let values = match switch.shape {
                Shape::Words(words) => words.iter().map(ToString::to_string).collect(),
                Shape::Number { min, max } => vec![min.to_string(), max.to_string()],
            };
            for value in values {
                let mut rules = variant.rules;
                switch.set(&mut rules, &value).unwrap();
                if rules.check().is_err() {
                    continue;
                }
                let what = format!("{name} with {} {value}", switch.name);
                let game = Morris::with_rules(variant, rules)
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
                laws::check(&game, 2, 4, 200).unwrap_or_else(|law| panic!("{what}: {law}"));
                checked += 1;
            }
        }
    }
    assert!(checked >= 60, "only {checked} rule sheets");
}
