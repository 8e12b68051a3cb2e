//! Bots and their tokens.

use super::{
    Api, ApiError,
    account::check_name,
    auth::{Network, SignedIn},
    extract::{Body, Param, Reply},
};
use crate::{id::RandomId, limits, play::now};
use axum::extract::State;
use zertz::{Board, Preset};
use zertz_protocol::{
    BotRules, BotToken, Code, LIMITS, Pace, Player, PlayerId, PlayerKind,
    endpoint::{CreateBot, DeleteBot, GetBotRules, ListBots, RenewBotToken, SetBotRules},
};

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
    api.check_address(network).await?;
    check_name(&new.name)?;
    let store = &api.hub.store;
    if caller.player.kind != PlayerKind::Person || store.bots(&caller.player.id).await?.len() >= limits::BOTS {
        let message = format!("you may have at most {} bots", limits::BOTS);
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
    Network(network): Network,
    caller: SignedIn,
    Param(name): Param<RenewBotToken>,
) -> Result<Reply<RenewBotToken>, ApiError> {
    api.check_address(network).await?;
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

pub(super) async fn rules(
    State(api): State<Api>,
    caller: SignedIn,
    Param(name): Param<GetBotRules>,
) -> Result<Reply<GetBotRules>, ApiError> {
    let bot = api.own_bot(&caller, &name).await?;
    Ok(Reply(api.hub.store.bot_rules(&bot).await?))
}

pub(super) async fn set_rules(
    State(api): State<Api>,
    Network(network): Network,
    caller: SignedIn,
    Param(name): Param<SetBotRules>,
    Body(rules): Body<SetBotRules>,
) -> Result<Reply<SetBotRules>, ApiError> {
    api.limits.changes.check(network, Some(&caller.player.id))?;
    let bot = api.own_bot(&caller, &name).await?;
    check_rules(&rules)?;
    api.hub.store.set_bot_rules(&bot, &rules).await?;
    Ok(Reply(()))
}

/// Refuses rules that name something unknown, or that accept no game at all.
fn check_rules(rules: &BotRules) -> Result<(), Code> {
    let boards: Vec<String> = Board::presets().map(|board| board.to_string()).collect();
    let presets: Vec<String> = Preset::ALL.into_iter().map(|preset| preset.to_string()).collect();
    let known = |words: &[String], all: &[String]| {
        words.len() <= all.len() + 1 && words.iter().all(|word| word == "custom" || all.contains(word))
    };
    let valid = known(&rules.boards, &boards)
        && known(&rules.presets, &presets)
        && rules.paces.len() <= Pace::ALL.len()
        && (rules.rated || rules.casual)
        && rules.max_games.is_none_or(|most| LIMITS.bot_games.contains(most));
    if valid { Ok(()) } else { Err(Code::BadBotRules) }
}

impl Api {
    /// The bot with this name, which is the caller or the caller's.
    async fn own_bot(&self, caller: &SignedIn, name: &str) -> Result<PlayerId, ApiError> {
        let is_self = |known: &str| known.to_lowercase() == name.to_lowercase();
        if caller.player.kind == PlayerKind::Bot && caller.player.name.as_deref().is_some_and(is_self) {
            return Ok(caller.player.id.clone());
        }
        Ok(self.bot_of(caller, name).await?.id)
    }

    /// The caller's bot with this name; case does not matter.
    async fn bot_of(&self, caller: &SignedIn, name: &str) -> Result<Player, ApiError> {
        let bots = self.hub.store.bots(&caller.player.id).await?;
        let is_it = |bot: &Player| bot.name.as_deref().is_some_and(|known| known.to_lowercase() == name.to_lowercase());
        bots.into_iter().find(is_it).ok_or_else(|| ApiError::new(Code::NoBot, "you have no bot with this name"))
    }
}
