//! The options that say which game is meant: rules, position, turns, or a file.

use crate::usage;
use anyhow::{Context, Result};
use clap::Args;
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};
use zertz::{
    Board, Captures, Claims, Doubt, Game, Goals, Marbles, Preset, Rules, Setup, Stuck,
    notation::{Record, Zip, official},
};

/// The rules of a game.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// 37, 40, 43, 44, 48, 61 or custom:a1,a2,b1,…
    #[arg(long, value_name = "BOARD")]
    pub board: Option<Board>,
    /// standard, blitz or tournament
    #[arg(long, value_name = "RULES")]
    pub rules: Option<Preset>,
    /// Marbles at the start, white/grey/black
    #[arg(long, value_name = "6/8/10")]
    pub pool: Option<Marbles>,
    /// What wins, white/grey/black/of each
    #[arg(long, value_name = "4/5/6/3")]
    pub goals: Option<Goals>,
    /// Isolated groups are claimed: automatic or optional
    #[arg(long, value_name = "HOW")]
    pub claims: Option<Claims>,
    /// Captures are enforced, or claimed by the opponent
    #[arg(long, value_name = "HOW")]
    pub captures: Option<Captures>,
    /// What it means when nobody can move: draw or both-lose
    #[arg(long, value_name = "WHAT")]
    pub stuck: Option<Stuck>,
    /// What is touched must be played; only `zertz play` sees a touch
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    pub touch_move: Option<bool>,
    /// The second player may take over the first player's side after the first turn
    #[arg(long)]
    pub swap: bool,
}

impl RulesArgs {
    /// The rules, on the board of a position if there is one and no other is named.
    pub fn rules(&self, zip: Option<&Zip>) -> Rules {
        let preset = self.rules.unwrap_or(Preset::Standard);
        let board = self.board.clone().or_else(|| zip.map(Zip::board)).unwrap_or_else(|| preset.usual_board());
        let mut rules = match (self.rules, zip) {
            (None, Some(zip)) => zip.rules(board),
            _ => preset.rules(board),
        };
        rules.pool = self.pool.unwrap_or(rules.pool);
        rules.goals = self.goals.unwrap_or(rules.goals);
        rules.claims = self.claims.unwrap_or(rules.claims);
        rules.captures = self.captures.unwrap_or(rules.captures);
        rules.stuck = self.stuck.unwrap_or(rules.stuck);
        rules.touch_move = self.touch_move.unwrap_or(rules.touch_move);
        rules.swap |= self.swap;
        if self.rules == Some(Preset::Tournament) && rules.board.all().len() < 48 {
            eprintln!("note: tournaments are played on 48 or 61 rings, this board has {}", rules.board.all().len());
        }
        rules
    }
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("it can be yes or no"),
    }
}

/// A game: a start and turns.
#[derive(Args, Clone, Default)]
pub struct GameArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Where to start, as one line of ZIP
    #[arg(long, value_name = "ZIP", help_heading = "Position")]
    pub position: Option<String>,
    /// Turns to play from there, such as "Wd4,d1 Gd3,a1"
    #[arg(long, value_name = "TURNS", help_heading = "Position")]
    pub play: Option<String>,
}

impl GameArgs {
    /// The game described.
    pub fn game(&self) -> Result<Game> {
        let mut game = match &self.position {
            None => Game::new(self.rules.rules(None)),
            Some(text) => {
                let zip: Zip = text.parse().map_err(|error| usage(format_args!("--position: {error}")))?;
                let rules = self.rules.rules(Some(&zip));
                let start = zip.position(&rules).map_err(|error| usage(format_args!("--position: {error}")))?;
                for doubt in doubts(&rules, &start) {
                    eprintln!("note: no game leads to this position: {doubt}");
                }
                Game::from_position(rules, start)
            }
        };
        if let Some(turns) = &self.play {
            official::play_on(&mut game, turns).map_err(|error| usage(format_args!("--play: {error}")))?;
        }
        Ok(game)
    }
}

fn doubts(rules: &Rules, start: &zertz::Position) -> Vec<Doubt> {
    Setup::of(rules, start).doubts(rules)
}

/// A game from the options or from a file.
#[derive(Args, Clone)]
pub struct GameOrFile {
    /// A record in any format; - reads standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "board", "rules", "pool", "goals", "claims", "captures", "stuck", "touch_move", "swap"])]
    pub file: Option<PathBuf>,
    /// Take the position after this many turns of the file
    #[arg(long, value_name = "N", requires = "file", help_heading = "Position")]
    pub turn: Option<usize>,
    #[command(flatten)]
    pub game: GameArgs,
}

impl GameOrFile {
    /// The game described.
    pub fn game(&self) -> Result<Game> {
        let Some(file) = &self.file else { return self.game.game() };
        let record = read_record(file)?;
        let mut game = record.game();
        let turns = game.turns().len();
        if let Some(turn) = self.turn {
            if turn > turns {
                return Err(usage(format_args!("--turn: {} has only {turns} turns", file.display())));
            }
            while game.turns().len() > turn {
                game.undo();
            }
        }
        if let Some(turns) = &self.game.play {
            official::play_on(&mut game, turns).map_err(|error| usage(format_args!("--play: {error}")))?;
        }
        Ok(game)
    }
}

/// Reads a text file, or standard input for `-`.
pub fn read_text(file: &Path) -> Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes).context("cannot read standard input")?
    } else {
        fs::read(file).with_context(|| format!("cannot read {}", file.display()))?
    };
    // Old records have names in old encodings. What is not UTF-8 shows as a replacement sign, and nothing else is lost.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Reads a record of any format.
pub fn read_record(file: &Path) -> Result<Record> {
    let text = read_text(file)?;
    zertz::notation::read(&text).with_context(|| file.display().to_string())
}
