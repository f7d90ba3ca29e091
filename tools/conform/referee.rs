//! What the rules say: random positions, and counts of turn sequences.

use crate::bench::{Bench, Finding, Found, fault};
use modisa::engine::{Arbiter, Engine, News, Root, RuleSet, Session};
use modisa::kit::SplitMix64;
use std::fmt;
use std::sync::mpsc::channel;

/// A position, as both the engine and the referee are told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) variant: String,
    /// Where it starts; the start position if `None`.
    pub(crate) fen: Option<String>,
    pub(crate) turns: Vec<String>,
}

impl Scene {
    /// The start position of a variant.
    pub(crate) fn start(variant: &str) -> Self {
        Self { variant: variant.to_owned(), fen: None, turns: Vec::new() }
    }

    /// A position text of a variant.
    pub(crate) fn text(variant: &str, fen: &str) -> Self {
        Self { fen: Some(fen.to_owned()), ..Self::start(variant) }
    }

    /// The line that sets it.
    pub(crate) fn line(&self) -> String {
        let mut line = match &self.fen {
            None => "position startpos".to_owned(),
            Some(fen) => format!("position fen {fen}"),
        };
        if !self.turns.is_empty() {
            line.push_str(" moves ");
            line.push_str(&self.turns.join(" "));
        }
        line
    }

    /// The referee at this position.
    pub(crate) fn arbiter(&self) -> Found<Arbiter> {
        let mut arbiter = arbiter(&self.variant)?;
        let turns: Vec<&str> = self.turns.iter().map(String::as_str).collect();
        arbiter.place(self.fen.as_deref(), &turns)?;
        Ok(arbiter)
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.variant, self.line())
    }
}

/// The referee at the start of a variant.
///
/// # Errors
/// [`Finding::Skipped`] when its rules are not known here.
pub(crate) fn arbiter(variant: &str) -> Found<Arbiter> {
    let rules = RuleSet { variant: variant.to_owned(), ..RuleSet::default() };
    let unknown = |_| Finding::Skipped(format!("the rules of {variant} are not known here"));
    Arbiter::new(&rules).map_err(unknown)
}

/// A generator for this part of an examination.
pub(crate) fn random(bench: &Bench, variant: &str, part: u64) -> SplitMix64 {
    let mix = |seed: u64, byte: u8| seed.wrapping_mul(0x100_0000_01B3) ^ u64::from(byte);
    SplitMix64::new(variant.bytes().fold(bench.seed ^ (part << 32), mix))
}

/// Plays on at random, so many turns at most or until the game is over; the turns.
pub(crate) fn walk(
    arbiter: &mut Arbiter,
    random: &mut SplitMix64,
    plies: u64,
) -> Found<Vec<String>> {
    let mut turns = Vec::new();
    while (turns.len() as u64) < plies && arbiter.outcome()?.is_none() {
        let legal = arbiter.legal()?;
        let chosen = random.below(legal.len() as u64) as usize;
        let turn = legal.into_iter().nth(chosen).ok_or_else(|| fault("no turn to play"))?;
        arbiter.play(&turn)?;
        turns.push(turn);
    }
    Ok(turns)
}

/// So many positions of random games in which the game is not over. Every third is given as
/// a position text, the others as turns from the start.
pub(crate) fn scenes(bench: &Bench, variant: &str, count: u64) -> Found<Vec<Scene>> {
    const LONGEST: u64 = 60;
    let mut random = random(bench, variant, 1);
    let mut arbiter = arbiter(variant)?;
    let mut scenes = vec![Scene::start(variant)];
    while (scenes.len() as u64) < count {
        arbiter.place(None, &[])?;
        let plies = random.below(LONGEST);
        let mut turns = walk(&mut arbiter, &mut random, plies)?;
        if arbiter.outcome()?.is_some() {
            turns.pop();
        }
        let mut scene = Scene { turns, ..Scene::start(variant) };
        if scenes.len() % 3 == 2 {
            let fen = scene.arbiter()?.fen()?;
            scene = Scene::text(variant, &fen);
        }
        scenes.push(scene);
    }
    Ok(scenes)
}

/// The same for all variants that are examined, less those whose rules are not known here.
///
/// # Errors
/// [`Finding::Skipped`] when that leaves none.
pub(crate) fn all_scenes(bench: &Bench, each: u64) -> Found<Vec<Scene>> {
    let mut all = Vec::new();
    for variant in &bench.variants {
        match scenes(bench, variant, each) {
            Err(Finding::Skipped(_)) => {}
            scenes => all.extend(scenes?),
        }
    }
    let none =
        || Finding::Skipped("no variant whose rules are known here is played".to_owned());
    if all.is_empty() { Err(none()) } else { Ok(all) }
}

/// Counts turn sequences by the rules.
pub(crate) struct Counter(Engine);

impl Counter {
    /// A counter for a variant.
    pub(crate) fn new(variant: &str) -> Found<Self> {
        let mut engine = Engine::new()?;
        engine.set_option("Hash", Some("1"))?;
        engine.set_option("Variant", Some(variant))?;
        Ok(Self(engine))
    }

    /// The number of sequences of so many turns.
    pub(crate) fn count(&mut self, scene: &Scene, depth: u32) -> Found<u64> {
        let words: Vec<&str> = scene.fen.iter().flat_map(|fen| fen.split(' ')).collect();
        let root = if scene.fen.is_some() { Root::Fen(&words) } else { Root::Start };
        let turns: Vec<&str> = scene.turns.iter().map(String::as_str).collect();
        self.0.place(root, &turns)?;
        let (sender, news) = channel();
        // Whoever waits below hears the last message, so sending cannot fail before it.
        let sink = Box::new(move |message| drop(sender.send(message)));
        self.0.count(depth, false, sink)?;
        let counted = news.iter().find_map(|message| match message {
            News::Counted { nodes, .. } => Some(nodes),
            _ => None,
        });
        self.0.settle();
        counted.ok_or_else(|| fault("the referee could not count"))
    }
}
