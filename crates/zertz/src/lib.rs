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
//! # Contents
//!
//! | topic | items |
//! |---|---|
//! | boards: rings, their names and neighbours | [`Board`], [`Label`], [`Direction`], [`Symmetry`] |
//! | rings as numbers, sets of rings | [`Ring`], [`RingSet`] |
//! | marbles and players | [`Colour`], [`Marbles`], [`Player`] |
//! | the rules of a game | [`Rules`], [`Goals`], [`Claims`], [`Captures`], [`Stuck`], [`Preset`] |
//! | the state of a game between turns | [`Position`] |
//! | a position without colours | [`Shape`], [`Capture`] |
//! | a position as drawn or pasted, not yet checked | [`Setup`], [`Faults`] |
//! | a complete turn, all legal turns | [`Turn`], [`Chain`], [`Turns`] |
//! | a turn made step by step | [`Step`], [`HalfTurn`], [`TurnInProgress`] |
//! | why a turn is illegal | [`IllegalTurn`] |
//! | a game with its history: undo, repetition, resignation, demands | [`Game`] |
//! | how a game ended | [`Outcome`] |
//! | text: turns, positions, records in all formats | [`notation`] |
//! | counts for comparing implementations | [`perft()`] |
//! | pictures | [`svg()`] |
//! | random numbers from a seed | [`Rng`] |
//!
//! A [`Position`] stores its rings by number only. Board, goals and options are in [`Rules`], which all positions of a game share and
//! which most methods take as an argument.
//!
//! `jump.rs` says when a jump is legal, `shape.rs` which rings can be removed and claimed, `step.rs` checks a turn step by step, and `turns.rs` lists and counts turns. There are two ways to
//! play: checked ([`Position::play`], [`HalfTurn::step`]), which accepts any turn and explains what is wrong with it, and unchecked
//! ([`Position::play_unchecked`], [`HalfTurn::step_unchecked`]), for turns that are known to be legal.

mod board;
mod game;
mod illegal;
mod jump;
mod label;
mod marble;
pub mod notation;
mod outcome;
mod perft;
mod position;
mod ring;
mod rng;
mod rules;
mod setup;
mod shape;
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
pub use rng::Rng;
pub use rules::{Captures, Claims, Goal, Goals, GoalsError, Preset, Rules, Stuck, WordError};
pub use setup::{Doubt, Fault, Faults, Setup};
pub use shape::{Capture, Shape};
pub use step::{HalfTurn, Phase, Progress, Step, TurnInProgress};
pub use svg::{SvgOptions, svg};
pub use symmetry::Symmetry;
pub use turn::{Chain, Turn};
pub use turns::Turns;
