//! [`Room`]: a table that somebody looks at, in memory.

use super::{News, message::Update, now};
use crate::{
    id::{GameId, PlayerId},
    store::{Answer, Append, GameSummary, RatedPair, Seated, Store},
    table::{BadLog, Event, Pair, Seat, Status, Table},
};
use std::sync::atomic::{AtomicBool, AtomicI64};
use tokio::sync::{Mutex, broadcast};
use zertz::Outcome;

/// News that somebody may be late by before they are told to read the log instead.
const NEWS: usize = 16;

/// A table, and those who listen to it.
#[derive(Debug)]
pub struct Room {
    /// The game.
    pub id: GameId,
    /// The table. Who changes it holds it until the change is durable.
    pub table: Mutex<Table>,
    /// What happens.
    pub news: broadcast::Sender<News>,
    /// Whether the engine is at it already.
    pub thinking: AtomicBool,
    /// When somebody was here last.
    pub used: AtomicI64,
}

impl Room {
    /// A room for a table.
    pub fn new(id: GameId, table: Table) -> Room {
        let (news, _) = broadcast::channel(NEWS);
        Room { id, table: Mutex::new(table), news, thinking: AtomicBool::new(false), used: AtomicI64::new(now()) }
    }

    /// Reads what happened elsewhere, and tells it.
    pub async fn catch_up(&self, store: &Store, table: &mut Table) -> Answer<()> {
        let events = store.events(&self.id, table.seq()).await?;
        let (next, updates) = ahead(table, &events)?;
        self.finish(store, table, next, updates).await
    }

    /// The table takes on its new state, and all who look at it are told.
    pub async fn finish(&self, store: &Store, table: &mut Table, next: Table, updates: Vec<Update>) -> Answer<()> {
        // Somebody came, or ratings changed.
        let seats_changed = next.status() != table.status();
        *table = next;
        if self.news.receiver_count() == 0 {
            return Ok(());
        }
        let last = updates.last().map(|update| update.event.seq);
        for mut update in updates {
            if seats_changed && Some(update.event.seq) == last {
                update.seats = Some(self.seats(store).await?);
            }
            // The last one may just have gone.
            let _ = self.news.send(update.into());
        }
        Ok(())
    }

    /// Who sits where, with names and ratings.
    pub async fn seats(&self, store: &Store) -> Answer<Pair<Option<Seated>>> {
        Ok(store.game(&self.id).await?.map(|summary| summary.seats).unwrap_or_default())
    }
}

/// The table after some more events, and what to tell of them.
pub fn ahead(table: &Table, events: &[Event]) -> Result<(Table, Vec<Update>), BadLog> {
    let (mut next, now) = (table.clone(), now());
    let updates = events.iter().map(|event| Update::of(event, &mut next, now)).collect::<Result<_, _>>()?;
    Ok((next, updates))
}

/// Events as they are stored.
pub fn append(id: &GameId, before: Option<&Table>, after: &Table, events: Vec<Event>) -> Append {
    let ends = before.is_some_and(|before| before.status() != Status::Over) && after.status() == Status::Over;
    let rated = if ends { rated(after) } else { None };
    Append { game: id.clone(), events, summary: GameSummary::of(id, after), rated }
}

fn rated(table: &Table) -> Option<RatedPair> {
    let settings = table.settings();
    let player = |seat: Seat| -> Option<PlayerId> { table.seats()[seat].clone() };
    let scores = match (table.outcome()?, table.winner()) {
        (_, Some(Seat::One)) => [1.0, 0.0],
        (_, Some(Seat::Two)) => [0.0, 1.0],
        (Outcome::BothLose, None) => [0.0, 0.0],
        (_, None) => [0.5, 0.5],
    };
    let pace = settings.time.pace().filter(|_| settings.rated)?;
    let at = table.ended()?;
    Some(RatedPair { players: [player(Seat::One)?, player(Seat::Two)?], pace, scores, at })
}
