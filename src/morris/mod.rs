//! The morris family: one rule engine, many boards and rule sheets.
//!
//! [`Morris`] is the rules object: a checked [`Variant`] with its switches and
//! the tables made once from its graph. Everything that plays or prints a
//! morris game is a method of it, spread over the files below by the question
//! that it answers.

mod apply;
pub mod board;
pub mod builtin;
mod canvas;
mod describe;
mod draw;
mod error;
mod evaluate;
mod explain;
pub mod file;
mod generate;
mod hash;
pub mod inputs;
mod layout;
mod moving;
pub mod network;
mod notation;
mod outcome;
pub mod rules;
mod setup;
pub mod state;
pub mod symmetry;
pub mod turn;
pub mod variant;

pub use board::Board;
pub use error::VariantError;
pub use rules::Rules;
pub use state::State;
pub use symmetry::{Symmetries, Symmetry};
pub use turn::Turn;
pub use variant::Variant;

use crate::game::{DrawRules, Game, Notation, Outcome, ReadError, Side, Style};
use crate::kit::Score;
use board::Graph;
use hash::Keys;
use network::Network;
use serde_json::{Map, Value};
use std::sync::OnceLock;

/// A morris game under fixed rules.
#[derive(Clone, Debug)]
pub struct Morris {
    variant: Variant,
    rules: Rules,
    graph: Graph,
    keys: Keys,
    /// What estimates positions, if one was fitted to such rules; else the terms do.
    network: Option<&'static Network>,
    start: State,
    /// Found when first asked for: most games never ask.
    symmetries: OnceLock<Symmetries>,
}

impl Morris {
    /// The game with the rules of its variant file.
    ///
    /// # Errors
    /// What [`Morris::with_rules`] refuses.
    pub fn new(variant: &Variant) -> Result<Self, VariantError> {
        Self::with_rules(variant, variant.rules)
    }

    /// The game with changed switches.
    ///
    /// # Errors
    /// A sentence when the switches contradict each other or the board.
    pub fn with_rules(variant: &Variant, rules: Rules) -> Result<Self, VariantError> {
        rules.check()?;
        let keys = Keys::new();
        let mut game = Self {
            graph: Graph::new(&variant.board),
            network: Network::fitted(&variant.board, &rules),
            start: State::empty(&rules, variant.first_turn_closed),
            variant: variant.clone(),
            rules,
            keys,
            symmetries: OnceLock::new(),
        };
        game.start.key = game.full_key(&game.start);
        if let Some(text) = &game.variant.start {
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut start = setup::read(&game, &words)
                .map_err(|error| VariantError(format!("start position: {error}")))?;
            start.side = rules.first_mover.side();
            game.start = setup::readopt(&game, &start)
                .map_err(|error| VariantError(format!("start position: {error}")))?;
        }
        Ok(game)
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The variant that the rules belong to.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The rules in plain sentences.
    pub fn words(&self) -> Vec<String> {
        explain::sentences(self)
    }

    /// The board with the name of every point, over several lines.
    pub fn diagram(&self) -> String {
        let board = self.board();
        canvas::paint(board, &|point| board.name(point).to_owned(), false)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.variant.board
    }
}

impl Game for Morris {
    type State = State;
    type Turn = Turn;

    const SLOTS: usize = turn::SLOTS;

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn side(&self, state: &State) -> Side {
        state.side
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.find_outcome(state)
    }

    fn turns(&self, state: &State, turns: &mut Vec<Turn>) {
        self.list_turns(state, turns);
    }

    fn forcing_turns(&self, state: &State, turns: &mut Vec<Turn>) {
        self.list_forcing_turns(state, turns);
    }

    fn is_forcing(&self, state: &State, turn: Turn) -> bool {
        turn.takes() || (self.rules.line_wins.is_on() && self.completes_line(state, turn))
    }

    fn count_turns(&self, state: &State) -> u64 {
        self.count_legal(state)
    }

    #[inline]
    fn after(&self, state: &State, turn: Turn) -> State {
        self.apply(state, turn)
    }

    fn evaluate(&self, state: &State) -> Score {
        self.estimate(state)
    }

    fn is_tense(&self, state: &State) -> bool {
        self.nears_blockade(state)
    }

    /// Most games are decided while men are placed; the first turns, where nothing is
    /// wrong yet, can be fast.
    fn time_weight(&self, state: &State) -> u32 {
        let men = u32::from(self.rules.men);
        let hand = u32::from(state.hand_of(state.side));
        match hand {
            0 => 80,
            hand if hand + 2 > men => 100,
            _ => 160,
        }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn table_key(&self, state: &State) -> u64 {
        self.counted_key(state)
    }

    #[inline]
    fn quiet(&self, state: &State) -> u32 {
        u32::from(state.quiet)
    }

    fn draw_rules(&self) -> DrawRules {
        DrawRules {
            repetition: self.rules.repetition.count(),
            quiet_plies: self.rules.quiet_plies,
        }
    }

    fn merit(&self, state: &State, turn: Turn) -> i32 {
        self.guess(state, turn)
    }

    #[inline]
    fn slot(&self, state: &State, turn: Turn) -> usize {
        turn.slot(state.side)
    }

    #[inline]
    fn pack(&self, turn: Turn) -> u32 {
        turn.bits()
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<Turn> {
        Turn::from_bits(bits)
    }
}

impl Notation for Morris {
    fn id(&self) -> &str {
        &self.variant.id
    }

    fn title(&self) -> &str {
        &self.variant.title
    }

    fn write_turn(&self, turn: Turn) -> String {
        notation::write_turn(&self.variant.board, turn)
    }

    fn read_turn(&self, state: &State, text: &str) -> Result<Turn, ReadError> {
        notation::read_turn(self, state, text)
    }

    fn has_names(&self, style: Style) -> bool {
        self.board().names_in(style).is_some()
    }

    fn respell(&self, text: &str, from: Style, to: Style) -> Result<String, ReadError> {
        notation::respell(self.board(), text, from, to)
    }

    fn removal_is_turn(&self, state: &State) -> bool {
        self.removal(state).is_some()
    }

    fn write_state(&self, state: &State) -> String {
        setup::write(self, state)
    }

    fn read_state(&self, words: &[&str]) -> Result<State, ReadError> {
        setup::read(self, words)
    }

    fn readopt(&self, state: &State) -> Result<State, ReadError> {
        setup::readopt(self, state)
    }

    fn side_letter(&self, side: Side) -> &'static str {
        side_letter(side)
    }

    fn ply(&self, state: &State) -> u32 {
        state.ply
    }

    fn shape_key(&self, state: &State) -> u64 {
        self.least_key(state)
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        describe::details(self, state)
    }

    fn rules(&self) -> Value {
        describe::rules(self)
    }

    fn explain(&self, state: &State) -> Map<String, Value> {
        self.explain_terms(state)
    }

    fn draw(&self, state: &State, style: Style) -> String {
        draw::draw(self, state, style)
    }
}

/// The letter of a side: `w` for light, `b` for dark.
const fn side_letter(side: Side) -> &'static str {
    match side {
        Side::Light => "w",
        Side::Dark => "b",
    }
}
