//! Random keys for hashing positions, computed at compile time.

use crate::{Colour, Ring, rng::mix};

/// For each ring: a key for each colour of marble on it, and one for the ring itself.
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

#[inline]
pub(crate) fn ring(ring: Ring) -> u64 {
    KEYS[ring.index()][3]
}

#[inline]
pub(crate) fn marble(ring: Ring, colour: Colour) -> u64 {
    KEYS[ring.index()][colour.index()]
}
