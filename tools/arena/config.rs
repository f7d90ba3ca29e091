//! Makes [`Settings`] and [`Conduct`] of what was asked for; nothing is played before all of
//! it is known to be right.

mod players;
mod checks;

pub(crate) use checks::{check, check_files, check_outputs, is_same_file};

use crate::draft::{BookFormat, BookOrder, ConductDraft, DrawDraft, EloModel, OpeningDraft};
use crate::draft::{ResignDraft, SprtDraft, TableDraft, TournamentDraft};
use crate::schedule::Shard;
use crate::settings::{Adjudication, DrawAdjudication, Format, OpeningSettings};
use crate::settings::{ResignAdjudication, Settings, SprtSettings, TableAdjudication};
use log::LevelFilter;
use modisa::engine::{Arbiter, RuleSet};
use std::path::PathBuf;
use thiserror::Error;

/// Most games at the same time: each needs two processes and some threads.
const MOST_GAMES: u32 = 1000;

/// How a tournament is carried out. No game depends on it, so it may be another when the
/// tournament goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conduct {
    /// Games at the same time, from 1 to [`MOST_GAMES`].
    pub(crate) concurrency: usize,
    /// Where the pairs are kept; nowhere if `None`.
    pub(crate) journal: Option<PathBuf>,
    /// The part that is played here.
    pub(crate) shard: Shard,
    /// Where the records go.
    pub(crate) pgn: Option<PathBuf>,
    /// Where it takes place, for records.
    pub(crate) site: Option<String>,
    /// Pairs between two tables; 0 is only at the end.
    pub(crate) rating_interval: u32,
    /// Pairs between two lines with the score; 0 is never.
    pub(crate) score_interval: u32,
    /// Whether the engines are started anew for each pair.
    pub(crate) restart: bool,
    /// Diagnostics.
    pub(crate) log: LogSettings,
}

/// What is said of the work, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogSettings {
    /// How much; the environment decides if `None`.
    pub(crate) level: Option<LevelFilter>,
    /// A file; standard error if `None`.
    pub(crate) file: Option<PathBuf>,
}

/// What is wrong with what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub(crate) struct ConfigError {
    /// The flag, or the file.
    pub(crate) place: String,
    /// What was given and what is wanted.
    pub(crate) message: String,
}

impl ConfigError {
    /// A mistake at a place.
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }
}

/// Reads a settings file: TOML with the names of the flags.
///
/// # Errors
/// What is wrong with it, with its line.
pub(crate) fn read_file(path: &str) -> Result<TournamentDraft, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ConfigError::new(path, error.to_string()))?;
    read_text(&text).map_err(|message| ConfigError::new(path, message))
}

/// Reads the text of a settings file.
///
/// # Errors
/// What is wrong with it, with its line.
pub(crate) fn read_text(text: &str) -> Result<TournamentDraft, String> {
    toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

/// The tournament that was asked for, checked as far as that can be done without a look at
/// the players' files; see [`check_files`].
///
/// # Errors
/// What is wrong, by the name of its flag.
pub(crate) fn build(draft: TournamentDraft) -> Result<(Settings, Conduct), ConfigError> {
    let rules = rule_set(draft.variant, draft.variantfile, draft.rules.0)?;
    let has_limits = draft.rounds.is_some() || draft.sprt.is_none();
    if !has_limits {
        return Err(ConfigError::new("-sprt", "needs -rounds N, the most pairs to play"));
    }
    let settings = Settings {
        event: draft.event.unwrap_or_else(|| "arena".to_owned()),
        rules,
        players: players::build(draft.engines, &draft.each)?,
        format: draft.tournament.unwrap_or(Format::Roundrobin),
        rounds: draft.rounds.unwrap_or(1),
        seed: draft.srand.unwrap_or(0),
        openings: openings(draft.openings.unwrap_or_default())?,
        adjudication: Adjudication {
            draw: draft.draw.map(draw).transpose()?,
            resign: draft.resign.map(resign).transpose()?,
            max_plies: draft.maxmoves.map(|moves| moves.saturating_mul(2)),
            tables: draft.tb.map(tables).transpose()?,
        },
        sprt: draft.sprt.map(sprt).transpose()?,
    };
    let mut conduct = conduct(draft.conduct)?;
    conduct.journal = draft.journal.map(PathBuf::from);
    conduct.shard = draft.shard.unwrap_or_default();
    check(&settings, conduct.shard)?;
    Ok((settings, conduct))
}

/// The rules, with the id of the variant for its other names.
///
/// # Errors
/// What the engine refuses.
pub(crate) fn rule_set(
    variant: Option<String>,
    file: Option<String>,
    switches: Vec<(String, String)>,
) -> Result<RuleSet, ConfigError> {
    let variant = variant.unwrap_or_else(|| "morabaraba".to_owned());
    let mut rules = RuleSet { variant, file, switches };
    let place = match (&rules.file, rules.switches.is_empty()) {
        (_, false) => "-rules",
        (Some(_), true) => "-variantfile",
        (None, true) => "-variant",
    };
    let arbiter =
        Arbiter::new(&rules).map_err(|error| ConfigError::new(place, error.to_string()))?;
    if let Some(id) = arbiter.rules()["id"].as_str() {
        id.clone_into(&mut rules.variant);
    }
    Ok(rules)
}

/// How it is carried out, without journal and shard.
///
/// # Errors
/// What is wrong, by the name of its flag.
pub(crate) fn conduct(draft: ConductDraft) -> Result<Conduct, ConfigError> {
    let concurrency = draft.concurrency.unwrap_or(1);
    if !(1..=MOST_GAMES).contains(&concurrency) {
        let message =
            format!("{concurrency} games at the same time; wanted from 1 to {MOST_GAMES}");
        return Err(ConfigError::new("-concurrency", message));
    }
    let level = draft.log.level.map(|word| {
        let level = word.parse::<LevelFilter>();
        let wanted = "off, error, warn, info, debug, trace";
        level.map_err(|_| {
            ConfigError::new("-log", format!("level: {word:?} is not one of {wanted}"))
        })
    });
    Ok(Conduct {
        concurrency: concurrency as usize,
        journal: None,
        shard: Shard::default(),
        pgn: draft.pgnout.map(PathBuf::from),
        site: draft.site,
        rating_interval: draft.ratinginterval.unwrap_or(10),
        score_interval: draft.scoreinterval.unwrap_or(1),
        restart: draft.restart.unwrap_or(false),
        log: LogSettings { level: level.transpose()?, file: draft.log.file.map(PathBuf::from) },
    })
}

fn openings(draft: OpeningDraft) -> Result<OpeningSettings, ConfigError> {
    let wrong = |message: String| Err(ConfigError::new("-openings", message));
    let is_set = |switch: Option<bool>| switch == Some(true);
    let is_of_file = draft.format.is_some() || draft.order.is_some() || draft.start.is_some();
    match (draft.file, is_set(draft.generated), is_set(draft.startpos)) {
        (Some(path), false, false) => {
            let is_pgn = path.to_ascii_lowercase().ends_with(".pgn");
            let said = draft.format.map(|format| format == BookFormat::Pgn);
            if said.is_some_and(|said| said != is_pgn) {
                return wrong(format!(
                    "format: a file named *.pgn is read as pgn, any other as txt, so {path:?} \
                     needs another name or another format"
                ));
            }
            let start = draft.start.unwrap_or(1);
            if start == 0 {
                return wrong("start: 0; the first opening has the number 1".to_owned());
            }
            let random = draft.order == Some(BookOrder::Random);
            Ok(OpeningSettings::File { path, random, plies: draft.plies, start })
        }
        (Some(_), ..) | (None, true, true) => {
            wrong("only one of file=FILE, generated, startpos is possible".to_owned())
        }
        (None, ..) if is_of_file => {
            wrong("format, order and start belong to file=FILE, which is missing".to_owned())
        }
        (None, false, true) if draft.plies.is_none() => Ok(OpeningSettings::Startpos),
        (None, false, true) => wrong("plies: startpos has none".to_owned()),
        (None, _, false) => Ok(OpeningSettings::Generated { plies: draft.plies }),
    }
}

/// A value that has to be there.
fn needed<T>(value: Option<T>, place: &str, key: &str) -> Result<T, ConfigError> {
    value.ok_or_else(|| ConfigError::new(place, format!("{key}=... is missing")))
}

fn draw(draft: DrawDraft) -> Result<DrawAdjudication, ConfigError> {
    Ok(DrawAdjudication {
        from_ply: draft.movenumber.unwrap_or(0).saturating_mul(2),
        turns: needed(draft.movecount, "-draw", "movecount")?,
        score: needed(draft.score, "-draw", "score")?,
    })
}

fn resign(draft: ResignDraft) -> Result<ResignAdjudication, ConfigError> {
    Ok(ResignAdjudication {
        turns: needed(draft.movecount, "-resign", "movecount")?,
        score: needed(draft.score, "-resign", "score")?,
        two_sided: draft.twosided.unwrap_or(true),
    })
}

fn tables(draft: TableDraft) -> Result<TableAdjudication, ConfigError> {
    Ok(TableAdjudication {
        folder: needed(draft.dir, "-tb", "dir")?,
        draws: draft.draw.unwrap_or(true),
        wins: draft.win.unwrap_or(true),
    })
}

fn sprt(draft: SprtDraft) -> Result<SprtSettings, ConfigError> {
    Ok(SprtSettings {
        elo0: needed(draft.elo0, "-sprt", "elo0")?,
        elo1: needed(draft.elo1, "-sprt", "elo1")?,
        alpha: draft.alpha.unwrap_or(0.05),
        beta: draft.beta.unwrap_or(0.05),
        normalized: draft.model != Some(EloModel::Logistic),
    })
}

#[cfg(test)]
mod tests;
