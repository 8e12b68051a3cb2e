//! The options of `zertz bot` that say which challenges it accepts.

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use zertz::{Board, Preset};
use zertz_client::Client;
use zertz_protocol::{
    BotRules, Pace,
    endpoint::{GetMe, SetBotRules},
};

#[derive(Clone, Copy, ValueEnum)]
enum PaceOption {
    Bullet,
    Rapid,
    Classical,
    Correspondence,
    /// Games without a clock
    Untimed,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rating {
    Rated,
    Casual,
}

/// Which challenges the bot accepts
#[derive(Args, Default)]
pub struct Accept {
    /// Accept only these boards, such as 37,48
    #[arg(long, value_name = "BOARDS", value_delimiter = ',', help_heading = "Accepted challenges")]
    boards: Vec<String>,
    /// Accept only these rules: standard, blitz, tournament, custom
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Accepted challenges")]
    rules: Vec<String>,
    /// Accept only these paces
    #[arg(long, value_name = "PACES", value_delimiter = ',', help_heading = "Accepted challenges")]
    paces: Vec<PaceOption>,
    /// Accept only rated or only casual games
    #[arg(long, value_name = "KIND", help_heading = "Accepted challenges")]
    only: Option<Rating>,
    /// Accept no challenges from other bots
    #[arg(long, help_heading = "Accepted challenges")]
    humans_only: bool,
    /// Maximum number of games in progress
    #[arg(long, value_name = "N", help_heading = "Accepted challenges")]
    max_games: Option<u32>,
    /// Accept all challenges again, clearing earlier settings
    #[arg(long, help_heading = "Accepted challenges")]
    accept_all: bool,
}

impl Accept {
    /// The rules; `None` without any option, which keeps what the server knows.
    pub fn rules(&self) -> Result<Option<BotRules>, String> {
        let given = !self.boards.is_empty() || !self.rules.is_empty() || !self.paces.is_empty();
        let given = given || self.only.is_some() || self.humans_only || self.max_games.is_some();
        if !given {
            return Ok(self.accept_all.then(BotRules::default));
        }
        if self.accept_all {
            return Err("--accept-all cannot be combined with other options about challenges".to_owned());
        }
        for board in self.boards.iter().filter(|board| *board != "custom") {
            board.parse::<Board>().map_err(|error| error.to_string())?;
        }
        for preset in self.rules.iter().filter(|preset| *preset != "custom") {
            preset.parse::<Preset>().map_err(|error| error.to_string())?;
        }
        let pace = |option: &PaceOption| match option {
            PaceOption::Bullet => Some(Pace::Bullet),
            PaceOption::Rapid => Some(Pace::Rapid),
            PaceOption::Classical => Some(Pace::Classical),
            PaceOption::Correspondence => Some(Pace::Correspondence),
            PaceOption::Untimed => None,
        };
        let paces: Vec<Pace> = self.paces.iter().filter_map(pace).collect();
        if paces.is_empty() && !self.paces.is_empty() {
            return Err("--paces must include at least one pace with a clock".to_owned());
        }
        Ok(Some(BotRules {
            boards: self.boards.clone(),
            presets: self.rules.clone(),
            untimed: self.paces.is_empty() || paces.len() < self.paces.len(),
            paces,
            rated: self.only != Some(Rating::Casual),
            casual: self.only != Some(Rating::Rated),
            humans_only: self.humans_only,
            max_games: self.max_games,
        }))
    }
}

/// Tells the server which challenges the bot accepts.
pub async fn publish(client: &Client, rules: &BotRules) -> Result<()> {
    let mut client = client.clone();
    let me = client.call::<GetMe>(&(), &(), &()).await.context("cannot reach the server")?;
    let name = me.player.and_then(|player| player.name).context("this is not the token of a bot")?;
    client.call::<SetBotRules>(&name, &(), rules).await.context("the server refused these settings")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_rules_and_none_keeps_what_the_server_knows() {
        assert_eq!(Accept::default().rules(), Ok(None));
        assert_eq!(Accept { accept_all: true, ..Accept::default() }.rules(), Ok(Some(BotRules::default())));
        let paces = vec![PaceOption::Bullet, PaceOption::Untimed];
        let rules = Accept { paces, only: Some(Rating::Casual), ..Accept::default() }.rules().unwrap().unwrap();
        assert_eq!((rules.paces, rules.untimed, rules.rated, rules.casual), (vec![Pace::Bullet], true, false, true));
        let paces = vec![PaceOption::Rapid];
        assert!(!Accept { paces, ..Accept::default() }.rules().unwrap().unwrap().untimed);
        assert!(Accept { boards: vec!["99".to_owned()], ..Accept::default() }.rules().is_err());
        assert!(Accept { rules: vec!["chess".to_owned()], ..Accept::default() }.rules().is_err());
    }
}
