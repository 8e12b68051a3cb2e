//! Which challenges bots accept.

use super::{
    Result, Store, StoreError,
    columns::{Columns, json},
};
use sqlx::{AnyConnection, Row};
use zertz_protocol::{BotRules, PlayerId};

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

    /// The number of games in progress of a player, up to a maximum for each seat.
    pub async fn count_playing(&self, player: &PlayerId, most: u32) -> Result<u32> {
        Ok(count_playing(&mut *self.pool.acquire().await?, player, most).await?)
    }
}
