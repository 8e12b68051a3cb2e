//! [`Step`] and [`HalfTurn`]: a turn made step by step.
//!
//! This module defines which steps are legal. A complete [`Turn`] is checked by taking its steps.

use crate::{Board, Claims, Colour, Direction, IllegalTurn, Position, Ring, RingSet, Rules, Turn, turn::Chain};

/// One part of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Put a marble of this colour on this ring.
    Place(Colour, Ring),
    /// Remove this ring.
    Remove(Ring),
    /// Jump with the marble on this ring.
    Jump(Ring, Direction),
    /// Claim [`HalfTurn::pending_group`].
    Claim,
    /// Decline [`HalfTurn::pending_group`], which then stays on the board for good.
    Decline,
    /// Pass, when no other step is possible.
    Pass,
}

/// A position in the middle of a turn, or just before its first step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfTurn {
    position: Position,
    phase: Phase,
}

/// What comes next in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The turn has not begun.
    Begin,
    /// A marble was placed on this ring; now a ring must be removed.
    Remove(Ring),
    /// The marble on this ring has jumped and must jump again.
    Jump(Ring),
    /// The player must still claim or decline these isolated groups.
    Claim(RingSet),
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The turn goes on.
    Open(HalfTurn),
    /// The turn is complete, and this is the new position.
    Done(Position),
}

impl Progress {
    /// The position after the step.
    pub fn position(&self) -> &Position {
        match self {
            Progress::Open(half) => &half.position,
            Progress::Done(position) => position,
        }
    }

    /// Checks and takes the next step.
    pub fn step(&self, rules: &Rules, step: Step) -> Result<Progress, IllegalTurn> {
        match self {
            Progress::Open(half) => half.step(rules, step),
            Progress::Done(_) => Err(IllegalTurn::TooLong),
        }
    }
}

impl HalfTurn {
    /// The start of a turn.
    #[inline]
    pub fn begin(position: Position) -> HalfTurn {
        HalfTurn { position, phase: Phase::Begin }
    }

    /// The position after the steps so far. The player to move is still the same.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What comes next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Checks and takes a step.
    pub fn step(&self, rules: &Rules, step: Step) -> Result<Progress, IllegalTurn> {
        self.check(rules, step)?;
        Ok(self.step_unchecked(rules, step))
    }

    /// Takes a step that is known to be legal.
    ///
    /// # Panics
    /// May panic, or return an impossible position, if the step is illegal.
    #[inline]
    pub fn step_unchecked(&self, rules: &Rules, step: Step) -> Progress {
        let board = &rules.board;
        let mut next = self.position;
        match step {
            Step::Place(colour, ring) => {
                next.put(colour, ring);
                if next.removable(board).is_empty() {
                    return settle(rules, next, ring, None);
                }
                Progress::Open(HalfTurn { position: next, phase: Phase::Remove(ring) })
            }
            Step::Remove(ring) => {
                let Phase::Remove(placed) = self.phase else { panic!("a ring is removed after a placement") };
                next.remove(ring);
                settle(rules, next, placed, Some(ring))
            }
            Step::Jump(from, direction) => {
                let at = next.jump(board, from, direction).expect("a legal jump stays on the board");
                if next.jumps_from(board, at).next().is_some() {
                    return Progress::Open(HalfTurn { position: next, phase: Phase::Jump(at) });
                }
                next.end_turn();
                Progress::Done(next)
            }
            Step::Claim | Step::Decline => {
                let Phase::Claim(groups) = self.phase else { panic!("groups are claimed after a placement") };
                let group = self.pending_group(rules).expect("there is a group to decide on");
                if step == Step::Claim {
                    next.claim(group);
                }
                claim_or_finish(next, groups.without(group))
            }
            Step::Pass => {
                next.pass();
                Progress::Done(next)
            }
        }
    }

    /// The group that [`Step::Claim`] or [`Step::Decline`] decides on next.
    pub fn pending_group(&self, rules: &Rules) -> Option<RingSet> {
        match self.phase {
            Phase::Claim(groups) => groups.first().map(|ring| self.position.group(&rules.board, ring)),
            _ => None,
        }
    }

    /// Calls `visit` with each legal step, without allocating.
    #[inline]
    pub fn for_each_step(&self, rules: &Rules, mut visit: impl FnMut(Step)) {
        let position = &self.position;
        match self.phase {
            Phase::Begin => {
                if position.outcome(rules).is_some() {
                    return;
                }
                let mut jump = false;
                for (direction, jumpers) in Direction::ALL.into_iter().zip(position.jumpers(&rules.board)) {
                    for from in jumpers {
                        jump = true;
                        visit(Step::Jump(from, direction));
                    }
                }
                if jump && position.captures_bind(rules) {
                    return;
                }
                if position.supply().is_empty() && !jump {
                    visit(Step::Pass);
                }
                for colour in position.supply().colours() {
                    for ring in position.vacant() {
                        visit(Step::Place(colour, ring));
                    }
                }
            }
            Phase::Remove(_) => position.removable(&rules.board).into_iter().for_each(|ring| visit(Step::Remove(ring))),
            Phase::Jump(at) => position.jumps_from(&rules.board, at).for_each(|way| visit(Step::Jump(at, way))),
            Phase::Claim(_) => {
                visit(Step::Claim);
                visit(Step::Decline);
            }
        }
    }

    /// The legal steps.
    pub fn steps(&self, rules: &Rules) -> Vec<Step> {
        let mut steps = Vec::new();
        self.for_each_step(rules, |step| steps.push(step));
        steps
    }

    /// Checks whether a step is legal, and if not, why.
    pub fn check(&self, rules: &Rules, step: Step) -> Result<(), IllegalTurn> {
        let board = &rules.board;
        let position = &self.position;
        if let Step::Place(_, ring) | Step::Remove(ring) | Step::Jump(ring, _) = step
            && !board.all().contains(ring)
        {
            return Err(IllegalTurn::ForeignRing);
        }
        if self.phase == Phase::Begin
            && let Some(outcome) = position.outcome(rules)
        {
            return Err(IllegalTurn::Over(outcome));
        }
        match (self.phase, step) {
            (Phase::Begin, Step::Place(colour, ring)) => self.check_place(rules, colour, ring),
            (Phase::Remove(_), Step::Remove(ring)) => {
                self.check_vacant(rules, ring)?;
                let held = !position.removable(board).contains(ring);
                if held { Err(IllegalTurn::Held(board.label(ring))) } else { Ok(()) }
            }
            (Phase::Jump(at), Step::Jump(from, _)) if at != from => Err(self.unfinished(rules)),
            (Phase::Begin | Phase::Jump(_), Step::Jump(from, direction)) => self.check_jump(board, from, direction),
            (Phase::Begin, Step::Pass) if position.must_pass(rules) => Ok(()),
            (Phase::Begin, Step::Pass) => Err(IllegalTurn::CannotPass),
            (Phase::Claim(_), Step::Claim | Step::Decline) => Ok(()),
            _ => Err(self.unfinished(rules)),
        }
    }

    fn check_place(&self, rules: &Rules, colour: Colour, ring: Ring) -> Result<(), IllegalTurn> {
        let position = &self.position;
        if position.must_jump(rules) {
            return Err(IllegalTurn::MustJump);
        }
        if position.supply()[colour] == 0 {
            let own = position.pool.is_empty();
            return Err(if own { IllegalTurn::NotCaptured(colour) } else { IllegalTurn::NotInPool(colour) });
        }
        self.check_vacant(rules, ring)
    }

    fn check_vacant(&self, rules: &Rules, ring: Ring) -> Result<(), IllegalTurn> {
        let label = rules.board.label(ring);
        if !self.position.rings.contains(ring) {
            Err(IllegalTurn::NoRing(label))
        } else if self.position.occupied().contains(ring) {
            Err(IllegalTurn::Occupied(label))
        } else {
            Ok(())
        }
    }

    /// Checks a jump. The error names the first ring on its path that does not fit.
    fn check_jump(&self, board: &Board, from: Ring, direction: Direction) -> Result<(), IllegalTurn> {
        if self.position.jumpers(board)[direction.index()].contains(from) {
            return Ok(());
        }
        let (rings, occupied) = (self.position.rings, self.position.occupied());
        if !occupied.contains(from) {
            return Err(IllegalTurn::NoMarble(board.label(from)));
        }
        let Some(over) = board.next(from, direction).filter(|&over| rings.contains(over)) else {
            return Err(IllegalTurn::NothingToJump(board.label(from)));
        };
        Err(match board.next(over, direction) {
            _ if !occupied.contains(over) => IllegalTurn::NoMarble(board.label(over)),
            None => IllegalTurn::NoLanding(board.label(over)),
            Some(to) if rings.contains(to) => IllegalTurn::Occupied(board.label(to)),
            Some(to) => IllegalTurn::NoRing(board.label(to)),
        })
    }

    pub(crate) fn unfinished(&self, rules: &Rules) -> IllegalTurn {
        match self.phase {
            Phase::Begin => IllegalTurn::NothingPlaced,
            Phase::Remove(_) => IllegalTurn::MustRemove,
            Phase::Jump(at) => IllegalTurn::MustGoOn(rules.board.label(at)),
            Phase::Claim(_) => IllegalTurn::MustDecide,
        }
    }
}

/// Claims isolated groups after a placement and a removal, or asks the player to.
#[inline]
fn settle(rules: &Rules, mut position: Position, placed: Ring, removed: Option<Ring>) -> Progress {
    let full = position.newly_full(&rules.board, placed, removed);
    // On a full board there is nothing to decide: the mover claims every group that was not declined, and wins.
    if rules.claims == Claims::Optional && !position.vacant().is_empty() {
        return claim_or_finish(position, full);
    }
    if !full.is_empty() {
        position.claim(full);
    }
    position.end_turn();
    Progress::Done(position)
}

fn claim_or_finish(mut position: Position, groups: RingSet) -> Progress {
    if groups.is_empty() {
        position.end_turn();
        return Progress::Done(position);
    }
    Progress::Open(HalfTurn { position, phase: Phase::Claim(groups) })
}

/// A turn that a player makes step by step. Steps can be undone; a complete sequence gives a [`Turn`].
#[derive(Clone, Debug)]
pub struct TurnInProgress {
    start: Position,
    taken: Vec<(Step, Progress)>,
}

impl TurnInProgress {
    /// Begins a turn.
    pub fn new(start: Position) -> TurnInProgress {
        TurnInProgress { start, taken: Vec::new() }
    }

    /// The steps of a complete turn.
    pub fn of(rules: &Rules, start: Position, turn: &Turn) -> Result<TurnInProgress, IllegalTurn> {
        let mut taken = Vec::new();
        start.play_steps(rules, turn, |step, progress| taken.push((step, progress)))?;
        Ok(TurnInProgress { start, taken })
    }

    /// The position after the steps so far.
    pub fn position(&self) -> &Position {
        self.taken.last().map_or(&self.start, |(_, progress)| progress.position())
    }

    /// The steps taken so far, each with the positions before and after it.
    pub fn moves(&self) -> impl Iterator<Item = (Position, Step, Position)> + '_ {
        let mut before = self.start;
        self.taken.iter().map(move |(step, progress)| {
            let after = *progress.position();
            (std::mem::replace(&mut before, after), *step, after)
        })
    }

    /// The steps taken so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        self.taken.iter().map(|&(step, _)| step)
    }

    /// The current state of the turn, or `None` if it is complete.
    pub fn now(&self) -> Option<HalfTurn> {
        match self.taken.last() {
            None => Some(HalfTurn::begin(self.start)),
            Some((_, Progress::Open(half))) => Some(*half),
            Some((_, Progress::Done(_))) => None,
        }
    }

    /// The legal next steps. There are none if the turn is complete.
    pub fn next_steps(&self, rules: &Rules) -> Vec<Step> {
        self.now().map(|half| half.steps(rules)).unwrap_or_default()
    }

    /// Takes a step. An illegal one changes nothing.
    pub fn step(&mut self, rules: &Rules, step: Step) -> Result<(), IllegalTurn> {
        let now = self.taken.last().map_or(Progress::Open(HalfTurn::begin(self.start)), |&(_, progress)| progress);
        self.taken.push((step, now.step(rules, step)?));
        Ok(())
    }

    /// Undoes the last step and returns it.
    pub fn undo(&mut self) -> Option<Step> {
        self.taken.pop().map(|(step, _)| step)
    }

    /// The turn, or `None` if it is not complete.
    pub fn turn(&self) -> Option<Turn> {
        let Some((_, Progress::Done(end))) = self.taken.last() else { return None };
        let mut turn = Turn::Pass;
        for &(step, _) in &self.taken {
            match (&mut turn, step) {
                (_, Step::Place(colour, ring)) => {
                    turn = Turn::Place { colour, ring, removed: None, claimed: RingSet::EMPTY };
                }
                (Turn::Place { removed, .. }, Step::Remove(ring)) => *removed = Some(ring),
                (Turn::Jump(chain), Step::Jump(_, direction)) => chain.push(direction),
                (_, Step::Jump(from, direction)) => {
                    let mut chain = Chain::new(from);
                    chain.push(direction);
                    turn = Turn::Jump(chain);
                }
                _ => {}
            }
        }
        if let Turn::Place { removed, claimed, .. } = &mut turn {
            let gone = self.start.rings.without(end.rings);
            *claimed = gone.without(removed.map_or(RingSet::EMPTY, Ring::only));
        }
        Some(turn)
    }
}
