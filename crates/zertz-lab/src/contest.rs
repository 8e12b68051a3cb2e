//! A contest: pairs of games between players, in many threads, each result in its place.

use crate::{
    opening::Openings,
    play::{Played, Referee, Seat},
    player::{Player, Spec},
    records::{Finished, GameFile, GameId},
    workers,
};
use anyhow::Result;
use std::{
    cell::Cell,
    ops::ControlFlow,
    sync::{Arc, Mutex},
};
use zertz::{Rng, Rules};
use zertz_engine::Stop;

/// What is to be played.
pub struct Contest {
    /// What it is played by.
    pub rules: Arc<Rules>,
    /// How games begin; its seed is also that of the players' dice.
    pub openings: Openings,
    /// Who plays.
    pub players: Vec<Spec>,
    /// Who plays whom, by number.
    pub pairings: Vec<[usize; 2]>,
    /// How many pairs of games each pairing has.
    pub pairs: u64,
    /// How games are judged.
    pub referee: Referee,
    /// How many games are played side by side.
    pub concurrency: usize,
}

/// A pair that is finished.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedPair {
    /// Which pairing, by number.
    pub pairing: usize,
    /// Its two games. In the first one the first player of the pairing has the first seat, in the second one the other.
    pub games: [Finished; 2],
}

impl FinishedPair {
    /// The half points of the first player of the pairing, from 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games[0].half_points[0] + self.games[1].half_points[1]
    }
}

/// Tells the numbers for players from those for openings.
const PLAYER: u64 = 2;

impl Contest {
    /// How many pairs there are altogether.
    pub fn jobs(&self) -> u64 {
        self.pairs * self.pairings.len() as u64
    }

    /// Plays, and tells of every pair in order until it is all done, stopped, or whoever is told has heard enough. Gives how many games
    /// were finished but not told of.
    pub fn run(
        &self,
        file: Option<GameFile>,
        stop: &Stop,
        mut take: impl FnMut(FinishedPair) -> ControlFlow<()>,
    ) -> Result<u64> {
        let file = file.map(Mutex::new);
        let untold = Cell::new(0);
        workers::in_order(
            self.jobs(),
            self.concurrency,
            stop,
            || Ok(self.players.iter().map(|_| None).collect()),
            |table: &mut Table, number| self.pair(table, number, file.as_ref(), stop),
            |_, _| {
                untold.set(untold.get() + 2);
                Ok(())
            },
            |_, pair| {
                untold.set(untold.get() - 2);
                Ok(take(pair))
            },
        )?;
        Ok(untold.get())
    }

    fn pair(
        &self,
        table: &mut Table,
        number: u64,
        file: Option<&Mutex<GameFile>>,
        stop: &Stop,
    ) -> Result<Option<FinishedPair>> {
        // Pairings take turns, so that an interrupted ladder has heard all players.
        let pairings = self.pairings.len() as u64;
        let (pairing, pair) = ((number % pairings) as usize, number / pairings);
        let opening = self.openings.opening(&self.rules, pair)?;
        let mut games = Vec::new();
        for game in 0..2 {
            let [first, second] = self.pairings[pairing];
            let seats = if game == 0 { [first, second] } else { [second, first] };
            let id = GameId { players: seats.map(|player| self.players[player].text.clone()), pair, game };
            let known = file.map(|file| lock(file).take(&id, &opening)).transpose()?.flatten();
            if let Some(finished) = known {
                games.push(finished);
                continue;
            }
            let Some(played) = self.game(table, seats, &opening, pair, game as u64, stop)? else { return Ok(None) };
            if let Some(file) = file {
                lock(file).append(&id, &played)?;
            }
            games.push(Finished::of(&played));
        }
        let games = games.try_into().expect("a pair has two games");
        Ok(Some(FinishedPair { pairing, games }))
    }

    fn game(
        &self,
        table: &mut Table,
        seats: [usize; 2],
        opening: &zertz::Game,
        pair: u64,
        game: u64,
        stop: &Stop,
    ) -> Result<Option<Played>> {
        for &player in &seats {
            if table[player].is_none() {
                table[player] = Some(self.players[player].build(self.referee.patience)?);
            }
        }
        let present = table.get_disjoint_mut(seats).expect("a player does not play itself");
        let mut seat = 0;
        let seated = present.map(|player| {
            let number = seats[seat];
            let seed = Rng::with_path(self.openings.seed, &[PLAYER, pair, game, seat as u64]).number();
            seat += 1;
            let player = player.as_mut().expect("both were built above").as_mut();
            Seat { player, limit: self.players[number].limit, seed }
        });
        Ok(self.referee.play(opening, seated, stop))
    }
}

/// The players of one thread, by number, built when first needed.
type Table = Vec<Option<Box<dyn Player>>>;

/// A thread that panicked while writing ends the contest anyway.
fn lock(file: &Mutex<GameFile>) -> std::sync::MutexGuard<'_, GameFile> {
    file.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
