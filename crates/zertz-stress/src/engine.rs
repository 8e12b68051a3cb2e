//! Games against the server's engine, for load tests.

use crate::random_turn;
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};
use tokio::time::timeout_at;
use zertz::{Board, Game, Rng, Rules};
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Command, EventKind, First, Message, NewGame, Opponent, RulesData, Seat, Settings, TimeControl,
    endpoint::{CreateGame, GameSocket},
};

/// Plays games against the engine at level 10 for a while, without a pause. Returns how long each answer took.
pub(crate) async fn play(client: Client, mut rng: Rng, length: Duration) -> (Vec<Duration>, Option<anyhow::Error>) {
    let mut answers = Vec::new();
    let end = tokio::time::Instant::now() + length;
    let games = async {
        loop {
            game(client.clone(), &mut rng, &mut answers).await?;
        }
    };
    match timeout_at(end, games).await {
        Ok(Err(error)) => (answers, Some(error)),
        Ok(Ok(())) | Err(_) => (answers, None),
    }
}

/// One game, until it is over.
async fn game(mut client: Client, rng: &mut Rng, answers: &mut Vec<Duration>) -> Result<()> {
    let rules = Rules::standard(Board::rings61());
    let settings = Settings { rules: RulesData::of(&rules), time: TimeControl::None, rated: false };
    let new = NewGame { settings, first: First::Me, opponent: Opponent::Engine { level: 10 } };
    let id = client.send::<CreateGame>(&(), &new).await?.id;
    let mut socket = client.socket::<GameSocket>(&id).await?;
    let (mut game, mut seq) = (Game::new(rules), 1);
    while let Some(turn) = random_turn(&game, rng) {
        if let Err(problem) = socket.ask(Command::Turn { turn: turn.clone(), after: seq }).await? {
            bail!("{turn} was refused: {problem}");
        }
        game.play_text(&turn)?;
        if game.outcome().is_some() {
            return Ok(());
        }
        let asked = Instant::now();
        let (answered, answer) = answer(&mut socket).await?;
        let Some(answer) = answer else { return Ok(()) };
        answers.push(asked.elapsed());
        game.play_text(&answer)?;
        seq = answered;
    }
    Ok(())
}

/// Waits for the turn of the engine. `None` if it did something else, which ends or changes the game.
async fn answer(socket: &mut Socket<GameSocket>) -> Result<(i64, Option<String>)> {
    loop {
        if let Message::Update(update) = socket.next().await.context("the player was disconnected")?
            && update.event.by == Some(Seat::Two)
        {
            let turn = match update.event.kind {
                EventKind::Turn { turn, .. } => Some(turn),
                _ => None,
            };
            return Ok((update.event.seq, turn));
        }
    }
}
