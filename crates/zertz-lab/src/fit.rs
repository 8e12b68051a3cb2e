//! Logistic regression: weights w and a scale K such that 1 / (1 + exp(-w·f / K)) is the win chance.
//!
//! The loss is the mean cross-entropy, -(t ln p + (1 - t) ln(1 - p)). Multiplying all weights and K by the same number changes nothing, so K
//! is fitted to the initial weights and then fixed. The weights are fitted by Adam on all positions at once, with λ Σ ((w - start)/100)²
//! added to the loss. The result is the weights of the step with the lowest loss on the positions held out.

/// Positions as features and targets.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    features: Vec<(u16, i16)>,
    /// The end of each position in `features`.
    ends: Vec<usize>,
    targets: Vec<f32>,
}

impl Samples {
    pub fn push(&mut self, features: &[(u16, i16)], target: f32) {
        self.features.extend_from_slice(features);
        self.ends.push(self.features.len());
        self.targets.push(target);
    }

    pub fn len(&self) -> usize {
        self.targets.len()
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = (&[(u16, i16)], f32)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).zip(&self.targets).map(|((start, &end), &target)| (&self.features[start..end], target))
    }

    pub fn scores(&self, weights: &[f32]) -> Vec<(f32, f32)> {
        self.iter().map(|(features, target)| (dot(features, weights), target)).collect()
    }

    /// The number of positions in which each weight counts.
    pub fn counts(&self, weights: usize) -> Vec<usize> {
        let mut counts = vec![0; weights];
        self.features.iter().for_each(|&(n, _)| counts[usize::from(n)] += 1);
        counts
    }

    fn gradient(&self, weights: &[f32], scale: f64, out: &mut [f64]) {
        out.fill(0.0);
        for (features, target) in self.iter() {
            let error = chance(f64::from(dot(features, weights)), scale) - f64::from(target);
            for &(n, count) in features {
                out[usize::from(n)] += error * f64::from(count);
            }
        }
        let by = scale * self.len().max(1) as f64;
        out.iter_mut().for_each(|g| *g /= by);
    }
}

fn dot(features: &[(u16, i16)], weights: &[f32]) -> f32 {
    features.iter().map(|&(n, count)| weights[usize::from(n)] * f32::from(count)).sum()
}

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

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    pub steps: usize,
    /// The learning rate: roughly how far a weight moves in a step.
    pub rate: f64,
    /// The factor λ of the regularisation.
    pub pull: f64,
}

/// Fits the weights. After each step, `watch` gets the loss on the positions held out, and returns whether to continue.
pub fn fit_weights(
    train: &Samples,
    kept_back: &Samples,
    start: &[f32],
    scale: f64,
    options: &Options,
    watch: &mut dyn FnMut(f64) -> bool,
) -> Vec<f32> {
    let judge = if kept_back.is_empty() { train } else { kept_back };
    let mut weights = start.to_vec();
    let mut best = (loss(&judge.scores(start), scale), weights.clone());
    let (mut mean, mut square, mut gradient) = (vec![0.0; start.len()], vec![0.0; start.len()], vec![0.0; start.len()]);
    for step in 1..=options.steps {
        train.gradient(&weights, scale, &mut gradient);
        let (fade1, fade2) = (1.0 - 0.9f64.powi(step as i32), 1.0 - 0.999f64.powi(step as i32));
        // Smaller steps towards the end let the weights settle.
        let rate = options.rate * (1.0 - 0.95 * step as f64 / options.steps as f64);
        for n in 0..weights.len() {
            let g = gradient[n] + options.pull * 2.0 * f64::from(weights[n] - start[n]) / 1e4;
            mean[n] = 0.9 * mean[n] + 0.1 * g;
            square[n] = 0.999 * square[n] + 0.001 * g * g;
            weights[n] -= (rate * (mean[n] / fade1) / ((square[n] / fade2).sqrt() + 1e-12)) as f32;
        }
        let now = loss(&judge.scores(&weights), scale);
        if now < best.0 {
            best = (now, weights.clone());
        }
        if !watch(now) {
            break;
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Rng;

    /// Positions with up to three random features, and results that follow known weights.
    fn random_samples(count: usize, truth: &[f32], scale: f64, seed: u64) -> Samples {
        let mut rng = Rng::with_path(seed, &[]);
        let mut samples = Samples::default();
        for _ in 0..count {
            let mut features: Vec<(u16, i16)> =
                (0..3).map(|_| (rng.below(truth.len()) as u16, rng.below(5) as i16 - 2)).collect();
            features.sort_unstable();
            features.dedup_by_key(|f| f.0);
            let p = chance(f64::from(dot(&features, truth)), scale);
            let won = (rng.number() >> 11) as f64 / (1u64 << 53) as f64 <= p;
            samples.push(&features, f32::from(u8::from(won)));
        }
        samples
    }

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let truth = [100.0, -60.0, 180.0, 30.0];
        let samples = random_samples(40_000, &truth, 150.0, 1);
        let scale = fit_scale(&samples.scores(&truth));
        assert!((scale - 150.0).abs() < 5.0, "{scale}");
    }

    #[test]
    fn the_weights_that_made_the_results_are_found() {
        let truth = [100.0, -60.0, 180.0, 30.0];
        let (train, kept_back) = (random_samples(40_000, &truth, 150.0, 2), random_samples(4_000, &truth, 150.0, 3));
        let options = Options { steps: 300, rate: 5.0, pull: 0.0 };
        let start = [0.0; 4];
        let fitted = fit_weights(&train, &kept_back, &start, 150.0, &options, &mut |_| true);
        for (fitted, truth) in fitted.iter().zip(truth) {
            assert!((fitted - truth).abs() < 10.0, "{fitted} is not {truth}");
        }
        let (before, after) = (loss(&kept_back.scores(&start), 150.0), loss(&kept_back.scores(&fitted), 150.0));
        assert!((before - 2f64.ln()).abs() < 1e-6 && after < before - 0.1, "{before} {after}");
    }

    #[test]
    fn regularisation_keeps_weights_near_the_start() {
        let train = random_samples(2_000, &[100.0, -60.0], 150.0, 4);
        let moved = |pull: f64| {
            let options = Options { steps: 300, rate: 2.0, pull };
            let fitted = fit_weights(&train, &train, &[10.0, 10.0], 150.0, &options, &mut |_| true);
            fitted.iter().map(|w| (w - 10.0).abs()).fold(0.0, f32::max)
        };
        assert!(moved(1e4) < 3.0 && moved(0.0) > 60.0, "{} {}", moved(1e4), moved(0.0));
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = random_samples(500, &[100.0, -60.0, 20.0], 150.0, 5);
        let weights = [40.0f32, 10.0, -30.0];
        let mut gradient = vec![0.0; 3];
        samples.gradient(&weights, 150.0, &mut gradient);
        for n in 0..3 {
            let at = |by: f32| {
                let mut moved = weights;
                moved[n] += by;
                loss(&samples.scores(&moved), 150.0)
            };
            let slope = (at(0.5) - at(-0.5)) / 1.0;
            assert!((slope - gradient[n]).abs() < 1e-6, "{slope} {}", gradient[n]);
        }
    }
}
