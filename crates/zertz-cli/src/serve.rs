//! `zertz serve`: the web app, for a browser on this machine or for everybody.

use crate::{Run, Verdict, usage};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::{
    env,
    io::{self, IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
};
use tokio::net::TcpListener;
use tracing_subscriber::{filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};
use zertz_server::{App, Assets};

/// Serve the web app: play, learn and analyse in a browser
///
/// Prints the address when it is ready and runs until Ctrl-C. See docs/serve.md for more than one machine.
#[derive(Args)]
pub struct Serve {
    /// The address and port to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", env = "ZERTZ_LISTEN")]
    listen: String,
    /// Open the app in a browser, where there is one
    #[arg(long)]
    open: bool,
    /// Serve the app in this folder instead of the one in this program
    #[arg(long, value_name = "FOLDER")]
    app: Option<PathBuf>,
    /// What to log to standard error: error, warn, info, debug (a line for each request) or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "ZERTZ_LOG")]
    log: Targets,
}

impl Run for Serve {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
        // It can only have been set already, and then there is a log.
        let _ = tracing_subscriber::registry().with(lines).with(self.log.clone()).try_init();
        let assets = match &self.app {
            Some(folder) => Assets::from_folder(folder)?,
            None => Assets::embedded()?,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.context("the server cannot be started")?.block_on(self.serve(assets, out))
    }
}

impl Serve {
    async fn serve(&self, assets: Assets, out: &mut dyn Write) -> Result<Verdict> {
        let listener = TcpListener::bind(&self.listen).await.map_err(|error| refused(&self.listen, error))?;
        let address = address(listener.local_addr().context("the address cannot be told")?);
        // Before anybody learns that we are there.
        let end = zertz_server::interrupted().context("the server could not be told to end")?;
        writeln!(out, "ZÈRTZ is ready at {address} until you press Ctrl-C").and_then(|()| out.flush())?;
        if self.open {
            open(&address);
        }
        let router = zertz_server::router(App::new(assets));
        zertz_server::serve(listener, router, end).await.context("the server broke off")?;
        Ok(Verdict::Fine)
    }
}

/// What to type into a browser. Nobody can go to "every address", so it is the one that this machine has for itself.
fn address(bound: SocketAddr) -> String {
    if bound.ip().is_unspecified() { format!("http://localhost:{}", bound.port()) } else { format!("http://{bound}") }
}

/// Why the server cannot listen there, and what to do about it.
fn refused(listen: &str, error: io::Error) -> anyhow::Error {
    let example = |port: u16| {
        let host = listen.rsplit_once(':').map_or("127.0.0.1", |(host, _)| host);
        format!("choose another with --listen, as in `zertz serve --listen {host}:{port}`")
    };
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let port = listen.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
            let next = port.and_then(|port| port.checked_add(1)).unwrap_or(8081);
            anyhow!("{listen} is taken by another program; {}", example(next))
        }
        io::ErrorKind::PermissionDenied => {
            anyhow!("{listen} is kept for the system's administrator; {}", example(8080))
        }
        io::ErrorKind::InvalidInput => usage(format!("`{listen}` is not an address with a port, as 127.0.0.1:8080 is")),
        _ => {
            anyhow::Error::new(error).context(format!("{listen} is not an address of this machine; {}", example(8080)))
        }
    }
}

/// Shows the app in a browser if there is one. Nothing is lost where there is none: the address was printed.
fn open(address: &str) {
    let mut opener = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut start = Command::new("cmd");
        // The first thing in quotes would be the title of a window.
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
    fn the_address_is_one_to_go_to() {
        assert_eq!(address(([127, 0, 0, 1], 8080).into()), "http://127.0.0.1:8080");
        assert_eq!(address(([0, 0, 0, 0], 80).into()), "http://localhost:80");
        assert_eq!(address("[::1]:8080".parse().unwrap()), "http://[::1]:8080");
    }

    #[test]
    fn a_taken_port_comes_with_another() {
        let sentence = |listen| refused(listen, io::ErrorKind::AddrInUse.into()).to_string();
        assert_eq!(
            sentence("127.0.0.1:8080"),
            "127.0.0.1:8080 is taken by another program; choose another with --listen, as in `zertz serve --listen 127.0.0.1:8081`"
        );
        assert!(sentence("[::]:65535").ends_with("`zertz serve --listen [::]:8081`"));
    }
}
