//! Lists of games, with filters and pages.

use super::*;

on_both_databases!(games_are_found, every_filter_and_every_page_agree_with_a_simple_search,);

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
