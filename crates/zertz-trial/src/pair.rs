//! [`Pair`]: two clients who play each other.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use zertz::{Board, Game, Player, Rules};
use zertz_client::{Client, Socket};

/// Two guests at a table.
#[derive(Debug)]
pub struct Pair {
    /// The game's name.
    pub id: String,
    /// Who begins, and who answers.
    pub clients: [Client; 2],
    /// The game as both know it.
    pub game: Game,
    /// The last event that both know.
    pub seq: i64,
}

impl Pair {
    /// Two strangers meet: one makes a game, the other joins by its address.
    pub async fn meet(server: &str) -> Result<Pair> {
        Pair::again([Client::new(server)?, Client::new(server)?]).await
    }

    /// The same two play a new game.
    pub async fn again(mut clients: [Client; 2]) -> Result<Pair> {
        let rules = json!({"board": "37", "pool": [6, 8, 10], "goals": [4, 5, 6, 3], "claims": "automatic",
                           "captures": "enforced", "stuck": "draw", "swap": false, "touchMove": false});
        let time = json!({"kind": "fischer", "initial": 10800, "increment": 60});
        let settings = json!({"rules": rules, "time": time, "rated": false});
        let body = json!({"settings": settings, "first": "me", "opponent": {"kind": "friend"}});
        let made = clients[0].post("/api/games", &body).await?;
        let id = made["id"].as_str().context("a game has a name")?.to_owned();
        clients[1].post(&format!("/api/games/{id}/join"), &json!({})).await?;
        Ok(Pair { id, clients, game: Game::new(Rules::standard(Board::rings37())), seq: 2 })
    }

    /// Both sit down.
    pub async fn sockets(&self) -> Result<[Socket; 2]> {
        let path = format!("/api/games/{}/socket", self.id);
        let mut one = self.clients[0].socket(&path).await?;
        let mut two = self.clients[1].socket(&path).await?;
        for socket in [&mut one, &mut two] {
            socket.next().await.context("nobody is greeted")?;
        }
        Ok([one, two])
    }

    /// Whose turn it is: 0 or 1.
    pub fn mover(&self) -> usize {
        if self.game.position().mover() == Player::One { 0 } else { 1 }
    }

    /// The request that makes a turn.
    pub fn request(&self, id: &str, turn: &str) -> Value {
        json!({"id": id, "type": "turn", "turn": turn, "after": self.seq})
    }

    /// The turn was made, as this event.
    pub fn made(&mut self, turn: &str, seq: i64) -> Result<()> {
        self.game.play_text(turn)?;
        self.seq = seq;
        Ok(())
    }
}

/// Some legal turn, by a number that should be a random one.
pub fn random_turn(game: &Game, number: usize) -> Option<String> {
    if game.outcome().is_some() {
        return None;
    }
    let (rules, position) = (game.rules(), game.position());
    let turn = position.turns(rules).choose(|count| number % count)?;
    Some(position.write_turn(rules, &turn).to_string())
}
