//! The one implementation of [`Position`]: the rules of a game, where it stands, how it came there.

use super::certain::{Known, certain};
use super::error::Error;
use super::position::{Adjustable, Inquiry, Played, Position};
use super::request::Root;
use super::search_root::SearchRoot;
use super::session::OptionView;
use super::table_answer;
use super::tables::{Consult, Shelf};
use super::turn_list::{Taken, read_turns};
use crate::game::{Game, Notation, Outcome, Readiness, Reason, Side, Style};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// A game of any kind, being played.
pub(crate) struct CurrentGame<G: Adjustable> {
    game: Arc<G>,
    line: Option<Line<G::State>>,
    shelf: Shelf<G>,
}

/// The positions of a game since its start or its `fen`.
#[derive(Clone)]
struct Line<S> {
    past: Vec<S>,
    now: S,
}

/// A line with turns added, and these turns.
type Continued<G> = (Line<<G as Game>::State>, Vec<Taken<G>>);

impl<S: Copy> Line<S> {
    fn from(root: S) -> Self {
        Self { past: Vec::new(), now: root }
    }

    fn states(&self) -> impl Iterator<Item = &S> {
        self.past.iter().chain(std::iter::once(&self.now))
    }

    fn extend(&mut self, states: impl IntoIterator<Item = S>) {
        for state in states {
            self.past.push(self.now);
            self.now = state;
        }
    }
}

impl<G: Adjustable> CurrentGame<G> {
    /// The start position of `game`.
    pub(crate) fn new(game: G) -> Self {
        let line = Some(Line::from(game.start()));
        Self { game: Arc::new(game), line, shelf: Shelf::new() }
    }

    fn line(&self) -> Result<&Line<G::State>, Error> {
        self.line.as_ref().ok_or(Error::NoPosition)
    }

    fn legal_turns(&self, line: &Line<G::State>) -> Vec<String> {
        if ending(&*self.game, line).is_some() {
            return Vec::new();
        }
        let mut turns = Vec::new();
        self.game.turns(&line.now, &mut turns);
        let mut texts: Vec<String> =
            turns.into_iter().map(|turn| self.game.write_turn(turn)).collect();
        texts.sort_unstable();
        texts
    }

    fn told(&self, taken: Vec<Taken<G>>) -> Vec<Played> {
        let played = |taken: Taken<G>| Played {
            turn: self.game.write_turn(taken.turn),
            words: taken.words,
        };
        taken.into_iter().map(played).collect()
    }

    fn read_root(&self, root: Root<'_>) -> Result<G::State, Error> {
        match root {
            Root::Start => Ok(self.game.start()),
            Root::Fen(words) => {
                self.game.read_state(words).map_err(|e| Error::BadFen(e.to_string()))
            }
        }
    }

    fn continued(
        &self,
        mut line: Line<G::State>,
        turns: &[&str],
    ) -> Result<Continued<G>, Error> {
        let game = &*self.game;
        let mut counts = HashMap::new();
        for state in line.states() {
            count(game, &mut counts, state);
        }
        let mut often = occurrences(game, &line);
        let mut taken = 0;
        let reached = read_turns(game, &line.now, turns, |reached| {
            for next in &reached[taken..] {
                often = count(game, &mut counts, &next.after);
            }
            taken = reached.len();
            let now = reached.last().map_or(&line.now, |next| &next.after);
            ending_at(game, now, || often).is_some()
        })?;
        line.extend(reached.iter().map(|taken| taken.after));
        Ok((line, reached))
    }
}

/// How often the present position has occurred, this time included.
fn occurrences<G: Notation>(game: &G, line: &Line<G::State>) -> usize {
    let key = game.key(&line.now);
    line.states().filter(|state| game.key(state) == key).count()
}

/// Counts one more occurrence of a position and returns how many there are now.
///
/// A long list of turns is counted as it is read: looking back anew after each turn
/// would take time that grows with the square of its length.
fn count<G: Notation>(game: &G, counts: &mut HashMap<u64, usize>, state: &G::State) -> usize {
    let often = counts.entry(game.key(state)).or_default();
    *often += 1;
    *often
}

/// The end of the game where the line stands now.
fn ending<G: Notation>(game: &G, line: &Line<G::State>) -> Option<Outcome> {
    ending_at(game, &line.now, || occurrences(game, line))
}

/// The end of the game: by the position first, then by repetition (`often` counts the
/// occurrences of the position), then by quiet plies.
fn ending_at<G: Notation>(
    game: &G,
    now: &G::State,
    often: impl FnOnce() -> usize,
) -> Option<Outcome> {
    if let Some(outcome) = game.outcome(now) {
        return Some(outcome);
    }
    let draws = game.draw_rules();
    if draws.repetition > 0 && often() >= usize::from(draws.repetition) {
        return Some(Outcome::draw(Reason::Repetition));
    }
    if draws.quiet_plies > 0 && game.quiet(now) >= u32::from(draws.quiet_plies) {
        return Some(Outcome::draw(Reason::Quiet));
    }
    None
}

/// Turns in lines that fit a terminal, each after a newline and an indentation.
fn filled(turns: &[String]) -> String {
    const INDENT: &str = "\n         ";
    const WIDTH: usize = 80;
    let mut text = String::new();
    let mut column = WIDTH;
    for turn in turns {
        if column + 1 + turn.len() > WIDTH {
            text.push_str(INDENT);
            column = INDENT.len() - 1;
        }
        text.push(' ');
        text.push_str(turn);
        column += 1 + turn.len();
    }
    text
}

/// The word for an ending, from the side on turn.
fn result_word<G: Notation>(
    game: &G,
    state: &G::State,
    outcome: Option<Outcome>,
) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "ongoing",
        Some(None) => "draw",
        Some(Some(winner)) if winner == game.side(state) => "win",
        Some(Some(_)) => "loss",
    }
}

impl<G: Adjustable> Position for CurrentGame<G> {
    fn switches(&self) -> Vec<OptionView> {
        self.game.switches()
    }

    fn check_switch(&self, name: &str, value: &str) -> Result<(), Error> {
        self.game.adjusted(name, value).map(|_| ())
    }

    fn set_switch(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let game = self.game.adjusted(name, value)?;
        let line = self.line.take();
        self.game = Arc::new(game);
        self.shelf.clear();
        let Some(line) = line else { return Ok(()) };
        let now = self.game.readopt(&line.now).map_err(|error| {
            Error::BadFen(format!(
                "{name} is now {value}, and no position is set, since the one there was is \
                 impossible under this rule: {error}"
            ))
        })?;
        let mut past: Vec<G::State> =
            line.past.iter().rev().map_while(|state| self.game.readopt(state).ok()).collect();
        past.reverse();
        self.line = Some(Line { past, now });
        Ok(())
    }

    fn restart(&mut self) {
        self.line = Some(Line::from(self.game.start()));
    }

    fn place(&mut self, root: Root<'_>, turns: &[&str]) -> Result<Vec<Played>, Error> {
        self.line = None;
        let root = self.read_root(root)?;
        let (line, taken) = self.continued(Line::from(root), turns)?;
        self.line = Some(line);
        Ok(self.told(taken))
    }

    fn play(&mut self, turns: &[&str]) -> Result<Vec<Played>, Error> {
        let line = self.line()?.clone();
        let (line, taken) = self.continued(line, turns)?;
        self.line = Some(line);
        Ok(self.told(taken))
    }

    fn undo(&mut self, count: usize) -> Result<(), Error> {
        let line = self.line.as_mut().ok_or(Error::NoPosition)?;
        let played = line.past.len();
        if count > played {
            return Err(Error::BadArgument(format!(
                "{count} turns cannot be taken back, {played} have been played"
            )));
        }
        if count > 0 {
            line.now = line.past[played - count];
            line.past.truncate(played - count);
        }
        Ok(())
    }

    fn legal(&self) -> Result<Vec<String>, Error> {
        Ok(self.legal_turns(self.line()?))
    }

    fn state(&self) -> Result<Value, Error> {
        let line = self.line()?;
        let game = &*self.game;
        let outcome = ending(game, line);
        let mut details = game.details(&line.now);
        let mut take = |name: &str| details.shift_remove(name).unwrap_or(Value::Null);
        let phase = take("phase");
        let mut answer = Map::new();
        let mut put = |name: &str, value: Value| answer.insert(name.to_owned(), value);
        put("umi", "1.0".into());
        put("variant", game.id().into());
        put("fen", game.write_state(&line.now).into());
        put("side", game.side_letter(game.side(&line.now)).into());
        put("phase", if outcome.is_some() { "over".into() } else { phase });
        put("hands", take("hands"));
        put("onboard", take("onboard"));
        put("ply", game.ply(&line.now).into());
        put("turns", self.legal_turns(line).into());
        put("result", result_word(game, &line.now, outcome).into());
        let winner = outcome.and_then(|outcome| outcome.winner);
        put("winner", winner.map(|side| game.side_letter(side)).into());
        put("reason", outcome.map(|outcome| outcome.reason.word()).into());
        put("quiet", game.quiet(&line.now).into());
        put("repetition", occurrences(game, line).into());
        put("barred", take("barred"));
        put("key", format!("{:016x}", game.key(&line.now)).into());
        answer.extend(details);
        Ok(answer.into())
    }

    fn id(&self) -> &str {
        self.game.id()
    }

    fn side_letter(&self, side: Side) -> &'static str {
        self.game.side_letter(side)
    }

    fn side(&self) -> Result<Side, Error> {
        Ok(self.game.side(&self.line()?.now))
    }

    fn outcome(&self) -> Result<Option<Outcome>, Error> {
        Ok(ending(&*self.game, self.line()?))
    }

    fn fen(&self) -> Result<String, Error> {
        Ok(self.game.write_state(&self.line()?.now))
    }

    fn ply(&self) -> Result<u32, Error> {
        Ok(self.game.ply(&self.line()?.now))
    }

    fn shape_key(&self) -> Result<u64, Error> {
        Ok(self.game.shape_key(&self.line()?.now))
    }

    fn respell(&self, word: &str, from: Style, to: Style) -> Result<String, Error> {
        if let Some(style) = [from, to].into_iter().find(|&style| !self.game.has_names(style)) {
            return Err(Error::Unsupported(format!(
                "the points of {} have no {} names",
                self.game.id(),
                style.word()
            )));
        }
        self.game.respell(word, from, to).map_err(|e| Error::BadArgument(e.to_string()))
    }

    fn evaluate(&self) -> Result<Value, Error> {
        let line = self.line()?;
        let game = &*self.game;
        let outcome = ending(game, line);
        let mut answer = Map::new();
        let mut put = |name: &str, value: Value| answer.insert(name.to_owned(), value);
        put("side", game.side_letter(game.side(&line.now)).into());
        put("result", result_word(game, &line.now, outcome).into());
        if outcome.is_some() {
            put("score", Value::Null);
        } else {
            put("score", game.evaluate(&line.now).raw().into());
            put("terms", game.explain(&line.now).into());
        }
        Ok(answer.into())
    }

    fn display(&self, style: Style) -> Result<String, Error> {
        let line = self.line()?;
        let game = &*self.game;
        let mut text = game.draw(&line.now, style);
        let _ = write!(text, "\n\nvariant   {} ({})", game.id(), game.title());
        let _ = write!(text, "\nposition  {}", game.write_state(&line.now));
        if let Some(Outcome { winner, reason }) = ending(game, line) {
            let who = winner.map_or("drawn".to_owned(), |side| {
                format!("{} has won", game.side_letter(side))
            });
            let _ = write!(text, "\nover      {who}, {}", reason.word());
        } else {
            let turns = self.legal_turns(line);
            let side = game.side_letter(game.side(&line.now));
            let _ = write!(text, "\non turn   {side}, {} legal turns", turns.len());
            text.push_str(&filled(&turns));
        }
        Ok(text)
    }

    fn rules(&self) -> Value {
        self.game.rules()
    }

    fn tablebase(&self, folder: &str, patience: Duration) -> Result<Value, Error> {
        let line = self.line()?;
        let game = &*self.game;
        let mut tables = self.shelf.tables(game, folder);
        if let Ok(oracle) = &tables
            && oracle.prepare(&line.now, patience) == Readiness::Waiting
        {
            tables = Err("the tables are not ready yet, ask again".to_owned());
        }
        Ok(table_answer::tablebase(game, &line.now, ending(game, line), &tables))
    }

    fn open_tables(&self, folder: &str) {
        // Why there are none is told to those who ask something.
        let _ = self.shelf.tables(&self.game, folder);
    }

    fn check_tables(&self, folder: Option<&str>) -> Result<(), Error> {
        self.game.check_tables(folder)
    }

    fn known(&self, folder: &str, patience: Duration) -> Result<Option<Known>, Error> {
        let line = self.line()?;
        let game = &*self.game;
        let tables = self.shelf.tables(game, folder);
        let Some(oracle) = tables.ok().filter(|_| ending(game, line).is_none()) else {
            return Ok(None);
        };
        let _ = oracle.prepare(&line.now, patience);
        Ok(certain(game, &line.past, &line.now, &*oracle))
    }

    fn forget_tables(&mut self) {
        self.shelf.clear();
    }

    fn twin(&self) -> Box<dyn Position> {
        let (game, line) = (Arc::clone(&self.game), self.line.clone());
        Box::new(Self { game, line, shelf: self.shelf.clone() })
    }

    fn inquiry(&self, tables: Option<Consult<'_>>) -> Result<Box<dyn Inquiry>, Error> {
        let line = self.line()?;
        let past = line.past.iter().map(|state| self.game.key(state)).collect();
        let is_over = ending(&*self.game, line).is_some();
        let mut root = SearchRoot::new(Arc::clone(&self.game), line.now, past, is_over);
        if let Some(consult) = tables
            && let Ok(oracle) = self.shelf.tables(&self.game, consult.folder)
        {
            root = root.with_tables(oracle, consult.in_tree);
        }
        Ok(Box::new(root))
    }
}
