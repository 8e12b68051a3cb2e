//! [`Pair`]: two clients who play each other.

use anyhow::{Context, Result};
use zertz::{Board, Game, Rng, Rules};
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Command, First, GameId, NewGame, Opponent, Request, RulesData, Settings, TimeControl,
    endpoint::{CreateGame, GameSocket, JoinGame},
};

/// Two guests who play each other.
#[derive(Debug)]
pub struct Pair {
    /// The id of the game.
    pub id: GameId,
    /// The player who begins, and the other one.
    pub clients: [Client; 2],
    /// The game as both know it.
    pub game: Game,
    /// The number of the last event that both know.
    pub seq: i64,
}

impl Pair {
    /// Two new visitors: one creates a game, the other joins it. They share the connections of the given client.
    pub async fn meet(client: &Client) -> Result<Pair> {
        Pair::again([client.clone(), client.clone()]).await
    }

    /// The same two play a new game.
    pub async fn again(clients: [Client; 2]) -> Result<Pair> {
        Pair::with_time(clients, TimeControl::Fischer { initial: 10800, increment: 60 }).await
    }

    /// A new game of these two with a time control.
    pub async fn with_time(mut clients: [Client; 2], time: TimeControl) -> Result<Pair> {
        let rules = Rules::standard(Board::rings37());
        let settings = Settings { rules: RulesData::of(&rules), time, rated: false };
        let new = NewGame { settings, first: First::Me, opponent: Opponent::Friend };
        let id = clients[0].send::<CreateGame>(&(), &new).await?.id;
        clients[1].send::<JoinGame>(&id, &()).await?;
        Ok(Pair { id, clients, game: Game::new(rules), seq: 2 })
    }

    /// The players continue at these servers: one at each if there are several.
    pub fn move_to(&mut self, addresses: &[String]) {
        for (client, address) in self.clients.iter_mut().zip(addresses.iter().cycle()) {
            client.host = address.trim_start_matches("http://").to_owned();
        }
    }

    /// Opens a socket for each player.
    pub async fn sockets(&self) -> Result<[Socket<GameSocket>; 2]> {
        let mut one = self.clients[0].socket::<GameSocket>(&self.id).await?;
        let mut two = self.clients[1].socket::<GameSocket>(&self.id).await?;
        for socket in [&mut one, &mut two] {
            socket.next().await.context("the server sent no snapshot")?;
        }
        Ok([one, two])
    }

    /// The index of the player to move: 0 or 1.
    pub fn mover(&self) -> usize {
        self.game.position().mover().index()
    }

    /// The sockets of the player to move and of the opponent.
    pub fn mover_first<'a>(&self, [one, two]: &'a mut [Socket<GameSocket>; 2]) -> [&'a mut Socket<GameSocket>; 2] {
        if self.mover() == 0 { [one, two] } else { [two, one] }
    }

    /// The request that plays a turn.
    pub fn request(&self, id: &str, turn: &str) -> Request {
        Request { id: id.to_owned(), command: Command::Turn { turn: turn.to_owned(), after: self.seq } }
    }

    /// Plays a turn that the server has accepted as this event.
    pub fn made(&mut self, turn: &str, seq: i64) -> Result<()> {
        self.game.play_text(turn)?;
        self.seq = seq;
        Ok(())
    }
}

/// A random legal turn; `None` when the game is over.
pub fn random_turn(game: &Game, rng: &mut Rng) -> Option<String> {
    if game.outcome().is_some() {
        return None;
    }
    let (rules, position) = (game.rules(), game.position());
    let turn = position.turns(rules).choose(|count| rng.below(count))?;
    Some(position.write_turn(rules, &turn).to_string())
}
