//! The guarantees of the store, on SQLite and on PostgreSQL.

#[macro_use]
#[path = "../common/mod.rs"]
mod common;

mod events;
mod lists;
mod lobby;
mod players;
mod ratings;
mod upgrades;

use common::{Database, FAST, guest, settings};
use std::sync::Arc;
use zertz::Rng;
use zertz_protocol::{
    BotRules, Code, Event, EventKind, First, GameId, GameResult, NewReport, NewSeek, OutcomeKind, Pace, Pair, Player,
    PlayerId, PlayerKind, Report, ReportReason, ReportState, ReportSubject, Seat, SeekId, Session, SessionId, Status,
    TimeControl,
};
use zertz_server::{
    RandomId,
    store::{
        Append, Caller, GameFilter, NAME_HELD, NewOffer, Notice, Origin, Page, RatedPair, ReportFilter, ReportRow,
        SESSION_IDLE, SESSION_LIFETIME, Store, StoreError, Write,
    },
    table::Table,
};

async fn player(store: &Store) -> PlayerId {
    let player = guest();
    store.add_player(&player, None).await.unwrap();
    player.id
}

fn report(by: &PlayerId, about: &PlayerId, subject: ReportSubject, text: &str) -> ReportRow {
    let report = NewReport { subject, reason: ReportReason::Abuse, text: text.to_owned() };
    ReportRow { by: by.clone(), about: about.clone(), report, at: 5 }
}

async fn reports(store: &Store) -> Vec<Report> {
    store.reports(&ReportFilter::default(), &Page::first(9)).await.unwrap()
}

/// A game of two players.
struct Sample {
    id: GameId,
    table: Table,
    log: Vec<Event>,
}

impl Sample {
    /// A stored game of two guests.
    async fn stored(store: &Store, rated: bool) -> Sample {
        let game = Sample::new(&player(store).await, &player(store).await, FAST, rated, 1_000);
        game.begin(store).await;
        game
    }

    /// A game that is not stored.
    fn new(one: &PlayerId, two: &PlayerId, time: TimeControl, rated: bool, at: i64) -> Sample {
        let seats = Pair([Some(one.clone()), Some(two.clone())]);
        let kind = EventKind::Created { settings: settings(time, rated), seats, challenged: None };
        let event = Event { seq: 1, at, by: None, id: None, kind };
        Sample { id: GameId::random(), table: Table::open(&event).unwrap(), log: vec![event] }
    }

    /// The next event, which is not stored.
    fn event(&self, by: Seat, kind: EventKind) -> Event {
        Event { seq: self.table.seq() + 1, at: self.log[0].at + self.table.seq(), by: Some(by), id: None, kind }
    }

    fn turn(&self, by: Seat, turn: &str) -> Event {
        self.event(by, EventKind::Turn { turn: turn.to_owned(), lag: 0 })
    }

    /// Appends these events.
    fn append(&self, events: Vec<Event>) -> Append {
        let mut table = self.table.clone();
        for event in events.iter().filter(|event| event.seq > 1) {
            table.apply(event).unwrap();
        }
        Append { game: self.id.clone(), events, table, rated: None }
    }

    /// Appends the second player's resignation in a rated game.
    fn won(&self) -> Append {
        let rated =
            RatedPair { players: self.players(), pace: Pace::Bullet, scores: [1.0, 0.0], at: 5_000, unrated: None };
        Append { rated: Some(rated), ..self.append(vec![self.event(Seat::Two, EventKind::Resigned)]) }
    }

    fn players(&self) -> [PlayerId; 2] {
        self.table.seats().0.clone().map(Option::unwrap)
    }

    async fn begin(&self, store: &Store) {
        store.append(self.append(self.log.clone())).await.unwrap();
    }

    async fn add(&mut self, store: &Store, event: Event) {
        store.append(self.append(vec![event.clone()])).await.unwrap();
        self.table.apply(&event).unwrap();
        self.log.push(event);
    }
}

/// A person with an account.
async fn person(store: &Store, name: &str) -> PlayerId {
    let id = player(store).await;
    store.register(&id, name, "hash", None).await.unwrap();
    id
}

fn caller(network: &str, limited: bool) -> Caller {
    Caller { network: network.parse().unwrap(), limited }
}

fn offer(player: &PlayerId, at: i64, until: i64) -> NewOffer {
    let body = NewSeek { settings: settings(FAST, false), first: First::Random };
    NewOffer {
        id: SeekId::random(),
        player: player.clone(),
        body,
        caller: caller("192.0.2.9", false),
        at,
        until,
        quick: false,
    }
}

/// A stored rated game of two people.
async fn rated(store: &Store, one: &PlayerId, two: &PlayerId) -> Sample {
    let game = Sample::new(one, two, FAST, true, 1_000);
    game.begin(store).await;
    game
}
