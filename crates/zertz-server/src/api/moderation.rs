//! Moderation: reports, sanctions, blocked networks, voided games, the audit log and fair-play signals.

use super::{
    Api, ApiError,
    auth::Participant,
    extract::{Body, Param, Query, Reply},
    restrictions::Moderator,
};
use crate::{
    play::now,
    store::{NewAudit, Page, ReportFilter, ReportRow},
};
use axum::extract::State;
use zertz_protocol::{
    AuditAction, Code, LIMITS, ModeratedPlayer, NewReport, Player, PlayerId, PlayerKind, ReportSubject,
    endpoint::{
        BlockAddress, CreateReport, DecideReport, GetFairPlay, GetModeratedPlayer, ListAddressBlocks, ListAudit,
        ListChat, ListReports, RemoveChat, RequestFairPlay, SanctionPlayer, UnblockAddress, VoidGame,
    },
};

const PAGE: i64 = LIMITS.entries_per_page as i64;

pub(super) async fn report(
    State(api): State<Api>,
    participant: Participant,
    Body(report): Body<CreateReport>,
) -> Result<Reply<CreateReport>, ApiError> {
    let player = participant.player().ok_or(Code::SignIn)?;
    api.limits.reports.check(participant.network, Some(&player.id))?;
    api.add_report(player, report).await?;
    Ok(Reply(()))
}

impl Api {
    /// Stores a report, if its sender may make it.
    pub(super) async fn add_report(&self, by: &Player, report: NewReport) -> Result<(), ApiError> {
        if report.text.chars().count() > LIMITS.report_length as usize {
            return Err(Code::BadReport.into());
        }
        let about = self.subject_of(by, &report.subject).await?;
        if about == by.id {
            return Err(Code::OwnReport.into());
        }
        let kind = self.hub.store.account(&about).await?.map(|account| account.player.kind);
        if matches!(kind, None | Some(PlayerKind::Engine | PlayerKind::Gone)) {
            return Err(Code::NoPlayer.into());
        }
        tracing::warn!(%about, reason = ?report.reason, "a player was reported");
        self.hub.store.add_report(&ReportRow { by: by.id.clone(), about, report, at: now() }).await?;
        Ok(())
    }

    /// The player whom a report is about.
    async fn subject_of(&self, by: &Player, subject: &ReportSubject) -> Result<PlayerId, ApiError> {
        match subject {
            ReportSubject::Player { player } => Ok(player.clone()),
            ReportSubject::Chat { game, seq } => {
                let room = self.hub.room(game).await?;
                let table = room.table.lock().await;
                let seat = table.seat_of(&by.id).ok_or(Code::NotSeated)?;
                let theirs = table.chat().iter().any(|message| message.seq == *seq && message.by != seat);
                if theirs {
                    Ok(table.seats()[seat.other()].clone().ok_or(Code::NoPlayer)?)
                } else {
                    Err(Code::NoMessage.into())
                }
            }
            ReportSubject::Game { game, seat } => {
                let room = self.hub.room(game).await?;
                let table = room.table.lock().await;
                Ok(table.seats()[*seat].clone().ok_or(Code::NoPlayer)?)
            }
        }
    }
}

pub(super) async fn reports(
    State(api): State<Api>,
    _: Moderator,
    Query(query): Query<ListReports>,
) -> Result<Reply<ListReports>, ApiError> {
    let filter = ReportFilter { state: query.state, about: query.about };
    Ok(Reply(api.hub.store.reports(&filter, &Page::after(query.before, query.before_id, PAGE)).await?))
}

pub(super) async fn decide(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<DecideReport>,
    Body(decision): Body<DecideReport>,
) -> Result<Reply<DecideReport>, ApiError> {
    api.hub.decide_report(&by, &id, &decision).await?;
    Ok(Reply(()))
}

pub(super) async fn player(
    State(api): State<Api>,
    _: Moderator,
    Param(id): Param<GetModeratedPlayer>,
) -> Result<Reply<GetModeratedPlayer>, ApiError> {
    let store = &api.hub.store;
    let player = store.account(&id).await?.ok_or(Code::NoPlayer)?.player;
    Ok(Reply(ModeratedPlayer {
        owner: store.owner(&id).await?,
        moderator: store.is_moderator(&id).await?,
        restrictions: store.restrictions(&id, now()).await?,
        unconfirmed_warnings: store.warnings(&id).await?,
        open_reports: store.open_reports(&id).await?,
        audit: store.audit(Some(&id), None, &Page::first(PAGE)).await?,
        player,
    }))
}

pub(super) async fn sanction(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<SanctionPlayer>,
    Body(new): Body<SanctionPlayer>,
) -> Result<Reply<SanctionPlayer>, ApiError> {
    api.hub.sanction(&by, &id, &new).await?;
    Ok(Reply(()))
}

pub(super) async fn fair_play(
    State(api): State<Api>,
    _: Moderator,
    Param(id): Param<GetFairPlay>,
) -> Result<Reply<GetFairPlay>, ApiError> {
    Ok(Reply(api.hub.fair_play(&id).await?))
}

pub(super) async fn request_fair_play(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<RequestFairPlay>,
) -> Result<Reply<RequestFairPlay>, ApiError> {
    api.hub.request_fair_play(&by, &id).await?;
    Ok(Reply(api.hub.fair_play(&id).await?))
}

pub(super) async fn chat(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<ListChat>,
) -> Result<Reply<ListChat>, ApiError> {
    let room = api.hub.room(&id).await?;
    let entry = NewAudit { game: Some(id), ..NewAudit::new(by.as_ref(), AuditAction::ReadChat, "", now()) };
    api.hub.store.add_audit(&entry).await?;
    let table = room.table.lock().await;
    Ok(Reply(table.chat().to_vec()))
}

pub(super) async fn remove_chat(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<RemoveChat>,
    Body(removal): Body<RemoveChat>,
) -> Result<Reply<RemoveChat>, ApiError> {
    api.hub.remove_chat(&by, &id, removal.seq, &removal.note).await?;
    Ok(Reply(()))
}

pub(super) async fn void(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<VoidGame>,
    Body(note): Body<VoidGame>,
) -> Result<Reply<VoidGame>, ApiError> {
    api.hub.void(&by, &id, &note.note).await?;
    Ok(Reply(()))
}

pub(super) async fn address_blocks(
    State(api): State<Api>,
    _: Moderator,
    Query(query): Query<ListAddressBlocks>,
) -> Result<Reply<ListAddressBlocks>, ApiError> {
    Ok(Reply(api.hub.store.address_blocks(&Page::after(query.before, query.before_id, PAGE)).await?))
}

pub(super) async fn block_address(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Body(new): Body<BlockAddress>,
) -> Result<Reply<BlockAddress>, ApiError> {
    Ok(Reply(api.hub.block_address(&by, &new).await?))
}

pub(super) async fn unblock_address(
    State(api): State<Api>,
    Moderator(by): Moderator,
    Param(id): Param<UnblockAddress>,
    Body(note): Body<UnblockAddress>,
) -> Result<Reply<UnblockAddress>, ApiError> {
    api.hub.unblock_address(&by, &id, &note.note).await?;
    Ok(Reply(()))
}

pub(super) async fn audit(
    State(api): State<Api>,
    _: Moderator,
    Query(query): Query<ListAudit>,
) -> Result<Reply<ListAudit>, ApiError> {
    let page = Page::after(query.before, query.before_id, PAGE);
    Ok(Reply(api.hub.store.audit(query.player.as_ref(), query.by.as_ref(), &page).await?))
}
