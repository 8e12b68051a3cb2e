//! The protocol between a ZÈRTZ server and its clients, and games as plain data.
//!
//! Every message, request body, query, response and event is a type here, and so is every HTTP endpoint. The server, the Rust client and
//! the web app share them. Rules of the game are not here: [`GameData::game`] asks the rules crate what the data means and reports
//! invalid data as a [`Problem`].
//!
//! The types are described in OpenAPI and, with the feature `ts`, in TypeScript.

mod account;
mod act;
mod bot;
mod code;
mod command;
mod conditional;
pub mod endpoint;
mod event;
mod game;
mod id;
mod limits;
mod link;
mod list;
mod lobby;
mod maintenance;
mod moderation;
mod openapi;
mod outcome;
mod player;
mod problem;
mod report;
mod seat;
mod table;
mod time;

pub use account::*;
pub use act::*;
pub use bot::*;
pub use code::Code;
pub use command::*;
pub use conditional::*;
pub use event::*;
pub use game::*;
pub use id::*;
pub use limits::*;
pub use link::*;
pub use list::*;
pub use lobby::*;
pub use maintenance::*;
pub use moderation::*;
pub use openapi::openapi;
pub use outcome::*;
pub use player::*;
pub use problem::Problem;
pub use report::*;
pub use seat::*;
pub use table::*;
pub use time::*;

use serde::Serialize;
use std::fmt;

/// The word that stands for a value on the wire, such as an enum without fields.
pub fn word(value: impl Serialize) -> String {
    struct Word<T>(T);

    impl<T: Serialize> fmt::Display for Word<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    Word(value).to_string()
}
