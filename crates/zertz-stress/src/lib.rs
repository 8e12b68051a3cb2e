//! Load tests, crash tests and attacks for a server.

mod archive;
mod attack;
mod chaos;
mod engine;
mod idle;
mod load;
mod nodes;
mod pair;
mod postgres;
mod server;

pub use archive::{Archive, ListTime, archive};
pub use attack::attack;
pub use chaos::{Chaos, ChaosReport, Fault, Losses, chaos};
pub use idle::{Idle, IdleReport, hold, idle};
pub use load::{Load, Report, load};
pub use nodes::{NodeFaults, Nodes, nodes};
pub use pair::{Pair, random_turn};
pub use server::{Server, Worker};
