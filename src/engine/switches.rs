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
        switch
            .set(&mut rules, &value.to_ascii_lowercase())
            .map_err(|error| refused(switch, error.to_string()))?;
        Self::with_rules(self.variant(), rules)
            .map_err(|error| refused(switch, error.to_string()))
    }
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
