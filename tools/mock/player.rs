//! The engine, watched, and bent where a fault is about positions or nothing is to be searched.

use crate::args::Args;
use crate::fault::{Refusal, Twist};
use crate::scene::{self, Shared};
use modisa::engine::{
    Engine, Error, Info, News, OptionView, Request, Root, ScoreView, Session, Sink,
};
use modisa::kit::rng::SplitMix64;
use serde_json::Value;
use std::time::Duration;

/// A session with the real engine.
#[derive(Debug)]
pub(crate) struct Player {
    engine: Engine,
    scene: Shared,
    /// The name to be known by.
    name: Option<String>,
    /// What becomes of a refused position, if anything is wrong about that.
    refusal: Option<Refusal>,
    /// Chooses turns where nothing is searched.
    dice: Option<SplitMix64>,
    /// The position that was placed last, if nothing has moved it since.
    placed: Option<Placed>,
}

/// Words of a `position`.
#[derive(Debug)]
struct Placed {
    fen: Option<Vec<String>>,
    turns: Vec<String>,
}

impl Player {
    /// An engine just started.
    ///
    /// # Errors
    /// When there is no memory for the engine.
    pub(crate) fn new(args: &Args, twist: Twist, scene: Shared) -> Result<Self, Error> {
        let refusal = if let Twist::Refused(refusal) = twist { Some(refusal) } else { None };
        Ok(Self {
            engine: Engine::new()?,
            scene,
            name: args.name.clone(),
            refusal,
            dice: args.instant.then(|| SplitMix64::new(args.seed)),
            placed: None,
        })
    }

    fn legal_turns(&self) -> Result<Vec<String>, Error> {
        let turns = self.engine.legal()?["turns"].take();
        serde_json::from_value(turns).map_err(|error| Error::Internal(error.to_string()))
    }

    /// Whether only what is new of `turns` had to be played. Games are sent turn by turn
    /// with all turns before, and reading those again is most of what a turn costs.
    fn goes_on(&mut self, root: Root<'_>, turns: &[&str]) -> bool {
        let Some(placed) = &mut self.placed else { return false };
        let is_same_root = match (root, &placed.fen) {
            (Root::Start, None) => true,
            (Root::Fen(words), Some(fen)) => fen == words,
            _ => false,
        };
        let (Some(old), Some(new)) =
            (turns.get(..placed.turns.len()), turns.get(placed.turns.len()..))
        else {
            return false;
        };
        if !is_same_root || placed.turns != old || self.engine.play(new).is_err() {
            return false;
        }
        placed.turns.extend(new.iter().map(|&turn| turn.to_owned()));
        true
    }

    /// Puts the old position back if that is what is wrong with this engine.
    fn refuse(&mut self, old: Option<&str>, error: Error) -> Result<(), Error> {
        let is_armed = scene::look(&self.scene).is_armed();
        let is_illegal = matches!(error, Error::IllegalMove { .. });
        let keeps = match self.refusal.filter(|_| is_armed) {
            None => false,
            Some(Refusal::Told) => true,
            Some(Refusal::Hidden) => is_illegal,
        };
        let Some(old) = old.filter(|_| keeps) else { return Err(error) };
        let words: Vec<_> = old.split(' ').collect();
        self.engine.place(Root::Fen(&words), &[])?;
        if self.refusal == Some(Refusal::Hidden) { Ok(()) } else { Err(error) }
    }

    /// The present position as text.
    fn fen(&self) -> Option<String> {
        let state = self.engine.state().ok()?;
        state["fen"].as_str().map(str::to_owned)
    }
}

/// Answers with one of the turns, which must not be none.
fn answer(turns: &[String], dice: &mut SplitMix64, sink: &Sink) {
    let index = dice.below(turns.len() as u64);
    let turn = usize::try_from(index).ok().and_then(|index| turns.get(index)).cloned();
    if let Some(turn) = &turn {
        sink(News::Info(Box::new(Info {
            depth: 1,
            sel_depth: 1,
            multi_pv: 1,
            score: ScoreView::Centimen(0),
            bound: None,
            wdl: None,
            nodes: 1,
            nps: 0,
            hash_full: 0,
            tb_hits: 0,
            millis: 0,
            pv: vec![turn.clone()],
        })));
    }
    sink(News::Best { turn, ponder: None });
}

impl Session for Player {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.engine.name())
    }

    fn author(&self) -> String {
        self.engine.author()
    }

    fn variants(&self) -> Vec<(String, String)> {
        self.engine.variants()
    }

    fn options(&self) -> Vec<OptionView> {
        self.engine.options()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        self.placed = None;
        self.engine.set_option(name, value)
    }

    fn log_file(&self) -> &str {
        self.engine.log_file()
    }

    fn new_game(&mut self) {
        self.placed = None;
        self.engine.new_game();
    }

    fn place(&mut self, root: Root<'_>, turns: &[&str]) -> Result<(), Error> {
        if self.dice.is_some() && self.goes_on(root, turns) {
            return Ok(());
        }
        self.placed = None;
        let old = self.refusal.and_then(|_| self.fen());
        match self.engine.place(root, turns) {
            Ok(()) => {
                let words =
                    |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
                let fen = if let Root::Fen(fen) = root { Some(words(fen)) } else { None };
                self.placed = Some(Placed { fen, turns: words(turns) });
                Ok(())
            }
            Err(error) => self.refuse(old.as_deref(), error),
        }
    }

    fn play(&mut self, turns: &[&str]) -> Result<(), Error> {
        self.placed = None;
        self.engine.play(turns)
    }

    fn undo(&mut self, count: usize) -> Result<(), Error> {
        self.placed = None;
        self.engine.undo(count)
    }

    fn go(&mut self, request: &Request, sink: Sink) -> Vec<Error> {
        let legal = self.legal_turns().ok();
        scene::look(&self.scene).legal.clone_from(&legal);
        let Some(dice) = &mut self.dice else { return self.engine.go(request, sink) };
        let is_free = request.search_moves.is_empty() && request.avoid.is_empty();
        match legal {
            Some(turns) if is_free && request.is_bounded() && !turns.is_empty() => {
                answer(&turns, dice, &sink);
                Vec::new()
            }
            // The engine knows best when to wait and what to complain about.
            _ => self.engine.go(&Request { depth: Some(1), ..request.clone() }, sink),
        }
    }

    fn count(&mut self, depth: u32, divided: bool, sink: Sink) -> Result<(), Error> {
        self.engine.count(depth, divided, sink)
    }

    fn bench(&mut self, depth: Option<u32>, sink: Sink) -> Result<(), Error> {
        self.engine.bench(depth, sink)
    }

    fn stop(&mut self) {
        self.engine.stop();
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
    }

    fn is_busy(&self) -> bool {
        self.engine.is_busy()
    }

    fn is_bounded(&self) -> bool {
        self.engine.is_bounded()
    }

    fn settle(&mut self) -> Vec<Error> {
        self.engine.settle()
    }

    fn legal(&self) -> Result<Value, Error> {
        self.engine.legal()
    }

    fn state(&self) -> Result<Value, Error> {
        self.engine.state()
    }

    fn rules(&self, variant: Option<&str>) -> Result<Value, Error> {
        self.engine.rules(variant)
    }

    fn evaluate(&self) -> Result<Value, Error> {
        self.engine.evaluate()
    }

    fn tablebase(&self, patience: Duration) -> Result<Value, Error> {
        self.engine.tablebase(patience)
    }

    fn display(&self) -> Result<String, Error> {
        self.engine.display()
    }
}
