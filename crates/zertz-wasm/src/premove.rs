//! [`premove_game`]: the position in which a player makes a premove.

use crate::{GameData, Problem};
use zertz::{Game, Rules, Turn, notation::Zip};

/// The game as it will be when the opponent has moved, as far as that is known.
///
/// If the opponent's only legal turn is a capture, it is played: a player who sacrifices marbles wants to answer it. Otherwise the position
/// stays the same, with the player to move.
pub fn premove_game(data: &GameData) -> Result<GameData, Problem> {
    let game = data.game()?;
    let (rules, position) = (game.rules(), game.position());
    if let Some(turn) = only_capture(&game) {
        let mut next = data.clone();
        next.acts.push(position.write_turn(rules, &turn).to_string());
        return Ok(next);
    }
    let start = Zip::of(rules, &position.with_opponent_to_move()).to_string();
    Ok(GameData::begin(&Rules { swap: false, ..Rules::clone(rules) }, Some(start)))
}

/// The only legal turn, if it is a capture.
fn only_capture(game: &Game) -> Option<Turn> {
    if game.outcome().is_some() {
        return None;
    }
    let turns = game.position().turns(game.rules());
    turns.len_up_to(1)?;
    turns.nth(0).filter(|turn| matches!(turn, Turn::Jump(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Player};

    fn premove(acts: &[&str], swap: bool) -> GameData {
        let mut data = GameData::begin(&Rules { swap, ..Rules::standard(Board::rings37()) }, None);
        data.acts = acts.iter().map(|&act| act.to_owned()).collect();
        premove_game(&data).unwrap()
    }

    #[test]
    fn the_other_player_is_to_move_in_the_same_position() {
        let data = premove(&["Wd4,d1"], true);
        let game = data.game().unwrap();
        assert_eq!((game.position().mover(), game.position().rings().len()), (Player::One, 36));
        assert!(data.acts.is_empty() && !data.rules.swap);
    }

    #[test]
    fn the_only_capture_is_played() {
        assert_eq!(premove(&["Wa1,g1", "Ga2,g4"], false).acts, ["Wa1,g1", "Ga2,g4", "xa1Ga3"]);
    }

    #[test]
    fn a_choice_of_captures_is_left_to_the_opponent() {
        let data = premove(&["Wd4,d1", "Gd5,a1"], false);
        assert!(data.acts.is_empty());
        assert_eq!(data.game().unwrap().position().mover(), Player::Two);
    }
}
