//! Fits a network to labelled positions by logistic regression.
//!
//! A target is a mixture of what the search said and how the game ended. Each time an
//! example comes up it is seen under another symmetry of the board. A twentieth of the
//! positions, in blocks, is held back to measure what was learned.

use crate::arguments::Fit;
use crate::layer::{Adam, INPUTS, RealLayer, sigmoid};
use crate::sample::{self, DECIDED, Sample};
use modisa::game::Game;
use modisa::kit::{MAX_POINTS, Score, SplitMix64, Verdict};
use modisa::morris::inputs::{HANDS, Inputs, PHASES, PLANES};
use modisa::morris::network::{CENTIMEN, Layer, Network};
use modisa::morris::{Morris, builtin};
use std::fs;

/// Examples between two steps.
const BATCH: usize = 1024;
/// Lines that are held back or not together, so that a game is on one side.
const BLOCK: usize = 200;

/// A position as the fit sees it.
struct Example {
    inputs: Inputs,
    active: Vec<u16>,
    target: f32,
    result: f32,
    /// The estimate of the engine as it is.
    old: f32,
    held: bool,
}

/// Fits and writes the network.
pub(crate) fn run(asked: &Fit) -> Result<(), String> {
    let find = |name: &str| -> Result<Morris, String> {
        let variant = builtin::find(name).ok_or_else(|| format!("no variant {name:?}"))?;
        Morris::new(variant).map_err(|error| error.to_string())
    };
    let game = find(&asked.variant)?;
    let mut examples = Vec::new();
    for path in &asked.data {
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let samples: Vec<Sample> =
            text.lines().filter_map(|line| sample::read(&game, line)).collect();
        let unit = unit_of(&samples);
        println!(
            "{}: {} positions, odds unit {unit:.0} centimen",
            path.display(),
            samples.len()
        );
        examples.extend(samples.iter().enumerate().map(|(index, sample)| {
            let held = (index / BLOCK).is_multiple_of(20);
            example(&game, sample, unit, asked.trust, held)
        }));
    }
    let maps = symmetric_inputs(&game);
    let mut phases: Vec<Vec<Example>> = (0..PHASES).map(|_| Vec::new()).collect();
    for example in examples {
        phases[example.inputs.phase].push(example);
    }
    let layers = std::thread::scope(|scope| {
        let jobs: Vec<_> = phases
            .iter()
            .enumerate()
            .map(|(phase, examples)| {
                let maps = &maps;
                scope.spawn(move || fit_phase(phase, examples, maps, asked))
            })
            .collect();
        jobs.into_iter()
            .map(|job| job.join().map_err(|_| "a thread broke down".to_owned()))
            .collect::<Result<Vec<Layer>, String>>()
    })?;
    let network = Network::new(game.board(), layers);
    report(&network, &phases);
    fs::write(&asked.out, network.to_bytes()).map_err(|e| e.to_string())
}

/// Centimen of the search for one unit of the logarithm of the odds, by the results.
fn unit_of(samples: &[Sample]) -> f32 {
    let loss = |unit: f32| -> f64 {
        let estimated = samples.iter().filter(|sample| sample.score.abs() < DECIDED);
        estimated
            .map(|sample| cross(sample.score as f32 / unit, f32::from(sample.result) / 2.0))
            .sum()
    };
    let units = (1..80).map(|step| 10.0 * step as f32);
    units.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(CENTIMEN as f32)
}

fn example(game: &Morris, sample: &Sample, unit: f32, trust: f32, held: bool) -> Example {
    let inputs = game.inputs(&sample.state);
    let result = f32::from(sample.result) / 2.0;
    let said = if sample.score.abs() >= DECIDED {
        if sample.score > 0 { 1.0 } else { 0.0 }
    } else {
        sigmoid(sample.score as f32 / unit)
    };
    Example {
        active: active(&inputs),
        inputs,
        target: trust * said + (1.0 - trust) * result,
        result,
        old: centimen(game.evaluate(&sample.state)),
        held,
    }
}

/// The inputs that are set.
fn active(inputs: &Inputs) -> Vec<u16> {
    let mut set = Vec::with_capacity(64);
    for (plane, points) in inputs.planes.iter().enumerate() {
        set.extend(points.into_iter().map(|point| (plane * MAX_POINTS + point.index()) as u16));
    }
    for (side, &hand) in inputs.hands.iter().enumerate() {
        set.push((PLANES * MAX_POINTS + side * HANDS + usize::from(hand)) as u16);
    }
    set
}

/// Where each input goes under each symmetry of the board.
fn symmetric_inputs(game: &Morris) -> Vec<Vec<u16>> {
    let image = |symmetry: &modisa::morris::Symmetry| {
        let points = game.board().len();
        (0..INPUTS)
            .map(|input| {
                let (plane, index) = (input / MAX_POINTS, input % MAX_POINTS);
                match modisa::kit::Point::new(index) {
                    Some(point) if plane < PLANES && index < points => {
                        (plane * MAX_POINTS + symmetry.point(point).index()) as u16
                    }
                    _ => input as u16,
                }
            })
            .collect()
    };
    game.symmetries().iter().map(image).collect()
}

fn fit_phase(phase: usize, examples: &[Example], maps: &[Vec<u16>], asked: &Fit) -> Layer {
    let seed = asked.seed ^ phase as u64;
    let mut chance = SplitMix64::new(seed);
    let mut layer = RealLayer::random(seed);
    let mut adam = Adam::new();
    let mut gradient = Adam::gradient();
    let mut order: Vec<usize> =
        (0..examples.len()).filter(|&index| !examples[index].held).collect();
    let mut image = Vec::new();
    for epoch in 0..asked.epochs {
        let done = epoch as f32 / asked.epochs as f32;
        let rate =
            asked.rate * (0.02 + 0.98 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
        for index in (1..order.len()).rev() {
            order.swap(index, chance.below(index as u64 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            for &index in batch {
                let map = &maps[chance.below(maps.len() as u64) as usize];
                image.clear();
                image.extend(
                    examples[index].active.iter().map(|&input| map[usize::from(input)]),
                );
                layer.descend(&image, examples[index].target, &mut gradient);
            }
            adam.step(&mut layer, &mut gradient, batch.len(), rate);
        }
        if (epoch + 1) % 5 == 0 {
            let held = examples.iter().filter(|example| example.held);
            let (count, total) = held.fold((0, 0.0), |(count, total), example| {
                (count + 1, total + cross(layer.logit(&example.active), example.target))
            });
            println!(
                "phase {phase} epoch {} held-back loss {:.4}",
                epoch + 1,
                total / f64::from(count.max(1))
            );
        }
    }
    layer.round()
}

/// What the estimate before and the new network are worth on what was held back.
fn report(network: &Network, phases: &[Vec<Example>]) {
    for (phase, examples) in phases.iter().enumerate() {
        let held: Vec<&Example> = examples.iter().filter(|example| example.held).collect();
        if held.is_empty() {
            continue;
        }
        let mean = |logit: &dyn Fn(&Example) -> f32, goal: &dyn Fn(&Example) -> f32| {
            held.iter().map(|example| cross(logit(example), goal(example))).sum::<f64>()
                / held.len() as f64
        };
        let units = (1..80).map(|step| 10.0 * step as f32);
        let target = |example: &Example| example.target;
        let old = units
            .map(|unit| mean(&|example: &Example| example.old / unit, &target))
            .fold(f64::INFINITY, f64::min);
        let value =
            |example: &Example| centimen(network.estimate(&example.inputs)) / CENTIMEN as f32;
        println!(
            "phase {phase}: {} positions; loss of the estimate before {old:.4}, of the network {:.4} (of the results {:.4})",
            examples.len(),
            mean(&value, &target),
            mean(&value, &|example: &Example| example.result),
        );
    }
}

fn centimen(score: Score) -> f32 {
    match score.verdict() {
        Verdict::Estimate(value) => f32::from(value),
        Verdict::Win(_) => 10_000.0,
        Verdict::Loss(_) => -10_000.0,
    }
}

/// Cross entropy of the odds and a target share.
fn cross(logit: f32, target: f32) -> f64 {
    let share = f64::from(sigmoid(logit)).clamp(1e-6, 1.0 - 1e-6);
    let target = f64::from(target);
    -(target * share.ln() + (1.0 - target) * (1.0 - share).ln())
}
