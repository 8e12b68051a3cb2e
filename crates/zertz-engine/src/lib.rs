//! A player of ZÈRTZ. No I/O: a search takes a game, limits and a stop flag, and reports what it finds as it goes.
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
//! | file | what |
//! |---|---|
//! | `engine` | the door: options, threads, iterative deepening |
//! | `limits`, `info` | what a search is given and what it reports |
//! | `level` | how strong it plays against people |
//! | `root` | complete turns, and the lines that follow them |
//! | `score` | what a position is worth, in one number |
//! | `search` | alpha-beta over steps |
//! | `order`, `history` | which step to try first |
//! | `table` | what was found before |
//! | `eval`, `params` | what a quiet position is worth |
//! | `solver`, [`proof`] | wins by force, far beyond what a search of all turns sees |
//! | `time` | how long to think |
//! | [`review`] | what each turn of a game was worth |
//! | [`mod@bench`] | a fixed workload to measure by |
//! | [`ugi`] | the protocol that programs talk to it by |

pub mod bench;
mod deepening;
mod engine;
mod eval;
mod history;
mod info;
mod level;
mod limits;
mod order;
mod params;
pub mod proof;
pub mod review;
mod root;
mod score;
mod search;
mod solver;
mod table;
mod time;
pub mod ugi;

pub use engine::{Engine, Found};
pub use eval::{Evaluator, evaluate, features};
pub use info::Info;
pub use level::Level;
pub use limits::{Clock, Limits, Stop};
pub use params::Params;
pub use score::{Score, Value};
pub use solver::{Solver, Verdict};
