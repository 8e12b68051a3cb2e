//! Options that several commands share.

use crate::{
    contest::Contest,
    opening::{Check, Openings, Plies},
    play::Referee,
    player::{Limit, Patience, Spec},
    records::GameFile,
};
use anyhow::Result;
use clap::Args;
use std::{path::PathBuf, sync::Arc, time::Duration};
use zertz::{Board, Captures, Preset, Rules};

/// How games are played.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// 37, 40, 43, 44, 48, 61 or custom:a1,a2,b1,…
    #[arg(long, value_name = "BOARD", help_heading = "Game")]
    board: Option<Board>,
    /// standard, blitz or tournament
    #[arg(long, value_name = "RULES", default_value = "standard", help_heading = "Game")]
    pub rules: Preset,
    /// Random turns at the start: a number or a range
    #[arg(long, value_name = "TURNS", default_value = "2-4", help_heading = "Openings")]
    openings: Plies,
    /// Reject openings that a search finds one-sided, as in nodes=2000,points=150; adding games=6 also has the engine play six
    /// games against itself
    #[arg(long, value_name = "CHECK", help_heading = "Openings")]
    opening_check: Option<Check>,
    /// Seed of the random numbers, for openings and players
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,
    #[command(flatten)]
    pub play: PlayArgs,
}

impl GameArgs {
    /// The rules. Captures are enforced and touch-move is off: programs neither miss captures nor touch marbles.
    pub fn rules(&self) -> Arc<Rules> {
        let board = self.board.clone().unwrap_or_else(|| self.rules.usual_board());
        Arc::new(Rules { captures: Captures::Enforced, touch_move: false, ..self.rules.rules(board) })
    }

    pub fn openings(&self) -> Openings {
        Openings { turns: self.openings.clone(), check: self.opening_check, seed: self.seed }
    }
}

/// How players are seated and how long to wait for them.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// Games played at the same time
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Play")]
    pub concurrency: usize,
    /// Limit for players without one of their own, such as nodes=2000
    #[arg(long, value_name = "LIMIT", help_heading = "Play")]
    limit: Option<Limit>,
    /// Milliseconds by which a turn may exceed its time limit; clocks have no such margin
    #[arg(long, value_name = "MS", default_value_t = Patience::default().margin.as_millis() as u64, help_heading = "Play")]
    margin: u64,
    /// Seconds to wait for a program that has no time limit
    #[arg(long, value_name = "SECONDS", default_value_t = Patience::default().silence.as_secs(), help_heading = "Play")]
    silence: u64,
    /// Turns after which a game is a draw
    #[arg(long, value_name = "TURNS", default_value_t = Referee::default().most_turns, help_heading = "Play")]
    most_turns: usize,
}

impl PlayArgs {
    /// The player, with the limit of the command line if it needs one.
    pub fn limited(&self, player: &Spec) -> Result<Spec> {
        player.clone().with_default_limit(self.limit)
    }

    pub fn referee(&self) -> Referee {
        let patience =
            Patience { margin: Duration::from_millis(self.margin), silence: Duration::from_secs(self.silence.max(1)) };
        Referee { patience, most_turns: self.most_turns }
    }
}

/// A contest between players.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    #[command(flatten)]
    game: GameArgs,
    /// File to which every finished game is appended
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub out: Option<PathBuf>,
    /// Play the games that are missing from the file
    #[arg(long, requires = "out", help_heading = "Records")]
    resume: bool,
}

impl ContestArgs {
    pub fn contest(&self, players: &[Spec], pairings: Vec<[usize; 2]>, games: u64) -> Result<Contest> {
        Ok(Contest {
            rules: self.game.rules(),
            openings: self.game.openings(),
            players: players.iter().map(|player| self.game.play.limited(player)).collect::<Result<_>>()?,
            pairings,
            pairs: games.div_ceil(2),
            referee: self.game.play.referee(),
            concurrency: self.game.play.concurrency,
        })
    }

    pub fn file(&self) -> Result<Option<GameFile>> {
        self.out.as_deref().map(|path| GameFile::open(path, self.resume)).transpose()
    }

    pub fn describe(&self, contest: &Contest) -> String {
        let openings = &contest.openings;
        let check = openings.check.map_or(String::new(), |check| format!(" ({check})"));
        format!(
            "board {}, {} rules, openings of {} turns{check}, seed {}",
            contest.rules.board, self.game.rules, openings.turns, openings.seed
        )
    }
}
