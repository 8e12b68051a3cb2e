//! [`Change`]: new events of a table, with the table after them.

use super::{BadLog, Table};
use zertz::Turn;
use zertz_protocol::{Event, EventKind, Millis, Moment, Problem, Seat, Update};

/// New events of a table, with the table after them. Nothing is stored yet.
#[derive(Clone, Debug)]
pub struct Change {
    /// The table after the events.
    pub table: Table,
    /// The updates for clients. `now` is the time of the event until the update is sent.
    pub updates: Vec<Update>,
}

impl Change {
    pub(super) fn none(table: &Table) -> Change {
        Change { table: table.clone(), updates: Vec::new() }
    }

    /// The change that events from the log make.
    pub fn replay(table: &Table, events: &[Event]) -> Result<Change, BadLog> {
        let mut change = Change::none(table);
        for event in events {
            change.apply(event.clone(), None).map_err(|problem| BadLog::new(event.seq, problem))?;
        }
        Ok(change)
    }

    /// The new events.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.updates.iter().map(|update| &update.event)
    }

    /// Adds an event that is not a turn.
    pub(super) fn push(
        &mut self,
        at: Moment,
        by: Option<Seat>,
        id: Option<String>,
        kind: EventKind,
    ) -> Result<(), Problem> {
        let event = self.table.next_event(at, by, id, kind);
        self.apply(event, None)
    }

    /// Adds a turn that has been read but not checked: the rules check it here, once.
    pub(super) fn push_turn(
        &mut self,
        at: Moment,
        by: Seat,
        id: Option<String>,
        turn: Turn,
        lag: Millis,
    ) -> Result<(), Problem> {
        let game = self.table.game();
        let text = game.position().write_turn(game.rules(), &turn).to_string();
        let event = self.table.next_event(at, Some(by), id, EventKind::Turn { turn: text, lag });
        self.apply(event, Some(turn))
    }

    /// Adds an event. If it does not fit the table, nothing changes.
    fn apply(&mut self, event: Event, turn: Option<Turn>) -> Result<(), Problem> {
        let before = self.table.acts().len();
        self.table.apply_parsed(&event, turn)?;
        let keep = before.min(self.table.acts().len());
        let add = self.table.acts().skip(keep).map(str::to_owned).collect();
        self.updates.push(Update {
            now: event.at,
            event,
            keep,
            add,
            state: self.table.state(),
            seats: None,
            unrated: None,
        });
        Ok(())
    }
}
