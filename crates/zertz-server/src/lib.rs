//! The server of ZÈRTZ: the web app, and a place to meet and play.
//!
//! The app is compiled into the binary and needs nothing beside it. Games on the server are logs of events: [`table`] knows what they
//! amount to, [`store`] keeps them, [`play`] lets people and engines take part, [`api`] is how they are reached.
//!
//! | module | what |
//! |---|---|
//! | `table` | one game with its players and its clock, as pure values |
//! | `rating` | how strong players are: Glicko-2, a game at a time |
//! | `store` | SQLite or PostgreSQL |
//! | `play` | rooms, lobby, the engine as an opponent, and what happens by itself |
//! | `api` | accounts, games, lobby, sockets; who asks, and how much one may ask |
//! | `assets`, `encoding`, `files` | the files of the app, and which of their encodings a browser wants |
//! | `security` | what browsers are told to refuse |
//! | `config`, `id` | what a server can be told; names that nobody can guess |
//! | `error` | what can go wrong with a request for a file |
//! | `app`, `serve` | all routes in one place; from the first connection to the last |
//!
//! ```no_run
//! # async fn start() -> Result<(), Box<dyn std::error::Error>> {
//! use zertz_server::{App, Assets, router, serve};
//!
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! serve(listener, router(App::new(Assets::embedded()?)), std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```

pub mod api;
mod app;
mod assets;
mod config;
mod encoding;
mod error;
mod files;
mod id;
pub mod play;
mod rating;
mod security;
mod serve;
pub mod store;
pub mod table;

pub use app::{App, router};
pub use assets::{Assets, Missing};
pub use config::Config;
pub use error::Error;
pub use id::{GameId, IdError, PlayerId, SeekId, SessionId};
pub use rating::{Rating, rate};
pub use serve::{interrupted, serve};
