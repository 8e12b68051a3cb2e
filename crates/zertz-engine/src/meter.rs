//! [`Meter`]: counts the nodes of a search for forced wins, and says when it must stop.

use crate::Stop;
use std::time::Duration;

/// A clock, and the time at which to stop.
pub(crate) type Deadline<'c> = Option<(&'c dyn Fn() -> Duration, Duration)>;

/// What a search looks at every few hundred nodes.
#[derive(Clone, Default)]
pub(crate) struct Watch<'c> {
    pub stop: Stop,
    pub deadline: Deadline<'c>,
    /// Called with the nodes searched since the last call.
    pub progress: Option<&'c dyn Fn(u64)>,
}

/// The nodes of a search, and the limits of nodes and time.
pub(crate) struct Meter<'c> {
    nodes: u64,
    limit: u64,
    watch: Watch<'c>,
    /// How many nodes count as one in reports of progress.
    unit: u64,
    /// How many have been reported.
    reported: u64,
    /// The number of nodes at which to look at the clock and the flag again.
    next_look: u64,
    is_late: bool,
}

/// How many nodes to count between two looks at the clock.
const LOOK_EVERY: u64 = 256;

impl<'c> Meter<'c> {
    /// A meter that allows nothing yet. `unit` nodes count as one in reports of progress.
    pub fn new(watch: Watch<'c>, unit: u64) -> Meter<'c> {
        Meter { nodes: 0, limit: 0, watch, unit, reported: 0, next_look: 0, is_late: false }
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows this many nodes from now on.
    pub fn allow(&mut self, budget: u64) {
        self.limit = self.nodes.saturating_add(budget);
        self.look();
    }

    /// Counts nodes.
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    fn look(&mut self) {
        self.next_look = self.nodes + LOOK_EVERY;
        let Watch { stop, deadline, progress } = &self.watch;
        self.is_late = stop.is_set() || deadline.is_some_and(|(clock, time)| clock() >= time);
        let done = self.nodes / self.unit;
        if let Some(progress) = progress
            && done > self.reported
        {
            progress(done - self.reported);
            self.reported = done;
        }
    }

    /// Whether the search must stop: the nodes are used up, the time is over, or the flag is set.
    pub fn is_out(&self) -> bool {
        self.nodes >= self.limit || self.is_late
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_meter_stops_at_its_nodes_its_time_or_its_flag() {
        let now = Cell::new(Duration::ZERO);
        let clock = || now.get();
        let stop = Stop::new();
        let deadline: Deadline<'_> = Some((&clock, Duration::from_secs(1)));
        let mut meter = Meter::new(Watch { stop: stop.clone(), deadline, progress: None }, 1);
        assert!(meter.is_out());
        meter.allow(1000);
        meter.count(999);
        assert!(!meter.is_out());
        meter.count(1);
        assert!(meter.is_out());
        meter.allow(10_000);
        now.set(Duration::from_secs(1));
        meter.count(LOOK_EVERY);
        assert!(meter.is_out(), "the time is over");
        now.set(Duration::ZERO);
        meter.allow(10_000);
        assert!(!meter.is_out());
        stop.set();
        meter.count(LOOK_EVERY);
        assert!(meter.is_out(), "the flag is set");
    }

    #[test]
    fn a_meter_reports_every_node_once() {
        let heard = Cell::new(0);
        let progress = |nodes| heard.set(heard.get() + nodes);
        let mut meter = Meter::new(Watch { progress: Some(&progress), ..Watch::default() }, 3);
        meter.allow(10_000);
        for _ in 0..10 {
            meter.count(100);
        }
        assert!((200..=333).contains(&heard.get()), "{}", heard.get());
        meter.allow(1);
        assert_eq!(heard.get(), 333);
    }
}
