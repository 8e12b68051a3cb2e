//! The guarantees of the store, on SQLite and on PostgreSQL.

mod common;

use common::{Database, FAST, guest, settings};
use std::sync::Arc;
use zertz_protocol::{
    Event, EventKind, First, GameId, GameResult, NewSeek, OutcomeKind, Pace, Pair, Player, PlayerId, PlayerKind, Seat,
    SeekId, Session, SessionId, Status, TimeControl,
};
use zertz_server::{
    RandomId,
    store::{Append, GameFilter, Job, Notice, RatedPair, ReportRow, Store, StoreError},
    table::Table,
};

/// Runs each test on both databases.
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let database = super::Database::sqlite();
                super::$name(super::Store::open(&database.url).await.unwrap(), &database.url).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let Some(database) = super::Database::postgres().await else { return };
                super::$name(super::Store::open(&database.url).await.unwrap(), &database.url).await;
            })+
        }
    };
}

on_both_databases!(
    events_are_stored_in_order_and_survive_a_restart,
    of_many_concurrent_events_with_one_number_one_is_stored,
    a_job_is_atomic,
    a_failed_commit_is_reported,
    a_database_of_a_newer_version_is_left_alone,
    a_database_of_the_first_release_is_upgraded,
    servers_that_start_together_migrate_once,
    games_are_found,
    games_that_are_due_are_found,
    ratings_change_with_the_end_of_a_game,
    concurrent_rated_games_all_count,
    guests_register_and_names_are_unique,
    sessions_come_and_go,
    a_deleted_player_is_forgotten,
    seeks_expire_and_are_accepted_once,
    text_is_stored_without_zero_bytes,
);

async fn player(store: &Store) -> PlayerId {
    let player = guest();
    store.add_player(&player, None).await.unwrap();
    player.id
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
        let kind = EventKind::Created { settings: settings(time, rated), seats };
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

    /// The job part that writes these events.
    fn append(&self, events: Vec<Event>) -> Append {
        let mut table = self.table.clone();
        for event in events.iter().filter(|event| event.seq > 1) {
            table.apply(event).unwrap();
        }
        Append { game: self.id.clone(), events, table, rated: None }
    }

    /// The job part that writes the second player's resignation in a rated game.
    fn won(&self) -> Append {
        let rated = RatedPair { players: self.players(), pace: Pace::Bullet, scores: [1.0, 0.0], at: 5_000 };
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

async fn events_are_stored_in_order_and_survive_a_restart(store: Store, url: &str) {
    let mut game = Sample::stored(&store, false).await;
    for (seat, turn) in [(Seat::One, "Wd4,d1"), (Seat::Two, "Gb2,a1"), (Seat::One, "Wc3,a2")] {
        game.add(&store, game.turn(seat, turn)).await;
    }
    assert_eq!(store.events(&game.id, 0).await.unwrap(), game.log);
    assert_eq!(store.events(&game.id, 2).await.unwrap(), game.log[2..]);
    assert_eq!(store.events(&GameId::random(), 0).await.unwrap(), []);
    let again = Store::open(url).await.unwrap();
    assert_eq!(again.events(&game.id, 0).await.unwrap(), game.log);
    let summary = again.game(&game.id).await.unwrap().unwrap();
    assert_eq!((summary.seq, summary.turns, summary.mover, summary.status), (4, 3, Seat::Two, Status::Playing));
    assert_eq!(summary.opening.as_deref(), Some("Wd4,d1"));
    assert!(again.is_ready().await);
}

async fn of_many_concurrent_events_with_one_number_one_is_stored(store: Store, url: &str) {
    let game = Arc::new(Sample::stored(&store, false).await);
    // On PostgreSQL, every second one is from another server.
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    let mut tries = Vec::new();
    for (index, turn) in
        ["Wd4,d1", "Gd4,d1", "Bd4,d1", "Wd4,a1", "Gd4,a1", "Bd4,a1", "Wc3,a1", "Gc3,a1"].into_iter().enumerate()
    {
        let (store, game) = (if index % 2 == 0 { store.clone() } else { other.clone() }, Arc::clone(&game));
        tries.push(tokio::spawn(async move {
            let event = game.turn(Seat::One, turn);
            store.append(game.append(vec![event.clone()])).await.map(|()| event)
        }));
    }
    let mut won = Vec::new();
    for one in tries {
        match one.await.unwrap() {
            Ok(event) => won.push(event),
            Err(StoreError::Conflict) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(won.len(), 1);
    assert_eq!(store.events(&game.id, 1).await.unwrap(), won);
    // The others do not change the list of games either.
    let opening = store.game(&game.id).await.unwrap().unwrap().opening.unwrap();
    assert_eq!(won[0].kind, EventKind::Turn { turn: opening, lag: 0 });
}

async fn a_job_is_atomic(store: Store, _: &str) {
    let (one, two) = (player(&store).await, player(&store).await);
    let game = Sample::new(&one, &two, FAST, false, 1_000);
    let appends = vec![game.append(game.log.clone())];
    let gone = Job { seek: Some(SeekId::random()), appends };
    assert!(matches!(store.write(gone).await, Err(StoreError::Conflict)));
    assert_eq!(store.events(&game.id, 0).await.unwrap(), []);
    assert_eq!(store.game(&game.id).await.unwrap(), None);
    // Two games in one job, as for a rematch: if the old one has changed, the new one is not created.
    game.begin(&store).await;
    let new = Sample::new(&two, &one, FAST, false, 2_000);
    let late = Event { seq: 1, ..game.turn(Seat::One, "Wd4,d1") };
    let job = Job {
        seek: None,
        appends: vec![Append { events: vec![late], ..game.append(Vec::new()) }, new.append(new.log.clone())],
    };
    assert!(matches!(store.write(job).await, Err(StoreError::Conflict)));
    assert_eq!(store.game(&new.id).await.unwrap(), None);
}

async fn a_failed_commit_is_reported(store: Store, url: &str) {
    let (one, two) = (player(&store).await, player(&store).await);
    Database::refuse_events(url).await;
    let game = Sample::new(&one, &two, FAST, false, 1_000);
    let error = store.append(game.append(game.log.clone())).await.unwrap_err();
    assert!(matches!(error, StoreError::Unconfirmed(_)), "{error:?}");
    assert!(error.to_string().starts_with("the database did not confirm the write: "), "{error}");
    assert_eq!(store.events(&game.id, 0).await.unwrap(), []);
    assert_eq!(store.game(&game.id).await.unwrap(), None);
    // When the database works again, so does the writer.
    Database::accept_events(url).await;
    game.begin(&store).await;
    assert_eq!(store.events(&game.id, 0).await.unwrap(), game.log);
}

async fn a_database_of_a_newer_version_is_left_alone(_: Store, url: &str) {
    let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
               SELECT 1000, description, success, checksum, execution_time FROM _sqlx_migrations WHERE version = 1";
    Database::execute(url, sql).await;
    let error = Store::open(url).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer), "{error:?}");
    assert_eq!(error.to_string(), "the database was made by a newer version of this program");
}

/// Puts a database back into the state that the first release left: its own list of migrations, and its word for the fastest pace.
async fn downgrade_to_first_release(url: &str) {
    let sql = "DROP TABLE _sqlx_migrations; CREATE TABLE migrations (version BIGINT PRIMARY KEY); \
               INSERT INTO migrations (version) VALUES (1); UPDATE ratings SET pace = 'blitz' WHERE pace = 'bullet'; \
               UPDATE rated_games SET pace = 'blitz' WHERE pace = 'bullet'; UPDATE games SET pace = 'blitz' WHERE pace = 'bullet'";
    Database::execute(url, sql).await;
}

async fn a_database_of_the_first_release_is_upgraded(store: Store, url: &str) {
    let game = Sample::stored(&store, true).await;
    let [one, _] = game.players();
    store.append(game.won()).await.unwrap();
    store.close().await;
    downgrade_to_first_release(url).await;
    Database::execute(url, "UPDATE games SET result = 'bothLose'").await;
    // A stored event with the words of the first release.
    let body = r#"{"seq":3,"at":9,"by":1,"type":"planned","plan":{"lines":[["*","Wd4,d1"]]}}"#;
    let sql = format!("INSERT INTO events (game, seq, at, body) VALUES ('{}', 3, 9, '{body}')", game.id);
    Database::execute(url, &sql).await;
    for _ in 0..2 {
        let store = Store::open(url).await.unwrap();
        assert_eq!(store.ratings(&one).await.unwrap()[0].pace, Pace::Bullet);
        assert_eq!(store.rating_history(&one, 10).await.unwrap()[0].pace, Pace::Bullet);
        assert_eq!(store.game(&game.id).await.unwrap().unwrap().pace, Some(Pace::Bullet));
        let lost = GameFilter { result: Some(GameResult::BothLose), limit: 1, ..GameFilter::default() };
        assert_eq!(store.games(&lost).await.unwrap().len(), 1);
        let last = store.events(&game.id, 2).await.unwrap().remove(0);
        assert!(matches!(last.kind, EventKind::ConditionalTurns { .. }), "{last:?}");
    }
}

async fn servers_that_start_together_migrate_once(store: Store, url: &str) {
    store.close().await;
    downgrade_to_first_release(url).await;
    let starts: Vec<_> = (0..4)
        .map(|_| {
            tokio::spawn({
                let url = url.to_owned();
                async move { Store::open(&url).await.map(drop) }
            })
        })
        .collect();
    for start in starts {
        start.await.unwrap().unwrap();
    }
}

async fn games_are_found(store: Store, _: &str) {
    let (one, two, three) = (player(&store).await, player(&store).await, player(&store).await);
    store.register(&one, "Ann", "hash", None).await.unwrap();
    let mut won = Sample::new(&one, &two, FAST, false, 1_000);
    won.begin(&store).await;
    won.add(&store, won.turn(Seat::One, "Wd4,d1")).await;
    won.add(&store, won.event(Seat::Two, EventKind::Resigned)).await;
    let mut running = Sample::new(&three, &one, TimeControl::None, false, 2_000);
    running.begin(&store).await;
    running.add(&store, running.turn(Seat::One, "Ge4,a1")).await;
    let mut aborted = Sample::new(&three, &one, FAST, false, 3_000);
    aborted.begin(&store).await;
    aborted.add(&store, aborted.event(Seat::One, EventKind::Aborted)).await;

    let find = async |filter: GameFilter| -> Vec<GameId> {
        let filter = GameFilter { limit: 10, ..filter };
        store.games(&filter).await.unwrap().into_iter().map(|game| game.id).collect()
    };
    let any = GameFilter::default;
    assert_eq!(find(any()).await, [running.id.clone(), won.id.clone()], "the newest first, without aborted games");
    assert_eq!(find(GameFilter { status: Some(Status::Over), ..any() }).await, [won.id.clone()]);
    assert_eq!(find(GameFilter { player: Some(two.clone()), ..any() }).await, [won.id.clone()]);
    assert_eq!(find(GameFilter { result: Some(GameResult::One), ..any() }).await, [won.id.clone()]);
    assert_eq!(find(GameFilter { result: Some(GameResult::Draw), ..any() }).await, [] as [GameId; 0]);
    assert_eq!(find(GameFilter { opening: Some("Ge4".to_owned()), ..any() }).await, [running.id.clone()]);
    assert_eq!(find(GameFilter { opening: Some("G_4".to_owned()), ..any() }).await, [] as [GameId; 0], "no patterns");
    assert_eq!(find(GameFilter { board: Some("61".to_owned()), ..any() }).await, [] as [GameId; 0]);
    assert_eq!(find(GameFilter { before: Some((2_000, None)), ..any() }).await, [won.id.clone()]);
    let after = GameFilter { before: Some((2_000, Some("0".parse().unwrap()))), ..any() };
    assert_eq!(find(after).await, [running.id.clone(), won.id.clone()], "games of the same moment are not skipped");
    assert_eq!(find(GameFilter { rated: Some(true), ..any() }).await, [] as [GameId; 0]);

    let summary = store.game(&won.id).await.unwrap().unwrap();
    assert_eq!(summary.seats.0[0].as_ref().unwrap().name.as_deref(), Some("Ann"));
    assert_eq!((summary.result, summary.how), (Some(GameResult::One), Some(OutcomeKind::Resignation)));
    assert_eq!(summary.time, FAST);
}

async fn games_that_are_due_are_found(store: Store, _: &str) {
    let mut game = Sample::stored(&store, false).await;
    let wake = game.table.wake().unwrap();
    assert_eq!(store.due(wake - 1, 10).await.unwrap(), []);
    assert_eq!(store.due(wake, 10).await.unwrap(), [game.id.clone()]);
    game.add(&store, game.event(Seat::One, EventKind::Resigned)).await;
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
}

async fn ratings_change_with_the_end_of_a_game(store: Store, _: &str) {
    let game = Sample::stored(&store, true).await;
    let [one, two] = game.players();
    store.register(&one, "Ann", "hash", None).await.unwrap();
    store.append(game.won()).await.unwrap();
    let rating = store.ratings(&one).await.unwrap().remove(0);
    assert_eq!((rating.pace, rating.games, rating.provisional), (Pace::Bullet, 1, true));
    assert!(rating.rating > 1600.0 && rating.deviation < 350.0, "{rating:?}");
    assert!(store.ratings(&two).await.unwrap()[0].rating < 1400.0);
    let history = store.rating_history(&one, 10).await.unwrap();
    assert_eq!((history.len(), &history[0].game, history[0].rating), (1, &game.id, rating.rating));
    let summary = store.game(&game.id).await.unwrap().unwrap();
    let seated = summary.seats.0[0].clone().unwrap();
    assert_eq!((seated.rating, seated.change), (Some(1500), Some((rating.rating - 1500.0).round() as i64)));
    // A provisional rating is not on the leaderboard.
    assert_eq!(store.leaders(Pace::Bullet, 10).await.unwrap(), []);
    // Writing the end again is a conflict and changes no rating.
    assert!(matches!(store.append(game.won()).await, Err(StoreError::Conflict)));
    assert_eq!(store.ratings(&one).await.unwrap()[0].games, 1);
}

async fn concurrent_rated_games_all_count(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    let (one, two) = (player(&store).await, player(&store).await);
    store.register(&one, "Ann", "hash", None).await.unwrap();
    let mut ends = Vec::new();
    for index in 0..30 {
        let (first, second) = if index % 2 == 0 { (&one, &two) } else { (&two, &one) };
        let game = Sample::new(first, second, FAST, true, 1_000 + index);
        game.begin(&store).await;
        let append = game.won();
        let store = if index % 3 == 0 { other.clone() } else { store.clone() };
        ends.push(tokio::spawn(async move { store.append(append).await }));
    }
    for end in ends {
        end.await.unwrap().unwrap();
    }
    assert_eq!(store.ratings(&one).await.unwrap()[0].games, 30);
    assert_eq!(store.rating_history(&two, 100).await.unwrap().len(), 30);
    let leaders = store.leaders(Pace::Bullet, 10).await.unwrap();
    assert_eq!(leaders.len(), 1, "only players with a name: {leaders:?}");
    assert_eq!(leaders[0].name, "Ann");
}

async fn guests_register_and_names_are_unique(store: Store, _: &str) {
    let (one, two) = (player(&store).await, player(&store).await);
    store.register(&one, "Ann", "hash", Some("ann@example.org")).await.unwrap();
    assert!(matches!(store.register(&two, "ANN", "hash", None).await, Err(StoreError::NameTaken)));
    assert!(matches!(store.register(&one, "Other", "hash", None).await, Err(StoreError::Conflict)), "only once");
    let account = store.player_named("aNN").await.unwrap().unwrap();
    assert_eq!((account.player.id, account.player.kind), (one.clone(), PlayerKind::Person));
    assert_eq!((account.password.as_deref(), account.email.as_deref()), (Some("hash"), Some("ann@example.org")));
    store.change_account(&one, "new", None).await.unwrap();
    let account = store.account(&one).await.unwrap().unwrap();
    assert_eq!((account.password.as_deref(), account.email), (Some("new"), None));
    let bot = Player { kind: PlayerKind::Bot, name: Some("Deep".to_owned()), ..guest() };
    store.add_player(&bot, Some(&one)).await.unwrap();
    assert_eq!(store.bots(&one).await.unwrap(), std::slice::from_ref(&bot));
    let again = Player { id: PlayerId::random(), name: Some("deep".to_owned()), ..bot };
    assert!(matches!(store.add_player(&again, Some(&one)).await, Err(StoreError::NameTaken)));
    store.add_engines(1).await.unwrap();
    store.add_engines(2).await.unwrap();
    assert_eq!(store.player_named("engine 3").await.unwrap().unwrap().player.kind, PlayerKind::Engine);
}

fn session(seen: i64) -> Session {
    Session { id: SessionId::random(), label: "Browser".to_owned(), created: 1, seen, current: false }
}

async fn sessions_come_and_go(store: Store, _: &str) {
    let one = player(&store).await;
    let (old, new) = (session(10), session(20));
    store.add_session(&one, &old, "h1").await.unwrap();
    store.add_session(&one, &new, "h2").await.unwrap();
    let (found, who) = store.session("h1").await.unwrap().unwrap();
    assert_eq!((&found, &who.id), (&old, &one));
    assert!(store.session("h3").await.unwrap().is_none());
    assert_eq!(store.sessions(&one).await.unwrap(), [new.clone(), old.clone()]);
    store.note_seen(&old.id, 30).await.unwrap();
    assert_eq!(store.sessions(&one).await.unwrap()[0].seen, 30);
    let stranger = player(&store).await;
    assert!(!store.revoke(&stranger, &old.id).await.unwrap(), "of another player");
    assert!(store.revoke(&one, &old.id).await.unwrap());
    assert!(store.session("h1").await.unwrap().is_none());
    store.add_session(&one, &session(5), "h4").await.unwrap();
    store.revoke_others(&one, Some(&new.id)).await.unwrap();
    assert_eq!(store.sessions(&one).await.unwrap(), [new]);
}

async fn a_deleted_player_is_forgotten(store: Store, _: &str) {
    let game = Sample::stored(&store, true).await;
    let [one, two] = game.players();
    store.register(&one, "Ann", "hash", Some("ann@example.org")).await.unwrap();
    let bot = Player { kind: PlayerKind::Bot, name: Some("Deep".to_owned()), ..guest() };
    store.add_player(&bot, Some(&one)).await.unwrap();
    store.add_session(&one, &session(1), "h1").await.unwrap();
    store.add_session(&bot.id, &session(1), "h2").await.unwrap();
    store.append(game.won()).await.unwrap();
    store.delete_player(&one).await.unwrap();
    for name in ["Ann", "Deep"] {
        assert!(store.player_named(name).await.unwrap().is_none());
    }
    for hash in ["h1", "h2"] {
        assert!(store.session(hash).await.unwrap().is_none());
    }
    let account = store.account(&one).await.unwrap().unwrap();
    assert_eq!(
        (account.player.kind, account.player.name, account.password, account.email),
        (PlayerKind::Gone, None, None, None)
    );
    assert_eq!(store.ratings(&one).await.unwrap(), []);
    // The opponent keeps the game and the rating.
    assert_eq!(store.ratings(&two).await.unwrap().len(), 1);
    assert_eq!(store.game(&game.id).await.unwrap().unwrap().seats.0[0].as_ref().unwrap().kind, PlayerKind::Gone);
    // The name is free again.
    store.register(&two, "Ann", "hash", None).await.unwrap();
}

async fn seeks_expire_and_are_accepted_once(store: Store, url: &str) {
    let (one, two) = (player(&store).await, player(&store).await);
    let other = Store::open(url).await.unwrap();
    let mut notices = other.notices();
    let body = NewSeek { settings: settings(FAST, false), first: First::Random };
    let (kept, lapsed, taken) = (SeekId::random(), SeekId::random(), SeekId::random());
    store.add_seek(&kept, &one, &body, 10, 1_000).await.unwrap();
    store.add_seek(&lapsed, &two, &body, 20, 100).await.unwrap();
    store.add_seek(&taken, &two, &body, 30, 1_000).await.unwrap();
    if url.starts_with("postgres") {
        assert_eq!(notices.recv().await.unwrap(), Notice::Lobby);
    }
    let ids = async |now| -> Vec<SeekId> { store.seeks(now).await.unwrap().into_iter().map(|seek| seek.id).collect() };
    assert_eq!(ids(50).await, [kept.clone(), lapsed.clone(), taken.clone()]);
    assert_eq!(ids(500).await, [kept.clone(), taken.clone()]);
    assert!(store.delete_expired_seeks(500).await.unwrap());
    assert!(!store.delete_expired_seeks(500).await.unwrap());
    assert_eq!(store.count_seeks(&two).await.unwrap(), 1);
    let job = |id: GameId| {
        let game = Sample::new(&one, &two, FAST, false, 1_000);
        Job { seek: Some(taken.clone()), appends: vec![Append { game: id, ..game.append(game.log.clone()) }] }
    };
    store.write(job(GameId::random())).await.unwrap();
    assert!(matches!(store.write(job(GameId::random())).await, Err(StoreError::Conflict)));
    store.extend_seeks(&one, 2_000).await.unwrap();
    assert_eq!(ids(1_500).await, std::slice::from_ref(&kept));
    store.shorten_seeks(&one, 1_600, 10_000).await.unwrap();
    assert_eq!(ids(1_700).await, [] as [SeekId; 0]);
    assert!(!store.delete_seek(&two, Some(&kept)).await.unwrap(), "of another player");
    assert!(store.delete_seek(&one, Some(&kept)).await.unwrap());
}

async fn text_is_stored_without_zero_bytes(store: Store, _: &str) {
    let one = player(&store).await;
    assert!(store.player_named("A\0nn").await.unwrap().is_none());
    store.register(&one, "Ann", "hash", Some("a\0nn@example.org")).await.unwrap();
    assert_eq!(store.account(&one).await.unwrap().unwrap().email.as_deref(), Some("ann@example.org"));
    store.change_account(&one, "hash", Some("\0b@example.org")).await.unwrap();
    assert_eq!(store.account(&one).await.unwrap().unwrap().email.as_deref(), Some("b@example.org"));
    for text in ["\0", "W\0d4"] {
        let filter =
            GameFilter { opening: Some(text.to_owned()), board: Some(text.to_owned()), ..GameFilter::default() };
        assert_eq!(store.games(&filter).await.unwrap(), []);
    }
    let report = ReportRow { game: GameId::random(), seq: 7, player: one, reason: "ru\0de".to_owned(), at: 5 };
    store.add_report(&report).await.unwrap();
    assert_eq!(store.reports(10).await.unwrap(), [ReportRow { reason: "rude".to_owned(), ..report }]);
}
