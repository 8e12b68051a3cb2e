//! A table: where one game is played. Everything here is a plain value; nothing waits, stores or asks for the time.
//!
//! A game is a list of events. [`Table::apply`] adds an event to the table. [`Table::decide`] turns a request into a [`Change`] or refuses
//! it, and [`Table::due`] does the same for time that has passed.

mod change;
mod clock;
mod decide;
mod state;
#[cfg(test)]
mod tests;

pub use change::Change;
pub use clock::{Clock, MAX_LAG, Outage};
pub use decide::{Decision, Sender};
pub use state::{BadLog, Table};
