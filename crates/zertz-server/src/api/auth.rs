//! Who sends a request: from which address, and as which player.

use super::{Api, ApiError};
use crate::{
    address::network,
    id::{RandomId, random_text},
    play::now,
    store::SESSION_LIFETIME,
    table::Table,
};
use axum::{
    body::Bytes,
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Mutex, PoisonError},
};
use zertz_protocol::{Code, Moment, Player, PlayerId, PlayerKind, Seat, Session, SessionId};

/// How often the last use of a session and its place are stored, in milliseconds.
const SEEN_INTERVAL: Moment = 3600 * 1000;

/// How many devices and addresses of an account are noted within that time. A client can make up any number of devices.
const MAX_DEVICES: usize = 16;
const MAX_ADDRESSES: usize = 256;

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
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().map(|value| value.to_str().unwrap_or(""));
        let forwarded: Vec<&str> = forwarded.collect();
        Ok(Network(network(sender(peer, &forwarded, |address| api.config.is_proxy(address)))))
    }
}

/// The address that a request comes from. Each proxy adds the address of its client to the header, which may have several lines; anyone can
/// write what is before the last address that is not a proxy of ours.
fn sender(peer: IpAddr, forwarded: &[&str], is_proxy: impl Fn(IpAddr) -> bool) -> IpAddr {
    let mut sender = peer;
    for word in forwarded.iter().flat_map(|line| line.split(',')).rev() {
        if !is_proxy(sender) {
            break;
        }
        let Some(address) = forwarded_address(word.trim()) else { break };
        sender = address;
    }
    sender
}

/// An address in the header. Some proxies add the port of their client.
fn forwarded_address(word: &str) -> Option<IpAddr> {
    let with_port = || word.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || word.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    word.parse().ok().or_else(with_port).or_else(in_brackets)
}

/// The hash of a secret. The store has only this.
fn hash(secret: &str) -> String {
    format!("{:x}", Bytes::copy_from_slice(&Sha256::digest(secret)))
}

/// The token of a bot.
fn token(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// What a browser's cookie contains: the secret of a session, and the id of the device, which stays when somebody signs out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Carried {
    secret: Option<String>,
    device: Option<String>,
}

impl Carried {
    fn read(headers: &HeaderMap, cookie: &str) -> Carried {
        let cookies = CookieJar::from_headers(headers);
        let Some(value) = cookies.get(cookie).map(Cookie::value) else { return Carried::default() };
        let (secret, device) = value.split_once('.').unwrap_or((value, ""));
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let is_id = |device: &String| device.len() <= 12 && device.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Carried { secret: some(secret), device: some(device).filter(is_id) }
    }
}

/// Places that were noted lately, so that not every request is a write.
#[derive(Debug, Default)]
pub struct NotedPlaces(Mutex<HashMap<PlayerId, Vec<(String, Moment)>>>);

impl NotedPlaces {
    /// Those places of a player that are to be noted now: they are new, or were noted long ago, and there are not too many.
    fn note(&self, player: &PlayerId, mut places: Vec<String>, now: Moment) -> Vec<String> {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = noted.entry(player.clone()).or_default();
        known.retain(|(_, at)| at + SEEN_INTERVAL > now);
        places.retain(|place| {
            let most = if is_device(place) { MAX_DEVICES } else { MAX_ADDRESSES };
            let alike = known.iter().filter(|(one, _)| is_device(one) == is_device(place)).count();
            alike < most && known.iter().all(|(one, _)| one != place)
        });
        known.extend(places.iter().map(|place| (place.clone(), now)));
        places
    }

    pub fn forget_idle(&self) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.retain(|_, known| known.iter().any(|(_, at)| at + SEEN_INTERVAL > now()));
    }
}

/// The session and player of a request, if there is one.
#[derive(Clone, Debug)]
pub struct MaybePlayer(pub Option<(Session, Player)>);

impl FromRequestParts<Api> for MaybePlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        // Several parts of a handler may ask for it.
        if let Some(known) = parts.extensions.get::<MaybePlayer>() {
            return Ok(known.clone());
        }
        let player = MaybePlayer::find(parts, api).await?;
        parts.extensions.insert(player.clone());
        Ok(player)
    }
}

impl MaybePlayer {
    async fn find(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let carried = Carried::read(&parts.headers, api.config.cookie());
        let Some(secret) = token(&parts.headers).or(carried.secret.as_deref()) else { return Ok(MaybePlayer(None)) };
        let store = &api.hub.store;
        let known = store.session(&hash(secret), now()).await?;
        if let Some((session, _)) = &known
            && session.seen + SEEN_INTERVAL < now()
        {
            store.note_seen(&session.id, now()).await?;
        }
        // A program with a revoked token gets an error; a browser with an old cookie becomes a new visitor.
        if known.is_none() && parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(Code::BadToken.into());
        }
        if let Some((_, player)) = known.as_ref().filter(|(_, player)| player.kind != PlayerKind::Guest) {
            let Ok(Network(network)) = Network::from_request_parts(parts, api).await;
            let device = carried.device.map(|device| format!("{DEVICE}{device}"));
            // A request that comes from a proxy itself says nothing about the player's address.
            let address = (!api.config.is_proxy(network)).then(|| place_of(network));
            let places: Vec<String> = device.into_iter().chain(address).collect();
            store.note_places(&player.id, &api.noted_places.note(&player.id, places, now()), now()).await?;
        }
        Ok(MaybePlayer(known))
    }

    pub fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|(_, player)| player)
    }

    pub fn seat_at(&self, table: &Table) -> Option<Seat> {
        table.seat_of(&self.player()?.id)
    }
}

/// What the name of a device among the places where an account was used begins with.
const DEVICE: &str = "device ";

fn is_device(place: &str) -> bool {
    place.starts_with(DEVICE)
}

/// The name of an address among the places where an account was used.
pub(super) fn place_of(network: IpAddr) -> String {
    format!("address {network}")
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
    /// The network that the request comes from.
    pub network: IpAddr,
    /// What the browser says about itself.
    browser: Browser,
}

impl FromRequestParts<Api> for Participant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let Ok(Network(network)) = Network::from_request_parts(parts, api).await;
        let player = MaybePlayer::from_request_parts(parts, api).await?.0.map(|(_, player)| player);
        api.limits.changes.check(network, player.as_ref().map(|player| &player.id))?;
        let browser = Browser::from_request_parts(parts, api).await.unwrap_or_else(|never| match never {});
        Ok(Participant { player, network, browser })
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

    pub fn browser(&self) -> &Browser {
        &self.browser
    }
}

/// The browser of a request.
#[derive(Clone, Debug)]
pub struct Browser {
    user_agent: String,
    device: String,
}

impl FromRequestParts<Api> for Browser {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Self::Rejection> {
        let user_agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
        let device = Carried::read(&parts.headers, api.config.cookie()).device;
        Ok(Browser { user_agent: user_agent.to_owned(), device: device.unwrap_or_else(|| random_text(12)) })
    }
}

impl Api {
    /// The player of a request, who must be allowed to play. A visitor becomes a guest and gets a cookie.
    pub(super) async fn ensure_player(&self, participant: Participant) -> Result<(Player, CookieJar), ApiError> {
        if let Some(player) = participant.player {
            self.must_not_be_banned(&player.id).await?;
            return Ok((player, CookieJar::new()));
        }
        self.limits.guests.check(participant.network, None)?;
        self.check_address(participant.network).await?;
        let (id, kind) = (PlayerId::random(), PlayerKind::Guest);
        let player = Player { id, kind, name: None, level: None, created: now() };
        self.hub.store.add_player(&player, None).await?;
        let cookies = self.new_session(&player.id, &participant.browser).await?;
        Ok((player, cookies))
    }

    /// Starts a session of a player. Returns the cookie.
    pub(super) async fn new_session(&self, player: &PlayerId, browser: &Browser) -> Result<CookieJar, ApiError> {
        let secret = self.add_session(player, &browser.user_agent).await?;
        Ok(self.cookie(&secret, &browser.device))
    }

    pub(super) async fn add_session(&self, player: &PlayerId, label: &str) -> Result<String, ApiError> {
        let secret = random_text(43);
        let label = label.chars().take(MAX_LABEL).collect();
        let session = Session { id: SessionId::random(), label, created: now(), seen: now(), current: true };
        self.hub.store.add_session(player, &session, &hash(&secret)).await?;
        Ok(secret)
    }

    /// The cookie of a visitor. It keeps the id of the device.
    pub(super) fn no_session(&self, browser: &Browser) -> CookieJar {
        self.cookie("", &browser.device)
    }

    fn cookie(&self, secret: &str, device: &str) -> CookieJar {
        let cookie = Cookie::build((self.config.cookie(), format!("{secret}.{device}")))
            .path("/")
            .max_age(time::Duration::milliseconds(SESSION_LIFETIME))
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
        let carried = |value| {
            let Carried { secret, device } = Carried::read(&headers(header::COOKIE, value), "zertz");
            (secret.unwrap_or_default(), device.unwrap_or_default())
        };
        let pair = |secret: &str, device: &str| (secret.to_owned(), device.to_owned());
        assert_eq!(carried("a=b; zertz=s3cret.abc; c=d"), pair("s3cret", "abc"));
        assert_eq!(carried("zertz=s3cret"), pair("s3cret", ""), "a cookie of an older version");
        assert_eq!(carried("zertz=.abc"), pair("", "abc"), "signed out");
        assert_eq!(carried("zertz=s3cret.not-an-id"), pair("s3cret", ""));
        assert_eq!(carried("notzertz=s3cret.abc"), pair("", ""));
        assert_eq!(token(&headers(header::AUTHORIZATION, "Bearer t0ken")), Some("t0ken"));
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_client_cannot_fill_the_database_with_devices() {
        let (noted, ann) = (NotedPlaces::default(), PlayerId::random());
        let places = |device: usize| vec![format!("device {device}"), "address 192.0.2.7".to_owned()];
        assert_eq!(noted.note(&ann, places(0), 1), places(0));
        // Two browsers in turn are no news.
        assert_eq!(noted.note(&ann, places(1), 2), ["device 1"]);
        assert!(noted.note(&ann, places(0), 3).is_empty() && noted.note(&ann, places(1), 4).is_empty());
        let made_up: usize = (0..1000).map(|device| noted.note(&ann, places(device), 5).len()).sum();
        assert_eq!(made_up, MAX_DEVICES - 2);
        assert_eq!(
            noted.note(&ann, vec!["address 192.0.2.8".to_owned()], 6).len(),
            1,
            "an address is noted all the same"
        );
        assert_eq!(noted.note(&ann, places(0), 2 + SEEN_INTERVAL).len(), 2, "after a while, again");
    }

    #[test]
    fn the_sender_is_the_last_address_that_is_not_a_proxy() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let is_proxy = |one: IpAddr| one == address("10.0.0.1") || one == address("10.0.0.2");
        let of = |peer, lines: &[&str]| sender(address(peer), lines, is_proxy).to_string();
        assert_eq!(of("192.0.2.7", &["198.51.100.1"]), "192.0.2.7", "not a proxy: the header is made up");
        assert_eq!(of("10.0.0.1", &["203.0.113.9, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(of("10.0.0.1", &["203.0.113.9, 192.0.2.7, 10.0.0.2"]), "192.0.2.7", "two proxies");
        assert_eq!(of("10.0.0.1", &["203.0.113.9", "192.0.2.7"]), "192.0.2.7", "several lines");
        assert_eq!(of("10.0.0.1", &["192.0.2.7:51234"]), "192.0.2.7", "with a port");
        assert_eq!(of("10.0.0.1", &["[2001:db8::7]:51234"]), "2001:db8::7");
        assert_eq!(of("10.0.0.1", &["[2001:db8::7]"]), "2001:db8::7");
        assert_eq!(of("10.0.0.1", &["192.0.2.7, rubbish"]), "10.0.0.1");
        assert_eq!(of("10.0.0.1", &[]), "10.0.0.1");
    }
}
