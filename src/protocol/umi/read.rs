//! Understands the lines of an engine: the inverse of [`super::print`].

use super::{EMPTY, print};
use crate::engine::{Bound, Info, OptionKind, ScoreView};
use crate::protocol::reply::Subject;
use crate::protocol::saying::{Offer, Refusal, Saying};
use crate::protocol::words::{Words, number, shown};
use serde_json::Value;

/// What a line says.
///
/// # Errors
/// A sentence, for a line that begins like one of the protocol and is misspelled.
pub(super) fn line(line: &str) -> Result<Saying, String> {
    let mut words = Words::new(line);
    let Some(first) = words.next() else { return Ok(Saying::Other(String::new())) };
    let subject = Subject::ALL.into_iter().find(|subject| print::word(*subject) == first);
    if let Some(subject) = subject {
        return object(&words).map(|value| Saying::Facts(subject, value));
    }
    match first {
        "id" => identity(words),
        "protocol" => Ok(Saying::Protocol(words.rest().to_owned())),
        "variant" => variant(words),
        "option" => option(words).map(Saying::Option),
        "umiok" => alone(&words, Saying::Identified),
        "optionsok" => alone(&words, Saying::OptionsEnd),
        "readyok" => alone(&words, Saying::Ready),
        "pong" => pong(words),
        "info" => info(words),
        "bestmove" => best(words),
        "nodes" => nodes(words),
        "error" => object(&words).and_then(failure),
        _ => Ok(Saying::Other(line.to_owned())),
    }
}

fn alone(words: &Words<'_>, saying: Saying) -> Result<Saying, String> {
    if words.rest().is_empty() {
        Ok(saying)
    } else {
        Err(format!("got {}, wanted the end of the line", shown(words.rest())))
    }
}

fn object(words: &Words<'_>) -> Result<Value, String> {
    let value: Value = serde_json::from_str(words.rest())
        .map_err(|error| format!("no JSON: {error}: {}", shown(words.rest())))?;
    if value.is_object() { Ok(value) } else { Err("the JSON is not an object".into()) }
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    let text = value.get(key).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("the object has no text {key:?}"))
}

fn failure(details: Value) -> Result<Saying, String> {
    Ok(Saying::Failure(Refusal {
        code: text(&details, "code")?,
        command: text(&details, "command")?,
        message: text(&details, "message")?,
        details,
    }))
}

fn identity(mut words: Words<'_>) -> Result<Saying, String> {
    let word = words.next();
    let text = words.rest().to_owned();
    match word {
        Some("name") => Ok(Saying::Name(text)),
        Some("author") => Ok(Saying::Author(text)),
        other => Err(wanted(other, "`name` or `author`")),
    }
}

fn wanted(got: Option<&str>, what: &str) -> String {
    let got = got.map_or_else(|| "the end of the line".to_owned(), shown);
    format!("got {got}, wanted {what}")
}

fn variant(mut words: Words<'_>) -> Result<Saying, String> {
    let id = words.next().ok_or_else(|| wanted(None, "the id of a variant"))?.to_owned();
    let title = words.rest().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let title =
        title.ok_or_else(|| wanted(words.peek(), "a name in double quotes"))?.to_owned();
    Ok(Saying::Variant { id, title })
}

fn pong(mut words: Words<'_>) -> Result<Saying, String> {
    let word = words.next();
    let number = word.and_then(|word| word.parse().ok());
    let number = number.ok_or_else(|| wanted(word, "the number of the ping"))?;
    alone(&words, Saying::Pong(number))
}

fn nodes(mut words: Words<'_>) -> Result<Saying, String> {
    let total = count(&mut words, "nodes")?;
    alone(&words, Saying::Nodes(total))
}

fn best(mut words: Words<'_>) -> Result<Saying, String> {
    let turn = words.next().ok_or_else(|| wanted(None, "a turn or `none`"))?;
    let turn = (turn != "none").then(|| turn.to_owned());
    let ponder = match words.next() {
        None => None,
        Some("ponder") => {
            let word = words.next().ok_or_else(|| wanted(None, "a turn"))?;
            Some(word.to_owned())
        }
        other => return Err(wanted(other, "`ponder` or the end of the line")),
    };
    if ponder.is_some() && turn.is_none() {
        return Err("`bestmove none` expects no reply".into());
    }
    alone(&words, Saying::Best { turn, ponder })
}

/// Names and texts may hold blanks, so a part ends where one of these words stands.
const PARTS: [&str; 6] = ["type", "default", "min", "max", "var", "value"];

fn option(mut words: Words<'_>) -> Result<Offer, String> {
    if words.next() != Some("name") {
        return Err("got no `name` after `option`".into());
    }
    let mut name = Vec::new();
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        match parts.last_mut() {
            // What follows `value` is the rest of the line, whatever it says.
            Some(("value", taken)) => taken.push(word),
            _ if PARTS.contains(&word) && !name.is_empty() => parts.push((word, Vec::new())),
            Some((_, taken)) => taken.push(word),
            None => name.push(word),
        }
    }
    let part = |wanted: &str| {
        let found = parts.iter().find(|(word, _)| *word == wanted);
        found.map(|(_, words)| words.join(" "))
    };
    let need = |wanted: &str| part(wanted).ok_or_else(|| format!("got no `{wanted}`"));
    let whole = |wanted: &str| {
        let word = need(wanted)?;
        number(&word)
            .ok_or_else(|| format!("got {} for `{wanted}`, wanted a number", shown(&word)))
    };
    let filled = |text: String| if text == EMPTY { String::new() } else { text };
    let kind = match &*need("type")? {
        "check" => match &*need("default")? {
            "true" => OptionKind::Check { default: true },
            "false" => OptionKind::Check { default: false },
            other => return Err(format!("got default {}, wanted true or false", shown(other))),
        },
        "spin" => OptionKind::Spin {
            default: whole("default")?,
            min: whole("min")?,
            max: whole("max")?,
        },
        "combo" => OptionKind::Combo {
            default: need("default")?,
            choices: parts
                .iter()
                .filter(|(word, _)| *word == "var")
                .map(|(_, words)| words.join(" "))
                .collect(),
        },
        "string" => OptionKind::Text { default: filled(need("default")?) },
        "button" => OptionKind::Button,
        other => return Err(format!("got type {}, which is none", shown(other))),
    };
    Ok(Offer { name: name.join(" "), kind, value: part("value").map(filled) })
}

/// A line with a score and a variation is a result; others are remarks. Words that are
/// not known are skipped: later versions may add some.
fn info(mut words: Words<'_>) -> Result<Saying, String> {
    let whole = words.rest();
    let mut score = None;
    let mut info = Info {
        depth: 0,
        sel_depth: 0,
        multi_pv: 1,
        score: ScoreView::Draw,
        bound: None,
        wdl: None,
        nodes: 0,
        nps: 0,
        hash_full: 0,
        tb_hits: 0,
        millis: 0,
        pv: Vec::new(),
    };
    while let Some(word) = words.next() {
        match word {
            "string" | "currmove" => return Ok(Saying::Remark(whole.to_owned())),
            "depth" => info.depth = count(&mut words, word)?,
            "seldepth" => info.sel_depth = count(&mut words, word)?,
            "multipv" => info.multi_pv = count(&mut words, word)?,
            "nodes" => info.nodes = count(&mut words, word)?,
            "nps" => info.nps = count(&mut words, word)?,
            "hashfull" => info.hash_full = count(&mut words, word)?,
            "tbhits" => info.tb_hits = count(&mut words, word)?,
            "time" => info.millis = count(&mut words, word)?,
            "score" => score = Some(self::score(&mut words)?),
            "lowerbound" => info.bound = Some(Bound::Lower),
            "upperbound" => info.bound = Some(Bound::Upper),
            "wdl" => {
                let mut next = || count(&mut words, "wdl");
                info.wdl = Some([next()?, next()?, next()?]);
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            _ => {}
        }
    }
    let Some(score) = score else { return Ok(Saying::Remark(whole.to_owned())) };
    Ok(Saying::Info(Box::new(Info { score, ..info })))
}

fn count<T: TryFrom<u64>>(words: &mut Words<'_>, what: &str) -> Result<T, String> {
    let word = words.next();
    let value = word.and_then(|word| word.parse::<u64>().ok());
    value
        .and_then(|value| T::try_from(value).ok())
        .ok_or_else(|| wanted(word, &format!("a number after `{what}`")))
}

fn score(words: &mut Words<'_>) -> Result<ScoreView, String> {
    let kind = words.next();
    let mut signed = || {
        let word = words.next();
        let value = word.and_then(|word| word.parse().ok());
        value.ok_or_else(|| wanted(word, "a number in the score"))
    };
    match kind {
        Some("cp") => Ok(ScoreView::Centimen(signed()?)),
        Some("win") => Ok(ScoreView::Win(signed()?)),
        Some("draw") => Ok(ScoreView::Draw),
        other => Err(wanted(other, "`cp`, `win` or `draw`")),
    }
}
