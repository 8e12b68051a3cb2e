//! [`Motion`]: what a turn moves, for the eye. Whoever draws it needs no rule of the game.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::{Board, HalfTurn, Player, Position, Progress, Ring, Rules, Step, Turn, TurnInProgress};

/// Where a marble can be.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum Spot {
    /// On a ring.
    Ring {
        /// Its name.
        ring: String,
    },
    /// In the pool.
    Pool {
        /// Always true.
        #[tsify(type = "true")]
        pool: bool,
    },
    /// With a player.
    Tray {
        /// 1 or 2.
        #[tsify(type = "1 | 2")]
        tray: u8,
    },
}

/// One thing that moves.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum Motion {
    /// A marble goes from here to there.
    Marble {
        /// Its colour.
        #[tsify(type = "Colour")]
        marble: char,
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A ring leaves the board.
    Ring {
        /// Which one.
        gone: String,
    },
}

/// What moves at the same time. Beats follow one another.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// Which kind of step it is, for the ear.
    #[tsify(type = "'place' | 'remove' | 'jump' | 'claim' | 'pass'")]
    pub kind: String,
    /// What moves.
    pub motions: Vec<Motion>,
}

/// What a step moves.
pub fn beat(board: &Board, before: &Position, step: Step, after: &Position) -> Beat {
    let label = |ring: Ring| board.label(ring).to_string();
    let on = |ring| Spot::Ring { ring: label(ring) };
    let player = before.mover();
    let tray = |player: Player| Spot::Tray { tray: player.index() as u8 + 1 };
    let mut motions = Vec::new();
    let kind = match step {
        Step::Place(colour, ring) => {
            let from = if before.pool().is_empty() { tray(player) } else { Spot::Pool { pool: true } };
            motions.push(Motion::Marble { marble: colour.letter(), from, to: on(ring) });
            "place"
        }
        Step::Remove(ring) => {
            motions.push(Motion::Ring { gone: label(ring) });
            "remove"
        }
        Step::Jump(from, direction) => {
            let over = board.next(from, direction);
            let to = over.and_then(|over| board.next(over, direction));
            if let (Some(over), Some(to)) = (over, to) {
                let marble = |ring| before.marble(ring).map_or('?', |colour| colour.letter());
                motions.push(Motion::Marble { marble: marble(from), from: on(from), to: on(to) });
                motions.push(Motion::Marble { marble: marble(over), from: on(over), to: tray(player) });
            }
            "jump"
        }
        Step::Claim => "claim",
        Step::Decline | Step::Pass => "pass",
    };
    // What else has left the board was claimed, by this step or because of it.
    let removed = if let Step::Remove(ring) = step { ring.only() } else { zertz::RingSet::EMPTY };
    for ring in board.in_label_order(before.rings().without(after.rings()).without(removed)) {
        let placed = if let Step::Place(colour, on) = step { (on == ring).then_some(colour) } else { None };
        let colour = before.marble(ring).or(placed);
        motions.push(Motion::Ring { gone: label(ring) });
        motions.extend(colour.map(|colour| Motion::Marble {
            marble: colour.letter(),
            from: on(ring),
            to: tray(player),
        }));
    }
    Beat { kind: kind.to_owned(), motions }
}

/// What a whole turn moves, step by step.
pub fn beats(rules: &Rules, before: &Position, turn: &Turn) -> Vec<Beat> {
    let mut list = Vec::new();
    let mut half = HalfTurn::begin(*before);
    for step in steps(rules, before, turn) {
        let from = *half.position();
        match half.step_unchecked(rules, step) {
            Progress::Open(next) => {
                list.push(beat(&rules.board, &from, step, next.position()));
                half = next;
            }
            Progress::Done(end) => list.push(beat(&rules.board, &from, step, &end)),
        }
    }
    list
}

/// The steps that make up a turn.
fn steps(rules: &Rules, before: &Position, turn: &Turn) -> Vec<Step> {
    let mut hand = TurnInProgress::new(*before);
    while let Some(half) = hand.now() {
        let steps = half.steps(rules);
        let taken = hand.steps().len();
        let wanted = match turn {
            Turn::Place { colour, ring, removed, claimed } => match taken {
                0 => Some(Step::Place(*colour, *ring)),
                1 if removed.is_some() => removed.map(Step::Remove),
                _ => half
                    .pending_group(rules)
                    .map(|group| if group.without(*claimed).is_empty() { Step::Claim } else { Step::Decline }),
            },
            Turn::Jump(chain) => {
                let from = if taken == 0 {
                    Some(chain.from())
                } else {
                    chain.hops(&rules.board).nth(taken - 1).map(|(_, to)| to)
                };
                from.zip(chain.directions().nth(taken)).map(|(from, way)| Step::Jump(from, way))
            }
            Turn::Pass => Some(Step::Pass),
        };
        // A turn that was played is made of legal steps, so this never ends too early.
        let Some(step) = wanted.filter(|step| steps.contains(step)) else { break };
        if hand.step(rules, step).is_err() {
            break;
        }
    }
    hand.steps().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Claims, Game};

    #[test]
    fn every_turn_of_random_games_moves_what_it_changes() {
        let mut random = 1u64;
        for board in Board::presets() {
            for claims in [Claims::Automatic, Claims::Optional] {
                let rules = Rules { claims, ..Rules::standard(board.clone()) };
                for _ in 0..20 {
                    let mut game = Game::new(rules.clone());
                    while game.outcome().is_none() {
                        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let turns = game.position().turns(&rules);
                        let turn = turns.nth((random >> 33) as usize % turns.len()).unwrap();
                        let before = *game.position();
                        game.play(&turn).unwrap();
                        check(&rules, &before, &turn, game.position());
                    }
                }
            }
        }
    }

    /// Counts where marbles and rings go to; the board after the turn must agree.
    fn check(rules: &Rules, before: &Position, turn: &Turn, after: &Position) {
        let list = beats(rules, before, turn);
        let motions: Vec<&Motion> = list.iter().flat_map(|beat| &beat.motions).collect();
        let gone = motions.iter().filter(|motion| matches!(motion, Motion::Ring { .. })).count();
        assert_eq!(before.rings().len() - after.rings().len(), gone, "{turn:?}");
        let to_tray = motions.iter().filter(|m| matches!(m, Motion::Marble { to: Spot::Tray { .. }, .. })).count();
        let from_tray = motions.iter().filter(|m| matches!(m, Motion::Marble { from: Spot::Tray { .. }, .. })).count();
        let total = |position: &Position| position.captured(before.mover()).total() as usize;
        assert_eq!(total(after) + from_tray, total(before) + to_tray, "{turn:?}");
    }
}
