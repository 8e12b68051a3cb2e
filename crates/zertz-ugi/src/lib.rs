#![doc = include_str!("../README.md")]
//!
//! | module | contents |
//! |---|---|
//! | `process` | [`Process`]: a child process, read line by line with deadlines |
//! | `engine` | [`UgiEngine`]: handshake, options, position, search |
//! | `message` | the lines themselves: [`Go`], `position`, `info` |

mod engine;
mod message;
mod process;

pub use engine::{BestTurn, UgiEngine, UgiError};
pub use message::Go;
pub use process::{Console, NoLine, Process};
