//! [`Evaluation`], always from the point of view of player 1, and [`Variation`].

use crate::{Score, info::texts};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::fmt;
use zertz::{Outcome, Player, Position, Rules, Turn};

/// The evaluation of a position for player 1, whoever is to move.
///
/// The scores of the engine are for the player to move, who changes with every turn. A fixed point of view avoids errors of sign.
///
/// As data, it is `{"points": 120}`, in hundredths of a white marble, or `{"winner": 1, "turns": 5}` if proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "{ points: number } | { winner: 1 | 2; turns: number }"))]
pub struct Evaluation(Score);

impl Serialize for Evaluation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match (self.winner(), self.0) {
            (Some((winner, turns)), _) => {
                map.serialize_entry("winner", &(winner.index() + 1))?;
                map.serialize_entry("turns", &turns)?;
            }
            (None, Score::Points(points)) => map.serialize_entry("points", &points)?,
            (None, _) => {}
        }
        map.end()
    }
}

impl Evaluation {
    /// The evaluation with this score for a player.
    pub fn new(score: Score, player: Player) -> Evaluation {
        Evaluation(if player == Player::One { score } else { -score })
    }

    /// The evaluation of a finished game. Two losers are equal, as in a draw.
    pub fn of_outcome(outcome: Outcome) -> Evaluation {
        outcome.winner().map_or(Evaluation(Score::Points(0)), |winner| Evaluation::new(Score::WinIn(0), winner))
    }

    /// The evaluation this many turns earlier: a proven win is that much farther away.
    pub fn earlier(self, turns: usize) -> Evaluation {
        let turns = turns as u32;
        Evaluation(match self.0 {
            Score::WinIn(n) => Score::WinIn(n + turns),
            Score::LossIn(n) => Score::LossIn(n + turns),
            points => points,
        })
    }

    /// The score for a player.
    pub fn score(self, player: Player) -> Score {
        if player == Player::One { self.0 } else { -self.0 }
    }

    /// The win chance of a player, from 0 to 1, rounded to hundredths of a percent.
    ///
    /// Platforms compute exponentials with different last digits. Rounding makes reviews the same everywhere.
    pub fn chance(self, player: Player) -> f64 {
        super::verdict::rounded(self.score(player).win_chance())
    }

    /// The win chance of a player, as text. Only a proven result is 0% or 100%.
    pub fn percent(self, player: Player) -> String {
        let percent = (self.chance(player) * 100.0).round();
        format!("{}%", if self.winner().is_some() { percent } else { percent.clamp(1.0, 99.0) })
    }

    /// The player who is proven to win, and the number of turns of both players until then.
    pub fn winner(self) -> Option<(Player, u32)> {
        match self.0 {
            Score::WinIn(turns) => Some((Player::One, turns)),
            Score::LossIn(turns) => Some((Player::Two, turns)),
            Score::Points(_) => None,
        }
    }

    /// Whether it is proven that this player wins.
    pub fn is_won_by(self, player: Player) -> bool {
        self.winner().is_some_and(|(winner, _)| winner == player)
    }
}

/// `+1.20`, `1 wins in 5`, `1 has won`
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |player: Player| player.index() + 1;
        f.pad(&match self.winner() {
            None => self.0.to_string(),
            Some((winner, 0)) => format!("{} has won", number(winner)),
            Some((winner, turns)) => format!("{} wins in {turns}", number(winner)),
        })
    }
}

/// The best turns of a position and the evaluation that they lead to.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// The evaluation of the position in which the turns begin.
    pub evaluation: Evaluation,
    /// The best turns of both players, as far as known.
    pub turns: Vec<Turn>,
}

impl Variation {
    pub(super) fn won(winner: Player, turns: Vec<Turn>) -> Variation {
        Variation { evaluation: Evaluation::new(Score::WinIn(turns.len() as u32), winner), turns }
    }

    /// The variation of the position before this turn, which leads to this one.
    pub fn after(&self, turn: Turn) -> Variation {
        let turns = std::iter::once(turn).chain(self.turns.iter().copied()).collect();
        Variation { evaluation: self.evaluation.earlier(1), turns }
    }

    /// The turns in canonical notation, from the position in which they begin.
    pub fn texts(&self, rules: &Rules, position: Position) -> Vec<String> {
        texts(rules, position, &self.turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Draw, Win};

    #[test]
    fn evaluations_are_those_of_player_1_whoever_moves() {
        let good = Score::Points(120);
        assert!(Evaluation::new(good, Player::One).chance(Player::One) > 0.5);
        assert!(Evaluation::new(good, Player::Two).chance(Player::One) < 0.5);
        assert_eq!(Evaluation::new(good, Player::Two).score(Player::Two), good);
        assert_eq!(Evaluation::new(Score::WinIn(3), Player::Two).to_string(), "2 wins in 3");
        assert_eq!(Evaluation::new(Score::LossIn(3), Player::Two).to_string(), "1 wins in 3");
        assert_eq!(Evaluation::new(good, Player::Two).to_string(), "-1.20");
    }

    #[test]
    fn a_finished_game_is_won_lost_or_even() {
        let won = |by| Evaluation::of_outcome(Outcome::Won { by, how: Win::FullBoard });
        assert_eq!(won(Player::One).percent(Player::One), "100%");
        assert_eq!(won(Player::Two).percent(Player::One), "0%");
        for outcome in [Outcome::Drawn(Draw::Stuck), Outcome::BothLose] {
            assert_eq!(Evaluation::of_outcome(outcome).percent(Player::One), "50%");
        }
    }

    #[test]
    fn a_win_is_farther_away_earlier_and_stays_with_its_winner() {
        let evaluation = Evaluation::new(Score::WinIn(2), Player::Two).earlier(1);
        assert_eq!(evaluation.score(Player::Two), Score::WinIn(3));
        assert_eq!(Evaluation::new(Score::Points(7), Player::One).earlier(4).to_string(), "+0.07");
    }

    #[test]
    fn only_a_proven_win_is_certain() {
        let huge = Evaluation::new(Score::Points(9_999), Player::One);
        assert_eq!((huge.percent(Player::One), huge.percent(Player::Two)), ("99%".to_owned(), "1%".to_owned()));
        assert_eq!(Evaluation::new(Score::WinIn(9), Player::One).percent(Player::Two), "0%");
    }
}
