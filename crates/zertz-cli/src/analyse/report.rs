//! [`Report`]: the review of a game with names and notation. Text, plot and JSON are made from it.

use crate::output::cut;
use serde::{Serialize, Serializer, ser::SerializeMap};
use zertz::{Game, Player};
use zertz_engine::{
    Score,
    review::{Evaluation, PlayerReview, Review, Variation, Verdict},
};

const LONGEST_NAME: usize = 24;

/// The review of a game. Win chances and evaluations are for player 1, unless a name says otherwise.
#[derive(Serialize)]
pub struct Report {
    pub outcome: Option<String>,
    /// The nodes for each position.
    pub nodes: u64,
    pub complete: bool,
    pub players: [PlayerReport; 2],
    /// Before the first turn.
    pub start: Standing,
    pub turns: Vec<TurnReport>,
    pub biggest_swing: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
pub struct Standing {
    #[serde(serialize_with = "optional_evaluation")]
    pub evaluation: Option<Evaluation>,
    pub chance: Option<f64>,
}

#[derive(Serialize)]
pub struct TurnReport {
    /// From 1.
    pub number: usize,
    /// 1 or 2.
    pub player: usize,
    pub turn: String,
    /// After the turn.
    #[serde(flatten)]
    pub after: Standing,
    #[serde(serialize_with = "verdict")]
    pub verdict: Option<Verdict>,
    /// How much of the player's chance it lost.
    pub loss: Option<f64>,
    /// The turn itself and what should follow.
    pub variation: Vec<String>,
    pub better: Option<Better>,
}

#[derive(Serialize)]
pub struct Better {
    #[serde(flatten)]
    pub after: Standing,
    pub variation: Vec<String>,
}

/// The statistics of a player. Forced turns do not count.
#[derive(Serialize)]
pub struct PlayerReport {
    pub name: Option<String>,
    pub choices: usize,
    pub best: usize,
    pub accuracy: Option<f64>,
    pub average_loss: Option<f64>,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

/// `{"points": 120}`, or `{"winner": 1, "turns": 5}` if proven.
pub fn evaluation<S: Serializer>(evaluation: &Evaluation, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    if let Some((winner, turns)) = evaluation.winner() {
        map.serialize_entry("winner", &number(winner))?;
        map.serialize_entry("turns", &turns)?;
    } else if let Score::Points(points) = evaluation.score(Player::One) {
        map.serialize_entry("points", &points)?;
    }
    map.end()
}

fn optional_evaluation<S: Serializer>(known: &Option<Evaluation>, serializer: S) -> Result<S::Ok, S::Error> {
    match known {
        Some(known) => evaluation(known, serializer),
        None => serializer.serialize_none(),
    }
}

fn verdict<S: Serializer>(verdict: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    verdict.map(Verdict::name).serialize(serializer)
}

pub fn number(player: Player) -> usize {
    player.index() + 1
}

impl Standing {
    fn new(variation: Option<&Variation>) -> Standing {
        let evaluation = variation.map(|variation| variation.evaluation);
        Standing { evaluation, chance: evaluation.map(|evaluation| evaluation.chance(Player::One)) }
    }

    pub fn percent(&self, player: Player) -> String {
        self.evaluation.map_or("–".to_owned(), |evaluation| evaluation.percent(player))
    }
}

impl TurnReport {
    pub fn mover(&self) -> Player {
        Player::BOTH[self.player - 1]
    }

    pub fn mark(&self) -> Option<Verdict> {
        self.verdict.filter(|verdict| verdict.is_mark())
    }
}

impl Report {
    /// The report on a review with this number of nodes for each position. The names are in the order of the seats.
    pub fn new(game: &Game, names: [Option<String>; 2], nodes: u64, review: &Review) -> Report {
        let standings: Vec<Standing> =
            review.positions.iter().map(|variation| Standing::new(variation.as_ref())).collect();
        let [one, two] = names;
        let [first, second] = review.players();
        Report {
            outcome: game.outcome().map(|outcome| outcome.to_string()),
            nodes,
            complete: review.is_complete(),
            players: [PlayerReport::new(one, first), PlayerReport::new(two, second)],
            start: standings[0],
            turns: (0..review.turns.len()).map(|index| turn_report(game, review, index)).collect(),
            biggest_swing: biggest_swing(&standings),
        }
    }

    /// Before the first turn and after each one.
    pub fn standings(&self) -> impl Iterator<Item = Standing> + '_ {
        std::iter::once(self.start).chain(self.turns.iter().map(|turn| turn.after))
    }

    pub fn before(&self, turn: &TurnReport) -> Standing {
        if turn.number == 1 { self.start } else { self.turns[turn.number - 2].after }
    }

    /// `player 1 (Anna)`. Names come from records: they are cut, and control characters are removed.
    pub fn name(&self, player: Player) -> String {
        let name = self.players[player.index()].name.iter().flat_map(|name| name.chars());
        let name = cut(&name.filter(|sign| !sign.is_control()).collect::<String>(), LONGEST_NAME);
        if name.trim().is_empty() { player.to_string() } else { format!("{player} ({name})") }
    }
}

fn turn_report(game: &Game, review: &Review, index: usize) -> TurnReport {
    let (rules, (before, turn)) = (game.rules(), game.turns()[index]);
    let (after, reviewed) = (review.positions[index + 1].as_ref(), review.turns[index].as_ref());
    let texts = |variation: &Variation| variation.texts(rules, before);
    TurnReport {
        number: index + 1,
        player: number(before.mover()),
        turn: before.write_turn(rules, &turn).to_string(),
        after: Standing::new(after),
        verdict: reviewed.map(|reviewed| reviewed.verdict),
        loss: reviewed.map(|reviewed| reviewed.loss),
        variation: after.map_or(Vec::new(), |after| texts(&after.after(turn))),
        better: reviewed
            .and_then(|reviewed| reviewed.better.as_ref())
            .map(|better| Better { after: Standing::new(Some(better)), variation: texts(better) }),
    }
}

/// The number of the turn that changed the win chance most, if it changed it as much as an inaccuracy does.
fn biggest_swing(standings: &[Standing]) -> Option<usize> {
    let swing = |number: usize| Some((standings[number].chance? - standings[number - 1].chance?).abs());
    let swings = (1..standings.len()).filter_map(|number| Some((swing(number)?, number)));
    let biggest = swings.max_by(|(one, _), (other, _)| one.total_cmp(other));
    biggest.filter(|(swing, _)| Verdict::of_loss(*swing).is_mark()).map(|(_, number)| number)
}

impl PlayerReport {
    fn new(name: Option<String>, review: PlayerReview) -> PlayerReport {
        let PlayerReview { choices, best, average_loss, accuracy, inaccuracies, mistakes, blunders } = review;
        PlayerReport { name, choices, best, accuracy, average_loss, inaccuracies, mistakes, blunders }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use zertz::{Board, Rules, notation::official};
    use zertz_engine::review::TurnReview;

    /// A blunder of player 2, and a third turn that was not analysed.
    pub fn sample() -> Report {
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
        Report::new(&game, [Some("<Anna> & \"Co\"\u{1b}".to_owned()), None], 1000, &review)
    }

    #[test]
    fn each_player_is_counted_alone() {
        let report = sample();
        let [one, two] = &report.players;
        assert_eq!((one.choices, one.best, one.blunders, one.average_loss), (1, 1, 0, Some(0.0)));
        assert_eq!((two.choices, two.best, two.blunders, two.average_loss), (1, 0, 1, Some(0.4)));
        assert_eq!(report.biggest_swing, Some(2));
        assert!(!report.complete);
    }

    #[test]
    fn names_contain_no_control_characters_and_fit_on_a_line() {
        let mut report = sample();
        assert_eq!(report.name(Player::One), "player 1 (<Anna> & \"Co\")");
        assert_eq!(report.name(Player::Two), "player 2");
        report.players[1].name = Some("x".repeat(1000));
        assert!(report.name(Player::Two).chars().count() < 40);
    }
}
