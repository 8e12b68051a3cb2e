//! [`State`]: the options and the position of a session. It knows nothing of searching, so that whoever tests another engine can
//! follow along with it.

use super::{
    Refusal,
    command::{Command, Query, Start},
    quoted,
};
use crate::Level;
use zertz::{
    Board, Game, Goals, Outcome, Player, Preset, Rules,
    notation::{Zip, ZipError},
};

/// The most that each numeric option takes.
pub(super) const MOST_THREADS: usize = 512;
pub(super) const MOST_HASH: usize = 65_536;
pub(super) const MOST_LINES: usize = 500;
pub(super) const MOST_VARIETY: usize = 200;

/// No game has a position with this many legal turns; a made-up one can have more than any memory holds.
const MOST_TURNS: usize = 50_000;

/// Options and position of a session.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    preset: Preset,
    pub(super) threads: usize,
    /// In mebibytes.
    pub(super) hash: usize,
    pub(super) multi_pv: usize,
    pub(super) level: Level,
    /// In points.
    pub(super) variety: usize,
    game: Game,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

impl State {
    /// Standard rules on 37 rings, before the first turn.
    pub fn new() -> State {
        let (board, preset) = (Board::rings37(), Preset::Standard);
        let game = Game::new(preset.rules(board.clone()));
        State { board, preset, threads: 1, hash: 64, multi_pv: 1, level: Level::FULL, variety: 0, game }
    }

    /// The game as far as it is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Follows a line that another engine is sent: sets options and positions, and ignores everything else.
    pub fn follow(&mut self, line: &str) {
        let _ = match Command::read(line) {
            Ok(Some(Command::SetOption { name, value })) => self.set_option(&name, &value),
            Ok(Some(Command::Position(start, turns))) => self.set_position(start, &turns),
            Ok(Some(Command::NewGame)) => {
                self.new_game();
                Ok(())
            }
            _ => Ok(()),
        };
    }

    /// The lines that tell which options there are.
    pub(super) fn describe() -> String {
        let presets: String = Preset::ALL.iter().map(|preset| format!(" var {preset}")).collect();
        let spin_from = |least, name, default, most| {
            format!("option name {name} type spin default {default} min {least} max {most}\n")
        };
        let spin = |name, default, most| spin_from(1, name, default, most);
        let state = State::new();
        // Board is a string and not a choice of some, since it may be a list of rings.
        format!("option name Board type string default {}\n", state.board)
            + &format!("option name Rules type combo default {}{presets}\n", state.preset)
            + &spin("Threads", state.threads, MOST_THREADS)
            + &spin("Hash", state.hash, MOST_HASH)
            + &spin("MultiPV", state.multi_pv, MOST_LINES)
            + &spin("Level", usize::from(state.level.number()), usize::from(Level::FULL.number()))
            + &spin_from(0, "Variety", state.variety, MOST_VARIETY)
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let number_from = |least: usize, most: usize| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                Refusal::new(format_args!("{name} takes a number from {least} to {most}, not {}", quoted(value)))
            })
        };
        let number = |most: usize| number_from(1, most);
        match name.to_ascii_lowercase().as_str() {
            "board" => {
                self.board = value.parse().map_err(Refusal::new)?;
                self.new_game();
            }
            "rules" => {
                self.preset = value.parse().map_err(Refusal::new)?;
                self.new_game();
            }
            "threads" => self.threads = number(MOST_THREADS)?,
            "hash" => self.hash = number(MOST_HASH)?,
            "multipv" => self.multi_pv = number(MOST_LINES)?,
            "level" => {
                let number = number(usize::from(Level::FULL.number()))?;
                self.level = Level::new(number as u8).unwrap_or(Level::FULL);
            }
            "variety" => self.variety = number_from(0, MOST_VARIETY)?,
            _ => {
                return Err(Refusal::new(format_args!(
                    "there is no option {}: options are Board, Rules, Threads, Hash, MultiPV, Level and Variety",
                    quoted(name)
                )));
            }
        }
        Ok(())
    }

    /// Back to the first position of the board and rules chosen.
    pub(super) fn new_game(&mut self) {
        self.game = Game::new(self.preset.rules(self.board.clone()));
    }

    /// Goes to a position. What is wrong anywhere changes nothing.
    pub(super) fn set_position(&mut self, start: Start, turns: &[&str]) -> Result<(), Refusal> {
        let mut game = match start {
            Start::Startpos => Game::new(self.preset.rules(self.board.clone())),
            Start::Zip(zip) => self.place(&zip).map_err(Refusal::new)?,
        };
        for (i, turn) in turns.iter().enumerate() {
            game.play_text(turn)
                .map_err(|error| Refusal::new(format_args!("turn {}, {}: {error}", i + 1, quoted(turn))))?;
        }
        self.game = game;
        Ok(())
    }

    /// Finds board and rules for a position: those chosen, as far as they go with it, or else its own.
    fn place(&self, zip: &Zip) -> Result<Game, ZipError> {
        let mut found = Err(ZipError::Shape(self.board.clone()));
        for (board, as_written) in [(self.board.clone(), true), (zip.board(), false)] {
            let chosen = self.preset.rules(board.clone());
            // Marbles and goals of the position, procedure of the rules chosen.
            let (captures, stuck, touch_move) = (chosen.captures, chosen.stuck, chosen.touch_move);
            let own = Rules { captures, stuck, touch_move, ..zip.rules(board) };
            for rules in [chosen, own] {
                if zip.goals().unwrap_or(Goals::STANDARD) != rules.goals {
                    continue;
                }
                found = zip.position(&rules).map(|position| Game::from_position(rules, position));
                // Many shapes could be pushed onto the chosen board somewhere, but then rings would change their names.
                if found.as_ref().is_ok_and(|game| !as_written || is_written_like(zip, game)) {
                    return found;
                }
            }
        }
        found
    }

    /// The answer to a question about the position.
    pub(super) fn query(&self, query: Query) -> Result<String, Refusal> {
        let (rules, position) = (self.game.rules(), self.game.position());
        Ok(match query {
            Query::GameOver => self.game.outcome().is_some().to_string(),
            Query::FirstPlayersTurn => (position.mover() == Player::One).to_string(),
            Query::Result => match self.game.outcome() {
                None => "none",
                Some(Outcome::Won { by: Player::One, .. }) => "p1win",
                Some(Outcome::Won { by: Player::Two, .. }) => "p2win",
                Some(Outcome::Drawn(_)) => "draw",
                Some(Outcome::BothLose) => "bothlose",
            }
            .to_owned(),
            Query::Position => Zip::of(rules, position).to_string(),
            Query::LegalMoves => self.legal_turns()?.join(" "),
        })
    }

    /// The legal turns as tokens, sorted; none when the game is over.
    pub fn legal_turns(&self) -> Result<Vec<String>, Refusal> {
        let (rules, position) = (self.game.rules(), self.game.position());
        if self.game.outcome().is_some() {
            return Ok(Vec::new());
        }
        let turns = position.turns(rules);
        if turns.nth(MOST_TURNS).is_some() {
            return Err(Refusal::new(format_args!("there are more than {MOST_TURNS} legal turns here")));
        }
        let mut list = Vec::new();
        turns.for_each(|turn| {
            list.push(position.write_turn(rules, &turn).to_string());
        });
        list.sort_unstable();
        Ok(list)
    }
}

/// Whether the board of the game writes the rings as they are written here.
fn is_written_like(zip: &Zip, game: &Game) -> bool {
    let layout = |zip: &Zip| zip.to_string().split(' ').next().map(str::to_owned);
    layout(zip) == layout(&Zip::of(game.rules(), game.position()))
}
