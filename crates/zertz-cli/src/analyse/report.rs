//! Helpers for the review of a game as text and as a plot.

use crate::output::cut;
use zertz::Player;
use zertz_engine::review::{GameReport, Standing, TurnReport};

const LONGEST_NAME: usize = 24;

/// `player 1 (Anna)`. Names come from records: they are cut, and control characters are removed.
pub fn name(report: &GameReport, player: Player) -> String {
    let name = report.players[player.index()].name.iter().flat_map(|name| name.chars());
    let name = cut(&name.filter(|sign| !sign.is_control()).collect::<String>(), LONGEST_NAME);
    if name.trim().is_empty() { player.to_string() } else { format!("{player} ({name})") }
}

/// The win chance of a player in percent.
pub fn percent(standing: Standing, player: Player) -> String {
    standing.evaluation.map_or("–".to_owned(), |evaluation| evaluation.percent(player))
}

/// The position before a turn.
pub fn before(report: &GameReport, turn: &TurnReport) -> Standing {
    if turn.number == 1 { report.start } else { report.turns[turn.number - 2].after }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use zertz::{Board, Game, Rules, notation::official};
    use zertz_engine::{
        Score,
        review::{Evaluation, Review, TurnReview, Variation, Verdict},
    };

    /// A blunder of player 2, and a third turn that was not analysed.
    pub fn sample() -> GameReport {
        let mut game = Game::new(Rules::standard(Board::rings37()));
        official::play_on(&mut game, "Wd4,d1 Gd5,a1 x d5Wd3").unwrap();
        let position = |number: usize| game.turns()[number].0;
        let better = position(1).turns(game.rules()).to_vec();
        let better = better.into_iter().find(|turn| position(1).write_turn(game.rules(), turn).to_string() == "Gb2,a1");
        let variation =
            |points, turns| Variation { evaluation: Evaluation::new(Score::Points(points), Player::One), turns };
        let best = TurnReview { player: Player::One, verdict: Verdict::Best, loss: 0.0, better: None };
        let blunder = TurnReview {
            player: Player::Two,
            verdict: Verdict::Blunder,
            loss: 0.4,
            better: Some(variation(0, better.into_iter().collect())),
        };
        let review = Review {
            positions: vec![Some(variation(0, vec![])), Some(variation(0, vec![])), Some(variation(440, vec![])), None],
            turns: vec![Some(best), Some(blunder), None],
        };
        GameReport::new(&game, [Some("<Anna> & \"Co\"\u{1b}".to_owned()), None], 1000, &review)
    }

    #[test]
    fn each_player_is_counted_alone() {
        let report = sample();
        let [one, two] = report.players.each_ref().map(|player| player.review);
        assert_eq!((one.choices, one.best, one.blunders, one.average_loss), (1, 1, 0, Some(0.0)));
        assert_eq!((two.choices, two.best, two.blunders, two.average_loss), (1, 0, 1, Some(0.4)));
        assert_eq!(report.biggest_swing, Some(2));
        assert!(!report.complete);
    }

    #[test]
    fn names_contain_no_control_characters_and_fit_on_a_line() {
        let mut report = sample();
        assert_eq!(name(&report, Player::One), "player 1 (<Anna> & \"Co\")");
        assert_eq!(name(&report, Player::Two), "player 2");
        report.players[1].name = Some("x".repeat(1000));
        assert!(name(&report, Player::Two).chars().count() < 40);
    }
}
