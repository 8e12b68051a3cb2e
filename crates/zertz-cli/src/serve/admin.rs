//! `zertz admin`: tasks for operators of a server.

use super::settings::Settings;
use crate::{Run, Verdict, usage};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use std::{io::Write, path::PathBuf};
use zertz_protocol::EventKind;
use zertz_server::{api::new_password, store::Store};

/// Administer a server: reports, forgotten passwords
#[derive(Args)]
pub struct Admin {
    /// The database of the server, as for `zertz serve`
    #[arg(long, value_name = "URL", env = "ZERTZ_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// The configuration file of the server
    #[arg(long, value_name = "FILE", env = "ZERTZ_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List reported chat messages, the latest first
    Reports {
        /// The largest number of reports
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Give a person a new password, and sign out all devices
    ResetPassword {
        /// The name of the account
        name: String,
    },
}

impl Run for Admin {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let given = Settings { database_url: self.database_url.clone(), ..Settings::default() };
        let url = given.or(file).database_url()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.context("cannot start the runtime")?.block_on(self.task.run(&url, out))
    }
}

impl Task {
    async fn run(self, url: &str, out: &mut dyn Write) -> Result<Verdict> {
        let store =
            Store::open(url).await.with_context(|| format!("{} cannot be opened", super::without_password(url)))?;
        match self {
            Task::Reports { limit } => {
                let reports = store.reports(limit).await?;
                if reports.is_empty() {
                    writeln!(out, "There are no reports.")?;
                }
                for report in reports {
                    let events = store.events(&report.game, report.seq - 1).await?;
                    let message = events.first().and_then(|event| match &event.kind {
                        EventKind::Chat { text } => Some(text.as_str()),
                        _ => None,
                    });
                    writeln!(out, "game {}, event {}: {:?}", report.game, report.seq, message.unwrap_or(""))?;
                    if !report.reason.is_empty() {
                        writeln!(out, "    {:?}", report.reason)?;
                    }
                }
            }
            Task::ResetPassword { name } => {
                let account = store.player_named(&name).await?.filter(|account| account.password.is_some());
                let account = account.ok_or_else(|| usage(format!("there is no account called {name}")))?;
                let (password, hash) = new_password().ok_or_else(|| anyhow!("the system has no random numbers"))?;
                store.change_account(&account.player.id, &hash, account.email.as_deref()).await?;
                store.revoke_others(&account.player.id, None).await?;
                writeln!(out, "The new password of {name} is {password}")?;
            }
        }
        Ok(Verdict::Fine)
    }
}
