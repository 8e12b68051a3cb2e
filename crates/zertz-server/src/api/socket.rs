//! The sockets of games and of the lobby.

use super::{
    Api, ApiError,
    auth::{MaybePlayer, Network},
    connection::{Connection, Incoming, configure},
    extract::{Param, Query, Upgrade},
    rate_limits::Place,
};
use crate::{
    limits::MISSED_UPDATES,
    play::{LobbyNews, News, Room, now, text},
    store::{GameFilter, StoreError},
    table::{Change, Table},
};
use axum::{extract::State, response::Response};
use std::{
    net::IpAddr,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::broadcast::error::RecvError;
use zertz_protocol::{
    Code, GameSummary, LobbyMessage, Message, Moment, Pair, Player, Request, Seat, SeatedPlayer, Status, Update,
    endpoint::GameSocket,
};

/// The maximum number of games of each status that the lobby lists for a player.
const MAX_OWN_GAMES: i64 = 100;

/// How often the server notes that a player is still in the lobby.
const STAY_IN_LOBBY: Duration = Duration::from_secs(14);

pub(super) async fn game(
    State(api): State<Api>,
    viewer: MaybePlayer,
    Network(network): Network,
    Param(id): Param<GameSocket>,
    Query(query): Query<GameSocket>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let place = api.socket_place(network, &viewer).await?;
    let room = api.hub.room(&id).await?;
    Ok(configure(upgrade).on_upgrade(async move |socket| {
        metrics::gauge!("zertz_sockets").increment(1.0);
        let connection = Connection::new(socket);
        let follower = Follower { api, room, viewer, network, seat: None, seen: 0, connection };
        Box::pin(follower.run(query.after)).await;
        drop(place);
        metrics::gauge!("zertz_sockets").decrement(1.0);
    }))
}

/// A client that follows a game.
struct Follower {
    api: Api,
    room: Arc<Room>,
    viewer: MaybePlayer,
    network: IpAddr,
    seat: Option<Seat>,
    /// The number of the last event that the client knows.
    seen: i64,
    connection: Connection,
}

impl Follower {
    /// Sends updates and carries out requests until the client leaves.
    async fn run(mut self, after: Option<i64>) {
        let mut cut_off = pin!(self.api.hub.cut_off(&self.viewer.0, self.network));
        let mut ended = pin!(self.api.hub.ended());
        let mut news = self.room.news.subscribe();
        let mut maintenance = self.api.hub.maintenance();
        // It follows what the client has missed.
        maintenance.mark_changed();
        if !self.catch_up(after).await {
            return;
        }
        loop {
            let stays = tokio::select! {
                news = news.recv() => match news {
                    Ok(news) => self.tell(&news).await,
                    Err(RecvError::Lagged(_)) => self.catch_up(Some(self.seen)).await,
                    Err(RecvError::Closed) => false,
                },
                incoming = self.connection.next() => match incoming {
                    Incoming::HeartbeatDue => {
                        let heartbeat = Message::Heartbeat { lag: self.connection.lag() };
                        self.connection.beat(&text(&heartbeat)).await
                    }
                    Incoming::Closed => false,
                    Incoming::Text(request) => {
                        let answer = self.answer(&request).await;
                        self.connection.send(&text(&answer)).await
                    }
                },
                Ok(()) = maintenance.changed() => {
                    let planned = maintenance.borrow_and_update().clone();
                    self.connection.send(&text(&Message::Maintenance { planned })).await
                }
                () = &mut cut_off => false,
                () = &mut ended => return self.connection.restart().await,
            };
            if !stays {
                return;
            }
        }
    }

    /// Sends an update, unless the client knows it or may not see it. Returns whether the client is still there.
    async fn tell(&mut self, news: &News) -> bool {
        let event = &news.update.event;
        if event.seq <= self.seen {
            return true;
        }
        self.seen = event.seq;
        !event.is_visible_to(self.seat) || self.connection.send(&news.text).await
    }

    /// Sends a snapshot, or the updates after an event. Returns whether the client is still there.
    async fn catch_up(&mut self, after: Option<i64>) -> bool {
        let messages = match self.missed(after).await {
            Ok(messages) => messages,
            Err(error) => {
                self.connection.send(&text(&refused(None, error))).await;
                return false;
            }
        };
        for message in messages {
            if !self.connection.send(&text(&message)).await {
                return false;
            }
        }
        true
    }

    /// What the client has missed.
    async fn missed(&mut self, after: Option<i64>) -> Result<Vec<Message>, ApiError> {
        let listed = self.room.listed(&self.api.hub.store).await?;
        let table = self.room.table.lock().await.clone();
        self.seat = self.viewer.seat_at(&table);
        self.seen = table.seq();
        match after.filter(|&after| after > 0 && after <= self.seen && self.seen - after <= MISSED_UPDATES) {
            Some(after) => self.updates_after(after, listed).await,
            None => {
                let snapshot = table.snapshot(&self.room.id, listed, self.seat, now());
                Ok(vec![Message::Snapshot(Box::new(snapshot))])
            }
        }
    }

    /// The updates after an event that the client may see. They come from the log, since the table has only their result.
    async fn updates_after(
        &mut self,
        after: i64,
        (seats, unrated): (Pair<Option<SeatedPlayer>>, Option<Code>),
    ) -> Result<Vec<Message>, ApiError> {
        if after == self.seen {
            return Ok(Vec::new());
        }
        let mut events = self.api.hub.store.events(&self.room.id, 0).await?;
        events.retain(|event| event.seq <= self.seen);
        let known = events.iter().take_while(|event| event.seq <= after).count();
        let table = Table::replay(&events[..known]).map_err(StoreError::from)?;
        let change = Change::replay(&table, &events[known..]).map_err(StoreError::from)?;
        let visible = change.updates.into_iter().filter(|update| update.event.is_visible_to(self.seat));
        let message = |mut update: Update| {
            update.now = now();
            (update.seats, update.unrated) = (Some(seats.clone()), unrated);
            Message::Update(Box::new(update))
        };
        Ok(visible.map(message).collect())
    }

    async fn answer(&mut self, request: &str) -> Message {
        let size = request.len();
        let request = match Request::read(request) {
            Ok(request) => request,
            Err(invalid) => {
                let limits = &self.api.limits;
                let counted = limits.events.check(self.network, self.viewer.player().map(|player| &player.id));
                let error = counted.err().unwrap_or_else(|| ApiError::new(Code::Malformed, &invalid));
                return refused(invalid.id.clone(), error);
            }
        };
        let id = request.id.clone();
        match self.act(request, size).await {
            Ok(seq) => Message::Ack { id, seq },
            Err(error) => refused(Some(id), error),
        }
    }

    async fn act(&mut self, request: Request, size: usize) -> Result<i64, ApiError> {
        let player = self.viewer.player().ok_or(Code::NotSeated)?;
        if self.seat.is_none() {
            // The player may have joined after the socket was opened.
            self.seat = self.room.table.lock().await.seat_of(&player.id);
        }
        self.api.check_act(self.network, player, &self.room.id, &request.command, size).await?;
        let (lag, caller) = (self.connection.compensation(), self.api.caller(self.network));
        Ok(self.api.hub.act(&self.room.id, &player.id, request, lag, caller).await?)
    }
}

impl Api {
    /// A place for another socket.
    async fn socket_place(&self, network: IpAddr, viewer: &MaybePlayer) -> Result<Place, ApiError> {
        let player = viewer.player().map(|player| &player.id);
        self.limits.sockets_opened.check(network, player)?;
        self.check_address(network).await?;
        if let Some(player) = player {
            self.must_not_be_banned(player).await?;
        }
        self.limits.sockets.take(network, player)
    }
}

fn refused(id: Option<String>, error: ApiError) -> Message {
    Message::Refused { id, problem: *error.problem }
}

pub(super) async fn lobby(
    State(api): State<Api>,
    viewer: MaybePlayer,
    Network(network): Network,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let place = api.socket_place(network, &viewer).await?;
    Ok(configure(upgrade).on_upgrade(async move |socket| {
        metrics::gauge!("zertz_lobby_sockets").increment(1.0);
        if let Some(player) = viewer.player() {
            api.hub.enter_lobby(&player.id);
        }
        let mut noted = 0;
        if let Err(error) = Box::pin(follow_lobby(&api, &viewer, network, Connection::new(socket), &mut noted)).await {
            tracing::warn!(error = %error.problem, "a lobby socket failed");
        }
        if let Some(player) = viewer.player() {
            api.hub.leave_lobby(player, noted).await;
        }
        drop(place);
        metrics::gauge!("zertz_lobby_sockets").decrement(1.0);
    }))
}

/// Sends news of the lobby, and notes until when the player is there, until the client leaves.
async fn follow_lobby(
    api: &Api,
    viewer: &MaybePlayer,
    network: IpAddr,
    mut connection: Connection,
    noted: &mut Moment,
) -> Result<(), ApiError> {
    let (hub, player) = (&api.hub, viewer.player());
    let mut cut_off = pin!(hub.cut_off(&viewer.0, network));
    let mut ended = pin!(hub.ended());
    let mut news = hub.lobby();
    let mut last = Instant::now();
    if let Some(player) = player {
        *noted = hub.stay_in_lobby(player).await?;
    }
    let mut stays = connection.send(&hub.seeks_message().await?).await;
    if let Some(player) = player {
        let games = own_games(api, player).await?;
        stays = stays && connection.send(&text(&LobbyMessage::Games { games })).await;
    }
    let mut maintenance = hub.maintenance();
    maintenance.mark_changed();
    while stays {
        stays = tokio::select! {
            news = news.recv() => match news {
                Ok(LobbyNews::Seeks(seeks)) => connection.send(&seeks).await,
                Ok(LobbyNews::Started(game, players)) => {
                    let is_own = player.is_some_and(|player| players.iter().flatten().any(|one| *one == player.id));
                    !is_own || connection.send(&text(&LobbyMessage::Started { game })).await
                }
                Err(RecvError::Lagged(_)) => connection.send(&hub.seeks_message().await?).await,
                Err(RecvError::Closed) => false,
            },
            incoming = connection.next() => match incoming {
                // The lobby takes no requests.
                Incoming::Text(_) => false,
                Incoming::Closed => false,
                Incoming::HeartbeatDue => {
                    if let Some(player) = player
                        && last.elapsed() > STAY_IN_LOBBY
                    {
                        last = Instant::now();
                        *noted = hub.stay_in_lobby(player).await?;
                    }
                    connection.beat(&text(&LobbyMessage::Heartbeat { lag: connection.lag() })).await
                }
            },
            Ok(()) = maintenance.changed() => {
                let planned = maintenance.borrow_and_update().clone();
                connection.send(&text(&LobbyMessage::Maintenance { planned })).await
            }
            () = &mut cut_off => false,
            () = &mut ended => {
                connection.restart().await;
                return Ok(());
            }
        };
    }
    Ok(())
}

/// The games of a player: those in progress, then those with an open seat.
async fn own_games(api: &Api, player: &Player) -> Result<Vec<GameSummary>, ApiError> {
    let mut games = Vec::new();
    for status in [Status::Playing, Status::Waiting] {
        let player = Some(player.id.clone());
        let filter = GameFilter { status: Some(status), player, limit: MAX_OWN_GAMES, ..GameFilter::default() };
        games.extend(api.hub.store.games(&filter).await?);
    }
    Ok(games)
}
