//! The weights of one phase as real numbers, and how they learn.

use modisa::kit::{MAX_POINTS, SplitMix64};
use modisa::morris::inputs::{HANDS, PLANES};
use modisa::morris::network::{HIDDEN, Layer, ONE, OUTPUT_ONE};

/// Inputs in all: points by plane, then own and other men in hand.
pub(crate) const INPUTS: usize = PLANES * MAX_POINTS + 2 * HANDS;

/// Bounds that keep the whole-number sums from overflowing.
const HIDDEN_BOUND: f32 = 2.0;
const OUTPUT_BOUND: f32 = 127.0 / OUTPUT_ONE as f32;

/// Real weights of one phase, all in one row: input rows, hidden bias, output, output bias.
pub(crate) struct RealLayer(Vec<f32>);

const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const LAST: usize = OUTPUT + HIDDEN;
const COUNT: usize = LAST + 1;

impl RealLayer {
    /// Small random weights.
    pub(crate) fn random(seed: u64) -> Self {
        let mut chance = SplitMix64::new(seed);
        let mut real =
            |scale: f32| ((chance.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * scale;
        let mut weights: Vec<f32> = (0..BIAS).map(|_| real(0.15)).collect();
        weights.extend((0..HIDDEN).map(|_| 0.3));
        weights.extend((0..HIDDEN).map(|_| real(0.5)));
        weights.push(0.0);
        Self(weights)
    }

    fn sums(&self, active: &[u16]) -> [f32; HIDDEN] {
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.0[BIAS..OUTPUT]);
        for &input in active {
            let row = &self.0[usize::from(input) * HIDDEN..][..HIDDEN];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums
    }

    /// The logarithm of the odds to win.
    pub(crate) fn logit(&self, active: &[u16]) -> f32 {
        let sums = self.sums(active);
        let squares = sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
        squares.zip(&self.0[OUTPUT..LAST]).map(|(square, w)| square * w).sum::<f32>()
            + self.0[LAST]
    }

    /// Adds the gradient of the loss of one example.
    pub(crate) fn descend(&self, active: &[u16], target: f32, gradient: &mut [f32]) {
        let sums = self.sums(active);
        let mut logit = self.0[LAST];
        for (sum, weight) in sums.iter().zip(&self.0[OUTPUT..LAST]) {
            logit += sum.clamp(0.0, 1.0).powi(2) * weight;
        }
        let slope = sigmoid(logit) - target;
        gradient[LAST] += slope;
        let mut back = [0.0_f32; HIDDEN];
        for (index, back) in back.iter_mut().enumerate() {
            let sum = sums[index].clamp(0.0, 1.0);
            gradient[OUTPUT + index] += slope * sum * sum;
            let is_inside = sums[index] > 0.0 && sums[index] < 1.0;
            *back = if is_inside { slope * self.0[OUTPUT + index] * 2.0 * sum } else { 0.0 };
        }
        for (total, back) in gradient[BIAS..OUTPUT].iter_mut().zip(&back) {
            *total += back;
        }
        for &input in active {
            let row = &mut gradient[usize::from(input) * HIDDEN..][..HIDDEN];
            for (total, back) in row.iter_mut().zip(&back) {
                *total += back;
            }
        }
    }

    /// The weights as whole numbers.
    pub(crate) fn round(&self) -> Layer {
        let row = |at: usize, unit: i16| {
            std::array::from_fn(|index| (self.0[at + index] * f32::from(unit)).round() as i16)
        };
        let input = |input: usize| row(input * HIDDEN, ONE);
        Layer {
            bias: row(BIAS, ONE),
            points: std::array::from_fn(|plane| {
                std::array::from_fn(|point| input(plane * MAX_POINTS + point))
            }),
            hands: std::array::from_fn(|side| {
                std::array::from_fn(|hand| input(PLANES * MAX_POINTS + side * HANDS + hand))
            }),
            output: row(OUTPUT, OUTPUT_ONE),
            output_bias: (self.0[LAST] * f32::from(ONE) * f32::from(OUTPUT_ONE)).round() as i32,
        }
    }
}

/// Adaptive steps (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).
pub(crate) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new() -> Self {
        Self { mean: vec![0.0; COUNT], square: vec![0.0; COUNT], steps: 0 }
    }

    /// A gradient of the right size, all zero.
    pub(crate) fn gradient() -> Vec<f32> {
        vec![0.0; COUNT]
    }

    /// Moves the weights against a gradient over `size` examples and clears it.
    pub(crate) fn step(
        &mut self,
        layer: &mut RealLayer,
        gradient: &mut [f32],
        size: usize,
        rate: f32,
    ) {
        const KEPT: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let mean_part = 1.0 - KEPT.0.powi(self.steps);
        let square_part = 1.0 - KEPT.1.powi(self.steps);
        for (index, slope) in gradient.iter_mut().enumerate() {
            let g = *slope / size as f32;
            *slope = 0.0;
            self.mean[index] = KEPT.0 * self.mean[index] + (1.0 - KEPT.0) * g;
            self.square[index] = KEPT.1 * self.square[index] + (1.0 - KEPT.1) * g * g;
            let mean = self.mean[index] / mean_part;
            let square = self.square[index] / square_part;
            let bound = match index {
                LAST => f32::INFINITY,
                OUTPUT.. => OUTPUT_BOUND,
                _ => HIDDEN_BOUND,
            };
            let moved = layer.0[index] - rate * mean / (square.sqrt() + 1e-8);
            layer.0[index] = moved.clamp(-bound, bound);
        }
    }
}

/// The share of points expected at these odds.
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTIVE: [u16; 5] = [3, 40, 41, 260, 275];

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let layer = RealLayer::random(5);
        let target = 0.8;
        let mut gradient = Adam::gradient();
        layer.descend(&ACTIVE, target, &mut gradient);
        let loss = |layer: &RealLayer| {
            let share = f64::from(sigmoid(layer.logit(&ACTIVE)));
            let target = f64::from(target);
            -(target * share.ln() + (1.0 - target) * (1.0 - share).ln())
        };
        for index in [3 * HIDDEN + 1, 40 * HIDDEN + 7, BIAS + 2, OUTPUT + 9, LAST] {
            let moved = |by: f32| {
                let mut weights = layer.0.clone();
                weights[index] += by;
                loss(&RealLayer(weights))
            };
            let slope = (moved(0.01) - moved(-0.01)) / 0.02;
            assert!((slope - f64::from(gradient[index])).abs() < 0.01, "{index}: {slope}");
        }
        let unset = gradient[50 * HIDDEN].abs();
        assert!(unset < f32::EPSILON, "an input that is not set learns nothing");
    }

    #[test]
    fn steps_lower_the_loss() {
        let mut layer = RealLayer::random(1);
        let mut adam = Adam::new();
        let mut gradient = Adam::gradient();
        let before = layer.logit(&ACTIVE);
        for _ in 0..200 {
            layer.descend(&ACTIVE, 0.9, &mut gradient);
            adam.step(&mut layer, &mut gradient, 1, 0.01);
        }
        assert!((sigmoid(layer.logit(&ACTIVE)) - 0.9).abs() < 0.02, "from {before}");
    }
}
