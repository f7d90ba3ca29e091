//! Small value types that know no game: points, scores, random numbers.

pub mod points;
pub mod rng;
pub mod score;

pub use points::{MAX_POINTS, Point, PointSet};
pub use rng::SplitMix64;
pub use score::{Score, Verdict};
