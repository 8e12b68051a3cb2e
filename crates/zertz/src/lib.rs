//! The rules of ZÈRTZ.
mod board;
mod illegal;
mod label;
mod marble;
mod outcome;
mod position;
mod ring;
mod rules;
mod step;
mod symmetry;
mod turn;
mod turns;
mod zobrist;

pub use board::{Board, BoardError, Direction};
pub use illegal::IllegalTurn;
pub use label::{Label, LabelError};
pub use marble::{Colour, Marbles, MarblesError, Player};
pub use outcome::{Draw, Outcome, Win};
pub use position::Position;
pub use ring::{Ring, RingSet, Rings};
pub use rules::{Captures, Claims, Goal, Goals, GoalsError, Preset, Rules, Stuck, WordError};
pub use step::{HalfTurn, Phase, Progress, Step, TurnInProgress};
pub use symmetry::Symmetry;
pub use turn::{Chain, Turn};
pub use turns::Turns;
