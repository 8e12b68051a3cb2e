//! `zertz bot` on a real server: a player challenges it by name, plays a game to the end and offers a rematch.

mod common;

use common::{Folder, ZERTZ};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{self, Child, Stdio},
};
use tokio::time::{Duration, timeout};
use zertz::{Game, Rng};
use zertz_client::{Client, Socket};
use zertz_protocol::{
    Applied, Command, EventKind, First, GameId, Message, NewBot, NewGame, Registration, Seat, Settings, Snapshot,
    Status, TimeControl,
    endpoint::{CreateBot, CreateGame, GameSocket, Register},
};
use zertz_stress::{Server, random_turn};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

struct Bot(Child);

impl Bot {
    /// Starts the bot with a fast engine, and waits until it is in the lobby.
    fn start(server: &str, token: &str) -> Bot {
        let engine = format!("{ZERTZ} engine");
        let mut bot = process::Command::new(ZERTZ);
        bot.args(["bot", "--server", server, "--token", token, "--engine", &engine, "--time", "10"]);
        let mut child = bot.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("zertz starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        assert!(line.starts_with("The bot is waiting for games on 127.0.0.1:"), "{line}");
        Bot(child)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Opponent {
    socket: Socket<GameSocket>,
    table: Snapshot,
}

impl Opponent {
    async fn sit(client: &Client, id: &GameId) -> Opponent {
        let mut socket = client.socket::<GameSocket>(id).await.unwrap();
        let first = timeout(PATIENCE, socket.next()).await.expect("a message").unwrap();
        let Message::Snapshot(table) = first else { panic!("{first:?}") };
        Opponent { socket, table: *table }
    }

    async fn next(&mut self) -> EventKind {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("news of the bot").expect("a server");
            if let Message::Update(update) = message {
                let kind = update.event.kind.clone();
                assert_eq!(self.table.apply(*update), Applied::Changed);
                return kind;
            }
        }
    }

    async fn until(&mut self, is_it: impl Fn(&EventKind) -> bool) {
        while !is_it(&self.next().await) {}
    }

    async fn ask(&mut self, command: Command) {
        timeout(PATIENCE, self.socket.ask(command)).await.expect("an answer").unwrap().expect("an ack");
    }

    fn is_over(&self) -> bool {
        self.table.state.status == Status::Over
    }

    fn is_to_move(&self) -> bool {
        !self.is_over() && Some(self.table.state.mover) == self.table.you
    }

    fn turns(&self) -> usize {
        self.table.acts.len()
    }

    fn game(&self) -> Game {
        self.table.game().game().unwrap()
    }

    /// Plays a legal turn and waits for its event.
    async fn turn(&mut self) {
        let turn = random_turn(&self.game(), &mut Rng::with_path(1, &[self.turns() as u64])).expect("a turn");
        self.ask(Command::Turn { turn, after: self.table.seq }).await;
        self.until(|kind| matches!(kind, EventKind::Turn { .. })).await;
    }

    async fn wait(&mut self) {
        while !self.is_over() && !self.is_to_move() {
            self.next().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_a_whole_game_and_a_rematch() {
    let folder = Folder::new("bot");
    let server = Server::start(Path::new(ZERTZ), &folder.database(), &folder.0.join("app")).await.unwrap();
    let mut owner = Client::new(&server.address).unwrap();
    let account = Registration { name: "Owner".to_owned(), password: "12345678".to_owned(), email: None };
    owner.send::<Register>(&(), &account).await.unwrap();
    let token = owner.send::<CreateBot>(&(), &NewBot { name: "Deep".to_owned() }).await.unwrap().token;
    let bot = Bot::start(&server.address, &token);

    let mut ann = Client::new(&server.address).unwrap();
    let rules = zertz_protocol::rules("blitz", "37").unwrap();
    let settings = Settings { rules, time: TimeControl::Fischer { initial: 300, increment: 3 }, rated: false };
    let wanted =
        NewGame { settings, first: First::Me, opponent: zertz_protocol::Opponent::Bot { name: "deep".to_owned() } };
    let id = ann.send::<CreateGame>(&(), &wanted).await.unwrap().id;
    let mut first = Opponent::sit(&ann, &id).await;
    let name = first.table.seats[Seat::Two].as_ref().and_then(|seated| seated.name.as_deref());
    assert_eq!((first.table.you, name), (Some(Seat::One), Some("Deep")));
    while !first.is_over() {
        first.turn().await;
        first.wait().await;
    }
    // By the rules: nobody resigned or ran out of time.
    let game = first.game();
    assert!(game.outcome().is_some() && game.turns().len() == first.turns() && first.turns() > 4, "{:?}", first.table);

    first.ask(Command::OfferRematch).await;
    first.until(|kind| matches!(kind, EventKind::Rematch { .. })).await;
    let again = first.table.state.rematch.clone().unwrap();
    let mut second = Opponent::sit(&ann, &again).await;
    assert_eq!(second.table.you, Some(Seat::Two), "the sides are swapped");
    second.wait().await;
    assert_eq!(second.turns(), 1, "the bot begins");
    second.ask(Command::OfferDraw).await;
    second.until(|kind| *kind == EventKind::DrawDeclined).await;
    second.turn().await;
    second.wait().await;
    assert_eq!(second.turns(), 3);
    second.ask(Command::OfferUndo).await;
    second.until(|kind| matches!(kind, EventKind::Undone { .. })).await;
    assert!(second.is_to_move() && second.turns() == 1, "{:?}", second.table);
    ends_when_asked_to(bot);
}

#[cfg(unix)]
fn ends_when_asked_to(mut bot: Bot) {
    let id = bot.0.id().to_string();
    assert!(process::Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
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
