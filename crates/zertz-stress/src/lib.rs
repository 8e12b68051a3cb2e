//! Load and crash tests for a server.
//!
//! | module | contents |
//! |---|---|
//! | `server` | the real program as a process, to be started, measured and killed |
//! | `pair` | two clients who play each other |
//! | `load` | how fast many games at once are, and what they cost |
//! | `chaos` | whether anything acknowledged is lost when the server is killed |

mod chaos;
mod load;
mod pair;
mod server;

pub use chaos::{Chaos, Losses, chaos};
pub use load::{Load, Report, load};
pub use pair::{Pair, random_turn};
pub use server::Server;
