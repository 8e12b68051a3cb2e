//! The archive: fills a database with many games directly, and measures how long every list takes.

use crate::Server;
use anyhow::{Context, Result};
use sqlx::{AnyConnection, Connection, Executor};
use std::{
    fmt::Write,
    path::Path,
    time::{Duration, Instant},
};
use zertz::Rng;
use zertz_client::Client;
use zertz_protocol::{
    GameResult, GamesQuery, LeaderboardQuery, Pace, Status,
    endpoint::{GetPlayer, ListGames, ListLeaders},
};

/// Rows in one statement.
const ROWS: usize = 500;

/// The boards of finished games.
const BOARDS: [&str; 3] = ["37", "48", "61"];

/// The parameters of a measurement of the archive.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Archive {
    /// Games in the archive
    #[arg(long)]
    pub games: usize,
    /// How often each list is read
    #[arg(long, default_value_t = 100)]
    pub reads: usize,
    /// Fail when 1% of the answers take longer than this, in milliseconds
    #[arg(long, default_value_t = 50)]
    pub most: u64,
}

/// How long a list takes.
#[derive(Clone, Debug)]
pub struct ListTime {
    /// The list.
    pub list: String,
    /// The time within which half of the answers come.
    pub median: Duration,
    /// The time within which 99% of the answers come.
    pub p99: Duration,
}

/// The moment of the first game.
const FIRST: i64 = 1_600_000_000_000;

/// The time between two games.
const STEP: i64 = 60_000;

/// Fills the database of a server, and reads every list with every filter.
pub async fn archive(
    zertz: &Path,
    database: &str,
    app: &Path,
    archive: Archive,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<ListTime>> {
    // This creates the tables.
    Server::start(zertz, database, app).await?.kill().await?;
    let began = Instant::now();
    fill(database, archive.games).await?;
    progress(&format!("{} games were written in {:.0} s", archive.games, began.elapsed().as_secs_f64()));
    let server = Server::start(zertz, database, app).await?;
    let client = Client::new(&server.address)?;
    let mut times = Vec::new();
    for (list, query) in queries() {
        let mut rng = Rng::with_path(7, &[times.len() as u64]);
        let mut reads = Vec::new();
        for read in 0..archive.reads {
            let mut query = query.clone();
            // Every second page is somewhere in the archive.
            if read % 2 == 1 {
                query.before = Some(FIRST + rng.below(archive.games) as i64 * STEP);
            }
            if query.player.as_deref() == Some("") {
                query.player = Some(name(rng.below(players(archive.games))));
            }
            let began = Instant::now();
            client.clone().call::<ListGames>(&(), &query, &()).await.with_context(|| list.clone())?;
            reads.push(began.elapsed());
        }
        times.push(summary(list, reads));
    }
    let (mut profiles, mut leaders, mut rng) = (Vec::new(), Vec::new(), Rng::new(8));
    for _ in 0..archive.reads {
        let began = Instant::now();
        client.clone().get::<GetPlayer>(&name(rng.below(players(archive.games)))).await.context("a player")?;
        profiles.push(began.elapsed());
        let began = Instant::now();
        client
            .clone()
            .call::<ListLeaders>(&(), &LeaderboardQuery { pace: Pace::Rapid }, &())
            .await
            .context("leaders")?;
        leaders.push(began.elapsed());
    }
    times.push(summary("profile of a player".to_owned(), profiles));
    times.push(summary("leaderboard".to_owned(), leaders));
    Ok(times)
}

fn summary(list: String, mut times: Vec<Duration>) -> ListTime {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
    ListTime { list, median: at(0.5), p99: at(0.99) }
}

fn players(games: usize) -> usize {
    (games / 50).max(20)
}

fn name(number: usize) -> String {
    format!("Player {number}")
}

/// Every combination of filters. An empty player is any player.
fn queries() -> Vec<(String, GamesQuery)> {
    let players = [None, Some(""), Some("Engine 1")];
    let boards = [None, Some("37"), Some("61")];
    let results = [None, Some(GameResult::One), Some(GameResult::Draw), Some(GameResult::BothLose)];
    let openings = [None, Some("W"), Some("Wd"), Some("Gd4"), Some("Wd4,d1"), Some("Bz9")];
    let mut all = Vec::new();
    for player in players {
        for board in boards {
            for result in results {
                for opening in openings {
                    for rated in [None, Some(true)] {
                        let mut list = String::new();
                        for (word, value) in [
                            ("player", player.map(|player| if player.is_empty() { "any" } else { player }.to_owned())),
                            ("board", board.map(str::to_owned)),
                            ("result", result.map(|result| format!("{result:?}"))),
                            ("opening", opening.map(str::to_owned)),
                            ("rated", rated.map(|_| "yes".to_owned())),
                        ] {
                            if let Some(value) = value {
                                let _ = write!(list, "{word} {value}, ");
                            }
                        }
                        let query = GamesQuery {
                            status: Some(Status::Over),
                            player: player.map(str::to_owned),
                            board: board.map(str::to_owned),
                            result,
                            opening: opening.map(str::to_owned),
                            rated,
                            before: None,
                            before_id: None,
                        };
                        all.push((list.trim_end_matches(", ").to_owned(), query));
                    }
                }
            }
        }
    }
    all
}

/// Writes players, ratings and finished games. Popular players, boards and openings are more frequent.
async fn fill(database: &str, games: usize) -> Result<()> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await?;
    let players = players(games);
    let mut rng = Rng::new(9);
    connection.execute(sqlx::raw_sql("BEGIN")).await?;
    let mut rows = Vec::new();
    for number in 0..players {
        let name = name(number);
        rows.push(format!("('p{number}', 'person', '{name}', '{}', {FIRST})", name.to_lowercase()));
    }
    insert(&mut connection, "players (id, kind, name, name_key, created)", &rows).await?;
    let mut rows = Vec::new();
    for number in 0..players {
        let (rating, deviation) = (1000 + rng.below(1000), 50 + rng.below(200));
        rows.push(format!("('p{number}', 'rapid', {rating}, {deviation}, 0.06, 50, {FIRST})"));
    }
    insert(&mut connection, "ratings (player, pace, rating, deviation, volatility, games, at)", &rows).await?;
    let (mut rows, mut rated_rows) = (Vec::new(), Vec::new());
    for number in 0..games {
        // The product of two random numbers favours the small ones.
        let one = rng.below(players) * rng.below(1000) / 1000;
        let two = if rng.below(10) == 0 { "engine1".to_owned() } else { format!("p{}", rng.below(players)) };
        let board = BOARDS[[0, 0, 0, 0, 0, 0, 0, 1, 1, 2][rng.below(10)]];
        let rated = i64::from(rng.below(2) == 0 && !two.starts_with("engine"));
        let result = match rng.below(1000) {
            0 => "both-lose",
            1..=10 => "draw",
            11..=520 => "1",
            _ => "2",
        };
        let ring = |rng: &mut Rng| format!("{}{}", char::from(b'a' + rng.below(7) as u8), 1 + rng.below(4));
        let opening = if rng.below(10) == 0 {
            "Wd4,d1".to_owned()
        } else {
            format!("{}{},{}", ["W", "G", "B"][rng.below(3)], ring(&mut rng), ring(&mut rng))
        };
        let (created, id) = (FIRST + number as i64 * STEP, format!("g{number:011}"));
        let time = r#"{"kind":"fischer","initial":600,"increment":5}"#;
        rows.push(format!(
            "('{id}', 40, 'over', 'p{one}', '{two}', '{board}', 'standard', '{time}', 'rapid', {rated}, '{result}', 'resignation', \
             '{opening}', 30, 1, {created}, {})",
            created + 600_000
        ));
        if rated == 1 {
            for player in [format!("p{one}"), two] {
                rated_rows.push(format!("('{id}', '{player}', 'rapid', {created}, 1500, 1510, 80)"));
            }
        }
        if rows.len() == ROWS || number + 1 == games {
            let columns = "games (id, seq, status, one, two, board, preset, time, pace, rated, result, how, opening, turns, mover, created, ended)";
            insert(&mut connection, columns, &rows).await?;
            insert(&mut connection, "rated_games (game, player, pace, at, before, rating, deviation)", &rated_rows)
                .await?;
            rows.clear();
            rated_rows.clear();
        }
    }
    connection.execute(sqlx::raw_sql("COMMIT")).await?;
    if database.starts_with("postgres") {
        // As PostgreSQL does from time to time by itself.
        connection.execute(sqlx::raw_sql("VACUUM ANALYZE")).await?;
    }
    Ok(connection.close().await?)
}

async fn insert(connection: &mut AnyConnection, columns: &str, rows: &[String]) -> Result<()> {
    for some in rows.chunks(ROWS) {
        let sql = format!("INSERT INTO {columns} VALUES {} ON CONFLICT DO NOTHING", some.join(", "));
        connection.execute(sqlx::raw_sql(&sql)).await?;
    }
    Ok(())
}
