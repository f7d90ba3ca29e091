//! A small network that estimates positions: one hidden layer, whole numbers only.
//!
//! The hidden sums are taken over the points that are set in the [`Inputs`], one row of
//! weights each; each sum is clamped and squared, and the squares are weighed. Clamped
//! squares and the whole-number scheme follow the practice of efficiently updatable
//! networks (Nasu, "Efficiently updatable neural-network-based evaluation functions for
//! computer shogi", 2018); with so few inputs adding the rows afresh is cheaper than
//! carrying sums along. The weights are fitted by the program in `tools/tune`.

use crate::kit::{MAX_POINTS, Score};
use crate::morris::board::Board;
use crate::morris::inputs::{HANDS, Inputs, PHASES, PLANES};
use crate::morris::rules::{Fly, LoseBelow, MillsAtOnce, NoMove, PlacingMill, Rules};
use once_cell::sync::Lazy;

/// Sums in the hidden layer.
pub const HIDDEN: usize = 64;

/// A hidden weight of 1.
pub const ONE: i16 = 255;

/// An output weight of 1.
pub const OUTPUT_ONE: i16 = 64;

/// Centimen for one unit of the natural logarithm of the odds to win.
pub const CENTIMEN: i32 = 200;

/// The first bytes of a file of weights.
const MAGIC: &[u8; 8] = b"modisa-1";

type Row = [i16; HIDDEN];

/// The weights for one part of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What each hidden sum begins with.
    pub bias: Row,
    /// What a set point of a plane adds.
    pub points: [[Row; MAX_POINTS]; PLANES],
    /// What so many men in hand add, own first.
    pub hands: [[Row; HANDS]; 2],
    /// What the square of each hidden sum counts.
    pub output: Row,
    /// What the result begins with, in units of `ONE * OUTPUT_ONE`.
    pub output_bias: i32,
}

impl Layer {
    #[allow(
        clippy::large_stack_arrays,
        reason = "what a layer begins as, for a moment; layers live on the heap"
    )]
    const ZERO: Self = Self {
        bias: [0; HIDDEN],
        points: [[[0; HIDDEN]; MAX_POINTS]; PLANES],
        hands: [[[0; HIDDEN]; HANDS]; 2],
        output: [0; HIDDEN],
        output_bias: 0,
    };

    /// The hidden sums.
    #[inline]
    fn sums(&self, inputs: &Inputs) -> Row {
        let mut sums = self.bias;
        for (rows, hand) in self.hands.iter().zip(inputs.hands) {
            add(&mut sums, &rows[usize::from(hand) % HANDS]);
        }
        for (rows, &plane) in self.points.iter().zip(&inputs.planes) {
            for point in plane {
                add(&mut sums, &rows[point.index()]);
            }
        }
        sums
    }

    /// The estimate in centimen.
    #[inline]
    fn estimate(&self, inputs: &Inputs) -> i32 {
        let sums = self.sums(inputs);
        let mut total = 0_i32;
        for (&sum, &weight) in sums.iter().zip(&self.output) {
            let value = sum.clamp(0, ONE);
            // At most 255 * 127, which fits.
            total += i32::from(value.wrapping_mul(weight)) * i32::from(value);
        }
        let unit = i32::from(ONE) * i32::from(OUTPUT_ONE);
        (total / i32::from(ONE) + self.output_bias) * CENTIMEN / unit
    }
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// The weights for all parts of the game on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The board as the file has it, see [`spell`].
    board: Vec<u8>,
    layers: Box<[Layer]>,
}

impl Network {
    /// A network of these layers, one for each phase; missing ones are zero.
    pub fn new(board: &Board, mut layers: Vec<Layer>) -> Self {
        layers.resize(PHASES, Layer::ZERO);
        Self { board: spell(board), layers: layers.into_boxed_slice() }
    }

    /// The estimate for the side on turn.
    #[inline]
    pub fn estimate(&self, inputs: &Inputs) -> Score {
        let layer = self.layers.get(inputs.phase);
        Score::estimate(layer.map_or(0, |layer| layer.estimate(inputs)))
    }

    /// The weights as a file: magic; the board as numbers of points, edges and lines and
    /// what belongs to each, all bytes; then layer by layer whole numbers of 16 bits, the
    /// low byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.board);
        let points = self.points();
        for layer in &self.layers {
            let mut put = |row: &Row| {
                bytes.extend(row.iter().flat_map(|weight| weight.to_le_bytes()));
            };
            put(&layer.bias);
            layer.points.iter().flat_map(|plane| &plane[..points]).for_each(&mut put);
            layer.hands.iter().flatten().for_each(&mut put);
            put(&layer.output);
            bytes.extend_from_slice(&layer.output_bias.to_le_bytes());
        }
        bytes
    }

    /// The network in a file, or `None` if it is none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let &[_, edges, lines, ..] = rest else { return None };
        let length = 3 + 2 * usize::from(edges) + 3 * usize::from(lines);
        let (board, rest) = rest.split_at_checked(length)?;
        let mut network = Self { board: board.to_vec(), layers: Box::default() };
        let mut reader = Reader(rest);
        let mut layers = Vec::new();
        for _ in 0..PHASES {
            let mut layer = Layer { bias: reader.row()?, ..Layer::ZERO };
            for plane in &mut layer.points {
                for row in plane.get_mut(..network.points())? {
                    *row = reader.row()?;
                }
            }
            for row in layer.hands.iter_mut().flatten() {
                *row = reader.row()?;
            }
            layer.output = reader.row()?;
            layer.output_bias = i32::from_le_bytes(reader.take()?);
            layers.push(layer);
        }
        network.layers = layers.into_boxed_slice();
        reader.0.is_empty().then_some(network)
    }

    /// How many points its board has.
    fn points(&self) -> usize {
        self.board.first().map_or(0, |&points| usize::from(points))
    }

    /// The network that was fitted to games on this board under such rules.
    pub(super) fn fitted(board: &Board, rules: &Rules) -> Option<&'static Self> {
        let is_family = rules.fly == Fly::Three
            && rules.lose_below == LoseBelow::Three
            && rules.mills_at_once == MillsAtOnce::One
            && rules.placing_mill == PlacingMill::Board
            && rules.no_move == NoMove::Loss
            && !rules.capture_optional.is_on()
            && !rules.move_while_placing.is_on()
            && !rules.line_wins.is_on();
        if !is_family {
            return None;
        }
        let board = spell(board);
        FITTED.iter().find(|network| network.board == board)
    }
}

/// A board in bytes: how many points, edges and lines, and the points of each edge and
/// line in ascending order.
fn spell(board: &Board) -> Vec<u8> {
    let mut edges: Vec<[u8; 2]> = board
        .edges
        .iter()
        .map(|&(a, b)| [a.min(b), a.max(b)].map(|point| point.index() as u8))
        .collect();
    let mut lines: Vec<[u8; 3]> = board
        .lines
        .iter()
        .map(|line| {
            let mut line = line.map(|point| point.index() as u8);
            line.sort_unstable();
            line
        })
        .collect();
    edges.sort_unstable();
    lines.sort_unstable();
    let mut bytes = vec![board.len() as u8, edges.len() as u8, lines.len() as u8];
    bytes.extend(edges.as_flattened());
    bytes.extend(lines.as_flattened());
    bytes
}

/// Takes numbers from the front of a file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    fn row(&mut self) -> Option<Row> {
        let mut row = [0; HIDDEN];
        for weight in &mut row {
            *weight = i16::from_le_bytes(self.take()?);
        }
        Some(row)
    }
}

/// The networks that come with the engine.
static FITTED: Lazy<Vec<Network>> = Lazy::new(|| {
    let files: [&[u8]; 2] =
        [include_bytes!("networks/twelve.net"), include_bytes!("networks/nine.net")];
    files.into_iter().filter_map(Network::from_bytes).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::SplitMix64;
    use crate::morris::{Morris, builtin};

    fn morris(variant: &str) -> Morris {
        Morris::new(builtin::find(variant).unwrap()).unwrap()
    }

    #[test]
    fn both_files_are_read_and_serve_their_families() {
        assert_eq!(FITTED.len(), 2);
        for (variant, is_served) in [
            ("morabaraba", true),
            ("twelve", true),
            ("nine", true),
            ("lasker", false),
            ("gonu", false),
        ] {
            let game = morris(variant);
            let found = Network::fitted(game.board(), game.rules());
            assert_eq!(found.is_some(), is_served, "{variant}");
        }
    }

    #[test]
    fn a_file_gives_back_the_network_it_was_made_from() {
        for network in FITTED.iter() {
            let bytes = network.to_bytes();
            assert_eq!(Network::from_bytes(&bytes).as_ref(), Some(network));
            assert_eq!(Network::from_bytes(&bytes[..bytes.len() - 1]), None);
            assert_eq!(Network::from_bytes(&[&bytes[..], &[0]].concat()), None);
            assert_eq!(Network::from_bytes(&bytes[..9]), None);
        }
    }

    #[test]
    fn no_position_can_overflow_the_sums() {
        // The widest sums that any choice of inputs could give.
        for layer in FITTED.iter().flat_map(|network| &network.layers) {
            for index in 0..HIDDEN {
                for sign in [1, -1] {
                    let add = |row: &Row| (i32::from(row[index]) * sign).max(0);
                    let points: i32 = layer.points.iter().flatten().map(add).sum();
                    let hand = |rows: &[Row; HANDS]| rows.iter().map(add).max().unwrap_or(0);
                    let hands: i32 = layer.hands.iter().map(hand).sum();
                    let most = add(&layer.bias) + points + hands;
                    assert!(most <= i32::from(i16::MAX), "{most}");
                }
                assert!(layer.output[index].unsigned_abs() <= 127);
            }
        }
    }

    #[test]
    fn rows_of_zero_estimate_nothing() {
        let network = Network::new(morris("nine").board(), Vec::new());
        let mut chance = SplitMix64::new(1);
        let planes = [(); PLANES]
            .map(|()| crate::kit::PointSet::from_bits(chance.next_u64() as u32 & 0xFF_FFFF));
        let inputs = Inputs { planes, hands: [3, 4], phase: 1 };
        assert_eq!(network.estimate(&inputs), Score::DRAW);
    }
}
