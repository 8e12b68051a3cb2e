//! `zertz-lab train-prior`: fit the prior, which orders placements and removals, to the best turns of searches.
//!
//! The loss is the mean cross-entropy of the chosen placement among all placements, plus that of the removal among all removals.

use crate::{
    data::PositionArgs,
    fit::{Adam, is_held_out, read_weights, shuffled, write_weights},
    progress::Progress,
};
use anyhow::{Result, bail};
use clap::Args;
use std::{
    io::Write,
    path::{Path, PathBuf},
};
use zertz::{Position, Rng, Rules, Turn};
use zertz_engine::{
    Stop,
    training::{Distances, PRIOR_SCALE, PlacementWeights, pattern_rows, prior_count, removal_weights},
};

/// Fit the prior of placements and removals to the turns in files of positions
#[derive(Args, Clone, Debug)]
pub struct TrainPrior {
    #[command(flatten)]
    positions: PositionArgs,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 6)]
    epochs: usize,
    /// Learning rate at the start
    #[arg(long, value_name = "RATE", default_value_t = 0.02)]
    rate: f32,
    /// Share of the games held out for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    hold_out: f64,
    /// File for the weights, written after each pass
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

const BATCH: usize = 256;
const DECAY: f32 = 0.005;

/// The weights that the options of one decision add up, and the option chosen.
struct Decision {
    /// The numbers of the weights, a fixed count for each option.
    options: Vec<u32>,
    width: usize,
    chosen: usize,
}

impl Decision {
    fn logits(&self, weights: &[f32]) -> Vec<f32> {
        self.options.chunks_exact(self.width).map(|option| option.iter().map(|&n| weights[n as usize]).sum()).collect()
    }

    fn loss(&self, weights: &[f32]) -> f32 {
        let logits = self.logits(weights);
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        most + logits.iter().map(|l| (l - most).exp()).sum::<f32>().ln() - logits[self.chosen]
    }

    fn gradient(&self, weights: &[f32], out: &mut [f32]) {
        let mut logits = self.logits(weights);
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        logits.iter_mut().for_each(|l| *l = (*l - most).exp());
        let sum: f32 = logits.iter().sum();
        for (i, (option, share)) in self.options.chunks_exact(self.width).zip(&logits).enumerate() {
            let error = share / sum - f32::from(u8::from(i == self.chosen));
            option.iter().for_each(|&n| out[n as usize] += error);
        }
    }

    /// How many options are judged better than the chosen one.
    fn rank(&self, weights: &[f32]) -> usize {
        let logits = self.logits(weights);
        logits.iter().filter(|&&l| l > logits[self.chosen]).count()
    }
}

/// The decisions of a turn: the placement and the removal.
fn decisions(rules: &Rules, position: &Position, turn: &Turn) -> Option<[Decision; 2]> {
    let &Turn::Place { colour: best, ring: placed, removed: Some(removed), .. } = turn else { return None };
    let (placements, distances) = (PlacementWeights::new(rules, position), Distances::new(&rules.board));
    let mut placement = Decision { options: Vec::new(), width: 6, chosen: 0 };
    let mut removal = Decision { options: Vec::new(), width: 5, chosen: 0 };
    // A marble makes only its own ring impossible to remove.
    let removable = position.removable(&rules.board).without(placed.only());
    let (mut count, mut removals) = (0, 0);
    pattern_rows(&rules.board, position, |ring, rows| {
        if position.vacant().contains(ring) {
            for colour in position.supply().colours() {
                placement.options.extend(placements.of(rows, colour).map(|n| n as u32));
                if colour == best && ring == placed {
                    placement.chosen = count;
                }
                count += 1;
            }
        }
        if removable.contains(ring) {
            let weights = removal_weights(rows, distances.between(placed, ring));
            removal.options.extend(weights.map(|n| n as u32));
            if ring == removed {
                removal.chosen = removals;
            }
            removals += 1;
        }
    });
    Some([placement, removal])
}

/// The weights in a file as the integers that the engine uses.
pub fn quantised(path: &Path) -> Result<Vec<i16>> {
    let weights = read_weights(path, prior_count())?;
    Ok(weights.into_iter().map(|weight| (weight * PRIOR_SCALE).round() as i16).collect())
}

impl TrainPrior {
    /// Fits the prior and prints how well it orders the positions held out.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let (mut train, mut held_out) = (Vec::new(), Vec::new());
        self.positions.read(|game, rules, position, labelled| {
            let turn = labelled.turn.as_ref().and_then(|text| text.resolve(rules, position).ok());
            let Some(decisions) = turn.and_then(|turn| decisions(rules, position, &turn)) else { return };
            if is_held_out(self.seed, game, self.hold_out) { &mut held_out } else { &mut train }.push(decisions);
        })?;
        if train.is_empty() || held_out.is_empty() {
            bail!("there are not enough positions to fit to and to hold out");
        }
        writeln!(out, "positions {} to fit, {} held out", train.len(), held_out.len())?;
        let mut weights = vec![0.0; prior_count()];
        let mut adam = Adam::new(weights.len(), self.epochs.saturating_mul(train.len().div_ceil(BATCH)));
        let mut gradient = vec![0.0; weights.len()];
        let mut progress = Progress::new(self.epochs as u64, "epochs");
        for epoch in 1..=self.epochs {
            for batch in shuffled(train.len(), &mut Rng::with_path(self.seed, &[3, epoch as u64])).chunks(BATCH) {
                for decision in batch.iter().flat_map(|&n| &train[n]) {
                    decision.gradient(&weights, &mut gradient);
                }
                let rate = adam.step(&mut weights, &mut gradient, batch.len(), self.rate);
                weights.iter_mut().for_each(|weight| *weight *= 1.0 - rate * DECAY);
            }
            write_weights(&self.out, &weights)?;
            write!(out, "epoch {epoch}:")?;
            for (which, name) in ["placement", "removal"].into_iter().enumerate() {
                let share = |most: usize| {
                    let hits = held_out.iter().filter(|d| d[which].rank(&weights) < most).count();
                    100.0 * hits as f64 / held_out.len() as f64
                };
                let loss = held_out.iter().map(|d| d[which].loss(&weights)).sum::<f32>() / held_out.len() as f32;
                let [one, five, ten] = [1, 5, 10].map(share);
                write!(out, " {name} loss {loss:.4}, among the first 1/5/10: {one:.1}/{five:.1}/{ten:.1}%;")?;
            }
            writeln!(out)?;
            out.flush()?;
            progress.advance(String::new);
            if stop.is_set() {
                break;
            }
        }
        progress.finish();
        Ok(())
    }
}
