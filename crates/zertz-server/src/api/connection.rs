//! [`Connection`]: a WebSocket with pings and a measured lag.

use crate::table::MAX_LAG;
use axum::extract::{
    WebSocketUpgrade,
    ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code},
};
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval};
use zertz_protocol::Millis;

/// The maximum size of a message from a client, in bytes.
const MAX_MESSAGE: usize = 16 * 1024;

/// How often the server sends a ping.
const PING: Duration = Duration::from_secs(15);

/// How long a client may be silent before it is disconnected.
const SILENCE: Duration = Duration::from_secs(45);

/// Sets small buffers: thousands of sockets are open, and most of them are quiet.
pub(super) fn configure(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).read_buffer_size(1024).write_buffer_size(0)
}

/// A WebSocket with pings and a measured lag.
pub(super) struct Connection {
    socket: WebSocket,
    pings: Interval,
    opened: Instant,
    last_heard: Instant,
    /// The time that the last ping took, at most [`MAX_LAG`].
    pub(super) lag: Millis,
}

/// What happened on a connection.
pub(super) enum Incoming {
    /// The client sent a message.
    Text(Utf8Bytes),
    /// It is time for a ping; see [`Connection::ping`].
    PingDue,
    /// The client has disconnected.
    Closed,
}

impl Connection {
    pub(super) fn new(socket: WebSocket) -> Connection {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Connection { socket, pings, opened: Instant::now(), last_heard: Instant::now(), lag: 0 }
    }

    /// Sends a text. Returns whether the client is still there.
    pub(super) async fn send(&mut self, text: &str) -> bool {
        self.socket.send(Frame::Text(text.into())).await.is_ok()
    }

    /// Sends a ping with the current time, which the answer brings back. Returns whether the client is still there.
    pub(super) async fn ping(&mut self) -> bool {
        if self.last_heard.elapsed() > SILENCE {
            return false;
        }
        let sent = self.opened.elapsed().as_micros() as u64;
        self.socket.send(Frame::Ping(sent.to_be_bytes().to_vec().into())).await.is_ok()
    }

    /// Waits for the next message or ping. Safe to cancel.
    pub(super) async fn next(&mut self) -> Incoming {
        loop {
            let frame = tokio::select! {
                frame = self.socket.recv() => frame,
                _ = self.pings.tick() => return Incoming::PingDue,
            };
            self.last_heard = Instant::now();
            match frame {
                Some(Ok(Frame::Text(text))) => return Incoming::Text(text),
                Some(Ok(Frame::Pong(bytes))) => self.measure(&bytes),
                Some(Ok(Frame::Ping(_))) => {}
                // The protocol uses text only.
                Some(Ok(Frame::Binary(_) | Frame::Close(_)) | Err(_)) | None => return Incoming::Closed,
            }
        }
    }

    fn measure(&mut self, pong: &[u8]) {
        if let Ok(sent) = <[u8; 8]>::try_from(pong).map(u64::from_be_bytes) {
            let now = self.opened.elapsed().as_micros() as u64;
            self.lag = Millis::try_from(now.saturating_sub(sent) / 1000).unwrap_or(0).min(MAX_LAG);
        }
    }

    /// Closes the connection because the server restarts; clients reconnect.
    pub(super) async fn restart(mut self) {
        let reason = Utf8Bytes::from_static("the server restarts");
        let _ = self.socket.send(Frame::Close(Some(CloseFrame { code: close_code::RESTART, reason }))).await;
    }
}
