//! `zertz admin`: what those who run a server do by hand.

use super::settings::Settings;
use crate::{Run, Verdict, usage};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use std::{io::Write, path::PathBuf};
use zertz_server::{api::new_password, store::Store, table::What};

/// Look after a server: complaints, forgotten passwords
#[derive(Args)]
pub struct Admin {
    /// The server's database, as for `zertz serve`
    #[arg(long, value_name = "URL", env = "ZERTZ_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// The server's file with settings
    #[arg(long, value_name = "FILE", env = "ZERTZ_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List what players have complained of, the latest first
    Reports {
        /// At most so many
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Give somebody a new password, and sign them out everywhere
    ResetPassword {
        /// The account's name
        name: String,
    },
}

impl Run for Admin {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let given = Settings { database_url: self.database_url.clone(), ..Settings::default() };
        let url = given.or(file).database_url()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.context("the database cannot be asked")?.block_on(self.task.run(&url, out))
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
                    writeln!(out, "Nobody has complained.")?;
                }
                for report in reports {
                    let events = store.events(&report.game, report.seq - 1).await?;
                    let said = events.first().and_then(|event| match &event.what {
                        What::Said { text } => Some(text.as_str()),
                        _ => None,
                    });
                    writeln!(out, "game {}, event {}: {:?}", report.game, report.seq, said.unwrap_or(""))?;
                    if !report.reason.is_empty() {
                        writeln!(out, "    {:?}", report.reason)?;
                    }
                }
            }
            Task::ResetPassword { name } => {
                let account = store.player_named(&name).await?.filter(|account| account.password.is_some());
                let account = account.ok_or_else(|| usage(format!("nobody here is called {name}")))?;
                let (password, hash) = new_password().ok_or_else(|| anyhow!("no password can be made"))?;
                store.change_account(&account.player.id, &hash, account.email.as_deref()).await?;
                store.revoke_others(&account.player.id, None).await?;
                writeln!(out, "The new password of {name} is {password}")?;
            }
        }
        Ok(Verdict::Fine)
    }
}
