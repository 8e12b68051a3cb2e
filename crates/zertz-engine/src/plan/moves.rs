//! The turns that an attack considers.

use std::ops::ControlFlow;
use zertz::{Board, Capture, Claims, Colour, Position, Ring, RingSet, Rules, Shape, Turn};

/// A placement with its removal and claims.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    pub ring: Ring,
    pub removed: Option<Ring>,
    pub claimed: RingSet,
    pub after: Shape,
}

/// The different results of all captures.
pub(super) fn captures(board: &Board, shape: &Shape) -> Vec<Capture> {
    let mut list: Vec<Capture> = Vec::new();
    let _ = shape.each_capture(board, |capture| {
        if !list.contains(&capture) {
            list.push(capture);
        }
        ControlFlow::Continue(())
    });
    list
}

/// The placements of an attack: those that force a capture and those that claim something.
///
/// A marble forces a capture only next to another one. It is claimed on its own only on a ring with at most one neighbour. If the removal
/// alone claims marbles, the turn ends the attack, and any ring will do: one of two, as one of them may be the ring to remove.
pub(super) fn placements(board: &Board, shape: &Shape) -> impl Iterator<Item = Placement> {
    let vacant = shape.vacant();
    let adjacent = vacant & board.around(shape.occupied());
    let others = vacant.without(adjacent);
    let loose = others.into_iter().filter(|&ring| (board.neighbours(ring) & shape.rings()).len() <= 1).collect();
    let any = others.without(loose).into_iter().take(2).collect();
    all_placements(board, shape, adjacent | loose | any)
        .filter(|placement| !placement.claimed.is_empty() || placement.after.has_jump(board))
}

/// How many nodes it takes to look through [`placements`]. There are many with several marbles, and a node has about the time for 32.
pub(super) fn nodes_for_placements(board: &Board, shape: &Shape) -> u64 {
    let rings = (shape.vacant() & board.around(shape.occupied())).len();
    (rings * shape.removable(board).len() / 32) as u64
}

/// Every placement on one of `rings`, with every removal.
pub(super) fn all_placements(board: &Board, shape: &Shape, rings: RingSet) -> impl Iterator<Item = Placement> {
    let removable = shape.removable(board);
    rings.into_iter().flat_map(move |ring| {
        let with = shape.with_marble(ring);
        let removable = removable.without(ring.only());
        let none = removable.is_empty().then_some(None);
        removable.into_iter().map(Some).chain(none).map(move |removed| {
            let (after, claimed) = with.remove_and_claim(board, ring, removed);
            Placement { ring, removed, claimed, after }
        })
    })
}

/// Calls a function with every turn of an attack: all captures if there is one, otherwise the placements that force a capture, claim
/// something or fill the board.
pub(crate) fn attack_turns(rules: &Rules, position: &Position, mut visit: impl FnMut(Turn)) {
    let (board, shape) = (&rules.board, position.shape());
    let must_capture = shape.has_jump(board);
    // With optional claims, a placement has several forms.
    if must_capture || rules.claims == Claims::Optional {
        // With captures on demand, the opponent would demand a missed one.
        return position.turns(rules).for_each(|turn| {
            if matches!(turn, Turn::Jump(_)) == must_capture {
                visit(turn);
            }
        });
    }
    let mut list: Vec<Placement> = placements(board, &shape).collect();
    if shape.vacant().len() <= 2 {
        let fills = |placement: &Placement| placement.claimed.is_empty() && placement.after.vacant().is_empty();
        list.extend(all_placements(board, &shape, shape.vacant()).filter(fills));
    }
    // Proof-number search takes the first of equal turns, and does well with this order.
    let removable = shape.removable(board);
    list.sort_by_key(|placement| removable.contains(placement.ring));
    let supply = position.supply();
    for colour in Colour::ALL.into_iter().filter(|&colour| supply[colour] > 0) {
        for &Placement { ring, removed, claimed, .. } in &list {
            visit(Turn::Place { colour, ring, removed, claimed });
        }
    }
}
