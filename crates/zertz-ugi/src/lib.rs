#![doc = include_str!("../README.md")]

mod engine;
mod message;
mod process;

pub use engine::{BestTurn, UgiEngine, UgiError};
pub use message::Go;
pub use process::{Console, NoLine, Process};
