//! What a tournament is: everything that decides which games are played and how.
//!
//! Plain data without defaults of its own: the command line and the settings file fill
//! it, the journal keeps it in its first line.

use clap::ValueEnum;
use modisa::engine::RuleSet;
use serde::{Deserialize, Serialize};

/// A whole tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// Its name, for records.
    pub(crate) event: String,
    /// What is played.
    pub(crate) rules: RuleSet,
    /// Who plays.
    pub(crate) players: Vec<PlayerSettings>,
    /// Who meets whom.
    pub(crate) format: Format,
    /// Pairs of games of each encounter; in a swiss, rounds of one pair.
    pub(crate) rounds: u32,
    /// Of the order of openings and of their making.
    pub(crate) seed: u64,
    /// Where the games start.
    pub(crate) openings: OpeningSettings,
    /// When a game is ended before the rules end it.
    pub(crate) adjudication: Adjudication,
    /// When the match has shown enough.
    pub(crate) sprt: Option<SprtSettings>,
}

/// Who meets whom. Every encounter is of pairs: two games with the same opening and the
/// sides changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// Everybody meets everybody.
    Roundrobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round players with like scores meet.
    Swiss,
}

/// One player: an engine and how it plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerSettings {
    /// Its name in tables and records; distinct.
    pub(crate) name: String,
    /// The program.
    pub(crate) command: String,
    /// Its arguments.
    pub(crate) args: Vec<String>,
    /// The folder it works in.
    pub(crate) folder: Option<String>,
    /// Options set when its engine starts, in this order: names and values.
    pub(crate) options: Vec<(String, String)>,
    /// How long it may think.
    pub(crate) limit: Limit,
    /// Whether it thinks on the opponent's time.
    pub(crate) ponder: bool,
}

/// How long a player may think about its turns; what is given is all sent, the clock alone
/// and `move_time` can lose a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limit {
    /// A clock for the game.
    pub(crate) clock: Option<ClockSettings>,
    /// Milliseconds for each turn.
    pub(crate) move_time: Option<u64>,
    /// Nodes for each turn.
    pub(crate) nodes: Option<u64>,
    /// Plies for each turn.
    pub(crate) depth: Option<u32>,
    /// Milliseconds that an answer may be late before it loses.
    pub(crate) margin: u64,
}

/// A chess clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    /// Milliseconds at the start, and again with each new control.
    pub(crate) base: u64,
    /// Milliseconds gained with each turn.
    pub(crate) increment: u64,
    /// Own turns to the next control; one control for the whole game if `None`.
    pub(crate) turns: Option<u32>,
}

/// Where games start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum OpeningSettings {
    /// From a file of turn lists, positions or records.
    File {
        /// Its path.
        path: String,
        /// Whether the order is drawn.
        random: bool,
        /// Turns kept of each; all if `None`.
        plies: Option<u32>,
        /// The first used, from 1.
        start: u64,
    },
    /// Made: balanced, distinct, undecided.
    Generated {
        /// Their length; the variant decides if `None`.
        plies: Option<u32>,
    },
    /// The start position alone.
    Startpos,
}

/// When a game is ended before the rules end it; what is `None` is not done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Adjudication {
    /// Both players see a draw.
    pub(crate) draw: Option<DrawAdjudication>,
    /// One sees itself lost, and both agree if `two_sided`.
    pub(crate) resign: Option<ResignAdjudication>,
    /// A draw after this many plies of the game, those of the opening included.
    pub(crate) max_plies: Option<u32>,
    /// Tables of exact values know how it ends.
    pub(crate) tables: Option<TableAdjudication>,
}

/// A draw by agreement of both scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawAdjudication {
    /// Not before this ply of the game.
    pub(crate) from_ply: u32,
    /// Consecutive turns of each player with such a score.
    pub(crate) turns: u32,
    /// Centimen, at most this much for either side.
    pub(crate) score: u32,
}

/// A loss by the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResignAdjudication {
    /// Consecutive turns of the loser with such a score.
    pub(crate) turns: u32,
    /// Centimen, at least this much behind; a proved loss counts.
    pub(crate) score: u32,
    /// Whether the winner has to see it too.
    pub(crate) two_sided: bool,
}

/// An end by tables of exact values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableAdjudication {
    /// The folder with their files.
    pub(crate) folder: String,
    /// Whether drawn games are ended.
    pub(crate) draws: bool,
    /// Whether won games are ended.
    pub(crate) wins: bool,
}

/// A sequential probability ratio test of the first player against the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SprtSettings {
    /// Elo difference of the null hypothesis.
    pub(crate) elo0: f64,
    /// Elo difference of the alternative.
    pub(crate) elo1: f64,
    /// Chance to accept the alternative where the null hypothesis holds.
    pub(crate) alpha: f64,
    /// Chance to accept the null hypothesis where the alternative holds.
    pub(crate) beta: f64,
    /// Whether the differences are in normalised Elo.
    pub(crate) normalized: bool,
}

/// Settings for tests: so many players named `a`, `b` ..., one round robin.
#[cfg(test)]
pub(crate) fn sample_settings(players: usize) -> Settings {
    let player = |index: usize| PlayerSettings {
        name: char::from(b'a' + index as u8).to_string(),
        command: "engine".to_owned(),
        args: vec!["umi".to_owned()],
        folder: None,
        options: vec![("Hash".to_owned(), "64".to_owned())],
        limit: Limit { nodes: Some(1000), ..Limit::default() },
        ponder: false,
    };
    Settings {
        event: "test".to_owned(),
        rules: RuleSet { variant: "nine".to_owned(), ..RuleSet::default() },
        players: (0..players).map(player).collect(),
        format: Format::Roundrobin,
        rounds: 1,
        seed: 1,
        openings: OpeningSettings::Startpos,
        adjudication: Adjudication::default(),
        sprt: None,
    }
}
