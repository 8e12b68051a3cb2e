//! [`EnginePlayer`]: the built-in engine.

use super::{Choice, Clocks, Forfeit, ForfeitKind, Limit, Player, Spec};
use anyhow::{Context, Result};
use std::{path::Path, sync::Arc};
use zertz::{Game, Rules};
use zertz_engine::{Engine, Limits, Network, Stop};

pub struct EnginePlayer {
    engine: Engine,
    limit: Limit,
}

/// The default size of the transposition table in mebibytes: small, since many engines play at once and clear it before each game.
const HASH: usize = 16;

impl EnginePlayer {
    pub fn new(spec: &Spec) -> Result<EnginePlayer> {
        let mut engine = Engine::new(spec.hash.unwrap_or(HASH));
        engine.set_threads(spec.threads.unwrap_or(1));
        engine.set_level(spec.level);
        if let Some(file) = &spec.network {
            engine.set_network(read_network(Path::new(file))?);
        }
        Ok(EnginePlayer { engine, limit: spec.limit })
    }
}

/// Reads an evaluation network.
pub fn read_network(path: &Path) -> Result<Arc<Network>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Arc::new(Network::read(&bytes).with_context(|| path.display().to_string())?))
}

impl Player for EnginePlayer {
    fn new_game(&mut self, _: &Arc<Rules>, seed: u64) -> Result<(), Forfeit> {
        // A new seed also clears the transposition table. Results must not depend on the games played before.
        self.engine.set_seed(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, clocks: &Clocks, stop: &Stop) -> Result<Choice, Forfeit> {
        let limits = Limits {
            nodes: self.limit.nodes,
            depth: self.limit.depth,
            move_time: self.limit.time,
            clock: clocks[game.position().mover().index()],
            ..Limits::default()
        };
        let found = self.engine.search(game, &limits, stop, &mut |_| {});
        let found = found.ok_or_else(|| Forfeit::new(ForfeitKind::Illegal, "the engine found no turn"))?;
        Ok(Choice { turn: found.turn, value: Some(found.info.score) })
    }
}
