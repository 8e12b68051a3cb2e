//! `zertz-lab stray`: positions a few random turns away from those of games, with the evaluation of a player.
//!
//! A search evaluates positions that no good player would allow: marbles that can be claimed, captures given away. Games contain none of
//! them, so weights fitted to games alone are wrong there. The player's win chance takes the place of the result.
//!
//! The player keeps its transposition table from one position to the next, so only runs with one thread are reproducible.

use crate::{
    data::{LabelledPosition, PositionArgs, score},
    opening::Plies,
    play::is_quiet,
    player::{Patience, Player, Spec},
    progress::Progress,
    stream, workers,
};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::{
    fs::File,
    io::{BufWriter, Write},
    ops::ControlFlow,
    path::PathBuf,
};
use zertz::{Game, Position, Rng, Rules, notation::Zip};
use zertz_engine::Stop;

/// Play random turns from positions of games, and let a player evaluate the results
#[derive(Args, Clone, Debug)]
pub struct Stray {
    #[command(flatten)]
    positions: PositionArgs,
    /// File to write, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Player that evaluates the positions: engine or ugi
    #[arg(long, value_name = "PLAYER", default_value = "engine:nodes=3000")]
    player: Spec,
    /// Random turns: a number or a range; forced captures after them are not counted
    #[arg(long, value_name = "TURNS", default_value = "1-2")]
    turns: Plies,
    /// Positions evaluated at the same time
    #[arg(long, value_name = "K", default_value_t = 1)]
    concurrency: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Stray {
    /// Writes the positions and prints how many there are.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let player = self.player.clone().with_scores()?.with_default_limit(None)?;
        let mut strayed = Vec::new();
        let mut count = 0;
        self.positions.read(|_, rules, position, labelled| {
            let mut rng = Rng::with_path(self.seed, &[stream::STRAY, count]);
            count += 1;
            strayed.extend(stray(rules, position, &self.turns, &mut rng).map(|game| (game, labelled.ply)));
        })?;
        let wrong = || format!("cannot write to {}", self.out.display());
        let mut file = BufWriter::new(File::create_new(&self.out).with_context(wrong)?);
        let mut progress = Progress::new(strayed.len() as u64, "positions");
        let mut written = 0u64;
        workers::in_order(
            strayed.len() as u64,
            self.concurrency,
            stop,
            || {
                let mut player = player.build(Patience::default())?;
                if let Some((game, _)) = strayed.first() {
                    player.new_game(game.rules(), 0).map_err(|forfeit| anyhow!("{}", forfeit.why))?;
                }
                Ok(player)
            },
            |player: &mut Box<dyn Player>, job| {
                let (game, ply) = &strayed[job as usize];
                let labelled = evaluate(player.as_mut(), game, *ply, stop);
                // A search that was stopped says little, and a program that was stopped says nothing.
                if stop.is_set() { Ok(None) } else { labelled.map(Some) }
            },
            |labelled| {
                if let Some(labelled) = labelled {
                    writeln!(file, "{labelled}").with_context(wrong)?;
                    written += 1;
                }
                progress.advance(String::new);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();
        file.flush().with_context(wrong)?;
        writeln!(out, "{written} positions written to {}", self.out.display())?;
        Ok(())
    }
}

/// The position after random turns and the captures that are forced after them; `None` if the game ends.
fn stray(rules: &Rules, position: &Position, turns: &Plies, rng: &mut Rng) -> Option<Game> {
    let mut game = Game::from_position(rules.clone(), *position);
    for _ in 0..turns.choose(rng) {
        loop {
            let turn = game.position().turns(rules).choose(|count| rng.below(count))?;
            game.play(&turn).ok()?;
            if !game.position().has_jump(&rules.board) {
                break;
            }
        }
    }
    is_quiet(&game, game.position()).then(|| Game::from_position(rules.clone(), *game.position()))
}

fn evaluate(player: &mut dyn Player, game: &Game, ply: u32, stop: &Stop) -> Result<Option<LabelledPosition>> {
    let choice = player.choose(game, &[None; 2], stop).map_err(|forfeit| anyhow!("{}", forfeit.why))?;
    Ok(choice.value.map(|value| LabelledPosition {
        zip: Zip::of(game.rules(), game.position()),
        score: score(value),
        result: value.win_chance() as f32,
        ply,
        turn: Some(game.position().write_turn(game.rules(), &choice.turn)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    #[test]
    fn straying_leads_to_other_quiet_positions() {
        let rules = Rules::standard(Board::rings37());
        let mut rng = Rng::with_path(1, &[]);
        let turns = "1-2".parse().unwrap();
        let mut found = 0;
        for _ in 0..50 {
            let Some(game) = stray(&rules, &rules.start(), &turns, &mut rng) else { continue };
            assert!(is_quiet(&game, game.position()));
            assert_ne!(*game.position(), rules.start());
            found += 1;
        }
        assert!(found > 40, "{found}");
    }
}
