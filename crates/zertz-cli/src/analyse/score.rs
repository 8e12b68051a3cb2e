//! [`Score`]: what a position is worth, always in the view of player 1.

use serde::{Serialize, Serializer, ser::SerializeMap};
use std::fmt;
use zertz::{Outcome, Player};
use zertz_engine::Value;

/// What a position is worth to player 1, whoever is to move.
///
/// The engine speaks of the player to move. Over a whole game that changes with every turn, and one forgotten sign turns a report upside
/// down; so the view is fixed once, here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score(Value);

impl Score {
    /// From what the engine says of the player to move.
    pub fn of(value: Value, mover: Player) -> Score {
        match mover {
            Player::One => Score(value),
            Player::Two => Score(opposite(value)),
        }
    }

    /// Of a game that is over. When both lose, nobody is ahead: that counts as a draw, as it does for the engine.
    pub fn ended(outcome: Outcome) -> Score {
        match outcome.winner() {
            Some(winner) => Score::of(Value::WinIn(0), winner),
            None => Score(Value::Points(0)),
        }
    }

    /// So many turns earlier: a proven win is then that much farther away.
    pub fn earlier(self, turns: usize) -> Score {
        let turns = turns as u32;
        Score(match self.0 {
            Value::WinIn(n) => Value::WinIn(n + turns),
            Value::LossIn(n) => Value::LossIn(n + turns),
            points => points,
        })
    }

    /// In the view of a player.
    pub fn value(self, player: Player) -> Value {
        match player {
            Player::One => self.0,
            Player::Two => opposite(self.0),
        }
    }

    /// The chance of a player to win, between 0 and 1.
    pub fn chance(self, player: Player) -> f64 {
        self.value(player).win_chance()
    }

    /// The chance of a player for people. What is not proven is never 0% or 100%.
    pub fn percent(self, player: Player) -> String {
        let percent = (self.chance(player) * 100.0).round();
        format!("{}%", if self.is_proven() { percent } else { percent.clamp(1.0, 99.0) })
    }

    /// Whether it is proven who wins.
    pub fn is_proven(self) -> bool {
        self.won().is_some()
    }

    /// Whether it is proven that this player wins.
    pub fn is_won_by(self, player: Player) -> bool {
        self.won().is_some_and(|(winner, _)| winner == player)
    }

    /// The winner and in how many turns, where that is proven.
    fn won(self) -> Option<(Player, u32)> {
        match self.0 {
            Value::WinIn(turns) => Some((Player::One, turns)),
            Value::LossIn(turns) => Some((Player::Two, turns)),
            Value::Points(_) => None,
        }
    }
}

/// The same in the view of the other player.
fn opposite(value: Value) -> Value {
    match value {
        Value::WinIn(turns) => Value::LossIn(turns),
        Value::LossIn(turns) => Value::WinIn(turns),
        Value::Points(points) => Value::Points(-points),
    }
}

/// The number of a player, for people and programs.
pub fn number(player: Player) -> usize {
    player.index() + 1
}

/// `+1.20`, `1 wins in 5`
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.won() {
            None => self.0.to_string(),
            Some((winner, 0)) => format!("{} has won", number(winner)),
            Some((winner, turns)) => format!("{} wins in {turns}", number(winner)),
        })
    }
}

/// `{"points": 120}`, or `{"winner": 1, "turns": 5}` when proven.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some((winner, turns)) = self.won() {
            map.serialize_entry("winner", &number(winner))?;
            map.serialize_entry("turns", &turns)?;
        } else if let Value::Points(points) = self.0 {
            map.serialize_entry("points", &points)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Draw, Win};

    #[test]
    fn the_view_is_of_player_1_whoever_moves() {
        let good = Value::Points(120);
        assert!(Score::of(good, Player::One).chance(Player::One) > 0.5);
        assert!(Score::of(good, Player::Two).chance(Player::One) < 0.5);
        assert_eq!(Score::of(good, Player::Two).value(Player::Two), good);
        assert_eq!(Score::of(Value::WinIn(3), Player::Two).to_string(), "2 wins in 3");
        assert_eq!(Score::of(Value::LossIn(3), Player::Two).to_string(), "1 wins in 3");
        assert_eq!(Score::of(good, Player::Two).to_string(), "-1.20");
    }

    #[test]
    fn a_game_that_is_over_is_won_lost_or_even() {
        let won = |by| Score::ended(Outcome::Won { by, how: Win::FullBoard });
        assert_eq!(won(Player::One).percent(Player::One), "100%");
        assert_eq!(won(Player::Two).percent(Player::One), "0%");
        for outcome in [Outcome::Drawn(Draw::Stuck), Outcome::BothLose] {
            assert_eq!(Score::ended(outcome).percent(Player::One), "50%");
        }
    }

    #[test]
    fn a_win_is_farther_away_earlier_and_stays_with_its_winner() {
        let score = Score::of(Value::WinIn(2), Player::Two).earlier(1);
        assert_eq!(score.value(Player::Two), Value::WinIn(3));
        assert_eq!(Score::of(Value::Points(7), Player::One).earlier(4).to_string(), "+0.07");
    }

    #[test]
    fn only_a_proven_win_is_certain() {
        let huge = Score::of(Value::Points(9_999), Player::One);
        assert_eq!((huge.percent(Player::One), huge.percent(Player::Two)), ("99%".to_owned(), "1%".to_owned()));
        assert_eq!(Score::of(Value::WinIn(9), Player::One).percent(Player::Two), "0%");
    }
}
