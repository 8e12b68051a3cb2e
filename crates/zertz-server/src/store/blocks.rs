//! Players who block players, and networks that moderators block.

use super::{
    NewAudit, Notice, Result, Store, StoreError, audit,
    audit::player_ref,
    columns::{Columns, storable},
    page::Page,
};
use crate::id::random_text;
use ipnet::IpNet;
use sqlx::{AnyConnection, Row, any::AnyRow};
use std::net::IpAddr;
use zertz_protocol::{AddressBlock, LIMITS, Moment, PlayerId, PlayerRef};

/// The shortest prefix of a network that can be blocked: a mistake must not lock out the world.
const MIN_PREFIX: (u8, u8) = (8, 19);

/// The longest prefix of an IPv6 network: clients have all addresses of a /64.
const MAX_PREFIX_V6: u8 = 64;

/// Whether one of two players, or of their owners, has blocked the other.
pub(super) async fn are_blocked(
    connection: &mut AnyConnection,
    one: &PlayerId,
    two: &PlayerId,
) -> Result<bool, sqlx::Error> {
    let theirs =
        |n: u8| format!("(SELECT ${n} UNION ALL SELECT owner FROM players WHERE id = ${n} AND owner IS NOT NULL)");
    let sql = format!(
        "SELECT COUNT(*) FROM blocks WHERE (player IN {0} AND blocked IN {1}) OR (player IN {1} AND blocked IN {0})",
        theirs(1),
        theirs(2)
    );
    let query = sqlx::query_scalar::<_, i64>(&sql).bind(one.as_str()).bind(two.as_str());
    Ok(query.fetch_one(connection).await? > 0)
}

/// A network that a moderator may block, in its usual form: an address, or a network with a prefix that is not too short.
pub fn blockable(text: &str) -> Option<IpNet> {
    let text = text.trim();
    let network = text.parse::<IpNet>().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))?;
    let network = match network {
        IpNet::V6(v6) => match v6.addr().to_ipv4_mapped() {
            Some(v4) => IpNet::new(v4.into(), v6.prefix_len().checked_sub(96)?).ok()?,
            None => IpNet::new(v6.addr().into(), v6.prefix_len().min(MAX_PREFIX_V6)).ok()?,
        },
        v4 => v4,
    };
    let least = if network.addr().is_ipv4() { MIN_PREFIX.0 } else { MIN_PREFIX.1 };
    (network.prefix_len() >= least).then(|| network.trunc())
}

/// Every network that could be blocked and has this address.
fn networks_of(address: IpAddr) -> Vec<String> {
    let address = address.to_canonical();
    let range = if address.is_ipv4() { MIN_PREFIX.0..=32 } else { MIN_PREFIX.1..=MAX_PREFIX_V6 };
    range.filter_map(|length| IpNet::new(address, length).ok()).map(|network| network.trunc().to_string()).collect()
}

fn block(row: &AnyRow) -> Result<AddressBlock> {
    Ok(AddressBlock {
        id: row.try_get("id")?,
        network: row.try_get("network")?,
        at: row.try_get("at")?,
        until: row.try_get("until")?,
        by: player_ref(row, "moderator")?,
        note: row.try_get("note")?,
    })
}

impl Store {
    /// Whether one of two players, or of their owners, has blocked the other.
    pub async fn are_blocked(&self, one: &PlayerId, two: &PlayerId) -> Result<bool> {
        let mut connection = self.pool.acquire().await?;
        Ok(are_blocked(&mut connection, one, two).await?)
    }

    /// Blocks a player for another. [`StoreError::TooMany`] means that the player has blocked enough others.
    pub async fn block_player(&self, player: &PlayerId, blocked: &PlayerId, now: Moment) -> Result<()> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "INSERT INTO blocks (player, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(player.as_str()).bind(blocked.as_str()).bind(now).execute(&mut *transaction).await?;
        let sql = "SELECT COUNT(*) FROM blocks WHERE player = $1";
        let count: i64 = sqlx::query_scalar(sql).bind(player.as_str()).fetch_one(&mut *transaction).await?;
        if count > i64::from(LIMITS.blocked_players) {
            return Err(StoreError::TooMany);
        }
        Ok(transaction.commit().await?)
    }

    /// Unblocks a player.
    pub async fn unblock_player(&self, player: &PlayerId, blocked: &PlayerId) -> Result<()> {
        let sql = "DELETE FROM blocks WHERE player = $1 AND blocked = $2";
        sqlx::query(sql).bind(player.as_str()).bind(blocked.as_str()).execute(&self.pool).await?;
        Ok(())
    }

    /// The players whom a player has blocked, by name.
    pub async fn blocked_players(&self, player: &PlayerId) -> Result<Vec<PlayerRef>> {
        let sql = "SELECT p.id, p.kind, p.name FROM blocks b JOIN players p ON p.id = b.blocked WHERE b.player = $1 \
                   ORDER BY p.name_key, p.id";
        let rows = sqlx::query(sql).bind(player.as_str()).fetch_all(&self.pool).await?;
        let read =
            |row: &AnyRow| Ok(PlayerRef { id: row.word("id")?, kind: row.word("kind")?, name: row.try_get("name")? });
        rows.iter().map(read).collect()
    }

    /// Until when the network of an address is blocked, if it is.
    pub async fn address_blocked(&self, address: IpAddr, now: Moment) -> Result<Option<Moment>> {
        let networks = networks_of(address);
        let places: Vec<String> = (2..networks.len() + 2).map(|number| format!("${number}")).collect();
        let sql = format!(
            "SELECT until FROM address_blocks WHERE until > $1 AND network IN ({}) ORDER BY until DESC LIMIT 1",
            places.join(", ")
        );
        let query = networks.into_iter().fold(sqlx::query_scalar(&sql).bind(now), |query, network| query.bind(network));
        Ok(query.fetch_optional(&self.pool).await?)
    }

    /// Blocks a network, or changes until when it is blocked. Open sockets from there are cut.
    pub async fn block_address(&self, network: &IpNet, until: Moment, entry: &NewAudit) -> Result<AddressBlock> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "INSERT INTO address_blocks (id, network, at, until, moderator, note) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT (network) DO UPDATE SET at = excluded.at, until = excluded.until, moderator = excluded.moderator, \
                   note = excluded.note";
        let query = sqlx::query(sql)
            .bind(random_text(12))
            .bind(network.to_string())
            .bind(entry.at)
            .bind(until)
            .bind(entry.by.as_ref().map(PlayerId::to_string))
            .bind(storable(&entry.note));
        query.execute(&mut *transaction).await?;
        audit::add(&mut transaction, entry).await?;
        let sql = "SELECT b.*, m.kind AS moderator_kind, m.name AS moderator_name FROM address_blocks b \
                   LEFT JOIN players m ON m.id = b.moderator WHERE b.network = $1";
        let row = sqlx::query(sql).bind(network.to_string()).fetch_one(&mut *transaction).await?;
        self.backend.notify_blocked(&mut transaction, network).await?;
        transaction.commit().await?;
        // There may be no receiver.
        let _ = self.notices.send(Notice::Blocked(*network));
        block(&row)
    }

    /// Unblocks a network, by its id or its text. Returns whether it was blocked.
    pub async fn unblock_address(&self, id: &str, entry: &NewAudit) -> Result<bool> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "SELECT network FROM address_blocks WHERE id = $1 OR network = $1";
        let network: Option<String> =
            sqlx::query_scalar(sql).bind(storable(id)).fetch_optional(&mut *transaction).await?;
        let Some(network) = network else { return Ok(false) };
        sqlx::query("DELETE FROM address_blocks WHERE network = $1").bind(&network).execute(&mut *transaction).await?;
        audit::add(&mut transaction, &NewAudit { subject: network, ..entry.clone() }).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// The blocked networks, the newest first.
    pub async fn address_blocks(&self, page: &Page) -> Result<Vec<AddressBlock>> {
        let sql = format!(
            "SELECT e.*, m.kind AS moderator_kind, m.name AS moderator_name FROM ({}) e \
             LEFT JOIN players m ON m.id = e.moderator ORDER BY e.at DESC, e.id",
            page.select("address_blocks", &[])
        );
        self.in_time(page.bind(sqlx::query(&sql), []).fetch_all(&self.lists)).await?.iter().map(block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_read_in_its_usual_form_and_must_not_be_too_large() {
        let read = |text| blockable(text).map(|network| network.to_string());
        assert_eq!(read("192.0.2.7").as_deref(), Some("192.0.2.7/32"));
        assert_eq!(read(" 192.0.2.7/24 ").as_deref(), Some("192.0.2.0/24"));
        assert_eq!(read("2001:db8:1:2:3::4").as_deref(), Some("2001:db8:1:2::/64"));
        assert_eq!(read("::ffff:192.0.2.7").as_deref(), Some("192.0.2.7/32"));
        for wrong in ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2000::/18", "::ffff:0:0/96", "example.org", ""] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_network_around_an_address_is_looked_up() {
        let networks = networks_of("192.0.2.7".parse().unwrap());
        assert_eq!((networks.len(), networks[0].as_str(), networks[24].as_str()), (25, "192.0.0.0/8", "192.0.2.7/32"));
        assert!(networks_of("2001:db8::1".parse().unwrap()).contains(&"2001:db8::/32".to_owned()));
    }
}
