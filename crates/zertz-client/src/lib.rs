//! Talking to a ZÈRTZ server, as docs/online.md describes it: for bots, tests and measurements.
//!
//! [`Client::socket`] opens a socket, also over TLS. [`Client::ask`] sends a request by plain HTTP, one connection each: enough for tests and
//! measurements on one's own machine, where it is used.

mod socket;

pub use socket::Socket;

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is none.
    #[error("`{0}` is not the address of a server: use http://HOST:PORT or https://HOST")]
    Address(String),
    /// The server is not there, or broke off.
    #[error("the server cannot be reached: {0}")]
    Io(#[from] std::io::Error),
    /// The socket was refused or broke off.
    #[error("the server cannot be reached: {0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// What came back makes no sense.
    #[error("the server's answer cannot be read")]
    Unreadable,
    /// The server does not do it.
    #[error("{sentence}")]
    Refused {
        /// The status in HTTP.
        status: u16,
        /// Why, for programs.
        code: String,
        /// Why, for people.
        sentence: String,
    },
}

/// Somebody who talks to a server: a stranger, who gets a cookie on the way, or a program with a token.
#[derive(Clone, Debug)]
pub struct Client {
    secure: bool,
    /// The server's host and port.
    pub host: String,
    /// What a browser is known by.
    pub cookie: Option<String>,
    /// What a program is known by.
    pub token: Option<String>,
}

impl Client {
    /// A stranger at a server, such as `https://zertz.example`.
    pub fn new(server: &str) -> Result<Client, Error> {
        let address = || Error::Address(server.to_owned());
        let (scheme, host) = server.split_once("://").ok_or_else(address)?;
        let secure = match scheme {
            "http" => false,
            "https" => true,
            _ => return Err(address()),
        };
        let host = host.trim_end_matches('/');
        if host.is_empty() || host.contains(['/', ' ']) {
            return Err(address());
        }
        Ok(Client { secure, host: host.to_owned(), cookie: None, token: None })
    }

    fn headers<'a>(&self) -> impl Iterator<Item = (&'a str, String)> {
        let cookie = self.cookie.clone().map(|cookie| ("cookie", cookie));
        cookie.into_iter().chain(self.token.as_ref().map(|token| ("authorization", format!("Bearer {token}"))))
    }

    /// The status, the head and the body of an answer to a request. A cookie that comes with it is kept.
    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Result<(u16, String, String), Error> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.host);
        for (name, value) in self.headers() {
            head += &format!("{name}: {value}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        let mut stream = TcpStream::connect(&self.host).await?;
        stream.write_all((head + body).as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(Error::Unreadable)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(Error::Unreadable)?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        Ok((status, head.to_owned(), body.to_owned()))
    }

    /// The status and the JSON of an answer, whatever it is.
    pub async fn ask(&mut self, method: &str, path: &str, body: &Value) -> Result<(u16, Value), Error> {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let (status, _, body) = self.raw(method, path, &[("content-type", "application/json")], &text).await?;
        Ok((status, serde_json::from_str(&body).unwrap_or(Value::Null)))
    }

    async fn must(&mut self, method: &str, path: &str, body: &Value) -> Result<Value, Error> {
        let (status, value) = self.ask(method, path, body).await?;
        if status < 300 {
            return Ok(value);
        }
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Err(Error::Refused { status, code: text("code"), sentence: text("sentence") })
    }

    /// What is there.
    pub async fn get(&mut self, path: &str) -> Result<Value, Error> {
        self.must("GET", path, &Value::Null).await
    }

    /// Does something.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Error> {
        self.must("POST", path, body).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_and_a_host() {
        assert_eq!(Client::new("https://zertz.example/").unwrap().host, "zertz.example");
        for wrong in ["zertz.example", "ftp://zertz.example", "http://", "http://a/b", "http://a b"] {
            assert!(Client::new(wrong).is_err(), "{wrong}");
        }
    }
}
