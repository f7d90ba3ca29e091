//! The `variants` command: list them, check files of them, show one.

use super::args::Variants;
use super::jobs::Failure;
use crate::engine::{Engine, Session, variants_in};
use crate::morris::{Morris, Variant, builtin};
use serde_json::Value;
use std::io::{Write, stderr};

/// Does it; results go to `out`, what is wrong with a file to standard error.
pub(super) fn run(
    engine: &mut Engine,
    task: &Variants,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match task {
        Variants::List { file } => {
            read(engine, file.as_deref())?;
            list(engine, out)
        }
        Variants::Check { files } => check(files, out),
        Variants::Show { name, file } => {
            let own = read(engine, file.as_deref())?;
            show(engine, &own, name, out)
        }
    }
}

/// The variants of the file, which the engine then knows too.
fn read(engine: &mut Engine, file: Option<&str>) -> Result<Vec<Variant>, Failure> {
    let Some(file) = file else { return Ok(Vec::new()) };
    engine.set_option("VariantPath", Some(file))?;
    Ok(variants_in(file)?)
}

fn list(engine: &Engine, out: &mut dyn Write) -> Result<(), Failure> {
    let variants = engine.variants();
    let width = variants.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    for (id, title) in variants {
        let rules = engine.rules(Some(&id))?;
        let aliases = texts(&rules["aliases"]);
        let also = if aliases.is_empty() {
            String::new()
        } else {
            format!(" ({})", aliases.join(", "))
        };
        writeln!(out, "{id:width$}  {title}{also}")?;
    }
    Ok(())
}

fn check(files: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut wrong = 0;
    for file in files {
        match variants_in(file) {
            Ok(variants) => {
                for variant in variants {
                    let Variant { id, title, board, rules, .. } = variant;
                    let (points, lines, men) = (board.len(), board.lines.len(), rules.men);
                    writeln!(
                        out,
                        "ok {id} \"{title}\": {points} points, {lines} lines, {men} men"
                    )?;
                }
            }
            Err(error) => {
                wrong += 1;
                let _ = writeln!(stderr(), "{error}");
            }
        }
    }
    let all = files.len();
    if wrong == 0 { Ok(()) } else { Err(Failure::WrongFiles { wrong, all }) }
}

fn show(
    engine: &Engine,
    own: &[Variant],
    name: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rules = engine.rules(Some(name))?;
    let text = |key: &str| rules[key].as_str().unwrap_or_default().to_owned();
    writeln!(out, "{} ({})", text("name"), text("id"))?;
    let aliases = texts(&rules["aliases"]);
    if !aliases.is_empty() {
        writeln!(out, "also called {}", aliases.join(", "))?;
    }
    // A game without points and lines has no drawing here.
    let variant = own.iter().chain(builtin::all()).find(|variant| variant.is_called(name));
    if let Some(game) = variant.and_then(|variant| Morris::new(variant).ok()) {
        writeln!(out, "\n{}", game.diagram())?;
    }
    writeln!(out)?;
    for sentence in texts(&rules["words"]) {
        writeln!(out, "- {sentence}")?;
    }
    writeln!(out, "\nStart: {}", text("start"))?;
    let source = text("source");
    if !source.is_empty() {
        writeln!(out, "Source: {source}")?;
    }
    Ok(())
}

fn texts(array: &Value) -> Vec<&str> {
    array.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
