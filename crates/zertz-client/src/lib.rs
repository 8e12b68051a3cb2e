//! A client for the API of a ZÈRTZ server, for bots, tests and measurements. docs/online.md describes the API.
//!
//! [`Client::get`] and [`Client::send`] call an endpoint of [`zertz_protocol::endpoint`]; [`Client::socket`] opens a socket.

mod socket;

pub use socket::Socket;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use zertz_protocol::{
    Problem,
    endpoint::{Download, Endpoint, Params},
};

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is not valid.
    #[error("`{0}` is not the address of a server: use http://HOST:PORT or https://HOST")]
    Address(String),
    /// The server cannot be reached, or closed the connection.
    #[error("the server cannot be reached: {0}")]
    Io(#[from] std::io::Error),
    /// The socket was refused or closed.
    #[error("the server cannot be reached: {0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The response cannot be read.
    #[error("the server's answer cannot be read")]
    Unreadable,
    /// The server refused the request.
    #[error("{problem}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Why it was refused.
        problem: Box<Problem>,
    },
}

impl Error {
    /// The status and code of a refusal.
    pub fn refusal(&self) -> Option<(u16, &str)> {
        match self {
            Error::Refused { status, problem } => Some((*status, &problem.code)),
            _ => None,
        }
    }
}

/// A client of a server: a visitor who gets a cookie, or a bot with a token.
#[derive(Clone, Debug)]
pub struct Client {
    secure: bool,
    /// The host and port of the server.
    pub host: String,
    /// The cookie that identifies a browser.
    pub cookie: Option<String>,
    /// The token that identifies a bot.
    pub token: Option<String>,
}

impl Client {
    /// A visitor of a server, such as `https://zertz.example`.
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

    /// Sends any request. Returns the status, the head and the body of the response, and keeps its cookie.
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

    /// Calls an endpoint.
    pub async fn call<E: Endpoint>(
        &mut self,
        params: &E::Params,
        query: &E::Query,
        body: &E::Body,
    ) -> Result<E::Response, Error> {
        let text = self.text::<E>(params, query, body).await?;
        // There is no body when there is nothing to say.
        let text = if text.is_empty() { "null" } else { &text };
        serde_json::from_str(text).map_err(|_| Error::Unreadable)
    }

    /// Downloads a file.
    pub async fn download<E: Endpoint<Body = (), Response = Download>>(
        &mut self,
        params: &E::Params,
        query: &E::Query,
    ) -> Result<String, Error> {
        self.text::<E>(params, query, &()).await
    }

    /// Calls an endpoint without a body.
    pub async fn get<E: Endpoint<Query: Default, Body = ()>>(
        &mut self,
        params: &E::Params,
    ) -> Result<E::Response, Error> {
        self.call::<E>(params, &E::Query::default(), &()).await
    }

    /// Calls an endpoint with a body.
    pub async fn send<E: Endpoint<Query = ()>>(
        &mut self,
        params: &E::Params,
        body: &E::Body,
    ) -> Result<E::Response, Error> {
        self.call::<E>(params, &(), body).await
    }

    async fn text<E: Endpoint>(
        &mut self,
        params: &E::Params,
        query: &E::Query,
        body: &E::Body,
    ) -> Result<String, Error> {
        let body = serde_json::to_string(body).map_err(|_| Error::Unreadable)?;
        let body = if body == "null" { String::new() } else { body };
        let headers = [("content-type", "application/json")];
        let (status, _, text) = self.raw(E::METHOD, &path::<E>(params, query)?, &headers, &body).await?;
        if status < 300 {
            return Ok(text);
        }
        let problem = serde_json::from_str(&text).map_err(|_| Error::Unreadable)?;
        Err(Error::Refused { status, problem })
    }
}

/// The path of an endpoint with its query.
fn path<E: Endpoint>(params: &E::Params, query: &E::Query) -> Result<String, Error> {
    let query = serde_urlencoded::to_string(query).map_err(|_| Error::Unreadable)?;
    let path = params.fill(E::PATH);
    Ok(if query.is_empty() { path } else { format!("{path}?{query}") })
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
