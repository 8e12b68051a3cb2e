//! Fair-play signals: what the engine has found out about a player's games, and accounts that share addresses or devices.

use super::{
    JobKind, NewAudit, PLACE_LIFETIME, Result, Store, audit,
    audit::player_ref,
    columns::{Columns, json},
    jobs,
    players::ALIVE,
};
use sqlx::Row;
use std::collections::BTreeMap;
use zertz_protocol::{EngineAgreement, Moment, PlayerId, SharedAccount, word};

/// The maximum number of accounts that share a place with a player.
const MAX_SHARED: i64 = 200;

impl Store {
    /// Lets the engine look at the games of a player when nobody waits for it.
    pub async fn request_fair_play(&self, player: &PlayerId, entry: &NewAudit) -> Result<()> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        jobs::add_background(&mut transaction, JobKind::FairPlay, player.as_str(), entry.at).await?;
        audit::add(&mut transaction, entry).await?;
        self.backend.notify_changes(&mut transaction, &[], false, true).await?;
        Ok(transaction.commit().await?)
    }

    /// Stores what the engine has found out, unless the player was deleted meanwhile.
    pub async fn set_fair_play(&self, player: &PlayerId, found: &EngineAgreement) -> Result<()> {
        let sql = format!(
            "INSERT INTO fair_play (player, body) SELECT $1, $2 WHERE EXISTS ({ALIVE}) \
             ON CONFLICT (player) DO UPDATE SET body = excluded.body"
        );
        sqlx::query(&sql).bind(player.as_str()).bind(json(found)?).execute(&self.pool).await?;
        Ok(())
    }

    /// What the engine has found out, and whether it still works.
    pub async fn fair_play(&self, player: &PlayerId) -> Result<(Option<EngineAgreement>, bool)> {
        let row = sqlx::query("SELECT body FROM fair_play WHERE player = $1");
        let row = row.bind(player.as_str()).fetch_optional(&self.pool).await?;
        let found = row.map(|row| row.json("body")).transpose()?;
        let sql = "SELECT COUNT(*) FROM jobs WHERE kind = $1 AND subject = $2";
        let query = sqlx::query_scalar::<_, i64>(sql).bind(word(JobKind::FairPlay)).bind(player.as_str());
        Ok((found, query.fetch_one(&self.pool).await? > 0))
    }

    /// Accounts that were used from the same addresses or devices, those with the most in common first.
    pub async fn shared_accounts(&self, player: &PlayerId, now: Moment) -> Result<Vec<SharedAccount>> {
        let sql = "SELECT b.player, b.place, p.kind AS player_kind, p.name AS player_name FROM places a \
                   JOIN places b ON b.place = a.place AND b.player <> a.player JOIN players p ON p.id = b.player \
                   WHERE a.player = $1 AND a.seen > $2 AND b.seen > $2 ORDER BY b.player, b.place LIMIT $3";
        let query = sqlx::query(sql).bind(player.as_str()).bind(now - PLACE_LIFETIME).bind(MAX_SHARED);
        let mut found: BTreeMap<PlayerId, SharedAccount> = BTreeMap::new();
        for row in query.fetch_all(&self.pool).await? {
            let Some(player) = player_ref(&row, "player")? else { continue };
            let shared = found.entry(player.id.clone());
            let shared = shared.or_insert(SharedAccount { player, addresses: 0, devices: 0 });
            if row.try_get::<String, _>("place")?.starts_with("device ") {
                shared.devices += 1;
            } else {
                shared.addresses += 1;
            }
        }
        let mut list: Vec<SharedAccount> = found.into_values().collect();
        list.sort_by_key(|shared| std::cmp::Reverse((shared.devices, shared.addresses)));
        Ok(list)
    }
}
