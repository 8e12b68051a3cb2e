//! Random keys for hashing positions, made at compile time.

use crate::{Colour, Ring};

/// For each ring: a key for being there, and one for each colour of marble on it.
static KEYS: [[u64; 4]; 64] = keys();

const fn keys() -> [[u64; 4]; 64] {
    let mut keys = [[0; 4]; 64];
    let mut i = 0;
    while i < 256 {
        keys[i / 4][i % 4] = mix(i as u64 + 1);
        i += 1;
    }
    keys
}

/// Scatters a number over all 64 bits (the finaliser of splitmix64).
pub(crate) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline]
pub(crate) fn ring(ring: Ring) -> u64 {
    KEYS[ring.index()][3]
}

#[inline]
pub(crate) fn marble(ring: Ring, colour: Colour) -> u64 {
    KEYS[ring.index()][colour.index()]
}
