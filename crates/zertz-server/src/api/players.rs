//! Players: their public pages, and the leaderboard.

use super::{
    Api, ApiError,
    auth::Network,
    extract::{Param, Query, Reply},
};
use crate::store::GameFilter;
use axum::extract::State;
use zertz_protocol::{
    Code, PlayerKind, Profile, Status,
    endpoint::{GetPlayer, ListLeaders},
};

const MAX_POINTS: i64 = 1000;
const MAX_GAMES: i64 = 20;
const MAX_LEADERS: i64 = 100;

pub(super) async fn get(
    State(api): State<Api>,
    Network(network): Network,
    Param(name): Param<GetPlayer>,
) -> Result<Reply<GetPlayer>, ApiError> {
    api.limits.searches.check(network, None)?;
    let store = &api.hub.store;
    let player = store.player_named(&name).await?.ok_or(Code::NoPlayer)?.player;
    let games = async |status| {
        let player = Some(player.id.clone());
        let filter = GameFilter { status: Some(status), player, limit: MAX_GAMES, ..GameFilter::default() };
        store.games(&filter).await
    };
    Ok(Reply(Profile {
        ratings: store.ratings(&player.id).await?,
        history: store.rating_history(&player.id, MAX_POINTS).await?,
        accepts: match player.kind {
            PlayerKind::Bot => Some(store.bot_rules(&player.id).await?),
            _ => None,
        },
        playing: games(Status::Playing).await?,
        games: games(Status::Over).await?,
        player,
    }))
}

pub(super) async fn leaders(
    State(api): State<Api>,
    Network(network): Network,
    Query(query): Query<ListLeaders>,
) -> Result<Reply<ListLeaders>, ApiError> {
    api.limits.searches.check(network, None)?;
    Ok(Reply(api.hub.store.leaders(query.pace, MAX_LEADERS).await?))
}
