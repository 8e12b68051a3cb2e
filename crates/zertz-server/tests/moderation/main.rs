//! Moderation, on SQLite and on PostgreSQL: what the store guarantees, and what moderators, restricted players and strangers see.

#[macro_use]
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/client.rs"]
mod client;

use client::{Client, PASSWORD, Server, TIMEOUT, chat, credentials, new_game, pair, proxied, request, turn};
use common::{Database, FAST, guest, settings};
use std::time::Duration;
use zertz_protocol::{
    AuditAction, AuditQuery, BotRules, ChatRemoval, Code, Command, DeclineReason, Event, EventKind, EventsQuery,
    FairPlayState, First, GameId, NewAddressBlock, NewBot, NewReport, NewSanction, NewSeek, Note, Opponent, Pace, Pair,
    Paired, Player, PlayerId, PlayerRef, ReportDecision, ReportReason, ReportState, ReportSubject, ReportsQuery,
    RestrictionKind, Sanction, Seat, SeekId, Status, TimeControl, endpoint::*,
};
use zertz_server::{
    RandomId,
    play::Hub,
    store::{
        Append, Caller, ENDED_KEPT, NewAudit, NewOffer, Page, RatedPair, ReportFilter, ReportRow, Store, WARNING_KEPT,
        Write, blockable,
    },
    table::Table,
};

/// Runs each test with a server and an operator's store beside it, on both databases.
macro_rules! on_both_servers {
    ($($name:ident),+ $(,)?) => {
        mod server_on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(super::Site::start(super::Database::sqlite()).await).await;
            })+
        }
        mod server_on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let Some(database) = super::Database::postgres().await else { return };
                super::$name(super::Site::start(database).await).await;
            })+
        }
    };
}

mod blocks;
mod bots;
mod fair_play;
mod records;
mod reports;
mod restrictions;
mod voiding;

/// A server, and an operator at its database.
struct Site {
    server: Server,
    store: Store,
    _database: Database,
}

impl Site {
    async fn start(database: Database) -> Site {
        let server = Server::start(&database).await;
        let store = Store::open_beside(&database.url).await.unwrap();
        Site { server, store, _database: database }
    }

    /// A person with an account.
    async fn person(&self, name: &str) -> (Client, PlayerId) {
        let mut client = self.server.client();
        client.register(name).await;
        let id = client.get::<GetMe>(&()).await.player.unwrap().id;
        (client, id)
    }

    async fn moderator(&self, name: &str) -> (Client, PlayerId) {
        let (client, id) = self.person(name).await;
        self.store.set_moderator(&id, true, &audit(AuditAction::AddModerator, 1)).await.unwrap();
        (client, id)
    }
}

fn audit(action: AuditAction, at: i64) -> NewAudit {
    NewAudit::new(None, action, "", at)
}

fn sanction(sanction: Sanction) -> NewSanction {
    NewSanction { sanction, note: "because".to_owned() }
}

const FOREVER: i64 = i64::MAX / 2;

async fn person(store: &Store, name: &str) -> PlayerId {
    let player = guest();
    store.add_player(&player, None).await.unwrap();
    store.register(&player.id, name, "hash", None).await.unwrap();
    player.id
}

/// A game of two people with accounts, with their sockets.
async fn game_of(ann: &mut Client, bob: &mut Client) -> (GameId, [client::Socket<GameSocket>; 2]) {
    let id = ann.friend_game(FAST, false).await;
    bob.get::<JoinGame>(&id).await;
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    one.snapshot().await;
    two.snapshot().await;
    (id, [one, two])
}
