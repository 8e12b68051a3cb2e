//! A program that speaks UGI as a player.
//!
//! | we say | it says |
//! |---|---|
//! | `ugi` | anything, then `ugiok` |
//! | `setoption name N value V` for Threads, Hash and others, for Rules and Board before each game | |
//! | `uginewgame`, `isready` | `readyok` |
//! | `position startpos moves T…` or `position fen ZIP moves T…` | |
//! | `go nodes N`, `depth N`, `movetime MS`, `p1time MS p2time MS p1inc MS p2inc MS`, as the limit says | `info … score cp N`, then `bestmove T` |
//! | `stop` when a turn is late, `quit` | |

use super::{
    Choice, Clocks, Fault, FaultKind, Patience, Player, Spec,
    process::{NoLine, Process},
};
use anyhow::{Result, anyhow};
use std::{
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};
use zertz::{Captures, Game, Preset, Rules, notation::Zip};
use zertz_engine::{Stop, Value};

pub struct UgiPlayer {
    spec: Spec,
    command: Vec<String>,
    patience: Patience,
    /// Gone after a crash; the next game starts another.
    process: Option<Process>,
}

/// How long a program may take to answer `stop`.
const GRACE: Duration = Duration::from_secs(1);

impl UgiPlayer {
    /// Starts the program and makes sure that it speaks UGI.
    pub fn start(spec: &Spec, command: &[String], patience: Patience) -> Result<UgiPlayer> {
        let mut player = UgiPlayer { spec: spec.clone(), command: command.to_vec(), patience, process: None };
        let process = player.greet().map_err(|fault| anyhow!("{} cannot play: {}", spec.text, fault.why))?;
        player.process = Some(process);
        Ok(player)
    }

    fn greet(&self) -> Result<Process, Fault> {
        let started = Process::start(&self.command);
        let mut process = started.map_err(|error| Fault::new(FaultKind::Crash, format_args!("{error:#}")))?;
        process.send("ugi");
        self.wait_for(&mut process, "ugiok")?;
        let named = [("Threads", self.spec.threads), ("Hash", self.spec.hash)];
        for (name, value) in named.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            process.send(&format!("setoption name {name} value {value}"));
        }
        for (name, value) in &self.spec.options {
            process.send(&format!("setoption name {name} value {value}"));
        }
        Ok(process)
    }

    fn wait_for(&self, process: &mut Process, word: &str) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience.silence;
        loop {
            match process.line(deadline, &Stop::new()) {
                Ok(line) if line == word => return Ok(()),
                Ok(_) => {}
                Err(NoLine::Ended) => return Err(Fault::new(FaultKind::Crash, process.epitaph())),
                Err(_) => return Err(Fault::new(FaultKind::Hang, format_args!("it never said {word}"))),
            }
        }
    }

    fn ready(&mut self, rules: &Rules) -> Result<(), Fault> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.greet()?,
        };
        if let Some(preset) = preset(rules) {
            process.send(&format!("setoption name Rules value {preset}"));
        }
        process.send(&format!("setoption name Board value {}", rules.board));
        process.send("uginewgame");
        process.send("isready");
        self.wait_for(&mut process, "readyok")?;
        self.process = Some(process);
        Ok(())
    }

    fn go(&self, clocks: &Clocks) -> String {
        let mut text = "go".to_owned();
        let limit = &self.spec.limit;
        let mut add = |name: &str, value: u128| write!(text, " {name} {value}").expect("a string takes everything");
        limit.nodes.into_iter().for_each(|n| add("nodes", n.into()));
        limit.depth.into_iter().for_each(|n| add("depth", n.into()));
        limit.time.into_iter().for_each(|t| add("movetime", t.as_millis()));
        if limit.clock.is_some() {
            for (name, clock) in ["p1time", "p2time"].iter().zip(clocks) {
                clock.iter().for_each(|c| add(name, c.remaining.as_millis()));
            }
            for (name, clock) in ["p1inc", "p2inc"].iter().zip(clocks) {
                clock.iter().for_each(|c| add(name, c.increment.as_millis()));
            }
        }
        text
    }

    /// Reads until `bestmove`; gives its turn and the last score told.
    fn answer(&self, process: &mut Process, allowed: Duration, stop: &Stop) -> Result<(String, Option<Value>), Fault> {
        let mut deadline = Instant::now() + allowed;
        let (mut told_to_stop, mut value) = (false, None);
        loop {
            match process.line(deadline, stop) {
                Ok(line) => {
                    if let Some(rest) = line.strip_prefix("bestmove") {
                        let turn = rest.split_whitespace().next().unwrap_or_default();
                        return Ok((turn.to_owned(), value));
                    }
                    value = score(&line).or(value);
                }
                Err(NoLine::Late) if !told_to_stop => {
                    // A late answer loses on time; none at all means that the program has to be ended.
                    process.send("stop");
                    (told_to_stop, deadline) = (true, Instant::now() + GRACE);
                }
                Err(NoLine::Late) => {
                    return Err(Fault::new(FaultKind::Hang, format_args!("no turn after {allowed:?}, nor after stop")));
                }
                Err(NoLine::Ended) => return Err(Fault::new(FaultKind::Crash, process.epitaph())),
                Err(NoLine::Stopped) => return Err(Fault::new(FaultKind::Hang, "the match was stopped")),
            }
        }
    }
}

impl Player for UgiPlayer {
    fn new_game(&mut self, rules: &Arc<Rules>, _: u64) -> Result<(), Fault> {
        // A program that ended quietly after the last game is given another chance.
        self.ready(rules).or_else(|fault| if fault.kind == FaultKind::Crash { self.ready(rules) } else { Err(fault) })
    }

    fn choose(&mut self, game: &Game, clocks: &Clocks, stop: &Stop) -> Result<Choice, Fault> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => return Err(Fault::new(FaultKind::Crash, "the program is gone")),
        };
        process.send(&position(game));
        process.send(&self.go(clocks));
        let clock = clocks[game.position().mover().index()].map(|clock| clock.remaining);
        let fixed = self.spec.limit.time.map(|time| time + self.patience.margin);
        let allowed = clock.into_iter().chain(fixed).min().unwrap_or(self.patience.silence);
        let (text, value) = self.answer(&mut process, allowed, stop)?;
        // Only one that answers is kept; any other is ended by dropping it.
        self.process = Some(process);
        match game.position().read_turn(game.rules(), &text) {
            Ok(turn) => Ok(Choice { turn, value }),
            Err(error) => Err(Fault::new(FaultKind::Illegal, format_args!("it played {text:?}: {error}"))),
        }
    }
}

/// The preset that the rules come from. A program enforces captures all by itself, so that option does not tell presets apart.
fn preset(rules: &Rules) -> Option<Preset> {
    let alike = |preset: &Preset| {
        let rules_of = preset.rules(rules.board.clone());
        Rules { captures: Captures::Enforced, touch_move: rules.touch_move, ..rules_of } == *rules
    };
    Preset::ALL.into_iter().find(alike)
}

fn position(game: &Game) -> String {
    let rules = game.rules();
    let mut text = if *game.start() == rules.start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", Zip::of(rules, game.start()))
    };
    if !game.turns().is_empty() {
        text.push_str(" moves");
    }
    for (before, turn) in game.turns() {
        write!(text, " {}", before.write_turn(rules, turn)).expect("a string takes everything");
    }
    text
}

/// The score of an `info` line, if it tells one.
fn score(line: &str) -> Option<Value> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|&word| word == "score")?;
    let (kind, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match (kind, number) {
        ("cp", points) => Some(Value::Points(points)),
        ("mate", turns @ 1..) => Some(Value::WinIn(turns as u32)),
        ("mate", turns) => Some(Value::LossIn(turns.unsigned_abs())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    #[test]
    fn the_position_is_the_start_and_all_turns() {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        assert_eq!(position(&game), "position startpos");
        for turn in ["Wd4,d1", "Gd5,a1", "xd5Wd3"] {
            game.play_text(turn).unwrap();
        }
        assert_eq!(position(&game), "position startpos moves Wd4,d1 Gd5,a1 xd5Wd3");
        let later = Game::from_position(game.rules().clone(), *game.position());
        let text = position(&later);
        assert!(text.starts_with("position fen 1ooo/ooooo/") && text.ends_with(" 5/7/10 1/0/0 0/0/0 2"), "{text}");
    }

    #[test]
    fn scores_are_read_from_info_lines() {
        assert_eq!(score("info depth 3 score cp -35 nodes 100"), Some(Value::Points(-35)));
        assert_eq!(score("info score mate -4 pv x"), Some(Value::LossIn(4)));
        assert_eq!(score("info depth 3"), None);
        assert_eq!(score("score cp 5"), None);
    }

    #[test]
    fn rules_are_named_by_their_preset() {
        let rules = Rules { captures: Captures::Enforced, touch_move: false, ..Rules::tournament(Board::rings48()) };
        assert_eq!(preset(&rules), Some(Preset::Tournament));
        assert_eq!(preset(&Rules::blitz(Board::rings37())), Some(Preset::Blitz));
    }
}
