//! Moderation: what strangers, muted and banned players, and those behind a blocked address try.

use super::{Outcome, Target, accepted, act, code, game, held, meet, registration};
use anyhow::{Context, Result, ensure};
use tokio::{
    process::Command as Process,
    time::{Duration, sleep, timeout},
};
use zertz::Board;
use zertz_client::Client;
use zertz_protocol::{
    Command, NewReport, Opponent, PlayerId, ReportReason, ReportSubject, Status,
    endpoint::{ALL, CreateGame, CreateReport, GameSocket, GetGame, GetMe, Register},
};

/// How long a socket and a game may stay open after a ban.
const CUT: Duration = Duration::from_secs(5);

/// Runs `zertz admin` beside the server.
async fn admin(target: &Target<'_>, args: &[&str]) -> Result<()> {
    let mut command = Process::new(target.zertz);
    let output = command.args(["admin", "--database-url", target.database]).args(args).output().await?;
    ensure!(output.status.success(), "zertz admin: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

async fn id_of(client: &mut Client) -> Result<PlayerId> {
    Ok(client.get::<GetMe>(&()).await?.player.context("nobody is signed in")?.id)
}

pub(super) async fn stranger(target: &Target<'_>) -> Result<Outcome> {
    let mut person = target.person("Curious").await?;
    let id = id_of(&mut person).await?;
    let mut answers = Vec::new();
    for (method, path) in ALL.iter().filter(|(_, path)| path.starts_with("/api/moderation/")) {
        let path = path.replace("{id}", id.as_str());
        for client in [&mut target.client()?, &mut person] {
            let headers = [("content-type", "application/json")];
            let response = client.raw(method, &path, &headers, "{}").await?;
            answers.push(response.status() == 403 && response.body().contains("not-moderator"));
        }
    }
    let refused = answers.iter().filter(|refused| **refused).count();
    held(refused == answers.len() && refused > 20, format!("{refused} of {} requests were refused", answers.len()))
}

pub(super) async fn muted(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("Loud").await?, target.client()?);
    let id = meet(&mut one, &mut two, false).await?;
    let mut socket = one.socket::<GameSocket>(&id).await?;
    act(&mut one, &id, "first", Command::Chat { text: "hello".to_owned() }).await?;
    admin(target, &["mute", "Loud", "--for", "1h"]).await?;
    let direct = act(&mut one, &id, "second", Command::Chat { text: "hello".to_owned() }).await;
    let on_socket = socket.ask(Command::Chat { text: "hello".to_owned() }).await?;
    let lines = two.get::<GetGame>(&id).await?.chat.len();
    held(lines == 1 && direct.is_err() && on_socket.is_err(), format!("{}; {lines} message arrived", code(&direct)))
}

pub(super) async fn banned(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("Rogue").await?, target.client()?);
    let id = meet(&mut one, &mut two, false).await?;
    let mut socket = one.socket::<GameSocket>(&id).await?;
    admin(target, &["ban", "Rogue"]).await?;
    let cut = timeout(CUT, async { while socket.next().await.is_some() {} }).await.is_ok();
    let again = one.socket::<GameSocket>(&id).await.is_err();
    // The server ends the games of a banned player in the background.
    let aborted = timeout(CUT, async {
        while !two.get::<GetGame>(&id).await.is_ok_and(|game| game.state.status == Status::Aborted) {
            sleep(Duration::from_millis(100)).await;
        }
    });
    let aborted = aborted.await.is_ok();
    let new = one.send::<CreateGame>(&(), &game(Board::rings37(), false, Opponent::Friend)).await;
    let found = format!("cut: {cut}, refused again: {again}, game aborted: {aborted}, another game: {}", code(&new));
    held(cut && again && aborted && code(&new) == "banned", found)
}

pub(super) async fn blocked_address(target: &Target<'_>) -> Result<Outcome> {
    admin(target, &["block-address", "203.0.113.0/24", "--for", "1h"]).await?;
    let mut answers = Vec::new();
    // The proxy adds the last address; the client can write what it likes before it.
    for address in ["203.0.113.5", "198.51.100.9, 203.0.113.6", "::ffff:203.0.113.7", "10.9.9.9,203.0.113.8"] {
        let mut client = target.client_at(address)?;
        answers.push(code(&client.send::<Register>(&(), &registration("Evader")).await));
        let new = game(Board::rings37(), false, Opponent::Friend);
        answers.push(code(&client.send::<CreateGame>(&(), &new).await));
    }
    admin(target, &["block-address", "203.0.113.0/24", "--remove"]).await?;
    let refused = answers.iter().filter(|answer| *answer == "address-blocked").count();
    held(refused == answers.len(), format!("{refused} of {} requests were refused", answers.len()))
}

pub(super) async fn reports(target: &Target<'_>) -> Result<Outcome> {
    let mut victim = target.person("Reported").await?;
    let player = id_of(&mut victim).await?;
    let sender = target.person("Flooder").await?;
    let report =
        NewReport { subject: ReportSubject::Player { player }, reason: ReportReason::Spam, text: "x".repeat(500) };
    let (made, last) = accepted::<CreateReport>(|_| Ok(sender.clone()), &(), &report, 100).await?;
    held(made <= 6 && last == "rate-limited", format!("{made} reports, then {last}"))
}
