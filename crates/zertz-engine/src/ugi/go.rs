//! [`Go`]: the parameters of a search.

use super::{Error, number, quoted};
use crate::{Clock, Limits};
use std::time::Duration;
use zertz::Player;

#[derive(Clone, Default, Debug)]
pub(super) struct Go {
    /// All limits but the clock.
    limits: Limits,
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    infinite: bool,
    pub question: Question,
}

/// What the engine is to find out.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// The best turn.
    #[default]
    Search,
    /// Whether the player to move wins by force.
    Prove,
    /// After which turns the opponent wins by force.
    Defend,
}

/// About thirty years. A longer time is a mistake, and could overflow.
const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

impl Go {
    pub fn parse(words: &[&str]) -> Result<Go, Error> {
        let mut go = Go::default();
        let mut words = words.iter().copied();
        while let Some(name) = words.next() {
            let mut value = |min, max| number(name, words.next(), min..=max);
            let (max_u32, max_ms) = (u64::from(u32::MAX), MAX_MILLISECONDS);
            match name {
                "infinite" => go.infinite = true,
                "prove" => go.question = Question::Prove,
                "defend" => go.question = Question::Defend,
                "depth" => go.limits.depth = Some(value(1, max_u32)? as u32),
                "mate" => go.limits.mate = Some(value(1, max_u32)? as u32),
                "nodes" => go.limits.nodes = Some(value(1, u64::MAX)?),
                "movetime" => go.limits.move_time = Some(Duration::from_millis(value(0, max_ms)?)),
                "p1inc" => go.increment[0] = Duration::from_millis(value(0, max_ms)?),
                "p2inc" => go.increment[1] = Duration::from_millis(value(0, max_ms)?),
                "p1time" => go.time[0] = Some(time_left(name, words.next())?),
                "p2time" => go.time[1] = Some(time_left(name, words.next())?),
                _ => {
                    return Err(Error::new(format_args!(
                        "go has no parameter {}: it takes p1time, p2time, p1inc, p2inc, movetime, depth, nodes, mate, infinite, prove or defend",
                        quoted(name)
                    )));
                }
            }
        }
        Ok(go)
    }

    /// Whether a limit ends the search.
    pub fn is_bounded(&self) -> bool {
        let Limits { depth, nodes, move_time, .. } = &self.limits;
        let clock = self.time.iter().any(Option::is_some);
        !self.infinite && (depth.is_some() || nodes.is_some() || move_time.is_some() || clock)
    }

    /// Whether the engine answers only after `stop`, even if the result is proven.
    pub fn waits_for_stop(&self) -> bool {
        let ends = self.is_bounded() || self.limits.mate.is_some() || self.question != Question::Search;
        self.infinite || !ends
    }

    pub fn limits(&self, mover: Player, multi_pv: usize) -> Result<Limits, Error> {
        let index = mover.index();
        let clock = self.time[index].map(|remaining| Clock { remaining, increment: self.increment[index] });
        if clock.is_none() && self.time.iter().any(Option::is_some) {
            return Err(Error::new(format_args!("{mover} is to move, so p{}time is required", index + 1)));
        }
        Ok(Limits { clock, multi_pv, ..self.limits.clone() })
    }
}

/// Parses the time left on a clock. Programs send a negative time if a player is late; it counts as 0.
fn time_left(name: &str, word: Option<&str>) -> Result<Duration, Error> {
    let is_negative = word.is_some_and(|word| word.parse::<i64>().is_ok_and(|time| time < 0));
    let word = if is_negative { Some("0") } else { word };
    number(name, word, 0..=MAX_MILLISECONDS).map(Duration::from_millis)
}
