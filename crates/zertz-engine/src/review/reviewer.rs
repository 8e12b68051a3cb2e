//! Judging the turns of a game. Knows no engine, only an [`Analyst`].

use super::{
    Review,
    evaluation::{Evaluation, Variation},
    verdict::{Verdict, rounded},
};
use crate::Score;
use zertz::{Draw, Game, Outcome, Player, Position, Rules, Turn, Win};

/// How much an analyst spends on a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Effort {
    First,
    /// Before a turn is marked.
    Second,
}

/// Analyses positions in which the player to move has a choice.
pub(super) trait Analyst {
    /// Proves that one of the players wins.
    fn prove(&mut self, game: &Game, effort: Effort) -> Option<Variation>;

    /// Finds the best turn, leaving some out. `None` if stopped.
    fn search(&mut self, game: &Game, except: &[Turn], effort: Effort) -> Option<Variation>;

    /// Whether to stop before the next position.
    fn is_stopped(&self) -> bool;
}

/// The review of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnReview {
    /// The player who made it.
    pub player: Player,
    /// How good it was.
    pub verdict: Verdict,
    /// How much of the player's chance to win it lost.
    pub loss: f64,
    /// The better turn and what follows it, if the turn lost anything.
    pub better: Option<Variation>,
}

/// Reviews a game with an analyst.
///
/// It goes from the end to the start, so what a turn led to is known when the turn is judged, and what the analyst remembers of later
/// positions helps with earlier ones.
pub(super) fn review(game: &Game, analyst: &mut dyn Analyst, progress: &mut dyn FnMut(usize, usize)) -> Review {
    let game = without_agreed_end(game);
    let turns: Vec<Turn> = game.turns().iter().map(|(_, turn)| *turn).collect();
    let count = turns.len();
    let mut reviewer = Reviewer { game, turns, analyst, positions: vec![None; count + 1], reviews: vec![None; count] };
    for done in 0..=count {
        progress(done, count + 1);
        if reviewer.analyst.is_stopped() {
            break;
        }
        reviewer.judge(count - done, Effort::First);
    }
    let positions = reviewer.positions.into_iter().map(|known| Some(known?.variation)).collect();
    Review { positions, turns: reviewer.reviews }
}

/// How many better turns are examined before a turn goes unmarked.
const CANDIDATES: usize = 3;

struct Reviewer<'a> {
    game: Game,
    turns: Vec<Turn>,
    analyst: &'a mut dyn Analyst,
    positions: Vec<Option<Known>>,
    reviews: Vec<Option<TurnReview>>,
}

/// What is known of a position.
#[derive(Clone)]
struct Known {
    variation: Variation,
    effort: Effort,
}

impl Reviewer<'_> {
    /// Evaluates the position before a turn and judges the turn. `None` if stopped.
    fn judge(&mut self, number: usize, effort: Effort) -> Option<()> {
        let game = self.game_before(number);
        let turn = self.turns.get(number).copied().filter(|_| self.positions[number + 1].is_some());
        let Some(turn) = turn else {
            let variation = self.analyse(&game, effort)?;
            self.positions[number] = Some(Known { variation, effort });
            return Some(());
        };
        let player = game.position().mover();
        let forced = !has_other_turn(&game, &[turn]);
        let rival = if forced {
            self.look_again(number + 1, effort)?;
            None
        } else {
            self.rival(number, &game, effort)?
        };
        let played = self.played(number)?;
        let loss = rival.as_ref().map_or(0.0, |rival| loss(player, rival, &played));
        let verdict = if forced { Verdict::Forced } else { Verdict::of_loss(loss) };
        let better = rival.filter(|_| loss > 0.0);
        let variation = better.as_ref().unwrap_or(&played).clone();
        self.positions[number] = Some(Known { variation, effort });
        self.reviews[number] = Some(TurnReview { player, verdict, loss, better });
        Some(())
    }

    /// The best turn other than the one played; `Some(None)` if none is better. `None` if stopped.
    fn rival(&mut self, number: usize, game: &Game, effort: Effort) -> Option<Option<Variation>> {
        let (player, turn) = (game.position().mover(), self.turns[number]);
        if self.played(number)?.evaluation.is_won_by(player) {
            return Some(None);
        }
        if let Some(proof) = self.analyst.prove(game, effort) {
            return self.proven_rival(number, game, proof);
        }
        let mut except = vec![turn];
        let mut best: Option<Variation> = None;
        while except.len() <= CANDIDATES && has_other_turn(game, &except) {
            let found = self.analyst.search(game, &except, effort)?;
            except.push(*found.turns.first()?);
            let suspected = self.is_fault_at_second_look(number, player, &found)?;
            let rival = if suspected { self.confirm(game, found)? } else { found };
            let confirmed = is_fault(player, &rival, &self.played(number)?);
            best = Some(match best {
                Some(best) if loss(player, &rival, &best) == 0.0 => best,
                _ => rival,
            });
            if confirmed || !suspected {
                break;
            }
        }
        Some(best)
    }

    /// As [`Reviewer::rival`], where it is proven who wins.
    fn proven_rival(&mut self, number: usize, game: &Game, proof: Variation) -> Option<Option<Variation>> {
        let (player, turn) = (game.position().mover(), self.turns[number]);
        if !proof.evaluation.is_won_by(player) {
            // Every turn loses.
            return Some(None);
        }
        if is_same_turn(game.rules(), game.position(), *proof.turns.first()?, turn) {
            self.settle(number + 1, player, &proof.turns[1..]);
            return Some(None);
        }
        let fault = self.is_fault_at_second_look(number, player, &proof)?;
        Some(fault.then_some(proof))
    }

    /// Notes that a player wins by force from the position before a turn, so that this turn lost nothing.
    fn settle(&mut self, number: usize, winner: Player, turns: &[Turn]) {
        let evaluation = Evaluation::new(Score::WinIn(turns.len() as u32), winner);
        let variation = Variation { evaluation, turns: turns.to_vec() };
        self.positions[number] = Some(Known { variation, effort: Effort::Second });
        if let Some(Some(review)) = self.reviews.get_mut(number)
            && review.verdict != Verdict::Forced
        {
            *review = TurnReview { player: review.player, verdict: Verdict::Best, loss: 0.0, better: None };
        }
    }

    /// Whether the turn played deserves a mark in comparison with a better one, also after a second look at what it led to.
    fn is_fault_at_second_look(&mut self, number: usize, player: Player, rival: &Variation) -> Option<bool> {
        if !is_fault(player, rival, &self.played(number)?) {
            return Some(false);
        }
        self.look_again(number + 1, Effort::Second)?;
        Some(is_fault(player, rival, &self.played(number)?))
    }

    /// A better turn after a second look, from the position that it leads to.
    fn confirm(&mut self, game: &Game, rival: Variation) -> Option<Variation> {
        if rival.evaluation.is_won_by(game.position().mover()) {
            return Some(rival);
        }
        let choice = *rival.turns.first()?;
        let mut game = game.clone();
        game.play(&choice).ok()?;
        Some(self.analyse(&game, Effort::Second)?.after(choice))
    }

    /// Judges a turn again with more effort, unless that has been done or the result is proven.
    fn look_again(&mut self, number: usize, effort: Effort) -> Option<()> {
        let known = self.positions[number].as_ref()?;
        if known.effort >= effort || known.variation.evaluation.winner().is_some() {
            return Some(());
        }
        self.judge(number, effort)
    }

    /// The evaluation and best turns of a position. Where only one turn is legal, the position after it is analysed.
    fn analyse(&mut self, game: &Game, effort: Effort) -> Option<Variation> {
        if let Some(outcome) = game.outcome() {
            return Some(Variation { evaluation: Evaluation::of_outcome(outcome), turns: Vec::new() });
        }
        if let Some(turn) = only_turn(game.rules(), game.position()) {
            let mut game = game.clone();
            game.play(&turn).ok()?;
            return Some(self.analyse(&game, effort)?.after(turn));
        }
        let proof = self.analyst.prove(game, effort);
        proof.or_else(|| self.analyst.search(game, &[], effort))
    }

    /// What follows from the turn played, as a variation of the position before it.
    fn played(&self, number: usize) -> Option<Variation> {
        Some(self.positions[number + 1].as_ref()?.variation.after(self.turns[number]))
    }

    /// The game up to a turn.
    fn game_before(&self, number: usize) -> Game {
        let mut game = self.game.clone();
        while game.turns().len() > number {
            game.undo();
        }
        game
    }
}

/// How much of a player's chance to win is lost with the turn played instead of a better one.
fn loss(player: Player, rival: &Variation, played: &Variation) -> f64 {
    rounded((rival.evaluation.chance(player) - played.evaluation.chance(player)).max(0.0))
}

fn is_fault(player: Player, rival: &Variation, played: &Variation) -> bool {
    Verdict::of_loss(loss(player, rival, played)).is_mark()
}

/// Whether two turns come to the same: the same position, or mirror images on a symmetric board.
pub(super) fn is_same_turn(rules: &Rules, position: &Position, one: Turn, other: Turn) -> bool {
    let after = |turn| position.play(rules, &turn).ok().map(|after| after.canonical(&rules.board).0);
    one == other || after(one).is_some_and(|one| after(other) == Some(one))
}

/// Whether there is a turn that does not come to the same as one of these. Where captures are on demand, missing one is no choice.
fn has_other_turn(game: &Game, except: &[Turn]) -> bool {
    let (rules, position) = (game.rules(), game.position());
    let turns = position.turns(rules);
    let must_jump = position.has_jump(&rules.board);
    let is_new = |turn: Turn| !except.iter().any(|&other| is_same_turn(rules, position, turn, other));
    let mut turns = (0..).map_while(|n| turns.nth(n)).filter(|turn| !must_jump || matches!(turn, Turn::Jump(_)));
    turns.any(is_new)
}

/// The only legal turn of a position, if there is just one.
pub fn only_turn(rules: &Rules, position: &Position) -> Option<Turn> {
    let turns = position.turns(rules);
    turns.nth(0).filter(|_| turns.nth(1).is_none())
}

/// The game without a resignation, a loss on time or an agreed draw, which say nothing about the last position.
pub fn without_agreed_end(game: &Game) -> Game {
    let mut game = game.clone();
    if matches!(
        game.outcome(),
        Some(Outcome::Won { how: Win::Resignation | Win::Time, .. } | Outcome::Drawn(Draw::Agreement))
    ) {
        game.undo();
    }
    game
}
