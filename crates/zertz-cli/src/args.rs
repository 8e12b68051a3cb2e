//! The options that select a game: rules, position, turns, or a file.

use crate::usage;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};
use zertz::{
    Board, Captures, Claims, Game, Goals, Marbles, Preset, Rules, Setup, Stuck,
    notation::{self, Format, Record, Zip, official},
};

#[derive(Args, Clone, Default)]
pub struct RulesArgs {
    /// 37, 40, 43, 44, 48, 61 or custom:a1,a2,b1,…
    #[arg(long, value_name = "BOARD")]
    board: Option<Board>,
    /// standard, blitz or tournament
    #[arg(long, value_name = "RULES")]
    rules: Option<Preset>,
    /// Marbles in the pool at the start: white/grey/black
    #[arg(long, value_name = "6/8/10")]
    pool: Option<Marbles>,
    /// Marbles that win: white/grey/black/of each
    #[arg(long, value_name = "4/5/6/3")]
    goals: Option<Goals>,
    /// Claims of isolated groups: automatic or optional
    #[arg(long, value_name = "HOW")]
    claims: Option<Claims>,
    /// Captures: enforced, or on-demand if the opponent must demand a missed one
    #[arg(long, value_name = "HOW")]
    captures: Option<Captures>,
    /// Result when neither player can move: draw or both-lose
    #[arg(long, value_name = "RESULT")]
    stuck: Option<Stuck>,
    /// Whether a touched marble must be played; only for `zertz play`
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    touch_move: Option<bool>,
    /// After the first turn, the second player may swap sides
    #[arg(long)]
    swap: bool,
}

impl RulesArgs {
    /// The rules. The board is that of the position, unless another one is named.
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
            eprintln!("note: tournaments are played on 48 or 61 rings; this board has {}", rules.board.all().len());
        }
        rules
    }
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("it must be yes or no"),
    }
}

/// A start and turns.
#[derive(Args, Clone, Default)]
pub struct GameArgs {
    #[command(flatten, next_help_heading = "Rules")]
    rules: RulesArgs,
    /// Position to start from, in ZIP
    #[arg(long, value_name = "ZIP", help_heading = "Position")]
    position: Option<String>,
    /// Turns to play from there, such as "Wd4,d1 Gd3,a1"
    #[arg(long, value_name = "TURNS", help_heading = "Position")]
    pub play: Option<String>,
}

impl GameArgs {
    pub fn game(&self) -> Result<Game> {
        let wrong = |error: &dyn std::fmt::Display| usage(format_args!("--position: {error}"));
        let game = match &self.position {
            None => Game::new(self.rules.rules(None)),
            Some(text) => {
                let zip: Zip = text.parse().map_err(|error| wrong(&error))?;
                let rules = self.rules.rules(Some(&zip));
                let start = zip.position(&rules).map_err(|error| wrong(&error))?;
                for doubt in Setup::of(&rules, &start).doubts(&rules) {
                    eprintln!("note: no game leads to this position: {doubt}");
                }
                Game::from_position(rules, start)
            }
        };
        self.play_on(game)
    }

    fn play_on(&self, mut game: Game) -> Result<Game> {
        if let Some(turns) = &self.play {
            official::play_on(&mut game, turns).map_err(|error| usage(format_args!("--play: {error}")))?;
        }
        Ok(game)
    }
}

/// A game from a file or from the options.
#[derive(Args, Clone)]
pub struct GameOrFile {
    /// Record in any format; - reads standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "RulesArgs"])]
    pub file: Option<PathBuf>,
    /// Use the position after this many turns of the file
    #[arg(long, value_name = "N", requires = "file", help_heading = "Position")]
    pub turn: Option<usize>,
    #[command(flatten)]
    pub game: GameArgs,
}

impl GameOrFile {
    pub fn game(&self) -> Result<Game> {
        let Some(file) = &self.file else { return self.game.game() };
        let mut game = read_record(file, None)?.game();
        if let Some(turn) = self.turn {
            let turns = game.turns().len();
            if turn > turns {
                return Err(usage(format_args!("--turn: {} has only {turns} turns", file.display())));
            }
            while game.turns().len() > turn {
                game.undo();
            }
        }
        self.game.play_on(game)
    }
}

/// The most bytes that a command reads from a file. No record or proof has nearly as many; a device may have no end.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file, or standard input for `-`.
pub fn read_bytes(file: &Path) -> Result<Vec<u8>> {
    let (name, mut bytes) = (file.display(), Vec::new());
    let read = if file == Path::new("-") {
        io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes).context("cannot read standard input")
    } else {
        let open = fs::File::open(file).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        open.with_context(|| format!("cannot read {name}"))
    };
    match read? as u64 > MAX_BYTES {
        true => bail!("cannot read {name}: it is larger than {} MiB", MAX_BYTES >> 20),
        false => Ok(bytes),
    }
}

/// Reads a record from a file, or from standard input for `-`. Without a format, the format is detected.
pub fn read_record(file: &Path, format: Option<Format>) -> Result<Record> {
    let bytes = read_bytes(file)?;
    // Old records have names in old encodings. Only the bytes that are not UTF-8 are lost.
    let text = String::from_utf8_lossy(&bytes);
    let record = format.map_or_else(|| notation::read(&text), |format| format.read(&text));
    record.with_context(|| file.display().to_string())
}
