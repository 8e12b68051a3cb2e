//! `zertz-lab calibrate`: compares predicted win chances with results.

use crate::{
    data::PositionArgs,
    fit::{chance, engine_scale, fit_scale, loss},
};
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;
use zertz_engine::Network;

/// Compare predicted win chances with actual results
#[derive(Args, Clone, Debug)]
pub struct Calibrate {
    #[command(flatten)]
    positions: PositionArgs,
    /// Leave out positions with scores beyond this, such as proven ones
    #[arg(long, value_name = "POINTS", default_value_t = 3000)]
    most: u32,
    /// Use the evaluation without search instead of the score in the file
    #[arg(long)]
    evaluation: bool,
}

const BINS: usize = 10;

impl Calibrate {
    /// Fits K and prints the table.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let (network, mut scores) = (Network::known(), Vec::new());
        self.positions.read(|_, rules, position, labelled| {
            if labelled.score.unsigned_abs() <= self.most {
                let score = if self.evaluation { network.evaluate(rules, position) } else { labelled.score };
                scores.push((score as f32, labelled.result));
            }
        })?;
        if scores.is_empty() {
            bail!("there are no positions to compare with");
        }
        let (scale, now) = (fit_scale(&scores), engine_scale());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_by_tenths_of_the_chance() {
        let bins = bins(&[(0.0, 1.0), (0.0, 0.0), (1000.0, 1.0), (-1000.0, 0.0)], 100.0);
        assert_eq!((bins[5].0, bins[5].2), (2, 1.0));
        assert_eq!((bins[9].0, bins[0].0), (1, 1));
    }
}
