//! [`Ring`] and [`RingSet`]: rings as small numbers, and sets of rings as one word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A ring of a board: an opaque number below 64. The [`Board`](crate::Board) knows its label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ring(u8);

impl Ring {
    pub(crate) const fn new(index: usize) -> Ring {
        assert!(index < 64);
        Ring(index as u8)
    }

    /// The ring's number below 64, for use as an index.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that arrays of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// The set that contains only this ring.
    #[inline]
    pub const fn only(self) -> RingSet {
        RingSet(1 << (self.0 & 63))
    }
}

/// A set of rings of one board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct RingSet(u64);

impl RingSet {
    /// The empty set.
    pub const EMPTY: RingSet = RingSet(0);

    /// The set of the rings whose bits are set in `bits`.
    #[inline]
    pub const fn from_bits(bits: u64) -> RingSet {
        RingSet(bits)
    }

    /// The set as a word, with one bit per ring.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of rings in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `ring` is in the set.
    #[inline]
    pub const fn contains(self, ring: Ring) -> bool {
        self.0 & ring.only().0 != 0
    }

    /// Whether the two sets have a ring in common.
    #[inline]
    pub const fn meets(self, other: RingSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The rings that are not in `other`.
    #[inline]
    pub const fn without(self, other: RingSet) -> RingSet {
        RingSet(self.0 & !other.0)
    }

    /// The ring with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Ring> {
        if self.0 == 0 { None } else { Some(Ring(self.0.trailing_zeros() as u8)) }
    }

    /// The ring that has `n` rings of the set before it. Takes constant time.
    #[inline]
    pub const fn nth(self, n: usize) -> Option<Ring> {
        // Count bits in pairs, then in fours, then in bytes. The product adds up the bytes below.
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let up_to = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(EACH_BYTE);
        let n = n as u64;
        if n >= up_to >> 56 {
            return None;
        }
        // The top bit of a byte survives if at most `n` bits are set up to that byte. The survivors are the bytes to skip.
        let top = EACH_BYTE << 7;
        let before = (((n * EACH_BYTE) | top) - up_to) & top;
        let shift = 8 * ((before >> 7).wrapping_mul(EACH_BYTE) >> 56);
        let left = n - (up_to << 8 >> shift & 0xff);
        let byte = self.0 >> shift & 0xff;
        Some(Ring(shift as u8 + NTH_BIT[byte as usize][left as usize & 7]))
    }
}

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// The position of the bit that has a given number of set bits before it in a byte.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

macro_rules! set_operator {
    ($operator:ident $function:ident, $assign:ident $assign_function:ident, $symbol:tt) => {
        impl $operator for RingSet {
            type Output = RingSet;
            #[inline]
            fn $function(self, other: RingSet) -> RingSet {
                RingSet(self.0 $symbol other.0)
            }
        }
        impl $assign for RingSet {
            #[inline]
            fn $assign_function(&mut self, other: RingSet) {
                *self = *self $symbol other;
            }
        }
    };
}
set_operator!(BitAnd bitand, BitAndAssign bitand_assign, &);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^);

impl Not for RingSet {
    type Output = RingSet;
    #[inline]
    fn not(self) -> RingSet {
        RingSet(!self.0)
    }
}

impl FromIterator<Ring> for RingSet {
    fn from_iter<I: IntoIterator<Item = Ring>>(rings: I) -> RingSet {
        rings.into_iter().fold(RingSet::EMPTY, |set, ring| set | ring.only())
    }
}

/// The rings of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Rings(RingSet);

impl Iterator for Rings {
    type Item = Ring;

    #[inline]
    fn next(&mut self) -> Option<Ring> {
        let ring = self.0.first()?;
        self.0 = RingSet(self.0.0 & (self.0.0 - 1));
        Some(ring)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Rings {}

impl IntoIterator for RingSet {
    type Item = Ring;
    type IntoIter = Rings;
    #[inline]
    fn into_iter(self) -> Rings {
        Rings(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_agrees_with_iteration() {
        for bits in [0, 1, 1 << 63, u64::MAX, 0xdead_beef_0bad_cafe, 0x8000_0000_0000_0001] {
            let set = RingSet::from_bits(bits);
            let by_walk: Vec<Ring> = set.into_iter().collect();
            let by_count: Vec<Ring> = (0..set.len()).map(|n| set.nth(n).unwrap()).collect();
            assert_eq!(by_walk, by_count);
            assert_eq!(set.nth(set.len()), None);
            assert_eq!(set, by_walk.into_iter().collect());
        }
    }
}
