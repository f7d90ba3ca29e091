//! The `tb` answer: what tables know of a position and of each of its turns.

use super::root_tables::{known, worth};
use super::tables::{Source, Tabled};
use crate::game::{Outcome, Standing};
use crate::kit::{Score, Verdict};
use serde_json::{Map, Value, json};

/// The answer for `state`, which is over as `ending` says.
pub(crate) fn tablebase<G: Tabled>(
    game: &G,
    state: &G::State,
    ending: Option<Outcome>,
    source: &Source<G>,
) -> Value {
    let oracle = source.as_deref().ok();
    let mut turns = Vec::new();
    if ending.is_none() {
        game.turns(state, &mut turns);
    }
    let mut values: Vec<(String, Option<Score>)> = turns
        .into_iter()
        .map(|turn| (game.write_turn(turn), worth(game, oracle, state, turn)))
        .collect();
    values.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    let value = match ending {
        Some(ending) => Some(ending.score_for(game.side(state), 0)),
        None => oracle.and_then(|oracle| known(oracle, state)).or_else(|| best(&values)),
    };
    let reason = match (value, source) {
        (Some(_), _) => None,
        (None, Err(reason)) => Some(reason.clone()),
        (None, Ok(oracle)) => Some(oracle.gap(state)),
    };
    let turns: Map<String, Value> =
        values.into_iter().map(|(turn, value)| (turn, Value::Object(told(value)))).collect();
    let mut answer = Map::new();
    let mut put = |name: &str, value: Value| answer.insert(name.to_owned(), value);
    put("fen", game.write_state(state).into());
    put("side", game.side_letter(game.side(state)).into());
    for (name, member) in told(value) {
        put(&name, member);
    }
    put("known", value.is_some().into());
    put("reason", reason.into());
    put("turns", turns.into());
    answer.into()
}

/// The best value, if all are known.
fn best(values: &[(String, Option<Score>)]) -> Option<Score> {
    let known: Option<Vec<Score>> = values.iter().map(|&(_, value)| value).collect();
    known?.into_iter().max()
}

/// The members `value` and `plies`.
fn told(value: Option<Score>) -> Map<String, Value> {
    let plies = match value.map(Score::verdict) {
        Some(Verdict::Win(plies) | Verdict::Loss(plies)) => Some(plies),
        _ => None,
    };
    let word = value.map(|value| Standing::of(value).word());
    let mut members = Map::new();
    members.insert("value".to_owned(), json!(word));
    members.insert("plies".to_owned(), json!(plies));
    members
}
