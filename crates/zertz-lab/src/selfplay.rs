//! `zertz-lab selfplay`: a player against itself, to generate training data.
//!
//! The file is only appended to. A comment at the start of each run says what was played, and one follows each game, so games that the file
//! already has are not played again.

use crate::{
    args::GameArgs,
    data::{LabelledPosition, score},
    play::{Played, Seat, is_quiet},
    player::{Player, Spec},
    progress::Progress,
    stream,
    workers::{self, lock},
};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{
    collections::HashSet,
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Mutex,
};
use zertz::{Rng, notation::Zip};
use zertz_engine::Stop;

/// Let a player play itself, and write the quiet positions to a file
#[derive(Args, Clone, Debug)]
pub struct SelfPlay {
    /// Player, which must report evaluations: engine or ugi
    #[arg(long, value_name = "PLAYER", default_value = "engine:nodes=5000")]
    player: Spec,
    /// Total number of games in the file for this player, seed and rules
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// File to append to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    game: GameArgs,
}

/// The file of a run, and what the run has written to it.
struct Output {
    file: File,
    games: usize,
    positions: usize,
}

impl Output {
    /// Writes a game. One call, so that an interruption leaves a whole game or its beginning. Returns how many positions are written.
    fn write(&mut self, number: u64, lines: &str) -> io::Result<usize> {
        self.file.write_all(format!("{lines}# game {}\n", number + 1).as_bytes())?;
        self.games += 1;
        self.positions += lines.lines().count();
        Ok(self.positions)
    }
}

impl SelfPlay {
    /// Plays the missing games and prints how much was written.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let player = self.game.play.limited(&self.player.clone().with_scores()?)?;
        let header = self.header(&player);
        let known = finished(&self.out, &header)?;
        let missing: Vec<u64> = (0..self.games).filter(|game| !known.contains(game)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&self.out).with_context(|| self.wrong())?;
        if !missing.is_empty() {
            writeln!(file, "{header}").with_context(|| self.wrong())?;
        }
        let output = Mutex::new(Output { file, games: 0, positions: 0 });
        let (rules, openings, referee) = (self.game.rules(), self.game.openings(), self.game.play.referee());
        let mut progress = Progress::new(missing.len() as u64, "games");
        workers::in_order(
            missing.len() as u64,
            self.game.play.concurrency,
            stop,
            || Ok([player.build(referee.patience)?, player.build(referee.patience)?]),
            |players: &mut [Box<dyn Player>; 2], job| {
                let number = missing[job as usize];
                let opening = openings.opening(&rules, number)?;
                let mut seat = 0;
                let seats = players.each_mut().map(|p| {
                    let seed = Rng::with_path(openings.seed, &[stream::SELF_PLAY, number, seat]).number();
                    seat += 1;
                    Seat { player: p.as_mut(), limit: player.limit, seed }
                });
                let Some(played) = referee.play(&opening, seats, stop) else { return Ok(None) };
                lock(&output).write(number, &lines(&played)).with_context(|| self.wrong()).map(Some)
            },
            |positions| {
                progress.advance(|| format!("{positions} positions"));
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();
        let Output { games, positions, .. } = *lock(&output);
        let (path, before) = (self.out.display(), known.len());
        writeln!(out, "{positions} positions of {games} games written to {path} ({before} games were there before)")?;
        Ok(())
    }

    fn wrong(&self) -> String {
        format!("cannot write to {}", self.out.display())
    }

    /// Everything that a game depends on.
    fn header(&self, player: &Spec) -> String {
        let openings = self.game.openings();
        let check = openings.check.map_or(String::new(), |check| format!(" check={check}"));
        format!(
            "# zertz-lab selfplay player={player} board={} rules={} openings={}{check} seed={}",
            self.game.rules().board,
            self.game.rules,
            openings.turns,
            openings.seed
        )
    }
}

/// The quiet positions of a game after its opening, as lines. A game that ended by a forfeit has none.
fn lines(played: &Played) -> String {
    let mut text = String::new();
    if played.forfeit.is_some() {
        return text;
    }
    let chosen = played.game.turns().iter().enumerate().skip(played.opening).zip(&played.values);
    for ((ply, (position, turn)), value) in chosen {
        let Some(value) = value.filter(|_| is_quiet(&played.game, position)) else { continue };
        let labelled = LabelledPosition {
            zip: Zip::of(played.game.rules(), position),
            score: score(value),
            result: played.half_points(position.mover().index()) as f32 / 2.0,
            ply: ply as u32,
            turn: Some(position.write_turn(played.game.rules(), turn)),
        };
        writeln!(text, "{labelled}").expect("writing to a string cannot fail");
    }
    text
}

/// The games with this header that a file has. An incomplete game at its end is removed.
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
