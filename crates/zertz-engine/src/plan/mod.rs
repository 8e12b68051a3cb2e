//! The planner: does a player win by sacrifices alone?
//!
//! The attacker places only where the opponent must then capture, where the turn wins, or where it claims the last marbles on the board:
//! then the opponent must place a marble anywhere, and the attack goes on from there. The defender has all legal turns. A win that the
//! planner finds is proven. If it finds none, there may still be one: other turns of the attacker are not searched.
//!
//! A win holds with automatic and with optional claims: the attacker claims everything, and an attack that would let the defender claim
//! something is given up.
//!
//! The planner answers first without colours, where a plan to isolate marbles is a plan to remove a few rings, and then with colours. It
//! proves openings that proof-number search (`dfpn`) cannot: that one searches sacrifices without a plan, and finds the long chains of captures
//! that decide positions with many marbles.
//!
//! | file | contents |
//! |---|---|
//! | `relaxed` | the attack without colours: a lower bound that prunes and sorts |
//! | `attack` | the attack with colours |
//! | `strategy` | the winning turn of a proven position |
//! | `gifts` | sets of marbles that the defender may have captured |
//! | `state`, `moves` | rings and marbles, and the turns to consider |
//! | `certificate` | the proof as a text |

mod attack;
mod certificate;
mod fast_map;
mod gifts;
mod moves;
mod relaxed;
mod state;
mod strategy;

pub use certificate::NotProven;
pub(crate) use moves::attack_turns;

use crate::{
    Stop,
    meter::{Meter, Watch},
};
use fast_map::FastMap;
use gifts::{GiftSet, GiftSpace};
use state::State;
use zertz::{Colour, Marbles, Player, Position, Ring, Rules, Shape};

/// A planner with the results of its searches, for one set of rules.
pub struct Planner<'r> {
    rules: &'r Rules,
    space: GiftSpace,
    pairs: Vec<relaxed::Pair>,
    memory: Memory,
    /// Replies that have stopped an attack after a pause, the latest first.
    killers: Vec<(Ring, Option<Ring>)>,
    /// How many marbles the defender may have in the end. Increased step by step, so that the cheapest attacks are found first.
    total: u8,
    meter: Meter<'r>,
    /// How many results the memory may have.
    most_results: usize,
}

/// The results of a planner, for one set of rules.
#[derive(Default)]
pub(crate) struct Memory {
    /// With colours, for games with these `marbles` in all.
    attacks: FastMap<State, attack::Known>,
    marbles: Marbles,
    /// Without colours, by the number of marbles that the attacker still needs.
    relaxed: FastMap<(Shape, u8), relaxed::Bounds>,
}

impl Memory {
    fn results(&self) -> usize {
        self.attacks.len() + self.relaxed.len()
    }
}

impl<'r> Planner<'r> {
    /// Creates a planner. It keeps all results, so its memory grows with the nodes that it searches.
    pub fn new(rules: &'r Rules, stop: Stop) -> Planner<'r> {
        Planner::with_memory(rules, Memory::default(), Meter::new(Watch { stop, ..Watch::default() }, 1), usize::MAX)
    }

    /// Creates a planner with the results of another one for the same rules. It stops at this number of results.
    pub(crate) fn with_memory(rules: &'r Rules, memory: Memory, meter: Meter<'r>, most_results: usize) -> Planner<'r> {
        let (space, pairs) = (GiftSpace::new(rules), relaxed::Pair::all(&rules.board));
        Planner { rules, space, pairs, memory, killers: Vec::new(), total: 0, meter, most_results }
    }

    /// Forgets all results if half of the memory is used.
    pub(crate) fn make_room(&mut self) {
        if self.memory.results() > self.most_results / 2 {
            self.memory = Memory::default();
        }
    }

    pub(crate) fn into_memory(self) -> Memory {
        self.memory
    }

    /// The number of nodes searched so far. Nodes with colours count more, because they take longer.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether a player wins by force, whoever is to move. `None` if the answer needs more nodes than the budget. `false` means that no
    /// attack of the kind described above wins.
    ///
    /// ```
    /// use zertz::{Board, Player, Rules, notation::Zip};
    /// use zertz_engine::{Planner, Stop};
    ///
    /// let zip: Zip = "Wo/oo/1o/2o/3o/4G/ 1/3/9 2/0/0 2/4/1 1".parse()?;
    /// let rules = zip.rules(zip.board());
    /// let mut planner = Planner::new(&rules, Stop::new());
    /// assert_eq!(planner.prove(Player::One, &zip.position(&rules)?, 10_000), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&mut self, attacker: Player, position: &Position, budget: u64) -> Option<bool> {
        let theirs = position.captured(attacker.other());
        let count = self.space.only(theirs);
        if position.outcome(self.rules).is_some() || count == GiftSet::EMPTY {
            return Some(false);
        }
        self.meter.allow(budget);
        self.set_marbles(position);
        let state = State::of(position, attacker);
        for total in theirs.total() as u8..=self.space.most() {
            self.total = total;
            let won = match position.mover() == attacker {
                true => self.attack(&state, count),
                false => self.after_attack(&state, count),
            };
            if !won.counts.is_empty() {
                return Some(true);
            }
            if self.is_out() {
                return None;
            }
        }
        Some(false)
    }

    /// Results with colours hold for one number of marbles in the game only.
    fn set_marbles(&mut self, position: &Position) {
        let [white, grey, black] = Colour::ALL.map(|colour| position.marbles(colour).len() as u8);
        let captured = position.captured(Player::One) + position.captured(Player::Two);
        let marbles = position.pool() + captured + Marbles::new(white, grey, black);
        if marbles != std::mem::replace(&mut self.memory.marbles, marbles) {
            self.memory.attacks.clear();
        }
    }

    fn is_out(&self) -> bool {
        self.meter.is_out() || self.memory.results() > self.most_results
    }
}
