//! Databases of other versions.

use super::*;

on_both_databases!(
    a_database_of_a_newer_version_is_left_alone,
    a_database_of_the_first_release_is_upgraded,
    servers_that_start_together_migrate_once,
    names_of_earlier_versions_that_look_alike_are_kept,
);

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
    Database::execute(&new, include_str!("../fixtures/first-release.sql")).await;
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
