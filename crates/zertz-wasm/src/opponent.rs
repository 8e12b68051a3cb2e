//! What a computer player does besides its turns.

use crate::{GameData, Problem};
use zertz_engine::opponent::{self, Instead};
use zertz_protocol::Act;

/// What a computer player does instead of playing a turn, as an act. `chance` is its win chance, if it has searched.
pub fn instead_of_turn(game: &GameData, chance: Option<f64>) -> Result<Option<String>, Problem> {
    let game = game.game()?;
    Ok(opponent::instead_of_turn(&game, chance).map(|instead| match instead {
        Instead::Demand => Act::Demand.write(&game),
        Instead::Swap => Act::Swap.write(&game),
    }))
}
