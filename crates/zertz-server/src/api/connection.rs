//! [`Connection`]: a WebSocket with heartbeats and a measured lag.
//!
//! Every few seconds the server sends a message that the page sees, and a ping that the browser answers by itself. The time until the answer is
//! the lag. A client cannot make it up: an answer counts only if it has the secret of the last ping, and only once.

use crate::{limits, table::MAX_LAG};
use axum::extract::{
    WebSocketUpgrade,
    ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code},
};
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval};
use zertz_protocol::{LIMITS, Millis};

/// How often the server sends a heartbeat.
const HEARTBEAT: Duration = Duration::from_secs(LIMITS.heartbeat_seconds as u64);

/// How long a client may be silent before it is disconnected.
const SILENCE: Duration = Duration::from_secs(4 * LIMITS.heartbeat_seconds as u64);

/// A new measurement counts as one of this many.
const MEASUREMENTS: f64 = 4.0;

/// Sets small buffers: thousands of sockets are open, and most of them are quiet.
pub(super) fn configure(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(limits::MESSAGE)
        .max_frame_size(limits::MESSAGE)
        .read_buffer_size(1024)
        .write_buffer_size(0)
}

/// A WebSocket with heartbeats and a measured lag.
pub(super) struct Connection {
    socket: WebSocket,
    heartbeats: Interval,
    last_heard: Instant,
    lag: Lag,
}

/// The measured lag.
#[derive(Default)]
struct Lag {
    /// The secret of the last ping and when it was sent, until it is answered.
    ping: Option<([u8; 8], Instant)>,
    /// The average time of a ping, in milliseconds.
    average: Option<f64>,
}

impl Lag {
    /// A ping is sent.
    fn ask(&mut self, secret: [u8; 8], at: Instant) {
        self.ping = Some((secret, at));
    }

    /// An answer arrives.
    fn measure(&mut self, pong: &[u8], at: Instant) {
        let Some((_, sent)) = self.ping.take_if(|(secret, _)| secret == pong) else { return };
        let new = (at - sent).as_secs_f64() * 1000.0;
        self.average = Some(self.average.map_or(new, |old| old + (new - old) / MEASUREMENTS));
    }
}

/// What happened on a connection.
pub(super) enum Incoming {
    /// The client sent a message.
    Text(Utf8Bytes),
    /// It is time for a heartbeat; see [`Connection::beat`].
    HeartbeatDue,
    /// The client has disconnected.
    Closed,
}

impl Connection {
    pub(super) fn new(socket: WebSocket) -> Connection {
        let mut heartbeats = interval(HEARTBEAT);
        heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Connection { socket, heartbeats, last_heard: Instant::now(), lag: Lag::default() }
    }

    /// The average lag in whole milliseconds, if it was measured.
    pub(super) fn lag(&self) -> Option<Millis> {
        self.lag.average.map(|lag| lag.round() as Millis)
    }

    /// The part of a turn's time that is not counted.
    pub(super) fn compensation(&self) -> Millis {
        self.lag().unwrap_or(0).min(MAX_LAG)
    }

    /// Sends a text. Returns whether the client is still there.
    pub(super) async fn send(&mut self, text: &str) -> bool {
        self.socket.send(Frame::Text(text.into())).await.is_ok()
    }

    /// Sends a heartbeat and a ping. Returns whether the client is still there.
    pub(super) async fn beat(&mut self, heartbeat: &str) -> bool {
        if self.last_heard.elapsed() > SILENCE {
            return false;
        }
        let mut secret = [0; 8];
        // Without random numbers, lag is not measured.
        if getrandom::fill(&mut secret).is_ok() {
            self.lag.ask(secret, Instant::now());
        }
        self.socket.send(Frame::Ping(secret.to_vec().into())).await.is_ok() && self.send(heartbeat).await
    }

    /// Waits for the next message or ping. Safe to cancel.
    pub(super) async fn next(&mut self) -> Incoming {
        loop {
            let frame = tokio::select! {
                frame = self.socket.recv() => frame,
                _ = self.heartbeats.tick() => return Incoming::HeartbeatDue,
            };
            self.last_heard = Instant::now();
            match frame {
                Some(Ok(Frame::Text(text))) => return Incoming::Text(text),
                Some(Ok(Frame::Pong(bytes))) => self.lag.measure(&bytes, Instant::now()),
                Some(Ok(Frame::Ping(_))) => {}
                // The protocol uses text only.
                Some(Ok(Frame::Binary(_) | Frame::Close(_)) | Err(_)) | None => return Incoming::Closed,
            }
        }
    }

    /// Closes the connection because the server restarts; clients reconnect.
    pub(super) async fn restart(mut self) {
        let reason = Utf8Bytes::from_static("the server restarts");
        let _ = self.socket.send(Frame::Close(Some(CloseFrame { code: close_code::RESTART, reason }))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_averaged_and_cannot_be_made_up() {
        let (mut lag, start) = (Lag::default(), Instant::now());
        let after = |millis| start + Duration::from_millis(millis);
        lag.ask([1; 8], start);
        // A guess, an answer to no ping, and the same answer twice.
        lag.measure(&[0; 8], after(10));
        lag.measure(&[], after(10));
        assert_eq!(lag.average, None);
        lag.measure(&[1; 8], after(40));
        lag.measure(&[1; 8], after(4_000));
        assert_eq!(lag.average, Some(40.0));
        // An answer to an earlier ping would claim a long way.
        lag.ask([2; 8], after(4_000));
        lag.measure(&[1; 8], after(4_010));
        assert_eq!(lag.average, Some(40.0));
        lag.measure(&[2; 8], after(4_080));
        assert_eq!(lag.average, Some(50.0));
    }
}
