//! What an engine says to a `go`, and the faults that can be made in saying it.

use crate::brake::Brake;
use crate::failure::Failure;
use crate::played::Cause;
use crate::player::Player;
use modisa::client::Trouble;
use modisa::protocol::{Info, Refusal, Saying};
use std::time::{Duration, Instant};

/// How long a wait may go on before the brake is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The chosen turn.
    pub(crate) turn: Option<String>,
    /// The expected reply.
    pub(crate) ponder: Option<String>,
    /// The last result for the best line that is no bound, or else the last one.
    pub(crate) info: Option<Info>,
    /// What the engine found wrong with the question.
    pub(crate) refusals: Vec<Refusal>,
    /// When the turn arrived.
    pub(crate) when: Instant,
}

/// What loses a game on the spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Which fault it is.
    pub(crate) cause: Cause,
    /// A sentence about it.
    pub(crate) detail: String,
}

impl Fault {
    /// A fault and a sentence about it.
    pub(crate) fn new(cause: Cause, detail: impl Into<String>) -> Self {
        Self { cause, detail: detail.into() }
    }
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// By a fault of the engine.
    Fault(Fault),
    /// Because the game cannot go on.
    Failure(Failure),
}

impl From<Fault> for Unanswered {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Collects what is said in the course of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ear {
    info: Option<Info>,
    refusals: Vec<Refusal>,
}

impl Ear {
    /// Waits for the end of the search; `patience` counts from `asked`.
    ///
    /// # Errors
    /// Silence, a crash, an unreadable answer, one from before the question; or when the
    /// brake says to give up.
    pub(crate) fn best(
        mut self,
        player: &mut Player,
        asked: Instant,
        patience: Duration,
        brake: &Brake,
    ) -> Result<Answer, Unanswered> {
        loop {
            if brake.is_abandoning() {
                return Err(Unanswered::Failure(Failure::Abandoned));
            }
            let left = patience.saturating_sub(asked.elapsed());
            match player.hear(left.min(GLANCE)) {
                Ok((Saying::Best { turn, ponder }, when)) if when >= asked => {
                    let Self { info, refusals } = self;
                    return Ok(Answer { turn, ponder, info, refusals, when });
                }
                Ok((Saying::Best { turn, .. }, _)) => return Err(unasked(turn).into()),
                // The end counts even for an engine that never stops talking.
                Ok(_) | Err(Trouble::Silent { .. }) if left.is_zero() => {
                    let waited = patience.as_millis();
                    let detail = format!("no bestmove within {waited} ms");
                    return Err(Fault::new(Cause::Silence, detail).into());
                }
                Ok((saying, _)) => self.note(saying),
                Err(Trouble::Silent { .. }) => {}
                Err(trouble) => pass_over(trouble)?,
            }
        }
    }

    /// Hears what has been said up to now.
    ///
    /// # Errors
    /// A turn that nobody asked for. That the engine has left is told by the next question.
    pub(crate) fn drain(&mut self, player: &mut Player) -> Result<(), Fault> {
        let start = Instant::now();
        loop {
            match player.hear(Duration::ZERO) {
                Ok((Saying::Best { turn, .. }, _)) => return Err(unasked(turn)),
                Ok((saying, when)) => {
                    self.note(saying);
                    if when >= start {
                        return Ok(());
                    }
                }
                Err(Trouble::Silent { .. } | Trouble::Ended { .. }) => return Ok(()),
                Err(trouble) => pass_over(trouble)?,
            }
        }
    }

    fn note(&mut self, saying: Saying) {
        match saying {
            Saying::Info(told) => {
                let is_exact = |info: &Info| info.bound.is_none();
                let is_better = is_exact(&told) || !self.info.as_ref().is_some_and(is_exact);
                if told.multi_pv == 1 && is_better {
                    self.info = Some(*told);
                }
            }
            Saying::Failure(refusal) => self.refusals.push(refusal),
            _ => {}
        }
    }
}

fn unasked(turn: Option<String>) -> Fault {
    let turn = turn.unwrap_or_else(|| "none".to_owned());
    Fault::new(Cause::OutOfTurn, format!("bestmove {turn} without being asked"))
}

/// Lets a misspelled line pass that is no turn; everything else is a fault.
fn pass_over(trouble: Trouble) -> Result<(), Fault> {
    let detail = trouble.to_string();
    match trouble {
        Trouble::Misspelled { line, .. } if !line.starts_with("bestmove") => {
            log::debug!("a line is passed over: {detail}");
            Ok(())
        }
        Trouble::Ended { exit_code, diagnostics, .. } => {
            let end = exit_code.map_or_else(
                || "it ended without an exit code".to_owned(),
                |code| format!("it ended with exit code {code}"),
            );
            let said = if diagnostics.is_empty() { "" } else { "; it said: " };
            Err(Fault::new(Cause::Crash, format!("{end}{said}{diagnostics}")))
        }
        _ => Err(Fault::new(Cause::IllegalTurn, detail)),
    }
}
