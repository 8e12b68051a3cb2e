//! [`RateLimits`]: how many requests a client may send.

use super::ApiError;
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::{InMemoryState, NotKeyed, keyed::DashMapStateStore},
};
use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};
use zertz_protocol::PlayerId;

/// A limit for each key, unless it is off.
#[derive(Debug)]
pub struct Limit<K: Clone + Eq + Hash>(Option<RateLimiter<K, DashMapStateStore<K>, DefaultClock>>);

impl<K: Clone + Eq + Hash> Limit<K> {
    fn new(on: bool, per_minute: u32, burst: u32) -> Self {
        Limit(on.then(|| RateLimiter::dashmap(quota(per_minute, burst))))
    }

    pub fn check(&self, key: &K) -> Result<(), ApiError> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            ApiError::too_many(wait.as_secs() + 1)
        })
    }

    fn forget_idle(&self) {
        self.0.iter().for_each(RateLimiter::retain_recent);
    }
}

/// Limits for each network and for each player.
#[derive(Debug)]
pub struct RateLimits {
    on: bool,
    /// Changes of any kind, by network.
    pub changes: Limit<IpAddr>,
    /// Changes of any kind, by player.
    pub changes_of: Limit<PlayerId>,
    /// Attempts to sign in, and new accounts.
    pub passwords: Limit<IpAddr>,
    /// Downloads of many games.
    pub downloads: Limit<IpAddr>,
    /// Queries that are expensive for the database.
    pub queries: Limit<IpAddr>,
}

fn quota(per_minute: u32, burst: u32) -> Quota {
    let one = NonZeroU32::MIN;
    Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(one)).allow_burst(NonZeroU32::new(burst).unwrap_or(one))
}

/// The network of an address. A client with one IPv6 address usually has all addresses of a /64 network.
pub fn network(address: IpAddr) -> IpAddr {
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
            changes: Limit::new(on, 240, 60),
            changes_of: Limit::new(on, 240, 60),
            passwords: Limit::new(on, 10, 10),
            downloads: Limit::new(on, 10, 10),
            queries: Limit::new(on, 600, 120),
        }
    }

    /// Forgets clients that have been idle.
    pub fn forget_idle(&self) {
        self.changes.forget_idle();
        self.changes_of.forget_idle();
        self.passwords.forget_idle();
        self.downloads.forget_idle();
        self.queries.forget_idle();
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
    use zertz_protocol::Code;

    #[test]
    fn every_limit_is_reached() {
        let (limits, here, ann) = (RateLimits::new(true), IpAddr::from([192, 0, 2, 1]), PlayerId::random());
        let most = |check: &dyn Fn() -> Result<(), ApiError>| (0..200).take_while(|_| check().is_ok()).count();
        assert_eq!(most(&|| limits.passwords.check(&here)), 10);
        let error = limits.passwords.check(&here).unwrap_err();
        assert_eq!((error.problem.code, error.status.as_u16()), (Code::RateLimited, 429));
        assert!(limits.passwords.check(&[192, 0, 2, 2].into()).is_ok());
        // Time passes while we count, which allows a few more.
        assert!((60..80).contains(&most(&|| limits.changes.check(&here))));
        assert!((60..80).contains(&most(&|| limits.changes_of.check(&ann))));
        assert!((10..15).contains(&most(&|| limits.downloads.check(&here))));
        assert!((120..190).contains(&most(&|| limits.queries.check(&here))));
        let socket = limits.socket().unwrap();
        assert!((20..40).contains(&most(&|| socket.check().map_err(|_| ApiError::too_many(1)))));
        let off = RateLimits::new(false);
        assert_eq!(most(&|| off.passwords.check(&here)), 200);
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_count_as_one() {
        let address = |last: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, last));
        assert_eq!(network(address(1)), network(address(2)));
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), IpAddr::from([192, 0, 2, 1]));
    }
}
