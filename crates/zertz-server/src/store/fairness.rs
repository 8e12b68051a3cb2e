//! Which games change ratings: not those of a person with themselves, of people who share an address or a device, or of the same two all day.

use super::{Result, Store, players::ALIVE};
use sqlx::{AnyConnection, Row};
use zertz_protocol::{Code, LIMITS, Moment, PlayerId};

/// How long it is remembered that an account was used from an address or on a device, in milliseconds.
pub const PLACE_LIFETIME: Moment = 90 * DAY;

const DAY: Moment = 24 * 3600 * 1000;

/// Why a game between two players would not be rated now.
pub(super) async fn obstacle(
    connection: &mut AnyConnection,
    players: &[PlayerId; 2],
    now: Moment,
) -> Result<Option<Code>, sqlx::Error> {
    let mut people = Vec::new();
    for player in players {
        let query = sqlx::query("SELECT kind, owner FROM players WHERE id = $1").bind(player.as_str());
        let Some(row) = query.fetch_optional(&mut *connection).await? else { return Ok(Some(Code::RatedGone)) };
        match row.try_get::<String, _>("kind")?.as_str() {
            "person" | "bot" => {}
            "engine" => return Ok(Some(Code::RatedEngine)),
            "guest" => return Ok(Some(Code::CannotRate)),
            _ => return Ok(Some(Code::RatedGone)),
        }
        // Who answers for the player.
        people.push(row.try_get::<Option<String>, _>("owner")?.unwrap_or_else(|| player.to_string()));
    }
    people.sort_unstable();
    if people[0] == people[1] {
        return Ok(Some(Code::RatedSelf));
    }
    if shares_place(connection, players, &people, now).await? {
        return Ok(Some(Code::RatedShared));
    }
    Ok((games_today(connection, players, now).await? >= i64::from(LIMITS.rated_games_per_day))
        .then_some(Code::RatedOften))
}

/// Whether two players, or the people who answer for them, were seen in the same place, and no moderator allows it.
async fn shares_place(
    connection: &mut AnyConnection,
    [one, two]: &[PlayerId; 2],
    people: &[String],
    now: Moment,
) -> Result<bool, sqlx::Error> {
    let theirs = |number| {
        format!("(SELECT id FROM players WHERE id = ${number} UNION SELECT owner FROM players WHERE id = ${number})")
    };
    let sql = format!(
        "SELECT COUNT(*) FROM places a JOIN places b ON b.place = a.place WHERE a.player IN {} AND b.player IN {} \
         AND a.seen > $3 AND b.seen > $3",
        theirs(1),
        theirs(2)
    );
    let query = sqlx::query_scalar::<_, i64>(&sql).bind(one.as_str()).bind(two.as_str()).bind(now - PLACE_LIFETIME);
    if query.fetch_one(&mut *connection).await? == 0 {
        return Ok(false);
    }
    let sql = "SELECT COUNT(*) FROM allowed_pairs WHERE one = $1 AND two = $2";
    let query = sqlx::query_scalar::<_, i64>(sql).bind(people[0].as_str()).bind(people[1].as_str());
    Ok(query.fetch_one(&mut *connection).await? == 0)
}

/// The number of games of two players that have changed ratings within a day.
pub(super) async fn games_today(
    connection: &mut AnyConnection,
    [one, two]: &[PlayerId; 2],
    now: Moment,
) -> Result<i64, sqlx::Error> {
    let sql = "SELECT COUNT(*) FROM rated_games a JOIN rated_games b ON b.game = a.game AND b.player = $2 \
               WHERE a.player = $1 AND a.at > $3";
    sqlx::query_scalar(sql).bind(one.as_str()).bind(two.as_str()).bind(now - DAY).fetch_one(connection).await
}

impl Store {
    /// Why a game between two players would not be rated now.
    pub async fn rating_obstacle(&self, players: &[PlayerId; 2], now: Moment) -> Result<Option<Code>> {
        let mut connection = self.pool.acquire().await?;
        Ok(obstacle(&mut connection, players, now).await?)
    }

    /// Notes from where an account is used.
    pub async fn note_places(&self, player: &PlayerId, places: &[String], now: Moment) -> Result<()> {
        for place in places {
            let sql = format!(
                "INSERT INTO places (player, place, seen) SELECT $1, $2, $3 WHERE EXISTS ({ALIVE}) \
                 ON CONFLICT (player, place) DO UPDATE SET seen = excluded.seen"
            );
            sqlx::query(&sql).bind(player.as_str()).bind(place).bind(now).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// From where an account was used, the latest first.
    pub async fn places(&self, player: &PlayerId) -> Result<Vec<String>> {
        let sql = "SELECT place FROM places WHERE player = $1 ORDER BY seen DESC, place";
        Ok(sqlx::query_scalar(sql).bind(player.as_str()).fetch_all(&self.pool).await?)
    }

    /// Lets two people be rated against each other although they share an address or a device.
    pub async fn allow_rated(&self, one: &PlayerId, two: &PlayerId) -> Result<()> {
        let sql = "INSERT INTO allowed_pairs (one, two) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(one.min(two).as_str()).bind(one.max(two).as_str()).execute(&self.pool).await?;
        Ok(())
    }
}
