//! Depth-first proof-number search (df-pn) for wins by sacrifices.
//!
//! The attacker places only where the opponent must then capture, or to win at once; the defender may make any capture. This tree is
//! narrow, so it can be searched much deeper than the tree of all turns. The search finds long chains of captures with many marbles.

use crate::{meter::Meter, plan::attack_turns, proof::Numbers, solver::Verdict};
use std::collections::HashMap;
use zertz::{Player, Position, Rules, Turn};

/// A search for one set of rules, with its table.
pub(crate) struct Dfpn<'r> {
    rules: &'r Rules,
    attacker: Player,
    table: DfpnTable,
    meter: Meter<'r>,
}

struct Child {
    turn: Turn,
    position: Position,
    hash: u64,
    numbers: Numbers,
}

impl<'r> Dfpn<'r> {
    /// Creates a search with the table of another one for the same rules.
    pub fn new(rules: &'r Rules, table: DfpnTable, meter: Meter<'r>) -> Dfpn<'r> {
        Dfpn { rules, attacker: Player::One, table, meter }
    }

    pub fn into_table(self) -> DfpnTable {
        self.table
    }

    /// The nodes searched so far. A position with many turns counts as several nodes, so that every node takes
    /// about the same time.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Tries to prove with at most `budget` nodes that a player wins by force, whoever is to move.
    pub fn solve(&mut self, attacker: Player, position: &Position, budget: u64) -> Verdict {
        self.attacker = attacker;
        self.meter.allow(budget);
        let numbers = self.search(position, Numbers::UNLIMITED, 0);
        if numbers.proof == 0 {
            // Following the proof may search a few more nodes, because the table does not keep everything.
            self.meter.allow(budget.saturating_add(10_000));
            return self.variation(position, &mut HashMap::new()).map_or(Verdict::Unknown, Verdict::Wins);
        }
        if numbers.disproof == 0 { Verdict::NoForcedWin } else { Verdict::Unknown }
    }

    /// Searches a position until one of its numbers reaches its limit.
    fn search(&mut self, position: &Position, limits: Numbers, depth: usize) -> Numbers {
        self.meter.count(1);
        let hash = self.key(position);
        let attacking = position.mover() == self.attacker;
        let mut children = if depth < MAX_DEPTH { self.children(position) } else { Vec::new() };
        loop {
            for child in &mut children {
                if let Some(numbers) = self.table.get(child.hash).filter(|_| !child.numbers.settled()) {
                    child.numbers = numbers;
                }
            }
            let below = children.iter().map(|child| child.numbers);
            let here = Numbers::combine(below.clone(), attacking);
            if here.reach(limits) || self.meter.is_out() {
                self.table.put(hash, here);
                return here;
            }
            let (next, limits) = Numbers::next(below, attacking, here, limits);
            let position = children[next].position;
            children[next].numbers = self.search(&position, limits, depth + 1);
        }
    }

    /// The key of a position in the table. It depends on the attacker.
    fn key(&self, position: &Position) -> u64 {
        position.hash() ^ [0, 0xd6e8_feb8_6659_fd93][self.attacker.index()]
    }

    /// The turns of the attack or the defence. None if the attack is over.
    fn children(&mut self, position: &Position) -> Vec<Child> {
        let rules = self.rules;
        let mut children = Vec::new();
        if position.outcome(rules).is_some() {
            return children;
        }
        let attacking = position.mover() == self.attacker;
        if !attacking && !position.has_jump(&rules.board) {
            return children;
        }
        let mut listed = 0;
        attack_turns(rules, position, |turn| {
            listed += 1;
            let after = position.play_unchecked(rules, &turn);
            // A placement must force a capture, or win.
            let is_capture = matches!(turn, Turn::Jump(_));
            if is_capture || after.has_jump(&rules.board) || after.outcome(rules).is_some() {
                let numbers = Numbers::initial(rules, &after, self.attacker);
                children.push(Child { turn, position: after, hash: self.key(&after), numbers });
            }
        });
        self.meter.count(listed / TURNS_PER_NODE);
        children
    }

    /// The variation of a proven position: the shortest win found, against the longest defence.
    fn variation(&mut self, position: &Position, known: &mut HashMap<u64, Option<Vec<Turn>>>) -> Option<Vec<Turn>> {
        if position.outcome(self.rules).is_some() {
            return Some(Vec::new());
        }
        if let Some(variation) = known.get(&position.hash()) {
            return variation.clone();
        }
        // A proof contains no cycles, so a repeated position is not part of it.
        known.insert(position.hash(), None);
        let attacking = position.mover() == self.attacker;
        let mut best: Option<Vec<Turn>> = None;
        for child in self.children(position) {
            let rest = if self.is_proven(&child) { self.variation(&child.position, known) } else { None };
            let rest = match rest {
                Some(rest) => rest,
                None if attacking => continue,
                None => return None,
            };
            let better = best.as_ref().is_none_or(|best| {
                let length = rest.len() + 1;
                if attacking { length < best.len() } else { length > best.len() }
            });
            if better {
                best = Some(std::iter::once(child.turn).chain(rest).collect());
            }
        }
        known.insert(position.hash(), best.clone());
        best
    }

    /// Whether a child is proven. If the table has lost the result of a defence, it is searched again.
    fn is_proven(&mut self, child: &Child) -> bool {
        if child.numbers.settled() {
            return child.numbers.proof == 0;
        }
        match self.table.get(child.hash) {
            Some(numbers) if numbers.settled() => numbers.proof == 0,
            _ if child.position.mover() == self.attacker => {
                self.search(&child.position, Numbers::UNLIMITED, 0).proof == 0
            }
            _ => false,
        }
    }
}

/// Generating this many turns takes about as long as searching a simple position.
const TURNS_PER_NODE: u64 = 64;

/// Only a constructed position can have a longer sequence of sacrifices.
const MAX_DEPTH: usize = 200;

/// The transposition table. New entries always replace old ones.
pub(crate) struct DfpnTable {
    /// The key, the proof number and the disproof number. A slot that was never used is zero, so that a new table needs no memory yet.
    slots: Vec<(u64, u32, u32)>,
}

impl DfpnTable {
    pub fn new(megabytes: usize) -> DfpnTable {
        let slots = (megabytes.max(1) << 20) / size_of::<(u64, u32, u32)>();
        DfpnTable { slots: vec![(0, 0, 0); slots] }
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let (found, proof, disproof) = self.slots[self.slot(key)];
        (found == key && key != 0).then_some(Numbers { proof, disproof })
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let slot = self.slot(key);
        self.slots[slot] = (key, numbers.proof, numbers.disproof);
    }
}
