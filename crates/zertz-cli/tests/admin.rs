//! `zertz admin` beside a running server: the server notices what it changes, and the audit log has all of it.

mod common;

use common::{Folder, ZERTZ, fails, out};
use std::path::Path;
use zertz_client::{Client, Error};
use zertz_protocol::{
    Code, Command, First, NewBot, NewGame, NewReport, Opponent, Registration, ReportReason, ReportSubject, Request,
    Settings, Status, TimeControl,
    endpoint::{ActInGame, CreateBot, CreateGame, CreateReport, GetGame, GetMe, JoinGame, ListAudit, Register},
};
use zertz_stress::Server;

async fn person(server: &Server, name: &str) -> Client {
    let mut client = Client::new(&server.address).unwrap();
    let account = Registration { name: name.to_owned(), password: "12345678".to_owned(), email: None };
    client.send::<Register>(&(), &account).await.unwrap();
    client
}

fn code<T>(answer: Result<T, Error>) -> Option<Code> {
    match answer {
        Err(Error::Refused { problem, .. }) => Some(problem.code),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_moderates_a_running_server() {
    let folder = Folder::new("moderation");
    let database = folder.database();
    let server = Server::start(Path::new(ZERTZ), &database, &folder.0.join("app")).await.unwrap();
    let admin = |args: &[&str]| out(&[&["admin", "--database-url", &database], args].concat());
    let (mut ann, mut bob) = (person(&server, "Ann").await, person(&server, "Bob").await);
    assert_eq!(admin(&["reports"]), "There are no reports.\n");

    let rules = zertz_protocol::rules("standard", "37").unwrap();
    let settings = Settings { rules, time: TimeControl::Fischer { initial: 300, increment: 3 }, rated: false };
    let new = NewGame { settings, first: First::Me, opponent: Opponent::Friend };
    let game = ann.send::<CreateGame>(&(), &new).await.unwrap().id;
    bob.send::<JoinGame>(&game, &()).await.unwrap();
    let say = |id: &str| Request { id: id.to_owned(), command: Command::Chat { text: "my insult".to_owned() } };
    let seq = bob.send::<ActInGame>(&game, &say("a")).await.unwrap().seq;
    let subject = ReportSubject::Chat { game: game.clone(), seq };
    let report = NewReport { subject, reason: ReportReason::Abuse, text: "rude".to_owned() };
    ann.send::<CreateReport>(&(), &report).await.unwrap();
    let listed = admin(&["reports", "--state", "open"]);
    assert!(listed.contains("Ann reports Bob") && listed.contains("\"my insult\"\n    \"rude\""), "{listed}");
    let id = listed.split_whitespace().nth(2).unwrap();

    admin(&["remove-line", game.as_str(), &seq.to_string()]);
    admin(&["warn", "Bob", "Be kind."]);
    admin(&["mute", "bob", "--for", "1h", "--note", "insults"]);
    admin(&["handle", id, "done", "--note", "muted"]);
    assert_eq!(admin(&["reports", "--state", "open"]), "There are no reports.\n");
    assert_eq!(bob.get::<GetMe>(&()).await.unwrap().warnings[0].text, "Be kind.");
    assert_eq!(code(bob.send::<ActInGame>(&game, &say("b")).await), Some(Code::Muted));
    admin(&["lift", "Bob", "mute"]);
    admin(&["ban", "Bob", "--for", "2w"]);
    assert_eq!(code(bob.send::<CreateGame>(&(), &new).await), Some(Code::Banned));
    // The server looks for changes of other processes a few times per second.
    let noticed = tokio::time::timeout(std::time::Duration::from_secs(30), async {
        while ann.get::<GetGame>(&game).await.unwrap().state.status != Status::Aborted {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
    noticed.await.expect("the game ends");
    assert_eq!(ann.get::<GetGame>(&game).await.unwrap().chat, []);
    admin(&["lift", "Bob", "ban"]);
    bob.send::<CreateGame>(&(), &new).await.unwrap();
    admin(&["close", "Bob"]);
    assert_eq!(bob.get::<GetMe>(&()).await.unwrap().player, None);
    admin(&["block-address", "192.0.2.1/24", "--for", "1d"]);
    assert!(admin(&["addresses"]).starts_with("192.0.2.0/24 until "));
    admin(&["block-address", "192.0.2.0/24", "--remove"]);
    assert!(admin(&["fairplay", "Bob"]).contains("early resignations: 0 of 0 games"));

    assert_eq!(code(ann.get::<ListAudit>(&()).await), Some(Code::NotModerator));
    assert_eq!(admin(&["moderator", "Ann"]), "Ann is now a moderator.\n");
    assert_eq!(ann.get::<ListAudit>(&()).await.unwrap().len(), 12);
    assert_eq!(admin(&["moderator", "Ann", "--remove"]), "Ann is no longer a moderator.\n");
    assert_eq!(code(ann.get::<ListAudit>(&()).await), Some(Code::NotModerator));
    let log = admin(&["audit", "--player", "Bob"]);
    assert!(log.contains("operator: mute Bob until ") && log.contains("(\"insults\")"), "{log}");

    for (args, why) in [
        (&["void", game.as_str()][..], "the game is not over yet"),
        (&["lift", "Ann", "ban"], "there is no such restriction"),
        (&["ban", "Nobody"], "there is no player called Nobody"),
        (&["mute", "Ann", "--for", "soon"], "soon is not a duration"),
        (&["block-address", "0.0.0.0/0"], "this is not an address or a network"),
    ] {
        let (_, error) = fails(&[&["admin", "--database-url", &database], args].concat());
        assert!(error.contains(why), "{args:?}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_tells_the_server_what_it_accepts() {
    let folder = Folder::new("accept");
    let server = Server::start(Path::new(ZERTZ), &folder.database(), &folder.0.join("app")).await.unwrap();
    let mut owner = person(&server, "Owner").await;
    let token = owner.send::<CreateBot>(&(), &NewBot { name: "Deep".to_owned() }).await.unwrap().token;
    let mut bot = std::process::Command::new(ZERTZ)
        .args(["bot", "--server", &server.address, "--token", &token, "--paces", "rapid", "--max-games", "2"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("zertz starts");
    let mut line = String::new();
    let output = bot.stdout.take().expect("its output");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).expect("a line");
    let rules = zertz_protocol::rules("standard", "37").unwrap();
    let new = |initial| NewGame {
        settings: Settings { rules: rules.clone(), time: TimeControl::Fischer { initial, increment: 0 }, rated: false },
        first: First::Me,
        opponent: Opponent::Bot { name: "Deep".to_owned() },
    };
    let mut guest = Client::new(&server.address).unwrap();
    assert_eq!(code(guest.send::<CreateGame>(&(), &new(60)).await), Some(Code::BotTime));
    guest.send::<CreateGame>(&(), &new(600)).await.unwrap();
    guest.send::<CreateGame>(&(), &new(600)).await.unwrap();
    assert_eq!(code(guest.send::<CreateGame>(&(), &new(600)).await), Some(Code::BotBusy));
    bot.kill().expect("it ends");
    bot.wait().expect("it ends");
}
