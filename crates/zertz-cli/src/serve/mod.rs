//! `zertz serve`: serves the web app and online play.

pub mod admin;
mod maintenance;
mod moderation;
mod settings;
pub mod worker;

use crate::usage;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use settings::{LogFormat, Settings, without_password};
use std::{
    env,
    io::{self, IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    thread,
    time::Duration,
};
use tokio::{net::TcpListener, time::timeout};
use tracing_subscriber::{Layer, layer::SubscriberExt, util::SubscriberInitExt};
use zertz_server::{
    Assets,
    api::Api,
    play::{Hub, usual_threads},
    store::Store,
};

/// How long a server that stops waits for the database to take back jobs.
const LEAVING: Duration = Duration::from_secs(2);

/// Serve the web app and online play
///
/// Prints the address when it is ready, and runs until you press Ctrl-C. Every option has a default; docs/serve.md explains
/// them. deploy/README.md explains how to run several nodes.
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    settings: Settings,
    /// Configuration file with these options, such as addr = "0.0.0.0:8080"
    #[arg(long, value_name = "FILE", env = "ZERTZ_CONFIG")]
    config: Option<PathBuf>,
    /// Open the app in a browser
    #[arg(long)]
    open: bool,
    /// Serve the app from this folder instead of the built-in one
    #[arg(long, value_name = "FOLDER")]
    app: Option<PathBuf>,
}

impl Serve {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let serve = Serve { settings: self.settings.or_file(self.config.as_deref())?, ..self };
        log(&serve.settings)?;
        let assets = match &serve.app {
            Some(folder) => Assets::from_folder(folder)?,
            None => Assets::embedded()?,
        };
        let runtime = tokio::runtime::Runtime::new().context("cannot start the server")?;
        runtime.block_on(serve.serve(assets, out))
    }

    async fn serve(&self, assets: Assets, out: &mut dyn Write) -> Result<ExitCode> {
        let (addr, config) = (self.settings.addr(), self.settings.config()?);
        let listener = TcpListener::bind(addr).await.map_err(|error| refused(addr, error))?;
        let address = address(listener.local_addr().context("cannot find the address")?);
        let store = open_store(&self.settings.database_url()?).await?;
        let hub = Hub::open(store).await.context("cannot read the games")?;
        let working = hub.work(self.settings.engine_threads.map_or_else(usual_threads, usize::from));
        let router = zertz_server::router(assets, Some(Api::new(hub.clone(), config.clone())));
        // Whoever reads the address may send a signal.
        let end = zertz_server::interrupted().context("cannot listen for signals")?;
        writeln!(out, "ZÈRTZ is running at {address} (press Ctrl-C to stop)").and_then(|()| out.flush())?;
        if self.open {
            open(&address);
        }
        let leaving = hub.clone();
        let end = async move {
            end.await;
            // Tells the clients to reconnect before the server stops.
            leaving.end();
        };
        zertz_server::serve(listener, router, &config, end).await.context("the server failed")?;
        let _ = timeout(LEAVING, working).await;
        hub.store.close().await;
        Ok(ExitCode::SUCCESS)
    }
}

fn log(settings: &Settings) -> Result<()> {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let lines = match settings.log_format {
        Some(LogFormat::Json) => lines.json().flatten_event(true).boxed(),
        _ => lines.boxed(),
    };
    // Fails only if there already is a log.
    let _ = tracing_subscriber::registry().with(lines).with(settings.log()?).try_init();
    Ok(())
}

async fn open_store(url: &str) -> Result<Store> {
    Store::open(url).await.with_context(|| format!("cannot open {}", without_password(url)))
}

/// Opens the database of a server that may be running.
async fn open_beside(url: &str) -> Result<Store> {
    Store::open_beside(url).await.with_context(|| format!("cannot open {}", without_password(url)))
}

/// The address to open in a browser: localhost for a server that listens on all addresses.
fn address(bound: SocketAddr) -> String {
    if bound.ip().is_unspecified() { format!("http://localhost:{}", bound.port()) } else { format!("http://{bound}") }
}

/// Says why the server cannot listen on an address, and what to do about it.
fn refused(listen: &str, error: io::Error) -> anyhow::Error {
    let example = |port: u16| {
        let host = listen.rsplit_once(':').map_or("127.0.0.1", |(host, _)| host);
        format!("choose another address, for example `zertz serve --addr {host}:{port}`")
    };
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let port = listen.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
            let next = port.and_then(|port| port.checked_add(1)).unwrap_or(8081);
            anyhow!("another program is already using {listen}; {}", example(next))
        }
        io::ErrorKind::PermissionDenied => {
            anyhow!("only an administrator may listen on {listen}; {}", example(8080))
        }
        io::ErrorKind::InvalidInput => {
            usage(format!("addr: `{listen}` is not an address with a port, such as 127.0.0.1:8080"))
        }
        _ => {
            anyhow::Error::new(error).context(format!("{listen} is not an address of this machine; {}", example(8080)))
        }
    }
}

fn open(address: &str) {
    let mut opener = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut start = Command::new("cmd");
        // `start` takes the first quoted argument as a window title.
        start.args(["/C", "start", ""]);
        start
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
    {
        Command::new("xdg-open")
    } else {
        return;
    };
    let opener = opener.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = opener.spawn() {
        thread::spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_works_in_a_browser() {
        assert_eq!(address(([127, 0, 0, 1], 8080).into()), "http://127.0.0.1:8080");
        assert_eq!(address(([0, 0, 0, 0], 80).into()), "http://localhost:80");
        assert_eq!(address("[::1]:8080".parse().unwrap()), "http://[::1]:8080");
    }

    #[test]
    fn the_highest_port_has_no_next_one() {
        let error = refused("[::]:65535", io::ErrorKind::AddrInUse.into()).to_string();
        assert!(error.ends_with("`zertz serve --addr [::]:8081`"), "{error}");
    }
}
