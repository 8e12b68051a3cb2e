//! Events of games: order, atomicity, durability.

use super::*;

on_both_databases!(
    events_are_stored_in_order_and_survive_a_restart,
    of_many_concurrent_events_with_one_number_one_is_stored,
    a_job_is_atomic,
    a_failed_commit_is_reported,
    games_that_are_due_are_found,
    text_is_stored_without_zero_bytes,
);

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
    let gone = Write { seek: Some(SeekId::random()), appends, ..Write::default() };
    assert!(matches!(store.write(gone).await, Err(StoreError::Conflict)));
    assert_eq!(store.events(&game.id, 0).await.unwrap(), []);
    assert_eq!(store.game(&game.id).await.unwrap(), None);
    // Two games in one write, as for a rematch: if the old one has changed, the new one is not created.
    game.begin(&store).await;
    let new = Sample::new(&two, &one, FAST, false, 2_000);
    let late = Event { seq: 1, ..game.turn(Seat::One, "Wd4,d1") };
    let write = Write {
        appends: vec![Append { events: vec![late], ..game.append(Vec::new()) }, new.append(new.log.clone())],
        ..Write::default()
    };
    assert!(matches!(store.write(write).await, Err(StoreError::Conflict)));
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

async fn games_that_are_due_are_found(store: Store, _: &str) {
    let mut game = Sample::stored(&store, false).await;
    let wake = game.table.wake().unwrap();
    assert_eq!(store.due(wake - 1, 10).await.unwrap(), []);
    assert_eq!(store.due(wake, 10).await.unwrap(), [game.id.clone()]);
    game.add(&store, game.event(Seat::One, EventKind::Resigned)).await;
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
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
