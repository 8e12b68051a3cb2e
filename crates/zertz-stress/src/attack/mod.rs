//! Attacks: what anybody could try from an ordinary address, against a real server with its usual limits.
//!
//! Each attack is bounded in time and size, and says whether the server held. The clients pretend to come through a proxy that the server
//! trusts, so that each can have an address of its own.

mod accounts;
mod connections;
mod engine;
mod limits;
mod lobby;
mod moderation;
mod ratings;

use crate::Server;
use anyhow::{Context, Result};
use std::{
    net::Ipv4Addr,
    path::Path,
    pin::Pin,
    sync::atomic::{AtomicU32, Ordering},
};
use tokio::time::{Duration, error::Elapsed, timeout};
use zertz::{Board, Rules};
use zertz_client::{Client, Error};
use zertz_protocol::{
    Command, First, GameId, NewGame, Opponent, Registration, Request, RulesData, Settings, TimeControl,
    endpoint::{ActInGame, CreateGame, Endpoint, GetGame, JoinGame, Register},
    word,
};

/// How long one attack may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The password of every account.
const PASSWORD: &str = "correct horse battery";

/// Whether the server held, and what was seen.
struct Outcome {
    held: bool,
    seen: String,
}

/// Held if the condition is true.
fn held(held: bool, seen: impl Into<String>) -> Result<Outcome> {
    Ok(Outcome { held, seen: seen.into() })
}

/// The server that is attacked, and what it needs to be started again.
struct Target<'a> {
    server: Server,
    zertz: &'a Path,
    database: &'a str,
    app: &'a Path,
    addresses: AtomicU32,
}

type Attack = for<'a> fn(&'a Target<'_>) -> Pin<Box<dyn Future<Output = Result<Outcome>> + 'a>>;

/// The list of attacks by their names.
macro_rules! attacks {
    ($($name:literal: $module:ident :: $function:ident;)+) => {
        const ATTACKS: &[(&str, Attack)] = &[$(($name, |target| Box::pin($module::$function(target)))),+];
    };
}

attacks! {
    "a bot challenges itself": ratings::bot_against_itself;
    "a rated game on one ring": ratings::one_ring;
    "two accounts at one address": ratings::one_address;
    "rated games that end at once": ratings::short_games;
    "the same two all day": ratings::same_two;
    "fifty sockets of a guest": limits::fifty_sockets;
    "long plans fill the disk": limits::long_plans;
    "chat after the end": limits::chat_after_the_end;
    "engine games without end": limits::engine_games;
    "accounts without end": limits::accounts;
    "the networks of an IPv6 site": limits::site;
    "offers close the lobby": lobby::close;
    "both ask at once": lobby::both_at_once;
    "the guest's session after registration": accounts::old_session;
    "a name that looks alike": accounts::alike;
    "an official name": accounts::official;
    "one account guessed from many addresses": accounts::guesses;
    "a made-up forwarded address": accounts::forwarded;
    "the chat of a deleted player": accounts::deleted;
    "a moderator endpoint as a stranger": moderation::stranger;
    "chat while muted": moderation::muted;
    "a banned player with an open socket": moderation::banned;
    "a blocked address that forwards another": moderation::blocked_address;
    "reports without end": moderation::reports;
    "idle connections": connections::idle;
    "readers that never read": connections::readers;
    "heads and bodies that never end": connections::slow;
}

/// Tries all attacks, or those with a name that contains a text, and says which ones the server holds. Returns how many it falls to.
pub async fn attack(
    zertz: &Path,
    database: &str,
    app: &Path,
    only: Option<&str>,
    say: &(dyn Fn(&str) + Sync),
) -> Result<usize> {
    let wanted = |name: &str| only.is_none_or(|text| name.contains(text));
    let mut fell = 0;
    let mut tell = |name: &str, outcome: Result<Result<Outcome>, Elapsed>| {
        let outcome = match outcome {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => Outcome { held: false, seen: format!("{error:#}") },
            Err(_) => Outcome { held: false, seen: format!("no answer within {} s", LIMIT.as_secs()) },
        };
        fell += usize::from(!outcome.held);
        say(&format!("{:<42} {:<5} {}", name, if outcome.held { "held" } else { "FELL" }, outcome.seen));
    };
    // It needs a server without limits, on which one address can do what otherwise takes many.
    if wanted(engine::NAME) {
        tell(engine::NAME, timeout(LIMIT, engine::attack(zertz, database, app)).await);
    }
    let options = ["--trusted-proxies", "127.0.0.1"];
    let server = Server::start_with(zertz, database, app, &options, None).await?;
    let target = Target { server, zertz, database, app, addresses: AtomicU32::new(0) };
    for (name, attack) in ATTACKS.iter().filter(|(name, _)| wanted(name)) {
        tell(name, timeout(LIMIT, attack(&target)).await);
    }
    Ok(fell)
}

impl Target<'_> {
    /// A client at an address of its own.
    fn client(&self) -> Result<Client> {
        let number = self.addresses.fetch_add(1, Ordering::Relaxed);
        self.client_at(&Ipv4Addr::from(0x0a00_0001 + number).to_string())
    }

    /// A client at this address.
    fn client_at(&self, address: &str) -> Result<Client> {
        let mut client = Client::new(&self.server.address)?;
        client.forwarded_for = Some(address.to_owned());
        Ok(client)
    }

    /// A client with an account, at an address of its own.
    async fn person(&self, name: &str) -> Result<Client> {
        let mut client = self.client()?;
        client.send::<Register>(&(), &registration(name)).await.with_context(|| format!("cannot register {name}"))?;
        Ok(client)
    }
}

fn registration(name: &str) -> Registration {
    Registration { name: name.to_owned(), password: PASSWORD.to_owned(), email: None }
}

/// A game of five minutes on a board.
fn game(board: Board, rated: bool, opponent: Opponent) -> NewGame {
    let rules = RulesData::of(&Rules::standard(board));
    let time = TimeControl::Fischer { initial: 300, increment: 3 };
    NewGame { settings: Settings { rules, time, rated }, first: First::Me, opponent }
}

/// Two clients begin a game of five minutes.
async fn meet(one: &mut Client, two: &mut Client, rated: bool) -> Result<GameId, Error> {
    let id = one.send::<CreateGame>(&(), &game(Board::rings37(), rated, Opponent::Friend)).await?.id;
    two.send::<JoinGame>(&id, &()).await?;
    Ok(id)
}

/// Carries out a command without a socket.
async fn act(client: &mut Client, game: &GameId, id: &str, command: Command) -> Result<(), Error> {
    client.send::<ActInGame>(game, &Request { id: id.to_owned(), command }).await.map(drop)
}

/// Plays these turns in alternation, the first player's first.
async fn play(clients: [&mut Client; 2], game: &GameId, turns: &[&str]) -> Result<()> {
    let [one, two] = clients;
    for (number, turn) in turns.iter().enumerate() {
        let mover = if number % 2 == 0 { &mut *one } else { &mut *two };
        let after = mover.get::<GetGame>(game).await?.seq;
        let command = Command::Turn { turn: (*turn).to_owned(), after };
        act(mover, game, &format!("turn{number}"), command).await?;
    }
    Ok(())
}

/// The code of a refusal.
fn code<T>(answer: &Result<T, Error>) -> String {
    match answer {
        Ok(_) => "accepted".to_owned(),
        Err(Error::Refused { problem, .. }) => word(problem.code),
        Err(error) => error.to_string(),
    }
}

/// How often a request is accepted before it is refused for the first time, at most `most` times.
async fn accepted<E: Endpoint<Query = ()>>(
    mut client: impl FnMut(usize) -> Result<Client>,
    params: &E::Params,
    body: &E::Body,
    most: usize,
) -> Result<(usize, String)> {
    for count in 0..most {
        let answer = client(count)?.send::<E>(params, body).await;
        if answer.is_err() {
            return Ok((count, code(&answer)));
        }
    }
    Ok((most, "accepted".to_owned()))
}
