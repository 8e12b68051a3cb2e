//! [`Act`]: one thing that a player did in a game, as [`GameData`](crate::GameData) lists it.

use crate::{Code, Problem};
use zertz::{Game, Player, Turn};

/// One thing that a player did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A turn.
    Turn(Turn),
    /// Swapping sides.
    Swap,
    /// Demanding a missed capture.
    Demand,
    /// The player resigned.
    Resign(Player),
    /// The player's time ran out.
    Time(Player),
    /// The players agreed on a draw.
    Draw,
}

impl Act {
    /// Every act that is not a turn.
    pub const OTHERS: [Act; 7] = [
        Act::Swap,
        Act::Demand,
        Act::Resign(Player::One),
        Act::Resign(Player::Two),
        Act::Time(Player::One),
        Act::Time(Player::Two),
        Act::Draw,
    ];

    /// The words for an act that is not a turn.
    pub const fn words(&self) -> Option<&'static str> {
        Some(match self {
            Act::Turn(_) => return None,
            Act::Swap => "swap",
            Act::Demand => "demand",
            Act::Resign(Player::One) => "resign 1",
            Act::Resign(Player::Two) => "resign 2",
            Act::Time(Player::One) => "time 1",
            Act::Time(Player::Two) => "time 2",
            Act::Draw => "draw",
        })
    }

    /// Reads the next act of a game.
    pub fn read(game: &Game, text: &str) -> Result<Act, Problem> {
        match Act::OTHERS.into_iter().find(|act| act.words() == Some(text)) {
            Some(act) => Ok(act),
            None => Ok(Act::Turn(game.position().read_turn(game.rules(), text)?)),
        }
    }

    /// The act as text. A turn must be legal in the game, whose next act it is.
    pub fn write(&self, game: &Game) -> String {
        match self {
            Act::Turn(turn) => game.position().write_turn(game.rules(), turn).to_string(),
            act => act.words().unwrap_or_default().to_owned(),
        }
    }

    /// Plays the act. If it is not possible, nothing changes.
    pub fn play(&self, game: &mut Game) -> Result<(), Problem> {
        let over = |why| Problem::new(Code::Over, why);
        match *self {
            Act::Turn(turn) => Ok(game.play(&turn)?),
            Act::Swap => game.swap().map_err(|why| Problem::new(Code::CannotSwap, why)),
            Act::Demand => game.demand_capture().map(drop).map_err(|why| Problem::new(Code::NothingMissed, why)),
            Act::Resign(player) => game.resign(player).map_err(over),
            Act::Time(player) => game.lose_on_time(player).map_err(over),
            Act::Draw => game.agree_on_draw().map_err(over),
        }
    }
}

/// Reads the next act of a game and plays it.
pub fn act(game: &mut Game, text: &str) -> Result<Act, Problem> {
    let act = Act::read(game, text)?;
    act.play(game)?;
    Ok(act)
}
