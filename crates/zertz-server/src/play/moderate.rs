//! What moderators and operators do. Every action is written with its entry in the audit log.

use super::{Hub, PlayError, now, room};
use crate::{
    id::random_text,
    store::{GameFilter, NewAudit, Result, StoreError, Write, blockable, report_unreadable},
    table::{Change, Table},
};
use std::sync::Arc;
use zertz_protocol::{
    AddressBlock, AuditAction, Code, Command, GameId, LIMITS, Moment, NewAddressBlock, NewSanction, PlayerId,
    PlayerKind, Problem, ReportDecision, ReportState, Request, Restriction, RestrictionKind, Sanction, Seat, Status,
};

/// How often an action in a game is tried when another server was faster.
const TRIES: usize = 8;

/// How many of the games that are to be ended are listed at once.
const GAMES_AT_ONCE: i64 = 100;

/// Who acts: a moderator, or an operator at the command line.
pub type Moderator = Option<PlayerId>;

fn check_note(note: &str) -> Result<(), Code> {
    if note.chars().count() <= LIMITS.note_length as usize { Ok(()) } else { Err(Code::BadNote) }
}

fn check_until(until: Option<Moment>, at: Moment) -> Result<(), Code> {
    if until.is_none_or(|until| until > at) { Ok(()) } else { Err(Code::BadUntil) }
}

/// The error for a player with this restriction.
pub fn refusal(restriction: &Restriction) -> Problem {
    let code = match restriction.kind {
        RestrictionKind::Mute => Code::Muted,
        RestrictionKind::Ban => Code::Banned,
        RestrictionKind::Close => Code::AccountClosed,
    };
    Problem { until: restriction.until, ..code.into() }
}

impl Hub {
    /// Why a player may not play, if that is so.
    pub async fn ban_of(&self, player: &PlayerId) -> Result<Option<Restriction>> {
        let all = self.store.restrictions(player, now()).await?;
        Ok(all.into_iter().find(|one| one.kind != RestrictionKind::Mute))
    }

    /// Warns, mutes or bans a player, closes an account, or lifts a restriction.
    pub async fn sanction(
        self: &Arc<Self>,
        by: &Moderator,
        player: &PlayerId,
        new: &NewSanction,
    ) -> Result<(), PlayError> {
        check_note(&new.note)?;
        let account = self.store.account(player).await?.ok_or(Code::NoPlayer)?;
        let lifts = matches!(new.sanction, Sanction::Lift { .. });
        let is_protected = matches!(account.player.kind, PlayerKind::Engine | PlayerKind::Gone);
        if is_protected || !lifts && self.store.is_moderator(player).await? {
            return Err(Code::Protected.into());
        }
        let entry = |action, until| NewAudit {
            player: Some(player.clone()),
            until,
            ..NewAudit::new(by.as_ref(), action, &new.note, now())
        };
        let (kind, action, until) = match &new.sanction {
            Sanction::Warn { text } => {
                let text = text.trim();
                if !LIMITS.warning_length.contains(text.chars().count() as u32) {
                    return Err(Code::BadWarning.into());
                }
                let entry = NewAudit { subject: text.to_owned(), ..entry(AuditAction::Warn, None) };
                return Ok(self.store.warn(player, text, &entry).await?);
            }
            Sanction::Lift { restriction } => {
                let action = match restriction {
                    RestrictionKind::Mute => AuditAction::LiftMute,
                    RestrictionKind::Ban => AuditAction::LiftBan,
                    RestrictionKind::Close => AuditAction::LiftClose,
                };
                let lifted = self.store.lift(player, *restriction, &entry(action, None)).await?;
                return if lifted { Ok(()) } else { Err(Code::NotRestricted.into()) };
            }
            Sanction::Mute { until } => (RestrictionKind::Mute, AuditAction::Mute, *until),
            Sanction::Ban { until } => (RestrictionKind::Ban, AuditAction::Ban, *until),
            Sanction::Close => (RestrictionKind::Close, AuditAction::Close, None),
        };
        check_until(until, now())?;
        self.store.restrict(player, kind, &entry(action, until)).await?;
        if kind != RestrictionKind::Mute {
            let bots = self.store.bots(player).await?;
            for one in bots.iter().map(|bot| &bot.id).chain([player]) {
                self.end_games(one).await?;
            }
            self.lobby_changed().await;
        }
        Ok(())
    }

    /// Ends what banned players still have: a server may have died while it carried out a ban, and a game may have begun at the same moment.
    pub(super) async fn finish_bans(self: &Arc<Self>) -> Result<(), PlayError> {
        for player in self.store.banned_at_play(now()).await? {
            self.store.withdraw_seeks(&player).await?;
            self.end_games(&player).await?;
            self.lobby_changed().await;
        }
        Ok(())
    }

    /// Ends the games of a player who may not play anymore: those in progress are resigned, those that have hardly begun are aborted. A
    /// game that is won but waits for a demand ends by itself.
    async fn end_games(self: &Arc<Self>, player: &PlayerId) -> Result<(), PlayError> {
        for status in [Status::Waiting, Status::Playing] {
            let mut filter = GameFilter {
                status: Some(status),
                player: Some(player.clone()),
                limit: GAMES_AT_ONCE,
                ..GameFilter::default()
            };
            loop {
                let games = self.store.games(&filter).await?;
                let Some(last) = games.last() else { break };
                filter.before = Some((last.created, Some(last.id.clone())));
                for game in &games {
                    match self.end_game(player, &game.id).await {
                        // The others end all the same.
                        Err(PlayError::Store(StoreError::Unreadable(why))) => {
                            report_unreadable(&why);
                        }
                        ended => ended?,
                    }
                }
            }
        }
        Ok(())
    }

    async fn end_game(self: &Arc<Self>, player: &PlayerId, game: &GameId) -> Result<(), PlayError> {
        let room = self.room_to_work(game).await?;
        for command in [Command::Abort, Command::Resign] {
            let request = Request { id: random_text(12), command };
            match self.act_in(&room, player, &request, now(), 0, None).await {
                Err(PlayError::Refused(_)) => continue,
                answer => return answer.map(drop),
            }
        }
        Ok(())
    }

    /// Removes a chat message from a game.
    pub async fn remove_chat(
        self: &Arc<Self>,
        by: &Moderator,
        game: &GameId,
        seq: i64,
        note: &str,
    ) -> Result<(), PlayError> {
        check_note(note)?;
        let author = |table: &Table| {
            let seat = table.chat().iter().find(|message| message.seq == seq).map(|message| message.by);
            seat.and_then(|seat: Seat| table.seats()[seat].clone())
        };
        let entry = NewAudit {
            game: Some(game.clone()),
            subject: seq.to_string(),
            ..NewAudit::new(by.as_ref(), AuditAction::RemoveLine, note, now())
        };
        let change = |table: &Table| table.remove_chat(seq, now());
        self.change_game(game, |table| NewAudit { player: author(table), ..entry.clone() }, change).await
    }

    /// Voids a rated game.
    pub async fn void(self: &Arc<Self>, by: &Moderator, game: &GameId, note: &str) -> Result<(), PlayError> {
        check_note(note)?;
        let listed = self.store.game(game).await?.ok_or(Code::NoGame)?;
        if listed.status != Status::Over {
            return Err(Code::NotOver.into());
        }
        match listed.unrated {
            Some(Code::Voided) => return Err(Code::Voided.into()),
            None if listed.rated => {}
            _ => return Err(Code::NotRated.into()),
        }
        let entry =
            NewAudit { game: Some(game.clone()), ..NewAudit::new(by.as_ref(), AuditAction::VoidGame, note, now()) };
        self.change_game(game, |_| entry.clone(), |table| table.void(now())).await
    }

    /// Stores a change of a game with its entry in the audit log, then publishes it.
    async fn change_game(
        self: &Arc<Self>,
        game: &GameId,
        entry: impl Fn(&Table) -> NewAudit,
        change: impl Fn(&Table) -> Result<Change, Problem>,
    ) -> Result<(), PlayError> {
        let room = self.room_to_work(game).await?;
        let mut table = room.table.lock().await;
        for _ in 0..TRIES {
            let change = change(&table)?;
            let appends = vec![room::append(game, &table, &change)];
            let write = Write { appends, audit: Some(entry(&table)), ..Write::default() };
            if self.write(write).await.inspect_err(|_| self.refresh(vec![game.clone()]))? {
                let shown = room.publish(&self.store, &mut table, change).await;
                return Ok(shown.inspect_err(|_| self.refresh(vec![room.id.clone()]))?);
            }
            room.catch_up(&self.store, &mut table).await?;
        }
        Err(StoreError::Conflict.into())
    }

    /// Sets the state of a report.
    pub async fn decide_report(&self, by: &Moderator, id: &str, decision: &ReportDecision) -> Result<(), PlayError> {
        check_note(&decision.note)?;
        let action = match decision.state {
            ReportState::Open => AuditAction::ReportOpened,
            ReportState::Done => AuditAction::ReportDone,
            ReportState::Dismissed => AuditAction::ReportDismissed,
        };
        let entry = NewAudit { subject: id.to_owned(), ..NewAudit::new(by.as_ref(), action, &decision.note, now()) };
        if self.store.decide_report(id, decision, &entry).await? { Ok(()) } else { Err(Code::NoReport.into()) }
    }

    /// Blocks a network.
    pub async fn block_address(&self, by: &Moderator, new: &NewAddressBlock) -> Result<AddressBlock, PlayError> {
        check_note(&new.note)?;
        check_until(Some(new.until), now())?;
        let network = blockable(&new.network).ok_or(Code::BadNetwork)?;
        let entry = NewAudit {
            subject: network.to_string(),
            until: Some(new.until),
            ..NewAudit::new(by.as_ref(), AuditAction::BlockAddress, &new.note, now())
        };
        Ok(self.store.block_address(&network, new.until, &entry).await?)
    }

    /// Unblocks a network, by its id or its text.
    pub async fn unblock_address(&self, by: &Moderator, id: &str, note: &str) -> Result<(), PlayError> {
        check_note(note)?;
        let id = blockable(id).map_or_else(|| id.to_owned(), |network| network.to_string());
        let entry = NewAudit::new(by.as_ref(), AuditAction::UnblockAddress, note, now());
        if self.store.unblock_address(&id, &entry).await? { Ok(()) } else { Err(Code::NoAddressBlock.into()) }
    }
}
