//! What a position is worth without searching it, and which turns look good.
//!
//! Where a network was fitted to such rules it says what a position is worth; for all
//! other rules terms are counted and weighed by hand.
//!
//! [`Count`] says of each term why it is there, [`TERMS`] what it weighs. Values
//! are centimen from the side on turn.

use crate::game::Side;
use crate::kit::{Point, PointSet, Score};
use crate::morris::Morris;
use crate::morris::state::State;
use crate::morris::turn::Turn;
use serde_json::{Map, Value, json};

/// What is counted for each side.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// Men on board and in hand. The unit: men decide most endings.
    Men,
    /// Free neighbours of all men. Most games between engines end by blockade,
    /// so room to move is what the losing side runs out of first.
    Room,
    /// Men without a free neighbour: dead weight, and a step to being shut in.
    Blocked,
    /// Closed mills: their men are safe, and they can be opened and closed again.
    Mills,
    /// Lines that could be closed with the next turn: threats to take a man.
    OpenMills,
    /// Open mills whose closing man stands in another mill: the double-mill
    /// mechanism that takes a man every second turn.
    Shuttles,
    /// Men on crossings (four neighbours or more), which join two rings.
    Crossings,
    /// 1 for a side that flies: it can stop any one threat and can hardly be shut in.
    Flight,
    /// 1 for a side that moves and has at most [`CRAMPED`] free neighbours in all.
    Cramped,
}

/// How many terms there are.
const TERM_COUNT: usize = 9;

/// A term's name in the `eval` answer, and the value of one unit while men are
/// placed and when all are on the board, in centimen.
///
/// While placing, structure counts more than room, which is still open; later
/// threats and room decide.
const TERMS: [(Count, &str, [i32; 2]); TERM_COUNT] = [
    (Count::Men, "men", [100, 100]),
    (Count::Room, "room", [4, 7]),
    (Count::Blocked, "blocked", [-6, -10]),
    (Count::Mills, "mills", [8, 12]),
    (Count::OpenMills, "open_mills", [18, 35]),
    (Count::Shuttles, "shuttles", [12, 60]),
    (Count::Crossings, "crossings", [5, 3]),
    (Count::Flight, "flight", [0, 60]),
    (Count::Cramped, "cramped", [0, -25]),
];

/// Free neighbours in all, up to which a side counts as cramped.
const CRAMPED: i32 = 3;

/// Free neighbours that a flying side is credited with: about those of a
/// healthy position, so that being reduced to three is no gain in room.
const ROOM_IN_FLIGHT: i32 = 12;

/// How often each term occurs for one side.
#[derive(Clone, Copy, Debug, Default)]
struct Counts([i32; TERM_COUNT]);

impl Counts {
    fn add(&mut self, count: Count, units: i32) {
        self.0[count as usize] += units;
    }

    fn get(&self, count: Count) -> i32 {
        self.0[count as usize]
    }
}

impl Morris {
    /// The estimate for the side on turn.
    pub(super) fn estimate(&self, state: &State) -> Score {
        if let Some(network) = self.network {
            return network.estimate(&self.inputs(state));
        }
        self.weigh(state)
    }

    /// The estimate by the terms.
    fn weigh(&self, state: &State) -> Score {
        let own = self.counts(state, state.side);
        let theirs = self.counts(state, state.side.other());
        let phase = phase(state);
        let total = TERMS
            .iter()
            .map(|&(count, _, values)| (own.get(count) - theirs.get(count)) * values[phase]);
        Score::estimate(total.sum())
    }

    /// The estimate term by term, for each side. What a network says cannot be parted: it
    /// is one term, all of it light's.
    pub(super) fn explain_terms(&self, state: &State) -> Map<String, Value> {
        if let Some(network) = self.network {
            let score = network.estimate(&self.inputs(state));
            let light = if state.side == Side::Light { score } else { -score };
            let term = json!({"w": light.raw(), "b": 0});
            return std::iter::once(("network".to_owned(), term)).collect();
        }
        let [light, dark] = Side::BOTH.map(|side| self.counts(state, side));
        let phase = phase(state);
        let term = |&(count, name, values): &(Count, &str, [i32; 2])| {
            let value = |counts: &Counts| counts.get(count) * values[phase];
            (name.to_owned(), json!({"w": value(&light), "b": value(&dark)}))
        };
        TERMS.iter().map(term).collect()
    }

    fn counts(&self, state: &State, side: Side) -> Counts {
        let men = state.men_of(side);
        let empty = self.graph.points.without(state.occupied() | state.closed);
        let flies = self.flies(state, side) && state.hand_of(side) == 0;
        let mut counts = Counts::default();
        counts.add(Count::Men, state.total_of(side).cast_signed());
        counts.add(Count::Crossings, (men & self.graph.crossings).len().cast_signed());
        if flies {
            counts.add(Count::Room, ROOM_IN_FLIGHT);
            counts.add(Count::Flight, 1);
        } else {
            self.count_room(men, empty, &mut counts);
            let is_cramped = state.hand_of(side) == 0 && counts.get(Count::Room) <= CRAMPED;
            counts.add(Count::Cramped, i32::from(is_cramped));
        }
        let reaches_all = flies || state.hand_of(side) > 0;
        self.count_lines(men, empty, reaches_all, &mut counts);
        counts
    }

    fn count_room(&self, men: PointSet, empty: PointSet, counts: &mut Counts) {
        for man in men {
            let free = (self.graph.neighbours[man.index()] & empty).len().cast_signed();
            counts.add(Count::Room, free);
            counts.add(Count::Blocked, i32::from(free == 0));
        }
    }

    fn count_lines(
        &self,
        men: PointSet,
        empty: PointSet,
        reaches_all: bool,
        counts: &mut Counts,
    ) {
        let in_mills = self.graph.in_mills(men);
        for &line in &self.graph.lines {
            let missing = line.without(men);
            let Some(hole) = missing.lowest() else {
                counts.add(Count::Mills, 1);
                continue;
            };
            if missing.len() > 1 || !missing.meets(empty) {
                continue;
            }
            let closers = self.graph.neighbours[hole.index()] & men.without(line);
            if reaches_all || !closers.is_empty() {
                counts.add(Count::OpenMills, 1);
                counts.add(Count::Shuttles, i32::from(closers.meets(in_mills)));
            }
        }
    }

    /// How good a turn looks: shots by what they hit, then blocks and threats.
    pub(super) fn guess(&self, state: &State, turn: Turn) -> i32 {
        let (side, other) = (state.side, state.side.other());
        let (own, theirs) = (state.men_of(side), state.men_of(other));
        let mut merit = 0;
        if turn.takes() {
            merit += 1000;
            merit +=
                turn.captures().into_iter().map(|p| self.worth(p, theirs, own)).sum::<i32>();
        }
        let Some(to) = turn.target() else { return merit };
        let rest = turn.origin().map_or(own, |from| own.without(from.set()));
        // Standing in the way of a mill is worth most among quiet turns, and
        // stepping out of the way costs as much.
        if self.graph.is_mill_at(to, theirs) {
            merit += 120;
        }
        if turn.origin().is_some_and(|from| self.graph.is_mill_at(from, theirs)) {
            merit -= 120;
        }
        let taken = theirs.without(turn.captures());
        for pair in self.graph.pairs_at(to) {
            if !pair.meets(taken) {
                merit += 10 * (pair & rest).len().cast_signed();
            }
        }
        merit + 2 * self.graph.neighbours[to.index()].len().cast_signed()
    }

    /// What a man is worth to its owner: lines it helps to make, and lines of
    /// the other side that it stops.
    fn worth(&self, point: Point, owners: PointSet, others: PointSet) -> i32 {
        self.graph
            .pairs_at(point)
            .map(|pair| {
                if others.contains_all(pair) {
                    60
                } else if pair.meets(others) {
                    0
                } else {
                    20 * (pair & owners).len().cast_signed()
                }
            })
            .sum()
    }
}

/// Index into the values of [`TERMS`]: 0 while a side has men in hand, then 1.
fn phase(state: &State) -> usize {
    usize::from(state.hands_are_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::morris::builtin;

    /// What the terms come to, also where a network is asked.
    fn value(variant: &str, text: &str) -> Score {
        let game = Morris::new(builtin::find(variant).unwrap()).unwrap();
        let words: Vec<&str> = text.split(' ').collect();
        let state = game.read_state(&words).unwrap();
        game.weigh(&state)
    }

    #[test]
    fn the_table_of_terms_is_in_the_order_of_its_counts() {
        for (index, (count, _, _)) in TERMS.into_iter().enumerate() {
            assert_eq!(count as usize, index);
        }
    }

    #[test]
    fn the_network_speaks_where_it_was_fitted_and_is_explained_as_one_term() {
        for (variant, text) in [
            ("nine", "w1b/1w1/w1b/b2w1b/2w/1b1/w1b b 0,0"),
            ("morabaraba", "3/2w/bbb/3wb1/2w/3/1b1 w 8,7"),
        ] {
            let game = Morris::new(builtin::find(variant).unwrap()).unwrap();
            let words: Vec<&str> = text.split(' ').collect();
            let state = game.read_state(&words).unwrap();
            let score = game.evaluate(&state);
            assert_ne!(score, game.weigh(&state));
            let light = if state.side == Side::Light { score } else { -score };
            let terms = game.explain(&state);
            assert_eq!(terms["network"]["w"], light.raw());
            assert_eq!(terms.len(), 1);
        }
    }

    #[test]
    fn the_start_is_balanced() {
        assert_eq!(value("nine", "3/3/3/6/3/3/3 w 9,9"), Score::DRAW);
    }

    #[test]
    fn a_position_is_worth_the_opposite_to_the_other_side() {
        let rows = "w1b/1w1/w1b/b2w1b/2w/1b1/w1b";
        let light = value("nine", &format!("{rows} w 0,0"));
        let dark = value("nine", &format!("{rows} b 0,0"));
        assert_eq!(light, -dark);
    }

    #[test]
    fn a_threat_to_close_a_mill_is_worth_something() {
        let threat = value("nine", "ww1/b2/3/3b1w/w2/1b1/b2 w 0,0");
        let idle = value("nine", "ww1/b2/3/3b2/w2/1bw/b2 w 0,0");
        assert!(threat > idle, "{threat:?} {idle:?}");
    }

    #[test]
    fn a_closing_man_that_stands_in_a_mill_is_worth_more() {
        let shuttle = value("nine", "w1w/www/3/2b3/2b/1b1/b2 w 0,0");
        let single = value("nine", "w1w/ww1/3/2b1w1/2b/1b1/b2 w 0,0");
        assert!(shuttle > single, "{shuttle:?} {single:?}");
    }

    #[test]
    fn men_that_cannot_move_count_against_their_side() {
        let open = value("nine", "w2/1b1/3/1b4/3/1b1/w1w b 0,0");
        let shut = value("nine", "wb1/3/3/b5/3/1b1/w1w b 0,0");
        assert_ne!(open, shut);
        let free = value("nine", "ww1/3/3/w2bb1/b1b/3/w2 w 0,0");
        let held = value("nine", "wwb/3/3/wb1b2/2b/3/w2 w 0,0");
        assert!(free > held, "{free:?} {held:?}");
    }
}
