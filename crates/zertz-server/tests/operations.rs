//! What operators do to a running server, and what they rely on.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{Server, Socket, TIMEOUT, new_game, pair, turn};
use common::{Database, FAST};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use zertz_protocol::{
    Command, First, GamesQuery, LobbyMessage, Maintenance, Message, NewSeek, Opponent, Status, TimeControl,
    endpoint::{CreateGame, CreateSeek, DownloadRecords, GameSocket, GetGame, GetMe, ListGames, LobbySocket},
};
use zertz_server::{play::now, store::Store};

/// The next maintenance that a lobby socket tells of.
async fn in_lobby(socket: &mut Socket<LobbySocket>) -> Option<Maintenance> {
    loop {
        if let LobbyMessage::Maintenance { planned } = socket.next().await.expect("the socket is open") {
            return planned;
        }
    }
}

/// The same on a game socket.
async fn in_game(socket: &mut Socket<GameSocket>) -> Option<Maintenance> {
    loop {
        if let Message::Maintenance { planned } = socket.next().await.expect("the socket is open") {
            return planned;
        }
    }
}

async fn everybody_is_told_of_maintenance(database: Database) {
    let server = Server::start(&database).await;
    let (_, [mut ann, _], [_, mut room]) = pair(&server, FAST).await;
    let mut lobby = ann.lobby().await;
    assert_eq!((in_lobby(&mut lobby).await, in_game(&mut room).await), (None, None));
    // The operator's command is another process.
    let admin = Store::open_beside(&database.url).await.unwrap();
    let planned = Maintenance { at: now() + 3_600_000, text: "An hour.".to_owned() };
    admin.announce_maintenance(Some(&planned)).await.unwrap();
    assert_eq!(in_lobby(&mut lobby).await.as_ref(), Some(&planned));
    assert_eq!(in_game(&mut room).await.as_ref(), Some(&planned));
    assert_eq!(ann.get::<GetMe>(&()).await.maintenance.as_ref(), Some(&planned));
    // Whoever comes later, also to a server that starts later, is told too.
    let later = Server::start(&database).await;
    let mut cid = later.client();
    assert_eq!(cid.get::<GetMe>(&()).await.maintenance.as_ref(), Some(&planned));
    assert_eq!(in_lobby(&mut cid.lobby().await).await.as_ref(), Some(&planned));
    let changed = Maintenance { at: planned.at + 60_000, text: String::new() };
    admin.announce_maintenance(Some(&changed)).await.unwrap();
    assert_eq!(in_game(&mut room).await.as_ref(), Some(&changed));
    admin.announce_maintenance(None).await.unwrap();
    assert_eq!(in_game(&mut room).await, None);
    assert_eq!(ann.get::<GetMe>(&()).await.maintenance, None);
    // An hour after its time, an announcement is over.
    let past = Maintenance { at: now() - 3_600_001, text: String::new() };
    admin.announce_maintenance(Some(&past)).await.unwrap();
    assert_eq!(admin.maintenance(now()).await.unwrap(), None);
}

/// Runs each test on both databases.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(super::Database::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let Some(database) = super::Database::postgres().await else { return };
                super::$name(database).await;
            })+
        }
    };
}

on_both_databases! {
    everybody_is_told_of_maintenance,
    damaged_rows_stop_nothing_else,
    running_games_of_an_earlier_version_count_for_their_players,
    a_rematch_against_the_engine_has_the_address_of_its_player,
}

/// Waits until a query has such a result.
async fn until(url: &str, sql: &str, is_it: impl Fn(i64) -> bool) {
    let began = Instant::now();
    loop {
        let number = Database::number(url, sql).await;
        if is_it(number) {
            return;
        }
        assert!(began.elapsed() < TIMEOUT, "{sql}: {number}");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn damaged_rows_stop_nothing_else(database: Database) {
    let server = Server::start(&database).await;
    let (bad_event, ..) = pair(&server, FAST).await;
    let (bad_row, ..) = pair(&server, FAST).await;
    let (good, mut players, _) = pair(&server, FAST).await;
    let seek = |time| NewSeek { settings: common::settings(time, false), first: First::Random };
    for time in [FAST, TimeControl::None] {
        server.client().send::<CreateSeek>(&(), &seek(time)).await;
    }
    server.stop().await;
    let url = &database.url;
    let time = "{\"kind\":\"sundial\"}";
    // One of two seeks, one event, one row of a game and one job are damaged. All three games are due.
    Database::execute(
        url,
        &format!(
            "UPDATE seeks SET body = '{{' WHERE id = (SELECT MIN(id) FROM seeks); \
             UPDATE events SET body = 'damaged' WHERE game = '{bad_event}' AND seq = 2; \
             UPDATE games SET time = '{time}' WHERE id = '{bad_row}'; UPDATE games SET wake = 1; \
             INSERT INTO jobs (kind, subject, version, priority, owner, origin, queued, tries) \
             VALUES ('nonsense', 'x', 0, 0, 'x', 'x', 0, 0)"
        ),
    )
    .await;
    let server = Server::start(&database).await;
    // The background task sets the damaged game aside, and checks the others.
    until(url, &format!("SELECT wake FROM games WHERE id = '{bad_event}'"), |wake| wake > now() + 3_000_000).await;
    for game in [&good, &bad_row] {
        until(url, &format!("SELECT wake FROM games WHERE id = '{game}'"), |wake| wake > 1).await;
    }
    // Lists have everything else.
    let mut anybody = server.client();
    let query = GamesQuery { status: Some(Status::Playing), ..GamesQuery::default() };
    let listed = anybody.call::<ListGames>(&(), &query, &()).await.unwrap();
    let listed: Vec<_> = listed.into_iter().map(|game| game.id).collect();
    assert!(listed.contains(&good) && listed.contains(&bad_event) && !listed.contains(&bad_row), "{listed:?}");
    assert_eq!(anybody.lobby().await.seeks().await.len(), 1);
    assert!(anybody.0.download::<DownloadRecords>(&(), &Default::default()).await.is_ok());
    assert_eq!(anybody.refused::<GetGame>(&bad_event, &()).await, "500 internal");
    // The game beside goes on, and so does the engine.
    players[0].0.host = server.host.clone();
    let mut socket = players[0].socket(&good).await;
    let seq = socket.snapshot().await.seq;
    assert_eq!(socket.ask(turn("Wd4,d1", seq)).await, Ok(seq + 1));
    let engine = new_game(TimeControl::None, false, Opponent::Engine { level: 1 });
    let engine = anybody.send::<CreateGame>(&(), &engine).await.id;
    let mut socket = anybody.socket(&engine).await;
    socket.ask(turn("Wd4,d1", 1)).await.unwrap();
    while socket.update().await.event.seq < 3 {}
}

async fn running_games_of_an_earlier_version_count_for_their_players(database: Database) {
    let server = Server::start(&database).await;
    pair(&server, FAST).await;
    let engine = new_game(TimeControl::None, false, Opponent::Engine { level: 1 });
    server.client().send::<CreateGame>(&(), &engine).await;
    server.stop().await;
    let url = &database.url;
    // As the database was before this migration.
    let before = "DELETE FROM open_games; DROP TABLE maintenance; DROP TABLE probe; DELETE FROM _sqlx_migrations WHERE description = 'operations'";
    Database::execute(url, before).await;
    drop(Store::open(url).await.unwrap());
    let games =
        "SELECT COUNT(*) FROM open_games o JOIN games g ON g.id = o.game AND (o.player = g.one OR o.player = g.two)";
    assert_eq!(Database::number(url, games).await, 2);
    assert_eq!(Database::number(url, "SELECT COUNT(*) FROM open_games WHERE engine = 1").await, 1);
}

async fn a_rematch_against_the_engine_has_the_address_of_its_player(database: Database) {
    let server = Server::start(&database).await;
    let mut ann = server.client();
    let engine = new_game(TimeControl::None, false, Opponent::Engine { level: 1 });
    let game = ann.send::<CreateGame>(&(), &engine).await.id;
    let mut socket = ann.socket(&game).await;
    socket.ask(Command::Resign).await.unwrap();
    let open = "SELECT COUNT(*) FROM open_games";
    assert_eq!(Database::number(&database.url, open).await, 0);
    socket.ask(Command::OfferRematch).await.unwrap();
    let address = ann.0.forwarded_for.clone().unwrap();
    until(&database.url, &format!("{open} WHERE engine = 1 AND network = '{address}'"), |games| games == 1).await;
    assert_eq!(Database::number(&database.url, open).await, 1);
}
