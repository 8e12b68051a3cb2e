//! [`GameReport`]: the review of a game as plain data. `zertz analyse` writes it as JSON, and the web app shows it.

use super::{Evaluation, PlayerReview, Review, Variation, Verdict};
use serde::Serialize;
use zertz::{Game, Player};

/// The review of a game. Win chances and evaluations are for player 1, unless a name says otherwise. What was not analysed is absent.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GameReport {
    /// How the game ended, in English.
    pub outcome: Option<String>,
    /// The nodes for each position.
    pub nodes: u64,
    /// Whether everything was analysed.
    pub complete: bool,
    /// How well each player played.
    pub players: [PlayerReport; 2],
    /// The position before the first turn.
    pub start: Standing,
    /// Each turn.
    pub turns: Vec<TurnReport>,
    /// The number of the turn that changed the win chance most, if it changed it as much as an inaccuracy does.
    pub biggest_swing: Option<usize>,
}

/// How good a position is.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Standing {
    /// The evaluation.
    pub evaluation: Option<Evaluation>,
    /// The win chance, from 0 to 1.
    pub chance: Option<f64>,
}

/// How well a player played.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PlayerReport {
    /// The player's name, if known.
    pub name: Option<String>,
    /// The statistics.
    #[serde(flatten)]
    pub review: PlayerReview,
}

/// The review of a turn.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TurnReport {
    /// Its number, from 1.
    pub number: usize,
    /// The number of the player, 1 or 2.
    pub player: usize,
    /// The turn, in canonical notation.
    pub turn: String,
    /// The position after it.
    #[serde(flatten)]
    pub after: Standing,
    /// How good it was.
    pub verdict: Option<Verdict>,
    /// The annotation of a mistake: `?!`, `?` or `??`; empty for other turns.
    pub sign: &'static str,
    /// How much of its player's win chance it lost.
    pub loss: Option<f64>,
    /// The turn itself and what should follow, in canonical notation.
    pub variation: Vec<String>,
    /// The better turn, if the turn lost anything.
    pub better: Option<BetterTurn>,
}

/// A better turn than the one played.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct BetterTurn {
    /// The position after it.
    #[serde(flatten)]
    pub after: Standing,
    /// The turn and what should follow, in canonical notation.
    pub variation: Vec<String>,
}

fn number(player: Player) -> usize {
    player.index() + 1
}

impl Standing {
    fn new(variation: Option<&Variation>) -> Standing {
        let evaluation = variation.map(|variation| variation.evaluation);
        Standing { evaluation, chance: evaluation.map(|evaluation| evaluation.chance(Player::One)) }
    }
}

impl TurnReport {
    fn new(game: &Game, review: &Review, index: usize) -> TurnReport {
        let (rules, (before, turn)) = (game.rules(), game.turns()[index]);
        let (after, reviewed) = (review.positions[index + 1].as_ref(), review.turns[index].as_ref());
        let texts = |variation: &Variation| variation.texts(rules, before);
        TurnReport {
            number: index + 1,
            player: number(before.mover()),
            turn: before.write_turn(rules, &turn).to_string(),
            after: Standing::new(after),
            verdict: reviewed.map(|reviewed| reviewed.verdict),
            sign: reviewed.map_or("", |reviewed| reviewed.verdict.sign()),
            loss: reviewed.map(|reviewed| reviewed.loss),
            variation: after.map_or(Vec::new(), |after| texts(&after.after(turn))),
            better: reviewed
                .and_then(|reviewed| reviewed.better.as_ref())
                .map(|better| BetterTurn { after: Standing::new(Some(better)), variation: texts(better) }),
        }
    }

    /// The player.
    pub fn mover(&self) -> Player {
        Player::BOTH[self.player - 1]
    }

    /// The verdict on a mistake; `None` for other turns.
    pub fn mark(&self) -> Option<Verdict> {
        self.verdict.filter(|verdict| verdict.is_mark())
    }
}

impl GameReport {
    /// The review of a game with this number of nodes for each position. The names are in the order of the players.
    pub fn new(game: &Game, names: [Option<String>; 2], nodes: u64, review: &Review) -> GameReport {
        let standings: Vec<Standing> =
            review.positions.iter().map(|variation| Standing::new(variation.as_ref())).collect();
        let [one, two] = names;
        let [first, second] = review.players();
        GameReport {
            outcome: game.outcome().map(|outcome| outcome.to_string()),
            nodes,
            complete: review.is_complete(),
            players: [PlayerReport { name: one, review: first }, PlayerReport { name: two, review: second }],
            start: standings[0],
            turns: (0..review.turns.len()).map(|index| TurnReport::new(game, review, index)).collect(),
            biggest_swing: biggest_swing(&standings),
        }
    }

    /// The position before the first turn, and the position after each turn.
    pub fn standings(&self) -> impl Iterator<Item = Standing> + '_ {
        std::iter::once(self.start).chain(self.turns.iter().map(|turn| turn.after))
    }
}

fn biggest_swing(standings: &[Standing]) -> Option<usize> {
    let swing = |number: usize| Some((standings[number].chance? - standings[number - 1].chance?).abs());
    let swings = (1..standings.len()).filter_map(|number| Some((swing(number)?, number)));
    let biggest = swings.max_by(|(one, _), (other, _)| one.total_cmp(other));
    biggest.filter(|(swing, _)| Verdict::of_loss(*swing).is_mark()).map(|(_, number)| number)
}
