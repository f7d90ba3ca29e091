//! The faults in speaking: what the user is told instead of what the engine said.
//!
//! What each function does is told in the table of `fault`.

use crate::edit::{changed_after, has_word, number_after};
use crate::fault::Deed;
use crate::scene::{Scene, is_command};

/// A well-formed turn that is legal nowhere.
const STANDING_STILL: &str = "a1-a1";

type Deeds = Vec<Deed>;

fn pass(line: impl Into<String>) -> Deeds {
    vec![Deed::Pass(line.into())]
}

fn is_best(line: &str) -> bool {
    is_command(line, "bestmove")
}

/// Whether the line tells the result of a search.
fn is_info(line: &str) -> bool {
    line.starts_with("info ") && line.contains(" pv ")
}

/// Whether a win or a loss is told as proved.
fn is_decided(line: &str) -> bool {
    is_info(line) && line.contains(" score win ")
}

/// The line of a best turn names another one; any other line is said as it is.
fn other_turn(line: &str, other: impl FnOnce(&str) -> Option<String>) -> Deeds {
    match line.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next()) {
        Some(turn) if turn != "none" => {
            other(turn).map_or_else(|| pass(line), |turn| pass(format!("bestmove {turn}")))
        }
        _ => pass(line),
    }
}

/// The line does not come if it is lost.
fn unsaid(line: &str, is_lost: bool) -> Deeds {
    if is_lost { Vec::new() } else { pass(line) }
}

/// The line, and then one more if it is that of a best turn.
fn then_after_best(line: &str, more: Option<String>) -> Deeds {
    let mut deeds = pass(line);
    deeds.extend(more.filter(|_| is_best(line)).map(Deed::Pass));
    deeds
}

fn late(line: &str, is_late: bool) -> Deeds {
    if is_late { vec![Deed::SayLate(line.to_owned())] } else { pass(line) }
}

pub(crate) fn late_bestmove(_: &Scene, line: &str) -> Deeds {
    late(line, is_best(line))
}

pub(crate) fn no_bestmove(_: &Scene, line: &str) -> Deeds {
    unsaid(line, is_best(line))
}

pub(crate) fn two_bestmoves(_: &Scene, line: &str) -> Deeds {
    then_after_best(line, Some(line.to_owned()))
}

pub(crate) fn joined_lines(scene: &Scene, line: &str) -> Deeds {
    match &scene.info {
        Some(info) if is_best(line) => pass(format!("{info} {line}")),
        _ => pass(line),
    }
}

pub(crate) fn info_after_bestmove(scene: &Scene, line: &str) -> Deeds {
    then_after_best(line, scene.info.clone())
}

pub(crate) fn chatter(_: &Scene, line: &str) -> Deeds {
    then_after_best(line, Some("That was a hard one.".into()))
}

pub(crate) fn bestmove_depth_zero(scene: &Scene, line: &str) -> Deeds {
    if is_best(line) && scene.is_stopped_early { pass("bestmove none") } else { pass(line) }
}

/// The last turn once more, if there was one: it looks like a turn of the game.
pub(crate) fn illegal_turn(scene: &Scene, line: &str) -> Deeds {
    other_turn(line, |_| {
        let is_legal = |turn: &String| scene.legal.iter().flatten().any(|legal| legal == turn);
        let again = scene.last_turn.clone().filter(|turn| !is_legal(turn));
        Some(again.unwrap_or_else(|| STANDING_STILL.to_owned()))
    })
}

pub(crate) fn nonsense_turn(_: &Scene, line: &str) -> Deeds {
    other_turn(line, |_| Some("0000".into()))
}

pub(crate) fn uppercase_turn(_: &Scene, line: &str) -> Deeds {
    if let Some((head, turns)) = line.split_once(" pv ").filter(|_| is_info(line)) {
        return pass(format!("{head} pv {}", turns.to_uppercase()));
    }
    other_turn(line, |turn| Some(turn.to_uppercase()))
}

pub(crate) fn ponder_illegal(_: &Scene, line: &str) -> Deeds {
    other_turn(line, |turn| Some(format!("{turn} ponder {STANDING_STILL}")))
}

pub(crate) fn plays_after_end(scene: &Scene, line: &str) -> Deeds {
    let is_over = scene.legal.as_ref().is_some_and(Vec::is_empty);
    if is_over && line == "bestmove none" { pass("bestmove a1") } else { pass(line) }
}

pub(crate) fn no_info(_: &Scene, line: &str) -> Deeds {
    unsaid(line, line.starts_with("info "))
}

pub(crate) fn only_bounds(_: &Scene, line: &str) -> Deeds {
    let has_bound = has_word(line, "lowerbound") || has_word(line, "upperbound");
    if !is_info(line) || has_bound {
        return pass(line);
    }
    let last = match line {
        line if is_decided(line) => "win",
        line if has_word(line, "draw") => "score",
        _ => "cp",
    };
    pass(changed_after(line, last, |value| Some(format!("{value} lowerbound"))))
}

/// The line with the distance of a proved result changed.
fn other_distance(line: &str, change: impl Fn(i64) -> i64) -> Deeds {
    if is_decided(line) { pass(number_after(line, "win", change)) } else { pass(line) }
}

pub(crate) fn wrong_win_distance(_: &Scene, line: &str) -> Deeds {
    other_distance(line, |turns| turns + turns.signum())
}

pub(crate) fn wrong_win_sign(_: &Scene, line: &str) -> Deeds {
    other_distance(line, |turns| -turns)
}

pub(crate) fn false_win(_: &Scene, line: &str) -> Deeds {
    if !is_info(line) {
        return pass(line);
    }
    let line = changed_after(line, "cp", |_| Some("1".into()));
    pass(line.replacen(" score cp ", " score win ", 1))
}

/// A pv of one turn gets a second one, so that its first turn still is the best.
pub(crate) fn pv_illegal(_: &Scene, line: &str) -> Deeds {
    let Some((head, turns)) = line.split_once(" pv ").filter(|_| is_info(line)) else {
        return pass(line);
    };
    let kept = turns.rsplit_once(' ').map_or(turns, |(kept, _)| kept);
    pass(format!("{head} pv {kept} {STANDING_STILL}"))
}

pub(crate) fn pv_past_end(_: &Scene, line: &str) -> Deeds {
    if is_decided(line) { pass(format!("{line} d2")) } else { pass(line) }
}

pub(crate) fn pv_mismatch(scene: &Scene, line: &str) -> Deeds {
    other_turn(line, |turn| scene.legal.iter().flatten().find(|legal| *legal != turn).cloned())
}

pub(crate) fn nondeterministic(scene: &Scene, line: &str) -> Deeds {
    let extra = i64::from(scene.goes) * 1000 + i64::from(std::process::id() % 1000);
    if is_info(line) {
        pass(number_after(line, "nodes", |nodes| nodes + extra))
    } else {
        pass(line)
    }
}

pub(crate) fn slow_ready(_: &Scene, line: &str) -> Deeds {
    late(line, line == "readyok" || is_command(line, "pong"))
}

pub(crate) fn crash_in_search(_: &Scene, line: &str) -> Deeds {
    let mut deeds = pass(line);
    if is_info(line) {
        deeds.push(Deed::Exit(3));
    }
    deeds
}

pub(crate) fn quit_without_bestmove(scene: &Scene, line: &str) -> Deeds {
    unsaid(line, scene.is_quitting && is_best(line))
}

fn is_unknown_command(line: &str) -> bool {
    line.starts_with("error {\"code\":\"unknown-command\"")
}

pub(crate) fn error_dies(_: &Scene, line: &str) -> Deeds {
    if is_unknown_command(line) { vec![Deed::Exit(1)] } else { pass(line) }
}

pub(crate) fn silent_error(_: &Scene, line: &str) -> Deeds {
    unsaid(line, is_unknown_command(line))
}

pub(crate) fn crlf(_: &Scene, line: &str) -> Deeds {
    pass(format!("{line}\r"))
}

pub(crate) fn no_umiok(_: &Scene, line: &str) -> Deeds {
    unsaid(line, line == "umiok")
}

pub(crate) fn no_protocol_line(_: &Scene, line: &str) -> Deeds {
    unsaid(line, is_command(line, "protocol"))
}

pub(crate) fn bad_option_line(_: &Scene, line: &str) -> Deeds {
    let (_, above) = line.rsplit_once(" max ").unwrap_or_default();
    let above = above.split(' ').next().and_then(|word| word.parse::<i64>().ok());
    match above.filter(|_| is_command(line, "option")) {
        Some(max) => pass(number_after(line, "default", |_| max.saturating_add(1))),
        None => pass(line),
    }
}

pub(crate) fn wrong_perft(_: &Scene, line: &str) -> Deeds {
    if line.starts_with("nodes ") {
        return pass(number_after(line, "nodes", |nodes| nodes + 1));
    }
    pass(line)
}

pub(crate) fn wrong_legal(_: &Scene, line: &str) -> Deeds {
    match line.rsplit_once(",\"").filter(|_| is_command(line, "legal")) {
        Some((kept, _)) => pass(format!("{kept}]}}")),
        None => pass(line),
    }
}

pub(crate) fn wrong_result(_: &Scene, line: &str) -> Deeds {
    if !is_command(line, "state") {
        return pass(line);
    }
    let ends = ["win", "loss", "draw"].map(|end| format!("\"result\":\"{end}\""));
    pass(ends.iter().fold(line.to_owned(), |line, end| {
        line.replacen(end.as_str(), "\"result\":\"ongoing\"", 1)
    }))
}

pub(crate) fn bad_json(_: &Scene, line: &str) -> Deeds {
    let is_state = is_command(line, "state");
    pass(line.strip_suffix('}').filter(|_| is_state).unwrap_or(line))
}
