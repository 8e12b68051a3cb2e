//! WebAssembly bindings of the rules and the engine.
//!
//! The page keeps a game as plain data, [`GameData`]: the rules, the start position and a list of acts. Every function takes such data and
//! returns such data: [`view()`] describes a position, the legal next steps and what just moved; [`Searcher`] finds a good turn. Only the
//! engine's hash table is kept between calls, so what a page shows always follows from what it stores. Each call replays the game, which
//! takes a few microseconds per turn.
//!
//! | module | contents |
//! |---|---|
//! | `view` | a position and its legal next steps |
//! | `motion` | what a turn moves, for animation |
//! | `shape` | where the rings of a board lie |
//! | `step` | the steps of a turn |
//! | `facts` | lists, limits, presets, rules in share links, the rings that a turn names |
//! | `query` | games and openings in addresses |
//! | `premove` | the position in which a premove is made |
//! | `record` | reading and writing records, ZIP and SVG |
//! | `main_line` | the game of a record whose tree of turns was edited |
//! | `search` | the engine |
//! | `review` | the review of a game |
//! | `bindings` | the functions and classes that JavaScript calls |

mod bindings;
mod facts;
mod main_line;
mod motion;
mod premove;
mod query;
mod record;
mod review;
mod search;
mod shape;
mod step;
mod view;

pub use facts::{
    Constants, QueryParameters, TurnRings, constants, preset_of, rules_from_query, rules_to_query, turn_rings,
};
pub use main_line::main_line;
pub use motion::{Beat, Motion, Spot, StepKind};
pub use premove::premove_game;
pub use query::{canonical_opening, game_from_query, game_to_query};
pub use record::{RecordData, TreeTurn, picture, read, write, zip};
pub use review::{BetterTurn, PlayerReview, Review, TurnReview, review};
pub use search::{SearchRequest, Searcher, Variation};
pub use shape::{Shape, shape};
pub use step::{StepData, Steps};
pub use view::{View, canonical_turn, view};
pub use zertz_protocol::{GameData, Problem, RulesData, rules};
