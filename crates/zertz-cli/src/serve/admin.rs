//! `zertz admin`: tasks for operators of a server.

use super::{maintenance::Announce, moderation::Moderation, settings::Settings};
use crate::usage;
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use std::{io::Write, path::PathBuf, process::ExitCode};
use zertz_protocol::AuditAction;
use zertz_server::{
    api::new_password,
    play::now,
    store::{Account, NewAudit, Store},
};

/// Administer a server: handle reports, warn, mute and ban players, void games, reset passwords, announce maintenance
#[derive(Args)]
pub struct Admin {
    /// Database of the server, as for `zertz serve`
    #[arg(long, value_name = "URL", env = "ZERTZ_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Configuration file of the server
    #[arg(long, value_name = "FILE", env = "ZERTZ_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Maintenance(Announce),
    /// Allow rated games between two people who share an address or a device
    AllowRated {
        /// Name of one account
        one: String,
        /// Name of the other account
        two: String,
    },
    /// Give an account a new password and sign out all its devices
    ResetPassword {
        /// Name of the account
        name: String,
    },
    #[command(flatten)]
    Moderation(Moderation),
}

impl Admin {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let given = Settings { database_url: self.database_url, ..Settings::default() };
        let url = given.or_file(self.config.as_deref())?.database_url()?;
        let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime")?;
        runtime.block_on(self.task.run(&url, out))
    }
}

/// The account of a person.
pub(super) async fn person(store: &Store, name: &str) -> Result<Account> {
    let account = store.player_named(name).await?.filter(|account| account.password.is_some());
    account.ok_or_else(|| usage(format!("there is no account called {name}")))
}

impl Task {
    async fn run(self, url: &str, out: &mut dyn Write) -> Result<ExitCode> {
        let store = super::open_beside(url).await?;
        match self {
            Task::Maintenance(announce) => announce.run(&store, out).await?,
            Task::Moderation(task) => task.run(store, out).await?,
            Task::AllowRated { one, two } => {
                let people = [person(&store, &one).await?, person(&store, &two).await?];
                store.allow_rated(&people[0].player.id, &people[1].player.id).await?;
                for (person, other) in [(&people[0], &two), (&people[1], &one)] {
                    let player = Some(person.player.id.clone());
                    let subject = other.clone();
                    let entry = NewAudit::new(None, AuditAction::AllowRated, "", now());
                    store.add_audit(&NewAudit { player, subject, ..entry }).await?;
                }
                writeln!(out, "{one} and {two} can play rated games against each other.")?;
            }
            Task::ResetPassword { name } => {
                let account = person(&store, &name).await?;
                let (password, hash) =
                    new_password().ok_or_else(|| anyhow!("the system provides no random numbers"))?;
                store.change_account(&account.player.id, &hash, account.email.as_deref()).await?;
                store.revoke_others(&account.player.id, None).await?;
                let entry = NewAudit::new(None, AuditAction::ResetPassword, "", now());
                store.add_audit(&NewAudit { player: Some(account.player.id), ..entry }).await?;
                writeln!(out, "The new password for {name} is {password}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
