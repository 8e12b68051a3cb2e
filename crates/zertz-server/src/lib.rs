//! The ZÈRTZ server: the web app and online play.
//!
//! The web app is compiled into the binary. A game on the server is a log of events. The modules depend on each other in one direction:
//! `table` ← `store` ← `play` ← `api`.
//!
//! ```no_run
//! # async fn start() -> Result<(), Box<dyn std::error::Error>> {
//! use zertz_server::{Assets, Config, router, serve};
//!
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! serve(listener, router(Assets::embedded()?, None), &Config::default(), std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```

mod address;
pub mod api;
mod app;
mod assets;
mod config;
mod encoding;
mod files;
mod id;
mod limits;
mod name;
mod picture;
pub mod play;
mod rating;
mod security;
mod serve;
pub mod store;
pub mod table;

pub use app::router;
pub use assets::{Assets, Missing};
pub use config::Config;
pub use id::RandomId;
pub use serve::{interrupted, serve};
