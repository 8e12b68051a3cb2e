//! [`Prover`]: the shortest win by force, with its complete proof.
//!
//! The engine's solver finds a win, but not necessarily the shortest. The prover searches the same turns, sacrifices and captures, with the
//! same proof-number search, but limits the number of turns. So it can also prove that there is no win within seven turns.

use std::collections::{HashMap, HashSet};
use zertz::{Colour, Player, Position, Rules, Turn};
use zertz_engine::{Stop, proof::Numbers};

/// Searches for wins of one player within a number of turns. Captures must be enforced.
pub struct Prover<'r> {
    rules: &'r Rules,
    attacker: Player,
    settled: HashMap<u64, Bounds>,
    /// The results of the current search, by position and turns left.
    open: HashMap<u64, Numbers>,
    nodes: u64,
    limit: u64,
    stop: Stop,
}

/// A proof of a win: the winner's turn, and a proof for each reply. After the turn that wins there is no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    pub turn: Turn,
    /// The loser's replies, longest defence first. Of replies that lead to the same position, there is only one.
    pub replies: Vec<(Turn, Proof)>,
}

impl Proof {
    /// The number of turns of both players in the longest variation.
    pub fn turns(&self) -> u32 {
        self.replies.iter().map(|(_, proof)| proof.turns() + 2).max().unwrap_or(1)
    }

    /// The number of the winner's turns in all variations.
    pub fn size(&self) -> usize {
        1 + self.replies.iter().map(|(_, proof)| proof.size()).sum::<usize>()
    }
}

/// The length of the shortest win by force, in turns of both players. The winner plays the last turn, so both numbers are odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length {
    /// There is no win within fewer turns.
    pub at_least: u32,
    /// There is a win within this many turns.
    pub at_most: u32,
}

impl Length {
    pub fn is_exact(self) -> bool {
        self.at_least == self.at_most
    }
}

/// The key of a position with a number of turns left.
fn key(hash: u64, turns: u32) -> u64 {
    hash ^ u64::from(turns).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Proven bounds for a position: it is won within `won` turns, but not within `not_won` turns.
#[derive(Clone, Copy)]
struct Bounds {
    won: u32,
    not_won: u32,
}

struct Child {
    turn: Turn,
    position: Position,
    hash: u64,
    numbers: Numbers,
}

impl<'r> Prover<'r> {
    /// A prover of wins for the player to move in `position`.
    pub fn new(rules: &'r Rules, position: &Position, stop: Stop) -> Prover<'r> {
        let (settled, open) = (HashMap::new(), HashMap::new());
        Prover { rules, attacker: position.mover(), settled, open, nodes: 0, limit: 0, stop }
    }

    /// The shortest win by force within `most` turns of both players, if one is found. Searches up to `budget` positions for each length.
    pub fn shortest(&mut self, position: &Position, most: u32, budget: u64) -> Option<Length> {
        let mut at_least = 1;
        for turns in (1..=most).step_by(2) {
            match self.wins_within(position, turns, budget) {
                Some(true) => return Some(Length { at_least, at_most: turns }),
                Some(false) => at_least = turns + 2,
                None => {}
            }
        }
        None
    }

    /// Whether the attacker wins within a number of turns of both players; `None` if this is open after `budget` positions.
    fn wins_within(&mut self, position: &Position, turns: u32, budget: u64) -> Option<bool> {
        self.limit = self.nodes + budget;
        // Unsettled numbers of an earlier search would mislead this one.
        self.open.clear();
        let mut numbers = self.known(position, position.hash(), turns);
        if !numbers.settled() {
            numbers = self.search(position, turns, Numbers::UNLIMITED);
        }
        numbers.settled().then_some(numbers.proof == 0)
    }

    /// The turns that begin a win within a number of turns, as far as `budget` positions for each prove it.
    pub fn winning_turns(&mut self, position: &Position, turns: u32, budget: u64) -> Vec<Turn> {
        let mut children = self.children(position, turns);
        children.retain(|child| self.wins_within(&child.position, turns - 1, budget) == Some(true));
        children.into_iter().map(|child| child.turn).collect()
    }

    /// The proof of a win within a number of turns. The budget is for each of its positions.
    pub fn proof(&mut self, position: &Position, turns: u32, budget: u64) -> Option<Proof> {
        let turns = self.shortest(position, turns, budget)?.at_most;
        let mut children = self.children(position, turns);
        children.sort_by_key(|child| child.numbers.proof);
        let won = children.iter().find(|c| self.wins_within(&c.position, turns - 1, budget) == Some(true))?;
        let mut replies = Vec::new();
        let mut seen = HashSet::new();
        for reply in won.position.turns(self.rules).to_vec() {
            let after = won.position.play_unchecked(self.rules, &reply);
            if seen.insert(after.hash()) {
                replies.push((reply, self.proof(&after, turns - 2, budget)?));
            }
        }
        replies.sort_by_key(|(_, proof)| std::cmp::Reverse(proof.turns()));
        Some(Proof { turn: won.turn, replies })
    }

    /// Depth-first proof-number search: searches below a position until one of its numbers reaches its limit.
    fn search(&mut self, position: &Position, turns: u32, limits: Numbers) -> Numbers {
        self.nodes += 1;
        let attacking = position.mover() == self.attacker;
        let mut children = self.children(position, turns);
        loop {
            let below = children.iter().map(|child| child.numbers);
            let here = Numbers::combine(below.clone(), attacking);
            if here.reach(limits) || self.nodes >= self.limit || self.nodes.is_multiple_of(256) && self.stop.is_set() {
                self.remember(position.hash(), turns, here);
                return here;
            }
            let (next, limits) = Numbers::next(below, attacking, here, limits);
            let Child { position, hash, numbers, .. } = children[next];
            // The position may have been searched after a transposition.
            let now = self.known(&position, hash, turns - 1);
            children[next].numbers = if now == numbers { self.search(&position, turns - 1, limits) } else { now };
        }
    }

    fn remember(&mut self, hash: u64, turns: u32, numbers: Numbers) {
        if numbers.settled() {
            let bounds = self.settled.entry(hash).or_insert(Bounds { won: u32::MAX, not_won: 0 });
            if numbers.proof == 0 {
                bounds.won = bounds.won.min(turns);
            } else {
                bounds.not_won = bounds.not_won.max(turns);
            }
        }
        self.open.insert(key(hash, turns), numbers);
    }

    /// The positions after all turns that the search considers.
    fn children(&mut self, position: &Position, turns: u32) -> Vec<Child> {
        let rules = self.rules;
        let mut children = Vec::new();
        if position.outcome(rules).is_some() || turns == 0 {
            return children;
        }
        let attacking = position.mover() == self.attacker;
        let must_jump = position.has_jump(&rules.board);
        if must_jump || attacking {
            position.turns(rules).for_each(|turn| {
                // The last turn must win, which a placement without a claim never does. This skips half of all positions.
                if matches!(&turn, Turn::Place { claimed, .. } if turns == 1 && claimed.is_empty()) {
                    return;
                }
                let after = position.play_unchecked(rules, &turn);
                // An attacker who places must force the reply, or win.
                if must_jump || after.has_jump(&rules.board) || after.outcome(rules).is_some() {
                    let hash = after.hash();
                    let numbers = self.known(&after, hash, turns - 1);
                    children.push(Child { turn, position: after, hash, numbers });
                }
            });
        }
        children
    }

    /// The numbers of a position without searching it.
    fn known(&self, position: &Position, hash: u64, turns: u32) -> Numbers {
        let initial = || Numbers::initial(self.rules, position, self.attacker);
        if position.outcome(self.rules).is_some() {
            return initial();
        }
        if turns == 0 || !self.within_reach(position, turns) {
            return Numbers::DISPROVEN;
        }
        if let Some(bounds) = self.settled.get(&hash) {
            if bounds.won <= turns {
                return Numbers::PROVEN;
            }
            if bounds.not_won >= turns {
                return Numbers::DISPROVEN;
            }
        }
        self.open.get(&key(hash, turns)).copied().unwrap_or_else(initial)
    }

    /// Whether the attacker could reach a goal, or fill the board. Of each colour, there are the marbles on the board and one more for each turn
    /// of the attacker. In all, there is at most one more than now: between two turns of the attacker, the defender captures one.
    fn within_reach(&self, position: &Position, turns: u32) -> bool {
        let attacking = position.mover() == self.attacker;
        let own = if attacking { turns.div_ceil(2) } else { turns / 2 };
        // Only the attacker places. Each placement takes at most two vacant rings.
        if position.vacant().len() as u32 <= 2 * own {
            return true;
        }
        let held = position.captured(self.attacker);
        let all = position.occupied().len() as u32 + 1;
        let needed = |goal: u8, colour: Colour| u32::from(goal.saturating_sub(held[colour]));
        let missing =
            |goal: u8, colour: Colour| needed(goal, colour).saturating_sub(position.marbles(colour).len() as u32);
        let (goals, each) = (self.rules.goals, self.rules.goals.each());
        let sum = |count: &dyn Fn(u8, Colour) -> u32| Colour::ALL.map(|colour| count(each, colour)).iter().sum::<u32>();
        let one = |colour| missing(goals.of(colour), colour) <= own && needed(goals.of(colour), colour) <= all;
        Colour::ALL.into_iter().any(one) || sum(&missing) <= own && sum(&needed) <= all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Goals, Rng};

    /// The same by brute force: every forcing turn and every reply, without tables and bounds.
    fn wins_within(rules: &Rules, position: &Position, attacker: Player, turns: u32) -> bool {
        if let Some(outcome) = position.outcome(rules) {
            return outcome.winner() == Some(attacker);
        }
        let attacking = position.mover() == attacker;
        if turns == 0 || !attacking && !position.has_jump(&rules.board) {
            return false;
        }
        let list = position.turns(rules).to_vec();
        let mut nexts = list.iter().map(|turn| position.play_unchecked(rules, turn));
        let wins = |next: Position| wins_within(rules, &next, attacker, turns - 1);
        if attacking { nexts.any(wins) } else { nexts.all(wins) }
    }

    /// Late positions of random games, some on a small board with low goals, where a single marble decides.
    #[test]
    fn the_shortest_win_agrees_with_brute_force() {
        let mut counts = [0; 4];
        for seed in 0..300 {
            let mut rng = Rng::with_path(seed, &[]);
            let mut goal = || 1 + rng.below(3) as u8;
            let rules = match seed % 6 {
                0 => Rules::standard(Board::rings37()),
                1 => Rules::blitz(Board::rings37()),
                _ => Rules {
                    goals: Goals::new(goal(), goal(), goal(), goal()).unwrap(),
                    ..Rules::standard("custom:b2,b3,c2,c3,c4,d2,d3,d4,e2".parse().unwrap())
                },
            };
            let mut position = rules.start();
            while let Some(turn) = position.turns(&rules).choose(|n| rng.below(n)) {
                if position.vacant().len() <= 9 {
                    let length = Prover::new(&rules, &position, Stop::new()).shortest(&position, 5, u64::MAX / 2);
                    let plain = [1, 3, 5].into_iter().find(|&n| wins_within(&rules, &position, position.mover(), n));
                    assert_eq!(length.map(|length| length.at_most), plain, "seed {seed}: {position:?}");
                    assert!(length.is_none_or(Length::is_exact));
                    counts[plain.map_or(0, |n| n.div_ceil(2) as usize)] += 1;
                }
                position = position.play_unchecked(&rules, &turn);
            }
        }
        assert!(counts.iter().all(|&count| count >= 20), "{counts:?}");
    }

    #[test]
    fn a_proof_begins_with_a_winning_turn_and_a_small_budget_proves_nothing() {
        let zip: zertz::notation::Zip = "/1o1o/1WooG/1ooWoo/1oGooBo/2oooo/3oooo 0/5/7 3/0/0 1/1/2 1".parse().unwrap();
        let rules = zip.rules(zip.board());
        let position = zip.position(&rules).unwrap();
        let mut prover = Prover::new(&rules, &position, Stop::new());
        assert_eq!(prover.shortest(&position, 15, 1), None);
        let length = prover.shortest(&position, 15, 100_000).unwrap();
        let proof = prover.proof(&position, length.at_most, 100_000).unwrap();
        assert_eq!(proof.turns(), length.at_most);
        assert!(prover.winning_turns(&position, length.at_most, 100_000).contains(&proof.turn));
    }
}
