//! Bots and their tokens.

use super::{
    Api, ApiError,
    account::check_name,
    auth::{Network, SignedIn},
    extract::{Body, Param, Reply},
};
use crate::{id::RandomId, play::now};
use axum::extract::State;
use zertz_protocol::{
    BotToken, Code, Player, PlayerId, PlayerKind,
    endpoint::{CreateBot, DeleteBot, ListBots, RenewBotToken},
};

const MAX_BOTS: usize = 10;

/// The label of a token in the list of sessions.
const LABEL: &str = "token";

pub(super) async fn list(State(api): State<Api>, caller: SignedIn) -> Result<Reply<ListBots>, ApiError> {
    Ok(Reply(api.hub.store.bots(&caller.player.id).await?))
}

pub(super) async fn create(
    State(api): State<Api>,
    Network(network): Network,
    caller: SignedIn,
    Body(new): Body<CreateBot>,
) -> Result<Reply<CreateBot>, ApiError> {
    api.limits.accounts.check(network, None)?;
    check_name(&new.name)?;
    let store = &api.hub.store;
    if caller.player.kind != PlayerKind::Person || store.bots(&caller.player.id).await?.len() >= MAX_BOTS {
        let message = format!("you may have at most {MAX_BOTS} bots");
        return Err(ApiError::new(Code::TooManyBots, message));
    }
    if store.is_taken(&new.name, now()).await? {
        return Err(Code::NameTaken.into());
    }
    let (id, kind) = (PlayerId::random(), PlayerKind::Bot);
    let bot = Player { id, kind, name: Some(new.name), level: None, created: now() };
    store.add_player(&bot, Some(&caller.player.id)).await?;
    let token = api.add_session(&bot.id, LABEL).await?;
    Ok(Reply(BotToken { bot, token }))
}

pub(super) async fn renew_token(
    State(api): State<Api>,
    caller: SignedIn,
    Param(name): Param<RenewBotToken>,
) -> Result<Reply<RenewBotToken>, ApiError> {
    let bot = api.bot_of(&caller, &name).await?;
    api.hub.store.revoke_others(&bot.id, None).await?;
    let token = api.add_session(&bot.id, LABEL).await?;
    Ok(Reply(BotToken { bot, token }))
}

pub(super) async fn delete(
    State(api): State<Api>,
    caller: SignedIn,
    Param(name): Param<DeleteBot>,
) -> Result<Reply<DeleteBot>, ApiError> {
    let bot = api.bot_of(&caller, &name).await?;
    api.hub.delete_player(&bot.id).await?;
    Ok(Reply(()))
}

impl Api {
    /// The caller's bot with this name; case does not matter.
    async fn bot_of(&self, caller: &SignedIn, name: &str) -> Result<Player, ApiError> {
        let bots = self.hub.store.bots(&caller.player.id).await?;
        let is_it = |bot: &Player| bot.name.as_deref().is_some_and(|known| known.to_lowercase() == name.to_lowercase());
        bots.into_iter().find(is_it).ok_or_else(|| ApiError::new(Code::NoBot, "you have no bot with this name"))
    }
}
