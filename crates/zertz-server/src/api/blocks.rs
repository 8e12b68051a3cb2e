//! Players whom a player has blocked, and warnings that a player confirms.

use super::{
    Api, ApiError,
    auth::{MaybePlayer, Participant},
    extract::{Param, Reply},
};
use crate::{play::now, store::StoreError};
use axum::extract::State;
use zertz_protocol::{
    Code, PlayerKind,
    endpoint::{BlockPlayer, ConfirmWarning, ListBlocks, UnblockPlayer},
};

pub(super) async fn list(State(api): State<Api>, caller: MaybePlayer) -> Result<Reply<ListBlocks>, ApiError> {
    let Some(player) = caller.player() else { return Ok(Reply(Vec::new())) };
    Ok(Reply(api.hub.store.blocked_players(&player.id).await?))
}

pub(super) async fn block(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<BlockPlayer>,
) -> Result<Reply<BlockPlayer>, ApiError> {
    let player = participant.player().ok_or(Code::SignIn)?;
    api.limits.blocks.check(participant.network, Some(&player.id))?;
    if player.id == id {
        return Err(Code::OwnBlock.into());
    }
    let other = api.hub.store.account(&id).await?.ok_or(Code::NoPlayer)?.player;
    if matches!(other.kind, PlayerKind::Engine | PlayerKind::Gone) {
        return Err(Code::NoPlayer.into());
    }
    match api.hub.store.block_player(&player.id, &id, now()).await {
        Err(StoreError::TooMany) => Err(Code::TooManyBlocks.into()),
        answer => Ok(Reply(answer?)),
    }
}

pub(super) async fn unblock(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<UnblockPlayer>,
) -> Result<Reply<UnblockPlayer>, ApiError> {
    let player = participant.player().ok_or(Code::SignIn)?;
    api.hub.store.unblock_player(&player.id, &id).await?;
    Ok(Reply(()))
}

pub(super) async fn confirm_warning(
    State(api): State<Api>,
    participant: Participant,
    Param(id): Param<ConfirmWarning>,
) -> Result<Reply<ConfirmWarning>, ApiError> {
    let player = participant.player().ok_or(Code::NoWarning)?;
    if api.hub.store.confirm_warning(&player.id, &id, now()).await? {
        Ok(Reply(()))
    } else {
        Err(Code::NoWarning.into())
    }
}
