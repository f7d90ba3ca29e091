//! The `tablebase` command: build tables, check them, list them, look a position up.

use super::args::{TableRules, TablebaseJob};
use super::building;
use super::jobs::Failure;
use crate::engine::{Engine, Root, Session, variants_in};
use crate::morris::{Morris, Variant, builtin};
use crate::tablebase::{Checked, FileError, Ground, Listed, Pair, Sector, check, list};
use serde_json::json;
use std::io::{Write, stderr};
use std::path::Path;
use std::time::Duration;

/// Does it; results go to `out`.
pub(super) fn run(job: &TablebaseJob, out: &mut (dyn Write + Send)) -> Result<(), Failure> {
    match job {
        TablebaseJob::Build(job) => building::run(&ground(&job.rules)?, job, out),
        TablebaseJob::Verify { rules, place, positions, seed, men } => {
            let ground = ground(rules)?;
            let pairs = match men {
                Some(men) => {
                    let pair = pair_of(&ground, *men)?;
                    if !present(&ground, &place.dir)?.contains(&pair) {
                        return Err(none_there(&ground, &place.dir));
                    }
                    vec![pair]
                }
                None => present(&ground, &place.dir)?,
            };
            verify(&ground, &place.dir, &pairs, *positions, *seed, out)
        }
        TablebaseJob::Info { variant, place, json } => {
            let ground = match variant {
                Some(name) => Some(ground(&TableRules { variant: name.clone(), file: None })?),
                None => None,
            };
            info(ground.as_ref(), &place.dir, *json, out)
        }
        TablebaseJob::Probe { rules, position, place } => {
            probe(rules, position, &place.dir, out)
        }
    }
}

/// The rules that the words name, if they can have tables.
fn ground(rules: &TableRules) -> Result<Ground, Failure> {
    let own: Vec<Variant> = match &rules.file {
        Some(file) => variants_in(file)?,
        None => Vec::new(),
    };
    let name = &rules.variant;
    let variant = own.iter().chain(builtin::all()).find(|variant| variant.is_called(name));
    let variant = variant.ok_or_else(|| {
        Failure::Wrong(format!("no variant is named {name:?}; `modisa variants list` has them"))
    })?;
    let game = Morris::new(variant).map_err(|error| Failure::Wrong(error.to_string()))?;
    Ground::new(&game).map_err(|unfit| Failure::Wrong(format!("{}: {unfit}", variant.id)))
}

/// The pair that so many men make.
pub(super) fn pair_of(ground: &Ground, (own, other): (u8, u8)) -> Result<Pair, Failure> {
    let sector = Sector::new(own, other);
    if ground.has(sector) {
        return Ok(sector.pair());
    }
    Err(Failure::Wrong(format!(
        "no game of {} comes to {own} men against {other}: a side has {} to {}",
        ground.game().variant().id,
        ground.least(),
        ground.most()
    )))
}

/// The pairs of which there is a file that may be used.
fn present(ground: &Ground, dir: &Path) -> Result<Vec<Pair>, Failure> {
    let (files, refused) = list(dir).map_err(|error| Failure::Wrong(error.to_string()))?;
    let own = format!("{:016x}", ground.digest());
    let is_own = |error: &&FileError| error.path.parent().is_some_and(|at| at.ends_with(&own));
    if let Some(error) = refused.iter().find(is_own) {
        return Err(Failure::Wrong(error.to_string()));
    }
    let mut pairs: Vec<Pair> = Vec::new();
    for Listed { header, .. } in &files {
        let is_ours = header.digest == ground.digest() && ground.has(header.sector);
        if is_ours && !pairs.contains(&header.sector.pair()) {
            pairs.push(header.sector.pair());
        }
    }
    if pairs.is_empty() {
        return Err(none_there(ground, dir));
    }
    Ok(pairs)
}

fn none_there(ground: &Ground, dir: &Path) -> Failure {
    Failure::Wrong(format!("{}: no tables of {}", dir.display(), ground.game().variant().id))
}

fn verify(
    ground: &Ground,
    dir: &Path,
    pairs: &[Pair],
    positions: u64,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (mut damaged, mut wrong) = (0, 0);
    for &pair in pairs {
        let checked = match check(ground, dir, pair, positions, seed) {
            Ok(checked) => checked,
            Err(error) => {
                damaged += 1;
                writeln!(out, "{pair} {error}")?;
                continue;
            }
        };
        for Checked { sector, positions: compared, wrong: found } in checked {
            let count = found.len();
            wrong += count;
            let lack = if compared < positions {
                "; tables that its captures lead to are missing"
            } else {
                ""
            };
            writeln!(
                out,
                "{sector} sound, {compared} positions compared, {count} inconsistent{lack}"
            )?;
            for one in found.iter().take(3) {
                let (stated, follows) = (one.stated, one.follows);
                write!(out, "  {}: {stated:?}, {follows:?} follows", one.position)?;
                match one.class {
                    Some(class) => writeln!(out, "; without distance {}", class.word())?,
                    None => writeln!(out)?,
                }
            }
        }
        out.flush()?;
    }
    if damaged + wrong == 0 {
        return Ok(());
    }
    Err(Failure::Wrong(format!("{damaged} pairs damaged, {wrong} positions inconsistent")))
}

fn info(
    ground: Option<&Ground>,
    dir: &Path,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (files, refused) = list(dir).map_err(|error| Failure::Wrong(error.to_string()))?;
    for error in &refused {
        let _ = writeln!(stderr(), "modisa: {error}");
    }
    let is_wanted =
        |file: &&Listed| ground.is_none_or(|ground| file.header.digest == ground.digest());
    let mut all = (0_usize, 0_u64);
    for Listed { path, header, bytes } in files.iter().filter(is_wanted) {
        let (sector, counts) = (header.sector, header.counts);
        all = (all.0 + 1, all.1 + bytes);
        if as_json {
            let line = json!({
                "variant": header.variant,
                "men": [sector.own, sector.other],
                "states": counts.states,
                "wins": counts.wins,
                "draws": counts.draws,
                "losses": counts.losses,
                "longest_win": counts.longest_win,
                "longest_loss": counts.longest_loss,
                "values": header.metric.word(),
                "bytes": bytes,
                "digest": format!("{:016x}", header.digest),
                "file": path.display().to_string(),
            });
            writeln!(out, "{line}")?;
        } else {
            let (variant, metric) = (&header.variant, header.metric);
            writeln!(out, "{variant} {sector} {metric}: {counts}, {bytes} bytes")?;
        }
    }
    if !as_json {
        let mebibytes = all.1 >> 20;
        writeln!(out, "{} files, {mebibytes} MiB", all.0)?;
    }
    Ok(())
}

fn probe(
    rules: &TableRules,
    position: &str,
    dir: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut engine = Engine::new()?;
    if let Some(file) = &rules.file {
        engine.set_option("VariantPath", Some(file))?;
    }
    engine.set_option("Variant", Some(&rules.variant))?;
    if dir.is_dir() {
        engine.set_option("TablebasePath", Some(&dir.display().to_string()))?;
    }
    let words: Vec<&str> = position.split_whitespace().collect();
    engine.place(Root::Fen(&words), &[])?;
    writeln!(out, "{}", engine.tablebase(Duration::from_secs(60))?)?;
    Ok(())
}
