//! `zertz-lab tune` and `zertz-lab calibrate`: fit the evaluation to positions with results, and check it against them.

use crate::{
    data::{LabelledPosition, PositionArgs},
    features,
    fit::{Options, Samples, chance, fit_scale, fit_weights, loss},
    progress::Progress,
    weights,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{io::Write, path::PathBuf};
use zertz::{Position, Rng, Rules};
use zertz_engine::{Params, Score, Stop};

/// Positions without those that have extreme scores.
#[derive(Args, Clone, Debug)]
struct BoundedPositions {
    #[command(flatten)]
    positions: PositionArgs,
    /// Leave out positions with scores beyond this, such as proven ones
    #[arg(long, value_name = "POINTS", default_value_t = 3000)]
    most: i32,
}

impl BoundedPositions {
    fn read(&self, mut visit: impl FnMut((usize, usize), &Rules, &Position, &LabelledPosition)) -> Result<()> {
        self.positions.read(|game, rules, position, labelled| {
            if labelled.score.abs() <= self.most {
                visit(game, rules, position, labelled);
            }
        })
    }
}

/// Fit the weights of the evaluation to positions
#[derive(Args, Clone, Debug)]
pub struct Tune {
    #[command(flatten)]
    positions: BoundedPositions,
    /// Steps of Adam
    #[arg(long, value_name = "N", default_value_t = 300)]
    steps: usize,
    /// Learning rate: how far a weight moves in a step, in points
    #[arg(long, value_name = "POINTS", default_value_t = 3.0)]
    rate: f64,
    /// Regularisation: the factor of Σ ((w - start)/100)² in the loss
    #[arg(long, value_name = "L", default_value_t = 1e-5)]
    pull: f64,
    /// Share of the games held out for validation
    #[arg(long, alias = "keep-back", value_name = "SHARE", default_value_t = 0.1)]
    hold_out: f64,
    /// Share of the target that comes from the score instead of the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    blend: f64,
    /// File for the fitted weights, which a player engine:params=FILE uses
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Seed that selects the games held out
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Tune {
    /// Fits the weights, and prints the losses, the changes and the weights as source code.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let start = features::to_vec(&Params::DEFAULT);
        let (train, held_out) = self.read()?;
        if train.is_empty() {
            bail!("there are no positions to fit to");
        }
        let scale = fit_scale(&train.scores(&start));
        let mut progress = Progress::new(self.steps as u64, "steps");
        let options = Options { steps: self.steps, rate: self.rate, pull: self.pull };
        let fitted = fit_weights(&train, &held_out, &start, scale, &options, &mut |loss| {
            progress.advance(|| format!("loss {loss:.6}"));
            !stop.is_set()
        });
        progress.finish();
        let params = features::to_params(&fitted);
        let fitted = features::to_vec(&params);
        let after = fit_scale(&train.scores(&fitted));
        writeln!(out, "positions {} to fit, {} held out", train.len(), held_out.len())?;
        writeln!(out, "K         {scale:.1} fits the weights at the start, {after:.1} those after")?;
        for (what, samples) in [("fitted", &train), ("held out", &held_out)] {
            let [before, after] = [&start, &fitted].map(|weights| loss(&samples.scores(weights), scale));
            writeln!(out, "loss      {before:.6} before, {after:.6} after ({what})")?;
        }
        writeln!(out, "\n{:20} {:>6} {:>6} {:>9}", "weight", "before", "after", "positions")?;
        for (n, count) in train.counts(start.len()).into_iter().enumerate() {
            writeln!(out, "{:20} {:>6} {:>6} {count:>9}", Params::name(n), start[n], fitted[n])?;
        }
        write!(out, "\n{}", params.source())?;
        if let Some(path) = &self.out {
            std::fs::write(path, weights::write(&params))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// The positions to fit to and those held out. Whole games are held out, since the positions of one game are similar.
    fn read(&self) -> Result<(Samples, Samples)> {
        let (mut train, mut held_out) = (Samples::default(), Samples::default());
        let mut list = Vec::new();
        self.positions.read(|(file, game), rules, position, labelled| {
            list.clear();
            features::features(rules, position, &mut list);
            let expected = Score::Points(labelled.score).win_chance() as f32;
            let target = labelled.result + self.blend.clamp(0.0, 1.0) as f32 * (expected - labelled.result);
            let lot = Rng::with_path(self.seed, &[file as u64, game as u64]).below(1_000_000) as f64 / 1e6;
            if lot < self.hold_out { &mut held_out } else { &mut train }.push(&list, target);
        })?;
        Ok((train, held_out))
    }
}

/// Compare predicted win chances with actual results
#[derive(Args, Clone, Debug)]
pub struct Calibrate {
    #[command(flatten)]
    positions: BoundedPositions,
    /// Use the evaluation without search instead of the score in the file
    #[arg(long)]
    evaluation: bool,
}

const BINS: usize = 10;

impl Calibrate {
    /// Fits K and prints the table.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let mut scores = Vec::new();
        self.positions.read(|_, rules, position, labelled| {
            let score = if self.evaluation { zertz_engine::evaluate(rules, position) } else { labelled.score };
            scores.push((score as f32, labelled.result));
        })?;
        if scores.is_empty() {
            bail!("there are no positions to compare with");
        }
        let (scale, now) = (fit_scale(&scores), current_scale());
        let [best, engine] = [scale, now].map(|scale| loss(&scores, scale));
        writeln!(out, "positions {}", scores.len())?;
        writeln!(out, "K         {scale:.1} fits best; the engine has {now:.1}")?;
        writeln!(out, "loss      {best:.6} with the best K, {engine:.6} with the engine's\n")?;
        writeln!(out, "{:>10} {:>9} {:>9} {:>9}", "chance", "positions", "predicted", "actual")?;
        for (bin, (count, predicted, actual)) in bins(&scores, scale).into_iter().enumerate() {
            let (from, to) = (100 * bin / BINS, 100 * (bin + 1) / BINS);
            let mean =
                |sum: f64| if count == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * sum / count as f64) };
            writeln!(out, "{:>10} {count:>9} {:>9} {:>9}", format!("{from}-{to}%"), mean(predicted), mean(actual))?;
        }
        Ok(())
    }
}

/// For each tenth of the predicted win chances: the number of positions, and the sums of predictions and results.
fn bins(scores: &[(f32, f32)], scale: f64) -> [(usize, f64, f64); BINS] {
    let mut bins = [(0, 0.0, 0.0); BINS];
    for &(score, result) in scores {
        let predicted = chance(f64::from(score), scale);
        let bin = &mut bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + predicted, bin.2 + f64::from(result));
    }
    bins
}

/// The scale that the engine uses for its win chances.
fn current_scale() -> f64 {
    let chance = Score::Points(100).win_chance();
    100.0 / (chance / (1.0 - chance)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_by_tenths_of_the_chance() {
        let bins = bins(&[(0.0, 1.0), (0.0, 0.0), (1000.0, 1.0), (-1000.0, 0.0)], 100.0);
        assert_eq!((bins[5].0, bins[5].2), (2, 1.0));
        assert_eq!((bins[9].0, bins[0].0), (1, 1));
    }

    #[test]
    fn the_scale_of_the_engine_reproduces_its_chances() {
        let chance = Score::Points(317).win_chance();
        assert!((super::chance(317.0, current_scale()) - chance).abs() < 1e-9);
    }
}
