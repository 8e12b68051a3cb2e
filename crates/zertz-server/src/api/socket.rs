//! The sockets: a game as it is played, and the lobby.

use super::{
    Online, Trouble,
    input::{Asked, Part},
    who::Visitor,
};
use crate::{
    id::GameId,
    play::{LobbyMessage, LobbyNews, Message, News, Room, Snapshot, Update, now},
    store::{GameFilter, Player},
    table::{MOST_LAG, Millis, Request, Seat, Status, Table},
};
use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code},
    },
    response::Response,
};
use serde::Deserialize;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Interval, MissedTickBehavior, interval},
};
use utoipa::IntoParams;

/// The largest message we read.
const MOST_BYTES: usize = 16 * 1024;

/// How often we ask whether somebody is still there, and how far away.
const PING: Duration = Duration::from_secs(15);

/// Somebody who does not answer for so long is gone.
const SILENCE: Duration = Duration::from_secs(45);

/// Buffers are small: thousands of sockets are open and most of them are quiet.
fn modest(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES).read_buffer_size(1024).write_buffer_size(0)
}

/// From where on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Seen {
    /// The number of the last event that was seen; without it, everything comes at once.
    after: Option<i64>,
}

/// Follow a game, and play it: see docs/online.md.
#[utoipa::path(get, path = "/api/games/{id}/socket", params(("id" = String, Path), Seen), responses((status = 101)))]
pub(super) async fn game(
    State(online): State<Online>,
    visitor: Visitor,
    Part(id): Part<GameId>,
    Asked(seen): Asked<Seen>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    let room = online.hall.room(&id).await?.ok_or_else(|| Trouble::missing("no-game", "there is no such game"))?;
    Ok(modest(upgrade).on_upgrade(async move |socket| {
        metrics::gauge!("zertz_sockets").increment(1.0);
        let line = Line::new(socket);
        Box::pin(follow(online, room, visitor, seen.after, line)).await;
        metrics::gauge!("zertz_sockets").decrement(1.0);
    }))
}

/// A socket, and what we know of the way to it.
struct Line {
    socket: WebSocket,
    pings: Interval,
    began: Instant,
    heard: Instant,
    lag: Millis,
}

/// What came over the line.
enum Heard {
    /// A message.
    Text(Utf8Bytes),
    /// Something that asks for nothing.
    Nothing,
    /// Not a word in time, or the end.
    Gone,
}

impl Line {
    fn new(socket: WebSocket) -> Line {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Line { socket, pings, began: Instant::now(), heard: Instant::now(), lag: 0 }
    }

    async fn say(&mut self, text: Utf8Bytes) -> bool {
        self.socket.send(Frame::Text(text)).await.is_ok()
    }

    /// Asks whether anybody is there; the answer brings back the time of the question.
    async fn ping(&mut self) -> bool {
        if self.heard.elapsed() > SILENCE {
            return false;
        }
        let asked = self.began.elapsed().as_micros() as u64;
        self.socket.send(Frame::Ping(asked.to_be_bytes().to_vec().into())).await.is_ok()
    }

    /// Understands what came.
    fn hear(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Heard {
        self.heard = Instant::now();
        match frame {
            Some(Ok(Frame::Text(text))) => Heard::Text(text),
            Some(Ok(Frame::Pong(bytes))) => {
                if let Ok(asked) = <[u8; 8]>::try_from(&bytes[..]).map(u64::from_be_bytes) {
                    let now = self.began.elapsed().as_micros() as u64;
                    // A late answer never counts for more than the table allows.
                    self.lag = Millis::try_from(now.saturating_sub(asked) / 1000).unwrap_or(0).min(MOST_LAG);
                }
                Heard::Nothing
            }
            Some(Ok(Frame::Ping(_))) => Heard::Nothing,
            // We speak text only.
            Some(Ok(Frame::Binary(_) | Frame::Close(_)) | Err(_)) | None => Heard::Gone,
        }
    }

    /// Tells the other side to come back: the server ends, and another takes its place.
    async fn part(mut self) {
        let frame = CloseFrame { code: close_code::RESTART, reason: Utf8Bytes::from_static("the server starts anew") };
        let _ = self.socket.send(Frame::Close(Some(frame))).await;
    }
}

/// Tells somebody what happens at a table, and does what they ask, until they go.
async fn follow(online: Online, room: Arc<Room>, visitor: Visitor, after: Option<i64>, mut line: Line) {
    let mut signed_out = std::pin::pin!(online.hall.signed_out(visitor.session()));
    let player = visitor.player();
    let mut news = room.news.subscribe();
    let Some((mut seat, mut seen)) = greet(&online, &room, player, after, &mut line).await else { return };
    let limit = online.limits.socket();
    let mut ended = std::pin::pin!(online.hall.ended());
    loop {
        tokio::select! {
            told = news.recv() => match told {
                Ok(News { seq, audience, text }) => {
                    if seq > seen {
                        seen = seq;
                        if audience.includes(seat) && !line.say(text).await {
                            return;
                        }
                    }
                }
                Err(RecvError::Lagged(_)) => {
                    let Some(greeted) = greet(&online, &room, player, Some(seen), &mut line).await else { return };
                    (_, seen) = greeted;
                }
                Err(RecvError::Closed) => return,
            },
            frame = line.socket.recv() => match line.hear(frame) {
                Heard::Nothing => {}
                Heard::Gone => return,
                Heard::Text(text) => {
                    if seat.is_none() && let Some(player) = player {
                        seat = room.table.lock().await.seat_of(&player.id);
                    }
                    let answer = if limit.as_ref().is_some_and(|limit| limit.check().is_err()) {
                        Message::Refused { id: None, why: Trouble::too_much(1) }
                    } else {
                        asked(&online, &room, player, &text, line.lag).await
                    };
                    if !line.say(answer.text()).await {
                        return;
                    }
                }
            },
            _ = line.pings.tick() => if !line.ping().await { return },
            () = &mut signed_out => return,
            () = &mut ended => return line.part().await,
        }
    }
}

/// Tells somebody who comes how things stand, or what they have missed. Gives their seat and the last event they know.
async fn greet(
    online: &Online,
    room: &Room,
    player: Option<&Player>,
    after: Option<i64>,
    line: &mut Line,
) -> Option<(Option<Seat>, i64)> {
    let (texts, seat, seq) = match welcome(online, room, player, after).await {
        Ok(welcome) => welcome,
        Err(trouble) => {
            line.say(Message::Refused { id: None, why: trouble }.text()).await;
            return None;
        }
    };
    for text in texts {
        if !line.say(text).await {
            return None;
        }
    }
    Some((seat, seq))
}

async fn welcome(
    online: &Online,
    room: &Room,
    player: Option<&Player>,
    after: Option<i64>,
) -> Result<(Vec<Utf8Bytes>, Option<Seat>, i64), Trouble> {
    let store = &online.hall.store;
    let seats = room.seats(store).await?;
    let (table, seat): (Table, Option<Seat>) = {
        let table = room.table.lock().await;
        (table.clone(), player.and_then(|player| table.seat_of(&player.id)))
    };
    let seq = table.seq();
    let Some(after) = after.filter(|&after| after > 0 && after <= seq) else {
        let snapshot = Snapshot::of(&room.id, &table, seats, seat, now());
        return Ok((vec![Message::Table(Box::new(snapshot)).text()], seat, seq));
    };
    if after == seq {
        return Ok((Vec::new(), seat, seq));
    }
    // The log knows what was missed; the table only knows what it came to.
    let events = store.events(&room.id, 0).await?;
    let known = events.iter().take_while(|event| event.seq <= after).count();
    let mut replayed = Table::replay(&events[..known]).map_err(crate::store::StoreError::from)?;
    let mut texts = Vec::new();
    for event in events[known..].iter().filter(|event| event.seq <= seq) {
        let mut update = Update::of(event, &mut replayed, now()).map_err(crate::store::StoreError::from)?;
        update.seats = Some(seats.clone());
        if event.audience().includes(seat) {
            texts.push(Message::Update(Box::new(update)).text());
        }
    }
    Ok((texts, seat, seq))
}

/// Does what somebody asks for.
async fn asked(online: &Online, room: &Room, player: Option<&Player>, text: &str, lag: Millis) -> Message {
    let request = match Request::read(text) {
        Ok(request) => request,
        Err(unread) => {
            let why = Trouble::bad("malformed", &unread);
            return Message::Refused { id: unread.id, why };
        }
    };
    let refused = |why: Trouble| Message::Refused { id: Some(request.id.clone()), why };
    let Some(player) = player else { return refused(crate::table::Refusal::NotSeated.into()) };
    if let Err(trouble) = online.may_talk(player.kind, &request.command) {
        return refused(trouble);
    }
    match online.hall.act(&room.id, &player.id, request.clone(), lag).await {
        Ok(seq) => Message::Ack { id: request.id, seq },
        Err(error) => refused(error.into()),
    }
}

/// Follow the lobby: what is offered, and when a game of yours begins. See docs/online.md.
#[utoipa::path(get, path = "/api/lobby/socket", responses((status = 101)))]
pub(super) async fn lobby(
    State(online): State<Online>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    Ok(modest(upgrade).on_upgrade(async move |socket| {
        metrics::gauge!("zertz_lobby_sockets").increment(1.0);
        if let Some(player) = visitor.player() {
            online.hall.enters_lobby(&player.id);
        }
        if let Err(trouble) = Box::pin(wait(&online, &visitor, Line::new(socket))).await {
            tracing::warn!(%trouble.sentence, "a visitor of the lobby was lost");
        }
        if let Some(player) = visitor.player() {
            online.hall.leaves_lobby(&player.id).await;
        }
        metrics::gauge!("zertz_lobby_sockets").decrement(1.0);
    }))
}

/// Tells somebody what is new in the lobby, and keeps their offers there, until they go.
async fn wait(online: &Online, visitor: &Visitor, mut line: Line) -> Result<(), Trouble> {
    let (hall, player) = (&online.hall, visitor.player());
    let mut signed_out = std::pin::pin!(hall.signed_out(visitor.session()));
    let mut news = hall.lobby();
    let mut ended = std::pin::pin!(hall.ended());
    if !line.say(hall.seeks().await?).await {
        return Ok(());
    }
    if let Some(player) = player {
        let mut games = Vec::new();
        for status in [Status::Playing, Status::Waiting] {
            let player = Some(player.id.clone());
            let filter = GameFilter { status: Some(status), player, limit: 100, ..Default::default() };
            games.extend(hall.store.games(&filter).await?);
        }
        let games = LobbyMessage::Games { games };
        if !line.say(serde_json::to_string(&games).unwrap_or_default().into()).await {
            return Ok(());
        }
    }
    loop {
        tokio::select! {
            told = news.recv() => {
                let text = match told {
                    Ok(LobbyNews::Seeks(text)) => text,
                    Ok(LobbyNews::Started(game, players)) => {
                        let mine = player.is_some_and(|player| players.iter().flatten().any(|one| *one == player.id));
                        if !mine {
                            continue;
                        }
                        serde_json::to_string(&LobbyMessage::Started { game }).unwrap_or_default().into()
                    }
                    Err(RecvError::Lagged(_)) => hall.seeks().await?,
                    Err(RecvError::Closed) => break,
                };
                if !line.say(text).await {
                    break;
                }
            },
            frame = line.socket.recv() => if let Heard::Gone = line.hear(frame) { break },
            _ = line.pings.tick() => {
                if let Some(player) = player {
                    hall.store.keep_offers(&player.id, now() + crate::play::OFFER).await?;
                }
                if !line.ping().await {
                    break;
                }
            },
            () = &mut signed_out => break,
            () = &mut ended => {
                line.part().await;
                return Ok(());
            },
        }
    }
    Ok(())
}
