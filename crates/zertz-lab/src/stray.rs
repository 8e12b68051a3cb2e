//! `zertz-lab stray`: positions a few random turns off those of games, with what a player thinks of them.
//!
//! A search judges positions that no good player would allow: marbles left to be claimed, captures given away. Games have none of those,
//! so weights fitted to games alone know little of them. Here the chance that the player sees takes the place of a result.
//!
//! The player keeps its memory from one position to the next, so only runs with one thread repeat exactly.

use crate::{
    data::{self, Line, Meant, score},
    opening::Plies,
    play::is_quiet,
    player::{Kind, Player, Spec},
    progress::Progress,
    workers,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::{
    fs::File,
    io::{BufWriter, Write},
    ops::ControlFlow,
    path::PathBuf,
    sync::Arc,
};
use zertz::{Game, Position, Rng, Rules, notation::Zip};
use zertz_engine::Stop;

/// Stray from positions of games by random turns, and let a player judge where that leads
#[derive(Args, Clone, Debug)]
pub struct Stray {
    /// Files of positions, as selfplay writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The file to write, which must not be there yet
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Who judges; it must tell scores, as engine and ugi do
    #[arg(long, value_name = "PLAYER", default_value = "engine:nodes=3000")]
    pub player: Spec,
    /// Random turns, a number or a range; captures that must follow come on top
    #[arg(long, value_name = "TURNS", default_value = "1-2")]
    pub turns: Plies,
    /// Positions judged side by side
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub concurrency: usize,
    /// How dice fall
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Tells the numbers for straying from others.
const STRAY: u64 = 5;

impl Stray {
    /// Strays, and says how much was written.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        if matches!(self.player.kind, Kind::Random | Kind::Greedy) {
            bail!("{} tells no scores; it takes engine or ugi to judge", self.player);
        }
        let player = self.player.clone().with_default_limit(None)?;
        let mut strayed = Vec::new();
        for path in &self.data {
            data::read(path, &Meant::default(), |_, rules, position, line| {
                let mut rng = Rng::with_path(self.seed, &[STRAY, strayed.len() as u64]);
                let game = stray(rules, position, &self.turns, &mut rng);
                strayed.push(game.map(|game| (game, line.ply)));
            })?;
        }
        let wrong = || format!("cannot write to {}", self.out.display());
        let mut file = BufWriter::new(File::create_new(&self.out).with_context(wrong)?);
        let mut progress = Progress::new(strayed.len() as u64, "positions");
        let patience = crate::player::Patience::default();
        let mut written = 0u64;
        workers::in_order(
            strayed.len() as u64,
            self.concurrency.max(1),
            stop,
            || {
                let mut judge = player.build(patience)?;
                let rules = strayed.iter().flatten().next().map(|(game, _)| Arc::new(game.rules().clone()));
                rules
                    .map_or(Ok(()), |rules| judge.new_game(&rules, 0))
                    .map_err(|forfeit| anyhow!("{}", forfeit.why))?;
                Ok(judge)
            },
            |judge: &mut Box<dyn Player>, job| {
                let Some((game, ply)) = &strayed[job as usize] else { return Ok(Some(None)) };
                judged(judge.as_mut(), game, *ply, stop).map(Some)
            },
            |_, _| {
                progress.advance(String::new);
                Ok(())
            },
            |_, line| {
                if let Some(line) = line {
                    writeln!(file, "{line}").with_context(wrong)?;
                    written += 1;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();
        file.flush().with_context(wrong)?;
        writeln!(out, "{written} positions written to {}", self.out.display())?;
        Ok(())
    }
}

/// Random turns and the captures that must follow them; none if that ends the game.
fn stray(rules: &Rules, position: &Position, turns: &Plies, rng: &mut Rng) -> Option<Game> {
    let mut game = Game::from_position(rules.clone(), *position);
    let count = turns.0.start() + rng.below(turns.0.end() - turns.0.start() + 1);
    for _ in 0..count {
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

fn judged(judge: &mut dyn Player, game: &Game, ply: u32, stop: &Stop) -> Result<Option<Line>> {
    let choice = judge.choose(game, &[None; 2], stop).map_err(|forfeit| anyhow!("{}", forfeit.why))?;
    Ok(choice.value.map(|value| Line {
        zip: Zip::of(game.rules(), game.position()),
        score: score(value),
        result: value.win_chance() as f32,
        ply,
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
