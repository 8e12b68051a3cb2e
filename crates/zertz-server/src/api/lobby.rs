//! The lobby: open challenges, and bots that can be challenged.

use super::{
    Api, ApiError,
    auth::{Network, Participant},
    extract::{Body, Param, Reply},
};
use crate::play::now;
use axum::{extract::State, http::StatusCode};
use axum_extra::extract::CookieJar;
use zertz_protocol::{
    Code, CreatedGame, CreatedSeek,
    endpoint::{AcceptSeek, CreateSeek, DeleteSeek, ListLobbyBots, ListSeeks, PairPlayer},
};

pub(super) async fn list(State(api): State<Api>) -> Result<Reply<ListSeeks>, ApiError> {
    Ok(Reply(api.hub.seeks().await?))
}

pub(super) async fn bots(State(api): State<Api>, Network(network): Network) -> Result<Reply<ListLobbyBots>, ApiError> {
    api.limits.searches.check(network, None)?;
    Ok(Reply(api.hub.store.lobby_bots(now()).await?))
}

pub(super) async fn create(
    State(api): State<Api>,
    participant: Participant,
    Body(new): Body<CreateSeek>,
) -> Result<(CookieJar, Reply<CreateSeek>), ApiError> {
    let network = participant.network;
    let (player, cookies) = api.ensure_player(participant).await?;
    api.limits.offers.check(network, Some(&player.id))?;
    let id = api.hub.create_seek(&player, new, api.caller(network)).await?;
    Ok((cookies, Reply(CreatedSeek { id })))
}

pub(super) async fn pair(
    State(api): State<Api>,
    participant: Participant,
    Body(settings): Body<PairPlayer>,
) -> Result<(CookieJar, Reply<PairPlayer>), ApiError> {
    let network = participant.network;
    let (player, cookies) = api.ensure_player(participant).await?;
    api.limits.offers.check(network, Some(&player.id))?;
    Ok((cookies, Reply(api.hub.pair(&player, settings, api.caller(network)).await?)))
}

pub(super) async fn delete(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<DeleteSeek>,
) -> Result<Reply<DeleteSeek>, ApiError> {
    let gone = || ApiError::from(Code::SeekGone).with_status(StatusCode::NOT_FOUND);
    let player = participant.player().ok_or_else(gone)?;
    if !api.hub.store.delete_seek(&player.id, Some(&id)).await? {
        return Err(gone());
    }
    api.hub.lobby_changed().await;
    Ok(Reply(()))
}

pub(super) async fn accept(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<AcceptSeek>,
) -> Result<(CookieJar, Reply<AcceptSeek>), ApiError> {
    let network = participant.network;
    let (player, cookies) = api.ensure_player(participant).await?;
    api.limits.games.check(network, Some(&player.id))?;
    let id = api.hub.accept_seek(&player, &id, api.caller(network)).await?;
    Ok((cookies, Reply(CreatedGame { id })))
}
