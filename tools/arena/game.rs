//! One game between two players, from a set opening to its end.

use crate::adjudicate::{Adjudicator, Verdict};
use crate::answer::{Answer, Fault, Unanswered};
use crate::brake::Brake;
use crate::clock::{self, Late};
use crate::failure::Failure;
use crate::moment;
use crate::played::{Cause, Game, GameResult, Turn};
use crate::player::Player;
use crate::referee::Referee;
use crate::seat::Seat;
use crate::settings::Adjudication;
use modisa::engine::Error;
use modisa::engine::Side;
use modisa::protocol::{GameEnd, ScoreView};
use std::time::SystemTime;

/// Where games are played: one at a time.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    /// Who judges.
    pub(crate) referee: &'a mut Referee,
    /// When a game is ended before the rules end it.
    pub(crate) adjudication: Adjudication,
    /// Says when to give up.
    pub(crate) brake: &'a Brake,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ending {
    winner: Option<Side>,
    cause: Cause,
    detail: Option<String>,
}

/// Plays a game from the position that the referee has; the players, light first, are ready
/// for it. A player that has made a fault has been dismissed afterwards.
///
/// # Errors
/// When it was given up, or the referee is at a loss.
pub(crate) fn play(table: &mut Table<'_>, players: [&mut Player; 2]) -> Result<Game, Failure> {
    let started = moment::written(SystemTime::now());
    let [light, dark] = players;
    let mut bout = Bout {
        referee: table.referee,
        seats: [Seat::new(Side::Light, light), Seat::new(Side::Dark, dark)],
        adjudicator: Adjudicator::new(table.adjudication.clone()),
        brake: table.brake,
        turns: Vec::new(),
    };
    let Ending { winner, cause, detail } = bout.run()?;
    bout.close(winner, &cause);
    let result = match winner {
        Some(Side::Light) => GameResult::Light,
        Some(Side::Dark) => GameResult::Dark,
        None => GameResult::Draw,
    };
    Ok(Game { started, result, cause, detail, turns: bout.turns })
}

/// A game being played.
struct Bout<'a> {
    referee: &'a mut Referee,
    /// Light and dark.
    seats: [Seat<'a>; 2],
    adjudicator: Adjudicator,
    brake: &'a Brake,
    turns: Vec<Turn>,
}

impl Bout<'_> {
    fn run(&mut self) -> Result<Ending, Failure> {
        loop {
            if let Some(outcome) = self.referee.outcome()? {
                let cause = Cause::Rules(outcome.reason.word().to_owned());
                return Ok(Ending { winner: outcome.winner, cause, detail: None });
            }
            let known = self.referee.known()?;
            if let Some(verdict) = self.adjudicator.verdict(self.referee.ply(), known) {
                let Verdict { winner, cause, detail } = verdict;
                return Ok(Ending { winner, cause, detail });
            }
            for side in Side::BOTH {
                let seat = &mut self.seats[side.index()];
                if seat.has_missed(self.referee.turns())
                    && let Err(reason) = seat.stop_pondering(self.brake)
                {
                    return self.lost(side, reason);
                }
            }
            let side = self.referee.side()?;
            if let Err(reason) = self.turn(side) {
                return self.lost(side, reason);
            }
        }
    }

    /// The side on turn makes its turn; the other may ponder meanwhile.
    fn turn(&mut self, side: Side) -> Result<(), Unanswered> {
        let [light, dark] = &mut self.seats;
        let (own, other) = match side {
            Side::Light => (light, dark),
            Side::Dark => (dark, light),
        };
        let request = clock::request(side, &own.clock, &other.clock);
        let question = own.ask(self.referee, request)?;
        let asked = question.asked;
        other.ponder(self.referee, clock::request(side.other(), &other.clock, &own.clock));
        let answer = own.answer(question, self.brake)?;
        let micros = answer.when.saturating_duration_since(asked).as_micros();
        let micros = u64::try_from(micros).unwrap_or(u64::MAX);
        own.clock.charge(micros).map_err(|late| Fault::new(Cause::Time, told_late(late)))?;
        let text = judged(self.referee, &answer)?;
        let info = answer.info.as_ref();
        // A bound is no opinion.
        let score = info.filter(|info| info.bound.is_none()).map(|info| info.score);
        self.adjudicator.note(side, score);
        own.expect(answer.ponder);
        self.turns.push(Turn {
            text,
            is_dark: side == Side::Dark,
            score: info.map(|info| told_score(info.score)),
            depth: info.map_or(0, |info| info.depth),
            nodes: info.map_or(0, |info| info.nodes),
            micros,
        });
        Ok(())
    }

    /// The end by a fault of `side`.
    fn lost(&self, side: Side, reason: Unanswered) -> Result<Ending, Failure> {
        let fault = match reason {
            Unanswered::Fault(fault) => fault,
            Unanswered::Failure(failure) => return Err(failure),
        };
        let player = &self.seats[side.index()].player;
        log::warn!("{} loses by {}: {}", player.name(), fault.cause.word(), fault.detail);
        for line in player.transcript() {
            log::info!("{} {line}", player.name());
        }
        let (winner, detail) = (Some(side.other()), Some(fault.detail));
        Ok(Ending { winner, cause: fault.cause, detail })
    }

    /// Tells both players; nobody thinks any more.
    fn close(&mut self, winner: Option<Side>, cause: &Cause) {
        for side in Side::BOTH {
            let seat = &mut self.seats[side.index()];
            if let Err(reason) = seat.stop_pondering(self.brake) {
                log::warn!("{} does not stop pondering: {reason:?}", seat.player.name());
                seat.player.dismiss();
            }
            let end = match winner {
                None => GameEnd::Draw,
                Some(winner) if winner == side => GameEnd::Win,
                Some(_) => GameEnd::Loss,
            };
            seat.player.game_over(end, cause.word());
            if cause.is_fault() && winner != Some(side) {
                seat.player.dismiss();
            }
        }
    }
}

/// Plays the turn of an answer; its canonical text.
fn judged(referee: &mut Referee, answer: &Answer) -> Result<String, Unanswered> {
    let what = match &answer.turn {
        None => "no turn where there is one".to_owned(),
        Some(turn) => match referee.play(turn) {
            Ok(canonical) => return Ok(canonical),
            Err(Error::IllegalMove { message, .. } | Error::BadArgument(message)) => {
                format!("{turn} is not legal: {message}")
            }
            Err(error) => return Err(Unanswered::Failure(error.into())),
        },
    };
    let legal = referee.legal().map_err(|error| Unanswered::Failure(error.into()))?;
    let said: Vec<String> =
        answer.refusals.iter().map(|refusal| format!("; it said: {refusal}")).collect();
    let detail = format!("{what}{}; legal: {}", said.concat(), legal.join(" "));
    Err(Fault::new(Cause::IllegalTurn, detail).into())
}

fn told_late(late: Late) -> String {
    let millis = |micros: u64| format!("{}.{:03} ms", micros / 1000, micros % 1000);
    let Late { used, allowed } = late;
    format!(
        "{} for a turn that had {}: {} late",
        millis(used),
        millis(allowed),
        millis(used - allowed)
    )
}

fn told_score(score: ScoreView) -> String {
    match score {
        ScoreView::Centimen(value) => format!("cp {value}"),
        ScoreView::Win(turns) => format!("win {turns}"),
        ScoreView::Draw => "draw".to_owned(),
    }
}

#[cfg(test)]
mod tests;
