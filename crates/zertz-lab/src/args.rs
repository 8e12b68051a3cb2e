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

/// What is played.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Game")]
pub struct RulesArgs {
    /// 37, 40, 43, 44, 48, 61 or custom:a1,a2,b1,…
    #[arg(long, value_name = "BOARD")]
    pub board: Option<Board>,
    /// standard, blitz or tournament
    #[arg(long, value_name = "RULES", default_value = "standard")]
    pub rules: Preset,
}

impl RulesArgs {
    /// The rules. Captures are always enforced and nothing is touched: programs neither miss nor fumble.
    pub fn rules(&self) -> Arc<Rules> {
        let board = self.board.clone().unwrap_or_else(|| self.rules.usual_board());
        Arc::new(Rules { captures: Captures::Enforced, touch_move: false, ..self.rules.rules(board) })
    }
}

/// How games begin.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Openings")]
pub struct OpeningArgs {
    /// Random turns at the start, a number or a range
    #[arg(long, value_name = "TURNS", default_value = "2-4")]
    pub openings: Plies,
    /// Throw away openings that the engine finds too good for one side, such as nodes=2000,points=150
    #[arg(long, value_name = "CHECK")]
    pub opening_check: Option<Check>,
    /// Which openings, and how dice fall
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl OpeningArgs {
    /// How games begin.
    pub fn openings(&self) -> Openings {
        Openings { turns: self.openings.clone(), check: self.opening_check, seed: self.seed }
    }
}

/// How games are played.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Play")]
pub struct PlayArgs {
    /// Games played side by side
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub concurrency: usize,
    /// The limit of players who have none of their own, such as nodes=2000
    #[arg(long, value_name = "LIMIT")]
    pub limit: Option<Limit>,
    /// Milliseconds a turn of fixed time may come late; a clock forgives nothing
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub margin: u64,
    /// Seconds a program may be silent where no time is given
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub silence: u64,
    /// Turns after which a game is drawn
    #[arg(long, value_name = "TURNS", default_value_t = 300)]
    pub most_turns: usize,
}

impl PlayArgs {
    /// How games are judged.
    pub fn referee(&self) -> Referee {
        let patience =
            Patience { margin: Duration::from_millis(self.margin), silence: Duration::from_secs(self.silence.max(1)) };
        Referee { patience, most_turns: self.most_turns }
    }
}

/// A contest between players.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    /// How the game is played
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How games begin
    #[command(flatten)]
    pub openings: OpeningArgs,
    /// How games are judged
    #[command(flatten)]
    pub play: PlayArgs,
    /// A file to append every finished game to
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub out: Option<PathBuf>,
    /// Go on with the games that are missing in the file
    #[arg(long, requires = "out", help_heading = "Records")]
    pub resume: bool,
}

impl ContestArgs {
    /// The contest of these players.
    pub fn contest(&self, players: &[Spec], pairings: Vec<[usize; 2]>, games: u64) -> Result<Contest> {
        let limited = players.iter().map(|spec| spec.clone().with_default_limit(self.play.limit));
        Ok(Contest {
            rules: self.rules.rules(),
            openings: self.openings.openings(),
            players: limited.collect::<Result<_>>()?,
            pairings,
            pairs: games.div_ceil(2),
            referee: self.play.referee(),
            concurrency: self.play.concurrency.max(1),
        })
    }

    /// The file of games, if there is to be one.
    pub fn file(&self) -> Result<Option<GameFile>> {
        self.out.as_deref().map(|path| GameFile::open(path, self.resume)).transpose()
    }

    /// What is played, in a few words.
    pub fn describe(&self, contest: &Contest) -> String {
        let openings = &contest.openings;
        let check = openings.check.map_or(String::new(), |check| format!(" ({check})"));
        format!(
            "board {}, {} rules, openings of {} turns{check}, seed {}",
            contest.rules.board, self.rules.rules, openings.turns, openings.seed
        )
    }
}
