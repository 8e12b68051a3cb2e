//! [`Level`]: how strong the engine plays against people.
//!
//! A weak level errs as people do. It does not throw dice for bad turns: it looks less far ahead, so that long combinations escape it, and
//! the weakest overlook most of the turns they could make.

use crate::Limits;

/// A level from 1, which loses to a beginner, to 10, the full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level is limited to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handicap {
    /// How many turns it looks ahead.
    pub turns: Option<u32>,
    /// How many steps it looks at.
    pub steps: Option<u64>,
    /// Of how many turns without a capture it notices one.
    pub notices_one_in: u32,
}

/// The limits of levels 1 to 10.
const HANDICAPS: [Handicap; 10] = [
    Handicap { turns: Some(1), steps: None, notices_one_in: 100 },
    Handicap { turns: Some(1), steps: None, notices_one_in: 8 },
    Handicap { turns: Some(1), steps: None, notices_one_in: 3 },
    Handicap { turns: Some(1), steps: None, notices_one_in: 1 },
    Handicap { turns: Some(2), steps: Some(5_000), notices_one_in: 3 },
    Handicap { turns: Some(2), steps: Some(15_000), notices_one_in: 1 },
    Handicap { turns: Some(3), steps: Some(40_000), notices_one_in: 1 },
    Handicap { turns: None, steps: Some(120_000), notices_one_in: 1 },
    Handicap { turns: None, steps: Some(500_000), notices_one_in: 1 },
    Handicap { turns: None, steps: None, notices_one_in: 1 },
];

impl Level {
    /// The full strength.
    pub const FULL: Level = Level(10);

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The level of that number, 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn handicap(self) -> Handicap {
        HANDICAPS[usize::from(self.0) - 1]
    }

    /// Whether it needs no other limit to come to an end.
    pub fn is_limited(self) -> bool {
        let Handicap { turns, steps, .. } = self.handicap();
        turns.is_some() || steps.is_some()
    }

    /// The limits of a search with those of the level on top.
    pub(crate) fn limit(self, limits: &Limits) -> Limits {
        let Handicap { turns, steps, .. } = self.handicap();
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Limits {
            depth: limits.depth.into_iter().chain(turns).min(),
            nodes: least(limits.nodes, steps),
            ..limits.clone()
        }
    }

    /// What limits it, in words.
    pub fn describe(self) -> String {
        let Handicap { turns, steps, notices_one_in } = self.handicap();
        let mut parts = Vec::new();
        match turns {
            Some(1) => parts.push("looks at its own turn and the captures it leads to".to_owned()),
            Some(turns) => parts.push(format!("looks {turns} turns ahead and at the captures they lead to")),
            None => {}
        }
        parts.extend(steps.map(|steps| format!("at most {steps} steps")));
        if notices_one_in > 1 {
            parts.push(format!("notices one in {notices_one_in} of its turns without a capture"));
        }
        if parts.is_empty() { "full strength".to_owned() } else { parts.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_level_is_limited_more_than_the_one_below() {
        for pair in HANDICAPS.windows(2) {
            let more = |a: Option<u64>, b: Option<u64>| a.unwrap_or(u64::MAX) <= b.unwrap_or(u64::MAX);
            assert!(more(pair[0].turns.map(u64::from), pair[1].turns.map(u64::from)));
            assert!(
                pair[0].turns < pair[1].turns
                    || pair[0].notices_one_in >= pair[1].notices_one_in
                    || pair[1].turns.is_none()
            );
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

    #[test]
    fn levels_are_described() {
        assert_eq!(Level::FULL.describe(), "full strength");
        assert!(Level::new(1).unwrap().describe().contains("one in 100"));
    }
}
