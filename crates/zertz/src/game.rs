//! [`Game`]: a position with its history: repetition, undo and redo, resignation, demands and swapping sides.

use crate::{Captures, Draw, IllegalTurn, Outcome, Player, Position, Rules, Turn, Win, position::Identity};
use std::{collections::HashMap, sync::Arc};
use thiserror::Error;

/// A game from its start to now, with undo and redo.
///
/// ```
/// use zertz::{Board, Game, Rules};
/// let mut game = Game::new(Rules::standard(Board::rings37()));
/// game.play_text("Wd4,d1")?;
/// game.play_text("Gd5,a1")?;
/// assert!(game.play_text("Bc3,a2").unwrap_err().to_string().contains("must capture"));
/// game.play_text("x d5Wd3")?;
/// assert_eq!(game.position().captured(zertz::Player::One).total(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Rules>,
    past: Vec<(Position, Turn)>,
    now: Position,
    future: Vec<Act>,
    /// How often each position has occurred, including the current one.
    seen: HashMap<Identity, u32>,
    /// An end by the players: resignation, time or agreement.
    ended: Option<Outcome>,
    swapped: bool,
}

#[derive(Clone, Copy, Debug)]
enum Act {
    /// A turn and the position after it, which also records whether a capture was demanded there.
    Turn(Turn, Position),
    Swap,
    End(Outcome),
}

impl Game {
    /// A new game.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Game {
        let rules = rules.into();
        let start = rules.start();
        Game::from_position(rules, start)
    }

    /// A game that starts from another position.
    pub fn from_position(rules: impl Into<Arc<Rules>>, start: Position) -> Game {
        Game {
            rules: rules.into(),
            past: Vec::new(),
            now: start,
            future: Vec::new(),
            seen: HashMap::from([(start.identity(), 1)]),
            ended: None,
            swapped: false,
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// The position before the first turn.
    pub fn start(&self) -> &Position {
        self.past.first().map_or(&self.now, |(position, _)| position)
    }

    /// The turns so far, each with the position before it.
    pub fn turns(&self) -> &[(Position, Turn)] {
        &self.past
    }

    /// How the game ended, or `None` if it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.ended.is_some() {
            return self.ended;
        }
        let third_time = || (self.repetitions() >= 3).then_some(Outcome::Drawn(Draw::Repetition));
        self.now.outcome(&self.rules).or_else(third_time)
    }

    /// How often the current position has occurred.
    pub fn repetitions(&self) -> u32 {
        self.seen.get(&self.now.identity()).copied().unwrap_or(0)
    }

    /// Plays a turn and discards undone turns. An illegal turn changes nothing.
    pub fn play(&mut self, turn: &Turn) -> Result<(), IllegalTurn> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalTurn::Over(outcome));
        }
        let next = self.now.play(&self.rules, turn)?;
        self.future.clear();
        self.advance(*turn, next);
        Ok(())
    }

    fn advance(&mut self, turn: Turn, next: Position) {
        self.past.push((self.now, turn));
        self.now = next;
        *self.seen.entry(next.identity()).or_default() += 1;
    }

    fn retreat(&mut self) -> Option<Turn> {
        let (before, turn) = self.past.pop()?;
        let identity = self.now.identity();
        if let Some(count) = self.seen.get_mut(&identity) {
            *count -= 1;
            if *count == 0 {
                self.seen.remove(&identity);
            }
        }
        self.now = before;
        Some(turn)
    }

    /// Undoes the last action: a resignation or agreed draw, a swap of sides or a turn. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let after = self.now;
        let act = if let Some(outcome) = self.ended.take() {
            Some(Act::End(outcome))
        } else if self.past.len() == 1 && self.swapped {
            self.swapped = false;
            Some(Act::Swap)
        } else {
            self.retreat().map(|turn| Act::Turn(turn, after))
        };
        self.future.extend(act);
        act.is_some()
    }

    /// Redoes the action that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if self.outcome().is_some() {
            return false;
        }
        match self.future.pop() {
            None => return false,
            Some(Act::Swap) => self.swapped = true,
            Some(Act::End(outcome)) => self.ended = Some(outcome),
            Some(Act::Turn(turn, after)) => self.advance(turn, after),
        }
        true
    }

    /// Ends the game: the player resigns.
    pub fn resign(&mut self, player: Player) -> Result<(), GameOver> {
        self.end(Outcome::Won { by: player.other(), how: Win::Resignation })
    }

    /// Ends the game: the player's time has run out.
    pub fn lose_on_time(&mut self, player: Player) -> Result<(), GameOver> {
        self.end(Outcome::Won { by: player.other(), how: Win::Time })
    }

    /// Ends the game: the players agree on a draw.
    pub fn agree_on_draw(&mut self) -> Result<(), GameOver> {
        self.end(Outcome::Drawn(Draw::Agreement))
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), GameOver> {
        match self.outcome() {
            Some(outcome) => Err(GameOver(outcome)),
            None => {
                self.ended = Some(outcome);
                self.future.clear();
                Ok(())
            }
        }
    }

    /// Whether the player to move may demand that the opponent undo the last turn because it missed a capture.
    ///
    /// This applies only to [`Captures::OnDemand`], and even to a turn that won. A player of whom a capture is demanded cannot demand
    /// one in return, having had the chance on the previous turn.
    pub fn may_demand_capture(&self) -> bool {
        self.rules.captures == Captures::OnDemand
            && self.ended.is_none()
            && !self.now.obliged
            && self
                .past
                .last()
                .is_some_and(|(before, turn)| matches!(turn, Turn::Place { .. }) && before.has_jump(&self.rules.board))
    }

    /// Undoes the opponent's last turn, including the removed ring, and obliges the opponent to capture.
    pub fn demand_capture(&mut self) -> Result<Turn, NothingMissed> {
        if !self.may_demand_capture() {
            return Err(NothingMissed);
        }
        let turn = self.retreat().ok_or(NothingMissed)?;
        self.now.obliged = true;
        self.future.clear();
        if self.past.is_empty() {
            self.swapped = false;
        }
        Ok(turn)
    }

    /// Whether the second player may take over the first player's side now.
    pub fn may_swap(&self) -> bool {
        self.rules.swap && !self.swapped && self.past.len() == 1 && self.outcome().is_none()
    }

    /// The second player takes over the first player's side: the people swap sides and the position stays. It is still the turn
    /// of [`Player::Two`], now played by the person who played the first turn.
    pub fn swap(&mut self) -> Result<(), CannotSwap> {
        if !self.may_swap() {
            return Err(CannotSwap);
        }
        self.swapped = true;
        self.future.clear();
        Ok(())
    }

    /// Whether the people have swapped sides.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }
}

/// The game is already over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the game is over, {0}")]
pub struct GameOver(pub Outcome);

/// There is no missed capture to demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no missed capture to demand")]
pub struct NothingMissed;

/// The players cannot swap sides now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("players can swap sides only once, after the first turn, and only if the rules allow it")]
pub struct CannotSwap;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn everything_undone_can_be_done_again() {
        let rules = Rules { swap: true, ..Rules::standard(Board::rings37()) };
        let mut game = Game::new(rules);
        game.play_text("Wd4,d1").unwrap();
        game.swap().unwrap();
        game.play_text("Gd6,a1").unwrap();
        game.resign(Player::One).unwrap();
        let (end, outcome) = (*game.position(), game.outcome());
        let undone = std::iter::repeat_with(|| game.undo()).take_while(|&more| more).count();
        assert_eq!((undone, game.is_swapped(), game.outcome()), (4, false, None));
        let redone = std::iter::repeat_with(|| game.redo()).take_while(|&more| more).count();
        assert_eq!((redone, game.is_swapped(), game.outcome()), (4, true, outcome));
        assert_eq!(*game.position(), end);
    }

    #[test]
    fn a_new_act_forgets_what_was_undone() {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        game.play_text("Wd4,d1").unwrap();
        game.undo();
        game.resign(Player::One).unwrap();
        game.undo();
        assert!(game.redo() && !game.redo());
        assert!(game.turns().is_empty());
    }
}
