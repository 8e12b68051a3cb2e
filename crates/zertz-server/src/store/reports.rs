//! Reports of players, chat messages and games.

use super::{
    NewAudit, Result, Store, audit,
    audit::player_ref,
    columns::{Columns, json, storable},
    page::Page,
    unreadable::readable,
};
use crate::id::random_text;
use sqlx::{Row, any::AnyRow};
use zertz_protocol::{
    EventKind, Moment, NewReport, PlayerId, Report, ReportDecision, ReportState, ReportSubject, SentReport, word,
};

/// A report to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// The player who reports.
    pub by: PlayerId,
    /// The player it is about.
    pub about: PlayerId,
    /// What is reported, and why.
    pub report: NewReport,
    /// When it was reported.
    pub at: Moment,
}

/// Which reports to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportFilter {
    /// Only reports in this state.
    pub state: Option<ReportState>,
    /// Only reports about this player.
    pub about: Option<PlayerId>,
}

fn missing(column: &str) -> super::StoreError {
    super::StoreError::Unreadable(format!("{column}: NULL"))
}

fn report(row: &AnyRow) -> Result<Report> {
    Ok(Report {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        by: player_ref(row, "player")?.ok_or_else(|| missing("player"))?,
        about: player_ref(row, "about")?.ok_or_else(|| missing("about"))?,
        subject: row.json("subject")?,
        players: None,
        message: None,
        reason: row.word("reason")?,
        text: row.try_get("text")?,
        state: row.word("state")?,
        handled_by: player_ref(row, "moderator")?,
        handled_at: row.try_get("handled")?,
        note: row.try_get("note")?,
    })
}

impl Store {
    /// Stores a report.
    pub async fn add_report(&self, new: &ReportRow) -> Result<()> {
        let sql = "INSERT INTO reports (id, at, player, about, subject, reason, text, state, note) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', '')";
        let query = sqlx::query(sql)
            .bind(random_text(12))
            .bind(new.at)
            .bind(new.by.as_str())
            .bind(new.about.as_str())
            .bind(json(&new.report.subject)?)
            .bind(word(new.report.reason))
            .bind(storable(&new.report.text));
        query.execute(&self.pool).await?;
        Ok(())
    }

    /// Reports, the newest first, with the chat messages that they are about.
    pub async fn reports(&self, filter: &ReportFilter, page: &Page) -> Result<Vec<Report>> {
        let filters = [("state", filter.state.map(word)), ("about", filter.about.as_ref().map(PlayerId::to_string))];
        let sql = page.select("reports", &filters);
        let sql = format!(
            "SELECT e.*, p.kind AS player_kind, p.name AS player_name, a.kind AS about_kind, a.name AS about_name, \
             m.kind AS moderator_kind, m.name AS moderator_name FROM ({sql}) e LEFT JOIN players p ON p.id = e.player \
             LEFT JOIN players a ON a.id = e.about LEFT JOIN players m ON m.id = e.moderator ORDER BY e.at DESC, e.id"
        );
        let rows = self.in_time(page.bind(sqlx::query(&sql), filters).fetch_all(&self.lists)).await?;
        let mut reports = rows.iter().map(report).collect::<Result<Vec<_>>>()?;
        for report in &mut reports {
            if let ReportSubject::Chat { game, .. } | ReportSubject::Game { game, .. } = &report.subject {
                report.players = self.players_of(game).await?;
            }
            if let ReportSubject::Chat { game, seq } = &report.subject {
                report.message = self.chat_text(game, *seq).await?;
            }
        }
        Ok(reports)
    }

    async fn chat_text(&self, game: &zertz_protocol::GameId, seq: i64) -> Result<Option<String>> {
        let sql = "SELECT body FROM events WHERE game = $1 AND seq = $2";
        let row = sqlx::query(sql).bind(game.as_str()).bind(seq).fetch_optional(&self.pool).await?;
        let event: Option<zertz_protocol::Event> = row.map(|row| row.json("body")).transpose()?;
        Ok(event.and_then(|event| match event.kind {
            EventKind::Chat { text } => Some(text).filter(|text| !text.is_empty()),
            _ => None,
        }))
    }

    /// The reports that a player sent, the oldest first.
    pub async fn reports_by(&self, player: &PlayerId) -> Result<Vec<SentReport>> {
        let sql = "SELECT id, at, subject, reason, text FROM reports WHERE player = $1 ORDER BY at, id";
        let rows = sqlx::query(sql).bind(player.as_str()).fetch_all(&self.pool).await?;
        let sent = |row: &AnyRow| {
            let report =
                NewReport { subject: row.json("subject")?, reason: row.word("reason")?, text: row.try_get("text")? };
            Ok(SentReport { at: row.try_get("at")?, report })
        };
        Ok(readable("report", &rows, sent))
    }

    /// The number of open reports about a player.
    pub async fn open_reports(&self, about: &PlayerId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM reports WHERE about = $1 AND state = 'open'";
        Ok(sqlx::query_scalar(sql).bind(about.as_str()).fetch_one(&self.pool).await?)
    }

    /// Sets the state of a report. Returns whether there is one.
    pub async fn decide_report(&self, id: &str, decision: &ReportDecision, entry: &NewAudit) -> Result<bool> {
        let mut transaction = self.pool.begin_with(self.backend.begin()).await?;
        let sql = "UPDATE reports SET state = $2, moderator = $3, handled = $4, note = $5 WHERE id = $1";
        let open = decision.state == ReportState::Open;
        let query = sqlx::query(sql)
            .bind(storable(id))
            .bind(word(decision.state))
            .bind(entry.by.as_ref().filter(|_| !open).map(PlayerId::to_string))
            .bind(Some(entry.at).filter(|_| !open))
            .bind(storable(&decision.note));
        if query.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(false);
        }
        let about = "SELECT about FROM reports WHERE id = $1";
        let row = sqlx::query(about).bind(storable(id)).fetch_one(&mut *transaction).await?;
        let entry = NewAudit { player: row.maybe_word("about")?, ..entry.clone() };
        audit::add(&mut transaction, &entry).await?;
        transaction.commit().await?;
        Ok(true)
    }
}
