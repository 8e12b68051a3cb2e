//! `zertz bot`: any UGI engine plays on a server.

mod engine;

use crate::{Run, Verdict, usage};
use anyhow::{Context, Result};
use clap::Args;
use engine::{Clocks, Thinker};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    env,
    io::{self, Write},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    sync::Semaphore,
    time::{sleep, timeout},
};
use zertz::Game;
use zertz_client::{Client, Socket};
use zertz_data::GameData;

/// How long to wait before another try when the server is gone, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// How long to stay at a table after the game, in case the opponent wants to play again.
const REMATCH: Duration = Duration::from_secs(60);

/// Let an engine play on a server
///
/// The token comes from the account page of the server, under programs. The bot plays whoever chooses it, until Ctrl-C.
#[derive(Args)]
pub struct Bot {
    /// The server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080", env = "ZERTZ_SERVER")]
    server: String,
    /// The token by which the server knows the bot
    #[arg(long, env = "ZERTZ_TOKEN", hide_env_values = true)]
    token: String,
    /// The engine, with its options, as one text; without it, the engine of this program
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// The most milliseconds for a turn
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    time: u64,
    /// The most engines that think at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    at_once: usize,
}

/// What every game of the bot needs.
struct Work {
    client: Client,
    command: Vec<String>,
    most: Duration,
    places: Semaphore,
    games: Mutex<HashSet<String>>,
}

impl Run for Bot {
    fn run(self, out: &mut dyn Write) -> Result<Verdict> {
        let mut client = Client::new(&self.server).map_err(usage)?;
        client.token = Some(self.token.clone());
        let command = match &self.engine {
            Some(text) => text.split_whitespace().map(str::to_owned).collect(),
            None => {
                let own = env::current_exe().context("this program cannot be found")?;
                vec![own.display().to_string(), "engine".to_owned()]
            }
        };
        if command.is_empty() {
            return Err(usage("--engine names no program"));
        }
        let work = Arc::new(Work {
            client,
            command,
            most: Duration::from_millis(self.time.max(1)),
            places: Semaphore::new(self.at_once.max(1)),
            games: Mutex::default(),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.context("the bot cannot be started")?.block_on(work.wait(out))
    }
}

/// What a bot tells of itself, on standard error: standard output is for what it is asked.
fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

impl Work {
    /// Waits in the lobby for somebody to play with. Comes back when the server was away.
    async fn wait(self: Arc<Self>, out: &mut dyn Write) -> Result<Verdict> {
        let mut lobby = self.client.socket("/api/lobby/socket").await.context("the bot cannot sit down")?;
        writeln!(out, "The bot waits at {} until you press Ctrl-C", self.client.host).and_then(|()| out.flush())?;
        let mut pause = PAUSES[0];
        loop {
            while let Some(message) = lobby.next().await {
                pause = PAUSES[0];
                match message["type"].as_str() {
                    Some("games") => {
                        for game in message["games"].as_array().into_iter().flatten() {
                            self.clone().begin(&game["id"]);
                        }
                    }
                    Some("started") => self.clone().begin(&message["game"]),
                    _ => {}
                }
            }
            tell("The server is gone; trying again");
            lobby = loop {
                sleep(pause).await;
                pause = (pause * 2).min(PAUSES[1]);
                if let Ok(lobby) = self.client.socket("/api/lobby/socket").await {
                    break lobby;
                }
            };
        }
    }

    fn games(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.games.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Sits down at a game, unless it does already.
    fn begin(self: Arc<Self>, game: &Value) {
        let Some(game) = game.as_str().map(str::to_owned) else { return };
        if !self.games().insert(game.clone()) {
            return;
        }
        tokio::spawn(async move {
            let mut pause = PAUSES[0];
            loop {
                match self.play(&game).await {
                    Ok(result) => break tell(&format!("{game}: {result}")),
                    Err(error) => tell(&format!("{game}: {error:#}")),
                }
                sleep(pause).await;
                pause = (pause * 2).min(PAUSES[1]);
            }
            self.games().remove(&game);
        });
    }

    /// Plays a game to its end, and says how it ended.
    async fn play(&self, id: &str) -> Result<String> {
        let mut socket = self.client.socket(&format!("/api/games/{id}/socket")).await?;
        let mut table = socket.next().await.context("the server says nothing")?;
        let you = table["you"].as_u64().context("this is somebody else's game")?;
        tell(&format!("{id}: begins"));
        let mut thinker: Option<Thinker> = None;
        loop {
            let state = table["state"].clone();
            if state["status"] == "over" || state["status"] == "aborted" {
                if state["offers"]["rematch"].as_u64().is_some_and(|by| by != you) {
                    socket.ask(json!({"type": "offerRematch"})).await?;
                }
                // The lobby tells where the new game is.
                if !state["rematch"].is_null() {
                    return Ok(ending(&state, you));
                }
                match timeout(REMATCH, socket.next()).await {
                    Ok(Some(message)) => follow(&mut table, &message),
                    Ok(None) | Err(_) => return Ok(ending(&state, you)),
                }
                continue;
            }
            answer(&mut socket, &state, you).await?;
            if state["mover"] == you && state["status"] == "playing" {
                let request = self.turn(&table, &mut thinker).await?;
                let answer = socket.ask(request).await?;
                // The game may have moved on while the engine thought: then there is news.
                if answer["type"] == "refused" && answer["code"] != "stale" && answer["code"] != "over" {
                    anyhow::bail!("the server refuses: {}", answer["sentence"]);
                }
            }
            let message = socket.next().await.context("the server is gone")?;
            follow(&mut table, &message);
        }
    }

    /// What to do now that it is our turn: a turn of the engine's, or giving up if it has none.
    async fn turn(&self, table: &Value, thinker: &mut Option<Thinker>) -> Result<Value> {
        let data: GameData =
            serde_json::from_value(json!({"rules": table["settings"]["rules"], "acts": table["acts"]}))?;
        let game = data.game().map_err(|trouble| anyhow::anyhow!(trouble.sentence))?;
        if game.outcome().is_some() {
            return Ok(json!({"type": "accept"}));
        }
        let clocks = Clocks::of(&table["settings"], &table["state"], game.is_swapped(), self.most);
        let _place = self.places.acquire().await?;
        let (command, ready) = (self.command.clone(), thinker.take());
        let think = move || -> Result<(String, Thinker, Game), String> {
            let mut thinker = match ready {
                Some(thinker) => thinker,
                None => Thinker::start(&command, &game)?,
            };
            let turn = thinker.choose(&game, &clocks)?;
            Ok((turn, thinker, game))
        };
        match tokio::task::spawn_blocking(think).await? {
            Ok((turn, used, _)) => {
                *thinker = Some(used);
                Ok(json!({"type": "turn", "turn": turn, "after": table["seq"]}))
            }
            Err(why) => {
                tell(&format!("the engine gives up: {why}"));
                Ok(json!({"type": "resign"}))
            }
        }
    }
}

/// Answers what the opponent offers: turns are taken back, but there is no draw while there is something to play for.
async fn answer(socket: &mut Socket, state: &Value, you: u64) -> Result<()> {
    let theirs = |offer: &str| state["offers"][offer].as_u64().is_some_and(|by| by != you);
    for (offer, command) in [("takeBack", "offerTakeBack"), ("draw", "declineDraw")] {
        if theirs(offer) {
            socket.ask(json!({"type": command})).await?;
        }
    }
    Ok(())
}

/// What a message changes.
fn follow(table: &mut Value, message: &Value) {
    if message["type"] == "table" {
        *table = message.clone();
    }
    if message["type"] != "update" {
        return;
    }
    table["seq"] = message["event"]["seq"].clone();
    table["state"] = message["state"].clone();
    if let Some(acts) = table["acts"].as_array_mut() {
        acts.truncate(message["keep"].as_u64().and_then(|keep| usize::try_from(keep).ok()).unwrap_or(acts.len()));
        acts.extend(message["add"].as_array().into_iter().flatten().cloned());
    }
}

fn ending(state: &Value, you: u64) -> String {
    let text = match state["winner"].as_u64() {
        _ if state["status"] == "aborted" => "called off",
        Some(winner) if winner == you => "won",
        Some(_) => "lost",
        None => "nobody won",
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_follows_its_updates() {
        let mut table = json!({"seq": 3, "acts": ["a", "b"], "state": {"mover": 1}});
        follow(&mut table, &json!({"type": "ack", "seq": 4}));
        follow(
            &mut table,
            &json!({"type": "update", "event": {"seq": 4}, "keep": 1, "add": ["c"], "state": {"mover": 2}}),
        );
        assert_eq!(table, json!({"seq": 4, "acts": ["a", "c"], "state": {"mover": 2}}));
    }

    #[test]
    fn an_end_is_told_from_ones_own_side() {
        assert_eq!(ending(&json!({"status": "over", "winner": 2}), 2), "won");
        assert_eq!(ending(&json!({"status": "over", "winner": 1}), 2), "lost");
        assert_eq!(ending(&json!({"status": "over", "winner": null}), 2), "nobody won");
        assert_eq!(ending(&json!({"status": "aborted", "winner": null}), 2), "called off");
    }
}
