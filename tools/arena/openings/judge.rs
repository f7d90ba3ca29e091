//! Judges openings by a search to a fixed depth, which finds the same on every machine.

use super::Opening;
use crossbeam_channel::unbounded;
use modisa::engine::{Engine, Error, News, Request, Root, RuleSet, ScoreView, Session};

/// MiB of the table: enough for the depth, and quickly cleared.
const TABLE: &str = "1";

/// Nodes after which a search ends with the depth it has finished: in the games where any
/// man may be taken, captures follow captures and a few plies can take seconds.
const NODES: u64 = 20_000;

/// An engine that says what a position is worth.
#[derive(Debug)]
pub(super) struct Judge {
    engine: Engine,
    request: Request,
}

impl Judge {
    /// Searches this many plies under these rules, fewer where that takes too many nodes.
    pub(super) fn new(rules: &RuleSet, depth: u32) -> Result<Self, Error> {
        let mut engine = Engine::with_rules(rules)?;
        engine.set_option("Hash", Some(TABLE))?;
        engine.set_option("Threads", Some("1"))?;
        let request = Request { depth: Some(depth), nodes: Some(NODES), ..Request::default() };
        Ok(Self { engine, request })
    }

    /// The value of the position after the opening for the side on turn there.
    pub(super) fn score(&mut self, opening: &Opening) -> Result<ScoreView, Error> {
        // What was learned from other openings must not count: the list of openings has
        // to be the same wherever it is begun.
        self.engine.new_game();
        let fen: Option<Vec<&str>> =
            opening.fen.as_ref().map(|fen| fen.split_whitespace().collect());
        let root = fen.as_deref().map_or(Root::Start, Root::Fen);
        self.engine.place(root, &opening.words())?;
        let (send, receive) = unbounded();
        let sink = Box::new(move |news| drop(send.send(news)));
        let mut refusal = self.engine.go(&self.request, sink).into_iter().next();
        let mut score = None;
        for news in receive {
            match news {
                News::Info(info) if info.multi_pv == 1 && info.bound.is_none() => {
                    score = Some(info.score);
                }
                News::Failed(error) => refusal = Some(error),
                news if news.is_last(true) => break,
                _ => {}
            }
        }
        self.engine.settle();
        match (refusal, score) {
            (Some(error), _) => Err(error),
            (None, Some(score)) => Ok(score),
            (None, None) => Err(Error::Internal("a search has told no score".to_owned())),
        }
    }
}
