//! The attack with colours: forcing turns, guided by the [relaxed](super::relaxed) attack.

use super::{
    Planner,
    gifts::GiftSet,
    moves::{self, Placement},
    state::State,
};
use std::cmp::Reverse;
use zertz::{Colour, Marbles, Ring};

/// What is known about a state.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// The counts that were searched, if the defender may have at most `total` marbles in the end.
    searched: GiftSet,
    total: u8,
    /// The counts with which the attacker wins.
    won: GiftSet,
}

impl Known {
    /// Whether the attacker is known to win with all these counts.
    pub fn has_won(&self, counts: GiftSet) -> bool {
        !counts.is_empty() && counts.without(self.won).is_empty()
    }
}

/// The fewest gifts that the planner assumes for an attack after a pause. An attack that needs fewer is missed if the part before the
/// pause is long. A smaller number makes the search of openings much slower.
const GIFTS_AFTER_PAUSE: u8 = 5;

/// How many replies to remember that have stopped an attack after a pause.
const MAX_KILLERS: usize = 24;

/// How many nodes a node with colours counts for. It takes longer than a relaxed one, by roughly this factor.
const RELAXED_NODES: u64 = 8;

impl Planner<'_> {
    /// The counts of `wanted` with which the attacker, to move, wins.
    pub(super) fn attack(&mut self, state: &State, wanted: GiftSet) -> GiftSet {
        let wanted = wanted & self.space.up_to_total(self.total);
        let mut known = self.attacks.get(state).copied().unwrap_or_default();
        if known.total < self.total {
            known = Known { searched: known.won, total: self.total, won: known.won };
        }
        let open = wanted.without(known.searched);
        if open.is_empty() {
            return known.won & wanted;
        }
        self.nodes += RELAXED_NODES;
        let won = if self.is_out() { GiftSet::EMPTY } else { self.search(state, open) };
        known.won = known.won | won;
        // A failure may only mean that the budget was used up, or hold for a smaller total only.
        let failed = if self.is_out() || known.total > self.total { GiftSet::EMPTY } else { open.without(won) };
        known.searched = known.searched | won | failed;
        self.attacks.insert(*state, known);
        known.won & wanted
    }

    fn search(&mut self, state: &State, open: GiftSet) -> GiftSet {
        let (rules, shape) = (self.rules, &state.shape);
        let (need, later) = (self.need(state.captured), self.later(state));
        let Some(room) = self.space.room(open, self.total).checked_sub(later) else { return GiftSet::EMPTY };
        let Some(cost) = self.cost(shape, need, room) else { return GiftSet::EMPTY };
        let mut won = GiftSet::EMPTY;
        if shape.has_jump(&rules.board) {
            for capture in moves::captures(&rules.board, shape) {
                let next = state.after(&capture).with_captured(state.count(capture.captured));
                won = won | self.after_attack(&next, open.without(won));
                if won == open {
                    break;
                }
            }
            return won;
        }
        let mut turns: Vec<Placement> = moves::placements(&rules.board, shape).collect();
        for gifts in cost..=room {
            let total = self.total.saturating_sub(gifts + later);
            let able = self.space.with_room(open, gifts + later) & self.space.up_to_total(total);
            let mut rest = Vec::new();
            for turn in turns {
                if able.without(won).is_empty() || self.is_out() {
                    return won;
                }
                let gain = turn.claimed.len() as u8;
                let ends = gain >= need || turn.after.vacant().is_empty();
                if ends || self.relaxed_defence_fails(&turn.after, need - gain, gifts) {
                    won = won | self.after_placement(state, &turn, open.without(won));
                } else {
                    rest.push(turn);
                }
            }
            turns = rest;
        }
        won
    }

    /// The counts of `open` with which a placement wins, in one colour or another.
    fn after_placement(&mut self, state: &State, turn: &Placement, open: GiftSet) -> GiftSet {
        let mut won = GiftSet::EMPTY;
        for colour in Colour::ALL {
            let open = (open & self.available(state, colour)).without(won);
            if !open.is_empty() {
                let with = state.with_marble(colour, turn.ring);
                let next = with.reduced_to(turn.after).with_captured(with.count(turn.claimed));
                won = won | self.after_attack(&next, open);
            }
        }
        won
    }

    /// The counts of `open` with which the attacker has won, or wins whatever the defender, to move, does.
    pub(super) fn after_attack(&mut self, state: &State, open: GiftSet) -> GiftSet {
        let board = &self.rules.board;
        if self.rules.goals.is_reached(state.captured) || state.shape.vacant().is_empty() {
            return open;
        }
        if !state.shape.has_jump(board) {
            return if state.shape.occupied().is_empty() { self.after_pause(state, open) } else { GiftSet::EMPTY };
        }
        let mut won = open;
        for reply in moves::captures(board, &state.shape) {
            let gift = state.count(reply.captured);
            let next = self.attack(&state.after(&reply), self.space.give(won, gift));
            won = won & self.space.take_back(next, gift);
            if won.is_empty() {
                break;
            }
        }
        won
    }

    /// The counts of `open` with which the attack goes on after every turn of the defender on a board without marbles.
    fn after_pause(&mut self, state: &State, open: GiftSet) -> GiftSet {
        // A defender who has to place a captured marble is beyond this planner.
        let supplied = Colour::ALL.iter().fold(GiftSet::EMPTY, |set, &colour| set | self.available(state, colour));
        let mut won = open & supplied;
        let need = self.need(state.captured);
        let Some(room) = self.space.room(won, self.total).checked_sub(self.later(state)) else { return GiftSet::EMPTY };
        let Some(replies) = self.free_replies(state, need, room) else { return GiftSet::EMPTY };
        for reply in replies {
            for colour in Colour::ALL {
                let possible = won & self.available(state, colour);
                let next = state.with_marble(colour, reply.ring).reduced_to(reply.after);
                won = won.without(possible) | self.attack(&next, possible);
                if won.is_empty() {
                    self.remember_killer(reply.ring, reply.removed);
                    return won;
                }
            }
        }
        won
    }

    /// The turns of the defender on a board without marbles, the hardest first. `None` if one of them stops the relaxed attack.
    fn free_replies(&mut self, state: &State, need: u8, room: u8) -> Option<Vec<Placement>> {
        let shape = &state.shape;
        let mut replies: Vec<Placement> = moves::all_placements(&self.rules.board, shape, shape.vacant()).collect();
        let killers = &self.killers;
        let rank = |reply: &Placement| killers.iter().position(|&killer| killer == (reply.ring, reply.removed));
        replies.sort_by_cached_key(|reply| rank(reply).unwrap_or(usize::MAX));
        let stops = |reply: &&Placement| !reply.claimed.is_empty() || !self.relaxed_attack(&reply.after, need, room);
        if let Some(&Placement { ring, removed, .. }) = replies.iter().find(stops) {
            self.remember_killer(ring, removed);
            return None;
        }
        replies.sort_by_cached_key(|reply| Reverse(self.cost(&reply.after, need, room)));
        Some(replies)
    }

    /// Puts a reply that stopped an attack in front of the list of such replies.
    fn remember_killer(&mut self, ring: Ring, removed: Option<Ring>) {
        let killers = &mut self.killers;
        killers.retain(|&killer| killer != (ring, removed));
        killers.insert(0, (ring, removed));
        killers.truncate(MAX_KILLERS);
    }

    /// The counts with which the pool has a marble of the colour.
    fn available(&self, state: &State, colour: Colour) -> GiftSet {
        let elsewhere = state.count(state.shape.occupied()) + state.captured;
        self.space.up_to(colour, i32::from(self.marbles[colour]) - i32::from(elsewhere[colour]) - 1)
    }

    /// The fewest marbles that the attacker still needs.
    pub(super) fn need(&self, captured: Marbles) -> u8 {
        let goals = self.rules.goals;
        let missing = |goal: u8, colour| goal.saturating_sub(captured[colour]);
        let of_each = Colour::ALL.iter().map(|&colour| missing(goals.each(), colour)).sum();
        Colour::ALL.iter().map(|&colour| missing(goals.of(colour), colour)).fold(of_each, u8::min)
    }

    /// The fewest gifts that the attack needs after its next pause. With at most one marble on the board, nothing but two marbles
    /// and then a pause can be gained.
    fn later(&self, state: &State) -> u8 {
        let pauses = self.need(state.captured).div_ceil(2) - 1;
        if state.shape.occupied().len() <= 1 { pauses * GIFTS_AFTER_PAUSE } else { 0 }
    }
}
