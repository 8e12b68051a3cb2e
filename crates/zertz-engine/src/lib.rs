//! The ZÈRTZ engine. It does no I/O: a search takes a game, limits and a stop flag, and reports variations through a callback.
//!
//! ```
//! use zertz::{Board, Game, Rules};
//! use zertz_engine::{Engine, Limits, Stop};
//!
//! let game = Game::new(Rules::standard(Board::rings37()));
//! let mut engine = Engine::new(1);
//! let limits = Limits { depth: Some(1), ..Limits::default() };
//! let found = engine.search(&game, &limits, &Stop::new(), &mut |_| {}).unwrap();
//! assert!(game.position().play(game.rules(), &found.turn).is_ok());
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `engine` | options, tables, the start of a search |
//! | `limits`, `info` | what a search takes and what it reports |
//! | `level` | playing strength against people |
//! | [`opponent`] | what computer players do besides their turns |
//! | `deepening` | iterative deepening, threads |
//! | `root` | the turns at the root, principal variations |
//! | `search` | principal variation search over steps |
//! | `order`, `history`, `prior` | move ordering |
//! | `table` | the transposition table |
//! | `score` | values and scores |
//! | `network` | the evaluation |
//! | `features`, `pattern` | what the evaluation sees |
//! | `solver` | forced wins |
//! | `dfpn`, [`proof`] | proof-number search |
//! | `plan` | wins that need a plan, and their proofs |
//! | `meter` | the budget of a solver |
//! | [`theory`], `book` | opening proofs, and turns for opening positions |
//! | `time` | time management |
//! | [`review`] | game review |
//! | [`training`] | what a program needs to fit the weights of the network |
//! | [`mod@bench`] | a fixed workload for measurements |
//! | [`ugi`] | the engine protocol |

#![cfg_attr(not(feature = "ts"), forbid(unsafe_code))]

pub mod bench;
mod book;
mod deepening;
mod dfpn;
mod engine;
mod features;
mod history;
mod info;
mod level;
mod limits;
mod meter;
mod network;
pub mod opponent;
mod order;
mod pattern;
mod plan;
mod prior;
pub mod proof;
pub mod review;
mod root;
mod score;
mod search;
mod solver;
mod table;
pub mod theory;
mod time;
pub mod training;
pub mod ugi;

pub use book::{Book, BookError};
pub use engine::{Defence, Engine, Found};
pub use info::{Info, texts};
pub use level::Level;
pub use limits::{Clock, Limits, Stop};
pub use network::{Network, NetworkError};
pub use plan::{NotProven, Planner};
pub use score::{Score, Value};
pub use solver::{Solver, Verdict};
