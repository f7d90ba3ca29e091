//! Who the engine is, and how it writes lines.

use super::{Row, row};
use crate::bench::{Bench, Found, ensure, fault};
use crate::candidate::{Candidate, expect, texts};
use modisa::protocol::{Command, OptionKind, Saying, Subject};
use serde_json::Value;

#[rustfmt::skip]
pub(super) const ROWS: [Row; 6] = [
    row("introduction", "umi is answered by name, author, protocol umi 1, variants, options and umiok, and nothing else", introduction),
    row("names", "Ids of variants and names of options are single words, each announced once", names),
    row("defaults", "Every default lies within what its option announces", defaults),
    row("line-ends", "Lines are UTF-8 and end with LF alone", line_ends),
    row("json", "Each answer in JSON is one well-formed object on one line", json),
    row("variants", "variants lists the variants that umi lists, in the same order", variants),
];

fn introduction(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        candidate.say("umi");
        let [mut name, mut author, mut protocol, mut variant] = [false; 4];
        loop {
            match candidate.hear("umiok")?.0 {
                Saying::Name(text) => name = !text.is_empty(),
                Saying::Author(text) => author = !text.is_empty(),
                Saying::Protocol(text) => {
                    protocol = text == "umi 1" || text.starts_with("umi 1.");
                }
                Saying::Variant { .. } => variant = true,
                Saying::Option(_) => {}
                Saying::Identified => break,
                other => return Err(fault(format!("{other:?} came before umiok"))),
            }
        }
        for (told, what) in [
            (name, "id name NAME"),
            (author, "id author AUTHOR"),
            (protocol, "protocol umi 1.0"),
            (variant, "variant ID \"NAME\""),
        ] {
            ensure(told, || format!("there was no line `{what}`"))?;
        }
        candidate.settle()
    })
}

fn names(bench: &Bench) -> Found {
    let variants = bench.identity.variants.iter().map(|(id, _)| id);
    let options = bench.identity.options.iter().map(|offer| &offer.name);
    let mut seen = Vec::new();
    for (kind, name) in variants.map(|id| ("variant", id)).chain(options.map(|n| ("option", n)))
    {
        let known = (kind, name.to_lowercase());
        ensure(!name.contains(' ') && !name.is_empty(), || format!("{kind} {name:?}"))?;
        ensure(!seen.contains(&known), || format!("{kind} {name} is announced twice"))?;
        seen.push(known);
    }
    Ok(())
}

fn defaults(bench: &Bench) -> Found {
    for offer in &bench.identity.options {
        let is_sound = match &offer.kind {
            OptionKind::Spin { default, min, max } => (min..=max).contains(&default),
            OptionKind::Combo { default, choices } => choices.contains(default),
            OptionKind::Check { .. } | OptionKind::Text { .. } | OptionKind::Button => true,
        };
        ensure(is_sound, || format!("{}: {:?}", offer.name, offer.kind))?;
    }
    Ok(())
}

fn line_ends(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        candidate.say("umi");
        while candidate.hear("umiok")?.0 != Saying::Identified {}
        candidate.state()?;
        candidate.search("depth 2")?;
        candidate.provoke("xyzzy", "unknown-command")?;
        candidate.settle()
    })
}

fn json(bench: &Bench) -> Found {
    let is_at = |value: &Value, members: &[&str]| {
        members.iter().try_for_each(|member| {
            ensure(value.get(member).is_some(), || format!("no member {member} in {value}"))
        })
    };
    bench.talk(|candidate| {
        let state = candidate.state()?;
        is_at(
            &state,
            &[
                "umi",
                "variant",
                "fen",
                "side",
                "phase",
                "ply",
                "turns",
                "result",
                "winner",
                "reason",
                "quiet",
                "repetition",
                "key",
            ],
        )?;
        texts(&state, "turns")?;
        candidate.legal()?;
        let rules = candidate.facts(&Command::Rules(None), Subject::Rules)?;
        is_at(&rules, &["name", "points", "edges", "lines", "men", "hands", "start"])?;
        let eval = candidate.facts(&Command::Evaluate, Subject::Evaluation)?;
        is_at(&eval, &["side", "score"])?;
        candidate.facts(&Command::Variants, Subject::Variants)?;
        candidate.settle()
    })
}

fn variants(bench: &Bench) -> Found {
    bench.talk(|candidate| {
        let answer = candidate.facts(&Command::Variants, Subject::Variants)?;
        let announced: Vec<Value> = bench
            .identity
            .variants
            .iter()
            .map(|(id, title)| serde_json::json!({ "id": id, "name": title }))
            .collect();
        expect(&answer, "variants", &announced.into())?;
        each_is_known(bench, candidate)
    })
}

/// `rules` can be asked of each, and tells its id if it tells any.
fn each_is_known(bench: &Bench, candidate: &mut Candidate<'_>) -> Found {
    for (id, _) in &bench.identity.variants {
        let rules = candidate.facts(&Command::Rules(Some(id.clone())), Subject::Rules)?;
        let told = rules["id"].as_str().unwrap_or(id);
        ensure(told == id, || format!("`rules {id}` tells of {told}"))?;
    }
    Ok(())
}
