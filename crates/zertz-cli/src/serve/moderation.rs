//! The tasks of `zertz admin` that moderators can also do in the app, and the role of moderators itself.

use super::admin::person;
use crate::usage;
use anyhow::{Result, anyhow};
use clap::{Subcommand, ValueEnum};
use std::{io::Write, sync::Arc};
use zertz_protocol::{
    AuditAction, AuditEntry, EngineAgreement, FairPlay, GameId, LIMITS, Moment, NewAddressBlock, NewSanction, PlayerId,
    PlayerRef, Report, ReportDecision, ReportState, RestrictionKind, Sanction, word,
};
use zertz_server::{
    play::{Hub, now},
    store::{NewAudit, Page, ReportFilter, Store},
};

const MINUTE: Moment = 60 * 1000;
const HOUR: Moment = 60 * MINUTE;
const DAY: Moment = 24 * HOUR;

/// A duration such as `90m`, `12h`, `7d` or `2w`, in milliseconds.
fn duration(text: &str) -> Result<Moment, String> {
    let wrong = || format!("{text} is not a duration such as 90m, 12h, 7d or 2w");
    let unit = match text.chars().last() {
        Some('m') => MINUTE,
        Some('h') => HOUR,
        Some('d') => DAY,
        Some('w') => 7 * DAY,
        _ => return Err(wrong()),
    };
    let number: Moment = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    if !(1..=10_000).contains(&number) {
        return Err(wrong());
    }
    Ok(number * unit)
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Lifted {
    Mute,
    Ban,
    Close,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum State {
    Open,
    Done,
    Dismissed,
}

impl From<State> for ReportState {
    fn from(state: State) -> ReportState {
        match state {
            State::Open => ReportState::Open,
            State::Done => ReportState::Done,
            State::Dismissed => ReportState::Dismissed,
        }
    }
}

#[derive(Subcommand)]
pub enum Moderation {
    /// Make an account a moderator
    Moderator {
        /// Name of the account
        name: String,
        /// Revoke the moderator role
        #[arg(long)]
        remove: bool,
    },
    /// List reports, latest first
    Reports {
        /// Only reports in this state
        #[arg(long)]
        state: Option<State>,
        /// Maximum number of reports
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Set the state of a report
    Handle {
        /// Id of the report
        report: String,
        /// New state
        state: State,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Warn a player, who must acknowledge the warning
    Warn {
        /// Name or id of the player
        player: String,
        /// Text of the warning
        text: String,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Mute a player: no chat
    Mute {
        /// Name or id of the player
        player: String,
        /// How long, such as 90m, 12h, 7d or 2w [default: permanent]
        #[arg(long = "for", value_name = "TIME", value_parser = duration)]
        time: Option<Moment>,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Ban a player: no online play and no chat; games in progress end
    Ban {
        /// Name or id of the player
        player: String,
        /// How long, such as 90m, 12h, 7d or 2w [default: permanent]
        #[arg(long = "for", value_name = "TIME", value_parser = duration)]
        time: Option<Moment>,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Close an account: all sessions end, and nobody can sign in
    Close {
        /// Name or id of the player
        player: String,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Lift a mute or a ban, or reopen an account
    Lift {
        /// Name or id of the player
        player: String,
        /// What to lift
        restriction: Lifted,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Block an address or a network: no new sessions, guests or sockets from there
    BlockAddress {
        /// Address, or network such as 192.0.2.0/24
        network: String,
        /// How long, such as 90m, 12h, 7d or 2w
        #[arg(long = "for", value_name = "TIME", value_parser = duration, default_value = "7d")]
        time: Moment,
        /// Unblock it
        #[arg(long)]
        remove: bool,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List the blocked networks, latest first
    Addresses,
    /// Void a rated game: ratings are recomputed as if it had been casual
    Void {
        /// Id of the game
        game: GameId,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Remove a chat message from a game
    RemoveLine {
        /// Id of the game
        game: GameId,
        /// Number of the event with the message
        event: i64,
        /// Note for moderators
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Show the audit log: actions by moderators and operators, latest first
    Audit {
        /// Only actions on this player (name or id)
        #[arg(long)]
        player: Option<String>,
        /// Only actions by this moderator (name or id)
        #[arg(long)]
        by: Option<String>,
        /// Maximum number of entries
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Analyse a player's latest games with the engine and show the fair-play signals
    Fairplay {
        /// Name or id of the player
        player: String,
        /// Show the stored signals without a new analysis
        #[arg(long)]
        no_engine: bool,
    },
}

/// A player by name or id.
async fn player(store: &Store, text: &str) -> Result<PlayerId> {
    if let Some(account) = store.player_named(text).await? {
        return Ok(account.player.id);
    }
    if let Ok(id) = text.parse::<PlayerId>()
        && let Some(account) = store.account(&id).await?
    {
        return Ok(account.player.id);
    }
    Err(usage(format!("there is no player called {text}")))
}

fn name(player: &PlayerRef) -> String {
    player.name.clone().unwrap_or_else(|| format!("{} {}", word(player.kind), player.id))
}

/// A moment as a date and a time in UTC.
fn date(at: Moment) -> String {
    let (days, seconds) = (at.div_euclid(DAY), at.rem_euclid(DAY) / 1000);
    // The calendar repeats every 400 years; count from 1 March of the year 0.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + next;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", seconds / 3600, seconds / 60 % 60)
}

fn show_report(out: &mut dyn Write, report: &Report) -> Result<()> {
    let subject = match &report.subject {
        zertz_protocol::ReportSubject::Player { .. } => "as a player".to_owned(),
        zertz_protocol::ReportSubject::Chat { game, seq } => format!("for event {seq} of game {game}"),
        zertz_protocol::ReportSubject::Game { game, .. } => format!("for game {game}"),
    };
    let (by, about, reason) = (name(&report.by), name(&report.about), word(report.reason));
    writeln!(
        out,
        "{} {} [{}] {by} reports {about} {subject}: {reason}",
        date(report.at),
        report.id,
        word(report.state)
    )?;
    for text in [report.message.as_ref(), Some(&report.text).filter(|text| !text.is_empty())].into_iter().flatten() {
        writeln!(out, "    {text:?}")?;
    }
    if report.state != ReportState::Open {
        let by = report.handled_by.as_ref().map_or_else(|| "an operator".to_owned(), name);
        writeln!(out, "    handled by {by}: {:?}", report.note)?;
    }
    Ok(())
}

fn show_entry(out: &mut dyn Write, entry: &AuditEntry) -> Result<()> {
    let by = entry.by.as_ref().map_or_else(|| "operator".to_owned(), name);
    write!(out, "{} {by}: {}", date(entry.at), word(entry.action))?;
    if let Some(player) = &entry.player {
        write!(out, " {}", name(player))?;
    }
    if let Some(game) = &entry.game {
        write!(out, " game {game}")?;
    }
    if !entry.subject.is_empty() {
        write!(out, " {:?}", entry.subject)?;
    }
    if let Some(until) = entry.until {
        write!(out, " until {}", date(until))?;
    }
    if !entry.note.is_empty() {
        write!(out, " ({:?})", entry.note)?;
    }
    Ok(writeln!(out)?)
}

fn show_signals(out: &mut dyn Write, found: &FairPlay) -> Result<()> {
    writeln!(out, "{}: {}", name(&found.player), word(found.state))?;
    if let Some(EngineAgreement { at, games, turns, agreed, nodes }) = &found.engine {
        let share = 100.0 * f64::from(*agreed) / f64::from((*turns).max(1));
        let what = format!("{agreed} of {turns} turns in {games} games, {nodes} nodes each");
        writeln!(out, "  agreement with the engine: {share:.0}% ({what}; {})", date(*at))?;
    }
    if let Some(times) = &found.times {
        let [lower, median, upper] = [times.lower, times.median, times.upper].map(|time| time as f64 / 1000.0);
        writeln!(
            out,
            "  time per turn: median {median:.1} s, half within {lower:.1} to {upper:.1} s, {} turns",
            times.turns
        )?;
    }
    let quick = &found.resignations;
    writeln!(out, "  early resignations: {} of {} games, longest streak {}", quick.quick, quick.games, quick.streak)?;
    for shared in &found.shared {
        writeln!(
            out,
            "  shares {} addresses and {} devices with {}",
            shared.addresses,
            shared.devices,
            name(&shared.player)
        )?;
    }
    Ok(())
}

impl Moderation {
    pub async fn run(self, store: Store, out: &mut dyn Write) -> Result<()> {
        match self {
            Moderation::Moderator { name, remove } => {
                let player = person(&store, &name).await?.player.id;
                let action = if remove { AuditAction::RemoveModerator } else { AuditAction::AddModerator };
                let entry = NewAudit { player: Some(player.clone()), ..NewAudit::new(None, action, "", now()) };
                store.set_moderator(&player, !remove, &entry).await?;
                writeln!(out, "{name} is {} moderator.", if remove { "no longer a" } else { "now a" })?;
            }
            Moderation::Reports { state, limit } => {
                let filter = ReportFilter { state: state.map(ReportState::from), about: None };
                let reports = store.reports(&filter, &Page::first(limit)).await?;
                if reports.is_empty() {
                    writeln!(out, "There are no reports.")?;
                }
                reports.iter().try_for_each(|report| show_report(out, report))?;
            }
            Moderation::Addresses => {
                for block in store.address_blocks(&Page::first(LIMITS.entries_per_page.into())).await? {
                    writeln!(out, "{} until {} {:?}", block.network, date(block.until), block.note)?;
                }
            }
            Moderation::Audit { player: about, by, limit } => {
                let about = match &about {
                    Some(text) => Some(player(&store, text).await?),
                    None => None,
                };
                let by = match &by {
                    Some(text) => Some(player(&store, text).await?),
                    None => None,
                };
                let log = store.audit(about.as_ref(), by.as_ref(), &Page::first(limit)).await?;
                log.iter().try_for_each(|entry| show_entry(out, entry))?;
            }
            task => task.act(Hub::worker(store).await?, out).await?,
        }
        Ok(())
    }

    /// Tasks that change games or players, which the running server has to notice.
    async fn act(self, hub: Arc<Hub>, out: &mut dyn Write) -> Result<()> {
        let until = |time: Option<Moment>| time.map(|time| now() + time);
        let (who, sanction, note) = match self {
            Moderation::Warn { player, text, note } => (player, Sanction::Warn { text }, note),
            Moderation::Mute { player, time, note } => (player, Sanction::Mute { until: until(time) }, note),
            Moderation::Ban { player, time, note } => (player, Sanction::Ban { until: until(time) }, note),
            Moderation::Close { player, note } => (player, Sanction::Close, note),
            Moderation::Lift { player, restriction, note } => {
                let restriction = match restriction {
                    Lifted::Mute => RestrictionKind::Mute,
                    Lifted::Ban => RestrictionKind::Ban,
                    Lifted::Close => RestrictionKind::Close,
                };
                (player, Sanction::Lift { restriction }, note)
            }
            other => return other.act_otherwise(&hub, out).await,
        };
        let id = player(&hub.store, &who).await?;
        hub.sanction(&None, &id, &NewSanction { sanction, note }).await.map_err(usage)?;
        Ok(writeln!(out, "Done.")?)
    }

    async fn act_otherwise(self, hub: &Arc<Hub>, out: &mut dyn Write) -> Result<()> {
        match self {
            Moderation::Handle { report, state, note } => {
                let decision = ReportDecision { state: state.into(), note };
                hub.decide_report(&None, &report, &decision).await.map_err(usage)?;
            }
            Moderation::BlockAddress { network, remove: true, note, .. } => {
                hub.unblock_address(&None, &network, &note).await.map_err(usage)?;
            }
            Moderation::BlockAddress { network, time, note, .. } => {
                let block = NewAddressBlock { network, until: now() + time, note };
                let block = hub.block_address(&None, &block).await.map_err(usage)?;
                writeln!(out, "{} is blocked until {}.", block.network, date(block.until))?;
                return Ok(());
            }
            Moderation::Void { game, note } => hub.void(&None, &game, &note).await.map_err(usage)?,
            Moderation::RemoveLine { game, event, note } => {
                hub.remove_chat(&None, &game, event, &note).await.map_err(usage)?;
            }
            Moderation::Fairplay { player: who, no_engine } => {
                let id = player(&hub.store, &who).await?;
                if !no_engine {
                    hub.request_fair_play(&None, &id).await.map_err(usage)?;
                }
                show_signals(out, &hub.fair_play(&id).await.map_err(usage)?)?;
                if !no_engine {
                    writeln!(out, "The server compares the latest games with the engine in the background.")?;
                }
                return Ok(());
            }
            _ => return Err(anyhow!("the task has no action")),
        }
        Ok(writeln!(out, "Done.")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit_and_an_upper_bound() {
        assert_eq!((duration("90m"), duration("2w")), (Ok(90 * MINUTE), Ok(14 * DAY)));
        for wrong in ["", "d", "7", "0d", "-1d", "10001d", "1y", "7d ", "é"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moments_are_shown_in_utc() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_399_000), "2000-02-28 23:59");
        assert_eq!(date(951_782_400_000), "2000-02-29 00:00");
        assert_eq!(date(1_735_689_600_000), "2025-01-01 00:00");
    }
}
