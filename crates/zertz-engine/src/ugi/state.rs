//! [`State`]: the options and the position of a session. It is independent of searches, so that a program that tests another engine
//! can use it to follow the session.

use super::{Error, command::Command, number, quoted};
use crate::Level;
use std::ops::RangeInclusive;
use zertz::{
    Board, Game, Goals, Outcome, Player, Preset, Rules,
    notation::{Zip, ZipError},
};

/// Only a constructed position can have more legal turns than this. It may have more than fit in memory.
const MAX_TURNS: usize = 50_000;

/// The options and the position of a session.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    preset: Preset,
    pub(super) threads: u64,
    /// In mebibytes.
    pub(super) hash: u64,
    pub(super) multi_pv: u64,
    level: u64,
    /// In points.
    pub(super) variety: u64,
    pub(super) own_book: bool,
    game: Game,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

impl State {
    /// The start position of the standard rules on 37 rings.
    pub fn new() -> State {
        let (board, preset) = (Board::rings37(), Preset::Standard);
        let game = Game::new(preset.rules(board.clone()));
        State { board, preset, threads: 1, hash: 64, multi_pv: 1, level: 10, variety: 0, own_book: false, game }
    }

    /// The numeric options: name, value and range.
    fn spins(&mut self) -> [(&'static str, &mut u64, RangeInclusive<u64>); 5] {
        [
            ("Threads", &mut self.threads, 1..=512),
            ("Hash", &mut self.hash, 1..=65_536),
            ("MultiPV", &mut self.multi_pv, 1..=500),
            ("Level", &mut self.level, 1..=u64::from(Level::FULL.number())),
            ("Variety", &mut self.variety, 0..=200),
        ]
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn level(&self) -> Level {
        Level::new(self.level as u8).unwrap_or(Level::FULL)
    }

    /// Follows a line sent to another engine: sets options and positions, and ignores everything else.
    pub fn follow(&mut self, line: &str) {
        let _ = match Command::parse(line) {
            Ok(Some(Command::SetOption { name, value })) => self.set_option(&name, &value),
            Ok(Some(Command::Position(start, turns))) => self.set_position(start, &turns),
            Ok(Some(Command::NewGame)) => {
                self.new_game();
                Ok(())
            }
            _ => Ok(()),
        };
    }

    pub(super) fn options() -> String {
        let mut state = State::new();
        let presets: String = Preset::ALL.iter().map(|preset| format!(" var {preset}")).collect();
        // Board is a string and not a combo, because it may be a list of rings.
        let (board, preset) = (&state.board, state.preset);
        let mut lines = format!(
            "option name Board type string default {board}\noption name Rules type combo default {preset}{presets}\n"
        );
        for (name, default, range) in state.spins() {
            let (min, max) = range.into_inner();
            lines += &format!("option name {name} type spin default {default} min {min} max {max}\n");
        }
        lines += &format!("option name OwnBook type check default {}\n", state.own_book);
        lines
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if name.eq_ignore_ascii_case("Board") {
            self.board = value.parse().map_err(Error::new)?;
            self.new_game();
        } else if name.eq_ignore_ascii_case("Rules") {
            self.preset = value.parse().map_err(Error::new)?;
            self.new_game();
        } else if name.eq_ignore_ascii_case("OwnBook") {
            let value = value.to_ascii_lowercase();
            self.own_book = value
                .parse()
                .map_err(|_| Error::new(format_args!("OwnBook is true or false, not {}", quoted(&value))))?;
        } else {
            let spins = self.spins();
            let names = spins.each_ref().map(|spin| spin.0).join(", ");
            let spin = spins.into_iter().find(|spin| spin.0.eq_ignore_ascii_case(name));
            let (name, option, range) = spin.ok_or_else(|| {
                Error::new(format_args!(
                    "unknown option {}: the options are Board, Rules, OwnBook, {names}",
                    quoted(name)
                ))
            })?;
            *option = number(name, Some(value), range)?;
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self) {
        self.game = Game::new(self.preset.rules(self.board.clone()));
    }

    /// Sets a position and plays turns. If anything is wrong, nothing changes.
    pub(super) fn set_position(&mut self, start: Option<Zip>, turns: &[&str]) -> Result<(), Error> {
        let mut game = match start {
            None => Game::new(self.preset.rules(self.board.clone())),
            Some(zip) => self.game_from(&zip).map_err(Error::new)?,
        };
        for (i, turn) in turns.iter().enumerate() {
            game.play_text(turn)
                .map_err(|error| Error::new(format_args!("turn {}, {}: {error}", i + 1, quoted(turn))))?;
        }
        self.game = game;
        Ok(())
    }

    /// Starts a game from a position, with the chosen board and rules as far as they fit, otherwise with those of the position.
    fn game_from(&self, zip: &Zip) -> Result<Game, ZipError> {
        let mut found = Err(ZipError::Shape(self.board.clone()));
        for (board, as_written) in [(self.board.clone(), true), (zip.board(), false)] {
            let chosen = self.preset.rules(board.clone());
            // The marbles and goals of the position, with the procedure of the chosen rules.
            let (captures, stuck, touch_move) = (chosen.captures, chosen.stuck, chosen.touch_move);
            let own = Rules { captures, stuck, touch_move, ..zip.rules(board) };
            for rules in [chosen, own] {
                if zip.goals().unwrap_or(Goals::STANDARD) != rules.goals {
                    continue;
                }
                found = zip.position(&rules).map(|position| Game::from_position(rules, position));
                // Many shapes fit somewhere on the chosen board, but rings must keep their names.
                if found.as_ref().is_ok_and(|game| !as_written || is_written_like(zip, game)) {
                    return found;
                }
            }
        }
        found
    }

    pub(super) fn query(&self, what: &str) -> Result<String, Error> {
        let (rules, position) = (self.game.rules(), self.game.position());
        Ok(match what {
            "gameover" => self.game.outcome().is_some().to_string(),
            "p1turn" => (position.mover() == Player::One).to_string(),
            "result" => match self.game.outcome() {
                None => "none",
                Some(Outcome::Won { by: Player::One, .. }) => "p1win",
                Some(Outcome::Won { by: Player::Two, .. }) => "p2win",
                Some(Outcome::Drawn(_)) => "draw",
                Some(Outcome::BothLose) => "bothlose",
            }
            .to_owned(),
            "position" => Zip::of(rules, position).to_string(),
            "legalmoves" => self.legal_turns()?.join(" "),
            _ => return Err(Error::new("query takes gameover, p1turn, result, legalmoves or position")),
        })
    }

    /// The legal turns in canonical notation, sorted; none if the game is over.
    pub fn legal_turns(&self) -> Result<Vec<String>, Error> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let mut list = Vec::new();
        if self.game.outcome().is_some() {
            return Ok(list);
        }
        let turns = position.turns(rules);
        if turns.nth(MAX_TURNS).is_some() {
            return Err(Error::new(format_args!("the position has more than {MAX_TURNS} legal turns")));
        }
        turns.for_each(|turn| list.push(position.write_turn(rules, &turn).to_string()));
        list.sort_unstable();
        Ok(list)
    }
}

/// Whether the game writes the rings of its position in the same way.
fn is_written_like(zip: &Zip, game: &Game) -> bool {
    let layout = |zip: &Zip| zip.to_string().split(' ').next().map(str::to_owned);
    layout(zip) == layout(&Zip::of(game.rules(), game.position()))
}
