//! `zertz-lab selfplay`: a player against itself, for positions to learn from.
//!
//! The file is only ever appended to. A comment line tells what was played, and one follows each game, so games that are there already
//! are not played again.

use crate::{
    args::{OpeningArgs, PlayArgs, RulesArgs},
    data::{Line, score},
    play::{Played, Seat, is_quiet},
    player::{Kind, Player, Spec},
    progress::Progress,
    workers,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{
    cell::Cell,
    collections::HashSet,
    fmt::Write as _,
    fs::OpenOptions,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use zertz::{Rng, notation::Zip};
use zertz_engine::Stop;

/// Let a player play itself and write down quiet positions
#[derive(Args, Clone, Debug)]
pub struct SelfPlay {
    /// Who plays; it must tell scores, as engine and ugi do
    #[arg(long, value_name = "PLAYER", default_value = "engine:nodes=5000")]
    pub player: Spec,
    /// How many games the file shall have of this player, seed and rules
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// The file to append to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How the game is played
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How games begin
    #[command(flatten)]
    pub openings: OpeningArgs,
    /// How games are judged
    #[command(flatten)]
    pub play: PlayArgs,
}

/// Tells the numbers for self-play from those for matches.
const SELF_PLAY: u64 = 3;

impl SelfPlay {
    /// Plays, and says how much was written.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        if matches!(self.player.kind, Kind::Random | Kind::Greedy) {
            bail!("{} tells no scores; self-play needs engine or ugi", self.player);
        }
        let player = self.player.clone().with_default_limit(self.play.limit)?;
        let header = self.header(&player);
        let known = finished(&self.out, &header)?;
        let missing: Vec<u64> = (0..self.games).filter(|game| !known.contains(game)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&self.out).with_context(|| self.wrong())?;
        if !missing.is_empty() {
            writeln!(file, "{header}").with_context(|| self.wrong())?;
        }
        let (rules, openings, referee) = (self.rules.rules(), self.openings.openings(), self.play.referee());
        let mut progress = Progress::new(missing.len() as u64, "games");
        let (games, positions) = (Cell::new(0), Cell::new(0));
        workers::in_order(
            missing.len() as u64,
            self.play.concurrency.max(1),
            stop,
            || Ok([player.build(referee.patience)?, player.build(referee.patience)?]),
            |players: &mut [Box<dyn Player>; 2], job| {
                let number = missing[job as usize];
                let opening = openings.opening(&rules, number)?;
                let mut seat = 0;
                let seats = players.each_mut().map(|p| {
                    let seed = Rng::with_path(openings.seed, &[SELF_PLAY, number, seat]).number();
                    seat += 1;
                    Seat { player: p.as_mut(), limit: player.limit, seed }
                });
                Ok(referee.play(&opening, seats, stop).map(|played| lines(&played)))
            },
            |job, text| {
                // One call, so that an interruption leaves a whole game or its beginning.
                let block = format!("{text}# game {}\n", missing[job as usize] + 1);
                file.write_all(block.as_bytes()).and_then(|()| file.flush()).with_context(|| self.wrong())?;
                games.set(games.get() + 1);
                positions.set(positions.get() + text.lines().count());
                progress.advance(|| format!("{} positions", positions.get()));
                Ok(())
            },
            |_, _| Ok(ControlFlow::Continue(())),
        )?;
        progress.finish();
        writeln!(
            out,
            "{} positions of {} games written to {} ({} games were there before)",
            positions.get(),
            games.get(),
            self.out.display(),
            known.len()
        )?;
        Ok(())
    }

    fn wrong(&self) -> String {
        format!("cannot write to {}", self.out.display())
    }

    /// All that a game depends on.
    fn header(&self, player: &Spec) -> String {
        let check = self.openings.opening_check.map_or(String::new(), |check| format!(" check={check}"));
        format!(
            "# zertz-lab selfplay player={player} board={} rules={} openings={}{check} seed={}",
            self.rules.rules().board,
            self.rules.rules,
            self.openings.openings,
            self.openings.seed
        )
    }
}

/// The lines of a game: its quiet positions after the opening. A game that ended by a forfeit teaches nothing.
fn lines(played: &Played) -> String {
    let mut text = String::new();
    if played.forfeit.is_some() {
        return text;
    }
    let chosen = played.game.turns().iter().enumerate().skip(played.opening).zip(&played.values);
    for ((ply, (position, _)), value) in chosen {
        let Some(value) = value.filter(|_| is_quiet(&played.game, position)) else { continue };
        let line = Line {
            zip: Zip::of(played.game.rules(), position),
            score: score(value),
            result: played.half_points(position.mover().index()) as f32 / 2.0,
            ply: ply as u32,
        };
        writeln!(text, "{line}").expect("a string takes everything");
    }
    text
}

/// The games of this header that a file has. What was left half-written at its end is cut off.
fn finished(path: &Path, header: &str) -> Result<HashSet<u64>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let (mut games, mut here, mut ours) = (HashSet::new(), false, false);
    let (mut offset, mut good) = (0, 0);
    for line in text.split_inclusive('\n') {
        offset += line.len();
        let whole = line.ends_with('\n');
        if whole && line.starts_with("# zertz-lab selfplay") {
            (here, ours, good) = (line.trim_end() == header, true, offset);
        } else if let Some(number) = line.strip_prefix("# game ").filter(|_| whole) {
            good = offset;
            if here && let Ok(number @ 1..) = number.trim_end().parse::<u64>() {
                games.insert(number - 1);
            }
        }
    }
    if ours && good < text.len() {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(good as u64).with_context(|| format!("cannot write to {}", path.display()))?;
    } else if !text.is_empty() && !text.ends_with('\n') {
        bail!("{} ends in the middle of a line", path.display());
    }
    Ok(games)
}
