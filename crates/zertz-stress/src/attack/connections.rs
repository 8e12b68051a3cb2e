//! Connections that do nothing, or nothing but wait.

use super::{Outcome, Target, game, held};
use crate::Server;
use anyhow::{Context, Result};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};
use zertz::Board;
use zertz_protocol::{Opponent, endpoint::CreateGame};

/// How long somebody else waits for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks from another address of this machine. Returns how long the answer took.
async fn ask_from_elsewhere(host: &str) -> Result<Duration> {
    let began = Instant::now();
    let work = async {
        let socket = TcpSocket::new_v4()?;
        socket.bind("127.0.0.2:0".parse()?)?;
        let mut stream = socket.connect(host.parse()?).await?;
        let request = format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        anyhow::ensure!(answer.starts_with("HTTP/1.1 200"), "the answer is `{}`", answer.lines().next().unwrap_or(""));
        anyhow::Ok(())
    };
    timeout(PATIENCE, work).await.context("no answer")??;
    Ok(began.elapsed())
}

pub(super) async fn idle(target: &Target<'_>) -> Result<Outcome> {
    // Without a proxy, the address of a connection counts.
    let server = Server::start_with(target.zertz, target.database, target.app, &[], Some(1024)).await?;
    let host = server.address.trim_start_matches("http://").to_owned();
    let mut open = Vec::new();
    for _ in 0..1_100 {
        match timeout(Duration::from_secs(1), TcpStream::connect(&host)).await {
            Ok(Ok(stream)) => open.push(stream),
            _ => break,
        }
    }
    sleep(Duration::from_secs(1)).await;
    let answer = ask_from_elsewhere(&host).await;
    let seen = match &answer {
        Ok(time) => format!("answered after {} ms", time.as_millis()),
        Err(error) => format!("{error:#}"),
    };
    held(answer.is_ok(), format!("{} idle connections at 1,024 files: somebody else is {seen}", open.len()))
}

/// Opens a connection that takes in very little.
async fn narrow(host: &str) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    Ok(socket.connect(host.parse()?).await?)
}

/// Whether the other side has closed a connection, after whatever it has sent.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = vec![0; 65536];
    loop {
        match timeout(Duration::from_millis(200), stream.read(&mut rest)).await {
            Ok(Ok(0) | Err(_)) => return true,
            Ok(Ok(_)) => {}
            Err(_) => return false,
        }
    }
}

pub(super) async fn readers(target: &Target<'_>) -> Result<Outcome> {
    let host = target.server.address.trim_start_matches("http://").to_owned();
    let before = target.server.memory().unwrap_or(0);
    let mut open = Vec::new();
    for number in 0..150 {
        let mut stream = narrow(&host).await?;
        let request =
            format!("GET /api/openapi.json HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: 203.0.113.{number}\r\n\r\n");
        // Many requests on each connection, of which nobody reads an answer.
        stream.write_all(request.repeat(200).as_bytes()).await?;
        open.push(stream);
    }
    sleep(Duration::from_secs(2)).await;
    let most = target.server.memory().unwrap_or(0).saturating_sub(before) / 1024 / 1024;
    let began = Instant::now();
    let mut victim = target.client()?;
    victim.send::<CreateGame>(&(), &game(Board::rings37(), false, Opponent::Friend)).await?;
    let waited = began.elapsed();
    sleep(Duration::from_secs(26)).await;
    let mut closed = 0;
    for stream in &mut open {
        closed += usize::from(is_closed(stream).await);
    }
    let seen = format!("150 readers take {most} MB, a game starts within {} ms, {closed} are cut", waited.as_millis());
    held(closed == 150 && most < 100 && waited < Duration::from_secs(3), seen)
}

pub(super) async fn slow(target: &Target<'_>) -> Result<Outcome> {
    let host = target.server.address.trim_start_matches("http://").to_owned();
    let head = format!("POST /api/account/sign-in HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n");
    let mut open = Vec::new();
    for number in 0..40 {
        let mut stream = TcpStream::connect(&host).await?;
        let start = if number % 2 == 0 { head.clone() } else { format!("{head}content-length: 1000\r\n\r\n{{") };
        stream.write_all(start.as_bytes()).await?;
        open.push(stream);
    }
    for _ in 0..16 {
        sleep(Duration::from_secs(2)).await;
        for (number, stream) in open.iter_mut().enumerate() {
            // A little more each time, so that the connection is never idle.
            let _ = stream.write_all(if number % 2 == 0 { b"x: y\r\n".as_slice() } else { b" " }).await;
        }
    }
    let mut closed = 0;
    for stream in &mut open {
        closed += usize::from(is_closed(stream).await);
    }
    held(closed == 40, format!("{closed} of 40 connections are cut within 32 s"))
}
