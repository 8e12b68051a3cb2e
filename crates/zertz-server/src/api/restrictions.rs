//! Who may do something at all: moderators, and players and addresses that no moderator has restricted.

use super::{
    Api, ApiError,
    auth::{MaybePlayer, Network},
};
use crate::play::{now, refusal};
use axum::{extract::FromRequestParts, http::request::Parts};
use std::net::IpAddr;
use zertz_protocol::{Code, GameId, Player, PlayerId, PlayerKind, Problem, RestrictionKind};

/// A moderator. Everybody else gets the same refusal, whatever they ask for.
#[derive(Clone, Debug)]
pub struct Moderator(pub Option<PlayerId>);

impl FromRequestParts<Api> for Moderator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let Ok(Network(network)) = Network::from_request_parts(parts, api).await;
        let caller = MaybePlayer::from_request_parts(parts, api).await?;
        let player = caller.player().filter(|player| player.kind == PlayerKind::Person).ok_or(Code::NotModerator)?;
        api.limits.moderation.check(network, Some(&player.id))?;
        if !api.hub.store.is_moderator(&player.id).await? {
            return Err(Code::NotModerator.into());
        }
        Ok(Moderator(Some(player.id.clone())))
    }
}

impl Api {
    /// Refuses players who are banned.
    pub(super) async fn must_not_be_banned(&self, player: &PlayerId) -> Result<(), ApiError> {
        match self.hub.ban_of(player).await? {
            Some(ban) => Err(refusal(&ban).into()),
            None => Ok(()),
        }
    }

    /// Refuses chat messages of guests, unless the server is configured to allow them, of players who are muted or banned, and between
    /// players of whom one has blocked the other.
    pub(super) async fn may_chat(&self, player: &Player, game: &GameId) -> Result<(), ApiError> {
        if player.kind == PlayerKind::Guest && !self.config.guests_may_chat {
            return Err(Code::ChatDisabled.into());
        }
        let mut restrictions = self.hub.store.restrictions(&player.id, now()).await?;
        restrictions.sort_by_key(|one| one.kind == RestrictionKind::Mute);
        if let Some(first) = restrictions.first() {
            return Err(refusal(first).into());
        }
        let seats = self.hub.room(game).await?.table.lock().await.seats().clone();
        for other in seats.0.iter().flatten().filter(|other| **other != player.id) {
            if self.hub.store.are_blocked(&player.id, other).await? {
                return Err(Code::Blocked.into());
            }
        }
        Ok(())
    }

    /// Refuses what a blocked network may not do: new sessions, guests and sockets.
    pub(super) async fn check_address(&self, network: IpAddr) -> Result<(), ApiError> {
        match self.hub.store.address_blocked(network, now()).await? {
            Some(until) => Err(Problem { until: Some(until), ..Code::AddressBlocked.into() }.into()),
            None => Ok(()),
        }
    }
}
