//! The rules of one variant, compared with those of the referee.

use super::VariantRow;
use crate::bench::{Bench, Found, ensure};
use crate::candidate::{Candidate, at, expect};
use crate::referee::{self, Counter, Scene};
use modisa::engine::Arbiter;
use modisa::engine::Side;
use modisa::protocol::{Command, Subject};
use serde_json::{Value, json};

#[rustfmt::skip]
pub(super) const ROWS: [VariantRow; 6] = [
    VariantRow { name: "legal", sentence: "legal lists the turns of the rules along random games", run: legal },
    VariantRow { name: "state", sentence: "state tells position, side, result, winner and reason along random games", run: state },
    VariantRow { name: "turns", sentence: "Every legal turn that is printed is read back as itself", run: turns },
    VariantRow { name: "refusals", sentence: "A turn that is not legal is refused with its index and token", run: refusals },
    VariantRow { name: "perft", sentence: "perft counts as the rules do, from the start and in random positions", run: perft },
    VariantRow { name: "board", sentence: "rules tells board, men and start position", run: board },
];

/// The longest random game that is compared.
const LONGEST: u64 = 150;

/// Plays random games on the engine and by the rules, and compares after each turn.
fn along(
    bench: &Bench,
    variant: &str,
    compare: impl Fn(&mut Candidate<'_>, &Arbiter, &Scene) -> Found,
) -> Found {
    let mut arbiter = referee::arbiter(variant)?;
    bench.talk(|candidate| {
        for game in 0..bench.games {
            let mut random = referee::random(bench, variant, 10 + u64::from(game));
            arbiter.place(None, &[])?;
            let mut scene = Scene::start(variant);
            candidate.place(&scene)?;
            loop {
                compare(candidate, &arbiter, &scene).map_err(|finding| at(finding, &scene))?;
                if scene.turns.len() as u64 >= LONGEST {
                    break;
                }
                let Some(turn) = referee::walk(&mut arbiter, &mut random, 1)?.pop() else {
                    break;
                };
                candidate.say(&format!("play {turn}"));
                scene.turns.push(turn);
            }
            candidate.settle()?;
        }
        Ok(())
    })
}

fn legal(bench: &Bench, variant: &str) -> Found {
    along(bench, variant, |candidate, arbiter, _| {
        let (told, wanted) = (candidate.legal()?, arbiter.legal()?);
        let is_over = arbiter.outcome()?.is_some();
        let wanted = if is_over { Vec::new() } else { wanted };
        let fen = arbiter.fen()?;
        ensure(told == wanted, || {
            let (told, wanted) = (told.join(" "), wanted.join(" "));
            format!("legal turns {told}\nby the rules {wanted}\nat {fen}")
        })
    })
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::Light => "w",
        Side::Dark => "b",
    }
}

fn state(bench: &Bench, variant: &str) -> Found {
    along(bench, variant, |candidate, arbiter, scene| {
        let told = candidate.state()?;
        let (side, outcome) = (arbiter.side()?, arbiter.outcome()?);
        let winner = outcome.and_then(|outcome| outcome.winner);
        let result = match (outcome, winner) {
            (None, _) => "ongoing",
            (_, None) => "draw",
            (_, Some(winner)) if winner == side => "win",
            _ => "loss",
        };
        for (member, wanted) in [
            ("variant", json!(variant)),
            ("fen", json!(arbiter.fen()?)),
            ("side", json!(letter(side))),
            ("result", json!(result)),
            ("winner", json!(winner.map(letter))),
            ("reason", json!(outcome.map(|outcome| outcome.reason.word()))),
            ("ply", json!(scene.turns.len())),
        ] {
            expect(&told, member, &wanted)?;
        }
        if outcome.is_some() {
            expect(&told, "phase", &json!("over"))?;
            expect(&told, "turns", &json!([]))?;
        }
        Ok(())
    })
}

fn turns(bench: &Bench, variant: &str) -> Found {
    let scenes = referee::scenes(bench, variant, 5)?;
    bench.talk(|candidate| {
        for scene in scenes {
            candidate.place(&scene)?;
            let legal = candidate.legal()?;
            for turn in legal.iter().take(60) {
                // The referee knows whether it is the same turn.
                let mut arbiter = scene.arbiter()?;
                arbiter.play(turn)?;
                candidate.tell(&format!("play {turn}"))?;
                expect(&candidate.state()?, "fen", &json!(arbiter.fen()?))
                    .map_err(|finding| at(finding, &scene))?;
                candidate.tell("undo")?;
            }
        }
        Ok(())
    })
}

/// Turns of other positions of a random game which are not legal in this one.
fn illegal(scene: &Scene, others: &[String]) -> Found<Vec<String>> {
    const WANTED: usize = 6;
    let mut found = Vec::new();
    for turn in others {
        // A capture alone is a part of the turn before it where it is not one itself.
        let is_candidate = !turn.starts_with('x') && !found.contains(turn);
        if found.len() < WANTED && is_candidate && scene.arbiter()?.play(turn).is_err() {
            found.push(turn.clone());
        }
    }
    found.push("z9".to_owned());
    Ok(found)
}

fn refusals(bench: &Bench, variant: &str) -> Found {
    let scenes = referee::scenes(bench, variant, 5)?;
    let mut others = Vec::new();
    for scene in &scenes {
        others.extend(scene.arbiter()?.legal()?);
    }
    bench.talk(|candidate| {
        for scene in scenes {
            candidate.place(&scene)?;
            let fen = scene.arbiter()?.fen()?;
            for turn in illegal(&scene, &others)? {
                let refusal = candidate.provoke(&format!("play {turn}"), "illegal-move")?;
                expect(&refusal.details, "index", &json!(0))?;
                expect(&refusal.details, "token", &json!(turn))?;
                expect(&candidate.state()?, "fen", &json!(fen))?;
                let mut spoiled = scene.clone();
                spoiled.turns.push(turn.clone());
                let refusal = candidate.provoke(&spoiled.line(), "illegal-move")?;
                expect(&refusal.details, "index", &json!(scene.turns.len()))?;
                expect(&refusal.details, "token", &json!(turn))?;
                candidate.provoke("legal", "no-position")?;
                candidate.place(&scene)?;
            }
        }
        Ok(())
    })
}

fn perft(bench: &Bench, variant: &str) -> Found {
    const MOST: u64 = 300_000;
    let scenes = referee::scenes(bench, variant, 6)?;
    let mut counter = Counter::new(variant)?;
    bench.talk(|candidate| {
        for scene in scenes {
            candidate.place(&scene)?;
            for depth in 1..=3 {
                let wanted = counter.count(&scene, depth)?;
                if wanted > MOST {
                    break;
                }
                let told = candidate.count(depth)?;
                ensure(told == wanted, || format!("perft {depth} is {told}, not {wanted}"))
                    .map_err(|finding| at(finding, &scene))?;
            }
        }
        candidate.settle()
    })
}

/// The member as a set: edges and lines have no direction and no order.
fn unordered(value: &Value) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    for group in value.as_array().into_iter().flatten() {
        let points = group.as_array().into_iter().flatten();
        let mut points: Vec<String> =
            points.map(|point| point.as_str().unwrap_or_default().to_owned()).collect();
        points.sort();
        groups.push(points);
    }
    groups.sort();
    groups
}

fn board(bench: &Bench, variant: &str) -> Found {
    let wanted = referee::arbiter(variant)?.rules();
    bench.talk(|candidate| {
        let command = Command::Rules(Some(variant.to_owned()));
        let told = candidate.facts(&command, Subject::Rules)?;
        for member in ["men", "hands", "start", "first"] {
            expect(&told, member, &wanted[member])?;
        }
        let ids = |rules: &Value| -> Vec<Value> {
            let points = rules["points"].as_array().into_iter().flatten();
            points.map(|point| point["id"].clone()).collect()
        };
        expect(&json!({ "points": ids(&told) }), "points", &json!(ids(&wanted)))?;
        for member in ["edges", "lines"] {
            let (told, wanted) = (unordered(&told[member]), unordered(&wanted[member]));
            ensure(told == wanted, || {
                format!("{member} are {told:?}\nby the rules {wanted:?}")
            })?;
        }
        candidate.settle()
    })
}
