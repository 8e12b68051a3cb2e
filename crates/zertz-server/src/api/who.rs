//! Who asks: from where, and in whose name.

use super::{Online, Trouble};
use crate::{
    id::{PlayerId, SessionId, random},
    play::now,
    store::{Kind, Player, Session},
};
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
};
use sha2::{Digest, Sha256};
use std::{
    fmt::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

const COOKIE: &str = "zertz";

/// A year, in seconds.
const YEAR: u32 = 365 * 24 * 3600;

/// How often we note that somebody is still there, in milliseconds.
const NOTE: i64 = 3600 * 1000;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct From(pub IpAddr);

impl FromRequestParts<Online> for From {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        // Tests have no connection.
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        if !online.config.trusted_proxies.contains(&peer) {
            return Ok(From(peer));
        }
        let named = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        // What stands last was written by our own proxy; all before it, anybody could have.
        let last = named.and_then(|list| list.rsplit(',').next()).and_then(|address| address.trim().parse().ok());
        Ok(From(last.unwrap_or(peer)))
    }
}

/// Of a secret, the store knows only this.
pub(super) fn hash(secret: &str) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(secret.as_bytes()) {
        // Text can always be written to.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The secret that a request brings: a program's token, or a browser's cookie.
fn secret(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let token = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    token.or_else(|| pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value))
}

/// Somebody whom we know, or nobody.
#[derive(Clone, Debug)]
pub struct Visitor(pub Option<(Session, Player)>);

impl FromRequestParts<Online> for Visitor {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<Self, Trouble> {
        let Some(secret) = secret(&parts.headers) else { return Ok(Visitor(None)) };
        let known = online.hall.store.session(&hash(secret)).await?;
        if let Some((session, _)) = &known
            && session.seen + NOTE < now()
        {
            online.hall.store.seen(&session.id, now()).await?;
        }
        // A program whose token is void should hear of it; a browser just becomes a stranger.
        if known.is_none() && parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(Trouble::new(StatusCode::UNAUTHORIZED, "bad-token", "this token is not known here"));
        }
        Ok(Visitor(known))
    }
}

impl Visitor {
    /// Who it is, if known.
    pub fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|(_, player)| player)
    }

    /// The device that they are known by.
    pub fn session(&self) -> Option<&Session> {
        self.0.as_ref().map(|(session, _)| session)
    }
}

/// Somebody with an account, or a program.
#[derive(Clone, Debug)]
pub struct Known {
    /// The device.
    pub session: Session,
    /// The player.
    pub player: Player,
}

impl FromRequestParts<Online> for Known {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<Self, Trouble> {
        match Visitor::from_request_parts(parts, online).await?.0 {
            Some((session, player)) if player.kind != Kind::Guest => Ok(Known { session, player }),
            _ => Err(Trouble::new(StatusCode::UNAUTHORIZED, "sign-in", "please sign in first")),
        }
    }
}

/// Somebody who wants to play: known, or a stranger who becomes a guest by [`Online::admit`].
#[derive(Clone, Debug)]
pub struct Comer {
    /// Who it is, if known.
    known: Option<Player>,
    /// What the browser says of itself.
    agent: String,
}

impl FromRequestParts<Online> for Comer {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<Self, Trouble> {
        let Ok(From(address)) = From::from_request_parts(parts, online).await;
        online.limits.change(address)?;
        let known = Visitor::from_request_parts(parts, online).await?.0.map(|(_, player)| player);
        if let Some(player) = &known {
            online.limits.change_of(&player.id)?;
        }
        Ok(Comer { known, agent: agent(&parts.headers) })
    }
}

impl Comer {
    /// Who it is, if we have met before.
    pub fn known(&self) -> Option<&Player> {
        self.known.as_ref()
    }

    /// What kind of player it is.
    pub fn kind(&self) -> Kind {
        self.known.as_ref().map_or(Kind::Guest, |player| player.kind)
    }
}

fn agent(headers: &HeaderMap) -> String {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned()
}

impl Online {
    /// A stranger is a guest from now on, and gets a cookie. Only for what is worth remembering: whoever just asks stays a stranger.
    pub(super) async fn admit(&self, comer: Comer) -> Result<(Player, HeaderMap), Trouble> {
        if let Some(player) = comer.known {
            return Ok((player, HeaderMap::new()));
        }
        let player = Player { id: PlayerId::random(), kind: Kind::Guest, name: None, created: now() };
        self.hall.store.add_player(&player, None).await?;
        let cookie = self.remember(&player.id, &comer.agent).await?;
        Ok((player, cookie))
    }

    /// From now on we know this device. Gives the cookie by which.
    async fn remember(&self, player: &PlayerId, agent: &str) -> Result<HeaderMap, Trouble> {
        let secret = self.add_session(player, agent).await?;
        Ok(self.cookie(&secret, YEAR))
    }

    /// Somebody has shown who they are.
    pub(super) async fn welcome(&self, player: &PlayerId, headers: &HeaderMap) -> Result<HeaderMap, Trouble> {
        self.remember(player, &agent(headers)).await
    }

    /// A new secret to speak for a player with.
    pub(super) async fn add_session(&self, player: &PlayerId, label: &str) -> Result<String, Trouble> {
        let secret = random(43);
        let label = label.chars().take(200).collect();
        let session = Session { id: SessionId::random(), player: player.clone(), label, created: now(), seen: now() };
        self.hall.store.add_session(&session, &hash(&secret)).await?;
        Ok(secret)
    }

    /// The cookie that forgets us.
    pub(super) fn no_cookie(&self) -> HeaderMap {
        self.cookie("", 0)
    }

    fn cookie(&self, secret: &str, age: u32) -> HeaderMap {
        let secure = if self.config.is_secure() { "; Secure" } else { "" };
        let text = format!("{COOKIE}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
        let value = HeaderValue::from_str(&text);
        value.map(|value| HeaderMap::from_iter([(header::SET_COOKIE, value)])).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_in_a_token_or_among_cookies() {
        let headers = |name: header::HeaderName, value: &'static str| {
            HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
        };
        assert_eq!(secret(&headers(header::COOKIE, "a=b; zertz=s3cret; c=d")), Some("s3cret"));
        assert_eq!(secret(&headers(header::AUTHORIZATION, "Bearer t0ken")), Some("t0ken"));
        assert_eq!(secret(&headers(header::COOKIE, "notzertz=s3cret")), None);
        assert_eq!(secret(&HeaderMap::new()), None);
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
