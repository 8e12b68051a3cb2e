//! Taking more than one's share.

use super::{Outcome, Target, accepted, act, game, held, meet, registration};
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use zertz::Board;
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Command, ConditionalTurns, First, GameId, NewSeek, Opponent,
    endpoint::{CreateGame, CreateSeek, GameSocket, Register},
};

/// How long the writers write.
const LENGTH: Duration = Duration::from_secs(5);

/// Opens fifty sockets of one guest, if the server lets it, and sends a command on all of them as fast as it answers. Returns the number of
/// requests that were carried out.
async fn write(client: &Client, id: &GameId, command: fn(usize) -> Command) -> Result<usize> {
    let mut writers = JoinSet::new();
    for _ in 0..50 {
        let Ok(mut socket): Result<Socket<GameSocket>, _> = client.socket::<GameSocket>(id).await else { continue };
        writers.spawn(async move {
            let (began, mut done, mut count) = (Instant::now(), 0, 0);
            while began.elapsed() < LENGTH {
                count += 1;
                match socket.ask(command(count)).await {
                    Ok(Ok(_)) => done += 1,
                    Ok(Err(_)) => tokio::time::sleep(Duration::from_millis(5)).await,
                    Err(_) => break,
                }
            }
            done
        });
    }
    let mut all = 0;
    while let Some(done) = writers.join_next().await {
        all += done?;
    }
    Ok(all)
}

pub(super) async fn fifty_sockets(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.client()?, target.client()?);
    let id = meet(&mut one, &mut two, false).await?;
    let events = write(&two, &id, |_| Command::GiveTime).await?;
    let rate = events as f64 / LENGTH.as_secs_f64();
    held(rate < 20.0, format!("{rate:.0} events/s, {events} in all"))
}

/// Twenty long lines of conditional turns.
fn plan(number: usize) -> Command {
    const RINGS: [&str; 10] = ["b2", "b3", "b4", "c2", "c3", "c4", "c5", "d2", "d3", "d5"];
    let turn =
        |index: usize, letter: char| format!("{letter}{},{}", RINGS[index % 10], ["a1", "a4", "g1", "g4"][index % 4]);
    let line = |index: usize| vec![turn(index + number, 'W'), turn(index + number + 1, 'B')];
    Command::ConditionalTurns { turns: ConditionalTurns { lines: (0..20).map(line).collect() } }
}

pub(super) async fn long_plans(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.client()?, target.client()?);
    let id = meet(&mut one, &mut two, false).await?;
    let mut sizes = 0;
    for number in 0..3 {
        sizes += serde_json::to_string(&plan(number))?.len();
    }
    let done = write(&two, &id, plan).await?;
    let kilobytes = done * sizes / 3 / 1024;
    held(done <= 100, format!("{done} plans stored, about {kilobytes} KB"))
}

pub(super) async fn chat_after_the_end(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("ChatOne").await?, target.client()?);
    let id = meet(&mut one, &mut two, false).await?;
    act(&mut one, &id, "end", Command::Abort).await?;
    let lines = write(&one, &id, |_| Command::Chat { text: "x".repeat(300) }).await?;
    held(lines <= 20, format!("{lines} lines after the end"))
}

pub(super) async fn engine_games(target: &Target<'_>) -> Result<Outcome> {
    let new = game(Board::rings37(), false, Opponent::Engine { level: 1 });
    let address = "192.0.2.10";
    let (made, answer) = accepted::<CreateGame>(|_| target.client_at(address), &(), &new, 60).await?;
    held(made <= 25, format!("{made} games by as many guests of one address, then {answer}"))
}

pub(super) async fn accounts(target: &Target<'_>) -> Result<Outcome> {
    let mut made = 0;
    for number in 0..30 {
        let mut client = target.client_at("192.0.2.11")?;
        made += usize::from(client.send::<Register>(&(), &registration(&format!("Mass{number}x"))).await.is_ok());
        // As fast as the limit for passwords allows.
        tokio::time::sleep(Duration::from_millis(if number < 10 { 0 } else { 1_000 })).await;
    }
    held(made <= 10, format!("{made} accounts within 20 s"))
}

pub(super) async fn site(target: &Target<'_>) -> Result<Outcome> {
    let settings = game(Board::rings37(), false, Opponent::Friend).settings;
    let seek = NewSeek { settings, first: First::Me };
    let network = |count: usize| target.client_at(&format!("2001:db8:5:{count:x}::1"));
    let (made, answer) = accepted::<CreateSeek>(network, &(), &seek, 200).await?;
    held(made <= 80, format!("{made} offers from as many /64 of one /48, then {answer}"))
}
