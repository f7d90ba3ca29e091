//! Whether a tournament can be played as it is described.

use super::{Conduct, ConfigError};
use crate::schedule::Shard;
use crate::settings::{Format, OpeningSettings, PlayerSettings, Settings, SprtSettings};
use std::path::Path;

/// Most players of a tournament: a swiss is paired in time that grows with the fourth power.
const MOST_PLAYERS: usize = 256;

/// Whether the settings make sense together.
///
/// # Errors
/// The first mistake, by the name of its flag.
pub(crate) fn check(settings: &Settings, shard: Shard) -> Result<(), ConfigError> {
    let wrong = |place: &str, message: &str| Err(ConfigError::new(place, message));
    let count = settings.players.len();
    if !(2..=MOST_PLAYERS).contains(&count) {
        let message = format!("{count} players; wanted from 2 to {MOST_PLAYERS}");
        return Err(ConfigError::new("-engine", message));
    }
    for (index, player) in settings.players.iter().enumerate() {
        let place = format!("-engine {} ({})", index + 1, player.name);
        check_player(player).map_err(|message| ConfigError::new(place, message))?;
        if settings.players[..index].iter().any(|other| other.name == player.name) {
            return Err(ConfigError::new("-engine", format!("two are named {}", player.name)));
        }
    }
    if settings.rounds == 0 {
        return wrong("-rounds", "0; wanted 1 or more");
    }
    if settings.format == Format::Swiss && count < 3 {
        return wrong("-tournament", "swiss needs 3 players or more");
    }
    if settings.format == Format::Swiss && !shard.is_whole() {
        return wrong("-shard", "a swiss cannot be divided: who plays depends on all results");
    }
    if let Some(sprt) = &settings.sprt {
        if count != 2 {
            return wrong("-sprt", "a test is of two players, the first against the second");
        }
        if !shard.is_whole() {
            return wrong(
                "-shard",
                "an sprt cannot be divided: when it ends depends on all results",
            );
        }
        check_sprt(sprt)?;
    }
    check_adjudication(settings)
}

fn check_player(player: &PlayerSettings) -> Result<(), String> {
    if player.name.trim().is_empty() || player.name.chars().any(char::is_control) {
        return Err("name: wanted at least a letter, and no control characters".to_owned());
    }
    if player.command.is_empty() {
        return Err("cmd: the program is missing".to_owned());
    }
    let limit = &player.limit;
    let has_end = limit.clock.is_some() || limit.move_time.is_some() || limit.nodes.is_some();
    if !has_end && limit.depth.is_none() {
        return Err(
            "no end to its thinking; give tc, st, nodes or depth, here or for -each".to_owned()
        );
    }
    if limit.move_time == Some(0) || limit.nodes == Some(0) || limit.depth == Some(0) {
        return Err("st, nodes and depth must be more than 0".to_owned());
    }
    let is_wire_text = |text: &str| !text.chars().any(char::is_control);
    for (name, value) in &player.options {
        if name.is_empty() || name.contains(char::is_whitespace) || !is_wire_text(name) {
            return Err(format!("option.{name}: an option's name has no blanks"));
        }
        if !is_wire_text(value) {
            return Err(format!("option.{name}: {value:?} has control characters"));
        }
    }
    Ok(())
}

fn check_sprt(sprt: &SprtSettings) -> Result<(), ConfigError> {
    sprt.test().map(|_| ()).map_err(|error| ConfigError::new("-sprt", error.to_string()))
}

fn check_adjudication(settings: &Settings) -> Result<(), ConfigError> {
    let adjudication = &settings.adjudication;
    let none = |place: &str| Err(ConfigError::new(place, "movecount: 0; wanted 1 or more"));
    if adjudication.draw.is_some_and(|draw| draw.turns == 0) {
        return none("-draw");
    }
    if adjudication.resign.is_some_and(|resign| resign.turns == 0) {
        return none("-resign");
    }
    if adjudication.resign.is_some_and(|resign| resign.score == 0) {
        return Err(ConfigError::new("-resign", "score: 0; wanted 1 or more"));
    }
    if adjudication.max_plies == Some(0) {
        return Err(ConfigError::new("-maxmoves", "0; wanted 1 or more"));
    }
    if adjudication.tables.as_ref().is_some_and(|tables| !tables.draws && !tables.wins) {
        return Err(ConfigError::new("-tb", "draw=false win=false: nothing is left to end"));
    }
    Ok(())
}

/// Whether the files that the settings name are there. A program that is named without a
/// folder is left to the system to find.
///
/// # Errors
/// The first that is missing, by the name of its flag.
pub(crate) fn check_files(settings: &Settings) -> Result<(), ConfigError> {
    for (index, player) in settings.players.iter().enumerate() {
        let place = format!("-engine {} ({})", index + 1, player.name);
        let program = Path::new(&player.command);
        if program.components().count() > 1 && !program.is_file() {
            let message = format!("cmd: {} is not a file", player.command);
            return Err(ConfigError::new(place, message));
        }
        if let Some(folder) =
            player.folder.as_ref().filter(|folder| !Path::new(folder).is_dir())
        {
            return Err(ConfigError::new(place, format!("dir: {folder} is not a folder")));
        }
    }
    if let Some(tables) = &settings.adjudication.tables
        && !Path::new(&tables.folder).is_dir()
    {
        return Err(ConfigError::new("-tb", format!("dir: {} is not a folder", tables.folder)));
    }
    match &settings.openings {
        OpeningSettings::File { path, .. } if !Path::new(path).is_file() => {
            Err(ConfigError::new("-openings", format!("file: {path} is not a file")))
        }
        _ => Ok(()),
    }
}

/// Whether all files that are written are distinct, and other ones than the openings: records
/// in the place of a journal would destroy it.
///
/// # Errors
/// The first that is not, by the name of its flag.
pub(crate) fn check_outputs(settings: &Settings, conduct: &Conduct) -> Result<(), ConfigError> {
    let book = match &settings.openings {
        OpeningSettings::File { path, .. } => Some(Path::new(path)),
        OpeningSettings::Generated { .. } | OpeningSettings::Startpos => None,
    };
    let files = [
        ("-openings", book),
        ("-journal", conduct.journal.as_deref()),
        ("-pgnout", conduct.pgn.as_deref()),
        ("-log", conduct.log.file.as_deref()),
    ];
    for (index, (flag, file)) in files.iter().enumerate() {
        let Some(file) = file else { continue };
        let is_it = |other: &&(_, Option<&Path>)| {
            other.1.is_some_and(|other| is_same_file(file, other))
        };
        if let Some((other, _)) = files[..index].iter().find(is_it) {
            let message = format!("{} is the file of {other} too", file.display());
            return Err(ConfigError::new(*flag, message));
        }
    }
    Ok(())
}

/// Whether two paths lead to the same file, as far as that can be seen.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
    matches!((place(one), place(other)), (Ok(one), Ok(other)) if one == other)
}
