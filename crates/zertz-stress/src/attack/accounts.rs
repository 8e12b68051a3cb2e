//! Sessions, names and passwords.

use super::{Outcome, PASSWORD, Target, act, code, game, held, meet, registration};
use anyhow::{Context, Result};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use zertz::Board;
use zertz_protocol::{
    Command, Credentials, Opponent, PasswordConfirmation,
    endpoint::{CreateGame, DeleteAccount, GetGame, GetMe, Register, SignIn},
};

pub(super) async fn old_session(target: &Target<'_>) -> Result<Outcome> {
    let mut victim = target.client()?;
    victim.send::<CreateGame>(&(), &game(Board::rings37(), false, Opponent::Friend)).await?;
    // Whoever planted the guest's session knows it.
    let mut attacker = victim.clone();
    victim.send::<Register>(&(), &registration("Planted")).await?;
    let seen = attacker.get::<GetMe>(&()).await?.player.and_then(|player| player.name);
    held(seen.is_none(), format!("the old session is {}", seen.as_deref().unwrap_or("nobody")))
}

pub(super) async fn alike(target: &Target<'_>) -> Result<Outcome> {
    target.person("Paulina").await?;
    let mut answers = Vec::new();
    for name in ["PauIina", "Pau1ina", "Раulina", "Paul\u{200b}ina", "Pаulinа"] {
        let answer = target.client()?.send::<Register>(&(), &registration(name)).await;
        answers.push(code(&answer));
    }
    held(answers.iter().all(|answer| answer != "accepted"), answers.join(", "))
}

pub(super) async fn official(target: &Target<'_>) -> Result<Outcome> {
    let mut answers = Vec::new();
    for name in ["Adm1n", "Moderator7", "Engine3", "Support_"] {
        let answer = target.client()?.send::<Register>(&(), &registration(name)).await;
        answers.push(code(&answer));
    }
    held(answers.iter().all(|answer| answer == "bad-name"), answers.join(", "))
}

pub(super) async fn guesses(target: &Target<'_>) -> Result<Outcome> {
    let mut victim = target.person("Guessed").await?;
    victim.get::<GetMe>(&()).await?;
    let mut tried = 0;
    for number in 0..60 {
        let guess = Credentials { name: "Guessed".to_owned(), password: format!("password{number}") };
        let answer = target.client()?.send::<SignIn>(&(), &guess).await;
        tried += usize::from(code(&answer) == "wrong-password");
    }
    let own = Credentials { name: "Guessed".to_owned(), password: PASSWORD.to_owned() };
    let owner = victim.send::<SignIn>(&(), &own).await;
    held(tried <= 12 && owner.is_ok(), format!("{tried} of 60 guesses were checked; the owner is {}", code(&owner)))
}

/// A proxy reports the address of its client in a line of its own; the client has written another one before.
pub(super) async fn forwarded(target: &Target<'_>) -> Result<Outcome> {
    let host = target.server.address.trim_start_matches("http://");
    let body = r#"{"name":"Nobody","password":"12345678"}"#;
    let mut tried = 0;
    for number in 0..20 {
        let mut stream = TcpStream::connect(host).await?;
        let request = format!(
            "POST /api/account/sign-in HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: 198.51.100.{number}\r\nx-forwarded-for: 192.0.2.77\r\n\
             content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.context("the server does not answer")?;
        tried += usize::from(answer.contains("wrong-password"));
    }
    held(tried <= 11, format!("{tried} of 20 guesses were checked"))
}

pub(super) async fn deleted(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("Leaver").await?, target.client()?);
    let id = meet(&mut one, &mut two, false).await?;
    act(&mut one, &id, "chat", Command::Chat { text: "my secret".to_owned() }).await?;
    one.send::<DeleteAccount>(&(), &PasswordConfirmation { password: PASSWORD.to_owned() }).await?;
    let chat = two.get::<GetGame>(&id).await?.chat;
    let again = target.client()?.send::<Register>(&(), &registration("Leaver")).await;
    let left = chat.iter().filter(|message| !message.text.is_empty()).count();
    held(left == 0 && again.is_err(), format!("{left} messages left; the name at once: {}", code(&again)))
}
