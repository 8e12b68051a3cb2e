//! [`RateLimits`]: how many requests a client may send, and how many sockets it may have.

use super::ApiError;
use crate::{
    address::site,
    limits::{self, Most, Rate, Rates, SITE},
};
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::DashMapStateStore,
};
use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use zertz_protocol::PlayerId;

/// One rate for each key.
#[derive(Debug)]
struct Keyed<K: Clone + Eq + Hash>(RateLimiter<K, DashMapStateStore<K>, DefaultClock>);

impl<K: Clone + Eq + Hash> Keyed<K> {
    fn new(rate: Rate, times: u32) -> Self {
        let number = |number: u32| NonZeroU32::new(number.saturating_mul(times)).unwrap_or(NonZeroU32::MIN);
        Keyed(RateLimiter::dashmap(Quota::per_hour(number(rate.per_hour)).allow_burst(number(rate.at_once))))
    }

    fn check(&self, key: &K, amount: u32) -> Result<(), ApiError> {
        let Some(amount) = NonZeroU32::new(amount) else { return Ok(()) };
        match self.0.check_key_n(key, amount) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                Err(ApiError::too_many(wait.as_secs() + 1))
            }
            // More than is ever allowed at once.
            Err(_) => Err(ApiError::too_many(60)),
        }
    }
}

/// A limit by player, by address and by the site of an IPv6 address.
#[derive(Debug, Default)]
pub struct Limit {
    players: Option<Keyed<PlayerId>>,
    addresses: Option<Keyed<IpAddr>>,
    sites: Option<Keyed<IpAddr>>,
}

impl Limit {
    fn new(on: bool, rates: Rates) -> Limit {
        if !on {
            return Limit::default();
        }
        Limit {
            players: rates.player.map(|rate| Keyed::new(rate, 1)),
            addresses: rates.address.map(|rate| Keyed::new(rate, 1)),
            sites: rates.address.map(|rate| Keyed::new(rate, SITE)),
        }
    }

    /// Counts one.
    pub fn check(&self, address: IpAddr, player: Option<&PlayerId>) -> Result<(), ApiError> {
        self.check_amount(address, player, 1)
    }

    /// Counts some. The player comes first: one who is over the limit uses up nothing of what others at the address have.
    pub fn check_amount(&self, address: IpAddr, player: Option<&PlayerId>, amount: u32) -> Result<(), ApiError> {
        if let Some(player) = player {
            self.check_player(player, amount)?;
        }
        self.addresses.as_ref().map_or(Ok(()), |limit| limit.check(&address, amount))?;
        match (&self.sites, site(address)) {
            (Some(limit), Some(site)) => limit.check(&site, amount),
            _ => Ok(()),
        }
    }

    /// Counts for a player only.
    pub fn check_player(&self, player: &PlayerId, amount: u32) -> Result<(), ApiError> {
        self.players.as_ref().map_or(Ok(()), |limit| limit.check(player, amount))
    }

    fn forget_idle(&self) {
        self.players.iter().for_each(|limit| limit.0.retain_recent());
        self.addresses.iter().chain(&self.sites).for_each(|limit| limit.0.retain_recent());
    }
}

macro_rules! rate_limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $rates:ident;)+) => {
        /// The limits of all clients.
        #[derive(Debug)]
        pub struct RateLimits {
            $($(#[doc = $doc])+ pub $name: Limit,)+
            /// The open sockets.
            pub sockets: Arc<Places>,
        }

        impl RateLimits {
            /// The usual limits; none if `on` is false.
            pub fn new(on: bool) -> RateLimits {
                RateLimits { $($name: Limit::new(on, limits::$rates),)+ sockets: Places::new(on, limits::SOCKETS) }
            }

            /// Forgets clients that have been idle.
            pub fn forget_idle(&self) {
                $(self.$name.forget_idle();)+
            }
        }
    };
}

rate_limits! {
    /// Requests of any kind.
    requests: REQUESTS;
    /// Changes of any kind.
    changes: CHANGES;
    /// Events in games.
    events: EVENTS;
    /// The size of requests in games.
    bytes: BYTES;
    /// Chat messages.
    chat: CHAT;
    /// New games.
    games: GAMES;
    /// New challenges.
    offers: OFFERS;
    /// New guests.
    guests: GUESTS;
    /// New accounts and bots.
    accounts: ACCOUNTS;
    /// Passwords tried.
    passwords: PASSWORDS;
    /// Passwords tried for one account from unknown addresses.
    guesses: GUESSES;
    /// Reports.
    reports: REPORTS;
    /// Players blocked.
    blocks: BLOCKS;
    /// Requests for moderators.
    moderation: MODERATION;
    /// Queries that are expensive for the database.
    searches: SEARCHES;
    /// Downloads of many games.
    downloads: DOWNLOADS;
    /// Pictures of boards.
    pictures: PICTURES;
    /// Sockets opened.
    sockets_opened: SOCKETS_OPENED;
}

/// Whose place it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Owner {
    Player(PlayerId),
    Address(IpAddr),
    Site(IpAddr),
}

/// Places that clients hold, such as open sockets.
#[derive(Debug)]
pub struct Places {
    most: Option<Most>,
    held: Mutex<HashMap<Owner, u32>>,
}

/// A place that is free again when this value is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    owners: Vec<Owner>,
}

impl Places {
    fn new(on: bool, most: Most) -> Arc<Places> {
        Arc::new(Places { most: on.then_some(most), held: Mutex::default() })
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Owner, u32>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, if the player, the address and its site have one left.
    pub fn take(self: &Arc<Self>, address: IpAddr, player: Option<&PlayerId>) -> Result<Place, ApiError> {
        let mut place = Place { places: Arc::clone(self), owners: Vec::new() };
        let Some(most) = self.most else { return Ok(place) };
        let owners = [
            player.map(|player| (Owner::Player(player.clone()), most.player)),
            Some((Owner::Address(address), most.address)),
            site(address).map(|site| (Owner::Site(site), most.address * SITE)),
        ];
        for (owner, most) in owners.into_iter().flatten() {
            let mut held = self.held();
            let count = held.entry(owner.clone()).or_default();
            if *count >= most {
                drop(held);
                return Err(ApiError::too_many(10));
            }
            *count += 1;
            drop(held);
            place.owners.push(owner);
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.places.held();
        for owner in &self.owners {
            match held.get_mut(owner) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(held.remove(owner)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{address::network, id::RandomId};
    use std::net::Ipv6Addr;
    use zertz_protocol::Code;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn most(check: impl Fn() -> Result<(), ApiError>) -> usize {
        (0..2000).take_while(|_| check().is_ok()).count()
    }

    #[test]
    fn a_rate_is_reached_and_is_of_one_address() {
        let limits = RateLimits::new(true);
        assert_eq!(most(|| limits.passwords.check(HERE, None)), 10);
        let error = limits.passwords.check(HERE, None).unwrap_err();
        assert_eq!((error.problem.code, error.status.as_u16()), (Code::RateLimited, 429));
        assert!(limits.passwords.check([192, 0, 2, 2].into(), None).is_ok());
        let off = RateLimits::new(false);
        assert_eq!(most(|| off.passwords.check(HERE, None)), 2000);
    }

    #[test]
    fn a_player_over_the_limit_takes_nothing_from_the_address() {
        let (limits, ann, bob) = (RateLimits::new(true), PlayerId::random(), PlayerId::random());
        assert!((20..40).contains(&most(|| limits.events.check(HERE, Some(&ann)))));
        for _ in 0..1000 {
            assert!(limits.events.check(HERE, Some(&ann)).is_err() || limits.events.check(HERE, Some(&ann)).is_err());
        }
        assert!(limits.events.check(HERE, Some(&bob)).is_ok());
    }

    #[test]
    fn more_than_is_ever_allowed_is_refused() {
        let limits = RateLimits::new(true);
        assert!(limits.bytes.check_amount(HERE, Some(&PlayerId::random()), 100 * 1024 * 1024).is_err());
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_count_as_one_and_those_of_a_site_together() {
        let address = |net: u16, last: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, net, 0, 0, 0, last));
        assert_eq!(network(address(2, 1)), network(address(2, 2)));
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), HERE);
        let limits = RateLimits::new(true);
        let each = |net: u16| most(|| limits.accounts.check(network(address(net, 1)), None));
        assert_eq!((0..10).map(each).sum::<usize>(), 40, "ten networks of one site have what four have");
    }

    #[test]
    fn a_place_is_free_again_when_it_is_left() {
        let (limits, ann) = (RateLimits::new(true), PlayerId::random());
        let mut held: Vec<Place> = (0..64).map(|_| limits.sockets.take(HERE, Some(&ann)).unwrap()).collect();
        assert!(limits.sockets.take(HERE, Some(&ann)).is_err());
        held.extend((64..256).map(|_| limits.sockets.take(HERE, None).unwrap()));
        assert!(limits.sockets.take(HERE, None).is_err(), "the address has no more");
        held.pop();
        assert!(limits.sockets.take(HERE, None).is_ok());
        drop(held);
        assert!(limits.sockets.held().is_empty(), "nothing is kept");
    }
}
