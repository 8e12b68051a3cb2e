//! The settings of a server: from the command line, from environment variables or from a file, in this order.

use crate::usage;
use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use ipnet::IpNet;
use serde::Deserialize;
use std::{
    env, fs,
    net::IpAddr,
    path::{Path, PathBuf},
};
use tracing_subscriber::filter::{LevelFilter, Targets};

#[derive(Args, Deserialize, Clone, Default, Debug, PartialEq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Address and port to listen on; port 0 selects a free port [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "ZERTZ_ADDR")]
    pub addr: Option<String>,
    /// Database for games and accounts: sqlite://FILE, or postgres://… for several machines [default: a file in your data folder]
    #[arg(long, value_name = "URL", env = "ZERTZ_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Public address of the server, such as https://zertz.example; with https, cookies are sent over encrypted connections only
    #[arg(long, value_name = "URL", env = "ZERTZ_BASE_URL")]
    pub base_url: Option<String>,
    /// Addresses and networks of proxies whose X-Forwarded-For header is trusted, such as 10.0.0.0/8, separated by commas
    #[arg(long, value_name = "NETWORKS", env = "ZERTZ_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<String>>,
    /// Rate limits for each address and player; turn off only for measurements [default: on]
    #[arg(long, value_name = "ON|OFF", env = "ZERTZ_RATE_LIMITS")]
    pub rate_limits: Option<Switch>,
    /// Chat for players without an account [default: off]
    #[arg(long, value_name = "ON|OFF", env = "ZERTZ_GUEST_CHAT")]
    pub guest_chat: Option<Switch>,
    /// Number of engine turns to compute in parallel; 0 leaves them to `zertz worker` [default: the number of cores minus one, at least 2]
    #[arg(long, value_name = "N", env = "ZERTZ_ENGINE_THREADS")]
    pub engine_threads: Option<u16>,
    /// Log level on standard error: off, error, warn, info, debug (one line per request) or trace [default: warn]
    #[arg(long, value_name = "LEVEL", env = "ZERTZ_LOG")]
    pub log: Option<String>,
    /// Format of the log: text or json [default: text]
    #[arg(long, value_name = "FORMAT", env = "ZERTZ_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
}

#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    On,
    Off,
}

#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    Text,
    Json,
}

impl Settings {
    /// Fills in what is missing from a configuration file, if there is one.
    pub fn or_file(self, path: Option<&Path>) -> Result<Settings> {
        let file = path.map(Settings::read).transpose()?;
        Ok(self.or(file.unwrap_or_default()))
    }

    fn or(self, file: Settings) -> Settings {
        Settings {
            addr: self.addr.or(file.addr),
            database_url: self.database_url.or(file.database_url),
            base_url: self.base_url.or(file.base_url),
            trusted_proxies: self.trusted_proxies.or(file.trusted_proxies),
            rate_limits: self.rate_limits.or(file.rate_limits),
            guest_chat: self.guest_chat.or(file.guest_chat),
            engine_threads: self.engine_threads.or(file.engine_threads),
            log: self.log.or(file.log),
            log_format: self.log_format.or(file.log_format),
        }
    }

    fn read(file: &Path) -> Result<Settings> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        parse(&text).map_err(|error| usage(format!("{}, {error}", file.display())))
    }

    pub fn addr(&self) -> &str {
        self.addr.as_deref().unwrap_or("127.0.0.1:8080")
    }

    pub fn log(&self) -> Result<Targets> {
        let log = self.log.as_deref().unwrap_or("warn");
        let wrong = || usage(format!("log: `{log}` is not a log level: use off, error, warn, info, debug or trace"));
        // A word that is no level would be the name of a module, and silence all others.
        let is_level = |part: &str| {
            let level = part.rsplit('=').next().unwrap_or(part).trim();
            !level.is_empty() && level.parse::<LevelFilter>().is_ok()
        };
        if !log.split(',').all(is_level) {
            return Err(wrong());
        }
        log.parse().map_err(|_| wrong())
    }

    /// The database. Creates the folder of the default file.
    pub fn database_url(&self) -> Result<String> {
        if let Some(url) = self.given_database()? {
            return Ok(url.to_owned());
        }
        let missing = || anyhow!("there is no data folder; choose a file with --database-url sqlite://FILE");
        let folder = data_folder().ok_or_else(missing)?.join("zertz");
        fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
        Ok(format!("sqlite://{}", folder.join("zertz.db").display()))
    }

    /// The database that was named, if any.
    fn given_database(&self) -> Result<Option<&str>> {
        let Some(url) = self.database_url.as_deref() else { return Ok(None) };
        if ["sqlite://", "postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Ok(Some(url));
        }
        let url = without_password(url);
        let sentence = format!("`{url}` is not the address of a database: use sqlite://FILE or postgres://…");
        Err(usage(format!("database-url: {sentence}")))
    }

    /// The configuration of the server. All settings are checked.
    pub fn config(&self) -> Result<zertz_server::Config> {
        self.given_database()?;
        let is_address = |url: &str| {
            let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            rest.is_some_and(|host| {
                let host = host.strip_suffix('/').unwrap_or(host);
                !host.is_empty() && !host.contains(['/', '?', '#', '@', ' '])
            })
        };
        if let Some(url) = &self.base_url
            && !is_address(url)
        {
            return Err(usage(format!("base-url: `{url}` is not a web address, such as https://zertz.example")));
        }
        let proxies = self.trusted_proxies.iter().flatten().map(|proxy| network(proxy));
        Ok(zertz_server::Config {
            base_url: self.base_url.clone(),
            trusted_proxies: proxies.collect::<Result<_>>()?,
            limits: self.rate_limits != Some(Switch::Off),
            guests_may_chat: self.guest_chat == Some(Switch::On),
        })
    }
}

/// A network, such as 10.0.0.0/8, or a single address.
fn network(text: &str) -> Result<IpNet> {
    let text = text.trim();
    let address = text.parse::<IpAddr>().map(IpNet::from);
    let network = text.parse::<IpNet>().or(address);
    let wrong = || format!("trusted-proxies: `{text}` is not an address or a network, such as 10.0.0.1 or 10.0.0.0/8");
    network.map_err(|_| usage(wrong()))
}

/// Reads the text of a configuration file. An error names the line but does not show it: it may contain a password.
fn parse(text: &str) -> Result<Settings, String> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start).min(text.len());
        let line = text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("line {line}: {}", error.message())
    })
}

/// The address of a database without user, password and options, for messages.
pub fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or((None, url), |(scheme, rest)| (Some(scheme), rest));
    let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    // Options may be secret too.
    let place = place.split_once('?').map_or(place, |(place, _)| place);
    scheme.map_or_else(|| place.to_owned(), |scheme| format!("{scheme}://{place}"))
}

fn data_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return folder("LOCALAPPDATA");
    }
    if cfg!(target_os = "macos") {
        return folder("HOME").map(|home| home.join("Library/Application Support"));
    }
    // Set by systemd for a service.
    folder("STATE_DIRECTORY")
        .or_else(|| folder("XDG_DATA_HOME"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_comes_before_the_file() {
        let file: Settings = toml::from_str(
            "addr = \"0.0.0.0:80\"\nbase-url = \"https://zertz.example\"\ntrusted-proxies = [\"127.0.0.1\", \"10.0.0.0/8\"]\nguest-chat = \"on\"",
        )
        .unwrap();
        let given = Settings { addr: Some("127.0.0.1:1".to_owned()), ..Settings::default() };
        let settings = given.or(file);
        assert_eq!(settings.addr(), "127.0.0.1:1");
        let config = settings.config().unwrap();
        assert_eq!(config.base_url.as_deref(), Some("https://zertz.example"));
        assert_eq!(config.trusted_proxies, ["127.0.0.1/32".parse::<IpNet>().unwrap(), "10.0.0.0/8".parse().unwrap()]);
        assert!(config.limits && config.guests_may_chat);
    }

    #[test]
    fn the_example_file_can_be_read() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/zertz.toml");
        let settings = Settings::read(&file).unwrap();
        assert_eq!(settings.config().unwrap().base_url.as_deref(), Some("https://zertz.example"));
        assert!(settings.log().is_ok() && settings.log_format == Some(LogFormat::Text));
    }

    #[test]
    fn wrong_settings_are_explained() {
        let error = parse("log = \"info\"\nadress = \"x\"").unwrap_err();
        assert!(error.starts_with("line 2: unknown field `adress`"), "{error}");
        let error = parse("rate-limits = \"maybe\"").unwrap_err();
        assert!(error.starts_with("line 1: unknown variant `maybe`, expected `on` or `off`"), "{error}");
        for wrong in ["zertz.example", "https://", "https://zertz.example/sub", "https://me@zertz.example"] {
            let base_url = Some(wrong.to_owned());
            let error = Settings { base_url, ..Settings::default() }.config().unwrap_err().to_string();
            assert!(error.starts_with("base-url: ") && error.contains("is not a web address"), "{error}");
        }
        let trusted_proxies = Some(vec!["10.0.0.0/33".to_owned()]);
        let error = Settings { trusted_proxies, ..Settings::default() }.config().unwrap_err().to_string();
        assert!(error.starts_with("trusted-proxies: `10.0.0.0/33` is not an address or a network"), "{error}");
        let log = |text: &str| Settings { log: Some(text.to_owned()), ..Settings::default() }.log();
        for wrong in ["loud=very", "wran", "", "info,", "zertz_server", "info,loud"] {
            let error = log(wrong).unwrap_err().to_string();
            assert!(error.starts_with("log: `") && error.contains("is not a log level"), "{wrong}: {error}");
        }
        for right in ["off", "debug", "warn,zertz_server=debug", "INFO"] {
            assert!(log(right).is_ok(), "{right}");
        }
    }

    #[test]
    fn no_message_contains_a_password() {
        assert_eq!(without_password("postgres://me:secret@db.example/zertz"), "postgres://db.example/zertz");
        assert_eq!(without_password("postgres://db.example/zertz?password=secret"), "postgres://db.example/zertz");
        assert_eq!(without_password("me:secret@db.example/zertz"), "db.example/zertz");
        assert_eq!(without_password("sqlite://a/b.db"), "sqlite://a/b.db");
        for wrong in ["me:secret@db.example/zertz", "mysql://me:secret@db.example/zertz"] {
            let database_url = Some(wrong.to_owned());
            let error = Settings { database_url, ..Settings::default() }.database_url().unwrap_err().to_string();
            assert!(error.starts_with("database-url: ") && !error.contains("secret"), "{error}");
        }
        let error = parse("database-url = postgres://me:secret@db.example").unwrap_err();
        assert!(error.starts_with("line 1: ") && !error.contains("secret"), "{error}");
    }
}
