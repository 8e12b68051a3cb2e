//! [`State`]: what the attack depends on, apart from the captures of the defender.

use zertz::{Capture, Colour, Marbles, Player, Position, Ring, RingSet, Shape};

/// Rings, marbles and the attacker's captures. The pool follows from these and the defender's captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub shape: Shape,
    white: RingSet,
    grey: RingSet,
    /// What the attacker has captured.
    pub captured: Marbles,
}

impl State {
    pub fn of(position: &Position, attacker: Player) -> State {
        State {
            shape: position.shape(),
            white: position.marbles(Colour::White),
            grey: position.marbles(Colour::Grey),
            captured: position.captured(attacker),
        }
    }

    /// How many marbles of each colour lie on these rings.
    pub fn count(&self, rings: RingSet) -> Marbles {
        let rings = rings & self.shape.occupied();
        let (white, grey) = ((self.white & rings).len(), (self.grey & rings).len());
        Marbles::new(white as u8, grey as u8, (rings.len() - white - grey) as u8)
    }

    /// The state after the attacker has captured these marbles.
    pub fn with_captured(&self, marbles: Marbles) -> State {
        State { captured: self.captured + marbles, ..*self }
    }

    /// The state with one more marble.
    pub fn with_marble(&self, colour: Colour, ring: Ring) -> State {
        let mut next = State { shape: self.shape.with_marble(ring), ..*self };
        match colour {
            Colour::White => next.white |= ring.only(),
            Colour::Grey => next.grey |= ring.only(),
            Colour::Black => {}
        }
        next
    }

    /// The state without the rings and marbles that are not in `shape`.
    pub fn reduced_to(&self, shape: Shape) -> State {
        let kept = shape.occupied();
        State { shape, white: self.white & kept, grey: self.grey & kept, ..*self }
    }

    /// The state after a chain of jumps, without the captured marbles.
    pub fn after(&self, capture: &Capture) -> State {
        let move_marble = |set: RingSet| {
            let moved = if set.contains(capture.from) { capture.to.only() } else { RingSet::EMPTY };
            set.without(capture.captured | capture.from.only()) | moved
        };
        let (white, grey) = (move_marble(self.white), move_marble(self.grey));
        State { shape: self.shape.after(capture), white, grey, ..*self }
    }
}
