//! Seeks, and limits of seeks and games.

use super::*;

on_both_databases!(
    seeks_expire_and_are_accepted_once,
    of_two_players_who_want_the_same_at_once_one_waits,
    one_player_waits_with_one_seek_for_a_quick_game,
    a_bot_plays_at_most_as_many_games_as_it_accepts,
    bots_in_the_lobby_are_listed_with_what_they_accept,
    the_list_of_bots_has_a_limit,
    the_seek_that_fits_best_has_the_closest_rating,
    seeks_of_a_player_and_of_an_address_are_limited,
    open_games_of_a_player_and_of_an_address_are_limited,
);

async fn of_two_players_who_want_the_same_at_once_one_waits(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    for round in 0..20 {
        let (one, two) = (player(&store).await, player(&store).await);
        let ask = |store: Store, player: PlayerId| {
            let alone = NewOffer { quick: true, ..offer(&player, round * 1_000, round * 1_000 + 500) };
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
        let write = Write { appends: vec![game.append(game.log.clone())], origin, ..Write::default() };
        store.write(write).await.map(|()| game)
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
    let write = |id: GameId| {
        let game = Sample::new(&one, &two, FAST, false, 1_000);
        Write {
            seek: Some(taken.clone()),
            appends: vec![Append { game: id, ..game.append(game.log.clone()) }],
            ..Write::default()
        }
    };
    store.write(write(GameId::random())).await.unwrap();
    assert!(matches!(store.write(write(GameId::random())).await, Err(StoreError::Conflict)));
    store.extend_seeks(&one, 2_000).await.unwrap();
    assert_eq!(ids(1_500).await, std::slice::from_ref(&kept));
    store.shorten_seeks(&one, 1_600, 10_000).await.unwrap();
    assert_eq!(ids(1_700).await, [] as [SeekId; 0]);
    assert!(!store.delete_seek(&two, Some(&kept)).await.unwrap(), "of another player");
    assert!(store.delete_seek(&one, Some(&kept)).await.unwrap());
}

async fn one_player_waits_with_one_seek_for_a_quick_game(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    let one = player(&store).await;
    let mut asked = Vec::new();
    for number in 0..8 {
        let store = if number % 2 == 0 { store.clone() } else { other.clone() };
        let alone = NewOffer { quick: true, ..offer(&one, 10, 1_000) };
        asked.push(tokio::spawn(async move { store.add_seek(alone).await }));
    }
    let mut added = 0;
    for answer in asked {
        match answer.await.unwrap() {
            Ok(()) => added += 1,
            Err(error) => assert!(matches!(error, StoreError::Conflict), "{error:?}"),
        }
    }
    assert_eq!((added, store.seeks(20).await.unwrap().len()), (1, 1));
    // Whoever then wants another game no longer waits for the first. A challenge for everybody stays.
    let challenge =
        NewOffer { body: NewSeek { settings: settings(FAST, false), first: First::Me }, ..offer(&one, 20, 1_000) };
    store.add_seek(challenge.clone()).await.unwrap();
    let slow = settings(TimeControl::Correspondence { days: 1 }, false);
    let body = NewSeek { settings: slow.clone(), first: First::Random };
    store.add_seek(NewOffer { quick: true, body, ..offer(&one, 30, 1_000) }).await.unwrap();
    let seeks = store.seeks(40).await.unwrap();
    assert_eq!(seeks.len(), 2, "{seeks:?}");
    assert!(seeks[0].settings == slow && seeks[1].id == challenge.id, "{seeks:?}");
}

async fn a_bot_plays_at_most_as_many_games_as_it_accepts(store: Store, url: &str) {
    let other = if url.starts_with("postgres") { Store::open(url).await.unwrap() } else { store.clone() };
    let bot = bot(&store, &person(&store, "Owner").await, "Deep").await;
    store.set_bot_rules(&bot, &BotRules { max_games: Some(2), ..BotRules::default() }).await.unwrap();
    let mut asked = Vec::new();
    for number in 0..8 {
        let store = if number % 2 == 0 { store.clone() } else { other.clone() };
        let game = Sample::new(&player(&store).await, &bot, FAST, false, 10);
        let write =
            Write { appends: vec![game.append(game.log.clone())], challenged: Some(bot.clone()), ..Write::default() };
        asked.push(tokio::spawn(async move { store.write(write).await }));
    }
    let mut begun = 0;
    for answer in asked {
        match answer.await.unwrap() {
            Ok(()) => begun += 1,
            Err(error) => assert!(matches!(error, StoreError::Busy), "{error:?}"),
        }
    }
    assert_eq!((begun, store.count_playing(&bot, 9).await.unwrap()), (2, 2));
}

async fn bot(store: &Store, owner: &PlayerId, name: &str) -> PlayerId {
    let bot = Player { kind: PlayerKind::Bot, name: Some(name.to_owned()), ..guest() };
    store.add_player(&bot, Some(owner)).await.unwrap();
    bot.id
}

async fn bots_in_the_lobby_are_listed_with_what_they_accept(store: Store, url: &str) {
    let owner = person(&store, "Owner").await;
    let (deep, blue) = (bot(&store, &owner, "Deep").await, bot(&store, &owner, "Blue").await);
    let names =
        async |now| -> Vec<String> { store.lobby_bots(now).await.unwrap().into_iter().map(|bot| bot.name).collect() };
    assert_eq!(names(10).await, [] as [String; 0], "none has been in the lobby");
    store.extend_presence(&deep, 100).await.unwrap();
    store.extend_presence(&blue, 200).await.unwrap();
    store.extend_presence(&owner, 200).await.unwrap();
    assert_eq!(names(50).await, ["Blue", "Deep"]);
    assert_eq!(names(150).await, ["Blue"]);
    // A socket that closes changes nothing if another one has noted something else.
    store.extend_presence(&blue, 20).await.unwrap();
    store.shorten_presence(&blue, 20, 30).await.unwrap();
    assert_eq!(names(150).await, ["Blue"]);
    store.shorten_presence(&deep, 100, 40).await.unwrap();
    assert_eq!(names(50).await, ["Blue"]);

    let rules = BotRules { boards: vec!["61".to_owned()], max_games: Some(1), ..BotRules::default() };
    store.set_bot_rules(&blue, &rules).await.unwrap();
    let ratings = ["rapid", "bullet"].map(|pace| {
        format!(
            "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) VALUES ('{blue}', '{pace}', 1700, 60, 0.06, 9, 1);"
        )
    });
    Database::execute(url, &ratings.concat()).await;
    let [listed] = store.lobby_bots(50).await.unwrap().try_into().unwrap();
    let paces: Vec<Pace> = listed.ratings.iter().map(|rating| rating.pace).collect();
    assert_eq!((paces, listed.busy), (vec![Pace::Bullet, Pace::Rapid], false));
    assert_eq!((listed.game.unwrap().rules.board.as_str(), listed.accepts), ("61", rules));
    Sample::new(&owner, &blue, FAST, false, 10).begin(&store).await;
    assert!(store.lobby_bots(50).await.unwrap()[0].busy);

    // Neither a banned bot nor one whose owner is banned can be challenged.
    store.extend_presence(&deep, 1_000).await.unwrap();
    let ban = |who: &PlayerId, until: i64| {
        format!("INSERT INTO restrictions (player, kind, since, until) VALUES ('{who}', 'ban', 1, {until});")
    };
    Database::execute(url, &ban(&blue, 60)).await;
    assert_eq!(
        (names(50).await, names(70).await),
        (vec!["Deep".to_owned()], vec!["Blue".to_owned(), "Deep".to_owned()])
    );
    Database::execute(url, &ban(&owner, 90)).await;
    assert_eq!(names(70).await, [] as [String; 0]);
    assert_eq!(names(100).await, ["Blue", "Deep"]);
    store.delete_player(&owner, 100).await.unwrap();
    assert_eq!(names(100).await, [] as [String; 0]);
}

async fn the_list_of_bots_has_a_limit(store: Store, _: &str) {
    let list = async |owners: std::ops::Range<usize>, bots: usize| {
        for number in owners {
            let owner = person(&store, &format!("Owner{number:02}")).await;
            for bot_number in 0..bots {
                let bot = bot(&store, &owner, &format!("Bot{number:02}{bot_number}")).await;
                store.extend_presence(&bot, 1_000).await.unwrap();
            }
        }
        store.lobby_bots(50).await.unwrap()
    };
    assert_eq!(list(0..1, 10).await.len(), 3, "an owner cannot fill the list");
    assert_eq!(list(1..40, 1).await.len(), 42);
    let bots = list(40..55, 1).await;
    assert_eq!(bots.iter().filter(|bot| bot.name.starts_with("Bot00")).count(), 1);
    assert_eq!(bots.len(), 50);
}
