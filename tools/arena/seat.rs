//! A player at the board: asked for a turn, or thinking on the other's time.

use crate::answer::{Answer, Ear, Fault, Unanswered};
use crate::brake::Brake;
use crate::clock::Clock;
use crate::player::Player;
use crate::referee::Referee;
use modisa::engine::Side;
use modisa::protocol::{Command, Request};
use std::time::Instant;

/// One side of one game.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    side: Side,
    /// Who sits there.
    pub(crate) player: &'a mut Player,
    /// The time left.
    pub(crate) clock: Clock,
    expected: Option<String>,
    pondering: Option<Pondering>,
}

/// The turn of the other that is thought about, and how many turns were played before it.
#[derive(Debug)]
struct Pondering {
    turn: String,
    played: usize,
}

/// A question that has been asked.
#[derive(Debug)]
pub(crate) struct Question {
    ear: Ear,
    /// When.
    pub(crate) asked: Instant,
}

impl<'a> Seat<'a> {
    /// At the start of a game.
    pub(crate) fn new(side: Side, player: &'a mut Player) -> Self {
        let clock = Clock::new(player.limit());
        Self { side, player, clock, expected: None, pondering: None }
    }

    /// Takes note of the reply that is expected to the turn just made.
    pub(crate) fn expect(&mut self, reply: Option<String>) {
        self.expected = reply.filter(|_| self.player.ponders());
    }

    /// Asks for a turn; what is being pondered has come true.
    ///
    /// # Errors
    /// When the player has already made a turn.
    pub(crate) fn ask(
        &mut self,
        referee: &Referee,
        request: Request,
    ) -> Result<Question, Fault> {
        let mut ear = Ear::default();
        ear.drain(self.player)?;
        self.expected = None;
        if self.pondering.take().is_some() {
            let asked = self.player.say_now(&Command::PonderHit);
            return Ok(Question { ear, asked });
        }
        self.player.place(referee.fen(), referee.turns());
        Ok(Question { ear: Ear::default(), asked: self.player.go(request) })
    }

    /// Waits for the turn.
    ///
    /// # Errors
    /// See [`Ear::best`].
    pub(crate) fn answer(
        &mut self,
        question: Question,
        brake: &Brake,
    ) -> Result<Answer, Unanswered> {
        let patience = self.clock.wait(&self.player.patience());
        question.ear.best(self.player, question.asked, patience, brake)
    }

    /// Lets the player think about the reply that it expects, if it expects any, and if it
    /// would be on turn after it.
    pub(crate) fn ponder(&mut self, referee: &mut Referee, request: Request) {
        let Some(text) = self.expected.take() else { return };
        let foresight = referee.foresee(&text).filter(|foresight| foresight.side == self.side);
        let Some(foresight) = foresight else {
            log::info!("{}: nothing to ponder after {text}", self.player.name());
            return;
        };
        let played = referee.turns().len();
        let mut turns = referee.turns().to_vec();
        turns.push(foresight.turn.clone());
        self.player.place(referee.fen(), &turns);
        self.player.go(Request { ponder: true, ..request });
        self.pondering = Some(Pondering { turn: foresight.turn, played });
    }

    /// Whether the player ponders on something that has not been played.
    pub(crate) fn has_missed(&self, turns: &[String]) -> bool {
        self.pondering.as_ref().is_some_and(|pondering| {
            turns.get(pondering.played).is_some_and(|turn| *turn != pondering.turn)
        })
    }

    /// Ends the pondering, if there is any, and drops what comes of it.
    ///
    /// # Errors
    /// When the player has made a turn before, or does not end it.
    pub(crate) fn stop_pondering(&mut self, brake: &Brake) -> Result<(), Unanswered> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        let mut ear = Ear::default();
        ear.drain(self.player)?;
        let asked = self.player.say_now(&Command::Stop);
        let grace = self.player.patience().grace;
        ear.best(self.player, asked, grace, brake).map(drop)
    }
}
