//! Which challenges bots accept.

use super::{
    Result, Store,
    columns::{Columns, json},
};
use sqlx::Row;
use zertz_protocol::{BotRules, PlayerId};

impl Store {
    /// Which challenges a bot accepts.
    pub async fn bot_rules(&self, bot: &PlayerId) -> Result<BotRules> {
        let sql = "SELECT accepts FROM players WHERE id = $1 AND accepts IS NOT NULL";
        let row = sqlx::query(sql).bind(bot.as_str()).fetch_optional(&self.pool).await?;
        row.map_or(Ok(BotRules::default()), |row| row.json("accepts"))
    }

    /// Sets which challenges a bot accepts.
    pub async fn set_bot_rules(&self, bot: &PlayerId, rules: &BotRules) -> Result<()> {
        let sql = "UPDATE players SET accepts = $2 WHERE id = $1 AND kind = 'bot'";
        sqlx::query(sql).bind(bot.as_str()).bind(json(rules)?).execute(&self.pool).await?;
        Ok(())
    }

    /// The number of games in progress of a player, up to a maximum.
    pub async fn count_playing(&self, player: &PlayerId, most: u32) -> Result<u32> {
        let branch = |seat| {
            format!(
                "SELECT * FROM (SELECT id FROM games WHERE {seat} = $1 AND ended IS NULL AND status = 'playing' LIMIT $2) {seat}_"
            )
        };
        let sql = format!("SELECT COUNT(*) AS games FROM ({} UNION ALL {}) u", branch("one"), branch("two"));
        let row = sqlx::query(&sql).bind(player.as_str()).bind(i64::from(most)).fetch_one(&self.pool).await?;
        Ok(u32::try_from(row.try_get::<i64, _>("games")?).unwrap_or(u32::MAX))
    }
}
