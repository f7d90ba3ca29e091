//! Spells replies as lines.

use super::{COMMANDS, EMPTY, GO_WORDS, VERSION};
use crate::engine::{Bound, Info, News, OptionKind, OptionView, ScoreView};
use crate::protocol::reply::{Reply, Subject};
use serde_json::Value;
use std::fmt::Write;

/// The lines of a reply, without the last one's end.
pub(super) fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Greeting { name, author } => {
            format!("{name} by {author}. `help` lists the commands.")
        }
        Reply::Identity { name, author, variants, options } => {
            let mut lines = vec![
                format!("id name {name}"),
                format!("id author {author}"),
                format!("protocol umi {VERSION}"),
            ];
            lines.extend(variants.iter().map(|(id, name)| format!("variant {id} \"{name}\"")));
            lines.extend(options.iter().map(announced));
            lines.push("umiok".into());
            lines.join("\n")
        }
        Reply::Ready => "readyok".into(),
        Reply::Pong(number) => format!("pong {number}"),
        Reply::Options(options) => {
            let mut lines: Vec<_> = options.iter().map(with_value).collect();
            lines.push("optionsok".into());
            lines.join("\n")
        }
        Reply::Facts(subject, value) => format!("{} {}", word(*subject), json(value)),
        Reply::Text(text) => text.clone(),
        Reply::Help(topic) => help(topic.as_deref()),
        Reply::News(news) => self::news(news),
        Reply::Failure { command, fault } => {
            format!("error {}", json(&fault.to_json(command)))
        }
    }
}

/// The word before an object of facts.
pub(super) fn word(subject: Subject) -> &'static str {
    match subject {
        Subject::Legal => "legal",
        Subject::State => "state",
        Subject::Rules => "rules",
        Subject::Variants => "variants",
        Subject::Evaluation => "eval",
        Subject::Tablebase => "tb",
    }
}

/// JSON on one line, also for readers who take the rarer line ends of Unicode for one.
fn json(value: &Value) -> String {
    let text = value.to_string();
    if text.contains(['\u{7f}', '\u{85}', '\u{2028}', '\u{2029}']) {
        return text
            .replace('\u{7f}', "\\u007f")
            .replace('\u{85}', "\\u0085")
            .replace('\u{2028}', "\\u2028")
            .replace('\u{2029}', "\\u2029");
    }
    text
}

/// A text where a word must stand.
fn filled(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

fn announced(option: &OptionView) -> String {
    let shape = match &option.kind {
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            format!("combo default {default} var {}", choices.join(" var "))
        }
        OptionKind::Text { default } => format!("string default {}", filled(default)),
        OptionKind::Button => "button".into(),
    };
    format!("option name {} type {shape}", option.name)
}

fn with_value(option: &OptionView) -> String {
    let line = announced(option);
    match option.kind {
        OptionKind::Button => line,
        _ => format!("{line} value {}", filled(&option.value)),
    }
}

fn news(news: &News) -> String {
    match news {
        News::Info(info) => self::info(info),
        News::CurrentTurn { turn, number } => {
            format!("info currmove {turn} currmovenumber {number}")
        }
        News::Best { turn: None, .. } => "bestmove none".into(),
        News::Best { turn: Some(turn), ponder: None } => format!("bestmove {turn}"),
        News::Best { turn: Some(turn), ponder: Some(ponder) } => {
            format!("bestmove {turn} ponder {ponder}")
        }
        News::Counted { divided, nodes, nps, millis } => {
            let mut lines: Vec<_> =
                divided.iter().map(|(turn, count)| format!("{turn}: {count}")).collect();
            lines.push(format!("time {millis}"));
            lines.push(format!("nps {nps}"));
            lines.push(format!("nodes {nodes}"));
            lines.join("\n")
        }
        News::Benched { lines, nodes, nps } => {
            let mut lines = lines.clone();
            lines.push(format!("nodes {nodes}"));
            lines.push(format!("nps {nps}"));
            lines.join("\n")
        }
        // The driver names the command and sends a `Failure`.
        News::Failed(_) => String::new(),
    }
}

fn info(info: &Info) -> String {
    let score = match info.score {
        ScoreView::Centimen(value) => format!("cp {value}"),
        ScoreView::Win(turns) => format!("win {turns}"),
        ScoreView::Draw => "draw".into(),
    };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {score}",
        info.depth, info.sel_depth, info.multi_pv
    );
    match info.bound {
        Some(Bound::Lower) => line.push_str(" lowerbound"),
        Some(Bound::Upper) => line.push_str(" upperbound"),
        None => {}
    }
    // Writing to a `String` cannot fail.
    if let Some([win, draw, loss]) = info.wdl {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        info.nodes,
        info.nps,
        info.hash_full,
        info.tb_hits,
        info.millis,
        info.pv.join(" ")
    );
    line
}

fn help(topic: Option<&str>) -> String {
    let wanted = |word: &str| topic.is_none_or(|topic| topic == word);
    let rows = COMMANDS.iter().filter(|row| wanted(row.word));
    let mut lines: Vec<_> = rows.map(|row| format!("{:<40} {}", row.usage, row.help)).collect();
    if topic == Some("go") {
        let limits =
            GO_WORDS.iter().map(|entry| format!("  {:<38} {}", entry.usage, entry.help));
        lines.extend(limits);
    }
    lines.join("\n")
}
