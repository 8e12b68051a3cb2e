//! The browser's door to the rules and the engine.
//!
//! The page keeps a game as plain data, [`GameData`]: the rules, the start and a list of what was done. With that it asks: [`look`] shows the
//! position, what may be done next and what has just moved; [`Thinker`] finds a good turn. Nothing is remembered between two questions
//! but the engine's tables, so what a page shows always follows from what it stores. A game is replayed for each question, which takes
//! some microseconds a turn.
//!
//! | module | what |
//! |---|---|
//! | `data` | rules and games as the page keeps them |
//! | `view` | what a position looks like, and what may be done in it |
//! | `motion` | what a turn moves, for the eye |
//! | `shape` | where the rings of a board lie |
//! | `text` | records and pictures in and out |
//! | `trouble` | what is wrong, for a page to say in its language |
//! | `thinker` | the engine |
//! | `door` | all of it as a page calls it |

mod data;
mod door;
mod motion;
mod shape;
mod text;
mod thinker;
mod trouble;
mod view;

pub use data::{GameData, RulesData, rules};
pub use motion::{Beat, Motion, Spot};
pub use shape::{Shape, shape};
pub use text::{RecordData, TreeTurn, picture, read, write, zip};
pub use thinker::{Question, Thinker, Thought};
pub use trouble::Trouble;
pub use view::{View, look, spell};
