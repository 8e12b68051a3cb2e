//! Voided games, and the ratings without them.

use super::*;

on_both_databases!(
    a_voided_game_leaves_ratings_as_if_it_had_been_casual,
    ratings_after_a_voided_game_follow_from_each_other_in_a_long_log,
    games_that_end_together_are_voided_in_the_order_in_which_they_were_rated,
);

on_both_servers!(a_game_is_voided_once, a_voided_game_is_shown_as_such,);

/// Stores a rated game that the player on seat one has won at this moment.
async fn rated(store: &Store, one: &PlayerId, two: &PlayerId, at: i64) -> GameId {
    let id = GameId::random();
    let seats = Pair([Some(one.clone()), Some(two.clone())]);
    let kind = EventKind::Created { settings: settings(FAST, true), seats, challenged: None };
    let first = Event { seq: 1, at, by: None, id: None, kind };
    let mut table = Table::open(&first).unwrap();
    store.append(Append { game: id.clone(), events: vec![first], table: table.clone(), rated: None }).await.unwrap();
    let last = Event { seq: 2, at, by: Some(Seat::Two), id: None, kind: EventKind::Resigned };
    table.apply(&last).unwrap();
    let players = [one.clone(), two.clone()];
    let rated = Some(RatedPair { players, pace: Pace::Bullet, scores: [1.0, 0.0], at, unrated: None });
    store.append(Append { game: id.clone(), events: vec![last], table, rated }).await.unwrap();
    id
}

async fn a_voided_game_leaves_ratings_as_if_it_had_been_casual(store: Store, _: &str) {
    const DAY: i64 = 24 * 3600 * 1000;
    // Two groups of four play the same games, except that the second group skips the one that the first has voided. Dan plays only
    // with somebody whose rating the game has not changed yet.
    let mut groups = Vec::new();
    let mut voided = None;
    for group in ["A", "B"] {
        let mut players = Vec::new();
        for name in ["ann", "bob", "cid", "dan"] {
            players.push(person(&store, &format!("{name}{group}")).await);
        }
        let [ann, bob, cid, dan] = &players[..] else { unreachable!() };
        let mut games = Vec::new();
        for (index, (one, two)) in
            [(cid, dan), (ann, bob), (bob, cid), (cid, ann), (dan, cid), (ann, bob)].into_iter().enumerate()
        {
            if index != 1 || group == "A" {
                games.push(rated(&store, one, two, (index as i64 + 1) * 3 * DAY).await);
            }
        }
        voided = voided.or(Some(games[1].clone()));
        groups.push(players);
    }
    let game = voided.unwrap();
    let before = store.ratings(&groups[0][2]).await.unwrap()[0].rating;
    let hub = Hub::worker(store.clone()).await.unwrap();
    hub.void(&None, &game, "thrown game").await.unwrap();
    let unchanged = store.ratings(&groups[0][2]).await.unwrap()[0].rating;
    assert!((before - unchanged).abs() > 0.1, "those who met the two later are computed again: {before} {unchanged}");
    for (one, two) in groups[0].iter().zip(&groups[1]) {
        let (one, two) = (store.ratings(one).await.unwrap(), store.ratings(two).await.unwrap());
        assert_eq!(one[0].games, two[0].games);
        assert!((one[0].rating - two[0].rating).abs() < 1e-6, "{one:?} {two:?}");
        assert!((one[0].deviation - two[0].deviation).abs() < 1e-6, "{one:?} {two:?}");
    }
    for (one, two) in groups[0].iter().zip(&groups[1]) {
        let (one, two) = (store.rating_history(one, 9).await.unwrap(), store.rating_history(two, 9).await.unwrap());
        assert_eq!(one.len(), two.len());
        for (one, two) in one.iter().zip(&two) {
            assert!(one.at == two.at && (one.rating - two.rating).abs() < 1e-6, "{one:?} {two:?}");
        }
    }
    let summary = store.game(&game).await.unwrap().unwrap();
    assert_eq!((summary.unrated, summary.rated, summary.seq), (Some(Code::Voided), true, 3));
    assert!(summary.seats.0.iter().flatten().all(|seated| seated.change.is_none()));
    // The only game of two players.
    let (eve, fay) = (person(&store, "eve").await, person(&store, "fay").await);
    let only = rated(&store, &eve, &fay, DAY).await;
    hub.void(&None, &only, "").await.unwrap();
    assert_eq!((store.ratings(&eve).await.unwrap(), store.ratings(&fay).await.unwrap()), (vec![], vec![]));
    let again = hub.void(&None, &only, "").await.unwrap_err();
    assert_eq!(again.to_string(), Code::Voided.to_string());
}

async fn ratings_after_a_voided_game_follow_from_each_other_in_a_long_log(store: Store, url: &str) {
    /// More than is read at once.
    const GAMES: i64 = 9_000;
    const PLAYERS: i64 = 25;
    let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let game = rated(&store, &ann, &bob, 1).await;
    // Ann plays the first game after it. Nobody's rating has changed in all these games. Many end at the same moment.
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES})");
    let player = |number: &str| {
        format!(
            "CASE WHEN ({number}) % {PLAYERS} = 0 THEN '{ann}' ELSE 'p' || CAST(({number}) % {PLAYERS} AS TEXT) END"
        )
    };
    let (one, two) = (player("i - 1"), player("i + i / 25 % 23"));
    let games = format!(
        "INSERT INTO games (id, seq, status, one, two, board, preset, time, pace, rated, result, turns, mover, created) {numbers} \
         SELECT 'g' || CAST(i AS TEXT), 2, 'over', {one}, {two}, '37', 'standard', '', 'bullet', 1, '1', 9, 1, i FROM n"
    );
    let sides = [one, two].map(|player| {
        format!(
            "INSERT INTO rated_games (game, player, pace, at, before, rating, deviation, volatility) {numbers} \
             SELECT 'g' || CAST(i AS TEXT), {player}, 'bullet', 10 + i / 7, 1500, 1500, 80, 0.06 FROM n"
        )
    });
    let ratings = format!(
        "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) {numbers} \
         SELECT 'p' || CAST(i AS TEXT), 'bullet', 1500, 80, 0.06, 1, 1 FROM n WHERE i < {PLAYERS}"
    );
    // The opponent in one game has deleted the account. So the two sides of some games are on different pages of the log.
    let gone = "DELETE FROM rated_games WHERE game = 'g3' AND player = (SELECT MIN(player) FROM rated_games WHERE game = 'g3')";
    Database::execute(url, &format!("{games}; {}; {ratings}; {gone}", sides.join("; "))).await;
    let hub = Hub::worker(store.clone()).await.unwrap();
    hub.void(&None, &game, "").await.unwrap();
    let log =
        "SELECT before, rating, LAG(rating) OVER (PARTITION BY player ORDER BY at, game) AS earlier FROM rated_games";
    let count = async |sql: String| Database::number(url, &sql).await;
    assert_eq!(count("SELECT COUNT(*) FROM rated_games".to_owned()).await, 2 * GAMES - 1);
    assert_eq!(count(format!("SELECT COUNT(*) FROM ({log}) l WHERE ABS(before - earlier) > 1e-9")).await, 0);
    let same = count("SELECT COUNT(*) FROM rated_games WHERE rating = before".to_owned()).await;
    assert!(same < 2 * PLAYERS, "{same} games were not computed again");
    let last = "SELECT player, rating, ROW_NUMBER() OVER (PARTITION BY player ORDER BY at DESC, game DESC) AS place FROM rated_games";
    let equal = format!(
        "SELECT COUNT(*) FROM ratings r JOIN ({last}) l ON l.player = r.player AND l.place = 1 WHERE ABS(l.rating - r.rating) < 1e-9"
    );
    assert_eq!(count(equal).await, PLAYERS);
    assert_eq!(store.ratings(&bob).await.unwrap(), []);
}

async fn games_that_end_together_are_voided_in_the_order_in_which_they_were_rated(store: Store, _: &str) {
    let ann = person(&store, "Ann").await;
    let mut games = Vec::new();
    for name in ["Bob", "Cid", "Dan", "Eve"] {
        let other = person(&store, name).await;
        // All at the same moment, and one that began to end before the others.
        games.push(rated(&store, &ann, &other, if name == "Eve" { 990 } else { 1_000 }).await);
    }
    let single = person(&store, "Fay").await;
    let opponent = person(&store, "Gus").await;
    rated(&store, &single, &opponent, 1_000).await;
    let hub = Hub::worker(store.clone()).await.unwrap();
    for game in &games[..3] {
        hub.void(&None, game, "").await.unwrap();
    }
    let left = store.ratings(&ann).await.unwrap();
    let expected = store.ratings(&single).await.unwrap();
    assert_eq!(left[0].games, 1);
    assert!((left[0].rating - expected[0].rating).abs() < 1e-6, "{left:?} {expected:?}");
}

async fn a_game_is_voided_once(site: Site) {
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let game = rated_game(&mut ann, &mut bob).await;
    let hub = Hub::worker(site.store.clone()).await.unwrap();
    let tries = (0..6).map(|_| {
        let (hub, game) = (hub.clone(), game.clone());
        tokio::spawn(async move { hub.void(&None, &game, "").await.is_ok() })
    });
    let mut done = 0;
    for one in tries.collect::<Vec<_>>() {
        done += usize::from(one.await.unwrap());
    }
    assert_eq!(done, 1);
}

/// Plays a rated game, which the second player resigns after two turns each.
async fn rated_game(ann: &mut Client, bob: &mut Client) -> GameId {
    let id = ann.friend_game(FAST, true).await;
    bob.get::<JoinGame>(&id).await;
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    one.ask(turn("Wc3,a2", 4)).await.unwrap();
    let table = bob.get::<GetGame>(&id).await;
    let game = table.game().game().unwrap();
    let next = game.position().turns(game.rules()).nth(0).unwrap();
    two.ask(turn(&game.position().write_turn(game.rules(), &next).to_string(), 5)).await.unwrap();
    two.ask(Command::Resign).await.unwrap();
    id
}

async fn a_voided_game_is_shown_as_such(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let game = rated_game(&mut ann, &mut bob).await;
    assert_eq!(ann.get::<GetMe>(&()).await.ratings.len(), 1);
    let mut socket = ann.socket(&game).await;
    assert!(socket.snapshot().await.seats.0.iter().flatten().all(|seated| seated.change.is_some()));
    let note = Note { note: "thrown".to_owned() };
    moderator.send::<VoidGame>(&game, &note).await;
    let update = socket.update_with(|kind| *kind == EventKind::Voided).await;
    assert_eq!(update.unrated, Some(Code::Voided));
    assert!(update.seats.unwrap().0.iter().flatten().all(|seated| seated.change.is_none()));
    assert_eq!(ann.get::<GetMe>(&()).await.ratings, []);
    let profile = bob.get::<GetPlayer>(&"Ann".to_owned()).await;
    assert_eq!((profile.games[0].unrated, profile.history.len()), (Some(Code::Voided), 0));
    assert_eq!(moderator.refused::<VoidGame>(&game, &note).await, "409 voided");
    let (casual, [mut one, _]) = game_of(&mut ann, &mut bob).await;
    assert_eq!(moderator.refused::<VoidGame>(&casual, &note).await, "409 not-over");
    one.ask(Command::Resign).await.unwrap();
    assert_eq!(moderator.refused::<VoidGame>(&casual, &note).await, "409 not-rated");
    assert_eq!(moderator.refused::<VoidGame>(&GameId::random(), &note).await, "404 no-game");
}
