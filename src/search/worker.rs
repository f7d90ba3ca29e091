//! One thread's tree search: principal variation search with a table.
//!
//! Negamax with null windows (Knuth and Moore, "An analysis of alpha-beta
//! pruning", 1975; Marsland and Campbell, "Parallel search of strongly ordered
//! game trees", 1982). A turn may leave the same side on turn, so the one place
//! that goes down a ply, [`Worker::descend`], asks whose turn it is before it
//! negates anything. Null-move pruning is left out on purpose: to pass would be
//! the best turn in many positions of these games.
//!
//! A value may hold only for the way on which its position was reached, because
//! of draws by repetition and by quiet plies, though the table knows positions
//! alone: the graph-history interaction (Palay, "Searching with probabilities",
//! 1983; Campbell, "The graph-history interaction: on ignoring position history",
//! 1985). It is not solved here but kept from doing lasting harm: `anchor` tells
//! how far up the way a value depends on, and one that depends on anything above
//! its own position never goes into the table as proved. `guesses` does the same
//! for values that rest on an estimate.
//!
//! Distances of decided scores count from the root. Where the window is open the
//! table never ends a search, so a variation is complete and an exact decided
//! value's variation reaches the end of the game.

mod known;
mod tree;

use super::Task;
use super::frame::Frame;
use super::history::History;
use super::params::Params;
use super::tally::Tallies;
use super::window::Window;
use crate::game::{DrawRules, Game};
use crate::kit::Score;
use std::time::Duration;

/// Deepest iteration.
pub(super) const MAX_DEPTH: i32 = 200;
/// Plies below the root that are searched at all.
const MAX_PLY: usize = 250;
/// Nodes between two looks at the signal; a power of two.
const SIGNAL_NODES: u64 = 128;
/// Nodes between two looks at the clock; a power of two.
const CLOCK_NODES: u64 = 512;
/// The anchor while no value depends on the way to its position.
const FREE: usize = usize::MAX;

/// A position being searched.
pub(super) struct Node<'s, G: Game> {
    /// The position.
    pub state: &'s G::State,
    /// Distance from the root.
    pub ply: usize,
    /// Plies still to search.
    pub depth: i32,
    /// The window it was entered with.
    pub window: Window,
}

/// The state of one search thread.
pub(super) struct Worker<'a, G: Game> {
    task: &'a Task<'a, G>,
    params: &'a Params,
    tallies: &'a Tallies,
    thread: usize,
    rules: DrawRules,
    frames: Vec<Frame<G::Turn>>,
    history: History,
    /// Keys of the game so far and of the way from the root to the current node.
    keys: Vec<u64>,
    /// Nodes of this thread.
    nodes: u64,
    oracle_hits: u64,
    /// Nodes this thread may search; the whole limit if it is alone.
    node_limit: u64,
    /// Values taken that a deeper search might change: a node below which the
    /// count has not grown is proved, if its anchor allows.
    pub guesses: u64,
    /// Lowest ply whose being on the way mattered to a value, or [`FREE`]; 0
    /// also for the game before the root.
    anchor: usize,
    /// Deepest ply reached.
    pub deepest: usize,
    /// Whether the search is being given up; values returned then mean nothing.
    pub halted: bool,
    /// Whether nothing may interrupt (the first iteration).
    pub protected: bool,
    /// Longest sequence of forcing turns below the horizon.
    pub quiescence_plies: i32,
}

impl<'a, G: Game> Worker<'a, G> {
    /// A worker that stands at the root.
    pub(super) fn new(
        task: &'a Task<'a, G>,
        params: &'a Params,
        tallies: &'a Tallies,
        thread: usize,
    ) -> Self {
        let mut keys = Vec::with_capacity(task.past.len() + MAX_PLY + 1);
        keys.extend_from_slice(task.past);
        keys.push(task.game.key(&task.root));
        let alone = task.threads <= 1;
        Self {
            task,
            params,
            tallies,
            thread,
            rules: task.game.draw_rules(),
            frames: vec![Frame::new(); MAX_PLY + 2],
            history: History::new(G::SLOTS),
            keys,
            nodes: 0,
            oracle_hits: 0,
            node_limit: task.limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            guesses: 0,
            anchor: FREE,
            deepest: 0,
            halted: false,
            protected: false,
            quiescence_plies: params.quiescence_plies,
        }
    }

    /// Begins a search of the first turns.
    pub(super) fn begin_root(&mut self) {
        self.guesses = 0;
        self.anchor = FREE;
    }

    /// The variation found below the root by the last [`Worker::search_turn`] there.
    pub(super) fn line(&self) -> &[G::Turn] {
        &self.frames[1].line
    }

    /// The value of a turn of `node`, the `number`th searched there (from 0).
    ///
    /// The first is searched with the whole window, the others are only asked
    /// whether they are better; if so they are searched again to know how much.
    pub(super) fn search_turn(
        &mut self,
        node: &Node<'_, G>,
        turn: G::Turn,
        number: usize,
        window: Window,
    ) -> Score {
        let child = self.task.game.after(node.state, turn);
        if node.depth > 1 {
            self.task.table.prefetch(self.task.game.table_key(&child));
        }
        self.frames[node.ply].slot = self.task.game.slot(node.state, turn);
        if number == 0 {
            return self.descend(node, &child, node.depth - 1, window);
        }
        let null = Window::null_above(window.alpha);
        let reduction = self.reduction(node, turn, &child, number);
        let mut score = self.descend(node, &child, node.depth - 1 - reduction, null);
        if reduction > 0 && score > window.alpha && !self.halted {
            score = self.descend(node, &child, node.depth - 1, null);
        }
        if window.is_open() && window.contains(score) && !self.halted {
            score = self.descend(node, &child, node.depth - 1, window);
        }
        score
    }

    /// The value of a child for the side on turn at `node`.
    fn descend(
        &mut self,
        node: &Node<'_, G>,
        child: &G::State,
        depth: i32,
        window: Window,
    ) -> Score {
        let game = self.task.game;
        if game.side(child) == game.side(node.state) {
            self.visit(child, node.ply + 1, depth, window)
        } else {
            -self.visit(child, node.ply + 1, depth, window.turned())
        }
    }

    /// The value of a position for the side on turn there.
    fn visit(&mut self, state: &G::State, ply: usize, depth: i32, window: Window) -> Score {
        self.frames[ply].line.clear();
        self.deepest = self.deepest.max(ply);
        if self.count_node() {
            return Score::DRAW;
        }
        let key = self.task.game.key(state);
        if let Some(score) = self.known(state, ply, key, window) {
            return score;
        }
        if let Some(bound) = window.out_of_reach(distance(ply)) {
            return bound;
        }
        let node = Node { state, ply, depth, window };
        self.keys.push(key);
        let score = if depth <= 0 { self.quiesce(&node) } else { self.search(&node) };
        self.keys.pop();
        score
    }

    /// Counts a node; whether the search is to be given up before it.
    fn count_node(&mut self) -> bool {
        if !self.protected {
            if self.nodes >= self.node_limit {
                self.halted = true;
            }
            if self.nodes.is_multiple_of(SIGNAL_NODES) {
                self.listen(self.nodes.is_multiple_of(CLOCK_NODES));
            }
        }
        if !self.halted {
            self.nodes += 1;
        }
        self.halted
    }

    /// Gives the search up if anything tells it to end: the signal, and with
    /// `limits_too` the clock and the nodes of all threads.
    pub(super) fn listen(&mut self, limits_too: bool) {
        let limits = self.task.limits;
        let mut ends = self.tallies.is_halted() || self.task.signal.is_stopped();
        if !ends && limits_too {
            self.publish();
            ends = limits.hard.is_some_and(|bound| self.is_past(bound))
                || limits.nodes.is_some_and(|most| self.tallies.nodes() >= most);
        }
        if ends {
            self.halted = true;
            // The others need not find out by themselves: with more threads than
            // cores they would keep this one from its answer.
            self.tallies.halt();
        }
    }

    /// Whether the own clock has passed `bound`; never while pondering.
    pub(super) fn is_past(&self, bound: Duration) -> bool {
        let own = self.task.signal.own_time(self.task.clock.elapsed());
        own.is_some_and(|time| time >= bound)
    }

    /// Lets the other threads and reports see the counts of this one.
    pub(super) fn publish(&self) {
        self.tallies.publish(self.thread, self.nodes, self.oracle_hits);
    }
}

/// A ply as the distance of a decided score.
fn distance(ply: usize) -> u16 {
    u16::try_from(ply).unwrap_or(u16::MAX)
}
