//! Hundreds of games against the strongest engine from one address. Clocks of others must not stop, and the engine must answer a newcomer.

use super::{Outcome, held};
use crate::{Server, random_turn};
use anyhow::{Context, Result, ensure};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::Semaphore,
    task::JoinSet,
    time::{sleep, timeout},
};
use zertz::{Board, Game, Rng, Rules};
use zertz_client::Client;
use zertz_protocol::{
    Command, EventKind, First, GameId, Message, NewGame, Opponent, Request, RulesData, Settings, TimeControl,
    endpoint::{ActInGame, CreateGame, GameSocket, GetGame, JoinGame},
};

/// The number of games in which the engine has to think.
const GAMES: u64 = 600;

/// A flag must fall within this time.
const FLAG: Duration = Duration::from_secs(1);

/// The first level must answer a newcomer within this time.
const ANSWER: Duration = Duration::from_secs(2);

/// How many turns the newcomer plays.
const TURNS: usize = 5;

/// Nobody waits longer than this.
const PATIENCE: Duration = Duration::from_secs(40);

pub(super) const NAME: &str = "hundreds of games against the engine";

pub(super) async fn attack(zertz: &Path, database: &str, app: &Path) -> Result<Outcome> {
    let options = ["--rate-limits", "off", "--trusted-proxies", "127.0.0.1"];
    let server = Server::start_with(zertz, database, app, &options, None).await?;
    let visitor = |address: &str| -> Result<Client> {
        let mut client = Client::new(&server.address)?;
        client.forwarded_for = Some(address.to_owned());
        Ok(client)
    };
    let (attacker, games) = fill(&visitor("192.0.2.1")?).await?;
    // Long enough for all of them to be overdue.
    sleep(Duration::from_secs(6)).await;
    let (ann, bob, newcomer) = (visitor("192.0.2.2")?, visitor("192.0.2.3")?, visitor("192.0.2.4")?);
    let (flag, answer) = tokio::join!(timeout(PATIENCE, flag(ann, bob)), timeout(PATIENCE, answers(newcomer)));
    let waiting = waiting(attacker, &games).await?;
    ensure!(waiting * 2 > GAMES, "only {waiting} games still wait: this was no attack");
    let (flag, answer) = (flag.unwrap_or(Ok(PATIENCE))?, answer.unwrap_or(Ok(PATIENCE))?);
    let seen = format!(
        "{waiting} games wait: a flag falls {:.2} s late, the engine answers a newcomer within {:.2} s",
        flag.as_secs_f64(),
        answer.as_secs_f64()
    );
    held(flag <= FLAG && answer <= ANSWER, seen)
}

fn new_game(rules: Rules, time: TimeControl, opponent: Opponent) -> (Game, NewGame) {
    let settings = Settings { rules: RulesData::of(&rules), time, rated: false };
    (Game::new(rules), NewGame { settings, first: First::Me, opponent })
}

/// Many guests each start a game against the strongest engine, and play a turn. With other goals the opening book is
/// of no use.
async fn fill(visitor: &Client) -> Result<(Client, Vec<GameId>)> {
    let places = Arc::new(Semaphore::new(32));
    let mut tasks = JoinSet::new();
    for number in 0..GAMES {
        let (mut client, places) = (visitor.clone(), Arc::clone(&places));
        tasks.spawn(async move {
            let _place = places.acquire_owned().await?;
            let rules = Rules { goals: "5/6/7/4".parse()?, ..Rules::standard(Board::rings61()) };
            let (game, new) = new_game(rules, TimeControl::None, Opponent::Engine { level: 10 });
            let id = client.send::<CreateGame>(&(), &new).await?.id;
            let turn = random_turn(&game, &mut Rng::with_path(1, &[number])).context("a turn")?;
            let request = Request { id: "first".to_owned(), command: Command::Turn { turn, after: 1 } };
            client.send::<ActInGame>(&id, &request).await?;
            anyhow::Ok(id)
        });
    }
    let mut games = Vec::new();
    while let Some(game) = tasks.join_next().await {
        games.push(game??);
    }
    Ok((visitor.clone(), games))
}

/// The number of games in which the engine has not answered.
async fn waiting(mut client: Client, games: &[GameId]) -> Result<u64> {
    let mut waiting = 0;
    for game in games {
        waiting += u64::from(client.get::<GetGame>(game).await?.acts.len() == 1);
    }
    Ok(waiting)
}

/// How long after its time a flag falls.
async fn flag(mut ann: Client, mut bob: Client) -> Result<Duration> {
    let (mut game, new) =
        new_game(Rules::standard(Board::rings37()), TimeControl::PerTurn { seconds: 5 }, Opponent::Friend);
    let id = ann.send::<CreateGame>(&(), &new).await?.id;
    bob.send::<JoinGame>(&id, &()).await?;
    let mut socket = ann.socket::<GameSocket>(&id).await?;
    let (mut seq, mut rng) = (2, Rng::new(1));
    for client in [&mut ann, &mut bob] {
        let turn = random_turn(&game, &mut rng).context("a turn")?;
        let request = Request { id: "only".to_owned(), command: Command::Turn { turn: turn.clone(), after: seq } };
        seq = client.send::<ActInGame>(&id, &request).await?.seq;
        game.play_text(&turn)?;
    }
    let mut due = None;
    loop {
        let Message::Update(update) = socket.next().await.context("the connection was lost")? else { continue };
        if let (Some(since), Some(left), Some(seat)) = (update.state.since, update.state.left, update.state.running) {
            let wait = since + left[seat] - update.now;
            due = Some(Instant::now() + Duration::from_millis(wait.max(0).unsigned_abs()));
        }
        if update.event.kind == EventKind::TimeOut {
            return Ok(Instant::now() - due.context("no clock ran")?);
        }
    }
}

/// The longest time that the first level takes to answer a turn.
async fn answers(mut client: Client) -> Result<Duration> {
    let (mut game, new) = new_game(Rules::standard(Board::rings37()), TimeControl::None, Opponent::Engine { level: 1 });
    let id = client.send::<CreateGame>(&(), &new).await?.id;
    let mut socket = client.socket::<GameSocket>(&id).await?;
    let (mut rng, mut most, mut after) = (Rng::new(2), Duration::ZERO, 1);
    for _ in 0..TURNS {
        let Some(turn) = random_turn(&game, &mut rng) else { break };
        let began = Instant::now();
        game.play_text(&turn)?;
        let seq = socket.ask(Command::Turn { turn, after }).await??;
        loop {
            let Message::Update(update) = socket.next().await.context("the connection was lost")? else { continue };
            if update.event.seq <= seq {
                continue;
            }
            if let EventKind::Turn { turn, .. } = &update.event.kind {
                game.play_text(turn)?;
                after = update.event.seq;
                break;
            }
        }
        most = most.max(began.elapsed());
    }
    Ok(most)
}
