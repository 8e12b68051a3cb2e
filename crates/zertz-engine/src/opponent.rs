//! How a computer player behaves, apart from the turns that it chooses. The browser, the server and `zertz bot` all play by this.

use zertz::Game;

/// The noise that makes the openings of a computer player differ, for [`Engine::set_variety`](crate::Engine::set_variety).
pub const VARIETY: u16 = 10;

/// What a computer player does instead of playing a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// It demands the capture that the opponent's last turn missed.
    Demand,
    /// It swaps sides.
    Swap,
}

/// An offer of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To undo the opponent's last turn.
    Undo,
    /// Another game.
    Rematch,
}

/// What the computer player to move does instead of playing a turn, if anything.
///
/// It demands every missed capture, since a sacrifice that need not be captured is wasted. It swaps sides if the other side is better:
/// `chance` is its win chance, or `None` before it has searched.
pub fn instead_of_turn(game: &Game, chance: Option<f64>) -> Option<Instead> {
    if game.may_demand_capture() {
        return Some(Instead::Demand);
    }
    (game.may_swap() && chance.is_some_and(|chance| chance < 0.5)).then_some(Instead::Swap)
}

/// Whether a computer player accepts an offer. It plays to the end, but people may practise with it.
pub fn accepts(offer: Offer) -> bool {
    match offer {
        Offer::Draw => false,
        Offer::Undo | Offer::Rematch => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};

    fn game(rules: Rules, turns: &[&str]) -> Game {
        let mut game = Game::new(rules);
        turns.iter().for_each(|turn| game.play_text(turn).unwrap());
        game
    }

    #[test]
    fn every_missed_capture_is_demanded() {
        let missed = ["Wd4,d1", "Gd5,a1", "Bc3,a2"];
        let mut tournament = game(Rules::tournament(Board::rings37()), &missed);
        assert_eq!(instead_of_turn(&tournament, None), Some(Instead::Demand));
        assert_eq!(instead_of_turn(&tournament, Some(1.0)), Some(Instead::Demand));
        tournament.demand_capture().unwrap();
        assert_eq!(instead_of_turn(&tournament, None), None, "only once");
        assert_eq!(instead_of_turn(&game(Rules::tournament(Board::rings37()), &missed[..2]), None), None);
    }

    #[test]
    fn sides_are_swapped_if_the_other_side_is_better() {
        let rules = Rules { swap: true, ..Rules::standard(Board::rings37()) };
        let game = game(rules, &["Wd4,d1"]);
        assert_eq!(instead_of_turn(&game, None), None);
        assert_eq!(instead_of_turn(&game, Some(0.5)), None);
        assert_eq!(instead_of_turn(&game, Some(0.49)), Some(Instead::Swap));
        let without = self::game(Rules::standard(Board::rings37()), &["Wd4,d1"]);
        assert_eq!(instead_of_turn(&without, Some(0.1)), None);
    }
}
