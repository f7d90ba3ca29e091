//! What was played: pairs of games, as the journal keeps them and everything else reads them.

use crate::openings::Opening;
use serde::{Deserialize, Serialize};

/// Two games with the same opening and the sides changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    /// Its number in the schedule, from 0.
    #[serde(rename = "pair")]
    pub(crate) number: u64,
    /// The round it belongs to, from 1.
    pub(crate) round: u32,
    /// The two players: indices into the settings. The first has light in the first game.
    pub(crate) players: [usize; 2],
    /// Where both games start.
    pub(crate) opening: Opening,
    /// The games in the order played.
    pub(crate) games: [Game; 2],
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Game {
    /// When it began, UTC, `2026-01-31T23:59:59Z`.
    pub(crate) started: String,
    /// How it ended for the light side.
    pub(crate) result: GameResult,
    /// Why.
    pub(crate) cause: Cause,
    /// A sentence about the cause, where there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
    /// The turns after the opening.
    pub(crate) turns: Vec<Turn>,
}

/// A turn of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Turn {
    /// Its canonical text.
    #[serde(rename = "turn")]
    pub(crate) text: String,
    /// Whether dark made it.
    #[serde(rename = "dark", default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_dark: bool,
    /// The player's score, as its info line spelled it, from the view of who moves: `cp 35`, `win -3`, `draw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<String>,
    /// Plies it searched; 0 if unknown.
    pub(crate) depth: u32,
    /// Nodes it searched; 0 if unknown.
    pub(crate) nodes: u64,
    /// Time it took by the arena's watch, in microseconds.
    pub(crate) micros: u64,
}

/// The result, as records spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum GameResult {
    /// Light won.
    #[serde(rename = "1-0")]
    Light,
    /// Dark won.
    #[serde(rename = "0-1")]
    Dark,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Cause {
    /// By the rules, for the reason of this name (`no-move`, `repetition` ...).
    Rules(String),
    /// A turn that is not legal, or no turn where there is one.
    IllegalTurn,
    /// A turn while the other was to move.
    OutOfTurn,
    /// No answer at all.
    Silence,
    /// The engine ended.
    Crash,
    /// The clock ran out.
    Time,
    /// Both scores agreed on a draw.
    DrawAdjudication,
    /// The scores agreed on a loss.
    ResignAdjudication,
    /// Tables of exact values know the result.
    TableAdjudication,
    /// The game was too long.
    MaxPlies,
}

impl Cause {
    /// The word for it; for an end by the rules, that of the reason.
    pub(crate) fn word(&self) -> &str {
        match self {
            Self::Rules(reason) => reason,
            Self::IllegalTurn => "illegal-turn",
            Self::OutOfTurn => "out-of-turn",
            Self::Silence => "silence",
            Self::Crash => "crash",
            Self::Time => "time",
            Self::DrawAdjudication => "draw-adjudication",
            Self::ResignAdjudication => "resign-adjudication",
            Self::TableAdjudication => "table-adjudication",
            Self::MaxPlies => "max-plies",
        }
    }

    /// Whether a player broke the rules of the sport.
    pub(crate) fn is_fault(&self) -> bool {
        matches!(
            self,
            Self::IllegalTurn | Self::OutOfTurn | Self::Silence | Self::Crash | Self::Time
        )
    }
}

/// Pairs for tests.
#[cfg(test)]
pub(crate) mod sample {
    use super::{Cause, Game, GameResult, Pair, Turn};
    use crate::openings::Opening;
    use crate::schedule::Encounter;

    /// The encounter with these results; the games have one turn after an opening of two.
    pub(crate) fn pair(encounter: &Encounter, results: [GameResult; 2]) -> Pair {
        let turn = Turn {
            text: "g7".to_owned(),
            is_dark: false,
            score: Some("cp 35".to_owned()),
            depth: 12,
            nodes: 1234,
            micros: 103_456,
        };
        let game = |result| Game {
            started: "2026-01-31T23:59:59Z".to_owned(),
            result,
            cause: Cause::ResignAdjudication,
            detail: None,
            turns: vec![turn.clone()],
        };
        let turns = vec!["a1".to_owned(), "d7".to_owned()];
        Pair {
            number: encounter.number,
            round: encounter.round,
            players: encounter.players,
            opening: Opening { fen: None, turns },
            games: results.map(game),
        }
    }
}
