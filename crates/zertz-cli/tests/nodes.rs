//! Servers that are killed: no acknowledged turn may be lost.

mod common;

use common::{Folder, ZERTZ};
use sqlx::{Connection, Executor, PgConnection};
use std::{
    env,
    io::{self, Write},
    path::Path,
    process,
};
use tokio::time::{Duration, sleep, timeout};
use zertz::{Board, Game, Rng, Rules};
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Command, Event, EventKind, First, Message, NewGame, Opponent, RulesData, Settings, TimeControl,
    endpoint::{CreateGame, GameSocket, ListEvents},
};
use zertz_stress::{Chaos, Nodes, Pair, Server, Worker, chaos, nodes, random_turn};

const PATIENCE: Duration = Duration::from_secs(60);

/// A new database in PostgreSQL, or `None` when there is no server. `cargo xtask test` then reports the test as skipped.
async fn postgres(name: &str) -> Option<String> {
    let Ok(server) = env::var("ZERTZ_TEST_POSTGRES") else {
        // Not captured, so that `cargo xtask test` can count it.
        let reason = "skipped: ZERTZ_TEST_POSTGRES is not set; `cargo xtask postgres` starts a server\n";
        io::stdout().write_all(reason.as_bytes()).unwrap();
        return None;
    };
    let name = format!("zertz_{name}_{}", process::id());
    let mut connection = PgConnection::connect(&server).await.expect("PostgreSQL answers");
    connection.execute(format!("CREATE DATABASE {name}").as_str()).await.unwrap();
    Some(format!("{}/{name}", server.rsplit_once('/').unwrap().0))
}

async fn nothing_is_lost(url: &str, folder: &Folder) {
    let wanted = Chaos { rounds: 3, games: 8, faketime: None, disk: None, restart: None };
    let say = |text: &str| println!("{text}");
    let report = chaos(Path::new(ZERTZ), url, &folder.0.join("app"), &wanted, &say).await.unwrap();
    assert!(report.total().known > 20, "{report}");
    assert!(report.total().is_clean(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_file_nothing_is_lost_when_servers_and_workers_are_killed() {
    let folder = Folder::new("sqlite");
    nothing_is_lost(&folder.database(), &folder).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_postgresql_nothing_is_lost_when_servers_and_workers_are_killed() {
    let Some(url) = postgres("chaos").await else { return };
    nothing_is_lost(&url, &Folder::new("postgres")).await;
}

async fn arrival(socket: &mut Socket<GameSocket>, seq: i64) {
    loop {
        match socket.next().await.expect("an open connection") {
            Message::Update(update) if update.event.seq == seq => return,
            Message::Snapshot(table) if table.seq >= seq => return,
            _ => {}
        }
    }
}

/// Two players on two servers. One server is killed during the game, and its player continues at the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_continues_when_one_of_two_servers_is_killed() {
    let Some(url) = postgres("two").await else { return };
    let folder = Folder::new("two");
    let start = async || Server::start(Path::new(ZERTZ), &url, &folder.0.join("app")).await.unwrap();
    let (first, second) = (start().await, start().await);
    let mut pair = Pair::meet(&Client::new(&first.address).unwrap()).await.unwrap();
    let there = second.address.trim_start_matches("http://").to_owned();
    pair.clients[1].host = there.clone();
    let mut sockets = pair.sockets().await.unwrap();
    let (mut dying, mut open, mut known) = (Some(first), None, Vec::new());
    let mut rng = Rng::with_path(1, &[]);
    for number in 0..40 {
        let Some(turn) = random_turn(&pair.game, &mut rng) else { break };
        let mover = pair.mover();
        let id = format!("turn-{number}");
        let request = pair.request(&id, &turn);
        // The first server is killed while one of its requests is open.
        if number >= 10
            && mover == 0
            && let Some(first) = dying.take()
        {
            sockets[0].send(&request).await.unwrap();
            first.kill().await.unwrap();
            pair.clients[0].host = there.clone();
            sockets = timeout(PATIENCE, pair.sockets()).await.unwrap().unwrap();
            open = Some(id.clone());
        }
        // A repeated request takes effect once.
        let seq = timeout(PATIENCE, sockets[mover].request(request)).await.unwrap().unwrap().expect("an ack");
        // An event just before the crash may have come with the snapshot.
        if open.as_ref() != Some(&id) {
            timeout(PATIENCE, arrival(&mut sockets[1 - mover], seq)).await.expect("the opponent gets the turn");
        }
        pair.made(&turn, seq).unwrap();
        known.push((seq, turn));
        sleep(Duration::from_millis(5)).await;
    }
    assert!(dying.is_none() && known.len() > 15, "{} turns", known.len());
    let events = pair.clients[0].get::<ListEvents>(&pair.id).await.unwrap();
    let turn = |event: Event| match event.kind {
        EventKind::Turn { turn, .. } => Some((event.seq, turn)),
        _ => None,
    };
    let stored: Vec<(i64, String)> = events.into_iter().filter_map(turn).collect();
    assert_eq!(stored, known, "each turn once, as it was acknowledged");
    drop(second);
}

/// The engine's turn in a game that a worker has taken and does not finish is played by another worker.
async fn a_dead_worker_loses_its_lease(url: &str, folder: &Folder) {
    let options = ["--engine-threads", "0"];
    let server = Server::start_with(Path::new(ZERTZ), url, &folder.0.join("app"), &options, None).await.unwrap();
    let mut client = Client::new(&server.address).unwrap();
    // Without its opening book the strongest engine thinks for two seconds.
    let rules = Rules { goals: "5/6/7/4".parse().unwrap(), ..Rules::standard(Board::rings61()) };
    let settings = Settings { rules: RulesData::of(&rules), time: TimeControl::None, rated: false };
    let new = NewGame { settings, first: First::Me, opponent: Opponent::Engine { level: 10 } };
    let id = client.send::<CreateGame>(&(), &new).await.unwrap().id;
    let mut socket = client.socket::<GameSocket>(&id).await.unwrap();
    let turn = random_turn(&Game::new(rules), &mut Rng::new(1)).unwrap();
    let seq = socket.ask(Command::Turn { turn, after: 1 }).await.unwrap().unwrap();
    assert!(timeout(Duration::from_secs(4), arrival(&mut socket, seq + 1)).await.is_err(), "nobody works");
    let first = Worker::start(Path::new(ZERTZ), url).unwrap();
    sleep(Duration::from_millis(1500)).await;
    first.kill().await.unwrap();
    let _second = Worker::start(Path::new(ZERTZ), url).unwrap();
    assert!(timeout(Duration::from_millis(2500), arrival(&mut socket, seq + 1)).await.is_err(), "nobody held a lease");
    timeout(Duration::from_secs(20), arrival(&mut socket, seq + 1)).await.expect("the other worker plays the turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_file_a_dead_worker_loses_its_lease_and_not_the_job() {
    let folder = Folder::new("worker-sqlite");
    a_dead_worker_loses_its_lease(&folder.database(), &folder).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_postgresql_a_dead_worker_loses_its_lease_and_not_the_job() {
    let Some(url) = postgres("worker").await else { return };
    a_dead_worker_loses_its_lease(&url, &Folder::new("worker-postgres")).await;
}

/// Two servers that lose their database show the same game afterwards, and the time of the outage is not the players'.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_lose_their_database_read_the_games_again() {
    let Some(url) = postgres("outage").await else { return };
    let folder = Folder::new("outage");
    let wanted = Nodes { rounds: 2, restart: None };
    let say = |text: &str| println!("{text}");
    let faults = nodes(Path::new(ZERTZ), &url, &folder.0.join("app"), &wanted, &say).await.unwrap();
    assert!(faults.turns >= 6, "{faults:?}");
    assert_eq!((faults.stale, faults.timeouts), (0, 0), "{faults:?}");
}
