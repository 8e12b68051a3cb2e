//! The turns that an attack considers, without colours.

use std::ops::ControlFlow;
use zertz::{Board, Capture, Ring, RingSet, Shape};

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
/// alone claims marbles, the turn ends the attack, and any ring will do.
pub(super) fn placements(board: &Board, shape: &Shape) -> impl Iterator<Item = Placement> {
    let vacant = shape.vacant();
    let adjacent = vacant & board.around(shape.occupied());
    let others = vacant.without(adjacent);
    let loose = others.into_iter().filter(|&ring| (board.neighbours(ring) & shape.rings()).len() <= 1).collect();
    let any = others.without(loose).first().map_or(RingSet::EMPTY, Ring::only);
    all_placements(board, shape, adjacent | loose | any)
        .filter(|placement| !placement.claimed.is_empty() || placement.after.has_jump(board))
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
