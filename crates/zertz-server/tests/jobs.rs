//! Jobs: how work is shared out, on SQLite and on PostgreSQL.

#[macro_use]
mod common;

use common::{Database, guest, settings};
use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep};
use zertz_protocol::{Event, EventKind, GameId, Pair, PlayerId, Seat, TimeControl};
use zertz_server::{
    RandomId,
    store::{Append, Caller, JobKind, LEASE, LeasedJob, Origin, Store, Write},
    table::Table,
};

on_both_databases!(
    addresses_and_players_take_turns,
    a_person_who_waits_comes_first,
    one_thread_is_left_for_other_addresses,
    a_job_has_one_worker_at_a_time,
    a_lease_that_is_not_renewed_runs_out,
    a_job_follows_its_game,
    a_job_that_fails_is_not_tried_for_ever,
);

static COUNT: AtomicI64 = AtomicI64::new(1);

/// A game in which the engine has to move.
struct EngineGame {
    id: GameId,
    player: PlayerId,
    table: Table,
}

impl EngineGame {
    async fn start(store: &Store, origin: &str, player: &PlayerId, time: TimeControl) -> EngineGame {
        let seats = Pair([Some("engine1".parse().unwrap()), Some(player.clone())]);
        let kind = EventKind::Created { settings: settings(time, false), seats, challenged: None };
        // One after the other.
        let at = COUNT.fetch_add(1, Ordering::Relaxed);
        let event = Event { seq: 1, at, by: None, id: None, kind };
        let game = EngineGame { id: GameId::random(), player: player.clone(), table: Table::open(&event).unwrap() };
        let append = Append { game: game.id.clone(), events: vec![event], table: game.table.clone(), rated: None };
        let caller = Caller { network: origin.parse().unwrap(), limited: false };
        let origin = Origin { player: player.clone(), caller, engine: true };
        store.write(Write { appends: vec![append], origin: Some(origin), ..Write::default() }).await.unwrap();
        game
    }

    async fn write(&mut self, store: &Store, by: Seat, kind: EventKind) {
        let event = Event { seq: self.table.seq() + 1, at: i64::MAX / 2, by: Some(by), id: None, kind };
        self.table.apply(&event).unwrap();
        let (game, table) = (self.id.clone(), self.table.clone());
        store.append(Append { game, events: vec![event], table, rated: None }).await.unwrap();
    }
}

async fn player(store: &Store) -> PlayerId {
    let player = guest();
    store.add_player(&player, None).await.unwrap();
    player.id
}

/// Starts games at an address, each with a new player.
async fn games(store: &Store, origin: &str, count: usize) -> Vec<EngineGame> {
    let mut games = Vec::new();
    for _ in 0..count {
        games.push(EngineGame::start(store, origin, &player(store).await, TimeControl::None).await);
    }
    games
}

async fn lease(store: &Store, worker: &str) -> Option<LeasedJob> {
    store.lease_job(worker, 100).await.unwrap()
}

/// Takes the next job and settles it. Returns the index of the first list of games that has it.
async fn next(store: &Store, lists: &[&[EngineGame]]) -> usize {
    let job = lease(store, "worker").await.expect("a job");
    // Who was served first is told by the millisecond.
    sleep(Duration::from_millis(2)).await;
    store.settle_job(&job).await.unwrap();
    lists.iter().position(|games| games.iter().any(|game| game.id.as_str() == job.subject)).unwrap()
}

async fn addresses_and_players_take_turns(store: Store, _: &str) {
    let many = games(&store, "192.0.2.1", 6).await;
    let few = games(&store, "192.0.2.2", 2).await;
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(next(&store, &[&many, &few]).await);
    }
    assert_eq!(order, [0, 1, 0, 1, 0]);
    // A newcomer is next, however many wait.
    let newcomer = games(&store, "192.0.2.3", 1).await;
    assert_eq!(next(&store, &[&many, &few, &newcomer]).await, 2);
    // So is another player at the same address.
    let (busy, mut school) = (player(&store).await, Vec::new());
    for _ in 0..3 {
        school.push(EngineGame::start(&store, "192.0.2.4", &busy, TimeControl::None).await);
    }
    school.push(EngineGame::start(&store, "192.0.2.4", &player(&store).await, TimeControl::None).await);
    let mut players = Vec::new();
    while let Some(job) = lease(&store, "worker").await {
        sleep(Duration::from_millis(2)).await;
        store.settle_job(&job).await.unwrap();
        players.extend(school.iter().find(|game| game.id.as_str() == job.subject).map(|game| game.player == busy));
    }
    assert_eq!(players, [true, false, true, true]);
}

async fn a_person_who_waits_comes_first(store: Store, _: &str) {
    let ann = player(&store).await;
    let later = EngineGame::start(&store, "192.0.2.1", &ann, TimeControl::Correspondence { days: 1 }).await;
    let now = EngineGame::start(&store, "192.0.2.1", &ann, TimeControl::PerTurn { seconds: 10 }).await;
    assert_eq!([next(&store, &[&[now], &[later]]).await, 1], [0, 1]);
    assert!(lease(&store, "worker").await.is_some());
}

async fn one_thread_is_left_for_other_addresses(store: Store, _: &str) {
    games(&store, "192.0.2.1", 3).await;
    let most = async |worker: &str| store.lease_job(worker, 1).await.unwrap();
    assert!(most("one").await.is_some());
    assert_eq!(most("one").await, None);
    assert!(most("two").await.is_some());
    games(&store, "192.0.2.2", 1).await;
    assert!(most("one").await.is_some());
}

async fn a_job_has_one_worker_at_a_time(store: Store, _: &str) {
    games(&store, "192.0.2.1", 20).await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = store.clone();
        tasks.spawn(async move {
            let mut jobs = Vec::new();
            // Another worker may have taken the job that this one was about to take.
            for _ in 0..20 {
                jobs.extend(lease(&store, &number.to_string()).await.map(|job| job.subject));
            }
            jobs
        });
    }
    let mut taken: Vec<String> = tasks.join_all().await.into_iter().flatten().collect();
    taken.sort();
    taken.dedup();
    assert_eq!((taken.len(), lease(&store, "late").await), (20, None));
}

async fn a_lease_that_is_not_renewed_runs_out(store: Store, _: &str) {
    games(&store, "192.0.2.1", 1).await;
    let job = lease(&store, "dies").await.expect("a job");
    assert_eq!(job.kind, JobKind::EngineTurn);
    let lease_time = Duration::from_millis(LEASE.unsigned_abs());
    let began = Instant::now();
    sleep(lease_time / 2).await;
    store.renew_leases("dies").await.unwrap();
    let renewed = Instant::now();
    while lease(&store, "lives").await.is_none() {
        assert!(began.elapsed() < 4 * lease_time, "nobody gets the job");
        sleep(Duration::from_millis(20)).await;
    }
    assert!(renewed.elapsed() >= lease_time - Duration::from_millis(50), "{:?}", renewed.elapsed());
    // A worker that stops returns its jobs at once.
    store.return_jobs("lives").await.unwrap();
    assert!(lease(&store, "next").await.is_some());
}

async fn a_job_follows_its_game(store: Store, _: &str) {
    let mut game = games(&store, "192.0.2.1", 1).await.remove(0);
    let job = lease(&store, "worker").await.expect("a job");
    game.write(&store, Seat::Two, EventKind::Chat { text: "hello".to_owned() }).await;
    assert_eq!(lease(&store, "other").await, None, "a message does not disturb the worker");
    game.write(&store, Seat::One, EventKind::Turn { turn: "Wd4,d1".to_owned(), lag: 0 }).await;
    assert_eq!(store.count_jobs().await.unwrap(), 0, "the turn settles the job");
    game.write(&store, Seat::Two, EventKind::Turn { turn: "Gb2,a1".to_owned(), lag: 0 }).await;
    store.settle_job(&job).await.unwrap();
    assert_eq!(lease(&store, "other").await.expect("the next turn").version, 4);
    game.write(&store, Seat::Two, EventKind::Resigned).await;
    assert_eq!(store.count_jobs().await.unwrap(), 0, "the end settles the job");
}

async fn a_job_that_fails_is_not_tried_for_ever(store: Store, url: &str) {
    games(&store, "192.0.2.1", 1).await;
    for _ in 0..5 {
        let job = lease(&store, "worker").await.expect("a job");
        store.give_up_job(&job).await.unwrap();
        assert_eq!(lease(&store, "worker").await, None, "it rests until its lease has run out");
        Database::execute(url, "UPDATE jobs SET lease = 0").await;
    }
    assert_eq!(lease(&store, "worker").await, None);
}
