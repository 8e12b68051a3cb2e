//! Proof numbers, and which node a proof-number search expands next.

use zertz::{Player, Position, Rules};

/// The proof and disproof number of a position: the least number of positions that must be proven or disproven to prove or disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The number for a proof that the attacker wins.
    pub proof: u32,
    /// The number for a proof that the attacker does not win.
    pub disproof: u32,
}

/// The number of a position that cannot be proven or disproven.
const INFINITE: u32 = u32::MAX / 4;

impl Numbers {
    /// A position that was not searched.
    pub const UNSEEN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// The attacker wins.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// The attacker does not win.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    /// As limits of a search: it ends when the position is settled.
    pub const UNLIMITED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

    /// The numbers of a position before it is searched for a forced win of the attacker.
    pub fn initial(rules: &Rules, position: &Position, attacker: Player) -> Numbers {
        if let Some(outcome) = position.outcome(rules) {
            return if outcome.winner() == Some(attacker) { Numbers::PROVEN } else { Numbers::DISPROVEN };
        }
        if position.mover() == attacker {
            return Numbers::UNSEEN;
        }
        let captures: usize = position.jumpers(&rules.board).iter().map(|set| set.len()).sum();
        // If the defender need not capture, the attack is over.
        if captures == 0 { Numbers::DISPROVEN } else { Numbers { proof: captures as u32, disproof: 1 } }
    }

    /// Whether the position is proven or disproven.
    pub fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether a search with these limits ends.
    pub fn reach(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof || self.settled()
    }

    /// The numbers of a position from those of its children: at the attacker's turn one proof is enough, at the defender's one disproof.
    pub fn combine(children: impl Iterator<Item = Numbers>, attacking: bool) -> Numbers {
        let mut sides = children.map(|child| child.seen_by(attacking)).peekable();
        if sides.peek().is_none() {
            return Numbers::DISPROVEN;
        }
        let (least, sum) = sides.fold((INFINITE, 0u32), |(least, sum), (choice, other)| {
            (least.min(choice), sum.saturating_add(other).min(INFINITE))
        });
        if attacking { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } }
    }

    /// The child to search next, and the limits of that search.
    pub fn next(
        children: impl Iterator<Item = Numbers>,
        attacking: bool,
        here: Numbers,
        limits: Numbers,
    ) -> (usize, Numbers) {
        let (mut best, mut second) = ((0, Numbers::UNLIMITED), INFINITE);
        for (i, child) in children.enumerate() {
            let (number, least) = (child.seen_by(attacking).0, best.1.seen_by(attacking).0);
            if i == 0 || number < least {
                second = if i == 0 { INFINITE } else { least };
                best = (i, child);
            } else {
                second = second.min(number);
            }
        }
        let ((index, child), (limit, other_limit)) = (best, limits.seen_by(attacking));
        // The extra quarter (1+ε trick) keeps the search from switching between children too often.
        let limit = limit.min((second + second / 4 + 1).min(INFINITE));
        let others = other_limit - here.seen_by(attacking).1;
        let other_limit = others.saturating_add(child.seen_by(attacking).1).min(INFINITE);
        let (proof, disproof) = if attacking { (limit, other_limit) } else { (other_limit, limit) };
        (index, Numbers { proof, disproof })
    }

    /// The number that the player to move wants to be small, and the other one: the attacker wants a proof, the defender a disproof.
    fn seen_by(self, attacking: bool) -> (u32, u32) {
        if attacking { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(list: &[(u32, u32)]) -> impl Iterator<Item = Numbers> {
        list.iter().map(|&(proof, disproof)| Numbers { proof, disproof })
    }

    #[test]
    fn the_attacker_needs_one_child_and_the_defender_all() {
        let children = [(3, 1), (2, 5)];
        assert_eq!(Numbers::combine(numbers(&children), true), Numbers { proof: 2, disproof: 6 });
        assert_eq!(Numbers::combine(numbers(&children), false), Numbers { proof: 5, disproof: 1 });
        assert_eq!(Numbers::combine(numbers(&[]), true), Numbers::DISPROVEN);
        let one_way = [Numbers::DISPROVEN, Numbers::PROVEN].into_iter();
        assert_eq!(Numbers::combine(one_way.clone(), true), Numbers::PROVEN);
        assert_eq!(Numbers::combine(one_way, false), Numbers::DISPROVEN);
    }

    #[test]
    fn the_search_continues_where_least_is_left_to_prove() {
        let children = [(8, 1), (3, 5), (4, 4)];
        let here = Numbers::combine(numbers(&children), true);
        // Until it exceeds the second best by a quarter, or the sum of the disproof numbers reaches its limit.
        let limits = Numbers { proof: 100, disproof: 20 };
        assert_eq!(Numbers::next(numbers(&children), true, here, limits), (1, Numbers { proof: 6, disproof: 15 }));
        let here = Numbers::combine(numbers(&children), false);
        assert_eq!(Numbers::next(numbers(&children), false, here, limits), (0, Numbers { proof: 93, disproof: 6 }));
    }
}
