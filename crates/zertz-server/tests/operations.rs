//! What operators do to a running server, and what they rely on.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{Server, Socket, pair};
use common::{Database, FAST};
use zertz_protocol::{
    LobbyMessage, Maintenance, Message,
    endpoint::{GameSocket, GetMe, LobbySocket},
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

#[tokio::test(flavor = "multi_thread")]
async fn with_a_file_everybody_is_told_of_maintenance() {
    everybody_is_told_of_maintenance(Database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_postgresql_everybody_is_told_of_maintenance() {
    let Some(database) = Database::postgres().await else { return };
    everybody_is_told_of_maintenance(database).await;
}
