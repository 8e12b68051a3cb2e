//! `zertz-lab proven`: games from the lines of the opening proof, in which its winner must win and know it.

use crate::{
    args::PlayArgs,
    play::{Played, Seat},
    player::{Player, Spec},
    progress::Progress,
    stream, workers,
};
use anyhow::{Result, ensure};
use clap::Args;
use std::{io::Write, ops::ControlFlow, sync::Arc, time::Duration};
use zertz::{Board, Game, Position, Rng, Rules, Turn};
use zertz_engine::{Score, Stop, theory};

/// Check that a player wins the games that the opening proof says it wins
///
/// From each line of turns that the proof covers, the player plays one game against every opponent. It must win them all, and
/// announce every turn as a proven win.
#[derive(Args, Clone, Debug)]
pub struct Proven {
    /// Player with the proven win; it must report evaluations: engine or ugi
    #[arg(long, value_name = "PLAYER", default_value = "engine:time=100")]
    player: Spec,
    /// Opponents
    #[arg(long, value_name = "PLAYERS", num_args = 1.., default_values = ["engine:time=1000", "random", "greedy"])]
    against: Vec<Spec>,
    /// Play only after the first N lines of the proof
    #[arg(long, value_name = "N")]
    lines: Option<usize>,
    /// Seed of the random numbers of the players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    play: PlayArgs,
}

impl Proven {
    /// Plays the games and prints a line for each opponent. A game that the player did not win, or a turn that was not announced as a win,
    /// is an error.
    pub fn run(&self, out: &mut dyn Write, stop: &Stop) -> Result<()> {
        let rules = Arc::new(Rules::standard(Board::rings37()));
        let proof = theory::known(&rules).expect("the engine has a proof for these rules");
        let lines = &proof.starts()[..self.lines.unwrap_or(usize::MAX).min(proof.starts().len())];
        let seat = proof.winner().index();
        let player = self.play.limited(&self.player.clone().with_scores()?)?;
        let against: Vec<Spec> = self.against.iter().map(|spec| self.play.limited(spec)).collect::<Result<_>>()?;
        let referee = self.play.referee();
        writeln!(out, "{player} as player {}, after {} lines of the proof", seat + 1, lines.len())?;
        out.flush()?;

        let mut tallies = vec![Tally::default(); against.len()];
        let jobs = lines.len() * against.len();
        let mut progress = Progress::new(jobs as u64, "games");
        workers::in_order(
            jobs as u64,
            self.play.concurrency,
            stop,
            || [&player].into_iter().chain(&against).map(|spec| spec.build(referee.patience)).collect(),
            |players: &mut Vec<Box<dyn Player>>, job| {
                let (opponent, line) = (job as usize / lines.len(), job as usize % lines.len());
                let [winner, loser] =
                    players.get_disjoint_mut([0, opponent + 1]).expect("the player is not its own opponent");
                let seed = |seat| Rng::with_path(self.seed, &[stream::PROVEN, job, seat]).number();
                let mut seats = [
                    Seat { player: winner.as_mut(), limit: player.limit, seed: seed(0) },
                    Seat { player: loser.as_mut(), limit: against[opponent].limit, seed: seed(1) },
                ];
                seats.rotate_left(seat);
                Ok(referee.play(&opening(&rules, &lines[line]), seats, stop).map(|played| (opponent, played)))
            },
            |(opponent, played)| {
                tallies[opponent].add(&played, seat);
                progress
                    .advance(|| format!("{} faults", tallies.iter().map(|tally| tally.faults.len()).sum::<usize>()));
                Ok(ControlFlow::Continue(()))
            },
        )?;
        progress.finish();

        for (spec, tally) in against.iter().zip(&tallies) {
            writeln!(out, "against {spec}: {}", tally.summary())?;
            tally.faults.iter().try_for_each(|fault| writeln!(out, "  {fault}"))?;
        }
        let games: usize = tallies.iter().map(|tally| tally.games).sum();
        ensure!(
            tallies.iter().all(|tally| tally.faults.is_empty()),
            "not every game was won with every turn announced as proven"
        );
        ensure!(games == jobs, "stopped after {games} of {jobs} games");
        Ok(())
    }
}

fn opening(rules: &Arc<Rules>, line: &[Turn]) -> Game {
    let mut game = Game::new(rules.clone());
    line.iter().for_each(|turn| game.play(turn).expect("the lines of the proof are legal"));
    game
}

/// The turns of a game in the official notation.
fn text(game: &Game) -> String {
    let write = |(before, turn): &(_, _)| Position::write_turn(before, game.rules(), turn).to_string();
    game.turns().iter().map(write).collect::<Vec<_>>().join(" ")
}

/// The games against one opponent.
#[derive(Clone, Default, Debug)]
struct Tally {
    games: usize,
    won: usize,
    /// The player's own turns, and those that it announced as proven wins.
    turns: usize,
    announced: usize,
    /// The turns of both players after the line of the proof, in the longest game and in all.
    longest: usize,
    all_turns: usize,
    time: Duration,
    /// The games that were not won, or not announced as won, one line each.
    faults: Vec<String>,
}

impl Tally {
    /// Counts a game with the player in this seat.
    fn add(&mut self, played: &Played, seat: usize) {
        let turns = &played.game.turns()[played.opening..];
        // A win by forfeit says nothing about the proof.
        let won = played.forfeit.is_none() && played.half_points(seat) == 2;
        let announcements = turns.iter().zip(&played.values).filter(|((before, _), _)| before.mover().index() == seat);
        let announced: Vec<bool> = announcements.map(|(_, value)| matches!(value, Some(Score::WinIn(_)))).collect();
        let silent = announced.iter().filter(|&&announced| !announced).count();
        if !won || silent > 0 {
            let why = match &played.forfeit {
                Some((seat, forfeit)) => format!(", player {} forfeits: {}", seat + 1, forfeit.why),
                None => String::new(),
            };
            let result = if won { "won" } else { "not won" };
            let turns = text(&played.game);
            self.faults.push(format!("{result}, {silent} of the player's turns not announced as proven{why}: {turns}"));
        }
        self.games += 1;
        self.won += usize::from(won);
        self.turns += announced.len();
        self.announced += announced.len() - silent;
        self.longest = self.longest.max(turns.len());
        self.all_turns += turns.len();
        self.time += played.time.iter().sum::<Duration>();
    }

    fn summary(&self) -> String {
        let Tally { games, won, turns, announced, longest, .. } = self;
        let per_game = |total: f64| total / (*games).max(1) as f64;
        let (average, seconds) = (per_game(self.all_turns as f64), per_game(self.time.as_secs_f64()));
        format!(
            "{won} of {games} games won, {announced} of {turns} turns announced as proven, {average:.1} turns per game ({longest} at most), {seconds:.1} s per game"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Forfeit, ForfeitKind};

    /// A game of the proof, with these evaluations of player 2.
    fn played(value: impl Fn(usize) -> Option<Score>) -> Played {
        let rules = Arc::new(Rules::standard(Board::rings37()));
        let proof = theory::known(&rules).unwrap();
        let mut game = opening(&rules, &proof.starts()[0]);
        let rest = proof.variation(game.position()).unwrap();
        rest.iter().for_each(|turn| game.play(turn).unwrap());
        // The evaluations of player 1 do not matter.
        let values = (0..rest.len()).map(|turn| if turn % 2 == 0 { value(turn) } else { None }).collect();
        Played { game, opening: 1, forfeit: None, time: [Duration::from_secs(1); 2], values }
    }

    #[test]
    fn a_game_counts_only_if_it_is_won_and_every_turn_announced() {
        let (win, points) = (|_| Some(Score::WinIn(3)), |turn| Some(Score::Points(turn as i32)));
        let count = |played: &Played| {
            let mut tally = Tally::default();
            tally.add(played, 1);
            tally
        };
        let good = count(&played(win));
        assert!(good.faults.is_empty(), "{:?}", good.faults);
        let says = "1 of 1 games won, 13 of 13 turns announced as proven, 25.0 turns per game (25 at most), 2.0 s";
        assert!(good.summary().starts_with(says), "{}", good.summary());

        let lost = Played { game: opening(&Arc::new(Rules::standard(Board::rings37())), &[]), ..played(win) };
        let forfeit = Forfeit { kind: ForfeitKind::Crash, why: "it is gone".to_owned() };
        for (played, won, says) in [
            (played(points), 1, "won, 13 of the player's turns not announced as proven: Wa2,a1 Wa3,"),
            (played(|turn| win(turn).filter(|_| turn > 0)), 1, "won, 1 of the player's turns not announced"),
            (Played { opening: 0, ..lost }, 0, "not won, 0 of"),
            (
                Played { forfeit: Some((0, forfeit)), ..played(win) },
                0,
                "not won, 0 of the player's turns not announced as proven, player 1 forfeits: it is gone: ",
            ),
        ] {
            let tally = count(&played);
            assert_eq!(tally.won, won);
            assert!(tally.faults[0].starts_with(says), "{:?}", tally.faults);
        }
    }
}
