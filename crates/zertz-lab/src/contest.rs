//! [`Contest`]: pairs of games between players, played in several threads.

use crate::{
    opening::Openings,
    play::{Played, Referee, Seat},
    player::{Player, Spec},
    records::{Finished, GameFile, GameId},
    stream,
    workers::{self, lock},
};
use anyhow::Result;
use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use zertz::{Rng, Rules};
use zertz_engine::Stop;

/// Pairs of games between players.
pub struct Contest {
    /// The rules of every game.
    pub rules: Arc<Rules>,
    /// The openings. Their seed is also that of the players.
    pub openings: Openings,
    /// The players.
    pub players: Vec<Spec>,
    /// Which players meet, as indices into `players`.
    pub pairings: Vec<[usize; 2]>,
    /// The number of pairs of games for each pairing.
    pub pairs: u64,
    /// Plays and judges the games.
    pub referee: Referee,
    /// The number of games played at the same time.
    pub concurrency: usize,
}

/// A finished pair.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedPair {
    /// The index of the pairing.
    pub pairing: usize,
    /// The two games. The first player of the pairing has the first seat in the first game and the second seat in the second.
    pub games: [Finished; 2],
}

impl FinishedPair {
    /// The half points of the first player of the pairing, from 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games[0].half_points[0] + self.games[1].half_points[1]
    }
}

impl Contest {
    /// The number of pairs in all pairings.
    pub fn jobs(&self) -> u64 {
        self.pairs * self.pairings.len() as u64
    }

    /// Plays all pairs and passes them to `take` in order, until `take` breaks or `stop` is set. Returns how many games were finished but
    /// not passed on.
    pub fn run(
        &self,
        file: Option<GameFile>,
        stop: &Stop,
        mut take: impl FnMut(FinishedPair) -> ControlFlow<()>,
    ) -> Result<u64> {
        let file = file.map(Mutex::new);
        let (finished, mut taken) = (AtomicU64::new(0), 0);
        workers::in_order(
            self.jobs(),
            self.concurrency,
            stop,
            || Ok(self.players.iter().map(|_| None).collect()),
            |table: &mut Table, number| {
                let pair = self.pair(table, number, file.as_ref(), stop)?;
                finished.fetch_add(u64::from(pair.is_some()), Ordering::Relaxed);
                Ok(pair)
            },
            |pair| {
                taken += 1;
                Ok(take(pair))
            },
        )?;
        Ok(2 * (finished.into_inner() - taken))
    }

    fn pair(
        &self,
        table: &mut Table,
        number: u64,
        file: Option<&Mutex<GameFile>>,
        stop: &Stop,
    ) -> Result<Option<FinishedPair>> {
        // Pairings take turns, so that an interrupted ladder has games of all players.
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
            let seed = Rng::with_path(self.openings.seed, &[stream::PLAYER, pair, game, seat as u64]).number();
            seat += 1;
            let player = player.as_mut().expect("both were built above").as_mut();
            Seat { player, limit: self.players[number].limit, seed }
        });
        Ok(self.referee.play(opening, seated, stop))
    }
}

/// The players of one thread, by number, built when first needed.
type Table = Vec<Option<Box<dyn Player>>>;
