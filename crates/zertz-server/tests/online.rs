//! The API over real connections: what people and programs can do, and what they cannot.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{PATIENCE, Server, fast, game, pair};
use common::Database;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use zertz_protocol::endpoint::{self, Endpoint, GameSocket, LobbySocket, Params};
use zertz_server::Config;

#[tokio::test(flavor = "multi_thread")]
async fn two_guests_play_and_somebody_watches() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, fast()).await;
    let mut watching = server.client().socket(&id).await;
    let table = watching.wait("snapshot").await;
    assert_eq!(
        (&table["you"], &table["acts"], &table["state"]["status"]),
        (&Value::Null, &json!([]), &json!("playing"))
    );

    let ack = one.ask(json!({"type": "turn", "turn": "Wd4,d1", "after": 2})).await;
    assert_eq!((&ack["type"], &ack["seq"]), (&json!("ack"), &json!(3)));
    for socket in [&mut two, &mut watching] {
        let update = socket.wait("update").await;
        assert_eq!((&update["keep"], &update["add"]), (&json!(0), &json!(["Wd4,d1"])));
        assert_eq!(update["state"]["mover"], 2);
    }
    let refused = one.ask(json!({"type": "turn", "turn": "Gb2,a1", "after": 3})).await;
    assert_eq!(refused["code"], "not-your-turn");
    let refused = two.ask(json!({"type": "turn", "turn": "Gd4,a1", "after": 3})).await;
    assert_eq!((&refused["code"], &refused["ring"]), (&json!("occupied"), &json!("d4")));
    let refused = two.ask(json!({"type": "turn", "turn": "Gb2,a1", "after": 1})).await;
    assert_eq!(refused["code"], "stale");
    let refused = watching.ask(json!({"type": "resign"})).await;
    assert_eq!(refused["code"], "not-seated");

    // The same request twice happens once.
    let turn = json!({"id": "mine", "type": "turn", "turn": "Gb2,a1", "after": 3});
    assert_eq!(two.ask(turn.clone()).await["seq"], 4);
    assert_eq!(two.ask(turn).await["seq"], 4);
    // Words are for the players, plans for their owner.
    assert_eq!(one.ask(json!({"type": "chat", "text": "hello"})).await["code"], "no-talk");
    assert_eq!(
        two.ask(json!({"type": "conditionalTurns", "turns": {"lines": [["*", "Bf4,g4"]]}})).await["type"],
        "ack"
    );
    assert_eq!(one.ask(json!({"type": "turn", "turn": "Wf2,g1", "after": 4})).await["type"], "ack");
    // The answer was thought out beforehand and came at once.
    let mut seen = Vec::new();
    while seen.last() != Some(&json!("Bf4,g4")) {
        let update = watching.wait("update").await;
        assert_ne!(update["event"]["type"], "conditionalTurns");
        seen.extend(update["add"].as_array().unwrap().iter().cloned());
    }
    assert_eq!(seen, [json!("Gb2,a1"), json!("Wf2,g1"), json!("Bf4,g4")]);

    assert_eq!(two.ask(json!({"type": "offerDraw"})).await["type"], "ack");
    assert_eq!(one.ask(json!({"type": "resign"})).await["type"], "ack");
    loop {
        let update = watching.wait("update").await;
        if update["event"]["type"] == "resigned" {
            assert_eq!((&update["state"]["status"], &update["state"]["winner"]), (&json!("over"), &json!(2)));
            break;
        }
    }
    let list = ann.get("/api/games").await;
    assert_eq!((&list[0]["id"], &list[0]["result"], &list[0]["how"]), (&json!(id), &json!("2"), &json!("resignation")));
    for (format, start) in [("zen", ""), ("sgf", "(;"), ("json", "{"), ("official", "")] {
        let (status, head, body) = ann.raw("GET", &format!("/api/games/{id}/record?format={format}"), &[], "").await;
        assert_eq!(status, 200, "{head}");
        assert!(
            head.contains("attachment") && body.starts_with(start) && zertz::notation::read(&body).is_ok(),
            "{body}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_away_gets_what_was_missed() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, bob], [mut one, two]) = pair(&server, fast()).await;
    drop(two);
    one.ask(json!({"type": "turn", "turn": "Wd4,d1", "after": 2})).await;
    one.ask(json!({"type": "offerUndo"})).await;
    // On another device, from the last event that was seen.
    let mut back = bob.socket_after(&id, 2).await;
    assert_eq!(back.wait("update").await["event"]["turn"], "Wd4,d1");
    assert_eq!(back.wait("update").await["event"]["type"], "undoOffered");
    back.ask(json!({"type": "offerUndo"})).await;
    let mut taken = one.wait("update").await;
    while taken["event"]["type"] != "undone" {
        taken = one.wait("update").await;
    }
    assert_eq!((&taken["keep"], &taken["add"], &taken["state"]["mover"]), (&json!(0), &json!([]), &json!(1)));
    let events = ann.get(&format!("/api/games/{id}/events?after=3")).await;
    assert_eq!(events.as_array().unwrap().len(), 2);

    // A new start of the server loses nothing, and says when to come back.
    let host = server.host.clone();
    server.stop().await;
    while one.next().await.is_some() {}
    while back.next().await.is_some() {}
    let server = Server::start(&database).await;
    assert_ne!(server.host, host);
    ann.0.host = server.host.clone();
    let mut one = ann.socket(&id).await;
    let table = one.wait("snapshot").await;
    assert_eq!((&table["you"], &table["seq"]), (&json!(1), &json!(5)));
    let again = json!({"id": "again", "type": "turn", "turn": "Wd4,d1", "after": 5});
    assert_eq!(one.ask(again).await["seq"], 6);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_without_anybody_there() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, json!({"kind": "perTurn", "seconds": 5})).await;
    one.ask(json!({"type": "turn", "turn": "Wd4,d1", "after": 2})).await;
    two.ask(json!({"type": "turn", "turn": "Gb2,a1", "after": 3})).await;
    drop((one, two));
    let over = async {
        while ann.get(&format!("/api/games/{id}")).await["state"]["status"] != "over" {
            sleep(Duration::from_millis(200)).await;
        }
    };
    timeout(PATIENCE, over).await.expect("the flag falls");
    let table = ann.get(&format!("/api/games/{id}")).await;
    assert_eq!((&table["state"]["winner"], &table["acts"][2]), (&json!(2), &json!("time 1")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_plays_takes_back_and_plays_again() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let mut ann = server.client();
    let body = json!({"settings": game(json!({"kind": "none"}), false), "first": "opponent", "opponent": {"kind": "engine", "level": 2}});
    let id = ann.post("/api/games", body).await["id"].as_str().unwrap().to_owned();
    let mut socket = ann.socket(&id).await;
    let table = socket.wait("snapshot").await;
    assert_eq!((&table["you"], &table["seats"][0]["kind"]), (&json!(2), &json!("engine")));
    assert_eq!(table["seats"][0]["level"], 2);
    let mut seq = table["seq"].as_i64().unwrap();
    if seq == 1 {
        seq = socket.wait("update").await["event"]["seq"].as_i64().unwrap();
    }
    // Whatever it did, there is a ring for us.
    let acts = ann.get(&format!("/api/games/{id}")).await["acts"].clone();
    let turn = some_turn(acts.as_array().unwrap());
    assert_eq!(socket.ask(json!({"type": "turn", "turn": turn, "after": seq})).await["type"], "ack");
    while socket.wait("update").await["event"]["by"] != 1 {}
    assert_eq!(socket.ask(json!({"type": "offerUndo"})).await["type"], "ack");
    while socket.wait("update").await["event"]["type"] != "undone" {}
    socket.ask(json!({"type": "offerDraw"})).await;
    while socket.wait("update").await["event"]["type"] != "drawDeclined" {}
    socket.ask(json!({"type": "resign"})).await;
    socket.ask(json!({"type": "offerRematch"})).await;
    let again = loop {
        let update = socket.wait("update").await;
        if update["event"]["type"] == "rematch" {
            break update["event"]["game"].as_str().unwrap().to_owned();
        }
    };
    assert_eq!(ann.get(&format!("/api/games/{again}")).await["you"], 1, "sides are changed");
    server.stop().await;
}

/// Some legal turn after these.
fn some_turn(acts: &[Value]) -> String {
    let mut game = zertz::Game::new(zertz::Rules::standard(zertz::Board::rings37()));
    for act in acts {
        game.play_text(act.as_str().unwrap()).unwrap();
    }
    let turn = game.position().turns(game.rules()).choose(|count| count / 2).unwrap();
    game.position().write_turn(game.rules(), &turn).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_in_the_lobby_are_live_and_taken_once() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (mut ann, mut bob, mut carl) = (server.client(), server.client(), server.client());
    let offer = json!({"settings": game(fast(), false), "first": "random"});
    let id = ann.post("/api/lobby", offer.clone()).await["id"].as_str().unwrap().to_owned();
    let (mut hers, mut his) = (ann.lobby().await, bob.lobby().await);
    for socket in [&mut hers, &mut his] {
        assert_eq!(socket.wait("seeks").await["seeks"][0]["id"], json!(id));
    }
    assert_eq!(ann.refused("POST", &format!("/api/lobby/{id}/take"), json!({})).await, (409, "own".to_owned()));
    let taken = bob.post(&format!("/api/lobby/{id}/take"), json!({})).await["id"].clone();
    assert_eq!(hers.wait("started").await["game"], taken);
    assert_eq!(his.wait("seeks").await["seeks"], json!([]));
    assert_eq!(carl.refused("POST", &format!("/api/lobby/{id}/take"), json!({})).await, (409, "gone".to_owned()));
    let rated = json!({"settings": game(fast(), true), "first": "me"});
    assert_eq!(carl.refused("POST", "/api/lobby", rated).await, (403, "cannot-rate".to_owned()));
    let id = carl.post("/api/lobby", offer).await["id"].as_str().unwrap().to_owned();
    assert_eq!(ann.refused("DELETE", &format!("/api/lobby/{id}"), Value::Null).await.0, 404);
    assert_eq!(carl.ask("DELETE", &format!("/api/lobby/{id}"), Value::Null).await.0, 204);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_have_accounts_ratings_and_words() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (mut ann, mut bob) = (server.client(), server.client());
    ann.register("Ann").await;
    bob.register("Bob").await;
    assert_eq!(
        server.client().refused("POST", "/api/account/register", json!({"name": "ann", "password": "12345678"})).await,
        (409, "name-taken".to_owned())
    );
    let id = ann.friend_game(fast(), true).await;
    assert_eq!(
        server.client().refused("POST", &format!("/api/games/{id}/join"), json!({})).await,
        (403, "cannot-rate".to_owned())
    );
    bob.post(&format!("/api/games/{id}/join"), json!({})).await;
    let act = format!("/api/games/{id}/act");
    ann.post(&act, json!({"id": "1", "type": "turn", "turn": "Wd4,d1", "after": 2})).await;
    bob.post(&act, json!({"id": "1", "type": "chat", "text": "<b>rude</b>"})).await;
    assert_eq!(server.client().get(&format!("/api/games/{id}")).await["chat"], json!([]));
    let said = ann.get(&format!("/api/games/{id}")).await["chat"][0].clone();
    assert_eq!(said["text"], "<b>rude</b>");
    assert_eq!(ann.ask("POST", &format!("/api/games/{id}/report"), json!({"seq": said["seq"]})).await.0, 204);
    assert_eq!(ann.refused("POST", &format!("/api/games/{id}/report"), json!({"seq": 1})).await.0, 404);
    bob.post(&act, json!({"id": "2", "type": "turn", "turn": "Gb2,a1", "after": 4})).await;
    bob.post(&act, json!({"id": "3", "type": "resign"})).await;
    let profile = server.client().get("/api/players/ANN").await;
    assert!(profile["ratings"][0]["rating"].as_f64().unwrap() > 1500.0);
    assert_eq!(profile["ratings"][0]["pace"], "bullet");
    assert_eq!((&profile["history"][0]["game"], &profile["games"][0]["id"]), (&json!(id), &json!(id)));
    assert!(profile["games"][0]["seats"][0]["change"].as_i64().unwrap() > 0);
    assert_eq!(ann.get("/api/games?player=bob&result=1&opening=Wd4&board=37").await[0]["id"], json!(id));
    assert_eq!(ann.get("/api/games?player=bob&result=2").await, json!([]));
    assert_eq!(ann.get("/api/leaders?pace=bullet").await, json!([]), "nobody is known well enough");

    // Devices, a new password, everything to take home, and goodbye.
    let mut other = server.client();
    assert_eq!(
        other.refused("POST", "/api/account/register", json!({"name": "9", "password": "12345678"})).await,
        (400, "bad-name".to_owned())
    );
    assert_eq!(other.0.cookie, None, "who fails stays a stranger");
    assert_eq!(
        other.refused("POST", "/api/account/sign-in", json!({"name": "Ann", "password": "wrong"})).await,
        (401, "wrong-password".to_owned())
    );
    other.post("/api/account/sign-in", json!({"name": "ann", "password": "12345678"})).await;
    let devices = ann.get("/api/account/sessions").await;
    assert_eq!(devices.as_array().unwrap().len(), 2);
    ann.post("/api/account", json!({"password": "12345678", "newPassword": "another one", "email": "ann@example.org"}))
        .await;
    assert_eq!(other.get("/api/me").await["player"], Value::Null, "other devices are signed out");
    let export = ann.get("/api/account/export").await;
    assert_eq!((&export["email"], &export["games"][0]["id"]), (&json!("ann@example.org"), &json!(id)));
    assert!(export["games"][0]["events"].as_array().unwrap().len() > 4);
    assert_eq!(
        ann.refused("DELETE", "/api/account", json!({"password": "12345678"})).await,
        (403, "wrong-password".to_owned())
    );
    assert_eq!(ann.ask("DELETE", "/api/account", json!({"password": "another one"})).await.0, 204);
    assert_eq!(bob.refused("GET", "/api/players/Ann", Value::Null).await, (404, "no-player".to_owned()));
    assert_eq!(bob.get(&format!("/api/games/{id}")).await["seats"][0]["kind"], "gone");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_with_its_token() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (mut owner, mut ann) = (server.client(), server.client());
    assert_eq!(ann.refused("POST", "/api/account/bots", json!({"name": "Deep"})).await, (401, "sign-in".to_owned()));
    owner.register("Owner").await;
    let token = owner.post("/api/account/bots", json!({"name": "Deep"})).await["token"].as_str().unwrap().to_owned();
    let mut bot = server.client();
    bot.0.token = Some(token);
    assert_eq!(bot.get("/api/me").await["player"]["kind"], "bot");
    let mut lobby = bot.lobby().await;
    lobby.wait("games").await;
    let body = json!({"settings": game(fast(), false), "first": "me", "opponent": {"kind": "bot", "name": "deep"}});
    let id = ann.post("/api/games", body).await["id"].clone();
    assert_eq!(lobby.wait("started").await["game"], id);
    let act = format!("/api/games/{}/act", id.as_str().unwrap());
    ann.post(&act, json!({"id": "1", "type": "turn", "turn": "Wd4,d1", "after": 1})).await;
    bot.post(&act, json!({"id": "1", "type": "turn", "turn": "Gb2,a1", "after": 2})).await;
    let new = owner.post("/api/account/bots/Deep/token", json!({})).await["token"].as_str().unwrap().to_owned();
    assert_eq!(bot.refused("GET", "/api/me", Value::Null).await, (401, "bad-token".to_owned()));
    bot.0.token = Some(new);
    assert_eq!(bot.get("/api/me").await["player"]["name"], "Deep");
    assert_eq!(owner.ask("DELETE", "/api/account/bots/deep", Value::Null).await.0, 204);
    assert_eq!(bot.refused("GET", "/api/me", Value::Null).await, (401, "bad-token".to_owned()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_endpoint_has_a_handler() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let sockets = [GameSocket::PATH, LobbySocket::PATH].map(|path| ("GET", path));
    for (method, path) in endpoint::ALL.iter().copied().chain(sockets) {
        let filled = "x".to_owned().fill(path);
        let (status, answer) = server.client().ask(method, &filled, json!({})).await;
        assert!(status != 405 && answer["code"] != "not-found", "{method} {path}: {status} {answer}");
    }
    let (status, answer) = server.client().ask("DELETE", "/api/games/x", json!({})).await;
    assert_eq!((status, answer), (405, Value::Null), "what is not listed has no handler");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_nonsense_are_refused() {
    let database = Database::sqlite();
    let server = Server::with(&database, Config { limits: true, ..Config::default() }).await;
    let mut ann = server.client();
    let id = ann.friend_game(fast(), false).await;
    let origin = format!("http://{}", server.host);
    assert!(ann.try_socket(&id, None, &[("origin", "http://evil.example")]).await.is_err());
    assert!(ann.try_socket(&id, None, &[("origin", &origin)]).await.is_ok());
    let evil = [("origin", "http://evil.example"), ("content-type", "application/json")];
    let (status, _, body) = ann.raw("POST", &format!("/api/games/{id}/act"), &evil, "{}").await;
    assert!(status == 403 && body.contains("foreign-origin"), "{body}");
    let (status, head, _) = server.client().raw("POST", "/api/games", &[], "{}").await;
    assert_eq!(status, 415);
    assert!(head.contains("content-security-policy") && head.contains("x-request-id"), "{head}");
    assert_eq!(ann.refused("POST", "/api/games", json!({"nonsense": true})).await, (400, "malformed".to_owned()));
    let (status, _, _) =
        ann.raw("POST", "/api/games", &[("content-type", "application/json")], &" ".repeat(70_000)).await;
    assert_eq!(status, 413);
    assert_eq!(ann.refused("GET", "/api/games/nonsense!", Value::Null).await.0, 404);
    assert_eq!(ann.refused("GET", "/api/nowhere", Value::Null).await, (404, "not-found".to_owned()));
    assert_eq!(ann.refused("GET", "/api/leaders?pace=quick", Value::Null).await, (400, "malformed".to_owned()));
    let mut bad = json!({"settings": game(fast(), false), "first": "me", "opponent": {"kind": "friend"}});
    bad["settings"]["time"]["initial"] = json!(1);
    assert_eq!(ann.refused("POST", "/api/games", bad.clone()).await, (422, "time".to_owned()));
    bad["settings"]["time"]["initial"] = json!(300);
    bad["settings"]["rules"]["pool"] = json!([255, 255, 255]);
    assert_eq!(ann.refused("POST", "/api/games", bad).await, (422, "pool".to_owned()));

    // On a socket nonsense is answered and nothing is lost; too large a frame ends it.
    let mut socket = ann.socket(&id).await;
    socket.wait("snapshot").await;
    for text in ["nonsense", "{}", r#"{"id":"x","type":"fly"}"#, r#"{"id":"x","type":"turn","turn":7}"#, "[1]"] {
        socket.send(text).await;
        assert_eq!(socket.wait("refused").await["code"], "malformed", "{text}");
    }
    assert_eq!(socket.ask(json!({"id": "y".repeat(50), "type": "resign"})).await["code"], "bad-id");
    for _ in 0..60 {
        socket.send(r#"{"id":"z","type":"resign"}"#).await;
    }
    let mut codes = Vec::new();
    while !codes.iter().any(|code| code == "too-much") {
        codes.push(socket.wait("refused").await["code"].as_str().unwrap().to_owned());
    }
    let mut socket = ann.socket(&id).await;
    socket.send(&"x".repeat(20_000)).await;
    socket.wait("snapshot").await;
    assert!(socket.next().await.is_none());

    let mut tries = Vec::new();
    for _ in 0..15 {
        tries.push(ann.refused("POST", "/api/account/sign-in", json!({"name": "Ann", "password": "guess"})).await.0);
    }
    assert!(tries.contains(&429), "{tries:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_for_the_server_alone() {
    let database = Database::sqlite();
    let config = Config { base_url: Some("https://zertz.example".to_owned()), ..Config::default() };
    let server = Server::with(&database, config).await;
    let body = json!({"settings": game(fast(), false), "first": "me", "opponent": {"kind": "friend"}}).to_string();
    let headers = [("content-type", "application/json"), ("origin", "https://zertz.example")];
    let (status, head, _) = server.client().raw("POST", "/api/games", &headers, &body).await;
    assert_eq!(status, 200);
    let cookie = head.lines().find(|line| line.starts_with("set-cookie: ")).unwrap();
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let mut anybody = server.client();
    let (status, _, body) = anybody.raw("GET", "/readyz", &[], "").await;
    assert_eq!((status, body.as_str()), (200, "ready"));
    let (_, _, metrics) = anybody.raw("GET", "/metrics", &[], "").await;
    assert!(metrics.contains("zertz_http_seconds"), "{metrics}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_on_one_database_are_one_place() {
    let Some(database) = Database::postgres().await else { return };
    let (here, there) = (Server::start(&database).await, Server::start(&database).await);
    let (mut ann, mut bob) = (here.client(), there.client());
    let mut lobby = {
        let offer = json!({"settings": game(fast(), false), "first": "me"});
        ann.post("/api/lobby", offer).await;
        ann.lobby().await
    };
    let seek = bob.get("/api/lobby").await[0]["id"].as_str().unwrap().to_owned();
    let id = bob.post(&format!("/api/lobby/{seek}/take"), json!({})).await["id"].as_str().unwrap().to_owned();
    assert_eq!(lobby.wait("started").await["game"], json!(id));
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    one.wait("snapshot").await;
    two.wait("snapshot").await;
    let mut game = zertz::Game::new(zertz::Rules::standard(zertz::Board::rings37()));
    let mut seq = 1;
    for turn in 0..30 {
        if game.outcome().is_some() {
            break;
        }
        let (mover, other) =
            if game.position().mover() == zertz::Player::One { (&mut one, &mut two) } else { (&mut two, &mut one) };
        let choice = game.position().turns(game.rules()).choose(|count| (turn * 37) % count).unwrap();
        let text = game.position().write_turn(game.rules(), &choice).to_string();
        let ack = mover.ask(json!({"type": "turn", "turn": text, "after": seq})).await;
        assert_eq!(ack["type"], "ack", "{ack}");
        seq = ack["seq"].as_i64().unwrap();
        loop {
            let update = other.wait("update").await;
            if update["event"]["seq"] == json!(seq) {
                assert_eq!(update["add"], json!([text]));
                break;
            }
        }
        game.play(&choice).unwrap();
    }
    here.stop().await;
    there.stop().await;
}
