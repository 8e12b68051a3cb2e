//! [`Room`]: a table in memory, and the clients that follow it.

use super::now;
use crate::{
    store::{Append, RatedPair, Result, Store, StoreError, report_unreadable},
    table::{Change, Table},
};
use std::sync::{Arc, atomic::AtomicI64};
use tokio::sync::{Mutex, broadcast};
use zertz_protocol::{Code, EventKind, GameId, GameResult, Message, Pair, SeatedPlayer, Status, Update};

/// How many updates a client may be behind before it has to read the log instead.
const BACKLOG: usize = 16;

/// An update with its text, which is made once for all clients.
#[derive(Debug)]
pub struct News {
    pub update: Update,
    pub text: Arc<str>,
}

/// A table in memory, and the clients that follow it.
#[derive(Debug)]
pub struct Room {
    pub id: GameId,
    /// The table. A task that changes it holds the lock until the change is durable.
    pub table: Mutex<Table>,
    pub news: broadcast::Sender<Arc<News>>,
    /// When the room was last used.
    pub used: AtomicI64,
}

impl Room {
    pub fn new(id: GameId, table: Table) -> Room {
        let (news, _) = broadcast::channel(BACKLOG);
        Room { id, table: Mutex::new(table), news, used: AtomicI64::new(now()) }
    }

    /// Reads the events that other servers have written, and publishes them.
    pub async fn catch_up(&self, store: &Store, table: &mut Table) -> Result<()> {
        let events = store.events(&self.id, table.seq()).await?;
        let change = Change::replay(table, &events)?;
        self.publish(store, table, change).await
    }

    /// Applies a stored change to the table, and sends it to all clients. If the store fails, nothing has happened: the change would not be
    /// sent later, since the table would have it already.
    pub async fn publish(&self, store: &Store, table: &mut Table, change: Change) -> Result<()> {
        // A player has joined, or ratings have changed.
        let voided = change.events().any(|event| event.kind == EventKind::Voided);
        let seats_changed = voided || change.table.status() != table.status();
        let is_followed = self.news.receiver_count() > 0;
        let mut listed = None;
        if is_followed && seats_changed {
            listed = match self.listed(store).await {
                // To try again would not help.
                Err(StoreError::Unreadable(why)) => {
                    report_unreadable(&why);
                    None
                }
                listed => Some(listed?),
            };
        }
        *table = change.table;
        if !is_followed {
            return Ok(());
        }
        let last = change.updates.len().saturating_sub(1);
        for (index, mut update) in change.updates.into_iter().enumerate() {
            update.now = now();
            if index == last
                && let Some((seats, unrated)) = listed.take()
            {
                (update.seats, update.unrated) = (Some(seats), unrated);
            }
            let message = Message::Update(Box::new(update));
            let text = super::text(&message).into();
            let Message::Update(update) = message else { continue };
            // The last client may have left.
            let _ = self.news.send(Arc::new(News { update: *update, text }));
        }
        Ok(())
    }

    /// The players, with names and ratings, and why the game did not change them.
    pub async fn listed(&self, store: &Store) -> Result<(Pair<Option<SeatedPlayer>>, Option<Code>)> {
        Ok(store.game(&self.id).await?.map(|game| (game.seats, game.unrated)).unwrap_or_default())
    }
}

/// What to store for a change of a table.
pub fn append(id: &GameId, before: &Table, change: &Change) -> Append {
    let ends = before.status() != Status::Over && change.table.status() == Status::Over;
    let rated = if ends { rated(&change.table) } else { None };
    let events = change.events().cloned().collect();
    Append { game: id.clone(), events, table: change.table.clone(), rated }
}

fn rated(table: &Table) -> Option<RatedPair> {
    let settings = table.settings();
    let scores = match GameResult::of(table.outcome()?, table.game().is_swapped()) {
        GameResult::One => [1.0, 0.0],
        GameResult::Two => [0.0, 1.0],
        GameResult::BothLose => [0.0, 0.0],
        GameResult::Draw => [0.5, 0.5],
    };
    let pace = settings.time.pace().filter(|_| settings.rated)?;
    let [one, two] = table.seats().0.clone();
    Some(RatedPair { players: [one?, two?], pace, scores, at: table.ended()?, unrated: table.unrated() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        id::{RandomId, random_text},
        play::Hub,
    };
    use zertz_protocol::{Player, PlayerId, PlayerKind, RulesData, Settings, TimeControl};

    #[tokio::test]
    async fn a_change_that_cannot_be_shown_during_an_outage_is_shown_afterwards() {
        let file = std::env::temp_dir().join(format!("zertz-{}.db", random_text(12)));
        let url = format!("sqlite://{}", file.display());
        let (store, broken) = (Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap());
        broken.close().await;
        let [ann, bob] = [PlayerId::random(), PlayerId::random()];
        for id in [&ann, &bob] {
            let player = Player { id: id.clone(), kind: PlayerKind::Guest, name: None, level: None, created: 0 };
            store.add_player(&player, None).await.unwrap();
        }
        let rules = RulesData::of(&zertz::Rules::standard(zertz::Board::rings37()));
        let settings = Settings { rules, time: TimeControl::None, rated: false };
        let (id, first, mut table) = Hub::new_table(settings, [Some(ann), None], None, 1).unwrap();
        store.append(Hub::first_append(&id, &table, first)).await.unwrap();
        let room = Room::new(id.clone(), table.clone());
        let mut news = room.news.subscribe();
        // The change is stored, and then the database fails.
        let change = table.join(&bob, 2).unwrap();
        store.append(append(&id, &table, &change)).await.unwrap();
        assert!(room.publish(&broken, &mut table, change).await.is_err());
        room.catch_up(&store, &mut table).await.unwrap();
        assert_eq!((table.seq(), table.status()), (2, Status::Playing));
        let update = news.try_recv().expect("clients are told").update.clone();
        assert!(update.event.seq == 2 && update.seats.is_some());
        store.close().await;
        std::fs::remove_file(file).unwrap();
    }
}
