//! Players, names and sessions.

use super::*;

on_both_databases!(
    guests_register_and_names_are_unique,
    what_is_old_is_removed,
    sessions_come_and_go,
    a_deleted_player_is_forgotten,
);

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
