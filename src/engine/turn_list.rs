//! Reads lists of turns, with captures in words of their own joined to their turn.

use super::error::Error;
use crate::game::Notation;

/// Most words that are tried as captures of one turn: no board has more points. Without
/// a bound a long line of them takes time that grows with the square of its length.
const MOST_CAPTURES: usize = 32;

/// Whether a word can only be a capture (`xb4`), or a removal that is a turn.
fn is_capture(word: &str) -> bool {
    word.starts_with(['x', 'X'])
}

/// A turn that was read.
pub(crate) struct Taken<G: Notation> {
    /// The turn.
    pub(crate) turn: G::Turn,
    /// The position after it.
    pub(crate) after: G::State,
    /// How many words it took.
    pub(crate) words: usize,
}

/// Plays `words` one after the other from `state` and returns each turn with the position after it.
///
/// `over` says whether the game has ended after the turns played so far: nothing
/// can be played then, even if the position alone would allow it.
///
/// A word `xb4` belongs to the turn before it, unless in the position after that
/// turn some removal is a turn by itself. Both readings of a word can be legal
/// when captures are optional; the longer one is meant then.
pub(crate) fn read_turns<G: Notation>(
    game: &G,
    state: &G::State,
    words: &[&str],
    mut over: impl FnMut(&[Taken<G>]) -> bool,
) -> Result<Vec<Taken<G>>, Error> {
    let mut reached: Vec<Taken<G>> = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let here = reached.last().map_or(*state, |taken| taken.after);
        if over(&reached) {
            return Err(illegal(index, words[index], "the game is over here"));
        }
        let taken = next_turn(game, &here, words, index)?;
        index += taken.words;
        reached.push(taken);
    }
    Ok(reached)
}

/// The turn that starts at `words[index]`.
fn next_turn<G: Notation>(
    game: &G,
    here: &G::State,
    words: &[&str],
    index: usize,
) -> Result<Taken<G>, Error> {
    let rest = words[index + 1..].iter().take(MOST_CAPTURES);
    let followers = rest.take_while(|word| is_capture(word)).count();
    let mut text = String::new();
    let mut longest = 0;
    let mut complaint = String::new();
    for used in 1..=followers + 1 {
        text.push_str(words[index + used - 1]);
        match game.read_turn(here, &text) {
            Ok(turn) => {
                let after = game.after(here, turn);
                if used > followers || game.removal_is_turn(&after) {
                    return Ok(Taken { turn, after, words: used });
                }
                longest = used;
            }
            Err(error) => complaint = error.to_string(),
        }
    }
    let blamed = index + longest;
    Err(illegal(blamed, words[blamed], &complaint))
}

/// The legal turns of `state` that `words` spell, for a list of alternatives, and
/// an error for each that is none.
pub(crate) fn read_choices<G: Notation>(
    game: &G,
    state: &G::State,
    words: &[String],
) -> (Vec<G::Turn>, Vec<Error>) {
    let removal_is_turn = game.removal_is_turn(state);
    let mut turns = Vec::new();
    let mut errors = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let mut text = words[index].clone();
        let mut next = index + 1;
        while !removal_is_turn && next < words.len() && is_capture(&words[next]) {
            text.push_str(&words[next]);
            next += 1;
        }
        match game.read_turn(state, &text) {
            Ok(turn) => turns.push(turn),
            Err(error) => errors.push(illegal(index, &words[index], &error.to_string())),
        }
        index = next;
    }
    (turns, errors)
}

fn illegal(index: usize, token: &str, message: &str) -> Error {
    Error::IllegalMove { index, token: token.to_owned(), message: message.to_owned() }
}
