//! [`Step`] and [`HalfTurn`]: a turn as a finger makes it, one touch after the other.
//!
//! Here the rules of a turn are written down once. A complete [`Turn`] is checked by taking its steps.

use crate::{Claims, Colour, Direction, IllegalTurn, Position, Ring, RingSet, Rules, Turn, turn::Chain};

/// One part of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Put a marble of this colour on this ring.
    Place(Colour, Ring),
    /// Take this ring away.
    Remove(Ring),
    /// Jump with the marble on this ring.
    Jump(Ring, Direction),
    /// Claim [`HalfTurn::pending_group`].
    Claim,
    /// Leave [`HalfTurn::pending_group`] where it is, for good.
    Decline,
    /// Nothing can be done.
    Pass,
}

/// A position in the middle of a turn, or just before its first step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfTurn {
    position: Position,
    phase: Phase,
}

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The turn has not begun.
    Begin,
    /// A marble was placed on this ring; now a ring must be removed.
    Remove(Ring),
    /// The marble on this ring has jumped and must go on.
    Jump(Ring),
    /// Groups became full; these are still to be claimed or declined.
    Claim(RingSet),
}

/// What a step leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The turn goes on.
    Open(HalfTurn),
    /// The turn is complete; this is the opponent's position.
    Done(Position),
}

impl Progress {
    /// Takes a further step after checking it.
    pub fn step(&self, rules: &Rules, step: Step) -> Result<Progress, IllegalTurn> {
        match self {
            Progress::Open(half) => half.step(rules, step),
            Progress::Done(_) => Err(IllegalTurn::TooLong),
        }
    }
}

impl HalfTurn {
    /// A turn of which nothing is done yet.
    #[inline]
    pub fn begin(position: Position) -> HalfTurn {
        HalfTurn { position, phase: Phase::Begin }
    }

    /// The position as it looks now. The player whose turn it is has not changed.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is to be done next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Takes a step after checking it.
    pub fn step(&self, rules: &Rules, step: Step) -> Result<Progress, IllegalTurn> {
        self.check(rules, step)?;
        Ok(self.step_unchecked(rules, step))
    }

    /// Takes a step known to be legal.
    ///
    /// # Panics
    /// May panic, or make a position that cannot be, when the step is not legal.
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

    /// Whether a step may be taken, and if not, why.
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
            (Phase::Begin, Step::Place(colour, ring)) => {
                if position.must_jump(rules) {
                    return Err(IllegalTurn::MustJump);
                }
                if position.supply()[colour] == 0 {
                    let pool = !position.pool.is_empty();
                    return Err(if pool { IllegalTurn::NotInPool(colour) } else { IllegalTurn::NotCaptured(colour) });
                }
                self.check_vacant(rules, ring)
            }
            (Phase::Remove(_), Step::Remove(ring)) => {
                self.check_vacant(rules, ring)?;
                if position.removable(board).contains(ring) {
                    Ok(())
                } else {
                    Err(IllegalTurn::Held(board.label(ring)))
                }
            }
            (Phase::Begin | Phase::Jump(_), Step::Jump(from, direction)) => {
                if let Phase::Jump(at) = self.phase
                    && at != from
                {
                    return Err(self.unfinished(rules));
                }
                self.check_jump(rules, from, direction)
            }
            (Phase::Begin, Step::Pass) => {
                if position.must_pass(rules) {
                    Ok(())
                } else {
                    Err(IllegalTurn::CannotPass)
                }
            }
            (Phase::Claim(_), Step::Claim | Step::Decline) => Ok(()),
            (Phase::Begin, _) => Err(IllegalTurn::NothingPlaced),
            _ => Err(self.unfinished(rules)),
        }
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

    fn check_jump(&self, rules: &Rules, from: Ring, direction: Direction) -> Result<(), IllegalTurn> {
        let board = &rules.board;
        let occupied = self.position.occupied();
        if !occupied.contains(from) {
            return Err(IllegalTurn::NoMarble(board.label(from)));
        }
        let over = board.next(from, direction).filter(|&over| self.position.rings.contains(over));
        let over = over.ok_or(IllegalTurn::NothingToJump(board.label(from)))?;
        if !occupied.contains(over) {
            return Err(IllegalTurn::NoMarble(board.label(over)));
        }
        match board.next(over, direction) {
            None => Err(IllegalTurn::NoLanding(board.label(over))),
            Some(to) => self.check_vacant(rules, to),
        }
    }

    /// What is wrong with stopping here.
    pub(crate) fn unfinished(&self, rules: &Rules) -> IllegalTurn {
        match self.phase {
            Phase::Begin => IllegalTurn::NothingPlaced,
            Phase::Remove(_) => IllegalTurn::MustRemove,
            Phase::Jump(at) => IllegalTurn::MustGoOn(rules.board.label(at)),
            Phase::Claim(_) => IllegalTurn::MustDecide,
        }
    }
}

/// What follows a placement and the removal of a ring.
#[inline]
fn settle(rules: &Rules, mut position: Position, placed: Ring, removed: Option<Ring>) -> Progress {
    let full = position.newly_full(&rules.board, placed, removed);
    // On a full board there is nothing to decide: the mover claims all that nobody has declined, and wins.
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

/// A turn being made by hand: the steps taken so far, each of which can be undone, and in the end the [`Turn`] they make.
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

    /// The steps taken so far.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        self.taken.iter().map(|&(step, _)| step)
    }

    /// Where the turn stands; `None` when it is complete.
    pub fn now(&self) -> Option<HalfTurn> {
        match self.taken.last() {
            None => Some(HalfTurn::begin(self.start)),
            Some((_, Progress::Open(half))) => Some(*half),
            Some((_, Progress::Done(_))) => None,
        }
    }

    /// The legal next steps; none when the turn is complete.
    pub fn next_steps(&self, rules: &Rules) -> Vec<Step> {
        self.now().map(|half| half.steps(rules)).unwrap_or_default()
    }

    /// Takes a step. A wrong one changes nothing.
    pub fn step(&mut self, rules: &Rules, step: Step) -> Result<(), IllegalTurn> {
        let now = self.taken.last().map_or(Progress::Open(HalfTurn::begin(self.start)), |&(_, progress)| progress);
        self.taken.push((step, now.step(rules, step)?));
        Ok(())
    }

    /// Takes the last step back, and says which it was.
    pub fn undo(&mut self) -> Option<Step> {
        self.taken.pop().map(|(step, _)| step)
    }

    /// The complete turn, once it is complete.
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
