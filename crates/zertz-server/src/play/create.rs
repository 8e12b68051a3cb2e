//! New games: with a friend, an engine or a bot, or from the lobby.

use super::{Hub, PlayError, now};
use crate::{
    id::{RandomId, engine_id},
    store::{Job, Result},
    table::Table,
};
use std::sync::Arc;
use zertz_engine::Level;
use zertz_protocol::{
    Code, Event, EventKind, First, GameId, LIMITS, Moment, NewGame, NewSeek, Opponent, Pair, Player, PlayerId,
    PlayerKind, Problem, SeekId, Settings,
};

/// How long the seek of a live game lasts without a lobby socket of its player, in milliseconds.
pub(crate) const SEEK_LIFETIME: Moment = 45_000;

/// The same for games without a live clock.
const SEEK_LIFETIME_AWAY: Moment = 3 * 24 * 3600 * 1000;

/// Checks whether a player may play a game with these settings.
fn check(settings: &Settings, player: &Player) -> Result<(), Problem> {
    settings.rules.rules()?;
    for (code, counts, bounds) in
        [(Code::Pool, &settings.rules.pool[..], LIMITS.pool), (Code::Goals, &settings.rules.goals[..], LIMITS.goal)]
    {
        if !counts.iter().all(|&count| bounds.contains(count.into())) {
            return Err(code.into());
        }
    }
    if !settings.time.is_allowed() {
        return Err(Code::Time.into());
    }
    let can_be_rated = settings.can_be_rated() && player.kind != PlayerKind::Guest;
    if settings.rated && !can_be_rated { Err(Code::CannotRate.into()) } else { Ok(()) }
}

/// Assigns the seats to the player who creates the game and to the opponent.
fn seats<T>(first: First, me: T, opponent: T) -> [T; 2] {
    let begins = match first {
        First::Me => true,
        First::Opponent => false,
        First::Random => coin(),
    };
    if begins { [me, opponent] } else { [opponent, me] }
}

fn coin() -> bool {
    let mut byte = [0];
    // Without random numbers the creator always begins.
    let _ = getrandom::fill(&mut byte);
    byte[0] & 1 == 0
}

impl Hub {
    /// A new table with its id and its first event.
    pub(super) fn new_table(
        settings: Settings,
        seats: [Option<PlayerId>; 2],
        at: Moment,
    ) -> Result<(GameId, Event, Table)> {
        let kind = EventKind::Created { settings, seats: Pair(seats) };
        let event = Event { seq: 1, at, by: None, id: None, kind };
        let table = Table::open(&event)?;
        Ok((GameId::random(), event, table))
    }

    /// Creates a game.
    pub async fn create(self: &Arc<Self>, player: &Player, new: NewGame) -> Result<GameId, PlayError> {
        check(&new.settings, player)?;
        let opponent = match &new.opponent {
            Opponent::Friend => None,
            Opponent::Engine { level } => Some(engine_id(Level::new(*level).ok_or(Code::Level)?)),
            Opponent::Bot { name } => {
                let account = self.store.player_named(name).await?;
                let bot = account.filter(|account| account.player.kind == PlayerKind::Bot).ok_or(Code::NoBot)?;
                Some(bot.player.id)
            }
        };
        let seats = seats(new.first, Some(player.id.clone()), opponent);
        let (id, event, table) = Hub::new_table(new.settings, seats, now())?;
        self.store.append(Hub::first_append(&id, &table, event)).await?;
        if table.vacant().is_none() {
            self.begin(&id, table);
            self.store.notify_lobby().await?;
        }
        Ok(id)
    }

    /// Creates a seek.
    pub async fn create_seek(&self, player: &Player, new: NewSeek) -> Result<SeekId, PlayError> {
        check(&new.settings, player)?;
        if self.store.count_seeks(&player.id).await? >= i64::from(LIMITS.open_seeks) {
            return Err(Code::TooManySeeks.into());
        }
        let (id, now) = (SeekId::random(), now());
        let until = now + if new.settings.time.is_live() { SEEK_LIFETIME } else { SEEK_LIFETIME_AWAY };
        self.store.add_seek(&id, &player.id, &new, now, until).await?;
        self.lobby_changed().await;
        Ok(id)
    }

    /// Accepts a seek. The game begins.
    pub async fn accept_seek(self: &Arc<Self>, player: &Player, seek: &SeekId) -> Result<GameId, PlayError> {
        let seeks = self.store.seeks(now()).await?;
        let seek = seeks.into_iter().find(|one| one.id == *seek).ok_or(Code::SeekGone)?;
        if seek.player == player.id {
            return Err(Code::OwnSeek.into());
        }
        check(&seek.settings, player)?;
        let seats = seats(seek.first, Some(seek.player), Some(player.id.clone()));
        let (id, event, table) = Hub::new_table(seek.settings, seats, now())?;
        let appends = vec![Hub::first_append(&id, &table, event)];
        if !self.write(Job { seek: Some(seek.id), appends }).await? {
            return Err(Code::SeekGone.into());
        }
        self.begin(&id, table);
        self.lobby_changed().await;
        Ok(id)
    }
}
