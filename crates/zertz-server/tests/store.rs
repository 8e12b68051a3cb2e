//! The guarantees of the store, on SQLite and on PostgreSQL.

#[macro_use]
mod common;

use common::{Database, FAST, guest, settings};
use std::sync::Arc;
use zertz::Rng;
use zertz_protocol::{
    Code, Event, EventKind, First, GameId, GameResult, NewReport, NewSeek, OutcomeKind, Pace, Pair, Player, PlayerId,
    PlayerKind, Report, ReportReason, ReportState, ReportSubject, Seat, SeekId, Session, SessionId, Status,
    TimeControl,
};
use zertz_server::{
    RandomId,
    store::{
        Append, Caller, GameFilter, Job, NAME_HELD, NewOffer, Notice, Origin, Page, RatedPair, ReportFilter, ReportRow,
        SESSION_IDLE, SESSION_LIFETIME, Store, StoreError,
    },
    table::Table,
};

on_both_databases!(
    events_are_stored_in_order_and_survive_a_restart,
    of_many_concurrent_events_with_one_number_one_is_stored,
    a_job_is_atomic,
    a_failed_commit_is_reported,
    a_database_of_a_newer_version_is_left_alone,
    a_database_of_the_first_release_is_upgraded,
    servers_that_start_together_migrate_once,
    games_are_found,
    every_filter_and_every_page_agree_with_a_simple_search,
    games_that_are_due_are_found,
    ratings_change_with_the_end_of_a_game,
    games_that_say_nothing_about_strength_are_not_rated,
    concurrent_rated_games_all_count,
    of_many_games_of_the_same_two_in_a_day_some_count,
    guests_register_and_names_are_unique,
    names_of_earlier_versions_that_look_alike_are_kept,
    what_is_old_is_removed,
    sessions_come_and_go,
    a_deleted_player_is_forgotten,
    seeks_expire_and_are_accepted_once,
    of_two_players_who_want_the_same_at_once_one_waits,
    the_seek_that_fits_best_has_the_closest_rating,
    seeks_of_a_player_and_of_an_address_are_limited,
    open_games_of_a_player_and_of_an_address_are_limited,
    text_is_stored_without_zero_bytes,
);

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
    let gone = Job { seek: Some(SeekId::random()), appends, ..Job::default() };
    assert!(matches!(store.write(gone).await, Err(StoreError::Conflict)));
    assert_eq!(store.events(&game.id, 0).await.unwrap(), []);
    assert_eq!(store.game(&game.id).await.unwrap(), None);
    // Two games in one job, as for a rematch: if the old one has changed, the new one is not created.
    game.begin(&store).await;
    let new = Sample::new(&two, &one, FAST, false, 2_000);
    let late = Event { seq: 1, ..game.turn(Seat::One, "Wd4,d1") };
    let job = Job {
        appends: vec![Append { events: vec![late], ..game.append(Vec::new()) }, new.append(new.log.clone())],
        ..Job::default()
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

/// An empty database of the same kind.
async fn empty(url: &str) -> Database {
    if url.starts_with("sqlite") { Database::sqlite() } else { Database::postgres().await.expect("there is a server") }
}

/// A database as the first release has left it.
async fn first_release(url: &str) -> Database {
    let database = empty(url).await;
    let new = if url.starts_with("sqlite") { format!("{}?mode=rwc", database.url) } else { database.url.clone() };
    Database::execute(&new, include_str!("fixtures/first-release.sql")).await;
    database
}

async fn a_database_of_the_first_release_is_upgraded(_: Store, url: &str) {
    let database = first_release(url).await;
    for _ in 0..2 {
        let store = Store::open(&database.url).await.unwrap();
        let ann = store.player_named("ann").await.unwrap().unwrap();
        assert_eq!((ann.email.as_deref(), ann.player.kind), (Some("ann@example.org"), PlayerKind::Person));
        assert!(store.session("first-hash", 1_700_000_000_001).await.unwrap().is_some());
        let rating = store.ratings(&ann.player.id).await.unwrap().remove(0);
        assert_eq!((rating.pace, rating.games), (Pace::Bullet, 1));
        assert_eq!(store.rating_history(&ann.player.id, 10).await.unwrap()[0].pace, Pace::Bullet);
        let lost = GameFilter { result: Some(GameResult::BothLose), limit: 9, ..GameFilter::default() };
        assert_eq!(store.games(&lost).await.unwrap().len(), 1);
        let won = GameFilter { result: Some(GameResult::One), limit: 9, ..GameFilter::default() };
        let game = store.games(&won).await.unwrap().remove(0);
        assert_eq!((game.pace, game.rated, game.unrated), (Some(Pace::Bullet), true, None));
        let table = store.table(&game.id).await.unwrap().unwrap();
        assert_eq!((table.status(), table.acts().len()), (Status::Over, 5));
        // Words of the first release in stored events.
        let planned = store.events(&game.id, 4).await.unwrap().remove(0);
        assert!(matches!(planned.kind, EventKind::ConditionalTurns { .. }), "{planned:?}");
        assert_eq!(store.seeks(1_700_000_000_001).await.unwrap()[0].first, First::Random);
        let report = reports(&store).await.remove(0);
        assert_eq!((report.text.as_str(), report.state), ("rude", ReportState::Open));
        assert_eq!((report.by.id.as_str(), report.about.id.as_str()), ("firstAnn0001", "firstBob0001"));
        assert!(matches!(report.subject, ReportSubject::Chat { seq: 4, .. }), "{report:?}");
    }
}

async fn servers_that_start_together_migrate_once(_: Store, url: &str) {
    let database = first_release(url).await;
    let starts: Vec<_> = (0..4)
        .map(|_| {
            tokio::spawn({
                let url = database.url.clone();
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

async fn every_filter_and_every_page_agree_with_a_simple_search(store: Store, url: &str) {
    let players = [player(&store).await, player(&store).await, player(&store).await];
    let (mut rng, mut all, mut sql) = (Rng::new(5), Vec::new(), String::new());
    for number in 0..120 {
        let (one, two) = (rng.below(3), rng.below(2));
        let two = if two >= one { two + 1 } else { two };
        let game = Sample::new(&players[one], &players[two], FAST, false, 1_000 + number / 3);
        game.begin(&store).await;
        let result = [GameResult::One, GameResult::Two, GameResult::Draw, GameResult::BothLose][rng.below(4)];
        let status = [Status::Over, Status::Over, Status::Over, Status::Playing, Status::Aborted][rng.below(5)];
        let opening = ["Wd4,d1", "Wd4,d2", "Wb2,a1", "Gd4,d1", "Wd10,a1"][rng.below(5)];
        let (board, rated) = (["37", "48"][rng.below(2)], rng.below(2) == 1);
        let (over, ended) = (status == Status::Over, status != Status::Playing);
        sql += &format!(
            "UPDATE games SET status = '{}', result = {}, ended = {}, opening = '{opening}', board = '{board}', rated = {} WHERE id = '{}';",
            zertz_protocol::word(status),
            if over { format!("'{}'", zertz_protocol::word(result)) } else { "NULL".to_owned() },
            if ended { "5" } else { "NULL" },
            i64::from(rated),
            game.id
        );
        all.push((game, [one, two], status, result, opening, board, rated));
    }
    Database::execute(url, &sql).await;
    all.sort_by(|(a, ..), (b, ..)| (b.log[0].at, &a.id).cmp(&(a.log[0].at, &b.id)));
    for _ in 0..300 {
        let mut some = |chance| rng.below(chance) == 0;
        let (with_status, with_player, with_board) = (!some(4), some(2), some(2));
        let (with_result, with_opening, with_rated) = (some(2), some(2), some(2));
        let status = with_status.then(|| [Status::Over, Status::Over, Status::Playing][rng.below(3)]);
        let who = with_player.then(|| rng.below(3));
        let board = with_board.then(|| ["37", "48"][rng.below(2)]);
        let result = with_result.then(|| [GameResult::One, GameResult::Draw, GameResult::BothLose][rng.below(3)]);
        let opening = with_opening.then(|| ["W", "Wd", "Wd4", "Wd4,", "Wd4,d1", "Wd10,a1", "B"][rng.below(7)]);
        let rated = with_rated.then(|| rng.below(2) == 1);
        let wanted = all.iter().filter(|(_, seats, stage, how, first, field, counts)| {
            *stage != Status::Aborted
                && status.is_none_or(|status| status == *stage)
                && who.is_none_or(|who| seats.contains(&who))
                && board.is_none_or(|board| board == *field)
                && result.is_none_or(|result| *stage == Status::Over && result == *how)
                && opening.is_none_or(|opening| first.starts_with(opening))
                && rated.is_none_or(|rated| rated == *counts)
        });
        let wanted: Vec<GameId> = wanted.map(|(game, ..)| game.id.clone()).collect();
        let mut found: Vec<GameId> = Vec::new();
        let mut filter = GameFilter {
            status,
            player: who.map(|who| players[who].clone()),
            board: board.map(str::to_owned),
            result,
            opening: opening.map(str::to_owned),
            rated,
            before: None,
            limit: 7,
        };
        loop {
            let page = store.games(&filter).await.unwrap();
            found.extend(page.iter().map(|game| game.id.clone()));
            let Some(last) = page.last() else { break };
            filter.before = Some((last.created, Some(last.id.clone())));
        }
        assert_eq!(found, wanted, "{filter:?}");
    }
}

async fn games_that_are_due_are_found(store: Store, _: &str) {
    let mut game = Sample::stored(&store, false).await;
    let wake = game.table.wake().unwrap();
    assert_eq!(store.due(wake - 1, 10).await.unwrap(), []);
    assert_eq!(store.due(wake, 10).await.unwrap(), [game.id.clone()]);
    game.add(&store, game.event(Seat::One, EventKind::Resigned)).await;
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
}

/// A person with an account.
async fn person(store: &Store, name: &str) -> PlayerId {
    let id = player(store).await;
    store.register(&id, name, "hash", None).await.unwrap();
    id
}

/// A stored rated game of two people.
async fn rated(store: &Store, one: &PlayerId, two: &PlayerId) -> Sample {
    let game = Sample::new(one, two, FAST, true, 1_000);
    game.begin(store).await;
    game
}

async fn ratings_change_with_the_end_of_a_game(store: Store, _: &str) {
    let (one, two) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let game = rated(&store, &one, &two).await;
    store.append(game.won()).await.unwrap();
    let rating = store.ratings(&one).await.unwrap().remove(0);
    assert_eq!((rating.pace, rating.games, rating.provisional), (Pace::Bullet, 1, true));
    assert!(rating.rating > 1600.0 && rating.deviation < 350.0, "{rating:?}");
    // Both change from what they were before the game: one gains what the other loses.
    assert_eq!(store.ratings(&two).await.unwrap()[0].rating + rating.rating, 3000.0);
    let history = store.rating_history(&one, 10).await.unwrap();
    assert_eq!((history.len(), &history[0].game, history[0].rating), (1, &game.id, rating.rating));
    let summary = store.game(&game.id).await.unwrap().unwrap();
    let seated = summary.seats.0[0].clone().unwrap();
    assert_eq!((seated.rating, seated.change), (Some(1500), Some((rating.rating - 1500.0).round() as i64)));
    assert_eq!(summary.unrated, None);
    // A provisional rating is not on the leaderboard.
    assert_eq!(store.leaders(Pace::Bullet, 10).await.unwrap(), []);
    // Writing the end again is a conflict and changes no rating.
    assert!(matches!(store.append(game.won()).await, Err(StoreError::Conflict)));
    assert_eq!(store.ratings(&one).await.unwrap()[0].games, 1);
}

async fn games_that_say_nothing_about_strength_are_not_rated(store: Store, _: &str) {
    let (ann, bob, guest) = (person(&store, "Ann").await, person(&store, "Bob").await, player(&store).await);
    let bot = async |name: &str, owner: &PlayerId| {
        let bot = Player { kind: PlayerKind::Bot, name: Some(name.to_owned()), ..common::guest() };
        store.add_player(&bot, Some(owner)).await.unwrap();
        bot.id
    };
    let (deep, deeper, other) = (bot("Deep", &ann).await, bot("Deeper", &ann).await, bot("Other", &bob).await);
    store.add_engines(1).await.unwrap();
    let engine = store.player_named("engine 3").await.unwrap().unwrap().player.id;
    let ended = async |one: &PlayerId, two: &PlayerId, unrated| {
        let game = rated(&store, one, two).await;
        let mut append = game.won();
        append.rated.as_mut().unwrap().unrated = unrated;
        store.append(append).await.unwrap();
        store.game(&game.id).await.unwrap().unwrap().unrated
    };
    for (one, two, why) in [
        (&ann, &ann, Code::RatedSelf),
        (&ann, &deep, Code::RatedSelf),
        (&deep, &deeper, Code::RatedSelf),
        (&ann, &engine, Code::RatedEngine),
        (&ann, &guest, Code::CannotRate),
    ] {
        assert_eq!(store.rating_obstacle(&[one.clone(), two.clone()], 5_000).await.unwrap(), Some(why));
        assert_eq!(ended(one, two, None).await, Some(why));
    }
    assert_eq!(ended(&ann, &bob, Some(Code::RatedShort)).await, Some(Code::RatedShort));
    for player in [&ann, &bob, &deep, &deeper, &engine, &guest] {
        assert_eq!(store.ratings(player).await.unwrap(), []);
    }
    // Bob and the owner of the bot use the same device; so do Bob's bot and Ann, through their owners.
    store.note_places(&ann, &["device x".to_owned(), "address 192.0.2.1".to_owned()], 4_000).await.unwrap();
    store.note_places(&bob, &["device x".to_owned()], 4_000).await.unwrap();
    for (one, two) in [(&ann, &bob), (&deep, &bob), (&ann, &other), (&deep, &other)] {
        assert_eq!(ended(one, two, None).await, Some(Code::RatedShared));
    }
    let later = 4_000 + zertz_server::store::PLACE_LIFETIME;
    assert_eq!(store.rating_obstacle(&[ann.clone(), bob.clone()], later).await.unwrap(), None, "long ago");
    store.allow_rated(&bob, &ann).await.unwrap();
    for (one, two) in [(&ann, &bob), (&deep, &other)] {
        assert_eq!(ended(one, two, None).await, None, "a moderator allows it");
    }
    store.delete_player(&bob, 5_000).await.unwrap();
    assert_eq!(ended(&ann, &bob, None).await, Some(Code::RatedGone));
    assert_eq!(store.ratings(&bob).await.unwrap(), [], "nothing is written for somebody who is gone");
}

async fn concurrent_rated_games_all_count(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    let one = person(&store, "Ann").await;
    let mut ends = Vec::new();
    for index in 0..30 {
        let two = person(&store, &format!("Other{index}")).await;
        let game = if index % 2 == 0 { rated(&store, &one, &two).await } else { rated(&store, &two, &one).await };
        let append = game.won();
        let store = if index % 3 == 0 { other.clone() } else { store.clone() };
        ends.push(tokio::spawn(async move { store.append(append).await }));
    }
    for end in ends {
        end.await.unwrap().unwrap();
    }
    assert_eq!(store.ratings(&one).await.unwrap()[0].games, 30);
    assert_eq!(store.rating_history(&one, 100).await.unwrap().len(), 30);
    let leaders = store.leaders(Pace::Bullet, 10).await.unwrap();
    assert_eq!(leaders.iter().map(|leader| leader.name.as_str()).collect::<Vec<_>>(), ["Ann"]);
}

async fn of_many_games_of_the_same_two_in_a_day_some_count(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    let (one, two) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let mut games = Vec::new();
    for index in 0..20 {
        games.push(if index % 2 == 0 { rated(&store, &one, &two).await } else { rated(&store, &two, &one).await });
    }
    let mut ends = Vec::new();
    for (index, game) in games.into_iter().enumerate() {
        let (store, append) = (if index % 2 == 0 { other.clone() } else { store.clone() }, game.won());
        ends.push(tokio::spawn(async move {
            store.append(append).await.unwrap();
            store.game(&game.id).await.unwrap().unwrap().unrated
        }));
    }
    let mut refused = 0;
    for end in ends {
        refused += usize::from(end.await.unwrap() == Some(Code::RatedOften));
    }
    assert_eq!((refused, store.ratings(&one).await.unwrap()[0].games), (15, 5));
    assert_eq!(store.rating_obstacle(&[two.clone(), one.clone()], 5_000).await.unwrap(), Some(Code::RatedOften));
    let next_day = 5_001 + 24 * 3600 * 1000;
    assert_eq!(store.rating_obstacle(&[two, one], next_day).await.unwrap(), None);
}

async fn guests_register_and_names_are_unique(store: Store, _: &str) {
    let (one, two) = (player(&store).await, player(&store).await);
    store.register(&one, "Ann", "hash", Some("ann@example.org")).await.unwrap();
    for alike in ["ANN", "Аnn"] {
        assert!(store.is_taken(alike, 1).await.unwrap());
        assert!(matches!(store.register(&two, alike, "hash", None).await, Err(StoreError::NameTaken)), "{alike}");
    }
    assert!(!store.is_taken("Anna", 1).await.unwrap());
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

async fn names_of_earlier_versions_that_look_alike_are_kept(store: Store, url: &str) {
    let (one, two) = (person(&store, "Bill").await, person(&store, "Other").await);
    let sql = format!(
        "UPDATE players SET name = 'BiII', name_key = 'biii' WHERE id = '{two}'; UPDATE players SET name_look = NULL"
    );
    Database::execute(url, &sql).await;
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.player_named("bill").await.unwrap().unwrap().player.id, one);
    assert_eq!(store.player_named("biii").await.unwrap().unwrap().player.id, two);
    assert!(store.is_taken("Bi1l", 1).await.unwrap());
}

async fn what_is_old_is_removed(store: Store, _: &str) {
    let day = 24 * 3600 * 1000;
    let (idle, ann) = (player(&store).await, person(&store, "Ann").await);
    store.add_session(&idle, &session(10), "h1").await.unwrap();
    store.add_session(&ann, &session(10 + 100 * day), "h2").await.unwrap();
    store.note_places(&ann, &["device x".to_owned()], 10).await.unwrap();
    let mut aborted = Sample::stored(&store, false).await;
    aborted.add(&store, Event { by: None, ..aborted.event(Seat::One, EventKind::Aborted) }).await;
    let kept = Sample::stored(&store, false).await;
    assert_eq!(store.tidy(day, 100).await.unwrap(), 0);
    // The two events and the row of the game, and its two guests.
    assert_eq!(store.tidy(8 * day, 100).await.unwrap(), 3 + 2);
    assert!(store.game(&aborted.id).await.unwrap().is_none() && store.game(&kept.id).await.unwrap().is_some());
    // The session, the guest and the place.
    assert_eq!(store.tidy(100 * day, 100).await.unwrap(), 3);
    assert!(store.account(&idle).await.unwrap().is_none());
    assert!(store.session("h2", 100 * day).await.unwrap().is_some());
    assert_eq!(store.tidy(100 * day, 100).await.unwrap(), 0);
}

async fn sessions_come_and_go(store: Store, _: &str) {
    let one = player(&store).await;
    let (old, new) = (session(10), session(20));
    store.add_session(&one, &old, "h1").await.unwrap();
    store.add_session(&one, &new, "h2").await.unwrap();
    assert!(store.session("h1", 10 + SESSION_IDLE).await.unwrap().is_none(), "not used for a while");
    assert!(store.session("h1", 1 + SESSION_LIFETIME).await.unwrap().is_none(), "it has lasted long enough");
    let (found, who) = store.session("h1", 40).await.unwrap().unwrap();
    assert_eq!((&found, &who.id), (&old, &one));
    assert!(store.session("h3", 40).await.unwrap().is_none());
    assert_eq!(store.sessions(&one).await.unwrap(), [new.clone(), old.clone()]);
    store.note_seen(&old.id, 30).await.unwrap();
    assert_eq!(store.sessions(&one).await.unwrap()[0].seen, 30);
    let stranger = player(&store).await;
    assert!(!store.revoke(&stranger, &old.id).await.unwrap(), "of another player");
    assert!(store.revoke(&one, &old.id).await.unwrap());
    assert!(store.session("h1", 40).await.unwrap().is_none());
    store.add_session(&one, &session(5), "h4").await.unwrap();
    store.revoke_others(&one, Some(&new.id)).await.unwrap();
    assert_eq!(store.sessions(&one).await.unwrap(), [new]);
}

async fn a_deleted_player_is_forgotten(store: Store, _: &str) {
    let two = person(&store, "Bob").await;
    let one = player(&store).await;
    store.register(&one, "Ann", "hash", Some("ann@example.org")).await.unwrap();
    let game = rated(&store, &one, &two).await;
    let bot = Player { kind: PlayerKind::Bot, name: Some("Deep".to_owned()), ..guest() };
    store.add_player(&bot, Some(&one)).await.unwrap();
    store.add_session(&one, &session(1), "h1").await.unwrap();
    store.add_session(&bot.id, &session(1), "h2").await.unwrap();
    store.append(game.won()).await.unwrap();
    let mut talk = Sample::new(&two, &one, FAST, false, 2_000);
    talk.begin(&store).await;
    for (seat, text) in [(Seat::One, "Hello"), (Seat::Two, "My secret")] {
        talk.add(&store, talk.event(seat, EventKind::Chat { text: text.to_owned() })).await;
    }
    let report = report(&one, &two, ReportSubject::Chat { game: talk.id.clone(), seq: 2 }, "rude");
    store.add_report(&report).await.unwrap();
    store.delete_player(&one, 5_000).await.unwrap();
    let table = store.table(&talk.id).await.unwrap().unwrap();
    assert_eq!(table.chat().iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["Hello"]);
    assert_eq!((table.seq(), reports(&store).await[0].text.as_str()), (3, ""));
    // Nobody can pretend to be the player right away.
    assert!(store.is_taken("ANN", 6_000).await.unwrap() && store.is_taken("Deep", 6_000).await.unwrap());
    assert!(!store.is_taken("Ann", 5_000 + NAME_HELD).await.unwrap());
    for name in ["Ann", "Deep"] {
        assert!(store.player_named(name).await.unwrap().is_none());
    }
    for hash in ["h1", "h2"] {
        assert!(store.session(hash, 40).await.unwrap().is_none());
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
    // Nothing is written for the player any more.
    assert!(store.add_session(&one, &session(1), "h3").await.is_err());
    store.note_places(&one, &["device x".to_owned()], 1).await.unwrap();
    assert_eq!(store.places(&one).await.unwrap(), [] as [String; 0]);
    store.add_seek(offer(&one, 10, 1_000)).await.unwrap();
    assert_eq!(store.seeks(20).await.unwrap(), []);
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
        alone: false,
    }
}

async fn of_two_players_who_want_the_same_at_once_one_waits(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    for round in 0..20 {
        let (one, two) = (player(&store).await, player(&store).await);
        let ask = |store: Store, player: PlayerId| {
            let alone = NewOffer { alone: true, ..offer(&player, round * 1_000, round * 1_000 + 500) };
            tokio::spawn(async move { store.add_seek(alone).await })
        };
        let (first, second) = (ask(store.clone(), one), ask(other.clone(), two));
        let answers = [first.await.unwrap(), second.await.unwrap()];
        let waiting = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(waiting, 1, "{answers:?}");
        assert!(answers.iter().any(|answer| matches!(answer, Err(StoreError::Conflict))), "{answers:?}");
    }
}

async fn the_seek_that_fits_best_has_the_closest_rating(store: Store, url: &str) {
    let people = ["Ann", "Bob", "Carl", "Dora"];
    let mut ids = Vec::new();
    for (name, rating) in people.into_iter().zip([1500, 2300, 1550, 1490]) {
        let id = person(&store, name).await;
        let sql = format!(
            "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) VALUES ('{id}', 'bullet', {rating}, 60, 0.06, 9, 1)"
        );
        Database::execute(url, &sql).await;
        ids.push(id);
    }
    let rated = NewSeek { settings: settings(FAST, true), first: First::Random };
    let offer = |player: &PlayerId| NewOffer { body: rated.clone(), ..offer(player, 10, 1_000) };
    let (bob, carl, dora) = (offer(&ids[1]), offer(&ids[2]), offer(&ids[3]));
    for seek in [&bob, &carl, &dora] {
        store.add_seek(seek.clone()).await.unwrap();
    }
    let fits = async |player: &PlayerId| store.fitting_seek(&rated.settings, player, 20).await.unwrap();
    assert_eq!(fits(&ids[0]).await.as_ref(), Some(&dora.id));
    // With Dora, who shares a device with Ann, the game would not be rated.
    for player in [&ids[0], &ids[3]] {
        store.note_places(player, &["device x".to_owned()], 15).await.unwrap();
    }
    assert_eq!(fits(&ids[0]).await.as_ref(), Some(&carl.id));
    assert_eq!(fits(&ids[2]).await.as_ref(), Some(&dora.id), "not one's own");
    assert_eq!(store.own_seek(&rated.settings, &ids[2], 20).await.unwrap(), Some(carl.id));
    let casual = settings(FAST, false);
    assert_eq!(store.fitting_seek(&casual, &ids[0], 20).await.unwrap(), None, "another game");
}

async fn seeks_of_a_player_and_of_an_address_are_limited(store: Store, _: &str) {
    let from =
        |player: &PlayerId, network: &str| NewOffer { caller: caller(network, true), ..offer(player, 10, 1_000) };
    let one = player(&store).await;
    for _ in 0..5 {
        store.add_seek(from(&one, "192.0.2.1")).await.unwrap();
    }
    assert!(matches!(store.add_seek(from(&one, "192.0.2.2")).await, Err(StoreError::TooMany)));
    let mut count = 5;
    while store.add_seek(from(&player(&store).await, "192.0.2.1")).await.is_ok() {
        count += 1;
    }
    assert_eq!(count, 20);
    store.add_seek(from(&player(&store).await, "192.0.2.2")).await.unwrap();
    // The networks of an IPv6 site.
    let mut count = 0;
    while store.add_seek(from(&player(&store).await, &format!("2001:db8:1:{count}::"))).await.is_ok() {
        count += 1;
    }
    assert_eq!(count, 80);
}

async fn open_games_of_a_player_and_of_an_address_are_limited(store: Store, _: &str) {
    let make = async |player: &PlayerId, network: &str, engine: bool| {
        let game = Sample::new(player, player, FAST, false, 1_000);
        let origin = Some(Origin { player: player.clone(), caller: caller(network, true), engine });
        let job = Job { appends: vec![game.append(game.log.clone())], origin, ..Job::default() };
        store.write(job).await.map(|()| game)
    };
    let one = player(&store).await;
    let mut games = Vec::new();
    while let Ok(game) = make(&one, "192.0.2.1", true).await {
        games.push(game);
    }
    assert_eq!(games.len(), 5);
    // One that is over makes room for another.
    let over = games.pop().unwrap();
    store.append(over.append(vec![over.event(Seat::One, EventKind::Resigned)])).await.unwrap();
    make(&one, "192.0.2.1", true).await.unwrap();
    assert!(matches!(make(&one, "192.0.2.1", true).await, Err(StoreError::TooMany)));
    let mut all = 5;
    while make(&one, "192.0.2.1", false).await.is_ok() {
        all += 1;
    }
    assert_eq!(all, 50);
    let mut engines = 5;
    while make(&player(&store).await, "192.0.2.1", true).await.is_ok() {
        engines += 1;
    }
    assert_eq!(engines, 25);
    make(&player(&store).await, "192.0.2.2", true).await.unwrap();
}

async fn seeks_expire_and_are_accepted_once(store: Store, url: &str) {
    let (one, two) = (player(&store).await, player(&store).await);
    let other = Store::open(url).await.unwrap();
    let mut notices = other.notices();
    let (kept, lapsed, taken) = (offer(&one, 10, 1_000), offer(&two, 20, 100), offer(&two, 30, 1_000));
    for seek in [&kept, &lapsed, &taken] {
        store.add_seek(seek.clone()).await.unwrap();
    }
    let (kept, lapsed, taken) = (kept.id, lapsed.id, taken.id);
    if url.starts_with("postgres") {
        assert_eq!(notices.recv().await.unwrap(), Notice::Lobby);
    }
    let ids = async |now| -> Vec<SeekId> { store.seeks(now).await.unwrap().into_iter().map(|seek| seek.id).collect() };
    assert_eq!(ids(50).await, [taken.clone(), lapsed.clone(), kept.clone()], "the newest first");
    assert_eq!(ids(500).await, [taken.clone(), kept.clone()]);
    assert_eq!(store.seek(&taken, 500).await.unwrap().unwrap().id, taken);
    assert_eq!(store.seek(&lapsed, 500).await.unwrap(), None);
    assert!(store.delete_expired_seeks(500).await.unwrap());
    assert!(!store.delete_expired_seeks(500).await.unwrap());
    let job = |id: GameId| {
        let game = Sample::new(&one, &two, FAST, false, 1_000);
        Job {
            seek: Some(taken.clone()),
            appends: vec![Append { game: id, ..game.append(game.log.clone()) }],
            ..Job::default()
        }
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
    let two = player(&store).await;
    let report = report(&one, &two, ReportSubject::Player { player: two.clone() }, "ru\0de");
    store.add_report(&report).await.unwrap();
    assert_eq!(reports(&store).await[0].text, "rude");
}
