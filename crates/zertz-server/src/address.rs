//! The networks by which addresses are counted.

use std::net::{IpAddr, Ipv6Addr};

/// The network of an address. A client with one IPv6 address usually has all addresses of a /64 network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// The /48 network of an IPv6 address, which one customer of a provider may have.
pub(crate) fn site(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            Some(IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
        }
        IpAddr::V4(_) => None,
    }
}
