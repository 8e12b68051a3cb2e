//! A table: where one game is played. All of it is plain values; nothing here waits, stores or asks for the time.
//!
//! [`Event`]s say what happened and are all that is kept. [`Table::apply`] adds one to what they amount to; [`Table::decide`] says which
//! ones follow from a [`Command`], or refuses it; [`Table::due`] says which one follows from time passing.

mod clock;
mod command;
mod decide;
mod event;
mod plan;
mod seat;
mod state;
#[cfg(test)]
mod tests;

pub use clock::{Clock, MOST_LAG, Millis, Moment, Pace, TimeControl};
pub use command::{Asker, Command, MOST_SAID, Refusal, Request, Unread};
pub use decide::Decision;
pub use event::{Audience, Event, Settings, What};
pub use plan::Plan;
pub use seat::{Pair, Seat};
pub use state::{BadLog, Offers, Said, Status, Table};
