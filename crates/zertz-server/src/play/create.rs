//! New games: with a friend, an engine or a bot, or from the lobby.

use super::{Hub, PlayError, now};
use crate::{
    id::{RandomId, engine_id},
    store::{Caller, NewOffer, Origin, Result, StoreError, Write},
    table::Table,
};
use zertz_engine::Level;
use zertz_protocol::{
    Code, Event, EventKind, First, GameId, LIMITS, Moment, NewGame, NewSeek, Opponent, Pair, Paired, Player, PlayerId,
    PlayerKind, Problem, Seat, SeekId, Settings,
};

/// How long the seek of a live game lasts without a lobby socket of its player, in milliseconds.
pub(super) const SEEK_LIFETIME: Moment = 45_000;

/// The same for games without a live clock.
const SEEK_LIFETIME_AWAY: Moment = LIMITS.seek_days as Moment * 24 * 3600 * 1000;

/// How often a player is paired again when somebody else was faster.
const TRIES: usize = 16;

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

/// Names the limit that was reached.
pub(super) fn or_too_many(code: Code) -> impl Fn(StoreError) -> PlayError {
    move |error| match error {
        StoreError::TooMany => code.into(),
        StoreError::Busy => Code::BotBusy.into(),
        error => error.into(),
    }
}

impl Hub {
    /// A new table with its id and its first event.
    pub(super) fn new_table(
        settings: Settings,
        seats: [Option<PlayerId>; 2],
        challenged: Option<&PlayerId>,
        at: Moment,
    ) -> Result<(GameId, Event, Table)> {
        let seats = Pair(seats);
        let challenged =
            Seat::BOTH.into_iter().find(|&seat| challenged.is_some() && seats[seat].as_ref() == challenged);
        let kind = EventKind::Created { settings, seats, challenged };
        let event = Event { seq: 1, at, by: None, id: None, kind };
        let table = Table::open(&event)?;
        Ok((GameId::random(), event, table))
    }

    /// Refuses a rated game of two players that would not change their ratings.
    pub(super) async fn check_rating(&self, settings: &Settings, players: [&PlayerId; 2]) -> Result<(), PlayError> {
        if !settings.rated {
            return Ok(());
        }
        match self.store.rating_obstacle(&players.map(PlayerId::clone), now()).await? {
            Some(code) => Err(code.into()),
            None => Ok(()),
        }
    }

    /// Refuses a game of two players of whom one has blocked the other.
    pub(super) async fn check_blocks(&self, one: &PlayerId, two: &PlayerId) -> Result<(), PlayError> {
        if self.store.are_blocked(one, two).await? { Err(Code::Blocked.into()) } else { Ok(()) }
    }

    /// Refuses a challenge that a bot does not accept.
    async fn check_challenge(&self, player: &Player, bot: &PlayerId, settings: &Settings) -> Result<(), PlayError> {
        if self.ban_of(bot).await?.is_some() {
            return Err(Code::BotLater.into());
        }
        self.check_blocks(&player.id, bot).await?;
        let rules = self.store.bot_rules(bot).await?;
        // The games are counted in the transaction that adds one.
        match rules.refusal(settings, player.kind, 0) {
            Some(reason) => Err(reason.code().into()),
            None => Ok(()),
        }
    }

    /// Creates a game.
    pub async fn create(&self, player: &Player, new: NewGame, caller: Caller) -> Result<GameId, PlayError> {
        check(&new.settings, player)?;
        let opponent = match &new.opponent {
            Opponent::Friend => None,
            Opponent::Engine { .. } if new.settings.rated => return Err(Code::RatedEngine.into()),
            Opponent::Engine { level } => Some(engine_id(Level::new(*level).ok_or(Code::Level)?)),
            Opponent::Bot { name } => {
                let account = self.store.player_named(name).await?;
                let bot = account.filter(|account| account.player.kind == PlayerKind::Bot).ok_or(Code::NoBot)?;
                self.check_challenge(player, &bot.player.id, &new.settings).await?;
                self.check_rating(&new.settings, [&player.id, &bot.player.id]).await?;
                Some(bot.player.id)
            }
        };
        let challenged = opponent.clone().filter(|_| matches!(new.opponent, Opponent::Bot { .. }));
        let seats = seats(new.first, Some(player.id.clone()), opponent);
        let (id, event, table) = Hub::new_table(new.settings, seats, challenged.as_ref(), now())?;
        let engine = matches!(new.opponent, Opponent::Engine { .. });
        let origin = Some(Origin { player: player.id.clone(), caller, engine });
        let appends = vec![Hub::first_append(&id, &table, event)];
        let write = Write { appends, origin, challenged, ..Write::default() };
        self.store.write(write).await.map_err(or_too_many(Code::TooManyGames))?;
        if table.vacant().is_none() {
            self.begin(&id, &table);
            self.store.notify_lobby().await?;
        }
        Ok(id)
    }

    /// Creates a seek.
    pub async fn create_seek(&self, player: &Player, new: NewSeek, caller: Caller) -> Result<SeekId, PlayError> {
        check(&new.settings, player)?;
        self.add_seek(player, new, caller, false).await
    }

    async fn add_seek(&self, player: &Player, body: NewSeek, caller: Caller, quick: bool) -> Result<SeekId, PlayError> {
        let (id, at) = (SeekId::random(), now());
        let until = at + if body.settings.time.is_live() { SEEK_LIFETIME } else { SEEK_LIFETIME_AWAY };
        let offer = NewOffer { id: id.clone(), player: player.id.clone(), body, caller, at, until, quick };
        self.store.add_seek(offer).await.map_err(or_too_many(Code::TooManySeeks))?;
        self.lobby_changed().await;
        Ok(id)
    }

    /// Pairs a player with somebody who waits for the same game; otherwise the player waits in the lobby. Of two players who ask at the
    /// same time, one waits and the other one finds them: a seek is added only if none fits, in the same transaction. A player waits with at
    /// most one such seek.
    pub async fn pair(&self, player: &Player, settings: Settings, caller: Caller) -> Result<Paired, PlayError> {
        check(&settings, player)?;
        for _ in 0..TRIES {
            if let Some(seek) = self.store.fitting_seek(&settings, &player.id, now()).await? {
                match self.accept_seek(player, &seek, caller).await {
                    Ok(game) => {
                        // Whoever has found a game no longer waits for it.
                        if let Some(own) = self.store.own_seek(&settings, &player.id, now()).await? {
                            self.store.delete_seek(&player.id, Some(&own)).await?;
                        }
                        return Ok(Paired::Game { game });
                    }
                    Err(PlayError::Refused(problem)) if problem.code == Code::SeekGone => continue,
                    Err(error) => return Err(error),
                }
            }
            if let Some(seek) = self.store.own_seek(&settings, &player.id, now()).await? {
                return Ok(Paired::Seek { seek });
            }
            let new = NewSeek { settings: settings.clone(), first: First::Random };
            match self.add_seek(player, new, caller, true).await {
                Ok(seek) => return Ok(Paired::Seek { seek }),
                Err(PlayError::Store(StoreError::Conflict)) => continue,
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Accepts a seek. The game begins.
    pub async fn accept_seek(&self, player: &Player, seek: &SeekId, caller: Caller) -> Result<GameId, PlayError> {
        let seek = self.store.seek(seek, now()).await?.ok_or(Code::SeekGone)?;
        if seek.player == player.id {
            return Err(Code::OwnSeek.into());
        }
        check(&seek.settings, player)?;
        self.check_blocks(&seek.player, &player.id).await?;
        self.check_rating(&seek.settings, [&seek.player, &player.id]).await?;
        let seats = seats(seek.first, Some(seek.player), Some(player.id.clone()));
        let (id, event, table) = Hub::new_table(seek.settings, seats, None, now())?;
        let appends = vec![Hub::first_append(&id, &table, event)];
        let origin = Some(Origin { player: player.id.clone(), caller, engine: false });
        match self.store.write(Write { seek: Some(seek.id), appends, origin, ..Write::default() }).await {
            Err(StoreError::Conflict) => return Err(Code::SeekGone.into()),
            answer => answer.map_err(or_too_many(Code::TooManyGames))?,
        }
        self.begin(&id, &table);
        self.lobby_changed().await;
        Ok(id)
    }
}
