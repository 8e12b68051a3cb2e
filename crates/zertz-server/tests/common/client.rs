//! A server in this process, and clients that connect to it as browsers and bots do.

#![allow(dead_code, reason = "not every test needs all of it")]

use crate::common::{Database, settings};
use std::{
    net::Ipv4Addr,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle, time::timeout};
use zertz_client::Error;
use zertz_protocol::{
    Code, Command, Credentials, EventKind, EventsQuery, First, GameId, GameSummary, LobbyMessage, Message, NewGame,
    Opponent, Problem, Registration, Request, Seat, Seek, Snapshot, TimeControl, Update,
    endpoint::{self, CreateGame, Endpoint, GameSocket, JoinGame, LobbySocket, Register},
    word,
};
use zertz_server::{Assets, Config, api::Api, play::Hub, router, serve, store::Store};

/// Long enough for a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// The password of every account.
pub const PASSWORD: &str = "12345678";

/// A server on its own port.
pub struct Server {
    pub host: String,
    database: Option<Database>,
    /// The number of clients that have an address of their own.
    clients: Option<AtomicU32>,
    end: Option<oneshot::Sender<()>>,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    /// A server with its own SQLite file.
    pub async fn sqlite(config: Config) -> Server {
        let database = Database::sqlite();
        let server = Server::with(&database, config).await;
        Server { database: Some(database), ..server }
    }

    pub async fn start(database: &Database) -> Server {
        Server::with(database, unlimited()).await
    }

    async fn with(database: &Database, config: Config) -> Server {
        let store = Store::open(&database.url).await.unwrap();
        let hub = Hub::open(store).await.unwrap();
        hub.work(2);
        let files = [("index.html".to_owned(), "<!doctype html><head></head>".into())];
        let router = router(Assets::new(files).unwrap(), Some(Api::new(hub.clone(), config.clone())));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let (end, ended) = oneshot::channel::<()>();
        let clients = (!config.trusted_proxies.is_empty()).then(|| AtomicU32::new(0));
        let running = tokio::spawn(async move {
            let end = async move {
                let _ = ended.await;
                hub.end();
            };
            serve(listener, router, &config, end).await
        });
        Server { host, database: None, clients, end: Some(end), running }
    }

    /// Shuts down, as after SIGTERM.
    pub async fn stop(mut self) {
        drop(self.end.take());
        timeout(TIMEOUT, self.running).await.expect("the server stops").unwrap().unwrap();
    }

    /// A client with its own address, if the server trusts this machine as a proxy.
    pub fn client(&self) -> Client {
        let mut client = zertz_client::Client::new(&format!("http://{}", self.host)).unwrap();
        let number = self.clients.as_ref().map(|clients| clients.fetch_add(1, Ordering::Relaxed));
        client.forwarded_for = number.map(|number| Ipv4Addr::from(0x0a00_0001 + number).to_string());
        Client(client)
    }
}

/// A client that fails the test when a request fails or takes too long.
#[derive(Clone, Debug)]
pub struct Client(pub zertz_client::Client);

impl Client {
    /// Sends any request. Returns the status, the headers and the body.
    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        let response = timeout(TIMEOUT, self.0.raw(method, path, headers, body)).await.expect("a response").unwrap();
        let head = response.headers().iter().map(|(name, value)| format!("{name}: {}\n", value.to_str().unwrap()));
        (response.status().as_u16(), head.collect(), response.into_body())
    }

    /// Sends any text as JSON. Returns the status and the code of the error.
    pub async fn raw_json(&mut self, method: &str, path: &str, body: &str) -> String {
        let (status, _, body) = self.raw(method, path, &[("content-type", "application/json")], body).await;
        let problem = serde_json::from_str::<Problem>(&body);
        format!("{status} {}", problem.map(|problem| word(problem.code)).unwrap_or_default())
    }

    /// Calls an endpoint.
    pub async fn call<E: Endpoint>(
        &mut self,
        params: &E::Params,
        query: &E::Query,
        body: &E::Body,
    ) -> Result<E::Response, (u16, Problem)> {
        match timeout(TIMEOUT, self.0.call::<E>(params, query, body)).await.expect("a response") {
            Ok(response) => Ok(response),
            Err(Error::Refused { status, problem }) => Err((status, *problem)),
            Err(error) => panic!("{}: {error}", E::PATH),
        }
    }

    /// Calls an endpoint without a body.
    pub async fn get<E: Endpoint<Query: Default, Body = ()>>(&mut self, params: &E::Params) -> E::Response {
        self.call::<E>(params, &E::Query::default(), &()).await.unwrap()
    }

    /// Calls an endpoint with a body.
    pub async fn send<E: Endpoint<Query = ()>>(&mut self, params: &E::Params, body: &E::Body) -> E::Response {
        self.call::<E>(params, &(), body).await.unwrap()
    }

    /// The status and the code of a refusal.
    pub async fn refused<E: Endpoint<Query: Default>>(&mut self, params: &E::Params, body: &E::Body) -> String {
        let (status, problem) = self.call::<E>(params, &E::Query::default(), body).await.map(drop).unwrap_err();
        format!("{status} {}", word(problem.code))
    }

    pub async fn register(&mut self, name: &str) {
        self.send::<Register>(&(), &registration(name)).await;
    }

    /// Creates a game for the first player who joins.
    pub async fn friend_game(&mut self, time: TimeControl, rated: bool) -> GameId {
        self.send::<CreateGame>(&(), &new_game(time, rated, Opponent::Friend)).await.id
    }

    pub async fn socket(&self, game: &GameId) -> Socket<GameSocket> {
        self.try_socket(game, None, &[]).await.unwrap()
    }

    pub async fn try_socket(
        &self,
        game: &GameId,
        after: Option<i64>,
        headers: &[(&str, &str)],
    ) -> Result<Socket<GameSocket>, Error> {
        let query = EventsQuery { after };
        let socket = self.0.socket_with::<GameSocket>(game, &query, headers);
        timeout(TIMEOUT, socket).await.expect("a connection").map(Socket)
    }

    pub async fn lobby(&self) -> Socket<LobbySocket> {
        Socket(timeout(TIMEOUT, self.0.socket::<LobbySocket>(&())).await.expect("a connection").unwrap())
    }
}

/// A socket that fails the test when something takes too long.
pub struct Socket<S: endpoint::Socket>(zertz_client::Socket<S>);

impl<S: endpoint::Socket> Socket<S> {
    pub async fn next(&mut self) -> Option<S::Received> {
        timeout(TIMEOUT, self.0.next()).await.expect("a message")
    }

    /// The first result of `pick`; other messages are skipped. Heartbeats come for ever, so the whole wait has a limit.
    async fn wait<T>(&mut self, pick: impl Fn(S::Received) -> Option<T>) -> T {
        let picked = async {
            loop {
                if let Some(found) = pick(self.next().await.expect("a message")) {
                    return found;
                }
            }
        };
        timeout(TIMEOUT, picked).await.expect("the message")
    }

    /// Waits until the server closes the connection. Until then there may be messages, such as about maintenance.
    pub async fn closed(&mut self) {
        let closed = async { while self.next().await.is_some() {} };
        timeout(TIMEOUT, closed).await.expect("the server closes the connection");
    }

    pub async fn send_text(&mut self, text: &str) {
        self.0.send_text(text).await.unwrap();
    }
}

impl Socket<GameSocket> {
    pub async fn snapshot(&mut self) -> Snapshot {
        self.wait(|message| if let Message::Snapshot(snapshot) = message { Some(*snapshot) } else { None }).await
    }

    pub async fn update(&mut self) -> Update {
        self.update_with(|_| true).await
    }

    /// The first update with such an event.
    pub async fn update_with(&mut self, is_it: impl Fn(&EventKind) -> bool) -> Update {
        self.wait(|message| match message {
            Message::Update(update) if is_it(&update.event.kind) => Some(*update),
            _ => None,
        })
        .await
    }

    /// The code of the next refusal.
    pub async fn refused(&mut self) -> Code {
        self.wait(|message| if let Message::Refused { problem, .. } = message { Some(problem.code) } else { None })
            .await
    }

    /// Sends a request with a new id. Returns the number of the event.
    pub async fn ask(&mut self, command: Command) -> Result<i64, Problem> {
        timeout(TIMEOUT, self.0.ask(command)).await.expect("an answer").unwrap()
    }

    pub async fn request(&mut self, request: Request) -> Result<i64, Problem> {
        timeout(TIMEOUT, self.0.request(request)).await.expect("an answer").unwrap()
    }
}

impl Socket<LobbySocket> {
    pub async fn seeks(&mut self) -> Vec<Seek> {
        self.wait(|message| if let LobbyMessage::Seeks { seeks } = message { Some(seeks) } else { None }).await
    }

    pub async fn games(&mut self) -> Vec<GameSummary> {
        self.wait(|message| if let LobbyMessage::Games { games } = message { Some(games) } else { None }).await
    }

    pub async fn started(&mut self) -> GameId {
        self.wait(|message| if let LobbyMessage::Started { game } = message { Some(game) } else { None }).await
    }
}

/// Two players at a table, each with a socket that has received its snapshot.
pub async fn pair(server: &Server, time: TimeControl) -> (GameId, [Client; 2], [Socket<GameSocket>; 2]) {
    let (mut ann, mut bob) = (server.client(), server.client());
    let id = ann.friend_game(time, false).await;
    assert_eq!(bob.get::<JoinGame>(&id).await.seat, Seat::Two);
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    assert_eq!(one.snapshot().await.you, Some(Seat::One));
    assert_eq!(two.snapshot().await.you, Some(Seat::Two));
    (id, [ann, bob], [one, two])
}

/// A configuration without rate limits, for clients that each have their own address.
pub fn unlimited() -> Config {
    Config { limits: false, ..proxied() }
}

/// A configuration for clients that each have their own address.
pub fn proxied() -> Config {
    Config { trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()], ..Config::default() }
}

/// A game that its creator begins.
pub fn new_game(time: TimeControl, rated: bool, opponent: Opponent) -> NewGame {
    NewGame { settings: settings(time, rated), first: First::Me, opponent }
}

pub fn registration(name: &str) -> Registration {
    Registration { name: name.to_owned(), password: PASSWORD.to_owned(), email: None }
}

pub fn credentials(name: &str, password: &str) -> Credentials {
    Credentials { name: name.to_owned(), password: password.to_owned() }
}

pub fn turn(turn: &str, after: i64) -> Command {
    Command::Turn { turn: turn.to_owned(), after }
}

pub fn request(id: &str, command: Command) -> Request {
    Request { id: id.to_owned(), command }
}

pub fn chat(text: &str) -> Command {
    Command::Chat { text: text.to_owned() }
}
