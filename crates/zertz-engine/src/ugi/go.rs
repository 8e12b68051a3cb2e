//! [`Go`]: what a search is given.

use super::{Refusal, quoted};
use crate::{Clock, Limits};
use std::time::Duration;
use zertz::Player;

/// The words behind `go`.
#[derive(Clone, Default, Debug)]
pub(super) struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    move_time: Option<Duration>,
    time: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    infinite: bool,
}

/// Some thirty years: more is a mistake, and sums of such times stay far from any overflow.
const MOST_MILLISECONDS: u64 = 1_000_000_000_000;

impl Go {
    pub fn read(words: &[&str]) -> Result<Go, Refusal> {
        let mut go = Go::default();
        let mut words = words.iter().copied();
        while let Some(name) = words.next() {
            let mut number = |least: u64, most: u64| {
                let word = words.next().unwrap_or("");
                let number = word.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| {
                    let found = if word.is_empty() { "nothing".to_owned() } else { quoted(word) };
                    Refusal::new(format_args!("{name} takes a number from {least} to {most}, not {found}"))
                })
            };
            let (counter, u32_most) = (u64::MAX, u64::from(u32::MAX));
            match name {
                "infinite" => go.infinite = true,
                "depth" => go.depth = Some(number(1, u32_most)? as u32),
                "mate" => go.mate = Some(number(1, u32_most)? as u32),
                "nodes" => go.nodes = Some(number(1, counter)?),
                "movetime" => go.move_time = Some(Duration::from_millis(number(0, MOST_MILLISECONDS)?)),
                "p1inc" => go.increment[0] = Some(Duration::from_millis(number(0, MOST_MILLISECONDS)?)),
                "p2inc" => go.increment[1] = Some(Duration::from_millis(number(0, MOST_MILLISECONDS)?)),
                "p1time" => go.time[0] = Some(clock(name, words.next())?),
                "p2time" => go.time[1] = Some(clock(name, words.next())?),
                _ => {
                    return Err(Refusal::new(format_args!(
                        "go does not know {}: it takes p1time, p2time, p1inc, p2inc, movetime, depth, nodes, mate or infinite",
                        quoted(name)
                    )));
                }
            }
        }
        Ok(go)
    }

    /// Whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        let clock = self.time.iter().any(Option::is_some);
        !self.infinite && (self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || clock)
    }

    /// Whether the answer has to wait for `stop`, even when the search has nothing left to do.
    pub fn waits_for_stop(&self) -> bool {
        self.infinite || !self.is_bounded() && self.mate.is_none()
    }

    /// The limits of the search, for the player to move.
    pub fn limits(&self, mover: Player, multi_pv: usize) -> Result<Limits, Refusal> {
        let clock = match self.time[mover.index()] {
            None if self.time.iter().any(Option::is_some) => {
                let number = mover.index() + 1;
                return Err(Refusal::new(format_args!("it is the turn of {mover}, so p{number}time is needed")));
            }
            None => None,
            Some(remaining) => {
                Some(Clock { remaining, increment: self.increment[mover.index()].unwrap_or(Duration::ZERO) })
            }
        };
        let (depth, nodes, move_time, mate) = (self.depth, self.nodes, self.move_time, self.mate);
        Ok(Limits { depth, nodes, move_time, clock, mate, multi_pv, exclude: Vec::new() })
    }
}

/// What is left on a clock. Less than nothing, which programs send when a player is late, counts as nothing.
fn clock(name: &str, word: Option<&str>) -> Result<Duration, Refusal> {
    let left = word.and_then(|word| word.parse::<i64>().ok()).filter(|&left| left <= MOST_MILLISECONDS as i64);
    let left = left.ok_or_else(|| {
        let found = word.map_or("nothing".to_owned(), quoted);
        Refusal::new(format_args!("{name} takes milliseconds up to {MOST_MILLISECONDS}, not {found}"))
    })?;
    Ok(Duration::from_millis(left.max(0) as u64))
}
