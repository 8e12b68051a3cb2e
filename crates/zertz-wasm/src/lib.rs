//! WebAssembly bindings of the rules and the engine.
//!
//! The page keeps a game as plain data, [`GameData`]: the rules, the start position and a list of acts. Every function takes such data and
//! returns such data: `view` describes a position, the legal next steps and what just moved; `Searcher` finds a good turn. Only the
//! engine's hash table is kept between calls, so what a page shows always follows from what it stores. Each call replays the game, which
//! takes a few microseconds per turn.

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
mod theory;
mod view;

use facts::{Constants, QueryParameters, TurnRings, constants, rules_from_query, rules_to_query, turn_rings};
use main_line::main_line;
use premove::premove_game;
use query::{canonical_opening, game_from_query, game_to_query};
use record::{RecordData, picture, read, write, zip};
use review::review;
use search::{SearchRequest, Searcher, Variation, instead_of_turn};
use shape::{Shape, shape};
use step::{StepData, Steps};
use theory::{FirstTurns, ProofReply, Proven, first_turns, proof_replies, proven, provide_proof};
use view::{View, canonical_turn, view};
use zertz_engine::review::GameReport;
use zertz_protocol::{GameData, Problem, RulesData, rules};
