//! The ZÈRTZ server: the web app and online play.
//!
//! The web app is compiled into the binary. A game on the server is a log of events. The modules depend on each other in one direction:
//! `table` ← `store` ← `play` ← `api`.
//!
//! | module | contents |
//! |---|---|
//! | `table` | one game with its players and its clock, as plain values without I/O |
//! | `rating` | ratings: Glicko-2, one game at a time |
//! | `store` | SQLite or PostgreSQL |
//! | `play` | rooms, lobby, the engine as an opponent, background tasks |
//! | `api` | HTTP endpoints and sockets, authentication, rate limits |
//! | `assets`, `encoding`, `files` | the files of the web app and their encodings |
//! | `security` | security headers |
//! | `config`, `id` | the configuration; random ids |
//! | `app`, `serve` | all routes; running the server until it shuts down |
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
pub use id::RandomId;
pub use rating::{Rating, rate};
pub use serve::{interrupted, serve};
