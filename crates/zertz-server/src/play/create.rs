//! New games: with a friend, with the engine, with a program, or out of the lobby.

use super::{Hall, now, room};
use crate::{
    id::{GameId, PlayerId, SeekId},
    store::{Answer, Job, Kind, Player, Seek, SeekBody, StoreError},
    table::{Event, Moment, Pair, Settings, Table, What},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use zertz_engine::Level;

/// How long an offer stays without its owner.
pub(crate) const OFFER: Moment = 45_000;

/// How long it stays when the game itself takes days.
const OFFER_AWAY: Moment = 3 * 24 * 3600 * 1000;

/// The most marbles of a colour and for a goal that we play with: a game must come to an end.
const MOST_MARBLES: u8 = 60;

/// Who begins.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum First {
    /// Who makes the offer.
    Me,
    /// Who takes it.
    Opponent,
    /// Chance decides.
    Lot,
}

/// Who to play with.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Opponent {
    /// Whoever opens the game's address first.
    Friend,
    /// The server's engine.
    Engine {
        /// 1 to 10.
        level: u8,
    },
    /// A program that is there.
    Bot {
        /// Its name.
        name: String,
    },
}

/// A game to be made.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct NewGame {
    /// What to play.
    pub settings: Settings,
    /// Who begins.
    pub first: First,
    /// With whom.
    pub opponent: Opponent,
}

/// Why there is no such game to play.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The rules make no sense.
    #[error("{}", .0.sentence)]
    Rules(zertz_data::Trouble),
    /// Nor does the time.
    #[error(
        "such a clock does not exist: 10 seconds to 3 hours and up to 3 minutes a turn, or 5 seconds to an hour a turn, or 1 to 14 days a turn"
    )]
    Time,
    /// Only people with an account, and only with a clock, play for ratings.
    #[error("a rated game needs a clock, the usual rules, and players with an account")]
    Rated,
    /// No such level.
    #[error("the engine has levels from 1 to 10")]
    Level,
    /// No such program.
    #[error("there is no program of this name to play with")]
    NoBot,
    /// The offer is gone.
    #[error("this offer is gone")]
    Gone,
    /// One's own offer.
    #[error("this is your own offer")]
    Own,
    /// Too many of them.
    #[error("you have enough offers in the lobby")]
    Enough,
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether somebody may play this.
fn check(settings: &Settings, player: &Player) -> Result<(), CreateError> {
    let rules = settings.rules.rules().map_err(CreateError::Rules)?;
    let big = |count: &u8| *count > MOST_MARBLES;
    if settings.rules.pool.iter().any(big) || settings.rules.goals.iter().any(big) {
        let why = format!("a game here has at most {MOST_MARBLES} marbles of a colour");
        return Err(CreateError::Rules(zertz_data::Trouble::new("pool", why)));
    }
    if !settings.time.is_possible() {
        return Err(CreateError::Time);
    }
    let can_be_rated = settings.time.pace().is_some() && rules.preset().is_some() && player.kind != Kind::Guest;
    if settings.rated && !can_be_rated { Err(CreateError::Rated) } else { Ok(()) }
}

/// Whether the lot falls on the first of two.
fn lot() -> bool {
    let mut byte = [0];
    // If chance fails, somebody begins all the same.
    let _ = getrandom::fill(&mut byte);
    byte[0] & 1 == 0
}

impl First {
    /// Puts the one who offers and the one who takes on their seats.
    fn seat<T>(self, me: T, opponent: T) -> [T; 2] {
        let begins = match self {
            First::Me => true,
            First::Opponent => false,
            First::Lot => lot(),
        };
        if begins { [me, opponent] } else { [opponent, me] }
    }
}

impl Hall {
    /// A new table, with its first event.
    pub(super) fn set(settings: Settings, seats: [Option<PlayerId>; 2], at: Moment) -> Answer<(GameId, Event, Table)> {
        let what = What::Created { settings, seats: Pair(seats) };
        let event = Event { seq: 1, at, by: None, id: None, what };
        let table = Table::open(&event)?;
        Ok((GameId::random(), event, table))
    }

    /// Makes a game.
    pub async fn create(self: &Arc<Self>, player: &Player, new: NewGame) -> Result<GameId, CreateError> {
        check(&new.settings, player)?;
        let opponent = match &new.opponent {
            Opponent::Friend => None,
            Opponent::Engine { level } => Some(PlayerId::engine(Level::new(*level).ok_or(CreateError::Level)?)),
            Opponent::Bot { name } => {
                let account = self.store.player_named(name).await?;
                let bot = account.filter(|account| account.player.kind == Kind::Bot).ok_or(CreateError::NoBot)?;
                Some(bot.player.id)
            }
        };
        let seats = new.first.seat(Some(player.id.clone()), opponent);
        let (id, event, table) = Hall::set(new.settings, seats, now())?;
        let job = Job { seek: None, appends: vec![room::append(&id, None, &table, vec![event])] };
        self.store.write(job).await?;
        if table.vacant().is_none() {
            self.begin(&id, table);
            self.store.tell_started().await?;
        }
        Ok(id)
    }

    /// Puts an offer into the lobby.
    pub async fn seek(&self, player: &Player, body: SeekBody) -> Result<SeekId, CreateError> {
        check(&body.settings, player)?;
        if self.store.seeks_of(&player.id).await? >= 5 {
            return Err(CreateError::Enough);
        }
        let (id, now) = (SeekId::random(), now());
        let until = now + if body.settings.time.is_live() { OFFER } else { OFFER_AWAY };
        self.store.offer(&id, &player.id, &body, now, until).await?;
        self.lobby_changed().await;
        Ok(id)
    }

    /// Takes an offer: the game begins.
    pub async fn take(self: &Arc<Self>, player: &Player, seek: &SeekId) -> Result<GameId, CreateError> {
        let seeks: Vec<Seek> = self.store.seeks(now()).await?;
        let seek = seeks.into_iter().find(|one| one.id == *seek).ok_or(CreateError::Gone)?;
        if seek.player == player.id {
            return Err(CreateError::Own);
        }
        check(&seek.body.settings, player)?;
        let seats = seek.body.first.seat(Some(seek.player.clone()), Some(player.id.clone()));
        let (id, event, table) = Hall::set(seek.body.settings, seats, now())?;
        let appends = vec![room::append(&id, None, &table, vec![event])];
        match self.store.write(Job { seek: Some(seek.id), appends }).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Err(CreateError::Gone),
            Err(error) => return Err(error.into()),
        }
        self.begin(&id, table);
        self.lobby_changed().await;
        Ok(id)
    }
}
