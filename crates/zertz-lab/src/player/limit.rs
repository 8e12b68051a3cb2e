//! [`Limit`]: the limit of a player's search.

use std::{fmt, time::Duration};
use zertz_engine::Clock;

/// The limit of a search; the bound that is reached first ends it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limit {
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth, in turns.
    pub depth: Option<u32>,
    /// The time for each turn.
    pub time: Option<Duration>,
    /// The clock for the whole game.
    pub clock: Option<Clock>,
}

impl Limit {
    /// Whether it bounds nothing.
    pub fn is_empty(&self) -> bool {
        *self == Limit::default()
    }

    /// Changes one setting, such as `nodes` to `2000`. Returns whether there is a setting of this name.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let wrong = |example: &str| format!("{name}={value} is wrong: expected a value as in {name}={example}");
        let positive = |example: &str| match value.parse::<u64>() {
            Ok(number @ 1..=1_000_000_000_000) => Ok(number),
            _ => Err(wrong(example)),
        };
        match name {
            "nodes" => self.nodes = Some(positive("20000")?),
            "depth" => self.depth = Some(positive("3")?.min(100) as u32),
            "time" => self.time = Some(Duration::from_millis(positive("100")?)),
            "clock" => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                let number = |text: &str| text.parse::<u64>().ok().filter(|&ms| ms <= 1_000_000_000_000);
                let (Some(base @ 1..), Some(increment)) = (number(base), number(increment)) else {
                    return Err(wrong("5000+50"));
                };
                let [remaining, increment] = [base, increment].map(Duration::from_millis);
                self.clock = Some(Clock { remaining, increment });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl std::str::FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let mut limit = Limit::default();
        for (name, value) in super::spec::settings(text)? {
            if !limit.set(name, value)? {
                return Err(format!("{name} is not a limit; use nodes, depth, time or clock"));
            }
        }
        Ok(limit)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|n| format!("nodes={n}")));
        parts.extend(self.depth.map(|n| format!("depth={n}")));
        parts.extend(self.time.map(|t| format!("time={}", t.as_millis())));
        parts.extend(self.clock.map(|c| format!("clock={}+{}", c.remaining.as_millis(), c.increment.as_millis())));
        f.write_str(&parts.join(","))
    }
}
