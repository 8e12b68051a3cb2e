//! `zertz-lab train` and `zertz-lab quantise`: fit the network of the evaluation to positions, and write it as integers.
//!
//! The loss is the mean cross-entropy of the predicted win chance and the label. Adam fits the weights in small batches. Whole games are
//! held out, since the positions of one game are similar.

use crate::{
    data::{LabelledPosition, PositionArgs},
    fit::{Adam, engine_scale, is_held_out, loss, read_weights, shuffled, write_weights},
    player::read_network,
    prior,
    progress::Progress,
};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::{collections::BTreeMap, fs, io::Write, num::NonZeroUsize, path::PathBuf};
use zertz::{Position, Rng, Rules};
use zertz_engine::{
    Network, Score, Stop,
    training::{FEATURES, HIDDEN_SCALE, OUTPUT_SCALE, WIDTH, Weights, features, pattern_count, pattern_rows},
};

/// Fit the network of the evaluation to positions
#[derive(Args, Clone, Debug)]
pub struct Train {
    #[command(flatten)]
    positions: PositionArgs,
    /// Leave out positions with scores beyond this, such as proven ones
    #[arg(long, value_name = "POINTS", default_value_t = 3000)]
    most: u32,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    epochs: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "RATE", default_value_t = 0.003)]
    rate: f32,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value = "512")]
    batch: NonZeroUsize,
    /// Weight decay of the hidden layer, relative to the learning rate
    #[arg(long, value_name = "L", default_value_t = 1.0)]
    decay: f32,
    /// Share of the games held out for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    hold_out: f64,
    /// Share of the target that comes from the score instead of the result
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    blend: f32,
    /// Weights to start from, as written by an earlier run
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Network, as written by quantise, to compare with on the positions held out [default: the engine's]
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// File for the weights, written after each pass
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Write trained weights as the integers that the engine uses
#[derive(Args, Clone, Debug)]
pub struct Quantise {
    /// Weights of the evaluation, as written by train
    evaluation: PathBuf,
    /// Weights of the prior, as written by train-prior
    prior: PathBuf,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Positions as the rows of the network that they use.
#[derive(Default)]
struct Samples {
    rows: Vec<u16>,
    ends: Vec<usize>,
    targets: Vec<f32>,
}

impl Samples {
    fn push(&mut self, rules: &Rules, position: &Position, target: f32) {
        pattern_rows(&rules.board, position, |_, rows| self.rows.extend(rows.map(|row| row as u16)));
        features(rules, position, |feature, own| {
            let row = pattern_count() + if own { feature } else { FEATURES + feature };
            self.rows.push(row as u16);
        });
        self.ends.push(self.rows.len());
        self.targets.push(target);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn rows(&self, n: usize) -> &[u16] {
        let begin = if n == 0 { 0 } else { self.ends[n - 1] };
        &self.rows[begin..self.ends[n]]
    }
}

/// The positions held out: what a comparison needs of each.
#[derive(Default)]
struct HeldOut {
    samples: Samples,
    /// The board and the tens of vacant rings.
    groups: Vec<(&'static str, usize)>,
    /// The score of the network to compare with, as the logarithm of the odds.
    before: Vec<f32>,
}

/// Where the parts of a list of weights begin: rows of patterns and features, points of features, bias and output.
mod layout {
    use zertz_engine::training::{FEATURES, WIDTH, pattern_count};

    pub fn linear() -> usize {
        (pattern_count() + 2 * FEATURES) * WIDTH
    }
    pub fn bias() -> usize {
        linear() + 2 * FEATURES
    }
    pub fn output() -> usize {
        bias() + WIDTH
    }
    pub fn count() -> usize {
        output() + WIDTH
    }
}

/// The network in floating point, in units of the logarithm of the odds.
struct Model(Vec<f32>);

impl Model {
    fn new(seed: u64) -> Model {
        let mut weights = vec![0.0; layout::count()];
        let mut rng = Rng::with_path(seed, &[1]);
        let rows = &mut weights[WIDTH..layout::linear()];
        rows.iter_mut().for_each(|weight| *weight = (rng.below(2001) as f32 / 1000.0 - 1.0) * 0.03);
        weights[layout::bias()..layout::output()].fill(0.3);
        for (i, weight) in weights[layout::output()..].iter_mut().enumerate() {
            *weight = if i % 2 == 0 { 0.2 } else { -0.2 };
        }
        Model(weights)
    }

    /// The hidden layer and the result.
    fn forward(&self, rows: &[u16]) -> ([f32; WIDTH], f32) {
        let (linear, bias, output) = (layout::linear(), layout::bias(), layout::output());
        let mut hidden: [f32; WIDTH] = std::array::from_fn(|i| self.0[bias + i]);
        let mut sum = 0.0;
        for &row in rows {
            let row = usize::from(row);
            let weights = &self.0[row * WIDTH..][..WIDTH];
            (0..WIDTH).for_each(|i| hidden[i] += weights[i]);
            if row >= pattern_count() {
                sum += self.0[linear + row - pattern_count()];
            }
        }
        let products = hidden.iter().zip(&self.0[output..]).map(|(&h, &w)| h.max(0.0) * w);
        (hidden, sum + products.sum::<f32>())
    }

    /// Adds the gradient of the loss of one position.
    fn backward(&self, rows: &[u16], target: f32, gradient: &mut [f32]) {
        let (linear, bias, output) = (layout::linear(), layout::bias(), layout::output());
        let (hidden, logit) = self.forward(rows);
        let error = 1.0 / (1.0 + (-logit).exp()) - target;
        let mut slope = [0.0; WIDTH];
        for i in (0..WIDTH).filter(|&i| hidden[i] > 0.0) {
            slope[i] = error * self.0[output + i];
            gradient[output + i] += error * hidden[i];
            gradient[bias + i] += slope[i];
        }
        for &row in rows {
            let row = usize::from(row);
            let part = &mut gradient[row * WIDTH..][..WIDTH];
            (0..WIDTH).for_each(|i| part[i] += slope[i]);
            if row >= pattern_count() {
                gradient[linear + row - pattern_count()] += error;
            }
        }
    }

    /// Makes the rows smaller, and keeps those of patterns within what fits into a byte when they are quantised.
    fn decay(&mut self, share: f32) {
        let most = 127.0 / HIDDEN_SCALE;
        self.0[..layout::linear()].iter_mut().for_each(|weight| *weight *= 1.0 - share);
        self.0[..pattern_count() * WIDTH].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        // The row of the patterns whose middle ring is absent.
        self.0[..WIDTH].fill(0.0);
    }

    fn scores(&self, samples: &Samples) -> Vec<(f32, f32)> {
        (0..samples.len()).map(|n| (self.forward(samples.rows(n)).1, samples.targets[n])).collect()
    }

    fn quantised(&self) -> Weights {
        let (linear, bias, output) = (layout::linear(), layout::bias(), layout::output());
        let bytes = |part: &[f32]| part.iter().map(|w| (w * HIDDEN_SCALE).round() as i8).collect();
        let words = |part: &[f32], scale: f32| part.iter().map(|w| (w * scale).round() as i16).collect();
        let (points, features) = (engine_scale() as f32, pattern_count() * WIDTH);
        Weights {
            patterns: bytes(&self.0[..features]),
            features: words(&self.0[features..linear], HIDDEN_SCALE),
            linear: words(&self.0[linear..bias], points),
            bias: words(&self.0[bias..output], HIDDEN_SCALE),
            output: words(&self.0[output..], points * OUTPUT_SCALE / HIDDEN_SCALE),
            prior: Vec::new(),
        }
    }
}

impl Train {
    /// Fits the network and prints the losses.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let (train, held_out) = self.read()?;
        if train.len() == 0 || held_out.samples.len() == 0 {
            bail!("there are not enough positions to fit to and to hold out");
        }
        let start = |path: &PathBuf| read_weights(path, layout::count()).map(Model);
        let mut model = self.start.as_ref().map_or_else(|| Ok(Model::new(self.seed)), start)?;
        writeln!(out, "positions {} to fit, {} held out", train.len(), held_out.samples.len())?;
        let mut adam = Adam::new(layout::count(), self.epochs.saturating_mul(train.len().div_ceil(self.batch.get())));
        let mut gradient = vec![0.0; layout::count()];
        let mut progress = Progress::new(self.epochs as u64, "epochs");
        for epoch in 1..=self.epochs {
            let order = shuffled(train.len(), &mut Rng::with_path(self.seed, &[2, epoch as u64]));
            for batch in order.chunks(self.batch.get()) {
                batch.iter().for_each(|&n| model.backward(train.rows(n), train.targets[n], &mut gradient));
                let rate = adam.step(&mut model.0, &mut gradient, batch.len(), self.rate);
                model.decay(rate * self.decay);
            }
            let now = loss(&model.scores(&held_out.samples), 1.0);
            ensure!(now.is_finite(), "the weights have become infinite; use a smaller rate");
            write_weights(&self.out, &model.0)?;
            writeln!(out, "epoch     {epoch}: loss {now:.5} (held out)")?;
            out.flush()?;
            progress.advance(|| format!("loss {now:.5}"));
            if stop.is_set() {
                break;
            }
        }
        progress.finish();
        compare(out, &model, &held_out)
    }

    fn read(&self) -> Result<(Samples, HeldOut)> {
        let against = self.against.as_ref().map_or_else(|| Ok(Network::known()), |path| read_network(path))?;
        let (mut train, mut held_out) = (Samples::default(), HeldOut::default());
        self.positions.read(|game, rules, position, labelled: &LabelledPosition| {
            if labelled.score.unsigned_abs() > self.most {
                return;
            }
            let expected = Score::Points(labelled.score).win_chance() as f32;
            let target = labelled.result + self.blend * (expected - labelled.result);
            if is_held_out(self.seed, game, self.hold_out) {
                held_out.samples.push(rules, position, target);
                held_out.groups.push((rules.board.name(), position.vacant().len() / 10 * 10));
                held_out.before.push(against.evaluate(rules, position) as f32 / engine_scale() as f32);
            } else {
                train.push(rules, position, target);
            }
        })?;
        Ok((train, held_out))
    }
}

/// Prints the losses of both networks, by board and by number of vacant rings.
fn compare(out: &mut dyn Write, model: &Model, held_out: &HeldOut) -> Result<()> {
    type Scores = Vec<(f32, f32)>;
    let mut groups: BTreeMap<(&str, String), [Scores; 3]> = BTreeMap::new();
    for (n, after) in model.scores(&held_out.samples).into_iter().enumerate() {
        let (board, vacant) = held_out.groups[n];
        // The loss of a perfect prediction is the entropy of the labels.
        let perfect = (after.1 / (1.0 - after.1)).ln().clamp(-30.0, 30.0);
        for group in [(board, format!("{vacant}-{}", vacant + 9)), (board, "all".to_owned()), ("all", "all".to_owned())]
        {
            let [before, now, least] = groups.entry(group).or_default();
            before.push((held_out.before[n], after.1));
            now.push(after);
            least.push((perfect, after.1));
        }
    }
    writeln!(out, "\nboard vacant positions  before   after entropy")?;
    for ((board, vacant), scores) in groups {
        let count = scores[0].len();
        let [before, after, entropy] = scores.map(|scores| loss(&scores, 1.0));
        writeln!(out, "{board:>5} {vacant:>6} {count:>9} {before:>7.4} {after:>7.4} {entropy:>7.4}")?;
    }
    Ok(())
}

impl Quantise {
    /// Writes the integers and prints their size.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let model = Model(read_weights(&self.evaluation, layout::count())?);
        let mut weights = model.quantised();
        weights.prior = prior::quantised(&self.prior)?;
        let bytes = weights.write();
        Network::read(&bytes)?;
        fs::write(&self.out, &bytes).with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(out, "{} bytes written to {}", bytes.len(), self.out.display())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    /// A model with random weights, and positions of a random game.
    fn example() -> (Model, Rules, Vec<Position>) {
        let mut rng = Rng::new(7);
        let mut model = Model::new(3);
        model.0.iter_mut().for_each(|weight| *weight += (rng.below(2001) as f32 / 1000.0 - 1.0) * 0.2);
        model.decay(0.0);
        let rules = Rules::standard(Board::rings37());
        let mut positions = vec![rules.start()];
        while let Some(turn) = positions[positions.len() - 1].turns(&rules).choose(|count| rng.below(count)) {
            positions.push(positions[positions.len() - 1].play_unchecked(&rules, &turn));
        }
        (model, rules, positions)
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (mut model, rules, positions) = example();
        let mut samples = Samples::default();
        samples.push(&rules, &positions[10], 0.3);
        let mut gradient = vec![0.0; layout::count()];
        model.backward(samples.rows(0), 0.3, &mut gradient);
        let mut checked = 0;
        for n in (0..layout::count()).filter(|&n| gradient[n].abs() > 0.02).step_by(40) {
            let weight = model.0[n];
            let [above, below] = [0.01, -0.01].map(|by| {
                model.0[n] = weight + by;
                loss(&model.scores(&samples), 1.0)
            });
            model.0[n] = weight;
            let slope = (above - below) / 0.02;
            assert!((slope - f64::from(gradient[n])).abs() < 0.02, "{n}: {slope} {}", gradient[n]);
            checked += 1;
        }
        assert!(checked > 5, "{checked}");
    }

    #[test]
    fn the_quantised_network_gives_nearly_the_same_scores() {
        let (model, rules, positions) = example();
        let mut weights = model.quantised();
        weights.prior = vec![0; zertz_engine::training::prior_count()];
        let network = Network::read(&weights.write()).unwrap();
        let mut samples = Samples::default();
        positions.iter().for_each(|position| samples.push(&rules, position, 0.5));
        for (position, (logit, _)) in positions.iter().zip(model.scores(&samples)) {
            let (exact, integer) = (f64::from(logit) * engine_scale(), network.evaluate(&rules, position));
            assert!((exact - f64::from(integer)).abs() < 30.0 + 0.02 * exact.abs(), "{exact} {integer}");
        }
    }
}
