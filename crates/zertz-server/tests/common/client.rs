//! A server in this process, and clients that talk to it as a browser or a program does.

#![allow(dead_code, reason = "not every test needs all of it")]

use super::Database;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle, time::timeout};
use zertz_protocol::{
    Message, Request, SocketQuery,
    endpoint::{self, GameSocket, LobbySocket},
};
use zertz_server::{App, Assets, Config, api::Api, play::Hub, router, serve, store::Store};

/// Long enough for a busy machine; nothing waits for it when all is well.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A server on a port of its own.
pub struct Server {
    pub host: String,
    end: Option<oneshot::Sender<()>>,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub async fn start(database: &Database) -> Server {
        let config = Config { limits: false, ..Config::default() };
        Server::with(database, config).await
    }

    pub async fn with(database: &Database, config: Config) -> Server {
        let store = Store::open(&database.url).await.unwrap();
        let hub = Hub::open(store).await.unwrap();
        let files = [("index.html".to_owned(), "<!doctype html>".into())];
        let app = App::new(Assets::new(files).unwrap()).with_api(Api::new(hub.clone(), config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let (end, ended) = oneshot::channel::<()>();
        let leaving = hub.clone();
        let running = tokio::spawn(serve(listener, router(app), async move {
            let _ = ended.await;
            leaving.end();
        }));
        Server { host, end: Some(end), running }
    }

    /// Ends it as SIGTERM would.
    pub async fn stop(mut self) {
        drop(self.end.take());
        timeout(PATIENCE, self.running).await.expect("it ends").unwrap().unwrap();
    }

    pub fn client(&self) -> Client {
        Client::new(&self.host)
    }
}

/// A client that fails the test when something goes wrong or takes too long.
#[derive(Clone, Debug)]
pub struct Client(pub zertz_client::Client);

impl Client {
    pub fn new(host: &str) -> Client {
        Client(zertz_client::Client::new(&format!("http://{host}")).unwrap())
    }

    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        let response = timeout(PATIENCE, self.0.raw(method, path, headers, body)).await.expect("an answer").unwrap();
        let head = response.headers().iter().map(|(name, value)| format!("{name}: {}\n", value.to_str().unwrap()));
        (response.status().as_u16(), head.collect(), response.into_body())
    }

    /// The status and the JSON of a response.
    pub async fn ask(&mut self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let (status, _, body) = self.raw(method, path, &[("content-type", "application/json")], &text).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    pub async fn get(&mut self, path: &str) -> Value {
        let (status, value) = self.ask("GET", path, Value::Null).await;
        assert!(status < 300, "{path}: {status} {value}");
        value
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Value {
        let (status, value) = self.ask("POST", path, body).await;
        assert!(status < 300, "{path}: {status} {value}");
        value
    }

    /// The status and the code of a refusal.
    pub async fn refused(&mut self, method: &str, path: &str, body: Value) -> (u16, String) {
        let (status, value) = self.ask(method, path, body).await;
        assert!(status >= 400, "{path}: {status} {value}");
        (status, value["code"].as_str().unwrap_or_default().to_owned())
    }

    pub async fn register(&mut self, name: &str) {
        self.post("/api/account/register", json!({"name": name, "password": "12345678"})).await;
    }

    /// A new game for whoever comes.
    pub async fn friend_game(&mut self, time: Value, rated: bool) -> String {
        let body = json!({"settings": game(time, rated), "first": "me", "opponent": {"kind": "friend"}});
        self.post("/api/games", body).await["id"].as_str().unwrap().to_owned()
    }

    pub async fn socket(&self, game: &str) -> Socket<GameSocket> {
        self.try_socket(game, None, &[]).await.unwrap()
    }

    pub async fn socket_after(&self, game: &str, after: i64) -> Socket<GameSocket> {
        self.try_socket(game, Some(after), &[]).await.unwrap()
    }

    pub async fn try_socket(
        &self,
        game: &str,
        after: Option<i64>,
        headers: &[(&str, &str)],
    ) -> Result<Socket<GameSocket>, zertz_client::Error> {
        let (id, query) = (game.parse().unwrap(), SocketQuery { after });
        let socket = self.0.socket_with::<GameSocket>(&id, &query, headers);
        timeout(PATIENCE, socket).await.expect("a connection").map(Socket)
    }

    pub async fn lobby(&self) -> Socket<LobbySocket> {
        Socket(timeout(PATIENCE, self.0.socket::<LobbySocket>(&())).await.expect("a connection").unwrap())
    }
}

/// A socket that fails the test when something takes too long. Every message must be one of the protocol.
pub struct Socket<S: endpoint::Socket>(zertz_client::Socket<S>);

impl<S: endpoint::Socket> Socket<S> {
    pub async fn next(&mut self) -> Option<Value> {
        let message = timeout(PATIENCE, self.0.next()).await.expect("a message")?;
        Some(serde_json::to_value(message).unwrap())
    }

    /// The next message of a type; others before it are skipped.
    pub async fn wait(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("no {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub async fn send(&mut self, text: &str) {
        self.0.send_text(text).await.unwrap();
    }
}

impl Socket<GameSocket> {
    /// The answer to a request, which gets a new id unless it has one.
    pub async fn ask(&mut self, mut request: Value) -> Value {
        if request.get("id").is_none() {
            request["id"] = json!(self.0.fresh_id());
        }
        let request: Request = serde_json::from_value(request).unwrap();
        let id = request.id.clone();
        let answer = timeout(PATIENCE, self.0.request(request)).await.expect("an answer").unwrap();
        let message = match answer {
            Ok(seq) => Message::Ack { id, seq },
            Err(problem) => Message::Refused { id: Some(id), problem },
        };
        serde_json::to_value(message).unwrap()
    }
}

/// Two at a table, each with a socket that has been greeted.
pub async fn pair(server: &Server, time: Value) -> (String, [Client; 2], [Socket<GameSocket>; 2]) {
    let (mut ann, mut bob) = (server.client(), server.client());
    let id = ann.friend_game(time, false).await;
    assert_eq!(bob.post(&format!("/api/games/{id}/join"), json!({})).await, json!({"seat": 2}));
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    assert_eq!(one.wait("snapshot").await["you"], 1);
    assert_eq!(two.wait("snapshot").await["you"], 2);
    (id, [ann, bob], [one, two])
}

/// A usual game.
pub fn game(time: Value, rated: bool) -> Value {
    json!({
        "rules": {"board": "37", "pool": [6, 8, 10], "goals": [4, 5, 6, 3], "claims": "automatic", "captures": "enforced",
                  "stuck": "draw", "swap": false, "touchMove": false},
        "time": time,
        "rated": rated,
    })
}

/// Five minutes and three seconds a turn.
pub fn fast() -> Value {
    json!({"kind": "fischer", "initial": 300, "increment": 3})
}
