//! The lobby: offers to play with whoever comes.

use super::{
    Online, Trouble, With,
    games::Made,
    input::{Body, Part},
    who::Comer,
};
use crate::{
    id::SeekId,
    play::now,
    store::{Seek, SeekBody},
};
use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

/// What is offered.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = [Seek])))]
pub(super) async fn list(State(online): State<Online>) -> Result<Json<Vec<Seek>>, Trouble> {
    Ok(Json(online.hall.store.seeks(now()).await?))
}

/// An offer that was made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Offered {
    /// Its name.
    id: SeekId,
}

/// Offer a game. It stays for 45 seconds, and as long as your lobby socket is open; three days if the game itself takes days.
#[utoipa::path(post, path = "/api/lobby", request_body = SeekBody, responses((status = 200, body = Offered)))]
pub(super) async fn offer(
    State(online): State<Online>,
    comer: Comer,
    Body(body): Body<SeekBody>,
) -> Result<With<Offered>, Trouble> {
    let (player, cookie) = online.admit(comer).await?;
    let id = online.hall.seek(&player, body).await?;
    Ok((cookie, Json(Offered { id })))
}

/// Take your offer back.
#[utoipa::path(delete, path = "/api/lobby/{id}", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn withdraw(
    State(online): State<Online>,
    comer: Comer,
    Part(id): Part<SeekId>,
) -> Result<StatusCode, Trouble> {
    let gone = || Trouble::missing("gone", "this offer is gone");
    let player = comer.known().ok_or_else(gone)?;
    if !online.hall.store.withdraw(&player.id, Some(&id)).await? {
        return Err(gone());
    }
    online.hall.lobby_changed().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Take somebody's offer. The game begins.
#[utoipa::path(post, path = "/api/lobby/{id}/take", params(("id" = String, Path)), responses((status = 200, body = Made)))]
pub(super) async fn take(
    State(online): State<Online>,
    comer: Comer,
    Part(id): Part<SeekId>,
) -> Result<With<Made>, Trouble> {
    let (player, cookie) = online.admit(comer).await?;
    let id = online.hall.take(&player, &id).await?;
    Ok((cookie, Json(Made { id })))
}
