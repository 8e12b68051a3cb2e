//! One game between two players, with clocks and a referee.

use crate::player::{Clocks, Forfeit, ForfeitKind, Limit, Patience, Player};
use std::time::{Duration, Instant};
use zertz::{Game, Outcome, Position};
use zertz_engine::{Clock, Score, Stop};

/// A player in a game.
pub struct Seat<'p> {
    /// The player.
    pub player: &'p mut dyn Player,
    /// The limit of its searches.
    pub limit: Limit,
    /// The seed of its random numbers.
    pub seed: u64,
}

/// Plays and judges games.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// How long to wait for players.
    pub patience: Patience,
    /// A game with this many turns is a draw.
    pub most_turns: usize,
}

impl Default for Referee {
    fn default() -> Referee {
        Referee { patience: Patience::default(), most_turns: 300 }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game. It has no outcome if a forfeit or the referee ended it.
    pub game: Game,
    /// The number of turns in the opening.
    pub opening: usize,
    /// The seat that lost by forfeit, and why.
    pub forfeit: Option<(usize, Forfeit)>,
    /// The time that each player used.
    pub time: [Duration; 2],
    /// The evaluations of the position before each turn after the opening, by the player to move.
    pub values: Vec<Option<Score>>,
}

impl Played {
    /// The half points of a seat: 2, 1 or 0. A game that both players lose counts as a draw.
    pub fn half_points(&self, seat: usize) -> usize {
        match (&self.forfeit, self.game.outcome()) {
            (Some((loser, _)), _) => usize::from(*loser != seat) * 2,
            (None, Some(Outcome::Won { by, .. })) => usize::from(by.index() == seat) * 2,
            (None, _) => 1,
        }
    }
}

impl Referee {
    /// Plays a game from an opening to its end; `None` if it was stopped.
    pub fn play(&self, opening: &Game, seats: [Seat<'_>; 2], stop: &Stop) -> Option<Played> {
        let start = Instant::now();
        self.play_with_clock(opening, seats, stop, &|| start.elapsed())
    }

    /// Plays a game with a clock that returns the time since a fixed moment.
    fn play_with_clock(
        &self,
        opening: &Game,
        mut seats: [Seat<'_>; 2],
        stop: &Stop,
        now: &dyn Fn() -> Duration,
    ) -> Option<Played> {
        let mut played = Played {
            game: opening.clone(),
            opening: opening.turns().len(),
            forfeit: None,
            time: [Duration::ZERO; 2],
            values: Vec::new(),
        };
        for (number, seat) in seats.iter_mut().enumerate() {
            if let Err(forfeit) = seat.player.new_game(opening.rules(), seat.seed) {
                return finish(played, Some((number, forfeit)), stop);
            }
        }
        let mut clocks: Clocks = [seats[0].limit.clock, seats[1].limit.clock];
        while played.game.outcome().is_none() && played.game.turns().len() < self.most_turns {
            let mover = played.game.position().mover().index();
            let seat = &mut seats[mover];
            let began = now();
            let choice = seat.player.choose(&played.game, &clocks, stop);
            let spent = now() - began;
            if stop.is_set() {
                return None;
            }
            played.time[mover] += spent;
            let late = clocks[mover].as_mut().and_then(|clock| tick(clock, spent)).or_else(|| self.late(seat, spent));
            let judged = choice.and_then(|choice| match late {
                Some(late) => Err(Forfeit::new(ForfeitKind::Time, late)),
                None => played
                    .game
                    .play(&choice.turn)
                    .map(|()| choice)
                    .map_err(|why| Forfeit::new(ForfeitKind::Illegal, why)),
            });
            match judged {
                Ok(choice) => played.values.push(choice.value),
                Err(forfeit) => return finish(played, Some((mover, forfeit)), stop),
            }
        }
        finish(played, None, stop)
    }

    fn late(&self, seat: &Seat<'_>, spent: Duration) -> Option<String> {
        let time = seat.limit.time.filter(|&time| spent > time + self.patience.margin)?;
        Some(format!("a turn took {} ms of {}", spent.as_millis(), time.as_millis()))
    }
}

/// Subtracts the time from a clock. Returns a message if the clock had less.
fn tick(clock: &mut Clock, spent: Duration) -> Option<String> {
    match clock.remaining.checked_sub(spent) {
        Some(left) => {
            clock.remaining = left + clock.increment;
            None
        }
        None => Some(format!("a turn took {} ms with {} on the clock", spent.as_millis(), clock.remaining.as_millis())),
    }
}

/// A game that was stopped looks like a forfeit, but is none.
fn finish(mut played: Played, forfeit: Option<(usize, Forfeit)>, stop: &Stop) -> Option<Played> {
    played.forfeit = forfeit;
    (!stop.is_set() || played.forfeit.is_none()).then_some(played)
}

/// Whether a position is quiet: nobody can capture and the game is not over.
pub fn is_quiet(game: &Game, position: &Position) -> bool {
    !position.has_jump(&game.rules().board) && position.outcome(game.rules()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Choice, Spec};
    use std::{cell::Cell, rc::Rc, sync::Arc};
    use zertz::{Board, Rules, Turn};

    /// A player that needs the same time for every turn, on a clock that runs only meanwhile.
    #[derive(Default)]
    struct Slow {
        per_turn: Duration,
        clock: Rc<Cell<Duration>>,
    }

    impl Slow {
        fn new(milliseconds: u64) -> Slow {
            Slow { per_turn: Duration::from_millis(milliseconds), clock: Rc::default() }
        }
    }

    impl Player for Slow {
        fn new_game(&mut self, _: &Arc<Rules>, _: u64) -> Result<(), Forfeit> {
            Ok(())
        }
        fn choose(&mut self, game: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Forfeit> {
            self.clock.set(self.clock.get() + self.per_turn);
            Ok(Choice { turn: game.position().turns(game.rules()).nth(0).unwrap(), value: None })
        }
    }

    fn random_against(slow: &mut Slow, limit: &str, margin: u64) -> Played {
        let clock = Rc::clone(&slow.clock);
        random_against_with_clock(slow, limit, margin, &|| clock.get())
    }

    fn random_against_with_clock(
        player: &mut dyn Player,
        limit: &str,
        margin: u64,
        now: &dyn Fn() -> Duration,
    ) -> Played {
        let opening = Game::new(Rules::standard(Board::rings37()));
        let patience = Patience { margin: Duration::from_millis(margin), ..Patience::default() };
        let mut random = "random".parse::<Spec>().unwrap().build(patience).unwrap();
        let seats = [
            Seat { player: random.as_mut(), limit: Limit::default(), seed: 1 },
            Seat { player, limit: limit.parse().unwrap(), seed: 2 },
        ];
        Referee { patience, ..Referee::default() }.play_with_clock(&opening, seats, &Stop::new(), now).unwrap()
    }

    #[test]
    fn a_player_who_runs_out_of_time_loses() {
        let played = random_against(&mut Slow::new(700), "clock=1300+5", 0);
        let (loser, forfeit) = played.forfeit.clone().unwrap();
        assert_eq!((loser, forfeit.kind), (1, ForfeitKind::Time));
        assert!(forfeit.why.contains("on the clock"), "{}", forfeit.why);
        assert_eq!([played.half_points(0), played.half_points(1)], [2, 0]);
        assert_eq!(played.game.turns().len(), 3);
    }

    #[test]
    fn a_fixed_time_has_a_margin() {
        let strict = random_against(&mut Slow::new(7), "time=5", 1);
        assert_eq!(strict.forfeit.map(|(seat, forfeit)| (seat, forfeit.kind)), Some((1, ForfeitKind::Time)));
        let lenient = random_against(&mut Slow::new(6), "time=5", 1);
        assert_eq!(lenient.forfeit, None);
    }

    #[test]
    fn an_illegal_turn_loses() {
        struct Passes;
        impl Player for Passes {
            fn new_game(&mut self, _: &Arc<Rules>, _: u64) -> Result<(), Forfeit> {
                Ok(())
            }
            fn choose(&mut self, _: &Game, _: &Clocks, _: &Stop) -> Result<Choice, Forfeit> {
                Ok(Choice { turn: Turn::Pass, value: None })
            }
        }
        let played = random_against_with_clock(&mut Passes, "nodes=1", 0, &|| Duration::ZERO);
        assert_eq!(
            played.forfeit.as_ref().map(|(seat, forfeit)| (*seat, forfeit.kind)),
            Some((1, ForfeitKind::Illegal))
        );
        assert_eq!(played.half_points(0), 2);
    }

    fn two_slow_players(referee: Referee, stop: &Stop) -> Option<Played> {
        let opening = Game::new(Rules::standard(Board::rings37()));
        let (mut a, mut b) = (Slow::default(), Slow::default());
        let seats =
            [&mut a, &mut b].map(|player| Seat { player: player as &mut dyn Player, limit: Limit::default(), seed: 0 });
        referee.play(&opening, seats, stop)
    }

    #[test]
    fn a_game_that_is_stopped_has_no_result() {
        let stop = Stop::new();
        stop.set();
        assert!(two_slow_players(Referee::default(), &stop).is_none());
    }

    #[test]
    fn the_referee_ends_long_games_in_a_draw() {
        let referee = Referee { most_turns: 5, ..Referee::default() };
        let played = two_slow_players(referee, &Stop::new()).unwrap();
        assert_eq!([played.half_points(0), played.half_points(1)], [1, 1]);
        assert_eq!(played.game.turns().len(), 5);
    }
}
