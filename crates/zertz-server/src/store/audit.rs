//! The audit log: what moderators and operators did. Entries are added and never changed.

use super::{
    Result, Store,
    columns::{Columns, storable},
    page::Page,
};
use crate::id::random_text;
use sqlx::{AnyConnection, Row, any::AnyRow};
use zertz_protocol::{AuditAction, AuditEntry, GameId, Moment, Pair, PlayerId, PlayerRef, word};

/// An entry to add, in the transaction that does what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAudit {
    /// When it happened.
    pub at: Moment,
    /// The moderator; `None` for an operator.
    pub by: Option<PlayerId>,
    /// What was done.
    pub action: AuditAction,
    /// The player it was done to.
    pub player: Option<PlayerId>,
    /// The game it was done to.
    pub game: Option<GameId>,
    /// What else it was done to.
    pub subject: String,
    /// Until when it lasts.
    pub until: Option<Moment>,
    /// The note.
    pub note: String,
}

impl NewAudit {
    /// An entry that says only who did what and when.
    pub fn new(by: Option<&PlayerId>, action: AuditAction, note: &str, at: Moment) -> NewAudit {
        let (by, note) = (by.cloned(), note.to_owned());
        NewAudit { at, by, action, player: None, game: None, subject: String::new(), until: None, note }
    }
}

/// The player in a column, whose kind and name are in the columns with the suffixes `_kind` and `_name`. A guest who is forgotten has none.
pub(super) fn player_ref(row: &AnyRow, column: &str) -> Result<Option<PlayerRef>> {
    let Some(id) = row.maybe_word::<PlayerId>(column)? else { return Ok(None) };
    let kind = row.maybe_word(&format!("{column}_kind"))?.unwrap_or(zertz_protocol::PlayerKind::Gone);
    Ok(Some(PlayerRef { id, kind, name: row.try_get(format!("{column}_name").as_str())? }))
}

impl Store {
    /// The players of a game, by seat; `None` if there is no such game.
    pub(super) async fn players_of(&self, game: &GameId) -> Result<Option<Pair<Option<PlayerRef>>>> {
        let sql = "SELECT g.one, p1.kind AS one_kind, p1.name AS one_name, g.two, p2.kind AS two_kind, p2.name AS two_name \
                   FROM games g LEFT JOIN players p1 ON p1.id = g.one LEFT JOIN players p2 ON p2.id = g.two WHERE g.id = $1";
        let row = self.in_time(sqlx::query(sql).bind(game.as_str()).fetch_optional(&self.lists)).await?;
        row.map(|row| Ok(Pair([player_ref(&row, "one")?, player_ref(&row, "two")?]))).transpose()
    }
}

pub(super) async fn add(connection: &mut AnyConnection, entry: &NewAudit) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO audit (id, at, moderator, action, player, game, subject, until, note) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let query = sqlx::query(sql)
        .bind(random_text(12))
        .bind(entry.at)
        .bind(entry.by.as_ref().map(PlayerId::to_string))
        .bind(word(entry.action))
        .bind(entry.player.as_ref().map(PlayerId::to_string))
        .bind(entry.game.as_ref().map(GameId::to_string))
        .bind(storable(&entry.subject))
        .bind(entry.until)
        .bind(storable(&entry.note));
    query.execute(connection).await.map(drop)
}

fn entry(row: &AnyRow) -> Result<AuditEntry> {
    Ok(AuditEntry {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        by: player_ref(row, "moderator")?,
        action: row.word("action")?,
        player: player_ref(row, "player")?,
        game: row.maybe_word("game")?,
        players: None,
        subject: row.try_get("subject")?,
        until: row.try_get("until")?,
        note: row.try_get("note")?,
    })
}

impl Store {
    /// Adds an entry for something that is not stored otherwise.
    pub async fn add_audit(&self, entry: &NewAudit) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        Ok(add(&mut connection, entry).await?)
    }

    /// The audit log, the newest entry first: what was done to a player, or by a moderator, or all of it.
    pub async fn audit(
        &self,
        player: Option<&PlayerId>,
        by: Option<&PlayerId>,
        page: &Page,
    ) -> Result<Vec<AuditEntry>> {
        let filters = [("player", player.map(PlayerId::to_string)), ("moderator", by.map(PlayerId::to_string))];
        let sql = page.select("audit", &filters);
        let sql = format!(
            "SELECT e.*, p.kind AS player_kind, p.name AS player_name, m.kind AS moderator_kind, m.name AS moderator_name \
             FROM ({sql}) e LEFT JOIN players p ON p.id = e.player LEFT JOIN players m ON m.id = e.moderator \
             ORDER BY e.at DESC, e.id"
        );
        let rows = self.in_time(page.bind(sqlx::query(&sql), filters).fetch_all(&self.lists)).await?;
        let mut entries = rows.iter().map(entry).collect::<Result<Vec<_>>>()?;
        for entry in &mut entries {
            if let Some(game) = &entry.game {
                entry.players = self.players_of(game).await?;
            }
        }
        Ok(entries)
    }
}
