//! Position and rules as data, for GUIs and referees that ask the engine.

use crate::game::Side;
use crate::kit::Point;
use crate::morris::Morris;
use crate::morris::rules::SWITCHES;
use crate::morris::setup;
use crate::morris::state::State;
use serde_json::{Map, Value, json};

/// Members of the `state` answer.
pub(super) fn details(game: &Morris, state: &State) -> Map<String, Value> {
    let onboard = |side: Side| state.men_of(side).len();
    let members = [
        ("phase", json!(phase(game, state))),
        ("hands", json!({"w": state.hands[0], "b": state.hands[1]})),
        ("onboard", json!({"w": onboard(Side::Light), "b": onboard(Side::Dark)})),
        ("barred", json!(barred(game, state))),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What the side on turn is doing.
pub(super) fn phase(game: &Morris, state: &State) -> &'static str {
    if game.find_outcome(state).is_some() {
        "over"
    } else if game.removal(state).is_some() {
        "removing"
    } else if state.hand_of(state.side) > 0 {
        "placing"
    } else {
        "moving"
    }
}

fn barred(game: &Morris, state: &State) -> Vec<String> {
    let mut entries = setup::bar_entries(game.board(), state);
    entries.sort_unstable();
    entries
}

/// The rules as one object: enough to draw the board and to explain the game.
pub(super) fn rules(game: &Morris) -> Value {
    let (variant, rules, board) = (game.variant(), game.rules(), game.board());
    let name = |point: Point| board.name(point);
    let points: Vec<Value> = board
        .points()
        .zip(&board.places)
        .map(|(point, &(x, y))| {
            let mut about = json!({"id": name(point), "x": x, "y": y});
            if let Some(gar) = board.gar.as_ref().and_then(|names| names.get(point.index())) {
                about["gar"] = json!(gar);
            }
            about
        })
        .collect();
    let edges: Vec<Value> =
        board.edges.iter().map(|&(a, b)| json!([name(a), name(b)])).collect();
    let lines: Vec<Value> = board.lines.iter().map(|line| json!(line.map(name))).collect();
    let switches: Map<String, Value> = SWITCHES
        .iter()
        .map(|switch| (switch.name.to_owned(), json!((switch.get)(rules))))
        .collect();
    json!({
        "id": variant.id,
        "name": variant.title,
        "aliases": variant.aliases,
        "source": variant.source,
        "sides": {"w": "light", "b": "dark"},
        "first": super::side_letter(rules.first_mover.side()),
        "men": rules.men,
        "hands": {"w": game.start.hands[0], "b": game.start.hands[1]},
        "points": points,
        "edges": edges,
        "lines": lines,
        "rows": board.rows,
        "first_turn_closed": game.start.closed.into_iter().map(name).collect::<Vec<_>>(),
        "capture": {
            "optional": rules.capture_optional.is_on(),
            "mills_at_once": rules.mills_at_once.word(),
            "placing_mill": rules.placing_mill.word(),
            "machine_gun": rules.machine_gun.word(),
        },
        "protection": rules.targets.word(),
        "flying": rules.fly.word(),
        "lose_below": rules.lose_below.count(),
        "line_wins": rules.line_wins.is_on(),
        "move_while_placing": rules.move_while_placing.is_on(),
        "blocked": rules.no_move.word(),
        "full_board": rules.full_board.word(),
        "draws": {
            "ten_move": rules.ten_move,
            "ten_move_when": rules.ten_move_when.word(),
            "repetition": rules.repetition.count(),
            "quiet_plies": rules.quiet_plies,
        },
        "switches": switches,
        "start": setup::write(game, &game.start),
        "words": game.words(),
    })
}
