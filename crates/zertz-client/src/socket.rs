//! [`Socket`]: a WebSocket connection to a server.

use super::{Client, Error, path};
use futures_util::{SinkExt, StreamExt};
use std::collections::VecDeque;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
    tungstenite::{
        Message as Frame,
        client::IntoClientRequest,
        http::{self, HeaderName, HeaderValue},
        protocol::WebSocketConfig,
    },
};
use zertz_protocol::{
    Command, Message, Problem, Request,
    endpoint::{self, GameSocket},
};

/// A connection to one of the server's sockets.
#[derive(Debug)]
pub struct Socket<S: endpoint::Socket> {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Messages that came while an answer was awaited.
    early: VecDeque<S::Received>,
    /// The prefix of request ids, which differs from socket to socket.
    prefix: String,
    count: u32,
}

impl Client {
    /// Opens a socket.
    pub async fn socket<S: endpoint::Socket<Query: Default>>(&self, params: &S::Params) -> Result<Socket<S>, Error> {
        self.socket_with(params, &S::Query::default(), &[]).await
    }

    /// Opens a socket with a query and more headers.
    pub async fn socket_with<S: endpoint::Socket>(
        &self,
        params: &S::Params,
        query: &S::Query,
        headers: &[(&str, &str)],
    ) -> Result<Socket<S>, Error> {
        let scheme = if self.secure { "wss" } else { "ws" };
        let address = format!("{scheme}://{}{}", self.host, path::<S>(params, query)?);
        let mut request = address.into_client_request().map_err(Error::connection)?;
        let more = headers.iter().map(|(name, value)| (*name, (*value).to_owned()));
        for (name, value) in self.headers().chain(more) {
            let name: HeaderName = name.parse().map_err(http::Error::from)?;
            let value: HeaderValue = value.parse().map_err(http::Error::from)?;
            request.headers_mut().insert(name, value);
        }
        // Messages are small, and a load test has thousands of sockets.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let tls = Connector::Rustls(self.connections.tls.clone());
        let (stream, _) =
            connect_async_tls_with_config(request, Some(config), true, Some(tls)).await.map_err(Error::connection)?;
        // Ids of requests must be new for each table; the time tells one socket from the next.
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Ok(Socket { stream, early: VecDeque::new(), prefix: format!("{:x}", since.as_nanos()), count: 0 })
    }
}

impl<S: endpoint::Socket> Socket<S> {
    /// The next message; `None` at the end.
    pub async fn next(&mut self) -> Option<S::Received> {
        match self.early.pop_front() {
            Some(early) => Some(early),
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Option<S::Received> {
        loop {
            match self.stream.next().await? {
                Ok(Frame::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Frame::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Error> {
        self.stream.send(Frame::text(text)).await.map_err(Error::connection)
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &S::Sent) -> Result<(), Error> {
        let text = serde_json::to_string(message).map_err(|_| Error::Unreadable)?;
        self.send_text(&text).await
    }
}

impl Socket<GameSocket> {
    /// An id for a request that this table has not seen.
    pub fn fresh_id(&mut self) -> String {
        self.count += 1;
        format!("{}-{}", self.prefix, self.count)
    }

    /// Sends a command with a new id, and waits for the answer.
    pub async fn ask(&mut self, command: Command) -> Result<Result<i64, Problem>, Error> {
        let id = self.fresh_id();
        self.request(Request { id, command }).await
    }

    /// Sends a request, and waits for the answer: the number of the event, or why it was refused. Messages that come before the answer
    /// are kept for [`Socket::next`].
    pub async fn request(&mut self, request: Request) -> Result<Result<i64, Problem>, Error> {
        self.send(&request).await?;
        loop {
            match self.read().await.ok_or(Error::Unreadable)? {
                Message::Ack { id, seq } if id == request.id => return Ok(Ok(seq)),
                Message::Refused { id: Some(id), problem } if id == request.id => return Ok(Err(problem)),
                message => self.early.push_back(message),
            }
        }
    }
}
