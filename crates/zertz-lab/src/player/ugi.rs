//! [`UgiPlayer`]: an engine in a child process.

use super::{Choice, Clocks, Forfeit, ForfeitKind, Patience, Player, Spec};
use anyhow::{Result, anyhow};
use std::sync::Arc;
use zertz::{Game, Rules};
use zertz_engine::Stop;
use zertz_ugi::{Console, Go, UgiEngine, UgiError};

pub struct UgiPlayer {
    spec: Spec,
    command: Vec<String>,
    patience: Patience,
    /// `None` after a crash; the next game starts another process.
    engine: Option<UgiEngine>,
}

impl UgiPlayer {
    /// Starts the engine, which must answer the UGI handshake.
    pub fn start(spec: &Spec, command: &[String], patience: Patience) -> Result<UgiPlayer> {
        let mut player = UgiPlayer { spec: spec.clone(), command: command.to_vec(), patience, engine: None };
        let engine = player.start_engine().map_err(|error| anyhow!("{} cannot play: {error}", spec.text))?;
        player.engine = Some(engine);
        Ok(player)
    }

    /// Starts a process and sets its options. Ctrl-C does not reach it, so that the match can end properly.
    fn start_engine(&self) -> Result<UgiEngine, UgiError> {
        let mut engine = UgiEngine::start(&self.command, Console::Separate, self.patience.silence)?;
        for (name, value) in [("Threads", self.spec.threads), ("Hash", self.spec.hash)] {
            if let Some(value) = value {
                engine.set_option(name, value);
            }
        }
        for (name, value) in &self.spec.options {
            engine.set_option(name, value);
        }
        Ok(engine)
    }

    fn ready(&mut self, rules: &Rules) -> Result<(), Forfeit> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.start_engine().map_err(forfeit)?,
        };
        engine.new_game(rules, self.patience.silence).map_err(forfeit)?;
        self.engine = Some(engine);
        Ok(())
    }
}

fn forfeit(error: UgiError) -> Forfeit {
    let kind = match error {
        UgiError::Start { .. } | UgiError::Ended(_) | UgiError::CustomRules => ForfeitKind::Crash,
        UgiError::Silent(_) | UgiError::Stopped => ForfeitKind::Hang,
    };
    Forfeit::new(kind, error)
}

impl Player for UgiPlayer {
    fn new_game(&mut self, rules: &Arc<Rules>, _: u64) -> Result<(), Forfeit> {
        // The engine may have exited after the last game. Then another one is started.
        self.ready(rules).or_else(|error| if error.kind == ForfeitKind::Crash { self.ready(rules) } else { Err(error) })
    }

    fn choose(&mut self, game: &Game, clocks: &Clocks, stop: &Stop) -> Result<Choice, Forfeit> {
        let not_running = || Forfeit::new(ForfeitKind::Crash, "the engine is not running");
        let mut engine = self.engine.take().ok_or_else(not_running)?;
        let limit = &self.spec.limit;
        let go = Go {
            nodes: limit.nodes,
            depth: limit.depth,
            move_time: limit.time,
            clocks: if limit.clock.is_some() { *clocks } else { [None; 2] },
        };
        let clock = clocks[game.position().mover().index()].map(|clock| clock.remaining);
        let fixed = limit.time.map(|time| time + self.patience.margin);
        let allowed = clock.into_iter().chain(fixed).min().unwrap_or(self.patience.silence);
        let best = engine.search(game, &go, allowed, stop).map_err(forfeit)?;
        // An engine that did not answer has been dropped, which ends its process.
        self.engine = Some(engine);
        match game.position().read_turn(game.rules(), &best.turn) {
            Ok(turn) => Ok(Choice { turn, value: best.value }),
            Err(error) => Err(Forfeit::new(ForfeitKind::Illegal, format_args!("it played {:?}: {error}", best.turn))),
        }
    }
}
