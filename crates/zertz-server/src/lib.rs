//! The web server of ZÈRTZ.
//!
//! It serves the web app, which is compiled into the binary, and needs nothing beside it: no files, no configuration. The app plays,
//! analyses and teaches in the browser by itself.
//!
//! | module | what |
//! |---|---|
//! | `assets` | the files of the app, as a value; tests bring their own |
//! | `encoding` | which of a file's encodings a browser wants |
//! | `files` | answering a request for a file or a page |
//! | `security` | what browsers are told to refuse |
//! | `rating` | how strong players are: Glicko-2, a game at a time |
//! | `error` | what can go wrong with a request, one status each |
//! | `app` | the state and all routes, in one place |
//! | `serve` | from the first connection to the last |
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
