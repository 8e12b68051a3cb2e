//! A UGI engine that plays one game.

use anyhow::{Context, Result};
use std::time::Duration;
use zertz::Game;
use zertz_engine::{
    Clock, Score, Stop,
    opponent::{Instead, instead_of_turn},
};
use zertz_protocol::{Command, State, TimeControl};
use zertz_ugi::{BestTurn, Console, Go, UgiEngine};

/// How long an engine may take to answer the first commands.
const GREETING: Duration = Duration::from_secs(30);

/// How long an engine may exceed its time before the bot gives up on it.
const GRACE: Duration = Duration::from_secs(60);

pub fn start(command: &[String], game: &Game) -> Result<UgiEngine> {
    let mut engine = UgiEngine::start(command, Console::Shared, GREETING)?;
    engine.new_game(game.rules(), GREETING)?;
    Ok(engine)
}

/// What the bot does when it is to move: the engine's turn, unless computer players do something else.
pub fn choose(engine: &mut UgiEngine, game: &Game, go: &Go, after: i64) -> Result<Command> {
    let clocks = go.clocks.iter().flatten().map(|clock| clock.remaining);
    let patience = clocks.chain(go.move_time).max().unwrap_or_default();
    let BestTurn { turn, value } = engine.search(game, go, patience + GRACE, &Stop::new())?;
    game.position().read_turn(game.rules(), &turn).with_context(|| format!("it played {turn:?}"))?;
    Ok(instead(game, value.map(Score::win_chance), after).unwrap_or(Command::Turn { turn, after }))
}

/// What computer players do instead of playing a turn.
pub fn instead(game: &Game, chance: Option<f64>, after: i64) -> Option<Command> {
    instead_of_turn(game, chance).map(|act| match act {
        Instead::Demand => Command::Demand { after },
        Instead::Swap => Command::Swap { after },
    })
}

/// The `go` command at a table. With a clock, the engine manages its time itself, up to `most`. A correspondence game has no clock.
pub fn go(time: TimeControl, state: &State, swapped: bool, most: Duration) -> Go {
    let millis = |millis: i64| Duration::from_millis(millis.unsigned_abs());
    let clock = |left: i64| Some(Clock { remaining: millis(left.max(1)), increment: millis(time.increment()) });
    let mut clocks = state.left.filter(|_| time.is_live()).map_or([None; 2], |left| left.0.map(clock));
    if swapped {
        clocks.swap(0, 1);
    }
    Go { move_time: Some(most), clocks, ..Go::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::tests::state;
    use zertz::{Board, Rules};
    use zertz_protocol::{Pair, Status};

    #[test]
    fn a_missed_capture_is_demanded_and_a_bad_side_swapped() {
        let rules = Rules { swap: true, ..Rules::tournament(Board::rings37()) };
        let mut game = Game::new(rules);
        game.play_text("Wd4,d1").unwrap();
        assert_eq!(instead(&game, None, 7), None);
        assert_eq!(instead(&game, Some(0.4), 7), Some(Command::Swap { after: 7 }));
        for turn in ["Gd5,a1", "Bc3,a2"] {
            game.play_text(turn).unwrap();
        }
        assert_eq!(instead(&game, None, 7), Some(Command::Demand { after: 7 }));
    }

    #[test]
    fn an_engine_gets_both_clocks() {
        let most = Duration::from_secs(2);
        let state = State { left: Some(Pair([1000, 2000])), ..state(Status::Playing, None) };
        let time = TimeControl::Fischer { initial: 300, increment: 3 };
        assert_eq!(
            go(time, &state, false, most).to_string(),
            "go p1time 1000 p2time 2000 p1inc 3000 p2inc 3000 movetime 2000"
        );
        assert_eq!(
            go(time, &state, true, most).to_string(),
            "go p1time 2000 p2time 1000 p1inc 3000 p2inc 3000 movetime 2000"
        );
        let state = State { left: None, ..state };
        assert_eq!(go(TimeControl::None, &state, false, most).to_string(), "go movetime 2000");
    }
}
