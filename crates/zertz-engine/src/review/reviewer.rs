//! How turns are reviewed, given an [`Analyst`] for positions.

use super::{
    Review,
    evaluation::{Evaluation, Variation},
    verdict::{Verdict, rounded},
};
use crate::root::{excluded, root_turns};
use zertz::{Draw, Game, Outcome, Player, Position, Rules, Turn, Win};

/// How thoroughly to analyse a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Effort {
    First,
    /// A second look, before a turn is marked.
    Second,
}

/// Analyses positions in which the player to move has a choice.
pub(super) trait Analyst {
    /// What the opening proof says about a position that it covers.
    fn theory(&self, game: &Game) -> Option<Variation>;

    /// Tries to prove that one of the players wins.
    fn prove(&mut self, game: &Game, effort: Effort) -> Option<Variation>;

    /// Finds the best turn that is not excluded. `None` if stopped.
    fn search(&mut self, game: &Game, exclude: &[Turn], effort: Effort) -> Option<Variation>;

    /// Whether to stop before the next position.
    fn is_stopped(&self) -> bool;
}

/// The review of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnReview {
    /// The player who played the turn.
    pub player: Player,
    /// How good it was.
    pub verdict: Verdict,
    /// How much win chance it lost.
    pub loss: f64,
    /// The better turn and its continuation, if the turn lost anything.
    pub better: Option<Variation>,
}

/// Reviews a game with an analyst.
///
/// It goes from the end to the start. So the result of a turn is known when the turn is reviewed, and the analyst's tables have the
/// results of later positions.
pub(super) fn review(game: &Game, analyst: &mut dyn Analyst, progress: &mut dyn FnMut(usize, usize)) -> Review {
    let game = without_agreed_end(game);
    let count = game.turns().len();
    let mut reviewer = Reviewer { game, analyst, positions: vec![None; count + 1], turns: vec![None; count] };
    for done in 0..=count {
        progress(done, count + 1);
        // The last position of a finished game is always evaluated: it takes no time.
        if done > 0 && reviewer.analyst.is_stopped() {
            break;
        }
        reviewer.review_position(count - done, Effort::First);
    }
    let positions = reviewer.positions.into_iter().map(|analysed| Some(analysed?.0)).collect();
    Review { positions, turns: reviewer.turns }
}

const MAX_ALTERNATIVES: usize = 3;

/// The state of a review. Its methods return `None` if the review was stopped.
struct Reviewer<'a> {
    game: Game,
    analyst: &'a mut dyn Analyst,
    positions: Vec<Option<(Variation, Effort)>>,
    turns: Vec<Option<TurnReview>>,
}

impl Reviewer<'_> {
    /// Evaluates a position and reviews the turn played in it.
    fn review_position(&mut self, number: usize, effort: Effort) -> Option<()> {
        let game = self.game_before(number);
        if self.positions.get(number + 1).is_none_or(Option::is_none) {
            let known = self.analyst.theory(&game).filter(|_| !self.enters_theory(number));
            let value = known.map_or_else(|| self.analyse(&game, effort), Some)?;
            self.positions[number] = Some((value, effort));
            return Some(());
        }
        let player = game.position().mover();
        self.count_theory(number, player)?;
        let forced = !has_other_turn(&game, &[self.turn(number)]);
        let alternative = if forced {
            self.improve(number + 1, effort)?;
            None
        } else {
            self.alternative(number, &game, effort)?
        };
        let played = self.played(number)?;
        let loss = alternative.as_ref().map_or(0.0, |alternative| loss(player, alternative, &played));
        let verdict = if forced { Verdict::Forced } else { Verdict::of_loss(loss) };
        let better = alternative.filter(|_| loss > 0.0);
        // A turn that leaves the opening proof gives a win away. The position before it is won, but the turn is judged without the proof.
        let left = self.theory_of(number, player).filter(|_| !played.evaluation.is_won_by(player));
        let value = match (&better, left.filter(|_| !self.enters_theory(number))) {
            (_, Some(won)) => won,
            (Some(better), None) => better.clone(),
            (None, None) if played.evaluation.is_won_by(player) && self.enters_theory(number) => {
                self.analyse(&game, effort)?
            }
            (None, None) => played,
        };
        self.positions[number] = Some((value, effort));
        self.turns[number] = Some(TurnReview { player, verdict, loss, better });
        Some(())
    }

    /// Records the win of a player whose turn wins by the opening proof.
    fn count_theory(&mut self, number: usize, player: Player) -> Option<()> {
        if !self.played(number)?.evaluation.is_won_by(player)
            && let Some(won) = self.theory_of(number + 1, player)
        {
            self.set_won(number + 1, player, &won.turns);
        }
        Some(())
    }

    /// Whether the turn before a position, which the opening proof covers, was the one that ran into the proof. Nobody could see that, so
    /// the position is worth what a search finds, and the turn is not blamed.
    fn enters_theory(&self, number: usize) -> bool {
        let winner = self.game_before(number).position().mover();
        self.theory_of(number, winner).is_some() && (number == 0 || self.theory_of(number - 1, winner).is_none())
    }

    /// How a player wins from a position by the opening proof.
    fn theory_of(&self, number: usize, winner: Player) -> Option<Variation> {
        self.analyst.theory(&self.game_before(number)).filter(|known| known.evaluation.is_won_by(winner))
    }

    /// Finds the best turn other than the one played, or `Some(None)` if none can be better.
    fn alternative(&mut self, number: usize, game: &Game, effort: Effort) -> Option<Option<Variation>> {
        let player = game.position().mover();
        let won = self.played(number)?.evaluation.is_won_by(player);
        // In a position that is lost by the opening proof, every turn loses.
        if won || self.theory_of(number, player.other()).is_some() {
            return Some(None);
        }
        if let Some(proof) = self.analyst.prove(game, effort) {
            return self.proven_alternative(number, game, proof);
        }
        let mut exclude = vec![self.turn(number)];
        let mut best: Option<Variation> = None;
        while exclude.len() <= MAX_ALTERNATIVES && has_other_turn(game, &exclude) {
            let found = self.analyst.search(game, &exclude, effort)?;
            exclude.push(*found.turns.first()?);
            let suspected = self.is_error(number, player, &found)?;
            let found = if suspected { self.confirm(game, found)? } else { found };
            let confirmed = is_error(player, &found, &self.played(number)?);
            if best.as_ref().is_none_or(|best| loss(player, &found, best) > 0.0) {
                best = Some(found);
            }
            if confirmed || !suspected {
                break;
            }
        }
        Some(best)
    }

    /// Does the same for a position in which a player is proven to win.
    fn proven_alternative(&mut self, number: usize, game: &Game, proof: Variation) -> Option<Option<Variation>> {
        let (player, turn) = (game.position().mover(), self.turn(number));
        if !proof.evaluation.is_won_by(player) {
            // Every turn loses.
            return Some(None);
        }
        let (first, rest) = proof.turns.split_first()?;
        if excluded(game, &[turn])(&game.position().play_unchecked(game.rules(), first)) {
            self.set_won(number + 1, player, rest);
            return Some(None);
        }
        let error = self.is_error(number, player, &proof)?;
        Some(error.then_some(proof))
    }

    /// Records that a player wins by force from a position. So the turn played in it lost nothing.
    fn set_won(&mut self, number: usize, winner: Player, turns: &[Turn]) {
        self.positions[number] = Some((Variation::won(winner, turns.to_vec()), Effort::Second));
        if let Some(Some(review)) = self.turns.get_mut(number)
            && review.verdict != Verdict::Forced
        {
            *review = TurnReview { player: review.player, verdict: Verdict::Best, loss: 0.0, better: None };
        }
    }

    /// Whether the turn played is an error compared with another one. If it seems to be, the position after it gets a second look.
    fn is_error(&mut self, number: usize, player: Player, alternative: &Variation) -> Option<bool> {
        if !is_error(player, alternative, &self.played(number)?) {
            return Some(false);
        }
        self.improve(number + 1, Effort::Second)?;
        Some(is_error(player, alternative, &self.played(number)?))
    }

    fn confirm(&mut self, game: &Game, alternative: Variation) -> Option<Variation> {
        if alternative.evaluation.is_won_by(game.position().mover()) {
            return Some(alternative);
        }
        let turn = *alternative.turns.first()?;
        self.analyse_after(game, turn, Effort::Second)
    }

    /// Reviews a position again with more effort, unless that was done or the result is proven.
    fn improve(&mut self, number: usize, effort: Effort) -> Option<()> {
        match self.positions[number].as_ref()? {
            (_, done) if *done >= effort => Some(()),
            (variation, _) if variation.evaluation.winner().is_some() => Some(()),
            _ => self.review_position(number, effort),
        }
    }

    /// Analyses a position, or the one after its only legal turn.
    fn analyse(&mut self, game: &Game, effort: Effort) -> Option<Variation> {
        if let Some(outcome) = game.outcome() {
            return Some(Variation { evaluation: Evaluation::of_outcome(outcome), turns: Vec::new() });
        }
        if let Some(turn) = only_turn(game.rules(), game.position()) {
            return self.analyse_after(game, turn, effort);
        }
        let proof = self.analyst.prove(game, effort);
        proof.or_else(|| self.analyst.search(game, &[], effort))
    }

    fn analyse_after(&mut self, game: &Game, turn: Turn, effort: Effort) -> Option<Variation> {
        let mut game = game.clone();
        game.play(&turn).ok()?;
        Some(self.analyse(&game, effort)?.after(turn))
    }

    /// The turn played and its continuation, as a variation of the position before it.
    fn played(&self, number: usize) -> Option<Variation> {
        Some(self.positions[number + 1].as_ref()?.0.after(self.turn(number)))
    }

    fn turn(&self, number: usize) -> Turn {
        self.game.turns()[number].1
    }

    fn game_before(&self, number: usize) -> Game {
        let mut game = self.game.clone();
        while game.turns().len() > number {
            game.undo();
        }
        game
    }
}

/// How much win chance a player loses with one variation instead of a better one.
fn loss(player: Player, better: &Variation, played: &Variation) -> f64 {
    rounded((better.evaluation.chance(player) - played.evaluation.chance(player)).max(0.0))
}

fn is_error(player: Player, better: &Variation, played: &Variation) -> bool {
    Verdict::of_loss(loss(player, better, played)).is_mark()
}

/// Whether there is a turn other than these and their mirror images.
fn has_other_turn(game: &Game, exclude: &[Turn]) -> bool {
    let is_excluded = excluded(game, exclude);
    root_turns(game).iter().any(|root| !is_excluded(&root.after))
}

/// The only legal turn of a position, if there is just one.
pub fn only_turn(rules: &Rules, position: &Position) -> Option<Turn> {
    let turns = position.turns(rules);
    turns.nth(0).filter(|_| turns.nth(1).is_none())
}

/// The game without a resignation, a loss on time or an agreed draw: these say nothing about the last position.
pub fn without_agreed_end(game: &Game) -> Game {
    let mut game = game.clone();
    if let Some(Outcome::Won { how: Win::Resignation | Win::Time, .. } | Outcome::Drawn(Draw::Agreement)) =
        game.outcome()
    {
        game.undo();
    }
    game
}
