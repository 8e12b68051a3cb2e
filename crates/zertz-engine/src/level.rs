//! [`Level`]: the playing strength against people.
//!
//! A weak level makes the mistakes that people make: it searches less deeply, so it misses long combinations, and the weakest levels
//! overlook most of their turns. No level plays bad turns on purpose.

use crate::Limits;

/// A playing strength, from 1, which loses to beginners, to 10, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handicap {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The level considers one in this many turns, unless it can capture.
    pub notices_one_in: u32,
}

const HANDICAPS: [Handicap; 10] = [
    Handicap { depth: Some(1), nodes: None, notices_one_in: 100 },
    Handicap { depth: Some(1), nodes: None, notices_one_in: 8 },
    Handicap { depth: Some(1), nodes: None, notices_one_in: 3 },
    Handicap { depth: Some(1), nodes: None, notices_one_in: 1 },
    Handicap { depth: Some(2), nodes: Some(5_000), notices_one_in: 3 },
    Handicap { depth: Some(2), nodes: Some(15_000), notices_one_in: 1 },
    Handicap { depth: Some(3), nodes: Some(40_000), notices_one_in: 1 },
    Handicap { depth: None, nodes: Some(120_000), notices_one_in: 1 },
    Handicap { depth: None, nodes: Some(500_000), notices_one_in: 1 },
    Handicap { depth: None, nodes: None, notices_one_in: 1 },
];

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The level with this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The number, from 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn handicap(self) -> Handicap {
        HANDICAPS[usize::from(self.0) - 1]
    }

    /// Whether a search at this level ends without other limits.
    pub fn is_limited(self) -> bool {
        let Handicap { depth, nodes, .. } = self.handicap();
        depth.is_some() || nodes.is_some()
    }

    /// Adds the limits of the level to those of a search.
    pub(crate) fn limit(self, limits: &Limits) -> Limits {
        let Handicap { depth, nodes, .. } = self.handicap();
        Limits {
            depth: limits.depth.into_iter().chain(depth).min(),
            nodes: limits.nodes.into_iter().chain(nodes).min(),
            ..limits.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_level_is_limited_more_than_the_one_below() {
        for pair in HANDICAPS.windows(2) {
            let [below, above] = [pair[0], pair[1]];
            assert!(below.depth.unwrap_or(u32::MAX) <= above.depth.unwrap_or(u32::MAX));
            assert!(below.depth < above.depth || below.notices_one_in >= above.notices_one_in || above.depth.is_none());
        }
        assert!(Level::all().filter(|level| !level.is_limited()).eq([Level::FULL]));
    }

    #[test]
    fn a_level_keeps_the_limits_of_the_search() {
        let level = Level::new(7).unwrap();
        let limits = level.limit(&Limits { nodes: Some(50), ..Limits::default() });
        assert_eq!((limits.nodes, limits.depth), (Some(50), Some(3)));
        assert_eq!(Level::FULL.limit(&Limits::default()).nodes, None);
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
    }
}
