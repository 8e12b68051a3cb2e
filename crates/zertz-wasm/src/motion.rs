//! [`Beat`] and [`Motion`]: what a turn moves, so that a page can animate it without knowing the rules.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::{Board, Player, Position, Ring, RingSet, Step, TurnInProgress};

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
    /// Among a player's captures.
    Tray {
        /// The player's number.
        #[tsify(type = "1 | 2")]
        tray: u8,
    },
}

/// A marble or ring that moves.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Motion {
    /// A marble moves.
    Marble {
        /// Its colour.
        #[tsify(type = "Colour")]
        marble: char,
        /// Where it starts.
        from: Spot,
        /// Where it ends.
        to: Spot,
    },
    /// A ring leaves the board.
    Ring {
        /// Its name.
        gone: String,
        /// The direction in which it slides out; absent for a claimed ring, which is lifted.
        #[tsify(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        way_out: Option<u8>,
    },
}

/// The kind of a step.
#[derive(Tsify, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A marble is placed.
    Place,
    /// A ring is removed.
    Remove,
    /// A marble jumps.
    Jump,
    /// A group is claimed.
    Claim,
    /// Nothing moves.
    Pass,
}

/// The motions of one step, which happen at the same time. Beats follow one another.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The kind of the step.
    pub kind: StepKind,
    /// What moves.
    pub motions: Vec<Motion>,
}

/// The direction in which a ring slides out: the first of the two open sides that it passes between, 0 to 5, clockwise from north. If there
/// are several, the one that leads away from the middle of the board.
pub fn way_out(board: &Board, position: &Position, ring: Ring) -> Option<u8> {
    let count = board.all().len() as f64;
    let places = board.all().into_iter().map(|ring| board.drawing_place(ring));
    let middle = places.fold((0.0, 0.0), |(x, y), place| (x + place.0 / count, y + place.1 / count));
    let place = board.drawing_place(ring);
    let (x, y) = (place.0 - middle.0, place.1 - middle.1);
    let outward = |way: u8| {
        let angle = (f64::from(way) + 0.5) * std::f64::consts::FRAC_PI_3;
        x * angle.sin() + y * angle.cos()
    };
    let ways = position.ways_out(board, ring).map(|way| way.index() as u8);
    // At a corner two directions lead equally far outward, apart from rounding errors.
    ways.reduce(|best, way| if outward(way) > outward(best) + 1e-9 { way } else { best })
}

/// What a step moves.
fn beat(board: &Board, before: &Position, step: Step, after: &Position) -> Beat {
    let label = |ring: Ring| board.label(ring).to_string();
    let on = |ring| Spot::Ring { ring: label(ring) };
    let player = before.mover();
    let tray = |player: Player| Spot::Tray { tray: player.index() as u8 + 1 };
    let mut motions = Vec::new();
    let kind = match step {
        Step::Place(colour, ring) => {
            let from = if before.pool().is_empty() { tray(player) } else { Spot::Pool { pool: true } };
            motions.push(Motion::Marble { marble: colour.letter(), from, to: on(ring) });
            StepKind::Place
        }
        Step::Remove(ring) => {
            motions.push(Motion::Ring { gone: label(ring), way_out: way_out(board, before, ring) });
            StepKind::Remove
        }
        Step::Jump(from, direction) => {
            if let Some((over, to)) = board.jump_path(from, direction) {
                let marble = |ring| before.marble(ring).map_or('?', |colour| colour.letter());
                motions.push(Motion::Marble { marble: marble(from), from: on(from), to: on(to) });
                motions.push(Motion::Marble { marble: marble(over), from: on(over), to: tray(player) });
            }
            StepKind::Jump
        }
        Step::Claim => StepKind::Claim,
        Step::Decline | Step::Pass => StepKind::Pass,
    };
    // All other rings that left the board were claimed, by this step or because of it.
    let removed = if let Step::Remove(ring) = step { ring.only() } else { RingSet::EMPTY };
    for ring in board.in_label_order(before.rings().without(after.rings()).without(removed)) {
        let placed = if let Step::Place(colour, on) = step { (on == ring).then_some(colour) } else { None };
        let colour = before.marble(ring).or(placed);
        motions.push(Motion::Ring { gone: label(ring), way_out: None });
        motions.extend(colour.map(|colour| Motion::Marble {
            marble: colour.letter(),
            from: on(ring),
            to: tray(player),
        }));
    }
    Beat { kind, motions }
}

/// What a turn moves, step by step.
pub fn beats(board: &Board, turn: &TurnInProgress) -> Vec<Beat> {
    turn.moves().map(|(before, step, after)| beat(board, &before, step, &after)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Claims, Rng, Rules, Turn};

    #[test]
    fn every_turn_of_random_games_moves_what_it_changes() {
        let mut rng = Rng::new(1);
        for board in Board::presets() {
            for claims in [Claims::Automatic, Claims::Optional] {
                let rules = Rules { claims, ..Rules::standard(board.clone()) };
                for _ in 0..20 {
                    let mut position = rules.start();
                    while let Some(turn) = position.turns(&rules).choose(|count| rng.below(count)) {
                        let after = position.play_unchecked(&rules, &turn);
                        check(&rules, &position, &turn, &after);
                        position = after;
                    }
                }
            }
        }
    }

    #[test]
    fn a_ring_slides_out_between_two_gaps_away_from_the_middle() {
        let rules = Rules::standard(Board::rings37());
        let way =
            |label: &str| way_out(&rules.board, &rules.start(), rules.board.ring(label.parse().unwrap()).unwrap());
        // a1 is the lower left corner: its sides are open from south to north-west, and it leaves to the lower left.
        assert_eq!(way("a1"), Some(3));
        assert_eq!(way("b5"), Some(5));
        assert_eq!(way("d4"), None);
    }

    /// Counts where marbles and rings go; the position after the turn must agree.
    fn check(rules: &Rules, before: &Position, turn: &Turn, after: &Position) {
        let list = beats(&rules.board, &TurnInProgress::of(rules, *before, turn).unwrap());
        let motions: Vec<&Motion> = list.iter().flat_map(|beat| &beat.motions).collect();
        let gone = motions.iter().filter(|motion| matches!(motion, Motion::Ring { .. })).count();
        assert_eq!(before.rings().len() - after.rings().len(), gone, "{turn:?}");
        let to_tray = motions.iter().filter(|m| matches!(m, Motion::Marble { to: Spot::Tray { .. }, .. })).count();
        let from_tray = motions.iter().filter(|m| matches!(m, Motion::Marble { from: Spot::Tray { .. }, .. })).count();
        let total = |position: &Position| position.captured(before.mover()).total() as usize;
        assert_eq!(total(after) + from_tray, total(before) + to_tray, "{turn:?}");
    }
}
