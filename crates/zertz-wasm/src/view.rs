//! [`View`]: a position, possibly in the middle of a turn, and the legal next steps.

use crate::{
    GameData, Problem, StepData,
    motion::{Beat, beats, way_out},
};
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use zertz::{
    Board, Colour, Game, IllegalTurn, Marbles, Phase, Player, Position, Ring, RingSet, Rules, Step, Turn,
    TurnInProgress,
};
use zertz_protocol::{Act, OutcomeKind, act};

/// Everything that a page shows of a game.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The rings on the board, in the order of their names.
    pub rings: Vec<RingView>,
    /// White, grey and black marbles in the pool.
    #[tsify(type = "[number, number, number]")]
    pub pool: [u8; 3],
    /// The two players.
    pub players: [PlayerView; 2],
    /// Whose turn it is.
    #[tsify(type = "1 | 2")]
    pub mover: u8,
    /// The legal next steps.
    pub choices: Choices,
    /// The turn that the steps make up, once it is complete.
    pub turn: Option<String>,
    /// The turns played so far.
    pub played: Vec<PlayedTurn>,
    /// What the last turn touched.
    pub last: Touched,
    /// What the last step moved or, if there is none, the last act. Only turns move anything.
    pub beats: Vec<Beat>,
    /// How the game ended.
    pub outcome: Option<OutcomeView>,
    /// Whether the players have swapped sides.
    pub swapped: bool,
    /// Whether the player to move may swap sides.
    pub may_swap: bool,
    /// Whether the player to move may demand the capture that the last turn missed.
    pub may_demand: bool,
}

/// A ring that is on the board.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct RingView {
    /// Its name.
    pub ring: String,
    /// The letter of the marble on it.
    #[tsify(type = "Colour | null")]
    pub marble: Option<char>,
    /// The direction in which the ring slides out, if it can be removed; see [`way_out`].
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way_out: Option<u8>,
}

/// A player's captures, and what each goal still needs.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// White, grey and black marbles captured.
    #[tsify(type = "[number, number, number]")]
    pub captured: [u8; 3],
    /// How many more white, grey or black marbles win.
    #[tsify(type = "[number, number, number]")]
    pub lacking: [u8; 3],
    /// How many more white, grey and black marbles the goal of all three colours needs.
    #[tsify(type = "[number, number, number]")]
    pub each: [u8; 3],
}

/// What the player has to do.
#[derive(Tsify, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Place a marble.
    Place,
    /// Remove a ring.
    Remove,
    /// Jump.
    Jump,
    /// Jump again with the same marble.
    GoOn,
    /// Claim a group, or leave it.
    Claim,
    /// Pass.
    Pass,
    /// Confirm the complete turn.
    Confirm,
    /// Nothing: the game is over.
    #[default]
    Over,
}

/// The legal next steps.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct Choices {
    /// What the player has to do.
    pub task: Task,
    /// The colours that can be placed.
    #[tsify(type = "Colour[]")]
    pub colours: Vec<char>,
    /// The rings they can be placed on.
    pub vacant: Vec<String>,
    /// Whether the marbles to place come from the player's own captures.
    pub own: bool,
    /// The rings that can be removed.
    pub removable: Vec<String>,
    /// The legal jumps.
    pub jumps: Vec<JumpView>,
    /// The group to claim or leave.
    pub group: Vec<String>,
    /// Whether there is only one legal turn. Always false in the middle of a turn.
    pub only_one: bool,
}

/// A jump.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct JumpView {
    /// The ring it starts from.
    pub from: String,
    /// The ring it jumps over.
    pub over: String,
    /// The ring it lands on.
    pub to: String,
    /// The marble that is captured.
    #[tsify(type = "Colour")]
    pub takes: char,
}

/// A turn in the list of a game.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// In canonical notation.
    pub text: String,
    /// Who made it.
    #[tsify(type = "1 | 2")]
    pub player: u8,
    /// The number of acts of the game up to and including this turn.
    pub acts: usize,
    /// The white, grey and black marbles it captured.
    #[tsify(type = "[number, number, number]")]
    pub took: [u8; 3],
    /// Whether it was a jump, and so compulsory.
    pub jump: bool,
}

/// The rings that a turn touched.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// The ring that a marble was placed on, or the rings that it jumped from and landed on.
    pub marbles: Vec<String>,
    /// The rings that left the board.
    pub gone: Vec<String>,
}

/// How a game ended.
#[derive(Tsify, Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct OutcomeView {
    /// The winner, if there is one.
    #[tsify(type = "1 | 2 | null")]
    pub winner: Option<u8>,
    /// How it ended.
    pub how: OutcomeKind,
}

pub fn view(game: &GameData, steps: &[StepData]) -> Result<View, Problem> {
    let mut now = game.start()?;
    let mut played: Vec<PlayedTurn> = Vec::new();
    let mut last_act = None;
    for (index, done) in game.acts.iter().enumerate() {
        let before = *now.position();
        let done = act(&mut now, done)?;
        match done {
            Act::Turn(turn) => played.push(played_turn(&now, &before, &turn, index + 1)),
            Act::Demand => drop(played.pop()),
            _ => {}
        }
        last_act = Some(done);
    }
    let rules = now.rules().clone();
    let mut hand = TurnInProgress::new(*now.position());
    for step in steps {
        hand.step(&rules, step.step(&rules.board)?)?;
    }
    let shown = hand.position();
    let last = now.turns().last();
    let moved = match (last, last_act) {
        (Some((before, turn)), Some(Act::Turn(_))) if steps.is_empty() => TurnInProgress::of(&rules, *before, turn)?,
        _ => hand.clone(),
    };
    let mut beats = beats(&rules.board, &moved);
    if !steps.is_empty() {
        beats.drain(..steps.len() - 1);
    }
    Ok(View {
        rings: rings(&rules.board, shown),
        pool: shown.pool().counts(),
        players: Player::BOTH.map(|player| player_view(&rules, shown.captured(player))),
        mover: number(now.position().mover()),
        choices: choices(&rules, &now, &hand),
        turn: hand.turn().map(|turn| now.position().write_turn(&rules, &turn).to_string()),
        last: last.map(|(_, turn)| touched(&rules.board, turn)).unwrap_or_default(),
        beats,
        outcome: now
            .outcome()
            .map(|outcome| OutcomeView { winner: outcome.winner().map(number), how: OutcomeKind::of(outcome) }),
        swapped: now.is_swapped(),
        may_swap: now.may_swap(),
        may_demand: now.may_demand_capture(),
        played,
    })
}

pub fn canonical_turn(game: &GameData, turn: &str) -> Result<String, Problem> {
    let game = game.game()?;
    if let Some(outcome) = game.outcome() {
        return Err(IllegalTurn::Over(outcome).into());
    }
    let turn = game.position().read_turn(game.rules(), turn)?;
    Ok(game.position().write_turn(game.rules(), &turn).to_string())
}

fn number(player: Player) -> u8 {
    player.index() as u8 + 1
}

fn labels(board: &Board, set: RingSet) -> Vec<String> {
    board.in_label_order(set).map(|ring| board.label(ring).to_string()).collect()
}

fn rings(board: &Board, position: &Position) -> Vec<RingView> {
    let removable = position.removable(board);
    let view = |ring: Ring| RingView {
        ring: board.label(ring).to_string(),
        marble: position.marble(ring).map(Colour::letter),
        way_out: if removable.contains(ring) { way_out(board, position, ring) } else { None },
    };
    board.in_label_order(position.rings()).map(view).collect()
}

fn player_view(rules: &Rules, captured: Marbles) -> PlayerView {
    let lacking = |goal: u8, colour: Colour| goal.saturating_sub(captured[colour]);
    PlayerView {
        captured: captured.counts(),
        lacking: Colour::ALL.map(|colour| lacking(rules.goals.of(colour), colour)),
        each: Colour::ALL.map(|colour| lacking(rules.goals.each(), colour)),
    }
}

fn played_turn(now: &Game, before: &Position, turn: &Turn, acts: usize) -> PlayedTurn {
    let player = before.mover();
    let (had, has) = (before.captured(player), now.position().captured(player));
    PlayedTurn {
        text: before.write_turn(now.rules(), turn).to_string(),
        player: number(player),
        acts,
        took: Colour::ALL.map(|colour| has[colour].saturating_sub(had[colour])),
        jump: matches!(turn, Turn::Jump(_)),
    }
}

fn touched(board: &Board, turn: &Turn) -> Touched {
    let label = |ring: Ring| board.label(ring).to_string();
    match turn {
        Turn::Place { ring, removed, claimed, .. } => {
            let gone = removed.iter().copied().chain(*claimed).map(label).collect();
            Touched { marbles: vec![label(*ring)], gone }
        }
        Turn::Jump(chain) => {
            let stops = std::iter::once(chain.from()).chain(chain.hops(board).map(|(_, to)| to));
            Touched { marbles: stops.map(label).collect(), gone: Vec::new() }
        }
        Turn::Pass => Touched::default(),
    }
}

/// The legal steps after those in `hand`.
fn choices(rules: &Rules, game: &Game, hand: &TurnInProgress) -> Choices {
    let task = |task| Choices { task, ..Choices::default() };
    if game.outcome().is_some() {
        return task(Task::Over);
    }
    let Some(half) = hand.now() else { return task(Task::Confirm) };
    let (board, position) = (&rules.board, half.position());
    let steps = half.steps(rules);
    let mut choices = task(match half.phase() {
        Phase::Remove(_) => Task::Remove,
        Phase::Jump(_) => Task::GoOn,
        Phase::Claim(_) => Task::Claim,
        Phase::Begin if position.must_jump(rules) => Task::Jump,
        Phase::Begin if steps.contains(&Step::Pass) => Task::Pass,
        Phase::Begin => Task::Place,
    });
    let (mut colours, mut vacant, mut removable) = (Vec::new(), RingSet::EMPTY, RingSet::EMPTY);
    for step in &steps {
        match *step {
            Step::Place(colour, ring) => {
                if !colours.contains(&colour) {
                    colours.push(colour);
                }
                vacant |= ring.only();
            }
            Step::Remove(ring) => removable |= ring.only(),
            Step::Jump(from, direction) => {
                if let Some((over, to)) = board.jump_path(from, direction) {
                    let label = |ring| board.label(ring).to_string();
                    let takes = position.marble(over).map_or('?', Colour::letter);
                    choices.jumps.push(JumpView { from: label(from), over: label(over), to: label(to), takes });
                }
            }
            Step::Claim | Step::Decline | Step::Pass => {}
        }
    }
    choices.colours = colours.into_iter().map(Colour::letter).collect();
    choices.vacant = labels(board, vacant);
    choices.own = position.pool().is_empty();
    choices.removable = labels(board, removable);
    choices.group = half.pending_group(rules).map(|group| labels(board, group)).unwrap_or_default();
    choices.only_one = position.turns(rules).len_up_to(1).is_some() && matches!(half.phase(), Phase::Begin);
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::StepKind;
    use zertz_protocol::Code;

    fn seen(acts: &[&str], steps: &[StepData]) -> Result<View, Problem> {
        let mut game = GameData::begin(&Rules::standard(Board::rings37()), None);
        game.acts = acts.iter().map(|&act| act.to_owned()).collect();
        view(&game, steps)
    }

    fn place(colour: char, ring: &str) -> StepData {
        StepData::Place { colour, ring: ring.to_owned() }
    }

    fn remove(ring: &str) -> StepData {
        StepData::Remove { ring: ring.to_owned() }
    }

    #[test]
    fn a_turn_is_made_step_by_step() {
        let view = seen(&[], &[]).unwrap();
        assert_eq!((view.choices.task, view.choices.vacant.len()), (Task::Place, 37));
        assert_eq!(view.choices.colours, ['W', 'G', 'B']);
        let view = seen(&[], &[place('W', "d4")]).unwrap();
        assert_eq!((view.choices.task, view.choices.removable.len()), (Task::Remove, 18));
        assert_eq!(view.beats[0].kind, StepKind::Place);
        let view = seen(&[], &[place('W', "d4"), remove("d1")]).unwrap();
        assert_eq!((view.turn.as_deref(), view.mover), (Some("Wd4,d1"), 1));
        assert_eq!(view.choices.task, Task::Confirm);
        assert_eq!(view.rings.len(), 36);
    }

    #[test]
    fn a_capture_is_offered_and_taken() {
        let view = seen(&["Wd4,d1", "Gd5,a1"], &[]).unwrap();
        assert_eq!(view.choices.task, Task::Jump);
        assert!(view.choices.vacant.is_empty());
        let jump = view.choices.jumps.iter().find(|jump| jump.from == "d5").unwrap();
        assert_eq!((jump.over.as_str(), jump.to.as_str(), jump.takes), ("d4", "d3", 'W'));
        let jump = StepData::Jump { from: "d5".to_owned(), to: "d3".to_owned() };
        let view = seen(&["Wd4,d1", "Gd5,a1"], &[jump]).unwrap();
        assert_eq!(view.turn.as_deref(), Some("xd5Wd3"));
        assert_eq!(view.players[0].captured, [1, 0, 0]);
        assert_eq!(view.players[0].lacking, [3, 5, 6]);
        let view = seen(&["Wd4,d1", "Gd5,a1", "xd5Wd3"], &[]).unwrap();
        assert_eq!(view.played[2].took, [1, 0, 0]);
        assert_eq!(view.last.marbles, ["d5", "d3"]);
    }

    #[test]
    fn the_rings_that_can_be_removed_have_a_way_out() {
        let view = seen(&[], &[place('W', "d1")]).unwrap();
        let out = view.rings.iter().filter(|ring| ring.way_out.is_some()).map(|ring| ring.ring.clone());
        assert_eq!(out.collect::<Vec<_>>(), view.choices.removable);
    }

    #[test]
    fn an_act_that_is_no_turn_moves_nothing() {
        let rules = Rules { swap: true, ..Rules::tournament(Board::rings37()) };
        let mut game = GameData::begin(&rules, None);
        let acts = ["Wd4,d1", "swap", "Gd5,a1", "Bc3,a2", "demand", "xd5Wd3", "resign 2"];
        let moves = acts.map(|act| {
            game.acts.push(act.to_owned());
            !view(&game, &[]).unwrap().beats.is_empty()
        });
        assert_eq!(moves, [true, false, true, true, false, true, false]);
    }

    #[test]
    fn a_winning_turn_that_missed_a_capture_can_be_undone() {
        let rules = Rules { goals: "1/5/6/3".parse().unwrap(), ..Rules::tournament(Board::rings37()) };
        let mut game = GameData::begin(&rules, None);
        // The last turn isolates a white marble instead of capturing.
        game.acts = ["Wa1,a2", "Gg4,a3", "Bd4,b3", "Gd5,b2", "Wg1,b1"].map(str::to_owned).to_vec();
        let won = view(&game, &[]).unwrap();
        assert_eq!((won.outcome.and_then(|outcome| outcome.winner), won.may_demand), (Some(1), true));
        game.acts.push("demand".to_owned());
        let undone = view(&game, &[]).unwrap();
        assert_eq!((undone.outcome, undone.mover, undone.choices.task), (None, 1, Task::Jump));
    }

    #[test]
    fn an_illegal_step_is_reported_with_its_code() {
        let code = |acts: &[&str], steps: &[StepData]| seen(acts, steps).unwrap_err().code;
        assert_eq!(code(&[], &[place('W', "z9")]), Code::UnknownRing);
        assert_eq!(code(&[], &[place('W', "d4"), remove("d4")]), Code::Occupied);
        assert_eq!(code(&["Wd4,d1", "Gd5,a1"], &[place('B', "c3")]), Code::MustJump);
    }
}
