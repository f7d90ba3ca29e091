//! Makes the players of what was asked for.

use super::ConfigError;
use crate::draft::PlayerDraft;
use crate::settings::{Limit, PlayerSettings};
use std::path::Path;

/// The players, with names that are told apart.
pub(super) fn build(
    drafts: Vec<PlayerDraft>,
    each: &PlayerDraft,
) -> Result<Vec<PlayerSettings>, ConfigError> {
    if each.name.is_some() {
        return Err(ConfigError::new("-each", "name: players cannot all have the same name"));
    }
    let mut players: Vec<PlayerSettings> = Vec::new();
    for (index, draft) in drafts.into_iter().enumerate() {
        let mut player = player(draft.or(each.clone()), index)?;
        player.name = distinct(&player.name, &players);
        players.push(player);
    }
    Ok(players)
}

fn player(draft: PlayerDraft, index: usize) -> Result<PlayerSettings, ConfigError> {
    let place = format!("-engine {}", index + 1);
    let Some(command) = draft.cmd else {
        return Err(ConfigError::new(place, "cmd=... is missing, the program of the engine"));
    };
    let stem = || Path::new(&command).file_stem().unwrap_or_default().to_string_lossy();
    let name = draft.name.unwrap_or_else(|| stem().into_owned());
    Ok(PlayerSettings {
        name,
        command,
        args: draft.args.map(|list| list.0).unwrap_or_default(),
        folder: draft.dir,
        options: draft.option.0,
        limit: Limit {
            clock: draft.tc.and_then(|tc| tc.0),
            move_time: draft.st.map(|st| st.0),
            nodes: draft.nodes,
            depth: draft.depth,
            margin: draft.timemargin.unwrap_or(0),
        },
        ponder: draft.ponder.unwrap_or(false),
    })
}

/// The name, with a number if it is taken.
fn distinct(name: &str, players: &[PlayerSettings]) -> String {
    let is_free = |name: &String| players.iter().all(|player| player.name != *name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
