//! `zertz bot`: any UGI engine plays on a server.

mod accept;
mod engine;

use crate::usage;
use accept::Accept;
use anyhow::{Context, Result};
use clap::Args;
use std::{
    collections::HashSet,
    env,
    io::{self, Write},
    process::ExitCode,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::Semaphore,
    time::{sleep, timeout},
};
use zertz_client::{Client, Socket};
use zertz_engine::opponent::{Offer, accepts};
use zertz_protocol::{
    BotRules, Code, Command, DeclineReason, GameId, LobbyMessage, Message, Seat, Snapshot, State, Status,
    endpoint::{GameSocket, LobbySocket},
};
use zertz_ugi::UgiEngine;

/// How long to wait before reconnecting, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

const REMATCH: Duration = Duration::from_secs(60);

/// Let an engine play on a server
///
/// Create the token on the account page of the server, under Bots. The bot accepts challenges until you press Ctrl-C.
/// If you limit the accepted challenges, the server refuses all others.
#[derive(Args)]
pub struct Bot {
    /// Address of the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080", env = "ZERTZ_SERVER")]
    server: String,
    /// Token of the bot
    #[arg(long, env = "ZERTZ_TOKEN", hide_env_values = true)]
    token: String,
    /// Command that starts a UGI engine [default: the engine of this program]
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Maximum time per turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    time: u64,
    /// Maximum number of engines that search at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    at_once: usize,
    #[command(flatten)]
    accept: Accept,
}

struct Work {
    client: Client,
    command: Vec<String>,
    most: Duration,
    permits: Semaphore,
    /// Which challenges it accepts, if it says so.
    accepts: Option<BotRules>,
    games: Mutex<HashSet<GameId>>,
}

impl Bot {
    pub fn run(self, out: &mut dyn Write) -> Result<ExitCode> {
        let mut client = Client::new(&self.server).map_err(usage)?;
        client.token = Some(self.token);
        let command = match &self.engine {
            Some(text) => text.split_whitespace().map(str::to_owned).collect(),
            None => {
                let own = env::current_exe().context("cannot find this program")?;
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
            permits: Semaphore::new(self.at_once.max(1)),
            accepts: self.accept.rules().map_err(usage)?,
            games: Mutex::default(),
        });
        tokio::runtime::Runtime::new().context("cannot start the bot")?.block_on(work.wait(out))
    }
}

fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

impl Work {
    /// Waits in the lobby for games. Reconnects when the connection is lost.
    async fn wait(self: Arc<Self>, out: &mut dyn Write) -> Result<ExitCode> {
        if let Some(rules) = &self.accepts {
            accept::publish(&self.client, rules).await?;
        }
        let mut lobby = self.client.socket::<LobbySocket>(&()).await.context("cannot enter the lobby")?;
        writeln!(out, "The bot is waiting for games on {} (press Ctrl-C to stop)", self.client.host)
            .and_then(|()| out.flush())?;
        let mut pause = PAUSES[0];
        loop {
            while let Some(message) = lobby.next().await {
                pause = PAUSES[0];
                match message {
                    LobbyMessage::Games { games } => games.into_iter().for_each(|game| self.clone().begin(game.id)),
                    LobbyMessage::Started { game } => self.clone().begin(game),
                    LobbyMessage::Seeks { .. } | LobbyMessage::Heartbeat { .. } | LobbyMessage::Maintenance { .. } => {}
                }
            }
            tell("Lost the connection to the server; reconnecting");
            lobby = loop {
                sleep(pause).await;
                pause = (pause * 2).min(PAUSES[1]);
                if let Ok(lobby) = self.client.socket::<LobbySocket>(&()).await {
                    break lobby;
                }
            };
        }
    }

    fn games(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays a game, unless it is being played already.
    fn begin(self: Arc<Self>, game: GameId) {
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

    /// Plays a game to its end. Returns how it ended.
    async fn play(&self, id: &GameId) -> Result<&'static str> {
        let mut seat = Seated::join(&self.client, id).await?;
        if let Some(reason) = self.accepts.as_ref().and_then(|rules| seat.refusal(rules)) {
            // The server refuses such challenges, except those that were made before it knew the rules.
            match seat.socket.ask(Command::Decline { reason }).await? {
                Ok(_) => return Ok("declined"),
                // The bot has agreed to this game itself, for example to a rematch.
                Err(problem) if problem.code == Code::NotChallenged => {}
                Err(problem) => return Err(problem.into()),
            }
        }
        tell(&format!("{id}: begins"));
        let mut engine = None;
        loop {
            let state = &seat.table.state;
            if matches!(state.status, Status::Over | Status::Aborted) {
                if let Some(result) = seat.wait_for_rematch().await? {
                    return Ok(result);
                }
                continue;
            }
            seat.answer_offers().await?;
            if seat.is_to_move() {
                let command = self.command(&seat.table, &mut engine).await?;
                // The game may have changed while the engine was thinking: then an update is on its way.
                if let Err(problem) = seat.socket.ask(command).await?
                    && !matches!(problem.code, Code::Stale | Code::Over)
                {
                    anyhow::bail!("the server refused the turn: {problem}");
                }
            }
            let message = seat.socket.next().await.context("the connection is lost")?;
            seat.follow(message);
        }
    }

    /// What to do when the bot is to move. It resigns if its engine fails.
    async fn command(&self, table: &Snapshot, engine: &mut Option<UgiEngine>) -> Result<Command> {
        let (game, after) = (table.game().game()?, table.seq);
        if let Some(command) = engine::instead(&game, None, after) {
            return Ok(command);
        }
        let go = engine::go(table.settings.time, &table.state, game.is_swapped(), self.most);
        let _permit = self.permits.acquire().await?;
        let (command, running) = (self.command.clone(), engine.take());
        let think = move || -> Result<(Command, UgiEngine)> {
            let mut engine = match running {
                Some(engine) => engine,
                None => engine::start(&command, &game)?,
            };
            let chosen = engine::choose(&mut engine, &game, &go, after)?;
            Ok((chosen, engine))
        };
        match tokio::task::spawn_blocking(think).await? {
            Ok((chosen, used)) => {
                *engine = Some(used);
                Ok(chosen)
            }
            Err(why) => {
                tell(&format!("the engine failed, so the bot resigns: {why:#}"));
                Ok(Command::Resign)
            }
        }
    }
}

struct Seated {
    socket: Socket<GameSocket>,
    table: Snapshot,
    you: Seat,
}

impl Seated {
    async fn join(client: &Client, id: &GameId) -> Result<Seated> {
        let mut socket = client.socket::<GameSocket>(id).await?;
        let Some(Message::Snapshot(table)) = socket.next().await else { anyhow::bail!("the server sent no snapshot") };
        let you = table.you.context("the bot does not play this game")?;
        Ok(Seated { socket, table: *table, you })
    }

    /// Why the bot declines a game that has just begun.
    fn refusal(&self, rules: &BotRules) -> Option<DeclineReason> {
        let begun = self.table.acts.len() > 1 || self.table.state.status != Status::Playing;
        let opponent = self.table.seats[self.you.other()].as_ref().map(|seated| seated.kind)?;
        // The server counts the games.
        rules.refusal(&self.table.settings, opponent, 0).filter(|_| !begun)
    }

    fn is_to_move(&self) -> bool {
        self.table.state.status == Status::Playing && self.table.state.mover == self.you
    }

    fn follow(&mut self, message: Message) {
        match message {
            Message::Snapshot(table) => self.table = *table,
            // Nothing is missing, since the connection has not been lost.
            Message::Update(update) => drop(self.table.apply(*update)),
            Message::Ack { .. } | Message::Refused { .. } | Message::Heartbeat { .. } | Message::Maintenance { .. } => {
            }
        }
    }

    /// Answers the opponent's offers as all computer players do.
    async fn answer_offers(&mut self) -> Result<()> {
        let (offers, opponent) = (self.table.state.offers, Some(self.you.other()));
        for (by, offer, accept, decline) in [
            (offers.draw, Offer::Draw, Command::OfferDraw, Command::DeclineDraw),
            (offers.undo, Offer::Undo, Command::OfferUndo, Command::DeclineUndo),
            (offers.rematch, Offer::Rematch, Command::OfferRematch, Command::DeclineRematch),
        ] {
            if by == opponent {
                self.socket.ask(if accepts(offer) { accept } else { decline }).await?.ok();
            }
        }
        Ok(())
    }

    /// Waits for a rematch. Returns how the game ended when none is to be expected here; the lobby announces the new game.
    async fn wait_for_rematch(&mut self) -> Result<Option<&'static str>> {
        let state = &self.table.state;
        let result = ending(state, self.you);
        if state.rematch.is_some() {
            return Ok(Some(result));
        }
        self.answer_offers().await?;
        match timeout(REMATCH, self.socket.next()).await {
            Ok(Some(message)) => {
                self.follow(message);
                Ok(None)
            }
            Ok(None) | Err(_) => Ok(Some(result)),
        }
    }
}

fn ending(state: &State, you: Seat) -> &'static str {
    match state.winner {
        _ if state.status == Status::Aborted => "aborted",
        Some(winner) if winner == you => "won",
        Some(_) => "lost",
        None => "nobody won",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz_protocol::Offers;

    pub fn state(status: Status, winner: Option<Seat>) -> State {
        let (left, offers) = (None, Offers::default());
        State {
            status,
            mover: Seat::One,
            left,
            running: None,
            since: None,
            offers,
            winner,
            rematch: None,
            declined: None,
        }
    }

    #[test]
    fn an_ending_is_reported_from_the_view_of_the_bot() {
        assert_eq!(ending(&state(Status::Over, Some(Seat::Two)), Seat::Two), "won");
        assert_eq!(ending(&state(Status::Over, Some(Seat::One)), Seat::Two), "lost");
        assert_eq!(ending(&state(Status::Over, None), Seat::Two), "nobody won");
        assert_eq!(ending(&state(Status::Aborted, None), Seat::Two), "aborted");
    }
}
