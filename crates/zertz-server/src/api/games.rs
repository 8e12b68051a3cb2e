//! Games: creating, joining, playing and listing them, and reporting chat messages.

use super::{
    Api, ApiError,
    auth::{MaybePlayer, Network, Participant},
    extract::{Body, Param, Query, Reply},
};
use crate::{
    play::{now, text},
    store::{Caller, GameFilter},
};
use axum::extract::State;
use axum_extra::extract::CookieJar;
use std::net::IpAddr;
use zertz_protocol::{
    Acted, Code, Command, CreatedGame, GameId, GameSummary, GamesQuery, JoinedSeat, LIMITS, NewReport, Player,
    PlayerKind, ReportReason, ReportSubject, Status,
    endpoint::{ActInGame, CreateGame, GetGame, JoinGame, ListEvents, ListGames, ReportChat},
};

/// The maximum length of the reason for a report, in characters.
const MAX_REASON: usize = LIMITS.report_length as usize;

pub(super) async fn create(
    State(api): State<Api>,
    participant: Participant,
    Body(new): Body<CreateGame>,
) -> Result<(CookieJar, Reply<CreateGame>), ApiError> {
    let network = participant.network;
    let (player, cookies) = api.ensure_player(participant).await?;
    api.limits.games.check(network, Some(&player.id))?;
    let id = api.hub.create(&player, new, api.caller(network)).await?;
    Ok((cookies, Reply(CreatedGame { id })))
}

pub(super) async fn get(
    State(api): State<Api>,
    viewer: MaybePlayer,
    Param(id): Param<GetGame>,
) -> Result<Reply<GetGame>, ApiError> {
    let room = api.hub.room(&id).await?;
    let seats = room.listed(&api.hub.store).await?;
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
    let player = participant.player().ok_or(Code::NotSeated)?;
    // About the size of the text that was sent.
    let size = text(&request).len();
    api.must_not_be_banned(&player.id).await?;
    api.check_act(participant.network, player, &id, &request.command, size).await?;
    let seq = api.hub.act(&id, &player.id, request, 0, api.caller(participant.network)).await?;
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
    let after = query.after.unwrap_or(0);
    let events = api.hub.store.events(&id, after).await?;
    if events.is_empty() {
        // Another server may have added the last event, which this one has not read yet.
        let table = api.hub.store.table(&id).await?.ok_or(Code::NoGame)?;
        table.must_have(after)?;
    } else if after < 0 {
        return Err(ApiError::new(Code::Malformed, format!("there is no event {after}; use 0 for all events")));
    }
    Ok(Reply(events.into_iter().filter(|event| event.is_visible_to(seat)).collect()))
}

pub(super) async fn list(
    State(api): State<Api>,
    Network(network): Network,
    viewer: MaybePlayer,
    Query(query): Query<ListGames>,
) -> Result<Reply<ListGames>, ApiError> {
    api.limits.searches.check(network, None)?;
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
    let player = participant.player().ok_or(Code::NotSeated)?;
    api.limits.reports.check(participant.network, Some(&player.id))?;
    let text = report.reason.chars().take(MAX_REASON).collect();
    let subject = ReportSubject::Chat { game: id, seq: report.seq };
    api.add_report(player, NewReport { subject, reason: ReportReason::Other, text }).await?;
    Ok(Reply(()))
}

impl Api {
    /// A caller at this address.
    pub(super) fn caller(&self, network: IpAddr) -> Caller {
        Caller { network, limited: self.config.limits }
    }

    /// Refuses a request in a game, on a socket or not, if its sender is over a limit or may not do this.
    pub(super) async fn check_act(
        &self,
        network: IpAddr,
        player: &Player,
        game: &GameId,
        command: &Command,
        size: usize,
    ) -> Result<(), ApiError> {
        let is_chat = matches!(command, Command::Chat { .. });
        if matches!(command, Command::Decline { .. }) && player.kind != PlayerKind::Bot {
            return Err(Code::NotChallenged.into());
        }
        let (limits, id) = (&self.limits, Some(&player.id));
        limits.bytes.check_amount(network, id, u32::try_from(size).unwrap_or(u32::MAX))?;
        limits.events.check(network, id)?;
        if matches!(command, Command::OfferRematch) {
            // It may create a game.
            limits.games.check(network, id)?;
        }
        if is_chat {
            limits.chat.check(network, id)?;
            self.may_chat(player, game).await?;
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
