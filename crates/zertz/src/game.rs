//! [`Game`]: a position with its history. What no single position can know: repetition, taking back, resigning.

use crate::{Captures, Draw, IllegalTurn, Outcome, Player, Position, Rules, Turn, Win, position::Identity};
use std::{collections::HashMap, fmt, sync::Arc};

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
    /// How often each position has come up, the present one included.
    seen: HashMap<Identity, u32>,
    /// An end that the players made, not the rules.
    ended: Option<Outcome>,
    swapped: bool,
}

/// What can be undone and done again.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// With the position it led to, which also knows whether a capture was demanded there.
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

    /// What it is played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// The position before the first turn.
    pub fn start(&self) -> &Position {
        self.past.first().map_or(&self.now, |(position, _)| position)
    }

    /// The turns so far, each with the position it was made in.
    pub fn turns(&self) -> &[(Position, Turn)] {
        &self.past
    }

    /// How the game ended, unless it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.ended.is_some() {
            return self.ended;
        }
        let third_time = || (self.repetitions() >= 3).then_some(Outcome::Drawn(Draw::Repetition));
        self.now.outcome(&self.rules).or_else(third_time)
    }

    /// How often the present position has come up.
    pub fn repetitions(&self) -> u32 {
        self.seen.get(&self.now.identity()).copied().unwrap_or(0)
    }

    /// Plays a turn. An illegal one changes nothing. Turns that were undone are forgotten.
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

    /// Takes the last act back: a resignation or agreed draw, a change of sides or a turn. Says whether there was one.
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

    /// Does again what was undone last. Says whether there was anything.
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

    /// The player gives up.
    pub fn resign(&mut self, player: Player) -> Result<(), GameOver> {
        self.end(Outcome::Won { by: player.other(), how: Win::Resignation })
    }

    /// The player's time has run out, on whatever clock the players use.
    pub fn lose_on_time(&mut self, player: Player) -> Result<(), GameOver> {
        self.end(Outcome::Won { by: player.other(), how: Win::Time })
    }

    /// The players agree on a draw.
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

    /// Whether the player to move may demand that the opponent's last turn be taken back because it missed a capture.
    ///
    /// Only where captures must be claimed. Even a turn that won can be demanded back: it was not a right one. A player of whom a
    /// capture is demanded cannot demand one in return, having let it pass the turn before.
    pub fn may_demand_capture(&self) -> bool {
        self.rules.captures == Captures::Claimed
            && self.ended.is_none()
            && !self.now.obliged
            && self
                .past
                .last()
                .is_some_and(|(before, turn)| matches!(turn, Turn::Place { .. }) && before.has_jump(&self.rules.board))
    }

    /// Takes the opponent's last turn back, ring included, and obliges the opponent to capture.
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

    /// The second player takes over the first player's side: the people change seats, the position stays. It is still the
    /// turn of [`Player::Two`], who is now the person who made the first turn.
    pub fn swap(&mut self) -> Result<(), CannotSwap> {
        if !self.may_swap() {
            return Err(CannotSwap);
        }
        self.swapped = true;
        self.future.clear();
        Ok(())
    }

    /// Whether the people have changed sides.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }
}

/// A game that is over cannot be resigned or drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOver(pub Outcome);

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game is over, {}", self.0)
    }
}

impl std::error::Error for GameOver {}

/// There is no missed capture to demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NothingMissed;

impl fmt::Display for NothingMissed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the last turn missed no capture that could be demanded")
    }
}

impl std::error::Error for NothingMissed {}

/// Sides cannot be changed now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CannotSwap;

impl fmt::Display for CannotSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sides can be changed only once, after the first turn, where the rules allow it")
    }
}

impl std::error::Error for CannotSwap {}

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
