//! What was asked for, before it is checked: the tables of the settings file and the flags,
//! which have the same names.

mod join;

use crate::schedule::Shard;
use crate::settings::Format;
use crate::spelled::{ArgumentList, MoveTime, NamedValues, TimeControl};
use clap::Args;
use serde::Deserialize;

/// A tournament; what is `None` or empty was not said.
#[derive(Clone, Debug, Default, PartialEq, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TournamentDraft {
    /// Game that is played, by id or alias [default: morabaraba]
    #[arg(long, value_name = "ID")]
    pub(crate) variant: Option<String>,
    /// File with more variants
    #[arg(long, value_name = "FILE")]
    pub(crate) variantfile: Option<String>,
    /// Who meets whom: everybody everybody, the first all others, or in each round players
    /// with like scores [default: roundrobin]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) tournament: Option<Format>,
    /// Pairs of games of each encounter, in a swiss rounds [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,
    /// Seed for the order of openings and for those generated [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) srand: Option<u64>,
    /// Draw a game after N moves of both sides, that is 2 N plies
    #[arg(long, value_name = "N")]
    pub(crate) maxmoves: Option<u32>,
    /// Name of the event, for records [default: arena]
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// File that keeps each pair of games as it ends; if it is there, the tournament in it
    /// is continued
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<String>,
    /// Play only the i-th of n parts of the tournament
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// How it is done.
    #[command(flatten)]
    pub(crate) conduct: ConductDraft,
    /// The players.
    #[arg(skip)]
    #[serde(rename = "engine")]
    pub(crate) engines: Vec<PlayerDraft>,
    /// What holds for each player that does not say otherwise.
    #[arg(skip)]
    pub(crate) each: PlayerDraft,
    /// Rule switches.
    #[arg(skip)]
    pub(crate) rules: NamedValues,
    /// Where games start.
    #[arg(skip)]
    pub(crate) openings: Option<OpeningDraft>,
    /// When the match has shown enough.
    #[arg(skip)]
    pub(crate) sprt: Option<SprtDraft>,
    /// When a game is given up as a draw.
    #[arg(skip)]
    pub(crate) draw: Option<DrawDraft>,
    /// When a game is given up as lost.
    #[arg(skip)]
    pub(crate) resign: Option<ResignDraft>,
    /// When tables end a game.
    #[arg(skip)]
    pub(crate) tb: Option<TableDraft>,
}

/// How a tournament is carried out; no game depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ConductDraft {
    /// Games at the same time [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<u32>,
    /// Write the games as records; a file that is there is written anew if it holds records
    /// of the same journal, and refused if not
    #[arg(long, value_name = "[file=]FILE", value_parser = file_word)]
    pub(crate) pgnout: Option<String>,
    /// Where it takes place, for records
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
    /// Tell the table after every N pairs; 0 is only at the end [default: 10]
    #[arg(long, value_name = "N")]
    pub(crate) ratinginterval: Option<u32>,
    /// Tell the score after every N pairs; 0 is never [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) scoreinterval: Option<u32>,
    /// Start the engines anew for each pair, on or off [default: off]; one that has ended is
    /// always started again
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    pub(crate) restart: Option<bool>,
    /// Diagnostics.
    #[arg(skip)]
    pub(crate) log: LogDraft,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PlayerDraft {
    pub(crate) cmd: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) args: Option<ArgumentList>,
    pub(crate) dir: Option<String>,
    pub(crate) proto: Option<Protocol>,
    pub(crate) tc: Option<TimeControl>,
    pub(crate) st: Option<MoveTime>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) timemargin: Option<u64>,
    pub(crate) ponder: Option<bool>,
    pub(crate) option: NamedValues,
}

/// The one protocol that is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Protocol {
    Umi,
}

/// Where games start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OpeningDraft {
    pub(crate) file: Option<String>,
    pub(crate) format: Option<BookFormat>,
    pub(crate) order: Option<BookOrder>,
    pub(crate) start: Option<u64>,
    pub(crate) plies: Option<u32>,
    pub(crate) generated: Option<bool>,
    pub(crate) startpos: Option<bool>,
}

/// What a file of openings holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BookFormat {
    Txt,
    Pgn,
}

/// In which order openings are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BookOrder {
    Random,
    Sequential,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SprtDraft {
    pub(crate) elo0: Option<f64>,
    pub(crate) elo1: Option<f64>,
    pub(crate) alpha: Option<f64>,
    pub(crate) beta: Option<f64>,
    pub(crate) model: Option<EloModel>,
}

/// What an Elo difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EloModel {
    Normalized,
    Logistic,
}

/// A draw by the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DrawDraft {
    pub(crate) movenumber: Option<u32>,
    pub(crate) movecount: Option<u32>,
    pub(crate) score: Option<u32>,
}

/// A loss by the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ResignDraft {
    pub(crate) movecount: Option<u32>,
    pub(crate) score: Option<u32>,
    pub(crate) twosided: Option<bool>,
}

/// An end by tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TableDraft {
    pub(crate) dir: Option<String>,
    pub(crate) draw: Option<bool>,
    pub(crate) win: Option<bool>,
}

/// Diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LogDraft {
    pub(crate) level: Option<String>,
    pub(crate) file: Option<String>,
}

/// Takes `file=FILE` for `FILE`.
///
/// # Errors
/// A sentence.
pub(crate) fn file_word(word: &str) -> Result<String, String> {
    match word.split_once('=') {
        None => Ok(word.to_owned()),
        Some(("file", file)) => Ok(file.to_owned()),
        Some((key, _)) => Err(format!("{key:?} is not known; expected FILE or file=FILE")),
    }
}

fn switch(word: &str) -> Result<bool, String> {
    match word {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}
