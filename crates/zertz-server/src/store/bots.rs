//! Which bots are in the lobby, and which challenges bots accept.

use super::{
    Result, Store, StoreError,
    columns::{Columns, json},
    ratings,
    unreadable::readable,
};
use sqlx::{AnyConnection, Row, any::AnyRow};
use zertz_protocol::{BotRules, LIMITS, LobbyBot, Moment, PlayerId};

/// The maximum number of bots that the lobby lists.
const MAX_BOTS: i64 = 50;

/// How many of them may belong to the same owner.
const BOTS_OF_OWNER: i64 = 3;

/// The bots in the lobby that may play, and their number among those of the owner. Only bots have a value of `present`.
const LISTED: &str = "SELECT p.*, ROW_NUMBER() OVER (PARTITION BY p.owner ORDER BY p.id) AS number FROM players p \
    WHERE p.present >= $1 AND NOT EXISTS (SELECT 1 FROM restrictions x \
    WHERE (x.player = p.id OR x.player = p.owner) AND x.kind <> 'mute' AND (x.until IS NULL OR x.until > $1))";

/// Which challenges a bot accepts.
async fn rules(connection: &mut AnyConnection, bot: &PlayerId) -> Result<BotRules> {
    let sql = "SELECT accepts FROM players WHERE id = $1 AND accepts IS NOT NULL";
    let row = sqlx::query(sql).bind(bot.as_str()).fetch_optional(connection).await?;
    row.map_or(Ok(BotRules::default()), |row| row.json("accepts"))
}

/// The number of games in progress of a player, up to a maximum for each seat.
async fn count_playing(connection: &mut AnyConnection, player: &PlayerId, most: u32) -> Result<u32, sqlx::Error> {
    let branch = |seat| {
        format!(
            "SELECT * FROM (SELECT id FROM games WHERE {seat} = $1 AND ended IS NULL AND status = 'playing' LIMIT $2) {seat}_"
        )
    };
    let sql = format!("SELECT COUNT(*) AS games FROM ({} UNION ALL {}) u", branch("one"), branch("two"));
    let row = sqlx::query(&sql).bind(player.as_str()).bind(i64::from(most)).fetch_one(connection).await?;
    Ok(u32::try_from(row.try_get::<i64, _>("games")?).unwrap_or(u32::MAX))
}

/// Whether a bot accepts one more game. The caller keeps out others who challenge it.
pub(super) async fn has_room(connection: &mut AnyConnection, bot: &PlayerId) -> Result<bool, sqlx::Error> {
    let rules = rules(connection, bot).await.map_err(|error| match error {
        StoreError::Database(error) => error,
        error => sqlx::Error::Decode(error.into()),
    })?;
    let Some(most) = rules.max_games else { return Ok(true) };
    Ok(count_playing(connection, bot, most).await? < most)
}

impl Store {
    /// Which challenges a bot accepts.
    pub async fn bot_rules(&self, bot: &PlayerId) -> Result<BotRules> {
        rules(&mut *self.pool.acquire().await?, bot).await
    }

    /// Sets which challenges a bot accepts.
    pub async fn set_bot_rules(&self, bot: &PlayerId, rules: &BotRules) -> Result<()> {
        let sql = "UPDATE players SET accepts = $2 WHERE id = $1 AND kind = 'bot'";
        sqlx::query(sql).bind(bot.as_str()).bind(json(rules)?).execute(&self.pool).await?;
        Ok(())
    }

    /// Notes that a bot is in the lobby until then.
    pub async fn extend_presence(&self, bot: &PlayerId, until: Moment) -> Result<()> {
        let sql =
            "UPDATE players SET present = $2 WHERE id = $1 AND kind = 'bot' AND (present IS NULL OR present < $2)";
        sqlx::query(sql).bind(bot.as_str()).bind(until).execute(&self.pool).await?;
        Ok(())
    }

    /// Notes that a bot has left the lobby, and stays in the list only until then. Does nothing if another socket, perhaps at another server,
    /// has noted since that the bot is there.
    pub async fn shorten_presence(&self, bot: &PlayerId, noted: Moment, until: Moment) -> Result<()> {
        let sql = "UPDATE players SET present = $3 WHERE id = $1 AND present = $2";
        sqlx::query(sql).bind(bot.as_str()).bind(noted).bind(until).execute(&self.pool).await?;
        Ok(())
    }

    /// The bots in the lobby that may play, by name.
    pub async fn lobby_bots(&self, now: Moment) -> Result<Vec<LobbyBot>> {
        let playing = |seat| {
            format!(
                "(SELECT COUNT(*) FROM (SELECT g.id FROM games g WHERE g.{seat} = p.id AND g.ended IS NULL AND g.status = 'playing' LIMIT {}) {seat}_)",
                LIMITS.bot_games.max
            )
        };
        let sql = format!(
            "SELECT b.*, r.* FROM (SELECT p.id, p.name, p.accepts, {} + {} AS playing FROM ({LISTED}) p \
             WHERE p.number <= {BOTS_OF_OWNER} ORDER BY p.number, p.id LIMIT $2) b \
             LEFT JOIN ratings r ON r.player = b.id ORDER BY b.name",
            playing("one"),
            playing("two"),
        );
        let query = sqlx::query(&sql).bind(now).bind(MAX_BOTS);
        let rows = self.in_time(query.fetch_all(&self.lists)).await?;
        // A row for each rating, or one without.
        let bot = |row: &AnyRow| {
            let accepts = row.try_get::<Option<String>, _>("accepts")?.is_some();
            let accepts = if accepts { row.json::<BotRules>("accepts")? } else { BotRules::default() };
            let games = u32::try_from(row.try_get::<i64, _>("playing")?).unwrap_or(u32::MAX);
            Ok(LobbyBot {
                name: row.try_get("name")?,
                ratings: row
                    .maybe_word::<String>("player")?
                    .map(|_| ratings::player_rating(row))
                    .transpose()?
                    .into_iter()
                    .collect(),
                busy: accepts.max_games.is_some_and(|most| games >= most),
                game: accepts.game(),
                accepts,
            })
        };
        let mut bots: Vec<LobbyBot> = Vec::new();
        for row in readable("bot", &rows, bot) {
            match bots.last_mut() {
                Some(last) if last.name == row.name => last.ratings.extend(row.ratings),
                _ => bots.push(row),
            }
        }
        for bot in &mut bots {
            bot.ratings.sort_by_key(|rating| rating.pace);
        }
        Ok(bots)
    }

    /// The number of games in progress of a player, up to a maximum for each seat.
    pub async fn count_playing(&self, player: &PlayerId, most: u32) -> Result<u32> {
        Ok(count_playing(&mut *self.pool.acquire().await?, player, most).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_list_of_bots_reads_only_those_in_the_lobby() {
        let file = std::env::temp_dir().join(format!("zertz-{}.db", crate::id::random_text(12)));
        let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
        let rows = sqlx::query(&format!("EXPLAIN QUERY PLAN {LISTED}")).bind(1).fetch_all(&store.pool).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        assert!(plan.iter().any(|line| line.contains("players_present")), "{plan:#?}");
        store.close().await;
        std::fs::remove_file(file).unwrap();
    }
}
