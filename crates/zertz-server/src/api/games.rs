//! Games: creating, joining, playing and listing them, and reporting chat messages.

use super::{
    Api, ApiError,
    auth::{MaybePlayer, Network, Participant},
    extract::{Body, Param, Query, Reply},
};
use crate::{
    play::now,
    store::{GameFilter, ReportRow},
};
use axum::extract::State;
use axum_extra::extract::CookieJar;
use zertz_protocol::{
    Acted, Code, Command, CreatedGame, GameSummary, GamesQuery, JoinedSeat, LIMITS, PlayerKind, Status,
    endpoint::{ActInGame, CreateGame, GetGame, JoinGame, ListEvents, ListGames, ReportChat},
};

/// The maximum length of the reason for a report, in characters.
const MAX_REASON: usize = 500;

pub(super) async fn create(
    State(api): State<Api>,
    participant: Participant,
    Body(new): Body<CreateGame>,
) -> Result<(CookieJar, Reply<CreateGame>), ApiError> {
    let (player, cookies) = api.ensure_player(participant).await?;
    let id = api.hub.create(&player, new).await?;
    Ok((cookies, Reply(CreatedGame { id })))
}

pub(super) async fn get(
    State(api): State<Api>,
    viewer: MaybePlayer,
    Param(id): Param<GetGame>,
) -> Result<Reply<GetGame>, ApiError> {
    let room = api.hub.room(&id).await?;
    let seats = room.seats(&api.hub.store).await?;
    let table = room.table.lock().await;
    Ok(Reply(table.snapshot(&id, seats, viewer.seat_at(&table), now())))
}

pub(super) async fn join(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<JoinGame>,
) -> Result<(CookieJar, Reply<JoinGame>), ApiError> {
    let room = api.hub.room(&id).await?;
    let rated = room.table.lock().await.settings().rated;
    if rated && participant.kind() == PlayerKind::Guest {
        let message = "this game is rated: please sign in to play it";
        return Err(ApiError::new(Code::CannotRate, message));
    }
    let (player, cookies) = api.ensure_player(participant).await?;
    let seat = api.hub.join(&id, &player.id).await?;
    Ok((cookies, Reply(JoinedSeat { seat })))
}

pub(super) async fn act(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<ActInGame>,
    Body(request): Body<ActInGame>,
) -> Result<Reply<ActInGame>, ApiError> {
    api.check_chat(participant.kind(), &request.command)?;
    let player = participant.player().ok_or(Code::NotSeated)?;
    let seq = api.hub.act(&id, &player.id, request, 0).await?;
    Ok(Reply(Acted { seq }))
}

pub(super) async fn events(
    State(api): State<Api>,
    viewer: MaybePlayer,
    Param(id): Param<ListEvents>,
    Query(query): Query<ListEvents>,
) -> Result<Reply<ListEvents>, ApiError> {
    let room = api.hub.room(&id).await?;
    let seat = viewer.seat_at(&*room.table.lock().await);
    let events = api.hub.store.events(&id, query.after.unwrap_or(0)).await?;
    Ok(Reply(events.into_iter().filter(|event| event.is_visible_to(seat)).collect()))
}

pub(super) async fn list(
    State(api): State<Api>,
    Network(network): Network,
    viewer: MaybePlayer,
    Query(query): Query<ListGames>,
) -> Result<Reply<ListGames>, ApiError> {
    api.limits.queries.check(&network)?;
    let games = api.hub.store.games(&api.filter(query, LIMITS.games_per_page.into()).await?).await?;
    let is_own = |game: &GameSummary| {
        viewer.player().is_some_and(|me| game.seats.0.iter().flatten().any(|seated| seated.id == me.id))
    };
    // An open seat is for those who have the link.
    Ok(Reply(games.into_iter().filter(|game| game.status != Status::Waiting || is_own(game)).collect()))
}

pub(super) async fn report(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<ReportChat>,
    Body(report): Body<ReportChat>,
) -> Result<Reply<ReportChat>, ApiError> {
    let room = api.hub.room(&id).await?;
    let player = participant.player().ok_or(Code::NotSeated)?;
    let exists = {
        let table = room.table.lock().await;
        let seat = table.seat_of(&player.id).ok_or(Code::NotSeated)?;
        table.chat().iter().any(|message| message.seq == report.seq && message.by != seat)
    };
    if !exists {
        return Err(Code::NoMessage.into());
    }
    let reason = report.reason.chars().take(MAX_REASON).collect();
    let row = ReportRow { game: id, seq: report.seq, player: player.id.clone(), reason, at: now() };
    api.hub.store.add_report(&row).await?;
    tracing::warn!(game = %row.game, seq = row.seq, "a chat message was reported");
    Ok(Reply(()))
}

impl Api {
    /// Refuses chat messages of guests, unless the server is configured to allow them.
    pub(super) fn check_chat(&self, kind: PlayerKind, command: &Command) -> Result<(), ApiError> {
        if matches!(command, Command::Chat { .. }) && kind == PlayerKind::Guest && !self.config.guests_may_chat {
            return Err(Code::ChatDisabled.into());
        }
        Ok(())
    }

    pub(super) async fn filter(&self, query: GamesQuery, limit: i64) -> Result<GameFilter, ApiError> {
        let player = match query.player {
            None => None,
            Some(name) => {
                let account = self.hub.store.player_named(&name).await?;
                Some(account.ok_or(Code::NoPlayer)?.player.id)
            }
        };
        Ok(GameFilter {
            status: Some(query.status.unwrap_or(Status::Over)),
            player,
            board: query.board,
            result: query.result,
            opening: query.opening,
            rated: query.rated,
            before: query.before.map(|moment| (moment, query.before_id)),
            limit,
        })
    }
}
