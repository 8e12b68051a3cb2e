//! `zertz admin maintenance`: announces planned maintenance to everyone who is connected.

use crate::usage;
use anyhow::Result;
use clap::Args;
use std::{
    io::Write,
    time::{SystemTime, UNIX_EPOCH},
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use zertz_protocol::{LIMITS, Maintenance, Moment};
use zertz_server::store::Store;

/// Announce planned maintenance to everyone on the server, or withdraw the announcement
///
/// Without options, prints the current announcement. An announcement expires an hour after the maintenance begins.
#[derive(Args)]
pub struct Announce {
    /// When the maintenance begins: 2026-11-20T03:00Z, 2026-11-20T03:00+01:00, or +90m, +2h, +1d from now
    #[arg(long, value_name = "TIME", conflicts_with = "clear")]
    at: Option<String>,
    /// Message to the players, such as how long it will take
    #[arg(long, value_name = "TEXT", requires = "at", default_value = "", hide_default_value = true)]
    text: String,
    /// Withdraw the announcement
    #[arg(long)]
    clear: bool,
}

impl Announce {
    pub async fn run(self, store: &Store, out: &mut dyn Write) -> Result<()> {
        if self.clear {
            store.announce_maintenance(None).await?;
            writeln!(out, "No maintenance is announced.")?;
            return Ok(());
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Moment);
        if let Some(at) = &self.at {
            let planned = planned(at, &self.text, now)?;
            store.announce_maintenance(Some(&planned)).await?;
        }
        match store.maintenance(now).await? {
            None => writeln!(out, "No maintenance is announced.")?,
            Some(Maintenance { at, text }) => writeln!(out, "Maintenance is announced for {}: {text:?}", written(at))?,
        }
        Ok(())
    }
}

/// The announcement, if its time and its text are allowed.
fn planned(at: &str, text: &str, now: Moment) -> Result<Maintenance> {
    let wrong = || usage(format!("`{at}` is not a time for --at: write 2026-11-20T03:00Z, or +90m (in 90 minutes)"));
    let moment = moment(at, now).ok_or_else(wrong)?;
    if moment < now {
        return Err(usage(format!("`{at}` is in the past; the maintenance must begin in the future")));
    }
    let text = text.trim();
    if text.chars().count() > LIMITS.maintenance_length as usize {
        return Err(usage(format!("--text has more than {} characters", LIMITS.maintenance_length)));
    }
    Ok(Maintenance { at: moment, text: text.to_owned() })
}

/// The moment that a text means: a date and time with its offset from UTC, or a time from now.
fn moment(text: &str, now: Moment) -> Option<Moment> {
    if let Some(wait) = text.strip_prefix('+') {
        let unit = wait.chars().next_back()?;
        let seconds = match unit {
            'm' => 60,
            'h' => 3600,
            'd' => 24 * 3600,
            _ => return None,
        };
        let count: u32 = wait.strip_suffix(unit)?.parse().ok()?;
        return Some(now + Moment::from(count) * seconds * 1000);
    }
    // Seconds may be left out.
    let (date, time) = text.split_once(['T', ' '])?;
    let end = time.find(['Z', '+', '-'])?;
    let (time, offset) = time.split_at(end);
    let seconds = if time.matches(':').count() == 1 { ":00" } else { "" };
    let whole = OffsetDateTime::parse(&format!("{date}T{time}{seconds}{offset}"), &Rfc3339).ok()?;
    Some(whole.unix_timestamp() * 1000)
}

/// A moment as text, in UTC.
fn written(moment: Moment) -> String {
    let date = OffsetDateTime::from_unix_timestamp(moment / 1000).ok();
    date.and_then(|date| date.format(&Rfc3339).ok()).unwrap_or_else(|| moment.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = 1_790_000_000_000;

    #[test]
    fn a_time_is_a_date_with_an_offset_or_a_wait() {
        for (text, moment) in [
            ("+90m", NOW + 90 * 60_000),
            ("+2h", NOW + 2 * 3_600_000),
            ("+1d", NOW + 24 * 3_600_000),
            ("2026-11-20T03:00Z", 1_795_143_600_000),
            ("2026-11-20 03:00:00Z", 1_795_143_600_000),
            ("2026-11-20T04:00+01:00", 1_795_143_600_000),
            ("2026-11-19T22:00:00-05:00", 1_795_143_600_000),
        ] {
            let planned = planned(text, " An hour. ", NOW).unwrap();
            assert_eq!(planned, Maintenance { at: moment, text: "An hour.".to_owned() }, "{text}");
        }
        assert_eq!(written(1_795_143_600_000), "2026-11-20T03:00:00Z");
    }

    #[test]
    fn a_wrong_time_or_a_long_text_is_explained() {
        for wrong in ["", "soon", "+", "+5", "+m", "+-5m", "2026-11-20T03:00", "2026-13-20T03:00Z", "3:00Z", "+5é"] {
            let error = planned(wrong, "", NOW).unwrap_err().to_string();
            assert!(error.contains("is not a time for --at"), "{wrong}: {error}");
        }
        let error = planned("2020-01-01T00:00Z", "", NOW).unwrap_err().to_string();
        assert!(error.contains("is in the past"), "{error}");
        let error = planned("+1m", &"x".repeat(301), NOW).unwrap_err().to_string();
        assert_eq!(error, "--text has more than 300 characters");
    }
}
