//! A pair of games: the same opening with the sides changed.

use crate::failure::Failure;
use crate::game::{self, Table};
use crate::openings::Opening;
use crate::played::{Game, Pair};
use crate::player::Player;

/// A pair that is to be played: who, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// Its number in the schedule, from 0.
    pub(crate) number: u64,
    /// The round it belongs to, from 1.
    pub(crate) round: u32,
    /// The two players: indices into the settings. The first has light in the first game.
    pub(crate) players: [usize; 2],
    /// Where both games start.
    pub(crate) opening: Opening,
}

/// Plays both games. A player that fails in a game loses it and is started again for the
/// next one.
///
/// # Errors
/// When a player cannot be started, the opening cannot be played, or the games were given up.
pub(crate) fn play_pair(
    meeting: Meeting,
    players: [&mut Player; 2],
    table: &mut Table<'_>,
) -> Result<Pair, Failure> {
    let [first, second] = players;
    let games = [
        play_game(&meeting, [first, second], table)?,
        play_game(&meeting, [second, first], table)?,
    ];
    let Meeting { number, round, players, opening } = meeting;
    Ok(Pair { number, round, players, opening, games })
}

fn play_game(
    meeting: &Meeting,
    players: [&mut Player; 2],
    table: &mut Table<'_>,
) -> Result<Game, Failure> {
    let [light, dark] = players;
    light.prepare()?;
    dark.prepare()?;
    let pair = meeting.number;
    table.referee.set(&meeting.opening).map_err(|error| Failure::Opening { pair, error })?;
    game::play(table, [light, dark])
}
