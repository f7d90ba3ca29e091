//! The rules that a table is made for, and the reasons why none is made.

use super::combine::MOST_PLACES;
use super::sector::{Pair, Sector};
use super::shapes::Maps;
use crate::game::Game;
use crate::morris::rules::{
    FullBoard, MachineGun, MillsAtOnce, NoMove, Rules, SWITCHES, Targets,
};
use crate::morris::{Morris, State};
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// Why there are no tables for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// The board is too large for the index.
    #[error("tables hold boards of at most {MOST_PLACES} points, this one has {0}")]
    Points(usize),
    /// A rule switch has a value that the solver does not know.
    #[error("no tables for {name} = {value}: {why}")]
    Switch {
        /// Name of the switch.
        name: &'static str,
        /// Its value.
        value: String,
        /// What stands in the way.
        why: &'static str,
    },
}

/// The rules of the moving phase: the ground that tables stand on.
#[derive(Clone, Debug)]
pub struct Ground {
    game: Arc<Morris>,
    digest: u64,
    maps: Arc<Maps>,
}

impl Ground {
    /// The ground of a game.
    ///
    /// # Errors
    /// What no table can hold, by its name.
    pub fn new(game: &Morris) -> Result<Self, Unfit> {
        let points = game.board().len();
        if points > MOST_PLACES as usize {
            return Err(Unfit::Points(points));
        }
        check(game.rules())?;
        let digest = xxh3_64(meaning(game).as_bytes());
        let maps = Arc::new(Maps::new(game));
        Ok(Self { game: Arc::new(game.clone()), digest, maps })
    }

    /// The rules.
    pub fn game(&self) -> &Morris {
        &self.game
    }

    /// The symmetries of the board, as tables.
    pub(super) fn maps(&self) -> &Arc<Maps> {
        &self.maps
    }

    /// The same for all games whose moving phase is the same: points, neighbours, lines,
    /// and the switches that act in it. Men, repetition and quiet plies are not part of it.
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// Points of the board.
    pub fn points(&self) -> u32 {
        self.game.points().len()
    }

    /// Men with which a side still plays.
    pub fn least(&self) -> u8 {
        self.game.rules().lose_below.least() as u8
    }

    /// Men of a side at the start.
    pub fn most(&self) -> u8 {
        self.game.rules().men
    }

    /// Whether there can be a table of this sector: a game comes to it, and its turns are
    /// those of the moving phase.
    pub fn has(&self, sector: Sector) -> bool {
        let men = self.least()..=self.most();
        let empty = match self.game.rules().full_board {
            FullBoard::Draw => 0,
            // A full board goes on with a removal, or its value lies in the past.
            FullBoard::FirstLoses | FullBoard::MoverRemoves => 1,
            FullBoard::EachRemoves => 2,
        };
        let fits = u32::from(sector.own) + u32::from(sector.other) + empty <= self.points();
        men.contains(&sector.own) && men.contains(&sector.other) && fits
    }

    /// Whether the game is over and the side to move has lost it: outside all sectors too.
    pub(super) fn is_lost(&self, state: &State) -> bool {
        let outcome = self.game.outcome(state);
        outcome.is_some_and(|outcome| outcome.winner == Some(state.side.other()))
    }

    /// Every pair of sectors that a game can come to.
    pub fn pairs(&self) -> Vec<Pair> {
        let men = self.least()..=self.most();
        let all =
            men.clone().flat_map(|own| men.clone().map(move |other| Sector::new(own, other)));
        let mut pairs: Vec<Pair> =
            all.filter(|&sector| self.has(sector)).map(Sector::pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Whether a side that closes a mill may take nothing all the same.
    pub(super) fn may_decline(&self) -> bool {
        self.game.rules().capture_optional.is_on()
    }

    /// Whether a mill can be closed in vain, since every man of the other side is safe.
    pub(super) fn may_forfeit(&self) -> bool {
        self.game.rules().targets == Targets::Forfeit
    }
}

/// Refuses the switches that the solver does not know.
fn check(rules: &Rules) -> Result<(), Unfit> {
    let refuse = |name: &'static str, why: &'static str| {
        let switch = SWITCHES.iter().find(|switch| switch.name == name);
        let value = switch.map_or_else(String::new, |switch| (switch.get)(rules));
        Err(Unfit::Switch { name, value, why })
    };
    if rules.line_wins.is_on() {
        return refuse("LineWins", "the game has no captures");
    }
    if rules.mills_at_once == MillsAtOnce::PerMill {
        return refuse("MillsAtOnce", "a turn may take more than one man");
    }
    if rules.no_move != NoMove::Loss {
        return refuse("NoMove", "a side may move twice in a row");
    }
    if rules.machine_gun != MachineGun::Off {
        return refuse("MachineGun", "a position has to remember the barred turn");
    }
    if rules.ten_move != 0 {
        return refuse("TenMove", "a position has to remember the count");
    }
    Ok(())
}

/// All that tells one moving phase from another, as text.
fn meaning(game: &Morris) -> String {
    let (board, rules) = (game.board(), game.rules());
    let mut edges: Vec<[usize; 2]> = board
        .edges
        .iter()
        .map(|(a, b)| [a.index().min(b.index()), a.index().max(b.index())])
        .collect();
    edges.sort_unstable();
    let mut lines: Vec<u32> = board
        .lines
        .iter()
        .map(|line| line.iter().fold(0, |set, point| set | point.set().bits()))
        .collect();
    lines.sort_unstable();
    let names = board.names.join(" ");
    let mut text = format!("moving {names}\n{edges:?}\n{lines:?}\n");
    for switch in &SWITCHES {
        if ACTING.contains(&switch.name) {
            let _ = writeln!(text, "{} {}", switch.name, (switch.get)(rules));
        }
    }
    if rules.ten_move == 0 {
        // Without a count it does not matter whose men start it.
        text.push_str("no count\n");
    } else {
        let _ = writeln!(text, "TenMoveWhen {}", rules.ten_move_when.word());
    }
    text
}

/// Switches that act once both hands are empty. What a full board means is not one of them:
/// where it is more than a draw its sector is left out, and no other leads to it.
const ACTING: [&str; 8] = [
    "Fly",
    "LoseBelow",
    "Targets",
    "MillsAtOnce",
    "CaptureOptional",
    "MachineGun",
    "NoMove",
    "TenMove",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::builtin;

    fn ground(name: &str) -> Result<Ground, Unfit> {
        let variant = builtin::find(name).expect("a built-in variant");
        Ground::new(&Morris::new(variant).expect("sound rules"))
    }

    #[test]
    fn variants_of_one_moving_phase_share_their_digest() {
        let digest = |name: &str| ground(name).map(|ground| ground.digest());
        assert_eq!(digest("twelve"), digest("eleven"));
        assert_ne!(digest("twelve"), digest("nine"));
        assert_eq!(digest("nine"), digest("lasker"), "both move alike once all men are placed");
    }

    #[test]
    fn a_switch_that_stands_in_the_way_is_named() {
        let refusal = ground("morabaraba").err().map(|unfit| unfit.to_string());
        assert!(refusal.is_some_and(|text| text.contains("MachineGun = ")), "");
    }

    #[test]
    fn a_game_comes_to_all_pairs_between_the_fewest_and_the_most_men() {
        let twelve = ground("twelve").expect("fit");
        let sectors: usize =
            twelve.pairs().into_iter().map(|pair| pair.sectors().count()).sum();
        assert_eq!(sectors, 100);
        assert!(!twelve.has(Sector::new(13, 3)) && !twelve.has(Sector::new(3, 2)));
    }
}
