//! The browser's door to the rules and the engine.
//!
//! The page keeps a game as plain data, [`GameData`]: the rules, the start and a list of what was done. With that it asks: [`look`] shows the
//! position, what may be done next and what has just moved; [`Thinker`] finds a good turn. Nothing is remembered between two questions
//! but the engine's tables, so what a page shows always follows from what it stores. A game is replayed for each question, which takes
//! some microseconds a turn.
//!
//! | module | what |
//! |---|---|
//! | `view` | what a position looks like, and what may be done in it |
//! | `motion` | what a turn moves, for the eye |
//! | `shape` | where the rings of a board lie |
//! | `text` | records and pictures in and out |
//! | `thinker` | the engine |
//! | `door` | all of it as a page calls it |

mod door;
mod motion;
mod shape;
mod text;
mod thinker;
mod view;

pub use motion::{Beat, Motion, Spot};
pub use shape::{Shape, shape};
pub use text::{RecordData, TreeTurn, picture, read, write, zip};
pub use thinker::{Question, Thinker, Thought};
pub use view::{View, look, spell};
pub use zertz_data::{GameData, RulesData, Trouble, rules};
