//! Games as plain data: what the web app keeps, the server stores, and both send.
//!
//! Text and numbers only, with no rule of the game in it: [`GameData::game`] asks the rules crate what the data means, and names what is
//! wrong with it as a [`Trouble`].
//!
//! | module | what |
//! |---|---|
//! | `data` | rules, and games as a list of what was done |
//! | `trouble` | what is wrong, for a page to say in its language |
//!
//! Each user needs the types described in its own way: the feature `ts` describes them for TypeScript, `schema` for OpenAPI.

mod data;
mod trouble;

pub use data::{Act, GameData, RulesData, act, rules};
pub use trouble::Trouble;
