//! How much one may ask of the server.

use super::Trouble;
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::{InMemoryState, NotKeyed, keyed::DashMapStateStore},
};
use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
};

type Keyed<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// Limits for each address and for each player.
#[derive(Debug)]
pub struct Limits {
    on: bool,
    /// Changes of any kind, by address.
    changes: Keyed<IpAddr>,
    /// The same by player, wherever they are.
    changes_of: Keyed<crate::id::PlayerId>,
    /// Tries of passwords, and new accounts.
    passwords: Keyed<IpAddr>,
    /// Many games in one file.
    downloads: Keyed<IpAddr>,
    /// Questions that make the database work.
    questions: Keyed<IpAddr>,
}

fn quota(per_minute: u32, burst: u32) -> Quota {
    let one = NonZeroU32::MIN;
    Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(one)).allow_burst(NonZeroU32::new(burst).unwrap_or(one))
}

/// Whoever has one address of the new kind has a whole network of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

impl Limits {
    /// Limits as they are; with `on` false there are none.
    pub fn new(on: bool) -> Limits {
        Limits {
            on,
            changes: RateLimiter::dashmap(quota(240, 60)),
            changes_of: RateLimiter::dashmap(quota(240, 60)),
            passwords: RateLimiter::dashmap(quota(10, 10)),
            downloads: RateLimiter::dashmap(quota(10, 10)),
            questions: RateLimiter::dashmap(quota(600, 120)),
        }
    }

    fn check<K: Clone + Eq + std::hash::Hash>(&self, limiter: &Keyed<K>, key: &K) -> Result<(), Trouble> {
        if !self.on {
            return Ok(());
        }
        limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Trouble::too_much(wait.as_secs() + 1)
        })
    }

    /// Somebody at this address wants to change something.
    pub fn change(&self, address: IpAddr) -> Result<(), Trouble> {
        self.check(&self.changes, &network(address))
    }

    /// A player wants to change something.
    pub fn change_of(&self, player: &crate::id::PlayerId) -> Result<(), Trouble> {
        self.check(&self.changes_of, player)
    }

    /// Somebody at this address tries a password.
    pub fn password(&self, address: IpAddr) -> Result<(), Trouble> {
        self.check(&self.passwords, &network(address))
    }

    /// Somebody at this address wants many games at once.
    pub fn download(&self, address: IpAddr) -> Result<(), Trouble> {
        self.check(&self.downloads, &network(address))
    }

    /// Somebody at this address asks for a list.
    pub fn question(&self, address: IpAddr) -> Result<(), Trouble> {
        self.check(&self.questions, &network(address))
    }

    /// Forgets those who have been quiet.
    pub fn tidy(&self) {
        self.changes.retain_recent();
        self.changes_of.retain_recent();
        self.passwords.retain_recent();
        self.downloads.retain_recent();
        self.questions.retain_recent();
    }

    /// A limit for what comes over one socket.
    pub fn socket(&self) -> Option<RateLimiter<NotKeyed, InMemoryState, DefaultClock>> {
        self.on.then(|| RateLimiter::direct(quota(300, 20)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_tries_of_a_password_are_stopped_for_one_address_only() {
        let limits = Limits::new(true);
        let here: IpAddr = [192, 0, 2, 1].into();
        let tries = (0..20).filter(|_| limits.password(here).is_ok()).count();
        assert_eq!(tries, 10);
        let trouble = limits.password(here).unwrap_err();
        assert_eq!((trouble.code.as_str(), trouble.status.as_u16()), ("too-much", 429));
        assert!(limits.password([192, 0, 2, 2].into()).is_ok());
        assert!((0..20).all(|_| Limits::new(false).password(here).is_ok()));
    }

    #[test]
    fn every_limit_is_reached() {
        let (limits, here, ann) = (Limits::new(true), IpAddr::from([192, 0, 2, 1]), crate::id::PlayerId::random());
        let most = |check: &dyn Fn() -> Result<(), Trouble>| (0..200).take_while(|_| check().is_ok()).count();
        // Time passes while we count, and earns a little.
        assert!((60..80).contains(&most(&|| limits.change(here))));
        assert!((60..80).contains(&most(&|| limits.change_of(&ann))));
        assert!((10..15).contains(&most(&|| limits.download(here))));
        assert!((120..190).contains(&most(&|| limits.question(here))));
        let socket = limits.socket().unwrap();
        assert!((20..40).contains(&most(&|| socket.check().map_err(|_| Trouble::too_much(1)))));
    }

    #[test]
    fn a_network_of_new_addresses_counts_as_one() {
        let address = |last: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, last));
        assert_eq!(network(address(1)), network(address(2)));
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), IpAddr::from([192, 0, 2, 1]));
    }
}
