//! [`RateLimits`]: how many requests a client may send.

use super::ApiError;
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::{InMemoryState, NotKeyed, keyed::DashMapStateStore},
};
use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};
use zertz_protocol::PlayerId;

type Keyed<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// Limits for each address and for each player.
#[derive(Debug)]
pub struct RateLimits {
    on: bool,
    /// Changes of any kind, by address.
    changes: Keyed<IpAddr>,
    /// Changes of any kind, by player.
    changes_of: Keyed<PlayerId>,
    /// Attempts to sign in, and new accounts.
    passwords: Keyed<IpAddr>,
    /// Downloads of many games.
    downloads: Keyed<IpAddr>,
    /// Queries that are expensive for the database.
    queries: Keyed<IpAddr>,
}

fn quota(per_minute: u32, burst: u32) -> Quota {
    let one = NonZeroU32::MIN;
    Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(one)).allow_burst(NonZeroU32::new(burst).unwrap_or(one))
}

/// The network of an address. A client with one IPv6 address usually has all addresses of a /64 network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

impl RateLimits {
    /// The usual limits; none if `on` is false.
    pub fn new(on: bool) -> RateLimits {
        RateLimits {
            on,
            changes: RateLimiter::dashmap(quota(240, 60)),
            changes_of: RateLimiter::dashmap(quota(240, 60)),
            passwords: RateLimiter::dashmap(quota(10, 10)),
            downloads: RateLimiter::dashmap(quota(10, 10)),
            queries: RateLimiter::dashmap(quota(600, 120)),
        }
    }

    fn check<K: Clone + Eq + std::hash::Hash>(&self, limiter: &Keyed<K>, key: &K) -> Result<(), ApiError> {
        if !self.on {
            return Ok(());
        }
        limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            ApiError::too_many(wait.as_secs() + 1)
        })
    }

    pub fn change(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.changes, &network(address))
    }

    pub fn change_of(&self, player: &PlayerId) -> Result<(), ApiError> {
        self.check(&self.changes_of, player)
    }

    pub fn password(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.passwords, &network(address))
    }

    pub fn download(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.downloads, &network(address))
    }

    pub fn query(&self, address: IpAddr) -> Result<(), ApiError> {
        self.check(&self.queries, &network(address))
    }

    /// Forgets clients that have been idle.
    pub fn forget_idle(&self) {
        self.changes.retain_recent();
        self.changes_of.retain_recent();
        self.passwords.retain_recent();
        self.downloads.retain_recent();
        self.queries.retain_recent();
    }

    /// A limit for the messages of one socket.
    pub fn socket(&self) -> Option<RateLimiter<NotKeyed, InMemoryState, DefaultClock>> {
        self.on.then(|| RateLimiter::direct(quota(300, 20)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::RandomId;

    #[test]
    fn too_many_passwords_from_one_address_are_refused() {
        let limits = RateLimits::new(true);
        let here: IpAddr = [192, 0, 2, 1].into();
        let tries = (0..20).filter(|_| limits.password(here).is_ok()).count();
        assert_eq!(tries, 10);
        let error = limits.password(here).unwrap_err();
        assert_eq!((error.problem.code.as_str(), error.status.as_u16()), ("rate-limited", 429));
        assert!(limits.password([192, 0, 2, 2].into()).is_ok());
        assert!((0..20).all(|_| RateLimits::new(false).password(here).is_ok()));
    }

    #[test]
    fn every_limit_is_reached() {
        let (limits, here, ann) = (RateLimits::new(true), IpAddr::from([192, 0, 2, 1]), PlayerId::random());
        let most = |check: &dyn Fn() -> Result<(), ApiError>| (0..200).take_while(|_| check().is_ok()).count();
        // Time passes while we count, which allows a few more.
        assert!((60..80).contains(&most(&|| limits.change(here))));
        assert!((60..80).contains(&most(&|| limits.change_of(&ann))));
        assert!((10..15).contains(&most(&|| limits.download(here))));
        assert!((120..190).contains(&most(&|| limits.query(here))));
        let socket = limits.socket().unwrap();
        assert!((20..40).contains(&most(&|| socket.check().map_err(|_| ApiError::too_many(1)))));
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_count_as_one() {
        let address = |last: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, last));
        assert_eq!(network(address(1)), network(address(2)));
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), IpAddr::from([192, 0, 2, 1]));
    }
}
