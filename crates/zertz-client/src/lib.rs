//! A client for the API of a ZÈRTZ server, for bots, tests and measurements. docs/online.md describes the API.
//!
//! [`Client::get`] and [`Client::send`] call an endpoint of [`zertz_protocol::endpoint`]; [`Client::socket`] opens a socket.

mod http;
mod socket;

pub use socket::Socket;

use crate::http::Connections;
use hyper::{Request, Response};
use zertz_protocol::{
    Problem,
    endpoint::{Download, Endpoint, fill},
};

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages describe most variants")]
pub enum Error {
    #[error("`{0}` is not the address of a server: use http://HOST:PORT or https://HOST")]
    Address(String),
    /// The path or a header cannot be sent.
    #[error("the request is not valid: {0}")]
    Invalid(#[from] hyper::http::Error),
    /// The server cannot be reached, or the connection was lost.
    #[error("cannot reach the server: {}", root_cause(&**.0))]
    Connection(Box<dyn std::error::Error + Send + Sync>),
    #[error("the server's answer cannot be read")]
    Unreadable,
    #[error("{problem}")]
    Refused { status: u16, problem: Box<Problem> },
}

impl Error {
    fn connection(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::Connection(error.into())
    }
}

/// The last error of the chain: those before it only say that a request failed.
fn root_cause<'a>(mut error: &'a (dyn std::error::Error + 'static)) -> &'a (dyn std::error::Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

/// A client of a server: a visitor who gets a cookie, or a bot with a token.
///
/// Clones share their connections, so make many clients from one: `client.clone()`.
#[derive(Clone, Debug)]
pub struct Client {
    secure: bool,
    /// The host and port of the server.
    pub host: String,
    /// The cookie that identifies a browser.
    pub cookie: Option<String>,
    /// The token that identifies a bot.
    pub token: Option<String>,
    /// The address that the server sees if it trusts this machine as a proxy, for tests.
    pub forwarded_for: Option<String>,
    connections: Connections,
}

impl Client {
    /// A visitor of a server, such as `https://zertz.example`.
    pub fn new(server: &str) -> Result<Client, Error> {
        Client::with_connections(server, Connections::new())
    }

    fn with_connections(server: &str, connections: Connections) -> Result<Client, Error> {
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
        Ok(Client { secure, host: host.to_owned(), cookie: None, token: None, forwarded_for: None, connections })
    }

    fn headers<'a>(&self) -> impl Iterator<Item = (&'a str, String)> {
        let cookie = self.cookie.clone().map(|cookie| ("cookie", cookie));
        let token = self.token.as_ref().map(|token| ("authorization", format!("Bearer {token}")));
        let forwarded = self.forwarded_for.clone().map(|address| ("x-forwarded-for", address));
        cookie.into_iter().chain(token).chain(forwarded)
    }

    /// Sends any request. Keeps a cookie that comes with the response.
    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Result<Response<String>, Error> {
        let scheme = if self.secure { "https" } else { "http" };
        let mut request = Request::builder().method(method).uri(format!("{scheme}://{}{path}", self.host));
        for (name, value) in self.headers() {
            request = request.header(name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.connections.send(request.body(body.to_owned().into())?).await?;
        let cookie = response.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        Ok(response)
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
        let response = self.raw(E::METHOD, &path::<E>(params, query)?, &headers, &body).await?;
        if response.status().is_success() {
            return Ok(response.into_body());
        }
        let problem = serde_json::from_str(response.body()).map_err(|_| Error::Unreadable)?;
        Err(Error::Refused { status: response.status().as_u16(), problem })
    }
}

/// The path of an endpoint with its query.
fn path<E: Endpoint>(params: &E::Params, query: &E::Query) -> Result<String, Error> {
    let query = serde_urlencoded::to_string(query).map_err(|_| Error::Unreadable)?;
    let path = fill(E::PATH, params);
    Ok(if query.is_empty() { path } else { format!("{path}?{query}") })
}

#[cfg(test)]
mod tests;
