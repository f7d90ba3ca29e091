//! The game on the referee's board: what was played, who is on turn, whether it is over.

use crate::openings::Opening;
use modisa::engine::{Arbiter, Error, Known, RuleSet};
use modisa::engine::{Outcome, Side};

/// One game after the other under the same rules. A copy asks the same tables.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    arbiter: Arbiter,
    /// A second board, to look ahead on.
    scout: Arbiter,
    fen: Option<String>,
    turns: Vec<String>,
    ply: u32,
}

/// A turn that may come, and who is on turn after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Foresight {
    /// Its canonical text.
    pub(crate) turn: String,
    /// Who is on turn then.
    pub(crate) side: Side,
}

impl Referee {
    /// The start position of these rules.
    ///
    /// # Errors
    /// When there are no such rules.
    pub(crate) fn new(rules: &RuleSet) -> Result<Self, Error> {
        let arbiter = Arbiter::new(rules)?;
        let scout = Arbiter::new(rules)?;
        Ok(Self { arbiter, scout, fen: None, turns: Vec::new(), ply: 0 })
    }

    /// The same with the tables in a folder to ask.
    ///
    /// # Errors
    /// When there are no tables of these rules in it.
    pub(crate) fn with_tables(self, folder: &str) -> Result<Self, Error> {
        let arbiter = self.arbiter.with_tables(Some(folder))?;
        Ok(Self { arbiter, ..self })
    }

    /// Sets an opening.
    ///
    /// # Errors
    /// When it cannot be played.
    pub(crate) fn set(&mut self, opening: &Opening) -> Result<(), Error> {
        let turns: Vec<&str> = opening.turns.iter().map(String::as_str).collect();
        self.arbiter.place(opening.fen.as_deref(), &turns)?;
        self.fen.clone_from(&opening.fen);
        self.turns.clone_from(&opening.turns);
        // The ply is the last word of every position text.
        let fen = self.arbiter.fen()?;
        let ply = fen.split_whitespace().next_back().and_then(|word| word.parse().ok());
        self.ply = ply.unwrap_or_default();
        Ok(())
    }

    /// The position text that the game began with; `None` for the start position.
    pub(crate) fn fen(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    /// The turns since, those of the opening included.
    pub(crate) fn turns(&self) -> &[String] {
        &self.turns
    }

    /// Plies of the game, those before the position text included.
    pub(crate) fn ply(&self) -> u32 {
        self.ply
    }

    /// Who is on turn.
    pub(crate) fn side(&self) -> Result<Side, Error> {
        self.arbiter.side()
    }

    /// How the game is over.
    pub(crate) fn outcome(&self) -> Result<Option<Outcome>, Error> {
        self.arbiter.outcome()
    }

    /// How the game is sure to end by the tables, if there are any.
    pub(crate) fn known(&self) -> Result<Option<Known>, Error> {
        self.arbiter.known()
    }

    /// The legal turns.
    pub(crate) fn legal(&self) -> Result<Vec<String>, Error> {
        self.arbiter.legal()
    }

    /// Plays a turn; its canonical text.
    ///
    /// # Errors
    /// When it is not legal.
    pub(crate) fn play(&mut self, turn: &str) -> Result<String, Error> {
        let turn = self.arbiter.play(turn)?;
        self.turns.push(turn.clone());
        self.ply += 1;
        Ok(turn)
    }

    /// What a turn would lead to; `None` if it is not legal or ends the game.
    pub(crate) fn foresee(&mut self, turn: &str) -> Option<Foresight> {
        let turns: Vec<&str> = self.turns.iter().map(String::as_str).collect();
        self.scout.place(self.fen.as_deref(), &turns).ok()?;
        let turn = self.scout.play(turn).ok()?;
        let is_over = self.scout.outcome().ok()?.is_some();
        let side = self.scout.side().ok()?;
        (!is_over).then_some(Foresight { turn, side })
    }
}
