//! Time that is lost to the server is not the players', on SQLite and on PostgreSQL.

mod common;

#[path = "common/client.rs"]
mod client;

use client::{Server, pair, turn};
use common::Database;
use std::time::{Duration, Instant};
use tokio::time::sleep;
use zertz_protocol::{EventKind, Message, Seat, TimeControl, endpoint::GetGame};

const TIME: TimeControl = TimeControl::PerTurn { seconds: 5 };

/// A server that is away for longer than a turn may take.
async fn clocks_stop_while_no_server_runs(database: &Database) {
    let server = Server::start(database).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, TIME).await;
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    sleep(Duration::from_secs(1)).await;
    server.stop().await;
    sleep(Duration::from_secs(7)).await;
    let server = Server::start(database).await;
    ann.0.host = server.host.clone();
    // Long enough for a flag to fall.
    sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    let mut one = ann.socket(&id).await;
    let table = one.snapshot().await;
    let state = table.state;
    let left = state.left.unwrap()[Seat::One] - (table.now - state.since.unwrap());
    assert!((1_000..4_000).contains(&left), "{left}");
    // The rest of the time does run.
    let update = one.update_with(|kind| *kind == EventKind::TimeOut).await;
    assert_eq!(update.state.winner, Some(Seat::Two));
    assert!(began.elapsed() < Duration::from_secs(6));
    assert_eq!(ann.get::<GetGame>(&id).await.state.winner, Some(Seat::Two));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_file_clocks_stop_while_no_server_runs() {
    clocks_stop_while_no_server_runs(&Database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_postgresql_clocks_stop_while_no_server_runs() {
    let Some(database) = Database::postgres().await else { return };
    clocks_stop_while_no_server_runs(&database).await;
}

/// The clock of the machine was an hour fast, and was corrected while the server was down.
#[tokio::test(flavor = "multi_thread")]
async fn flags_fall_after_the_clock_of_the_machine_was_set_back() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, TIME).await;
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    server.stop().await;
    let hour = "UPDATE heartbeat SET alive = alive + 3600000";
    let events =
        "UPDATE events SET at = at + 3600000, body = REPLACE(body, '\"at\":' || at, '\"at\":' || (at + 3600000))";
    Database::execute(&database.url, &format!("{hour}; {events}; UPDATE games SET wake = wake + 3600000")).await;
    let server = Server::start(&database).await;
    ann.0.host = server.host.clone();
    let mut one = ann.socket(&id).await;
    let began = Instant::now();
    loop {
        match one.next().await.expect("an open connection") {
            Message::Update(update) if update.event.kind == EventKind::TimeOut => break,
            _ => {}
        }
    }
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}
