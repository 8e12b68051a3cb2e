//! Load and crash tests for a server.
//!
//! | module | contents |
//! |---|---|
//! | `server` | a server in its own process, to measure and to kill |
//! | `pair` | two clients who play each other |
//! | `load` | how fast turns arrive with many games at once, and what a game costs |
//! | `chaos` | whether anything acknowledged is lost when the server is killed |

mod chaos;
mod load;
mod pair;
mod server;

pub use chaos::{Chaos, Losses, chaos};
pub use load::{Load, Report, load};
pub use pair::{Pair, random_turn};
pub use server::Server;
