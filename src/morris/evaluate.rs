//! What a position is worth without searching it, and which turns look good.
//!
//! Each term of [`Weights`] says why it is there. Values are centimen from the
//! side on turn.

use crate::game::Side;
use crate::kit::{Point, PointSet, Score};
use crate::morris::Morris;
use crate::morris::state::State;
use crate::morris::turn::Turn;
use serde_json::{Map, Value, json};

/// The value of one unit of each term, in centimen.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// A man, on board or in hand. The unit: men decide most endings.
    man: i32,
    /// A free neighbour of a man. Most games between engines end by blockade,
    /// so room to move is what the losing side runs out of first.
    room: i32,
    /// A man without a free neighbour: dead weight, and a step to being shut in.
    blocked: i32,
    /// A closed mill: its men are safe and it can be opened and closed again.
    mill: i32,
    /// A line that the side could close with its next turn: a threat to take a man.
    open_mill: i32,
    /// An open mill whose closing man stands in another mill: the double-mill
    /// mechanism that takes a man every second turn.
    shuttle: i32,
    /// A man on a crossing (four neighbours or more): it joins two rings.
    crossing: i32,
    /// A side that flies: it can stop any one threat and can hardly be shut in.
    flight: i32,
    /// A side that moves and has at most [`CRAMPED`] free neighbours in all.
    cramped: i32,
}

/// Placing: structure counts more than room, which is still open.
const PLACING: Weights = Weights {
    man: 100,
    room: 4,
    blocked: -6,
    mill: 8,
    open_mill: 18,
    shuttle: 12,
    crossing: 5,
    flight: 0,
    cramped: 0,
};

/// Moving: threats and room decide.
const MOVING: Weights = Weights {
    man: 100,
    room: 7,
    blocked: -10,
    mill: 12,
    open_mill: 35,
    shuttle: 60,
    crossing: 3,
    flight: 60,
    cramped: -25,
};

/// Free neighbours in all, up to which a side counts as cramped.
const CRAMPED: i32 = 3;

/// Free neighbours that a flying side is credited with: about those of a
/// healthy position, so that being reduced to three is no gain in room.
const ROOM_IN_FLIGHT: i32 = 12;

/// How often each term occurs for one side.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    man: i32,
    room: i32,
    blocked: i32,
    mill: i32,
    open_mill: i32,
    shuttle: i32,
    crossing: i32,
    flight: i32,
    cramped: i32,
}

impl Counts {
    fn with(&self, weights: &Weights) -> [(&'static str, i32); 9] {
        [
            ("men", self.man * weights.man),
            ("room", self.room * weights.room),
            ("blocked", self.blocked * weights.blocked),
            ("mills", self.mill * weights.mill),
            ("open_mills", self.open_mill * weights.open_mill),
            ("shuttles", self.shuttle * weights.shuttle),
            ("crossings", self.crossing * weights.crossing),
            ("flight", self.flight * weights.flight),
            ("cramped", self.cramped * weights.cramped),
        ]
    }
}

impl Morris {
    /// The estimate for the side on turn.
    pub(super) fn estimate(&self, state: &State) -> Score {
        let weights = Self::weights(state);
        let total =
            |side| self.counts(state, side).with(weights).iter().map(|t| t.1).sum::<i32>();
        Score::estimate(total(state.side) - total(state.side.other()))
    }

    /// The estimate term by term: light, dark, and the total for the side on turn.
    pub(super) fn explain_terms(&self, state: &State) -> Map<String, Value> {
        let weights = Self::weights(state);
        let [light, dark] = Side::BOTH.map(|side| self.counts(state, side).with(weights));
        let mut terms = Map::new();
        for ((name, w), (_, b)) in light.into_iter().zip(dark) {
            terms.insert(name.to_owned(), json!({"w": w, "b": b}));
        }
        terms
    }

    fn weights(state: &State) -> &'static Weights {
        if state.hands_are_empty() { &MOVING } else { &PLACING }
    }

    fn counts(&self, state: &State, side: Side) -> Counts {
        let men = state.men_of(side);
        let empty = self.graph.points.without(state.occupied() | state.closed);
        let flies = self.flies(state, side) && state.hand_of(side) == 0;
        let mut counts = Counts {
            man: state.total_of(side).cast_signed(),
            crossing: (men & self.graph.crossings).len().cast_signed(),
            ..Counts::default()
        };
        if flies {
            counts.room = ROOM_IN_FLIGHT;
            counts.flight = 1;
        } else {
            self.count_room(men, empty, &mut counts);
            let moves = state.hand_of(side) == 0;
            counts.cramped = i32::from(moves && counts.room <= CRAMPED);
        }
        let reaches_all = flies || state.hand_of(side) > 0;
        self.count_lines(men, empty, reaches_all, &mut counts);
        counts
    }

    fn count_room(&self, men: PointSet, empty: PointSet, counts: &mut Counts) {
        for man in men {
            let free = (self.graph.neighbours[man.index()] & empty).len().cast_signed();
            counts.room += free;
            counts.blocked += i32::from(free == 0);
        }
    }

    fn count_lines(
        &self,
        men: PointSet,
        empty: PointSet,
        reaches_all: bool,
        counts: &mut Counts,
    ) {
        let mut in_mills = PointSet::EMPTY;
        let mut threats = [PointSet::EMPTY; 32];
        let mut threat_count = 0;
        for &line in &self.graph.lines {
            let own = men & line;
            if own == line {
                counts.mill += 1;
                in_mills |= line;
            } else if own.len() == 2
                && line.without(own).meets(empty)
                && let Some(slot) = threats.get_mut(threat_count)
            {
                *slot = line;
                threat_count += 1;
            }
        }
        for &line in threats.iter().take(threat_count) {
            let Some(hole) = line.without(men).lowest() else { continue };
            let closers = self.graph.neighbours[hole.index()] & men.without(line);
            if reaches_all || !closers.is_empty() {
                counts.open_mill += 1;
                counts.shuttle += i32::from(closers.meets(in_mills));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::morris::builtin;

    fn value(variant: &str, text: &str) -> Score {
        let game = Morris::new(builtin::find(variant).unwrap()).unwrap();
        let words: Vec<&str> = text.split(' ').collect();
        let state = game.read_state(&words).unwrap();
        game.evaluate(&state)
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
