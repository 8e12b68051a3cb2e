//! [`Socket`]: a connection on which the server tells what happens.

use super::{Client, Error};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        Message,
        client::IntoClientRequest,
        http::{HeaderName, HeaderValue},
        protocol::WebSocketConfig,
    },
};

/// A connection to one of the server's sockets.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What came while an answer was awaited.
    early: VecDeque<Value>,
    name: String,
    count: u32,
}

impl Client {
    /// Opens a socket, such as `/api/lobby/socket`.
    pub async fn socket(&self, path: &str) -> Result<Socket, Error> {
        self.socket_with(path, &[]).await
    }

    /// The same with more headers.
    pub async fn socket_with(&self, path: &str, headers: &[(&str, &str)]) -> Result<Socket, Error> {
        let scheme = if self.secure { "wss" } else { "ws" };
        let mut request = format!("{scheme}://{}{path}", self.host).into_client_request().map_err(Box::new)?;
        let more = headers.iter().map(|(name, value)| (*name, (*value).to_owned()));
        for (name, value) in self.headers().chain(more) {
            let name: HeaderName = name.parse().map_err(|_| Error::Unreadable)?;
            let value: HeaderValue = value.parse().map_err(|_| Error::Unreadable)?;
            request.headers_mut().insert(name, value);
        }
        // Messages are small, and a measurement has thousands of sockets.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (stream, _) = connect_async_with_config(request, Some(config), true).await.map_err(Box::new)?;
        // Names of requests must be new for each table; the time tells one socket from the next.
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Ok(Socket { stream, early: VecDeque::new(), name: format!("{:x}", since.as_nanos()), count: 0 })
    }
}

impl Socket {
    /// The next message; nothing at the end.
    pub async fn next(&mut self) -> Option<Value> {
        match self.early.pop_front() {
            Some(early) => Some(early),
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends a text as it is.
    pub async fn send(&mut self, text: &str) -> Result<(), Error> {
        Ok(self.stream.send(Message::text(text)).await.map_err(Box::new)?)
    }

    /// A name for a request that this table has not seen.
    pub fn fresh_id(&mut self) -> String {
        self.count += 1;
        format!("{}-{}", self.name, self.count)
    }

    /// Sends a request, named anew unless it has a name, and waits for its answer: an `ack` or a `refused`. What comes before that is
    /// kept for [`Socket::next`].
    pub async fn ask(&mut self, mut request: Value) -> Result<Value, Error> {
        if request.get("id").is_none() {
            request["id"] = json!(self.fresh_id());
        }
        let id = request["id"].clone();
        self.send(&request.to_string()).await?;
        loop {
            let message = self.read().await.ok_or(Error::Unreadable)?;
            if message["id"] == id && (message["type"] == "ack" || message["type"] == "refused") {
                return Ok(message);
            }
            self.early.push_back(message);
        }
    }
}
