//! What must not happen, over real connections: each test fails when the guard it is named after is taken away.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{Client, Server, fast, pair};
use common::Database;
use serde_json::{Value, json};
use zertz_server::Config;

#[tokio::test(flavor = "multi_thread")]
async fn who_only_watches_can_do_nothing() {
    let database = Database::sqlite();
    let server = Server::with(&database, Config { limits: false, guests_may_chat: true, ..Config::default() }).await;
    let (id, [mut ann, _], _) = pair(&server, fast()).await;
    // Known, and seated elsewhere.
    let mut carl = server.client();
    carl.friend_game(fast(), false).await;
    let mut watching = carl.socket(&id).await;
    assert_eq!(watching.wait("snapshot").await["you"], Value::Null);
    let turns = json!({"lines": [["*", "Wd4,d1"]]});
    for request in [
        json!({"type": "turn", "turn": "Wd4,d1", "after": 2}),
        json!({"type": "chat", "text": "hello"}),
        json!({"type": "conditionalTurns", "turns": turns}),
        json!({"type": "offerDraw"}),
        json!({"type": "giveTime"}),
        json!({"type": "abort"}),
        json!({"type": "resign"}),
    ] {
        assert_eq!(watching.ask(request.clone()).await["code"], "not-seated", "{request}");
        let mut named = request;
        named["id"] = json!("mine");
        let refused = carl.refused("POST", &format!("/api/games/{id}/act"), named.clone()).await;
        assert_eq!(refused, (403, "not-seated".to_owned()), "{named}");
    }
    assert_eq!(ann.get(&format!("/api/games/{id}")).await["seq"], 2, "nothing has happened");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_on_disk_is_neither_acknowledged_nor_shown() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, fast()).await;
    Database::refuse_events(&database.url).await;
    let turn = json!({"id": "mine", "type": "turn", "turn": "Wd4,d1", "after": 2});
    let answer = one.ask(turn.clone()).await;
    assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("internal")));
    let table = ann.get(&format!("/api/games/{id}")).await;
    assert_eq!((&table["seq"], &table["acts"]), (&json!(2), &json!([])));
    Database::accept_events(&database.url).await;
    // Sent again, it happens; and the opponent has heard of it once.
    assert_eq!(one.ask(turn).await["seq"], 3);
    assert_eq!(two.ask(json!({"type": "turn", "turn": "Gb2,a1", "after": 3})).await["seq"], 4);
    for seq in [3, 4] {
        assert_eq!(two.wait("update").await["event"]["seq"], seq);
    }
    server.stop().await;
}

/// Another device of the account.
async fn sign_in(server: &Server) -> Client {
    let mut device = server.client();
    device.post("/api/account/sign-in", json!({"name": "Ann", "password": "12345678"})).await;
    assert_eq!(device.get("/api/me").await["player"]["name"], "Ann");
    device
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_a_stranger() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    // By another device.
    let mut phone = sign_in(&server).await;
    let devices = ann.get("/api/account/sessions").await;
    let other = devices.as_array().unwrap().iter().find(|device| device["current"] == false).unwrap();
    let path = format!("/api/account/sessions/{}", other["id"].as_str().unwrap());
    let mut bob = server.client();
    bob.register("Bob").await;
    assert_eq!(bob.refused("DELETE", &path, Value::Null).await, (404, "no-session".to_owned()), "not one's own");
    assert_eq!(ann.ask("DELETE", &path, Value::Null).await.0, 204);
    assert_eq!(phone.get("/api/me").await["player"], Value::Null);
    assert_eq!(phone.refused("GET", "/api/account/sessions", Value::Null).await, (401, "sign-in".to_owned()));
    // By itself: what it was known by is worth nothing, even if the browser kept it.
    let mut phone = sign_in(&server).await;
    let cookie = phone.0.cookie.clone();
    assert_eq!(phone.ask("POST", "/api/account/sign-out", json!({})).await.0, 204);
    phone.0.cookie = cookie;
    assert_eq!(phone.get("/api/me").await["player"], Value::Null);
    assert_eq!(ann.get("/api/me").await["player"]["name"], "Ann");
    server.stop().await;
}

/// Sockets that are open are ended too, wherever they are, and those of other devices are not.
async fn cuts_the_lines(here: &Server, there: &Server) {
    let mut ann = here.client();
    ann.register("Ann").await;
    let id = ann.friend_game(fast(), false).await;
    let phone = sign_in(there).await;
    let (mut own, mut lobby) = (phone.socket(&id).await, phone.lobby().await);
    let mut kept = ann.socket(&id).await;
    assert_eq!(own.wait("snapshot").await["you"], 1);
    lobby.wait("games").await;
    let new = json!({"password": "12345678", "newPassword": "another one"});
    ann.post("/api/account", new).await;
    while own.next().await.is_some() {}
    while lobby.next().await.is_some() {}
    assert_eq!(kept.ask(json!({"type": "abort"})).await["type"], "ack");
    assert_eq!(phone.socket(&id).await.wait("snapshot").await["you"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_cut_off() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    cuts_the_lines(&server, &server).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_cut_off_on_another_machine() {
    let Some(database) = Database::postgres().await else { return };
    let (here, there) = (Server::start(&database).await, Server::start(&database).await);
    cuts_the_lines(&here, &there).await;
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_removed_is_cut_off() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let mut owner = server.client();
    owner.register("Owner").await;
    let mut lobbies = Vec::new();
    for name in ["Deep", "Deeper"] {
        let token = owner.post("/api/account/bots", json!({"name": name})).await["token"].as_str().unwrap().to_owned();
        let mut bot = server.client();
        bot.0.token = Some(token);
        lobbies.push(bot.lobby().await);
    }
    owner.post("/api/account/bots/Deep/token", json!({})).await;
    while lobbies[0].next().await.is_some() {}
    // With its owner.
    assert_eq!(owner.ask("DELETE", "/api/account", json!({"password": "12345678"})).await.0, 204);
    while lobbies[1].next().await.is_some() {}
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_not_rated_changes_no_rating() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (mut ann, mut bob) = (server.client(), server.client());
    ann.register("Ann").await;
    bob.register("Bob").await;
    let id = ann.friend_game(fast(), false).await;
    bob.post(&format!("/api/games/{id}/join"), json!({})).await;
    bob.post(&format!("/api/games/{id}/act"), json!({"id": "1", "type": "resign"})).await;
    let profile = ann.get("/api/players/Ann").await;
    assert_eq!(profile["games"][0]["result"], "1");
    assert_eq!((&profile["ratings"], &profile["history"]), (&json!([]), &json!([])));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_much_has_to_wait() {
    let database = Database::sqlite();
    let server = Server::with(&database, Config::default()).await;
    let mut ann = server.client();
    let id = ann.friend_game(fast(), false).await;
    let act = format!("/api/games/{id}/act");
    for (method, path, body, enough) in [
        ("POST", act.as_str(), json!({"id": "1", "type": "resign"}), 70),
        ("GET", "/api/leaders?pace=bullet", Value::Null, 150),
        ("GET", "/api/records?player=ann", Value::Null, 15),
    ] {
        let mut last = 0;
        for _ in 0..enough {
            let (status, answer) = ann.ask(method, path, body.clone()).await;
            last = status;
            if status == 429 {
                assert!(answer["code"] == "too-much" && answer["retryAfter"].as_u64() > Some(0), "{answer}");
                break;
            }
        }
        assert_eq!(last, 429, "{path}");
    }
    server.stop().await;
}
