//! Options: what is announced can be set, and nothing else.

use super::{Row, row};
use crate::bench::{Bench, Found, ensure, fault};
use crate::candidate::{Candidate, expect};
use crate::referee;
use modisa::protocol::{Command, Offer, OptionKind, Saying, Subject};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::thread::available_parallelism;

#[rustfmt::skip]
pub(super) const ROWS: [Row; 11] = [
    row("present", "options lists the options of umi with their present values, the defaults at first", present),
    row("values", "Every option takes its default, lowest and highest value, and each of its words", values),
    row("bounds", "A number out of bounds or no number is bad-value with min and max", bounds),
    row("words", "Another word than those announced is bad-value with those allowed", words),
    row("unknown", "An unknown option is no-such-option", unknown),
    row("any-case", "Names of options are matched in any case", any_case),
    row("buttons", "Buttons can be pressed, in a search too", buttons),
    row("variants", "Each announced variant can be set and begins at its own start position", variants),
    row("threads", "More threads than the machine runs at once work", threads),
    row("hash", "The table can shrink and grow between searches and in one", hash),
    row("weaker", "At the lowest strength bestmove is legal", weaker),
];

/// The options as `options` lists them.
fn listed(candidate: &mut Candidate<'_>) -> Found<Vec<Offer>> {
    candidate.say("options");
    let mut offers = Vec::new();
    loop {
        match candidate.hear("optionsok")?.0 {
            Saying::Option(offer) => offers.push(offer),
            Saying::OptionsEnd => return Ok(offers),
            other => return Err(fault(format!("{other:?} came before optionsok"))),
        }
    }
}

/// Option names and values that were set on the command line or stand in the lines.
fn values_of(offers: &[Offer]) -> BTreeMap<&str, &str> {
    offers.iter().map(|o| (&*o.name, o.value.as_deref().unwrap_or_default())).collect()
}

fn default_of(offer: &Offer) -> String {
    match &offer.kind {
        OptionKind::Check { default } => default.to_string(),
        OptionKind::Spin { default, .. } => default.to_string(),
        OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
        OptionKind::Button => String::new(),
    }
}

fn present(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        let offers = listed(candidate)?;
        let names = |offers: &[Offer]| -> Vec<String> {
            offers.iter().map(|offer| offer.name.clone()).collect()
        };
        let (told, announced) = (names(&offers), names(&bench.identity.options));
        ensure(told == announced, || format!("{told:?}, but umi lists {announced:?}"))?;
        if bench.options.is_empty() {
            for offer in &offers {
                let (value, default) =
                    (offer.value.clone().unwrap_or_default(), default_of(offer));
                ensure(value == default, || format!("{} is {value:?} at first", offer.name))?;
            }
        }
        candidate.settle()
    })
}

/// The names of rule switches: a value of them may not fit the others, or the board.
fn switches() -> Vec<String> {
    let rules = referee::arbiter("morabaraba").map(|arbiter| arbiter.rules());
    let rules = rules.unwrap_or(Value::Null);
    rules["switches"].as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()
}

/// Values that the option has to take.
fn to_try(offer: &Offer) -> Vec<String> {
    /// More memory or threads than this may be more than the machine has.
    const MODEST: i64 = 64;
    match &offer.kind {
        OptionKind::Check { .. } => ["true", "false"].map(str::to_owned).into(),
        OptionKind::Spin { min, max, .. } => {
            let is_costly = ["hash", "threads"].contains(&&*offer.name.to_lowercase());
            let max = if is_costly { *max.min(&MODEST) } else { *max };
            [*min, max].map(|value| value.to_string()).into()
        }
        OptionKind::Combo { choices, .. } => choices.clone(),
        OptionKind::Text { .. } | OptionKind::Button => Vec::new(),
    }
}

fn values(bench: &Bench) -> Found {
    let switches = switches();
    bench.talk(|candidate| {
        for offer in &bench.identity.options {
            let name = &*offer.name;
            let is_switch = switches.iter().any(|switch| switch.eq_ignore_ascii_case(name));
            let mut tried = to_try(offer);
            if offer.kind != OptionKind::Button {
                tried.push(default_of(offer));
            }
            for value in tried {
                let Some(refusal) = candidate.set(name, Some(&value))? else {
                    let offers = listed(candidate)?;
                    let told = values_of(&offers).get(name).copied().unwrap_or_default();
                    ensure(told == value, || format!("{name} set to {value:?} is {told:?}"))?;
                    continue;
                };
                let code = &*refusal.code;
                let is_excused = matches!(code, "unsupported" | "io" | "bad-fen")
                    || (is_switch && code == "bad-value");
                let is_default = value == default_of(offer);
                ensure(is_excused && !is_default, || {
                    format!("{name} refuses {value:?}: {refusal}")
                })?;
            }
        }
        candidate.tell("uminewgame")?;
        candidate.search("depth 1").map(drop)
    })
}

fn bounds(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for offer in &bench.identity.options {
            let OptionKind::Spin { min, max, .. } = offer.kind else { continue };
            let below = i128::from(min) - 1;
            let above = i128::from(max) + 1;
            for value in [below.to_string(), above.to_string(), "many".into(), "1.5".into()] {
                let line = format!("setoption name {} value {value}", offer.name);
                let refusal = candidate.provoke(&line, "bad-value")?;
                expect(&refusal.details, "min", &json!(min))?;
                expect(&refusal.details, "max", &json!(max))?;
            }
        }
        candidate.settle()
    })
}

fn words(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for offer in &bench.identity.options {
            let wrong = match &offer.kind {
                OptionKind::Check { .. } => "perhaps",
                OptionKind::Combo { .. } => "no-such-word",
                _ => continue,
            };
            let line = format!("setoption name {} value {wrong}", offer.name);
            let refusal = candidate.provoke(&line, "bad-value")?;
            let allowed = crate::candidate::texts(&refusal.details, "allowed")?;
            if let OptionKind::Combo { choices, .. } = &offer.kind {
                let missing = choices.iter().find(|choice| !allowed.contains(choice));
                ensure(missing.is_none(), || {
                    format!("{missing:?} is not among those allowed")
                })?;
            }
        }
        candidate.settle()
    })
}

fn unknown(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        candidate.provoke("setoption name NoSuchOption value 1", "no-such-option")?;
        candidate.provoke("setoption name NoSuchOption", "no-such-option")?;
        candidate.settle()
    })
}

fn any_case(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        for offer in &bench.identity.options {
            let value = match offer.kind {
                OptionKind::Button => None,
                _ => Some(default_of(offer)),
            };
            for name in [offer.name.to_lowercase(), offer.name.to_uppercase()] {
                let refused = candidate.set(&name, value.as_deref())?;
                ensure(refused.is_none(), || format!("{name} is refused: {refused:?}"))?;
            }
        }
        Ok(())
    })
}

fn buttons(bench: &Bench) -> Found {
    let is_button = |offer: &&Offer| offer.kind == OptionKind::Button;
    bench.talk(|candidate| {
        for offer in bench.identity.options.iter().filter(is_button) {
            candidate.tell(&format!("setoption name {}", offer.name))?;
            candidate.say("go infinite");
            candidate.say(&format!("setoption name {}", offer.name));
            candidate.say("stop");
            let search = candidate.best("go infinite", std::time::Instant::now())?;
            ensure(search.refusals.is_empty(), || format!("{:?}", search.refusals))?;
            candidate.search("depth 2")?;
        }
        candidate.settle()
    })
}

fn variants(bench: &Bench) -> Found {
    bench.need("Variant")?;
    bench.talk(|candidate| {
        for (id, _) in &bench.identity.variants {
            candidate.tell(&format!("setoption name Variant value {id}"))?;
            let command = Command::Rules(Some(id.clone()));
            let rules = candidate.facts(&command, Subject::Rules)?;
            let state = candidate.state()?;
            expect(&state, "variant", &json!(id))?;
            expect(&state, "fen", &rules["start"])?;
        }
        candidate.settle()
    })
}

fn threads(bench: &Bench) -> Found {
    bench.need("Threads")?;
    let cores = available_parallelism().map_or(1, usize::from);
    bench.talk(|candidate| {
        for threads in [cores + 1, 2 * cores + 3, 1] {
            let line = threads.to_string();
            if candidate.set("Threads", Some(&line))?.is_some_and(|r| r.code != "bad-value") {
                return Err(fault(format!("{threads} threads are refused")));
            }
            candidate.search("depth 4")?.best()?;
            candidate.search("movetime 30")?.best()?;
            candidate.search_and_stop("infinite", std::time::Duration::ZERO)?.best()?;
        }
        candidate.settle()
    })
}

fn hash(bench: &Bench) -> Found {
    bench.need("Hash")?;
    bench.talk(|candidate| {
        for size in [16, 1, 32, 2, 1] {
            candidate.tell(&format!("setoption name Hash value {size}"))?;
            candidate.search("depth 4")?.best()?;
        }
        candidate.say("go infinite");
        candidate.say("setoption name Hash value 8");
        candidate.say("stop");
        let search = candidate.best("go infinite", std::time::Instant::now())?;
        ensure(search.refusals.is_empty(), || format!("{:?}", search.refusals))?;
        let offers = listed(candidate)?;
        let told = values_of(&offers).get("Hash").map(|value| (*value).to_owned());
        ensure(told.as_deref() == Some("8"), || format!("Hash is {told:?} after the search"))?;
        candidate.search("depth 4").map(drop)
    })
}

fn weaker(bench: &Bench) -> Found {
    bench.need("SkillLevel")?;
    bench.talk(|candidate| {
        candidate.tell("setoption name SkillLevel value 0")?;
        for _ in 0..5 {
            let legal = candidate.legal()?;
            let search = candidate.search("depth 2")?;
            let turn = search.best()?.to_owned();
            ensure(legal.contains(&turn), || format!("{turn} is not legal"))?;
            candidate.tell(&format!("play {turn}"))?;
        }
        candidate.tell("setoption name SkillLevel value 20")
    })
}
