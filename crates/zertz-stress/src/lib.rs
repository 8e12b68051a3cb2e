//! Load and crash tests for a server.

mod chaos;
mod load;
mod pair;
mod server;

pub use chaos::{Chaos, Losses, chaos};
pub use load::{Load, Report, load};
pub use pair::{Pair, random_turn};
pub use server::Server;
