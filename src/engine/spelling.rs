//! Games as lists of turns, read with the point names of one style and written with those of another.
//!
//! The names of the Generally Accepted Rules look like those of the wire but for
//! their case, so the style is always said and never guessed.

use super::catalog::Catalog;
use super::error::Error;
use super::position::{Played, Position};
use crate::game::Style;

/// Plays words spelled in one style; the turns come back in canonical spelling of another.
///
/// # Errors
/// `IllegalMove` with the word as it was given, `Unsupported` where the points have no such
/// names. Nothing is played then.
pub(super) fn play(
    position: &mut dyn Position,
    words: &[&str],
    from: Style,
    to: Style,
) -> Result<Vec<Played>, Error> {
    let (own, mistake) = known(&*position, words, from);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let mut played = position.play(&own).map_err(|error| with_own_word(error, words))?;
    if let Some(mistake) = mistake {
        position.undo(played.len())?;
        return Err(mistake);
    }
    if to != Style::Wmd {
        for one in &mut played {
            one.turn = position.respell(&one.turn, Style::Wmd, to)?;
        }
    }
    Ok(played)
}

/// The words in the spelling of the wire, up to the first that is no turn, and what is
/// wrong with that.
fn known(position: &dyn Position, words: &[&str], from: Style) -> (Vec<String>, Option<Error>) {
    let mut known = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let mistake = match position.respell(word, from, Style::Wmd) {
            Ok(text) => {
                known.push(text);
                continue;
            }
            Err(Error::BadArgument(message)) => {
                Error::IllegalMove { index, token: (*word).to_owned(), message }
            }
            Err(error) => error,
        };
        return (known, Some(mistake));
    }
    (known, None)
}

/// The error, naming the word as it was given.
fn with_own_word(error: Error, words: &[&str]) -> Error {
    match error {
        Error::IllegalMove { index, token, message } => {
            let own = words.get(index).map_or(token, |word| (*word).to_owned());
            Error::IllegalMove { index, token: own, message }
        }
        other => other,
    }
}

/// Reads games of one variant from one position and spells them anew.
pub struct Speller {
    position: Box<dyn Position>,
    fen: Option<String>,
    from: Style,
    to: Style,
}

impl std::fmt::Debug for Speller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Speller");
        shown.field("fen", &self.fen).field("from", &self.from).field("to", &self.to);
        shown.finish_non_exhaustive()
    }
}

impl Speller {
    /// For games of `variant` that start from a position text, or else from its start.
    ///
    /// # Errors
    /// `BadArgument` for an unknown variant, `BadFen`, `Unsupported` where the points have
    /// no names of these styles.
    pub fn new(
        variant: &str,
        fen: Option<&str>,
        from: Style,
        to: Style,
    ) -> Result<Self, Error> {
        let mut position = Catalog::default().open(variant)?;
        position.set_up(fen, &[])?;
        // The empty word is no turn; only whether there are names is asked here.
        match position.respell("", from, to) {
            Err(Error::Unsupported(message)) => Err(Error::Unsupported(message)),
            _ => Ok(Self { position, fen: fen.map(ToOwned::to_owned), from, to }),
        }
    }

    /// The turns of one game, canonical.
    ///
    /// # Errors
    /// `IllegalMove` with the index of the word, from 0.
    pub fn respell(&mut self, words: &[&str]) -> Result<Vec<String>, Error> {
        self.position.set_up(self.fen.as_deref(), &[])?;
        let played = play(&mut *self.position, words, self.from, self.to)?;
        Ok(played.into_iter().map(|one| one.turn).collect())
    }
}
