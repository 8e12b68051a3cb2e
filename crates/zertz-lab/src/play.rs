//! One game between two players, with clocks and a referee.

use crate::player::{Clocks, Fault, FaultKind, Limit, Patience, Player};
use std::time::{Duration, Instant};
use zertz::{Game, Outcome, Position};
use zertz_engine::{Clock, Stop, Value};

/// Someone at the table.
pub struct Seat<'p> {
    /// Who plays.
    pub player: &'p mut dyn Player,
    /// How long it may think.
    pub limit: Limit,
    /// For its dice.
    pub seed: u64,
}

/// How a game is refereed.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// How patient one is.
    pub patience: Patience,
    /// After so many turns it is a draw. Only players who shuffle get there.
    pub most_turns: usize,
}

impl Default for Referee {
    fn default() -> Referee {
        Referee { patience: Patience::default(), most_turns: 300 }
    }
}

/// A game that has been played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game; without an outcome if a fault or the referee ended it.
    pub game: Game,
    /// How many of its turns are the opening.
    pub opening: usize,
    /// Who lost by a fault, by seat, and by which.
    pub fault: Option<(usize, Fault)>,
    /// How long each player thought.
    pub time: [Duration; 2],
    /// What was thought of the position before each turn after the opening, from the view of the player to move.
    pub values: Vec<Option<Value>>,
}

impl Played {
    /// The half points of a seat: 2, 1 or 0. That both lose counts as a draw, since it makes neither the better player.
    pub fn half_points(&self, seat: usize) -> usize {
        match (&self.fault, self.game.outcome()) {
            (Some((loser, _)), _) => usize::from(*loser != seat) * 2,
            (None, Some(Outcome::Won { by, .. })) => usize::from(by.index() == seat) * 2,
            (None, _) => 1,
        }
    }
}

impl Referee {
    /// Plays a game on from an opening. `None` if it was stopped before its end.
    pub fn play(&self, opening: &Game, seats: [Seat<'_>; 2], stop: &Stop) -> Option<Played> {
        let mut seats = seats;
        let mut played = Played {
            game: opening.clone(),
            opening: opening.turns().len(),
            fault: None,
            time: [Duration::ZERO; 2],
            values: Vec::new(),
        };
        for (number, seat) in seats.iter_mut().enumerate() {
            if let Err(fault) = seat.player.new_game(opening.rules(), seat.seed) {
                return finish(played, Some((number, fault)), stop);
            }
        }
        let mut clocks: Clocks = [seats[0].limit.clock, seats[1].limit.clock];
        while played.game.outcome().is_none() && played.game.turns().len() < self.most_turns {
            let mover = played.game.position().mover().index();
            let seat = &mut seats[mover];
            let began = Instant::now();
            let choice = seat.player.choose(&played.game, &clocks, stop);
            let spent = began.elapsed();
            if stop.is_set() {
                return None;
            }
            played.time[mover] += spent;
            let late = clocks[mover].as_mut().and_then(|clock| tick(clock, spent)).or_else(|| self.late(seat, spent));
            let judged = choice.and_then(|choice| match late {
                Some(late) => Err(Fault::new(FaultKind::Time, late)),
                None => {
                    played.game.play(&choice.turn).map(|()| choice).map_err(|why| Fault::new(FaultKind::Illegal, why))
                }
            });
            match judged {
                Ok(choice) => played.values.push(choice.value),
                Err(fault) => return finish(played, Some((mover, fault)), stop),
            }
        }
        finish(played, None, stop)
    }

    fn late(&self, seat: &Seat<'_>, spent: Duration) -> Option<String> {
        let time = seat.limit.time.filter(|&time| spent > time + self.patience.margin)?;
        Some(format!("a turn took {} ms of {}", spent.as_millis(), time.as_millis()))
    }
}

/// Takes the time from a clock; says so if that was more than it had.
fn tick(clock: &mut Clock, spent: Duration) -> Option<String> {
    match clock.remaining.checked_sub(spent) {
        Some(left) => {
            clock.remaining = left + clock.increment;
            None
        }
        None => Some(format!("a turn took {} ms with {} on the clock", spent.as_millis(), clock.remaining.as_millis())),
    }
}

/// A fault that comes of being stopped is none.
fn finish(mut played: Played, fault: Option<(usize, Fault)>, stop: &Stop) -> Option<Played> {
    played.fault = fault;
    (!stop.is_set() || played.fault.is_none()).then_some(played)
}

/// Whether a position is quiet: its value is not about to change by a capture.
pub fn is_quiet(game: &Game, position: &Position) -> bool {
    !position.has_jump(&game.rules().board) && position.outcome(game.rules()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Choice, Spec};
    use std::sync::Arc;
    use zertz::{Board, Rules, Turn};

    struct Slow(Duration);

    impl Player for Slow {
        fn new_game(&mut self, _: &Arc<Rules>, _: u64) -> Result<(), Fault> {
            Ok(())
        }
        fn choose(&mut self, game: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Fault> {
            std::thread::sleep(self.0);
            Ok(Choice { turn: game.position().turns(game.rules()).nth(0).unwrap(), value: None })
        }
    }

    fn random_against(player: &mut dyn Player, limit: &str, margin: u64) -> Played {
        let opening = Game::new(Rules::standard(Board::rings37()));
        let patience = Patience { margin: Duration::from_millis(margin), ..Patience::default() };
        let mut random = "random".parse::<Spec>().unwrap().build(patience).unwrap();
        let seats = [
            Seat { player: random.as_mut(), limit: Limit::default(), seed: 1 },
            Seat { player, limit: limit.parse().unwrap(), seed: 2 },
        ];
        Referee { patience, ..Referee::default() }.play(&opening, seats, &Stop::new()).unwrap()
    }

    #[test]
    fn who_oversteps_the_clock_loses() {
        let played = random_against(&mut Slow(Duration::from_millis(700)), "clock=1300+5", 0);
        let (loser, fault) = played.fault.clone().unwrap();
        assert_eq!((loser, fault.kind), (1, FaultKind::Time));
        assert!(fault.why.contains("on the clock"), "{}", fault.why);
        assert_eq!([played.half_points(0), played.half_points(1)], [2, 0]);
        assert_eq!(played.game.turns().len(), 3);
    }

    #[test]
    fn a_fixed_time_has_a_margin() {
        let strict = random_against(&mut Slow(Duration::from_millis(20)), "time=5", 1);
        assert_eq!(strict.fault.map(|(seat, fault)| (seat, fault.kind)), Some((1, FaultKind::Time)));
        let lenient = random_against(&mut Slow(Duration::from_millis(2)), "time=1", 60_000);
        assert_eq!(lenient.fault, None);
    }

    #[test]
    fn an_illegal_turn_loses() {
        struct Passes;
        impl Player for Passes {
            fn new_game(&mut self, _: &Arc<Rules>, _: u64) -> Result<(), Fault> {
                Ok(())
            }
            fn choose(&mut self, _: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Fault> {
                Ok(Choice { turn: Turn::Pass, value: None })
            }
        }
        let played = random_against(&mut Passes, "nodes=1", 0);
        assert_eq!(played.fault.as_ref().map(|(seat, fault)| (*seat, fault.kind)), Some((1, FaultKind::Illegal)));
        assert_eq!(played.half_points(0), 2);
    }

    #[test]
    fn a_game_that_is_stopped_has_no_result() {
        let opening = Game::new(Rules::standard(Board::rings37()));
        let (mut a, mut b) = (Slow(Duration::ZERO), Slow(Duration::ZERO));
        let stop = Stop::new();
        stop.set();
        let seats =
            [&mut a, &mut b].map(|player| Seat { player: player as &mut dyn Player, limit: Limit::default(), seed: 0 });
        assert!(Referee::default().play(&opening, seats, &stop).is_none());
    }

    #[test]
    fn endless_games_are_drawn_by_the_referee() {
        let opening = Game::new(Rules::standard(Board::rings37()));
        let (mut a, mut b) = (Slow(Duration::ZERO), Slow(Duration::ZERO));
        let seats =
            [&mut a, &mut b].map(|player| Seat { player: player as &mut dyn Player, limit: Limit::default(), seed: 0 });
        let referee = Referee { most_turns: 5, ..Referee::default() };
        let played = referee.play(&opening, seats, &Stop::new()).unwrap();
        assert_eq!([played.half_points(0), played.half_points(1)], [1, 1]);
        assert_eq!(played.game.turns().len(), 5);
    }
}
