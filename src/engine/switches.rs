//! The rule switches of the morris family as options of the engine.

use super::error::Error;
use super::position::Adjustable;
use super::session::{OptionKind, OptionView};
use crate::morris::Morris;
use crate::morris::rules::{SWITCHES, Shape, Switch};

impl Adjustable for Morris {
    fn switches(&self) -> Vec<OptionView> {
        let view = |switch: &Switch| {
            let default = (switch.get)(&self.variant().rules);
            let kind = match switch.shape {
                Shape::Words(words) => OptionKind::Combo {
                    default,
                    choices: words.iter().map(ToString::to_string).collect(),
                },
                Shape::Number { min, max } => {
                    OptionKind::Spin { default: default.parse().unwrap_or(min), min, max }
                }
            };
            OptionView { name: switch.name, kind, value: (switch.get)(self.rules()) }
        };
        SWITCHES.iter().map(view).collect()
    }

    fn adjusted(&self, name: &str, value: &str) -> Result<Self, Error> {
        let switch = SWITCHES
            .iter()
            .find(|switch| switch.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| Error::NoSuchOption(name.to_owned()))?;
        let mut rules = *self.rules();
        // The reason given there has the key of variant files.
        switch
            .set(&mut rules, &value.to_ascii_lowercase())
            .map_err(|_| refused(switch, wrong_value(switch, value)))?;
        Self::with_rules(self.variant(), rules)
            .map_err(|error| refused(switch, error.to_string()))
    }
}

/// What is wrong with a value, under the name of the option.
fn wrong_value(switch: &Switch, value: &str) -> String {
    let wanted = match switch.shape {
        Shape::Words(words) => format!("one of {}", words.join(", ")),
        Shape::Number { min, max } => format!("a whole number from {min} to {max}"),
    };
    format!("{} takes {wanted}, not {value:?}", switch.name)
}

fn refused(switch: &Switch, message: String) -> Error {
    match switch.shape {
        Shape::Words(words) => Error::BadValue {
            message,
            min: None,
            max: None,
            allowed: words.iter().map(ToString::to_string).collect(),
        },
        Shape::Number { min, max } => {
            Error::BadValue { message, min: Some(min), max: Some(max), allowed: Vec::new() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::builtin;

    #[test]
    fn a_refusal_names_the_option_and_its_values() {
        let game = Morris::new(builtin::find("nine").expect("a variant")).expect("a game");
        for switch in &SWITCHES {
            let error = game.adjusted(switch.name, "-1").expect_err(switch.name);
            let Error::BadValue { message, .. } = error else { panic!("{error:?}") };
            assert!(message.starts_with(&format!("{} takes ", switch.name)), "{message}");
        }
    }
}
