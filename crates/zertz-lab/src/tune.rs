//! `zertz-lab tune` and `zertz-lab calibrate`: what positions and their results say about the evaluation.

use crate::{
    data::{self, Meant},
    features,
    fit::{Options, Samples, chance, fit_scale, fit_weights, loss},
    progress::Progress,
    weights,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{io::Write, path::PathBuf};
use zertz::{Board, Preset, Rng};
use zertz_engine::{Params, Score, Stop};

/// Positions to learn from.
#[derive(Args, Clone, Debug)]
pub struct DataArgs {
    /// Files of positions, as selfplay writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The board, if the positions do not tell
    #[arg(long, value_name = "BOARD")]
    pub board: Option<Board>,
    /// The rules, if the positions do not tell
    #[arg(long, value_name = "RULES")]
    pub rules: Option<Preset>,
    /// Leave out positions with scores beyond this, which proven ones are
    #[arg(long, value_name = "POINTS", default_value_t = 3000)]
    pub most: i32,
}

impl DataArgs {
    fn meant(&self) -> Meant {
        Meant { board: self.board.clone(), preset: self.rules }
    }
}

/// Fit the weights of the evaluation to positions
#[derive(Args, Clone, Debug)]
pub struct Tune {
    /// What to fit to
    #[command(flatten)]
    pub data: DataArgs,
    /// Steps of Adam
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub steps: usize,
    /// How far a weight moves in a step, in points
    #[arg(long, value_name = "POINTS", default_value_t = 3.0)]
    pub rate: f64,
    /// What it costs to leave the start, times Σ ((w - start)/100)²
    #[arg(long, value_name = "L", default_value_t = 1e-5)]
    pub pull: f64,
    /// The share of games kept back to judge by
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    pub keep_back: f64,
    /// The share of the target that is the player's score and not the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub blend: f64,
    /// A file to write the fitted weights to, for a player such as engine:params=FILE
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Which games are kept back
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl Tune {
    /// Fits, and prints what changed and the weights as source.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let start = features::to_vec(&Params::DEFAULT);
        let (train, kept_back) = self.read()?;
        if train.is_empty() {
            bail!("there are no positions to fit to");
        }
        let scale = fit_scale(&train.scores(&start));
        let mut progress = Progress::new(self.steps as u64, "steps");
        let options = Options { steps: self.steps, rate: self.rate, pull: self.pull };
        let fitted = fit_weights(&train, &kept_back, &start, scale, &options, &mut |_, loss| {
            progress.advance(|| format!("loss {loss:.6}"));
            !stop.is_set()
        });
        progress.finish();
        let fitted: Vec<f32> = fitted.iter().map(|weight| weight.round()).collect();
        writeln!(out, "positions {} to fit, {} kept back", train.len(), kept_back.len())?;
        writeln!(
            out,
            "K         {scale:.1} fits the weights at the start, {:.1} those after",
            fit_scale(&train.scores(&fitted))
        )?;
        for (what, samples) in [("fitted", &train), ("kept back", &kept_back)] {
            let [before, after] = [&start, &fitted].map(|weights| loss(&samples.scores(weights), scale));
            writeln!(out, "loss      {before:.6} before, {after:.6} after ({what})")?;
        }
        writeln!(out, "\n{:20} {:>6} {:>6} {:>9}", "weight", "before", "after", "positions")?;
        for (n, count) in train.counts(start.len()).into_iter().enumerate() {
            writeln!(out, "{:20} {:>6} {:>6} {count:>9}", Params::name(n), start[n], fitted[n])?;
        }
        write!(out, "\n{}", features::to_params(&fitted).source())?;
        if let Some(path) = &self.out {
            std::fs::write(path, weights::write(&fitted))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// The positions to fit to and those kept back. Whole games are kept back: positions of one game are too much alike.
    fn read(&self) -> Result<(Samples, Samples)> {
        let (mut train, mut kept_back) = (Samples::default(), Samples::default());
        let mut list = Vec::new();
        for (number, file) in self.data.data.iter().enumerate() {
            data::read(file, &self.data.meant(), |game, rules, position, line| {
                if line.score.abs() > self.data.most {
                    return;
                }
                list.clear();
                features::features(rules, position, &mut list);
                let thought = Score::Points(line.score).win_chance() as f32;
                let target = line.result + self.blend.clamp(0.0, 1.0) as f32 * (thought - line.result);
                let lot = Rng::with_path(self.seed, &[number as u64, game as u64]).below(1_000_000) as f64 / 1e6;
                if lot < self.keep_back { &mut kept_back } else { &mut train }.push(&list, target);
            })?;
        }
        Ok((train, kept_back))
    }
}

/// Compare the chances that scores promise with what became of them
#[derive(Args, Clone, Debug)]
pub struct Calibrate {
    /// What to compare with
    #[command(flatten)]
    pub data: DataArgs,
    /// Look at the evaluation of the position, not at the score that was found by searching
    #[arg(long)]
    pub evaluation: bool,
}

/// Rows of the table.
const BINS: usize = 10;

impl Calibrate {
    /// Fits K and prints the table.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let mut scores = Vec::new();
        for file in &self.data.data {
            data::read(file, &self.data.meant(), |_, rules, position, line| {
                if line.score.abs() <= self.data.most {
                    let score = if self.evaluation { zertz_engine::evaluate(rules, position) } else { line.score };
                    scores.push((score as f32, line.result));
                }
            })?;
        }
        if scores.is_empty() {
            bail!("there are no positions to compare with");
        }
        let (scale, now) = (fit_scale(&scores), current_scale());
        writeln!(out, "positions {}", scores.len())?;
        writeln!(out, "K         {scale:.1} fits best; the engine has {now:.1}")?;
        writeln!(
            out,
            "loss      {:.6} with the best K, {:.6} with the engine's\n",
            loss(&scores, scale),
            loss(&scores, now)
        )?;
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

/// How many positions fall in each tenth of predicted chances, and the sums of predictions and results.
fn bins(scores: &[(f32, f32)], scale: f64) -> [(usize, f64, f64); BINS] {
    let mut bins = [(0, 0.0, 0.0); BINS];
    for &(score, result) in scores {
        let predicted = chance(f64::from(score), scale);
        let bin = &mut bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + predicted, bin.2 + f64::from(result));
    }
    bins
}

/// The scale that the engine's chances have now.
fn current_scale() -> f64 {
    let chance = Score::Points(100).win_chance();
    100.0 / (chance / (1.0 - chance)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_fall_in_tenths_of_chance() {
        let bins = bins(&[(0.0, 1.0), (0.0, 0.0), (1000.0, 1.0), (-1000.0, 0.0)], 100.0);
        assert_eq!((bins[5].0, bins[5].2), (2, 1.0));
        assert_eq!((bins[9].0, bins[0].0), (1, 1));
    }

    #[test]
    fn the_scale_of_the_engine_is_read_off_its_curve() {
        let chance = Score::Points(317).win_chance();
        assert!((super::chance(317.0, current_scale()) - chance).abs() < 1e-9);
    }
}
