//! Laws that every game keeps, checked along random games.
//!
//! Tests call [`check`] for each game and variant; a broken law comes back as a
//! sentence with the position in which it broke.

use super::Notation;
use crate::kit::SplitMix64;

/// Plays `games` random games of at most `plies` plies from the start and checks
/// every position on the way.
///
/// # Errors
/// The first broken law, with the position text.
pub fn check<G: Notation>(game: &G, seed: u64, games: u32, plies: u32) -> Result<(), String> {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..games {
        let mut state = game.start();
        for _ in 0..plies {
            position(game, &state)
                .map_err(|law| format!("{}: {law}: {}", game.id(), game.write_state(&state)))?;
            if game.outcome(&state).is_some() {
                break;
            }
            let mut turns = Vec::new();
            game.turns(&state, &mut turns);
            state = game.after(&state, turns[rng.below(turns.len() as u64) as usize]);
        }
    }
    Ok(())
}

fn position<G: Notation>(game: &G, state: &G::State) -> Result<(), String> {
    let text = game.write_state(state);
    let words: Vec<&str> = text.split(' ').collect();
    let again = game.read_state(&words).map_err(|e| format!("own text is refused: {e}"))?;
    ensure(again == *state, "position text loses something")?;
    ensure(game.key(&again) == game.key(state), "equal positions have different keys")?;
    let shapes = [game.shape_key(&again), game.shape_key(state)];
    ensure(shapes[0] == shapes[1], "equal positions have different shape keys")?;
    ensure(game.readopt(state).is_ok_and(|s| s == *state), "its own rules do not readopt it")?;
    if game.outcome(state).is_some() {
        return Ok(());
    }
    ensure(!game.evaluate(state).is_decided(), "an estimate claims a decided game")?;
    let mut turns = Vec::new();
    game.turns(state, &mut turns);
    ensure(!turns.is_empty(), "an unfinished position has no turn")?;
    ensure(turns.len() as u64 == game.count_turns(state), "counted turns differ from listed")?;
    let mut forcing = Vec::new();
    game.forcing_turns(state, &mut forcing);
    let mut seen = std::collections::HashSet::new();
    for &turn in &turns {
        turn_laws(game, state, turn)?;
        ensure(seen.insert(game.pack(turn)), "a turn is listed twice")?;
        let is_listed = forcing.contains(&turn);
        ensure(is_listed == game.is_forcing(state, turn), "forcing turns differ from listed")?;
    }
    ensure(forcing.iter().all(|turn| turns.contains(turn)), "a forcing turn is not legal")
}

fn turn_laws<G: Notation>(game: &G, state: &G::State, turn: G::Turn) -> Result<(), String> {
    let text = game.write_turn(turn);
    let read = game.read_turn(state, &text).map_err(|e| format!("{text} is refused: {e}"))?;
    ensure(read == turn, "a turn reads back as another")?;
    let bits = game.pack(turn);
    ensure(bits != 0 && game.unpack(bits) == Some(turn), "a packed turn unpacks as another")?;
    ensure(game.slot(state, turn) < G::SLOTS, "a history slot lies outside its table")?;
    let after = game.after(state, turn);
    ensure(game.ply(&after) == game.ply(state) + 1, "a turn is not one ply")?;
    ensure(game.key(&after) != game.key(state), "a turn leaves the key unchanged")?;
    let counted_on = game.quiet(&after) == game.quiet(state) + 1;
    ensure(counted_on || game.quiet(&after) == 0, "the quiet count neither grows nor restarts")
}

fn ensure(holds: bool, law: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(law.to_owned()) }
}
