//! [`Setup`]: a position as a person draws or pastes it, and the checks that turn it into a [`Position`].

use crate::{Board, Claims, Colour, Label, Marbles, Player, Position, RingSet, Rules};
use std::fmt;
use thiserror::Error;

/// Any arrangement of rings and marbles, valid or not. [`Setup::position`] checks it.
///
/// ```
/// use zertz::{Board, Rules, Setup};
/// let rules = Rules::standard(Board::rings37());
/// let mut setup = Setup::of(&rules, &rules.start());
/// setup.pool[zertz::Colour::White] = 7;
/// let faults = setup.position(&rules).unwrap_err();
/// assert_eq!(faults.to_string(), "there are 7 white marbles in all, but the game has 6");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rings on the board.
    pub rings: Vec<Label>,
    /// The marbles on the board, each with its ring.
    pub marbles: Vec<(Label, Colour)>,
    /// The pool.
    pub pool: Marbles,
    /// The marbles each player has captured.
    pub captured: [Marbles; 2],
    /// Whose turn it is.
    pub mover: Player,
}

impl Setup {
    /// The setup of a position.
    pub fn of(rules: &Rules, position: &Position) -> Setup {
        let board = &rules.board;
        let labels = |set: RingSet| board.in_label_order(set).map(|ring| (board.label(ring), ring));
        Setup {
            rings: labels(position.rings()).map(|(label, _)| label).collect(),
            marbles: labels(position.occupied())
                .filter_map(|(label, ring)| Some((label, position.marble(ring)?)))
                .collect(),
            pool: position.pool(),
            captured: position.captured,
            mover: position.mover(),
        }
    }

    /// Checks the setup and returns the position, or a list of all faults that would make play impossible.
    ///
    /// A position may be playable even if no game leads to it, as in many puzzles. [`Setup::doubts`] finds such positions.
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults> {
        let mut faults = Vec::new();
        let mut position = Position {
            rings: RingSet::EMPTY,
            pool: self.pool,
            captured: self.captured,
            mover: self.mover,
            ..rules.start()
        };
        for &label in &self.rings {
            match rules.board.ring(label) {
                None => faults.push(Fault::NoSuchRing(label)),
                Some(ring) if position.rings.contains(ring) => faults.push(Fault::RingTwice(label)),
                Some(ring) => position.rings |= ring.only(),
            }
        }
        for &(label, colour) in &self.marbles {
            match rules.board.ring(label).filter(|&ring| position.rings.contains(ring)) {
                None => faults.push(Fault::MarbleOffBoard(label)),
                Some(ring) if position.occupied().contains(ring) => faults.push(Fault::TwoMarbles(label)),
                Some(ring) => position.marbles[colour.index()] |= ring.only(),
            }
        }
        faults.extend(wrong_counts(rules, &position));
        if rules.goals.is_reached(position.captured(self.mover)) {
            faults.push(Fault::MoverHasWon(self.mover));
        }
        if rules.claims == Claims::Automatic {
            faults.extend(full_groups(&rules.board, &position));
        }
        if faults.is_empty() {
            position.rehash();
            Ok(position)
        } else {
            Err(Faults(faults))
        }
    }

    /// Signs that no game can have led to this position although it is playable: counts that contradict each other.
    pub fn doubts(&self, rules: &Rules) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let gone = rules.board.all().len().saturating_sub(self.rings.len()) as u32;
        let captured = self.captured[0].total() + self.captured[1].total();
        // While the pool lasts, each placement takes one marble from it and at most one ring, besides rings claimed with a marble.
        let placed = rules.pool.total().saturating_sub(self.pool.total());
        if !self.pool.is_empty() && gone > placed + captured {
            doubts.push(Doubt::RingsGone { gone, most: placed + captured });
        }
        if placed == 0 && self.mover == Player::Two {
            doubts.push(Doubt::SecondPlayerBegins);
        }
        doubts
    }
}

/// The colours of which there are more or fewer marbles than the game has.
fn wrong_counts(rules: &Rules, position: &Position) -> impl Iterator<Item = Fault> {
    Colour::ALL.into_iter().filter_map(|colour| {
        let [one, two] = position.captured.map(|marbles| u32::from(marbles[colour]));
        let found = position.marbles(colour).len() as u32 + u32::from(position.pool[colour]) + one + two;
        let expected = u32::from(rules.pool[colour]);
        (found != expected).then_some(Fault::Count { colour, found, expected })
    })
}

fn full_groups(board: &Board, position: &Position) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut rest = position.occupied();
    while let Some(ring) = rest.first() {
        let group = position.group(board, ring);
        if !group.meets(position.vacant()) {
            faults.push(Fault::FullGroup(board.in_label_order(group).map(|ring| board.label(ring)).collect()));
        }
        rest = rest.without(group);
    }
    faults
}

/// Something that makes a setup impossible to play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The board has no ring of that name.
    #[error("this board has no ring {0}")]
    NoSuchRing(Label),
    /// A ring is listed twice.
    #[error("ring {0} is listed twice")]
    RingTwice(Label),
    /// A marble lies on a missing ring.
    #[error("a marble lies on {0}, where there is no ring")]
    MarbleOffBoard(Label),
    /// Two marbles lie on one ring.
    #[error("two marbles lie on {0}")]
    TwoMarbles(Label),
    /// There are more or fewer marbles of a colour than the game has.
    #[error("there are {found} {colour} marbles in all, but the game has {expected}")]
    Count {
        /// The colour.
        colour: Colour,
        /// The number in pool, board and captures together.
        found: u32,
        /// The number in the rules.
        expected: u32,
    },
    /// The player to move has already won.
    #[error("it is {0}'s turn, but they have already captured enough to win")]
    MoverHasWon(Player),
    /// A group has no vacant ring, so it would already have been claimed.
    #[error("the group {} has no vacant ring, so it would have been claimed", join(.0, " "))]
    FullGroup(Vec<Label>),
}

/// All faults of a setup.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", join(.0, "; "))]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, at least one.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }
}

fn join<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// A sign that no game leads to a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// More rings are missing than placements and claims can have removed.
    RingsGone {
        /// How many are missing.
        gone: u32,
        /// How many can be missing.
        most: u32,
    },
    /// No marble has been played, yet it is the second player's turn.
    SecondPlayerBegins,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::RingsGone { gone, most } => {
                write!(f, "{gone} rings are missing, but the marbles played and captured account for at most {most}")
            }
            Doubt::SecondPlayerBegins => f.write_str("no marble has been played, yet it is the second player's turn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules::standard(Board::rings37())
    }

    fn label(text: &str) -> Label {
        text.parse().unwrap()
    }

    #[test]
    fn a_position_and_its_setup_are_the_same() {
        let rules = rules();
        let mut position = rules.start();
        for n in [7, 400, 30, 2, 900, 11, 5, 60] {
            let turns = position.turns(&rules);
            let turn = turns.nth(n % turns.len()).unwrap();
            position = position.play(&rules, &turn).unwrap();
            assert_eq!(Setup::of(&rules, &position).position(&rules), Ok(position));
        }
    }

    #[test]
    fn every_fault_is_listed() {
        let rules = rules();
        let mut setup = Setup::of(&rules, &rules.start());
        setup.rings.retain(|&ring| ring != label("b1") && ring != label("b2") && ring != label("a2"));
        setup.rings.push(label("z9"));
        setup.rings.push(label("d4"));
        setup.marbles = vec![
            (label("b1"), Colour::White),
            (label("d4"), Colour::Grey),
            (label("d4"), Colour::Black),
            (label("a1"), Colour::White),
        ];
        setup.captured[0] = Marbles::new(4, 0, 0);
        let faults = setup.position(&rules).unwrap_err();
        let expected = [
            Fault::NoSuchRing(label("z9")),
            Fault::RingTwice(label("d4")),
            Fault::MarbleOffBoard(label("b1")),
            Fault::TwoMarbles(label("d4")),
            Fault::Count { colour: Colour::White, found: 11, expected: 6 },
            Fault::Count { colour: Colour::Grey, found: 9, expected: 8 },
            Fault::MoverHasWon(Player::One),
            Fault::FullGroup(vec![label("a1")]),
        ];
        assert_eq!(faults.list(), expected);
    }

    #[test]
    fn unreachable_counts_are_doubted() {
        let rules = rules();
        let mut setup = Setup::of(&rules, &rules.start());
        assert_eq!(setup.doubts(&rules), []);
        setup.rings.pop();
        setup.mover = Player::Two;
        assert_eq!(setup.doubts(&rules), [Doubt::RingsGone { gone: 1, most: 0 }, Doubt::SecondPlayerBegins]);
        assert!(setup.position(&rules).is_ok());
    }
}
