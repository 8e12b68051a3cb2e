//! The transposition table, shared by all threads without locks.
//!
//! An entry consists of two atomic words: the data, and the key XORed with the data. A torn write does not match its key and reads as
//! empty, so relaxed accesses are enough and no code is unsafe.

use crate::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use zertz::{Colour, Direction, Ring, RingSet, Step};

/// How a stored value relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at most this: the node failed low.
    Upper = 1,
    /// The true value is at least this: the node failed high.
    Lower = 2,
    Exact = 3,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub value: Value,
    pub depth: i32,
    pub bound: Bound,
    pub step: Option<Step>,
}

pub(crate) struct Table {
    slots: Box<[[AtomicU64; 2]]>,
    age: u8,
}

/// The slots in which a key can be stored: four fill a cache line.
const BUCKET: usize = 4;

impl Table {
    /// Creates a table of this many mebibytes, at least one.
    pub fn new(megabytes: usize) -> Table {
        Table::try_new(megabytes).expect("there is memory for the table")
    }

    /// Creates a table, or returns `None` if there is not enough memory.
    pub fn try_new(megabytes: usize) -> Option<Table> {
        let count = megabytes.max(1).checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize_with(count, || [const { AtomicU64::new(0) }; 2]);
        Some(Table { slots: slots.into_boxed_slice(), age: 0 })
    }

    /// The size in mebibytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(&*self.slots) >> 20
    }

    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = [const { AtomicU64::new(0) }; 2]);
        self.age = 0;
    }

    /// Begins a search. Entries of earlier searches are replaced first.
    pub fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1) & AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let buckets = (self.slots.len() / BUCKET) as u128;
        let index = ((u128::from(key) * buckets) >> 64) as usize * BUCKET;
        &self.slots[index..index + BUCKET]
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
                return unpack(data);
            }
        }
        None
    }

    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let mut data = pack(entry, self.age);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (i, [check, old]) in bucket.iter().enumerate() {
            let old = old.load(Ordering::Relaxed);
            if old == 0 || check.load(Ordering::Relaxed) ^ old == key {
                // A result without a best step keeps the stored one.
                if old != 0 && entry.step.is_none() {
                    data |= old & STEP;
                }
                worst = (i32::MIN, i);
                break;
            }
            let stale = self.age.wrapping_sub((old >> 42) as u8) & AGES;
            worst = worst.min((depth_of(old) - 8 * i32::from(stale), i));
        }
        let [check, slot] = &bucket[worst.1];
        check.store(key ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }

    /// The thousandths of the table that hold results of this search.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample.iter().filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && (data >> 42) as u8 & AGES == self.age
        });
        (used.count() * 1000 / sample.len()) as u32
    }
}

const AGES: u8 = 0x3f;
const STEP: u64 = 0x3fff;

// From the lowest bit: 14 bits step, 16 value, 10 depth (with offset), 2 bound, 6 age.
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.step.map_or(0, pack_step))
        | (entry.value as i16 as u16 as u64) << 14
        | ((entry.depth + DEPTH_OFFSET).clamp(0, 1023) as u64) << 30
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
}

const DEPTH_OFFSET: i32 = 64;

fn depth_of(data: u64) -> i32 {
    (data >> 30 & 1023) as i32 - DEPTH_OFFSET
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let value = Value::from((data >> 14) as u16 as i16);
    Some(Entry { value, depth: depth_of(data), bound, step: unpack_step((data & STEP) as u16) })
}

/// A step in 14 bits; 0 means none.
fn pack_step(step: Step) -> u16 {
    match step {
        Step::Place(colour, ring) => 1 + ((colour.index() as u16) << 6 | ring.index() as u16),
        Step::Remove(ring) => 1 + (1 << 10 | ring.index() as u16),
        Step::Jump(ring, direction) => 1 + (2 << 10 | (direction.index() as u16) << 6 | ring.index() as u16),
        Step::Claim => 1 + (3 << 10),
        Step::Decline => 1 + (4 << 10),
        Step::Pass => 1 + (5 << 10),
    }
}

fn unpack_step(code: u16) -> Option<Step> {
    let code = code.checked_sub(1)?;
    let ring: Ring = RingSet::from_bits(1 << (code & 63)).first()?;
    let part = usize::from(code >> 6 & 15);
    Some(match code >> 10 {
        0 => Step::Place(*Colour::ALL.get(part)?, ring),
        1 => Step::Remove(ring),
        2 => Step::Jump(ring, *Direction::ALL.get(part)?),
        3 => Step::Claim,
        4 => Step::Decline,
        5 => Step::Pass,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::Board;

    #[test]
    fn entries_come_back_as_they_were() {
        let table = Table::new(1);
        let ring = Board::rings61().all().nth(60).unwrap();
        let steps = [
            None,
            Some(Step::Place(Colour::Black, ring)),
            Some(Step::Remove(ring)),
            Some(Step::Jump(ring, Direction::NorthWest)),
            Some(Step::Claim),
            Some(Step::Decline),
            Some(Step::Pass),
        ];
        for (i, step) in steps.into_iter().enumerate() {
            for (value, depth, bound) in [(-31_000, -9, Bound::Upper), (0, 0, Bound::Exact), (30_999, 90, Bound::Lower)]
            {
                let key = 0x1234_5678_9abc_def0 ^ (i as u64) << 50 ^ value as u64;
                let entry = Entry { value, depth, bound, step };
                table.put(key, entry);
                assert_eq!(table.get(key), Some(entry));
                assert_eq!(table.get(key ^ 1), None);
            }
        }
    }

    #[test]
    fn deep_results_survive_shallow_ones() {
        let table = Table::new(1);
        let deep = Entry { value: 5, depth: 40, bound: Bound::Exact, step: Some(Step::Pass) };
        table.put(1, deep);
        for key in 2..1000 {
            table.put(key, Entry { depth: 1, ..deep });
        }
        assert_eq!(table.get(1), Some(deep));
    }
}
