//! The rules of ZÈRTZ: boards, positions, turns, notation and records. No I/O.
//!
//! ```
//! use zertz::{Board, Game, Rules};
//!
//! let mut game = Game::new(Rules::standard(Board::rings37()));
//! game.play_text("Wd4,d1")?; // a white marble on d4, ring d1 is removed
//! game.play_text("Gd5,a1")?; // next to it, so that the opponent must capture
//! let turns = game.position().turns(game.rules()).to_vec();
//! let texts: Vec<String> = turns.iter().map(|t| game.position().write_turn(game.rules(), t).to_string()).collect();
//! assert_eq!(texts, ["xd4Gd6", "xd5Wd3"]);
//! # Ok::<(), zertz::notation::TurnError>(())
//! ```
//!
//! # Where everything is
//!
//! | you look for | it is |
//! |---|---|
//! | the rings of a board, their names and neighbours | [`Board`], [`Label`], [`Direction`], [`Symmetry`] |
//! | rings as numbers and sets of them | [`Ring`], [`RingSet`] |
//! | marbles and players | [`Colour`], [`Marbles`], [`Player`] |
//! | what a game is played by | [`Rules`], [`Goals`], [`Claims`], [`Captures`], [`Stuck`], [`Preset`] |
//! | the state of a game between turns | [`Position`] |
//! | a position as drawn or pasted, not yet checked | [`Setup`], [`Faults`] |
//! | a complete turn; all legal ones | [`Turn`], [`Chain`], [`Turns`] |
//! | a turn in the making | [`Step`], [`HalfTurn`], [`TurnInProgress`] |
//! | what is wrong with a turn | [`IllegalTurn`] |
//! | a game with its history: undo, repetition, resignation, demands | [`Game`] |
//! | how a game ended | [`Outcome`] |
//! | text: turns, positions, records in all formats | [`notation`] |
//! | counting, for comparing implementations | [`perft()`] |
//! | pictures | [`svg()`] |
//!
//! A [`Position`] knows its rings by number only. Board, goals and options are in [`Rules`], which every question is given: one
//! value serves all positions of a game.
//!
//! A turn is checked step by step, in `step.rs`; `turns.rs` lists and counts. There are two ways to play: checked ([`Position::play`],
//! [`HalfTurn::step`]), which takes anything and explains what is wrong, and unchecked ([`Position::play_unchecked`],
//! [`HalfTurn::step_unchecked`]) for searching, with turns that came from a list of legal ones.

mod board;
mod game;
mod illegal;
mod label;
mod marble;
pub mod notation;
mod outcome;
mod perft;
mod position;
mod ring;
mod rules;
mod setup;
mod step;
mod svg;
mod symmetry;
mod turn;
mod turns;
mod zobrist;

pub use board::{Board, BoardError, Direction};
pub use game::{CannotSwap, Game, GameOver, NothingMissed};
pub use illegal::IllegalTurn;
pub use label::{Label, LabelError};
pub use marble::{Colour, Marbles, MarblesError, Player};
pub use outcome::{Draw, Outcome, Win};
pub use perft::perft;
pub use position::Position;
pub use ring::{Ring, RingSet, Rings};
pub use rules::{Captures, Claims, Goal, Goals, GoalsError, Preset, Rules, Stuck, WordError};
pub use setup::{Doubt, Fault, Faults, Setup};
pub use step::{HalfTurn, Phase, Progress, Step, TurnInProgress};
pub use svg::{SvgOptions, svg};
pub use symmetry::Symmetry;
pub use turn::{Chain, Turn};
pub use turns::Turns;
