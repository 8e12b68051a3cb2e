//! Players: who they are, and who is best.

use super::{
    Online, Trouble,
    input::{Asked, Part},
    who::From,
};
use crate::{
    store::{GameFilter, GameSummary, Leader, Player, RatedGame, Standing},
    table::{Pace, Status},
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Points of a rating graph.
const POINTS: i64 = 1000;

/// Somebody's page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Profile {
    /// Who.
    player: Player,
    /// The ratings.
    ratings: Vec<Standing>,
    /// How they came about.
    history: Vec<RatedGame>,
    /// Games that are played now.
    playing: Vec<GameSummary>,
    /// The latest games that are over.
    games: Vec<GameSummary>,
}

/// Look at a player.
#[utoipa::path(get, path = "/api/players/{name}", params(("name" = String, Path)), responses((status = 200, body = Profile)))]
pub(super) async fn look(
    State(online): State<Online>,
    From(address): From,
    Part(name): Part<String>,
) -> Result<Json<Profile>, Trouble> {
    online.limits.question(address)?;
    let store = &online.hall.store;
    let account = store.player_named(&name).await?;
    let player = account.ok_or_else(|| Trouble::missing("no-player", "there is no player of this name"))?.player;
    let filter =
        |status| GameFilter { status: Some(status), player: Some(player.id.clone()), limit: 20, ..Default::default() };
    Ok(Json(Profile {
        ratings: store.standings(&player.id).await?,
        history: store.rated_games(&player.id, POINTS).await?,
        playing: store.games(&filter(Status::Playing)).await?,
        games: store.games(&filter(Status::Over)).await?,
        player,
    }))
}

/// At which pace.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct At {
    /// `blitz`, `rapid`, `classical` or `correspondence`.
    pace: Pace,
}

/// The best at a pace.
#[utoipa::path(get, path = "/api/leaders", params(At), responses((status = 200, body = [Leader])))]
pub(super) async fn leaders(
    State(online): State<Online>,
    From(address): From,
    Asked(At { pace }): Asked<At>,
) -> Result<Json<Vec<Leader>>, Trouble> {
    online.limits.question(address)?;
    Ok(Json(online.hall.store.leaders(pace, 100).await?))
}
