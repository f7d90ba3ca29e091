//! Sending each bit of a set to a place of its own, three table look-ups a set.

use super::combine::MOST_PLACES;
use crate::kit::PointSet;

/// A map from places to places, or nowhere, made to be applied to many sets.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    low: [u32; 512],
    mid: [u32; 256],
    high: [u32; 256],
}

impl Spread {
    /// The map that sends everything nowhere.
    pub(super) const fn empty() -> Self {
        Self { low: [0; 512], mid: [0; 256], high: [0; 256] }
    }

    /// The map that sends place `i` to the set `images[i]`.
    pub(super) fn new(images: &[u32]) -> Self {
        let mut spread = Self::empty();
        spread.set(images);
        spread
    }

    /// Becomes the map that sends place `i` to the set `images[i]`; of places beyond these,
    /// [`MOST_PLACES`] at most, nothing is promised any more.
    pub(super) fn set(&mut self, images: &[u32]) {
        let (low, rest) = images.split_at(images.len().min(9));
        let (mid, high) = rest.split_at(rest.len().min(8));
        fill(&mut self.low, low);
        fill(&mut self.mid, mid);
        fill(&mut self.high, high);
    }

    /// Numbers the points of `kept` from 0 and forgets all others: a set of points
    /// becomes a pattern.
    pub(super) fn compress(kept: PointSet) -> Self {
        let mut images = [0; MOST_PLACES as usize];
        for (place, point) in kept.into_iter().enumerate() {
            images[point.index()] = 1 << place;
        }
        Self::new(&images)
    }

    /// The way back from [`Spread::compress`]: a pattern becomes a set of points.
    pub(super) fn expand(kept: PointSet) -> Self {
        let mut images = [0; MOST_PLACES as usize];
        for (image, point) in images.iter_mut().zip(kept) {
            *image = point.set().bits();
        }
        Self::new(&images)
    }

    #[inline]
    pub(super) fn apply(&self, set: u32) -> u32 {
        self.low[(set & 511) as usize]
            | self.mid[(set >> 9 & 255) as usize]
            | self.high[(set >> 17 & 255) as usize]
    }
}

/// For every subset of the places the union of their images.
fn fill(table: &mut [u32], images: &[u32]) {
    table[0] = 0;
    for (place, &image) in images.iter().enumerate() {
        let half = 1 << place;
        let (done, rest) = table.split_at_mut(half);
        for (entry, &known) in rest.iter_mut().zip(done.iter()) {
            *entry = known | image;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_comes_back_as_the_set_it_was() {
        let kept = PointSet::from_bits(0b1_0110_1111_0000_1010_1100_0011);
        let (compress, expand) = (Spread::compress(kept), Spread::expand(kept));
        for pattern in 0..1 << kept.len() {
            let set = expand.apply(pattern);
            assert!(kept.contains_all(PointSet::from_bits(set)));
            assert_eq!(compress.apply(set), pattern);
        }
        assert_eq!(compress.apply(!kept.bits() & 0x1FF_FFFF), 0);
    }
}
