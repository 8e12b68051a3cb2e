//! Who sends a request: from which address, and as which player.

use super::{Api, ApiError, rate_limits::network};
use crate::{
    id::{RandomId, random_text},
    play::now,
    table::Table,
};
use axum::{
    body::Bytes,
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use zertz_protocol::{Code, Moment, Player, PlayerId, PlayerKind, Seat, Session, SessionId};

const COOKIE: &str = "zertz";
const COOKIE_AGE: time::Duration = time::Duration::days(365);

/// How often the last use of a session is stored, in milliseconds.
const SEEN_INTERVAL: Moment = 3600 * 1000;

/// The maximum length of a session's label, in characters.
const MAX_LABEL: usize = 200;

/// The network that a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Network(pub IpAddr);

impl FromRequestParts<Api> for Network {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        // Requests in tests may have no connection.
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        if !api.config.trusted_proxies.contains(&peer) {
            return Ok(Network(network(peer)));
        }
        let named = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        // The trusted proxy added the last address. Anyone can write the others.
        let last = named.and_then(|list| list.rsplit(',').next()).and_then(|address| address.trim().parse().ok());
        Ok(Network(network(last.unwrap_or(peer))))
    }
}

/// The hash of a secret. The store has only this.
fn hash(secret: &str) -> String {
    format!("{:x}", Bytes::copy_from_slice(&Sha256::digest(secret)))
}

/// The secret of a request: a bot's token, or a browser's cookie.
fn secret(headers: &HeaderMap) -> Option<String> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = authorization.and_then(|value| value.strip_prefix("Bearer ")).map(str::to_owned);
    token.or_else(|| CookieJar::from_headers(headers).get(COOKIE).map(|cookie| cookie.value().to_owned()))
}

/// The session and player of a request, if there is one.
#[derive(Clone, Debug)]
pub struct MaybePlayer(pub Option<(Session, Player)>);

impl FromRequestParts<Api> for MaybePlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let Some(secret) = secret(&parts.headers) else { return Ok(MaybePlayer(None)) };
        let store = &api.hub.store;
        let known = store.session(&hash(&secret)).await?;
        if let Some((session, _)) = &known
            && session.seen + SEEN_INTERVAL < now()
        {
            store.note_seen(&session.id, now()).await?;
        }
        // A program with a revoked token gets an error; a browser with an old cookie becomes a new visitor.
        if known.is_none() && parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(Code::BadToken.into());
        }
        Ok(MaybePlayer(known))
    }
}

impl MaybePlayer {
    pub fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|(_, player)| player)
    }

    pub fn seat_at(&self, table: &Table) -> Option<Seat> {
        table.seat_of(&self.player()?.id)
    }
}

/// A person with an account, or a bot.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: Session,
    pub player: Player,
}

impl FromRequestParts<Api> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        match MaybePlayer::from_request_parts(parts, api).await?.0 {
            Some((session, player)) if player.kind != PlayerKind::Guest => Ok(SignedIn { session, player }),
            _ => Err(Code::SignIn.into()),
        }
    }
}

/// The sender of a change: a player, or a visitor whom [`Api::ensure_player`] makes a guest. Rate limits apply.
#[derive(Clone, Debug)]
pub struct Participant {
    player: Option<Player>,
    user_agent: String,
}

impl FromRequestParts<Api> for Participant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let Ok(Network(network)) = Network::from_request_parts(parts, api).await;
        api.limits.changes.check(&network)?;
        let player = MaybePlayer::from_request_parts(parts, api).await?.0.map(|(_, player)| player);
        if let Some(player) = &player {
            api.limits.changes_of.check(&player.id)?;
        }
        Ok(Participant { player, user_agent: user_agent(&parts.headers) })
    }
}

impl Participant {
    pub fn player(&self) -> Option<&Player> {
        self.player.as_ref()
    }

    /// The kind of player; visitors count as guests.
    pub fn kind(&self) -> PlayerKind {
        self.player.as_ref().map_or(PlayerKind::Guest, |player| player.kind)
    }
}

fn user_agent(headers: &HeaderMap) -> String {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned()
}

impl Api {
    /// The player of a request. A visitor becomes a guest and gets a cookie.
    pub(super) async fn ensure_player(&self, participant: Participant) -> Result<(Player, CookieJar), ApiError> {
        if let Some(player) = participant.player {
            return Ok((player, CookieJar::new()));
        }
        let (id, kind) = (PlayerId::random(), PlayerKind::Guest);
        let player = Player { id, kind, name: None, level: None, created: now() };
        self.hub.store.add_player(&player, None).await?;
        let secret = self.add_session(&player.id, &participant.user_agent).await?;
        Ok((player, self.cookie(secret)))
    }

    /// Starts a session for a person who has signed in. Returns the cookie.
    pub(super) async fn sign_in(&self, player: &PlayerId, headers: &HeaderMap) -> Result<CookieJar, ApiError> {
        Ok(self.cookie(self.add_session(player, &user_agent(headers)).await?))
    }

    pub(super) async fn add_session(&self, player: &PlayerId, label: &str) -> Result<String, ApiError> {
        let secret = random_text(43);
        let label = label.chars().take(MAX_LABEL).collect();
        let session = Session { id: SessionId::random(), label, created: now(), seen: now(), current: true };
        self.hub.store.add_session(player, &session, &hash(&secret)).await?;
        Ok(secret)
    }

    pub(super) fn no_cookie(&self) -> CookieJar {
        let mut cookie = Cookie::from(COOKIE);
        cookie.set_path("/");
        cookie.make_removal();
        CookieJar::new().add(cookie)
    }

    fn cookie(&self, secret: String) -> CookieJar {
        let cookie = Cookie::build((COOKIE, secret))
            .path("/")
            .max_age(COOKIE_AGE)
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.config.is_secure());
        CookieJar::new().add(cookie)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_secret_is_found_in_a_token_or_among_cookies() {
        let headers = |name: header::HeaderName, value: &'static str| {
            HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
        };
        let found = |name, value| secret(&headers(name, value));
        assert_eq!(found(header::COOKIE, "a=b; zertz=s3cret; c=d").as_deref(), Some("s3cret"));
        assert_eq!(found(header::AUTHORIZATION, "Bearer t0ken").as_deref(), Some("t0ken"));
        assert_eq!(found(header::COOKIE, "notzertz=s3cret"), None);
        assert_eq!(secret(&HeaderMap::new()), None);
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
