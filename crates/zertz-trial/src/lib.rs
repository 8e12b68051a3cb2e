//! Trying a server: many games at once, and sudden death.
//!
//! | module | what |
//! |---|---|
//! | `server` | the real program as a process of its own, to be started, watched and killed |
//! | `pair` | two clients who play each other |
//! | `load` | how fast many games go, and what they cost |
//! | `chaos` | whether anything that was acknowledged is lost when the server is killed |

mod chaos;
mod load;
mod pair;
mod server;

pub use chaos::{Chaos, Losses, chaos};
pub use load::{Load, Report, load};
pub use pair::{Pair, random_turn};
pub use server::Server;
