//! What the commands that fit weights share: the loss, Adam, and files of weights.
//!
//! The loss is the mean cross-entropy, -(t ln p + (1 - t) ln(1 - p)), with the win chance p = 1 / (1 + exp(-s / K)) of a score s.

use anyhow::{Context, Result, ensure};
use std::{fs, path::Path};
use zertz::Rng;
use zertz_engine::Score;

pub fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The mean cross-entropy of scores and targets.
pub fn loss(scores: &[(f32, f32)], scale: f64) -> f64 {
    // ln(1 + exp(x)) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let each = |&(score, target): &(f32, f32)| {
        let x = f64::from(score) / scale;
        softplus(x) - f64::from(target) * x
    };
    scores.iter().map(each).sum::<f64>() / scores.len().max(1) as f64
}

/// The scale with the least loss, by golden-section search: the loss has one minimum in ln K.
pub fn fit_scale(scores: &[(f32, f32)]) -> f64 {
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (5f64.ln(), 20_000f64.ln());
    for _ in 0..60 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if loss(scores, a.exp()) < loss(scores, b.exp()) { high = b } else { low = a }
    }
    ((low + high) / 2.0).exp()
}

/// The scale that the engine uses for its win chances.
pub fn engine_scale() -> f64 {
    let chance = Score::Points(100).win_chance();
    100.0 / (chance / (1.0 - chance)).ln()
}

/// Adam: gradient descent with a step size of its own for each weight.
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    planned_steps: usize,
}

impl Adam {
    pub fn new(weights: usize, planned_steps: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0, planned_steps }
    }

    /// Takes a step with the sum of the gradients of a batch, and sets the sum to zero. The step size falls from `rate` to almost nothing
    /// along a cosine, so that the weights settle. Returns the step size.
    pub fn step(&mut self, weights: &mut [f32], gradient: &mut [f32], batch: usize, rate: f32) -> f32 {
        let done = self.steps as f32 / self.planned_steps.max(1) as f32;
        let rate = rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
        self.steps += 1;
        let (fade1, fade2) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (n, weight) in weights.iter_mut().enumerate() {
            let g = std::mem::take(&mut gradient[n]) / batch as f32;
            let (mean, square) = (&mut self.mean[n], &mut self.square[n]);
            *mean += 0.1 * (g - *mean);
            *square += 0.001 * (g * g - *square);
            *weight -= rate * (*mean / fade1) / ((*square / fade2).sqrt() + 1e-8);
        }
        rate
    }
}

/// The numbers below `count` in random order.
pub fn shuffled(count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
    order
}

/// Whether a game is held out for validation.
pub fn is_held_out(seed: u64, (file, game): (usize, usize), share: f64) -> bool {
    (Rng::with_path(seed, &[file as u64, game as u64]).below(1_000_000) as f64) < share * 1e6
}

/// Writes weights. Writes to a second file first, so that an interruption leaves the old ones.
pub fn write_weights(path: &Path, weights: &[f32]) -> Result<()> {
    let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    let part = path.with_extension("part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads weights that [`write_weights`] has written.
pub fn read_weights(path: &Path, count: usize) -> Result<Vec<f32>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        bytes.len() == 4 * count,
        "{} has {} bytes; {count} weights take {}",
        path.display(),
        bytes.len(),
        4 * count
    );
    let weights: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    ensure!(weights.iter().all(|weight| weight.is_finite()), "{} has weights that are not numbers", path.display());
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let mut rng = Rng::new(1);
        let scores: Vec<(f32, f32)> = (0..40_000)
            .map(|_| {
                let score = rng.below(800) as f32 - 400.0;
                let won = (rng.number() >> 11) as f64 / (1u64 << 53) as f64 <= chance(score.into(), 150.0);
                (score, f32::from(u8::from(won)))
            })
            .collect();
        let scale = fit_scale(&scores);
        assert!((scale - 150.0).abs() < 5.0, "{scale}");
    }

    #[test]
    fn adam_finds_the_minimum() {
        let (mut weights, mut gradient, mut adam) = ([5.0, -3.0], [0.0; 2], Adam::new(2, 2000));
        for _ in 0..2000 {
            gradient = std::array::from_fn(|i| gradient[i] + 2.0 * (weights[i] - [1.0, 2.0][i]));
            adam.step(&mut weights, &mut gradient, 1, 0.05);
            assert_eq!(gradient, [0.0; 2]);
        }
        assert!((weights[0] - 1.0).abs() < 0.01 && (weights[1] - 2.0).abs() < 0.01, "{weights:?}");
    }

    #[test]
    fn the_scale_of_the_engine_reproduces_its_chances() {
        let chance = Score::Points(317).win_chance();
        assert!((super::chance(317.0, engine_scale()) - chance).abs() < 1e-9);
    }
}
