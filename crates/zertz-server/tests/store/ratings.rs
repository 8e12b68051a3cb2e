//! Ratings of players.

use super::*;

on_both_databases!(
    ratings_change_with_the_end_of_a_game,
    games_that_say_nothing_about_strength_are_not_rated,
    concurrent_rated_games_all_count,
    of_many_games_of_the_same_two_in_a_day_some_count,
);

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
