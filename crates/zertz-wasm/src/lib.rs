//! WebAssembly bindings of the rules and the engine.
//!
//! There are three modules, so that a page waits only for what it needs. Each has a feature:
//!
//! | feature | contents | loaded by |
//! |---|---|---|
//! | `rules` | the rules and the protocol | every page |
//! | `extras` | records, opening proofs, updates of games on the server | the pages that use them |
//! | `engine` | search, solver and review | the engine's web worker |
//!
//! The page keeps a game as plain data, [`GameData`]: the rules, the start position and a list of acts. Every function takes such data and
//! returns such data: `view` describes a position, the legal next steps and what just moved; `Searcher` finds a good turn or a forced win. Only the
//! engine's hash table and what was loaded for it are kept between calls, so what a page shows always follows from what it stores. Each call
//! replays the game, which takes a few microseconds per turn.

mod js;
mod types;

use zertz_protocol::{GameData, Problem};

#[cfg(feature = "rules")]
mod facts;
#[cfg(feature = "rules")]
mod motion;
#[cfg(feature = "rules")]
mod opponent;
#[cfg(feature = "rules")]
mod premove;
#[cfg(feature = "rules")]
mod query;
#[cfg(feature = "rules")]
mod rules_bindings;
#[cfg(feature = "rules")]
mod shape;
#[cfg(feature = "rules")]
mod step;
#[cfg(feature = "rules")]
mod view;

#[cfg(feature = "rules")]
use {
    facts::{Constants, TurnRings, constants, turn_rings},
    opponent::instead_of_turn,
    premove::premove_game,
    query::canonical_opening,
    shape::{Shape, shape},
    step::{StepData, Steps},
    view::{View, canonical_turn, view},
    zertz_protocol::{QueryParameters, RulesData, game_from_query, game_to_query, rules},
};

#[cfg(feature = "extras")]
mod extras_bindings;
#[cfg(feature = "extras")]
mod main_line;
#[cfg(feature = "extras")]
mod record;
#[cfg(feature = "extras")]
mod theory;

#[cfg(feature = "extras")]
use {
    main_line::main_line,
    record::{RecordData, picture, read, write, zip},
    theory::{FirstTurns, ProofReply, Proven, first_turns, proof_replies, proven},
};

#[cfg(any(feature = "extras", feature = "engine"))]
mod proof;

#[cfg(feature = "engine")]
mod engine_bindings;
#[cfg(feature = "engine")]
mod review;
#[cfg(feature = "engine")]
mod search;
#[cfg(feature = "engine")]
mod solve;

#[cfg(feature = "engine")]
use {
    review::review,
    search::{SearchRequest, Searcher, Variation},
    solve::{DefenceData, SolveRequest, Solved},
    zertz_engine::review::GameReport,
};
