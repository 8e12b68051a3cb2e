//! `zertz bot` on a real server: somebody chooses it by its name, plays it to the end, and asks for more.

mod common;

use common::Folder;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};
use tokio::time::{Duration, timeout};
use zertz::Game;
use zertz_client::{Client, Socket};
use zertz_data::GameData;
use zertz_trial::{Server, random_turn};

const ZERTZ: &str = env!("CARGO_BIN_EXE_zertz");

/// Long enough for a busy machine; nothing waits for it when all is well.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running `zertz bot`, killed with this value.
struct Bot(Child);

impl Bot {
    /// Starts it with an engine that thinks for a moment only, and waits until it can be chosen.
    fn start(server: &str, token: &str) -> Bot {
        let engine = format!("{ZERTZ} engine");
        let mut bot = Command::new(ZERTZ);
        bot.args(["bot", "--server", server, "--token", token, "--engine", &engine, "--time", "10"]);
        let mut child = bot.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("zertz starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        assert!(line.starts_with("The bot waits at 127.0.0.1:"), "{line}");
        Bot(child)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The bot's opponent at a table.
struct Opponent {
    socket: Socket,
    table: Value,
}

impl Opponent {
    async fn sit(client: &Client, id: &str) -> Opponent {
        let mut socket = client.socket(&format!("/api/games/{id}/socket")).await.unwrap();
        let table = timeout(PATIENCE, socket.next()).await.expect("a greeting").unwrap();
        Opponent { socket, table }
    }

    /// The type of what happens next.
    async fn next(&mut self) -> String {
        let message = loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("news of the bot").expect("a server");
            if message["type"] == "update" {
                break message;
            }
        };
        let acts = self.table["acts"].as_array_mut().unwrap();
        acts.truncate(message["keep"].as_u64().unwrap() as usize);
        acts.extend(message["add"].as_array().unwrap().iter().cloned());
        self.table["state"] = message["state"].clone();
        self.table["seq"] = message["event"]["seq"].clone();
        message["event"]["type"].as_str().unwrap().to_owned()
    }

    async fn until(&mut self, event: &str) {
        while self.next().await != event {}
    }

    async fn ask(&mut self, request: Value) {
        let answer = timeout(PATIENCE, self.socket.ask(request)).await.expect("an answer").unwrap();
        assert_eq!(answer["type"], "ack", "{answer}");
    }

    fn is_over(&self) -> bool {
        self.table["state"]["status"] == "over"
    }

    fn is_to_move(&self) -> bool {
        !self.is_over() && self.table["state"]["mover"] == self.table["you"]
    }

    fn turns(&self) -> usize {
        self.table["acts"].as_array().unwrap().len()
    }

    fn game(&self) -> Game {
        let data = json!({"rules": self.table["settings"]["rules"], "acts": self.table["acts"]});
        serde_json::from_value::<GameData>(data).unwrap().game().unwrap()
    }

    /// Makes some legal turn, and sees it made.
    async fn turn(&mut self) {
        let turn = random_turn(&self.game(), self.turns() * 7919).expect("a turn");
        self.ask(json!({"type": "turn", "turn": turn, "after": self.table["seq"]})).await;
        self.until("turn").await;
    }

    /// Waits for the bot's turn.
    async fn wait(&mut self) {
        while !self.is_over() && !self.is_to_move() {
            self.next().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_a_whole_game_and_once_more_when_asked() {
    let folder = Folder::new("bot");
    let server = Server::start(Path::new(ZERTZ), &folder.database(), &folder.0.join("app")).await.unwrap();
    let mut owner = Client::new(&server.address).unwrap();
    owner.post("/api/account/register", &json!({"name": "Owner", "password": "12345678"})).await.unwrap();
    let made = owner.post("/api/account/bots", &json!({"name": "Deep"})).await.unwrap();
    let bot = Bot::start(&server.address, made["token"].as_str().unwrap());

    let mut ann = Client::new(&server.address).unwrap();
    let rules = zertz_data::rules("blitz", "37").unwrap();
    let time = json!({"kind": "fischer", "initial": 300, "increment": 3});
    let settings = json!({"rules": rules, "time": time, "rated": false});
    let wanted = json!({"settings": settings, "first": "me", "opponent": {"kind": "bot", "name": "deep"}});
    let id = ann.post("/api/games", &wanted).await.unwrap()["id"].as_str().unwrap().to_owned();
    let mut first = Opponent::sit(&ann, &id).await;
    assert_eq!((&first.table["you"], &first.table["seats"][1]["name"]), (&json!(1), &json!("Deep")));
    while !first.is_over() {
        first.turn().await;
        first.wait().await;
    }
    // By the rules: nobody gave up and no time ran out.
    let game = first.game();
    assert!(game.outcome().is_some() && game.turns().len() == first.turns() && first.turns() > 4, "{}", first.table);

    first.ask(json!({"type": "offerRematch"})).await;
    first.until("rematch").await;
    let again = first.table["state"]["rematch"].as_str().unwrap().to_owned();
    let mut second = Opponent::sit(&ann, &again).await;
    assert_eq!(second.table["you"], 2, "sides are changed");
    second.wait().await;
    assert_eq!(second.turns(), 1, "the bot begins");
    second.ask(json!({"type": "offerDraw"})).await;
    second.until("drawDeclined").await;
    second.turn().await;
    second.wait().await;
    assert_eq!(second.turns(), 3);
    second.ask(json!({"type": "offerTakeBack"})).await;
    second.until("takenBack").await;
    assert!(second.is_to_move() && second.turns() == 1, "{}", second.table);
    ends_when_asked_to(bot);
}

#[cfg(unix)]
fn ends_when_asked_to(mut bot: Bot) {
    let id = bot.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
    let began = std::time::Instant::now();
    while bot.0.try_wait().expect("an end").is_none() {
        assert!(began.elapsed() < PATIENCE, "the bot does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(not(unix))]
fn ends_when_asked_to(bot: Bot) {
    drop(bot);
}
