//! The attack with colours: forcing turns, guided by the [relaxed](super::relaxed) attack.

use super::{
    Planner,
    gifts::GiftSet,
    moves::{self, Placement},
    state::State,
};
use std::cmp::Reverse;
use zertz::{Colour, Marbles, Ring};

/// The counts with which the attacker wins.
#[derive(Clone, Copy, Default)]
pub(super) struct Won {
    pub counts: GiftSet,
    /// In how many turns of both players, with any of these counts.
    turns: u8,
}

impl Won {
    const NEVER: Won = Won { counts: GiftSet::EMPTY, turns: 0 };

    /// The attacker has won with these counts.
    fn now(counts: GiftSet) -> Won {
        Won { counts, turns: 0 }
    }

    /// Adds counts with which another turn wins.
    fn or(&mut self, other: Won) {
        if !other.counts.is_empty() {
            *self = Won { counts: self.counts | other.counts, turns: self.turns.max(other.turns) };
        }
    }

    /// The same, one turn earlier.
    fn a_turn_before(self) -> Won {
        Won { turns: self.turns.saturating_add(1), ..self }
    }
}

/// What is known about a state.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// The counts that were searched, if the defender may have at most `total` marbles in the end.
    searched: GiftSet,
    total: u8,
    won: Won,
}

impl Known {
    /// In how many turns the attacker wins with these counts, if that is known.
    pub fn wins_in(&self, counts: GiftSet) -> Option<u8> {
        (!counts.is_empty() && counts.without(self.won.counts).is_empty()).then_some(self.won.turns)
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
    pub(super) fn attack(&mut self, state: &State, wanted: GiftSet) -> Won {
        let wanted = wanted & self.space.up_to_total(self.total);
        let mut known = self.memory.attacks.get(state).copied().unwrap_or_default();
        if known.total < self.total {
            known = Known { searched: known.won.counts, total: self.total, won: known.won };
        }
        let open = wanted.without(known.searched);
        if !open.is_empty() {
            self.meter.count(RELAXED_NODES);
            let won = if self.is_out() { Won::NEVER } else { self.search(state, open).a_turn_before() };
            known.won.or(won);
            // A failure may only mean that the budget was used up, or hold for a smaller total only.
            let failed =
                if self.is_out() || known.total > self.total { GiftSet::EMPTY } else { open.without(won.counts) };
            known.searched = known.searched | won.counts | failed;
            self.memory.attacks.insert(*state, known);
        }
        Won { counts: known.won.counts & wanted, ..known.won }
    }

    fn search(&mut self, state: &State, open: GiftSet) -> Won {
        let (rules, shape) = (self.rules, &state.shape);
        let (need, later) = (self.need(state.captured), self.later(state));
        let Some(room) = self.space.room(open, self.total).checked_sub(later) else { return Won::NEVER };
        let Some(cost) = self.cost(shape, need, room) else { return Won::NEVER };
        let mut won = Won::NEVER;
        if shape.has_jump(&rules.board) {
            for capture in moves::captures(&rules.board, shape) {
                let next = state.after(&capture).with_captured(state.count(capture.captured));
                won.or(self.after_attack(&next, open.without(won.counts)));
                if won.counts == open {
                    break;
                }
            }
            return won;
        }
        self.meter.count(moves::nodes_for_placements(&rules.board, shape));
        let mut turns: Vec<Placement> = moves::placements(&rules.board, shape).collect();
        for gifts in cost..=room {
            let total = self.total.saturating_sub(gifts + later);
            let able = self.space.with_room(open, gifts + later) & self.space.up_to_total(total);
            let mut rest = Vec::new();
            for turn in turns {
                if able.without(won.counts).is_empty() || self.is_out() {
                    return won;
                }
                let gain = turn.claimed.len() as u8;
                let ends = gain >= need || turn.after.vacant().is_empty();
                if ends || self.relaxed_defence_fails(&turn.after, need - gain, gifts) {
                    won.or(self.after_placement(state, &turn, open.without(won.counts)));
                } else {
                    rest.push(turn);
                }
            }
            turns = rest;
        }
        won
    }

    /// The counts of `open` with which a placement wins, in one colour or another.
    fn after_placement(&mut self, state: &State, turn: &Placement, open: GiftSet) -> Won {
        let mut won = Won::NEVER;
        for colour in Colour::ALL {
            let open = (open & self.available(state, colour)).without(won.counts);
            if !open.is_empty() {
                let with = state.with_marble(colour, turn.ring);
                let next = with.reduced_to(turn.after).with_captured(with.count(turn.claimed));
                won.or(self.after_attack(&next, open));
            }
        }
        won
    }

    /// The counts of `open` with which the attacker has won, or wins whatever the defender, to move, does.
    pub(super) fn after_attack(&mut self, state: &State, open: GiftSet) -> Won {
        let board = &self.rules.board;
        if self.rules.goals.is_reached(state.captured) || state.shape.vacant().is_empty() {
            return Won::now(open);
        }
        if !state.shape.has_jump(board) {
            return if state.shape.occupied().is_empty() { self.after_pause(state, open) } else { Won::NEVER };
        }
        let mut won = Won::now(open);
        for reply in moves::captures(board, &state.shape) {
            let gift = state.count(reply.captured);
            let next = self.attack(&state.after(&reply), self.space.give(won.counts, gift));
            won =
                Won { counts: won.counts & self.space.take_back(next.counts, gift), turns: won.turns.max(next.turns) };
            if won.counts.is_empty() {
                break;
            }
        }
        won.a_turn_before()
    }

    /// The counts of `open` with which the attack goes on after every turn of the defender on a board without marbles.
    fn after_pause(&mut self, state: &State, open: GiftSet) -> Won {
        // A defender who has to place a captured marble is beyond this planner.
        let supplied = Colour::ALL.iter().fold(GiftSet::EMPTY, |set, &colour| set | self.available(state, colour));
        let mut won = Won::now(open & supplied);
        let need = self.need(state.captured);
        let room = self.space.room(won.counts, self.total).checked_sub(self.later(state));
        let Some(room) = room else { return Won::NEVER };
        let Some(replies) = self.free_replies(state, need, room) else { return Won::NEVER };
        for reply in replies {
            for colour in Colour::ALL {
                let possible = won.counts & self.available(state, colour);
                let next = state.with_marble(colour, reply.ring).reduced_to(reply.after);
                let next = self.attack(&next, possible);
                let counts = won.counts.without(possible) | next.counts;
                won = Won { counts, turns: won.turns.max(next.turns) };
                if counts.is_empty() {
                    self.remember_killer(reply.ring, reply.removed);
                    return won;
                }
            }
        }
        won.a_turn_before()
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
        self.space.up_to(colour, i32::from(self.memory.marbles[colour]) - i32::from(elsewhere[colour]) - 1)
    }

    /// The fewest marbles that the attacker still needs.
    pub(super) fn need(&self, captured: Marbles) -> u8 {
        let goals = self.rules.goals;
        let missing = |goal: u8, colour| goal.saturating_sub(captured[colour]);
        let of_each = Colour::ALL.iter().map(|&colour| missing(goals.each(), colour)).fold(0, u8::saturating_add);
        Colour::ALL.iter().map(|&colour| missing(goals.of(colour), colour)).fold(of_each, u8::min)
    }

    /// The fewest gifts that the attack needs after its next pause. With at most one marble on the board, nothing but two marbles
    /// and then a pause can be gained.
    fn later(&self, state: &State) -> u8 {
        let pauses = self.need(state.captured).div_ceil(2).saturating_sub(1);
        if state.shape.occupied().len() <= 1 { pauses.saturating_mul(GIFTS_AFTER_PAUSE) } else { 0 }
    }
}
