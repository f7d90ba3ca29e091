//! The tables as the search and the engine ask them.

use super::probe::Tablebase;
use super::value::Value;
use crate::game::{Oracle, Readiness, Standing};
use crate::kit::Score;
use crate::morris::{Morris, State};
use std::time::Duration;

impl Oracle<Morris> for Tablebase {
    fn look_up(&self, state: &State) -> Option<Score> {
        self.value(state).ok().map(Value::score)
    }

    fn classify(&self, state: &State) -> Option<Standing> {
        self.standing(state).ok()
    }

    fn prepare(&self, state: &State, patience: Duration) -> Readiness {
        Tablebase::prepare(self, state, patience)
    }

    fn gap(&self, state: &State) -> String {
        match self.value(state) {
            Ok(_) => String::new(),
            Err(unknown) => unknown.to_string(),
        }
    }
}
