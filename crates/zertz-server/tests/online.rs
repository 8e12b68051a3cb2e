//! The API over real connections: what people and bots can do, and what they cannot.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{PASSWORD, Server, TIMEOUT, chat, credentials, new_game, pair, registration, request, turn, unlimited};
use common::{Database, FAST, settings};
use serde_json::json;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use zertz::{Board, Game, Player, Rules};
use zertz_protocol::{
    AccountChange, ChatReport, Code, Command, ConditionalTurns, EventKind, EventsQuery, First, GameResult, GamesQuery,
    LeaderboardQuery, LobbyMessage, Message, NewBot, NewGame, NewSeek, Opponent, OutcomeKind, Pace,
    PasswordConfirmation, PlayerKind, Seat, Status, TimeControl, endpoint::*,
};
use zertz_server::Config;

#[tokio::test(flavor = "multi_thread")]
async fn two_guests_play_and_a_spectator_watches() {
    let server = Server::sqlite(unlimited()).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, FAST).await;
    let mut spectator = server.client().socket(&id).await;
    let table = spectator.snapshot().await;
    assert_eq!((table.you, table.acts.len(), table.state.status), (None, 0, Status::Playing));

    assert_eq!(one.ask(turn("Wd4,d1", 2)).await, Ok(3));
    for socket in [&mut two, &mut spectator] {
        let update = socket.update().await;
        assert_eq!((update.keep, update.add, update.state.mover), (0, vec!["Wd4,d1".to_owned()], Seat::Two));
    }
    assert_eq!(one.ask(turn("Gb2,a1", 3)).await.unwrap_err().code, Code::NotYourTurn);
    let problem = two.ask(turn("Gd4,a1", 3)).await.unwrap_err();
    assert_eq!((problem.code, problem.ring.as_deref()), (Code::Occupied, Some("d4")));
    assert_eq!(two.ask(turn("Gb2,a1", 1)).await.unwrap_err().code, Code::Stale);
    assert_eq!(spectator.ask(Command::Resign).await.unwrap_err().code, Code::NotSeated);

    // A request that is sent twice is carried out once.
    let mine = request("mine", turn("Gb2,a1", 3));
    assert_eq!(two.request(mine.clone()).await, Ok(4));
    assert_eq!(two.request(mine).await, Ok(4));
    assert_eq!(one.ask(chat("hello")).await.unwrap_err().code, Code::ChatDisabled);
    let turns = ConditionalTurns { lines: vec![vec!["*".to_owned(), "Bf4,g4".to_owned()]] };
    two.ask(Command::ConditionalTurns { turns }).await.unwrap();
    one.ask(turn("Wf2,g1", 4)).await.unwrap();
    // Spectators see the conditional turn when it is played, not before.
    let mut seen = Vec::new();
    while seen.last().is_none_or(|act| act != "Bf4,g4") {
        let update = spectator.update().await;
        assert!(!matches!(update.event.kind, EventKind::ConditionalTurns { .. }));
        seen.extend(update.add);
    }
    assert_eq!(seen, ["Gb2,a1", "Wf2,g1", "Bf4,g4"]);

    two.ask(Command::OfferDraw).await.unwrap();
    one.ask(Command::Resign).await.unwrap();
    let state = spectator.update_with(|event| *event == EventKind::Resigned).await.state;
    assert_eq!((state.status, state.winner), (Status::Over, Some(Seat::Two)));
    let game = ann.get::<ListGames>(&()).await.remove(0);
    assert_eq!((&game.id, game.result, game.how), (&id, Some(GameResult::Two), Some(OutcomeKind::Resignation)));
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
async fn a_player_who_was_away_gets_the_missed_events() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, bob], [mut one, two]) = pair(&server, FAST).await;
    drop(two);
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    one.ask(Command::OfferUndo).await.unwrap();
    // On another device, from the last event that the player has seen.
    let mut back = bob.try_socket(&id, Some(2), &[]).await.unwrap();
    assert_eq!(back.update().await.add, ["Wd4,d1"]);
    assert_eq!(back.update().await.event.kind, EventKind::UndoOffered);
    back.ask(Command::OfferUndo).await.unwrap();
    let undone = one.update_with(|event| matches!(event, EventKind::Undone { .. })).await;
    assert_eq!((undone.keep, undone.add.len(), undone.state.mover), (0, 0, Seat::One));
    let events = ann.call::<ListEvents>(&id, &EventsQuery { after: Some(3) }, &()).await.unwrap();
    assert_eq!(events.len(), 2);

    // A restart of the server closes the sockets and loses nothing.
    let host = server.host.clone();
    server.stop().await;
    one.closed().await;
    back.closed().await;
    let server = Server::start(&database).await;
    assert_ne!(server.host, host);
    ann.0.host = server.host.clone();
    let mut one = ann.socket(&id).await;
    let table = one.snapshot().await;
    assert_eq!((table.you, table.seq), (Some(Seat::One), 5));
    assert_eq!(one.ask(turn("Wd4,d1", 5)).await, Ok(6));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_when_nobody_is_connected() {
    let server = Server::sqlite(unlimited()).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, TimeControl::PerTurn { seconds: 5 }).await;
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    drop((one, two));
    let over = async {
        loop {
            let table = ann.get::<GetGame>(&id).await;
            if table.state.status == Status::Over {
                return table;
            }
            sleep(Duration::from_millis(200)).await;
        }
    };
    let table = timeout(TIMEOUT, over).await.expect("the flag falls");
    assert_eq!((table.state.winner, table.acts[2].as_str()), (Some(Seat::Two), "time 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_plays_allows_undo_and_accepts_a_rematch() {
    let server = Server::sqlite(unlimited()).await;
    let mut ann = server.client();
    let new = new_game(TimeControl::None, false, Opponent::Engine { level: 2 });
    let id = ann.send::<CreateGame>(&(), &NewGame { first: First::Opponent, ..new }).await.id;
    let mut socket = ann.socket(&id).await;
    let table = socket.snapshot().await;
    let engine = table.seats[Seat::One].as_ref().unwrap();
    assert_eq!((table.you, engine.kind, engine.level), (Some(Seat::Two), PlayerKind::Engine, Some(2)));
    let seq = if table.seq == 1 { socket.update().await.event.seq } else { table.seq };
    let table = ann.get::<GetGame>(&id).await;
    let any = any_turn(&table.game().game().unwrap(), |count| count / 2);
    socket.ask(turn(&any, seq)).await.unwrap();
    while socket.update().await.event.by != Some(Seat::One) {}
    socket.ask(Command::OfferUndo).await.unwrap();
    socket.update_with(|event| matches!(event, EventKind::Undone { .. })).await;
    socket.ask(Command::OfferDraw).await.unwrap();
    socket.update_with(|event| *event == EventKind::DrawDeclined).await;
    socket.ask(Command::Resign).await.unwrap();
    socket.ask(Command::OfferRematch).await.unwrap();
    let rematch = socket.update_with(|event| matches!(event, EventKind::Rematch { .. })).await.state.rematch.unwrap();
    assert_eq!(ann.get::<GetGame>(&rematch).await.you, Some(Seat::One), "the players swap sides");
}

/// A legal turn, chosen by its number.
fn any_turn(game: &Game, choose: impl FnOnce(usize) -> usize) -> String {
    let turn = game.position().turns(game.rules()).choose(choose).unwrap();
    game.position().write_turn(game.rules(), &turn).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_are_shown_at_once_and_accepted_once() {
    let server = Server::sqlite(unlimited()).await;
    let (mut ann, mut bob, mut carl) = (server.client(), server.client(), server.client());
    let seek = NewSeek { settings: settings(FAST, false), first: First::Random };
    let id = ann.send::<CreateSeek>(&(), &seek).await.id;
    let (mut hers, mut his) = (ann.lobby().await, bob.lobby().await);
    for socket in [&mut hers, &mut his] {
        assert_eq!(socket.seeks().await[0].id, id);
    }
    assert_eq!(ann.refused::<AcceptSeek>(&id, &()).await, "409 own-seek");
    let game = bob.get::<AcceptSeek>(&id).await.id;
    assert_eq!(hers.started().await, game);
    assert_eq!(his.seeks().await, []);
    assert_eq!(carl.refused::<AcceptSeek>(&id, &()).await, "409 seek-gone");
    let rated = NewSeek { settings: settings(FAST, true), first: First::Me };
    assert_eq!(carl.refused::<CreateSeek>(&(), &rated).await, "403 cannot-rate");
    let id = carl.send::<CreateSeek>(&(), &seek).await.id;
    assert_eq!(ann.refused::<DeleteSeek>(&id, &()).await, "404 seek-gone");
    carl.get::<DeleteSeek>(&id).await;
    for _ in 0..5 {
        carl.send::<CreateSeek>(&(), &seek).await;
    }
    assert_eq!(carl.refused::<CreateSeek>(&(), &seek).await, "403 too-many-seeks");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_play_rated_games_chat_and_report_messages() {
    let server = Server::sqlite(unlimited()).await;
    let (mut ann, mut bob, mut visitor) = (server.client(), server.client(), server.client());
    ann.register("Ann").await;
    bob.register("Bob").await;
    let id = ann.friend_game(FAST, true).await;
    assert_eq!(visitor.refused::<JoinGame>(&id, &()).await, "403 cannot-rate");
    bob.get::<JoinGame>(&id).await;
    ann.send::<ActInGame>(&id, &request("1", turn("Wd4,d1", 2))).await;
    bob.send::<ActInGame>(&id, &request("1", chat("<b>rude</b>"))).await;
    assert_eq!(visitor.get::<GetGame>(&id).await.chat, []);
    let message = ann.get::<GetGame>(&id).await.chat.remove(0);
    assert_eq!(message.text, "<b>rude</b>");
    ann.send::<ReportChat>(&id, &ChatReport { seq: message.seq, reason: String::new() }).await;
    let wrong = ChatReport { seq: 1, reason: String::new() };
    assert_eq!(ann.refused::<ReportChat>(&id, &wrong).await, "404 no-message");
    bob.send::<ActInGame>(&id, &request("2", turn("Gb2,a1", 4))).await;
    ann.send::<ActInGame>(&id, &request("2", turn("Wg2,a4", 5))).await;
    bob.send::<ActInGame>(&id, &request("3", turn("Gd7,g4", 6))).await;
    bob.send::<ActInGame>(&id, &request("4", Command::Resign)).await;
    assert_eq!(visitor.get::<GetGame>(&id).await.unrated, None);

    let profile = visitor.get::<GetPlayer>(&"ANN".to_owned()).await;
    assert!(profile.ratings[0].rating > 1500.0);
    assert_eq!(profile.ratings[0].pace, Pace::Bullet);
    assert_eq!((&profile.history[0].game, &profile.games[0].id), (&id, &id));
    assert!(profile.games[0].seats[Seat::One].as_ref().unwrap().change > Some(0));
    let text = |text: &str| Some(text.to_owned());
    let bobs = GamesQuery { player: text("bob"), ..GamesQuery::default() };
    let won = GamesQuery { result: Some(GameResult::One), opening: text("Wd4"), board: text("37"), ..bobs.clone() };
    assert_eq!(ann.call::<ListGames>(&(), &won, &()).await.unwrap()[0].id, id);
    let lost = GamesQuery { result: Some(GameResult::Two), ..bobs };
    assert_eq!(ann.call::<ListGames>(&(), &lost, &()).await, Ok(vec![]));
    let leaders = ann.call::<ListLeaders>(&(), &LeaderboardQuery { pace: Pace::Bullet }, &()).await;
    assert_eq!(leaders, Ok(vec![]), "all ratings are provisional");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_manage_their_accounts() {
    let server = Server::sqlite(unlimited()).await;
    let (mut ann, mut bob, mut other) = (server.client(), server.client(), server.client());
    ann.register("Ann").await;
    let id = ann.friend_game(FAST, true).await;
    bob.register("Bob").await;
    bob.get::<JoinGame>(&id).await;
    ann.send::<ActInGame>(&id, &request("1", turn("Wd4,d1", 2))).await;
    bob.send::<ActInGame>(&id, &request("1", turn("Gb2,a1", 3))).await;
    bob.send::<ActInGame>(&id, &request("2", Command::Resign)).await;

    assert_eq!(other.refused::<Register>(&(), &registration("ann")).await, "409 name-taken");
    assert_eq!(other.refused::<Register>(&(), &registration("9")).await, "400 bad-name");
    assert_eq!(other.0.cookie, None, "the visitor stays a visitor");
    assert_eq!(other.refused::<SignIn>(&(), &credentials("Ann", "wrong")).await, "401 wrong-password");
    other.send::<SignIn>(&(), &credentials("ann", PASSWORD)).await;
    assert_eq!(ann.get::<ListSessions>(&()).await.len(), 2);
    let change = AccountChange {
        password: PASSWORD.to_owned(),
        new_password: Some("another one".to_owned()),
        email: Some("ann@example.org".to_owned()),
    };
    ann.send::<ChangeAccount>(&(), &change).await;
    assert_eq!(other.get::<GetMe>(&()).await.player, None, "other devices are signed out");
    let export = ann.get::<ExportAccount>(&()).await;
    assert_eq!((export.email.as_deref(), &export.games[0].summary.id), (Some("ann@example.org"), &id));
    assert!(export.games[0].events.len() > 4);
    let confirm = |password: &str| PasswordConfirmation { password: password.to_owned() };
    assert_eq!(ann.refused::<DeleteAccount>(&(), &confirm(PASSWORD)).await, "403 wrong-password");
    ann.send::<DeleteAccount>(&(), &confirm("another one")).await;
    assert_eq!(bob.refused::<GetPlayer>(&"Ann".to_owned(), &()).await, "404 no-player");
    assert_eq!(bob.get::<GetGame>(&id).await.seats[Seat::One].as_ref().unwrap().kind, PlayerKind::Gone);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_with_its_token() {
    let server = Server::sqlite(unlimited()).await;
    let (mut owner, mut ann, deep) = (server.client(), server.client(), "Deep".to_owned());
    assert_eq!(ann.refused::<CreateBot>(&(), &NewBot { name: deep.clone() }).await, "401 sign-in");
    owner.register("Owner").await;
    let mut bot = server.client();
    bot.0.token = Some(owner.send::<CreateBot>(&(), &NewBot { name: deep.clone() }).await.token);
    assert_eq!(bot.get::<GetMe>(&()).await.player.unwrap().kind, PlayerKind::Bot);
    let mut lobby = bot.lobby().await;
    lobby.games().await;
    let new = new_game(FAST, false, Opponent::Bot { name: "deep".to_owned() });
    let id = ann.send::<CreateGame>(&(), &new).await.id;
    assert_eq!(lobby.started().await, id);
    ann.send::<ActInGame>(&id, &request("1", turn("Wd4,d1", 1))).await;
    bot.send::<ActInGame>(&id, &request("1", turn("Gb2,a1", 2))).await;
    let token = owner.get::<RenewBotToken>(&deep).await.token;
    assert_eq!(bot.refused::<GetMe>(&(), &()).await, "401 bad-token");
    bot.0.token = Some(token);
    assert_eq!(bot.get::<GetMe>(&()).await.player.unwrap().name, Some(deep));
    owner.get::<DeleteBot>(&"deep".to_owned()).await;
    assert_eq!(bot.refused::<GetMe>(&(), &()).await, "401 bad-token");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_endpoint_has_a_handler() {
    let server = Server::sqlite(unlimited()).await;
    for (method, path) in ALL.iter().copied().chain(SOCKETS.iter().map(|path| ("GET", *path))) {
        let answer = server.client().raw_json(method, &fill(path, "x"), "{}").await;
        assert!(!answer.starts_with("405") && !answer.ends_with(" not-found"), "{method} {path}: {answer}");
    }
    let (status, head, body) = server.client().raw("DELETE", "/api/games/x", &[], "").await;
    assert!(
        status == 405 && head.contains("allow: GET") && body.contains("method-not-allowed"),
        "{status} {head} {body}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_other_sites_are_refused() {
    let server = Server::sqlite(unlimited()).await;
    let mut ann = server.client();
    let id = ann.friend_game(FAST, false).await;
    let origin = format!("http://{}", server.host);
    assert!(ann.try_socket(&id, None, &[("origin", "http://evil.example")]).await.is_err());
    assert!(ann.try_socket(&id, None, &[("origin", &origin)]).await.is_ok());
    let evil = [("origin", "http://evil.example"), ("content-type", "application/json")];
    let (status, head, body) = ann.raw("POST", &format!("/api/games/{id}/act"), &evil, "{}").await;
    assert!(status == 403 && body.contains("foreign-origin"), "{body}");
    assert!(head.contains("content-security-policy") && head.contains("x-request-id"), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_requests_are_refused() {
    let server = Server::sqlite(Config::default()).await;
    let mut ann = server.client();
    let id = ann.friend_game(FAST, false).await;
    assert_eq!(ann.raw("POST", "/api/games", &[], "{}").await.0, 415);
    let mut new = json!(new_game(FAST, false, Opponent::Friend));
    new["settings"]["rules"]["captures"] = json!("never");
    for (method, path, body, refusal) in [
        ("POST", "/api/games", r#"{"nonsense": true}"#, "400 malformed"),
        ("POST", "/api/games", &new.to_string(), "400 malformed"),
        ("POST", "/api/games", &" ".repeat(70_000), "413 too-large"),
        ("GET", "/api/games/nonsense!", "", "404 not-found"),
        ("GET", "/api/nowhere", "", "404 not-found"),
        ("GET", "/api/leaders?pace=quick", "", "400 malformed"),
        ("GET", &format!("/api/games/{id}/socket"), "", "400 malformed"),
    ] {
        assert_eq!(ann.raw_json(method, path, body).await, refusal, "{path}");
    }
    let short = new_game(TimeControl::Fischer { initial: 1, increment: 3 }, false, Opponent::Friend);
    assert_eq!(ann.refused::<CreateGame>(&(), &short).await, "422 time");
    let mut large = new_game(FAST, false, Opponent::Friend);
    large.settings.rules.pool = [255; 3];
    assert_eq!(ann.refused::<CreateGame>(&(), &large).await, "422 pool");

    // A socket answers malformed messages and stays open. Too large a message closes it.
    let mut socket = ann.socket(&id).await;
    socket.snapshot().await;
    for text in ["nonsense", "{}", r#"{"id":"x","type":"fly"}"#, r#"{"id":"x","type":"turn","turn":7}"#, "[1]"] {
        socket.send_text(text).await;
        assert_eq!(socket.refused().await, Code::Malformed, "{text}");
    }
    assert_eq!(socket.request(request(&"y".repeat(50), Command::Resign)).await.unwrap_err().code, Code::BadId);
    for _ in 0..60 {
        socket.send_text(r#"{"id":"z","type":"resign"}"#).await;
    }
    while socket.refused().await != Code::RateLimited {}
    let mut socket = ann.socket(&id).await;
    socket.send_text(&"x".repeat(20_000)).await;
    socket.snapshot().await;
    socket.closed().await;

    let mut refusals = Vec::new();
    for _ in 0..15 {
        refusals.push(ann.refused::<SignIn>(&(), &credentials("Ann", "guess")).await);
    }
    assert!(refusals.contains(&"429 rate-limited".to_owned()), "{refusals:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_for_the_server_alone() {
    let config = Config { base_url: Some("https://zertz.example".to_owned()), ..Config::default() };
    let server = Server::sqlite(config).await;
    let body = json!(new_game(FAST, false, Opponent::Friend)).to_string();
    let headers = [("content-type", "application/json"), ("origin", "https://zertz.example")];
    let (status, head, _) = server.client().raw("POST", "/api/games", &headers, &body).await;
    assert_eq!(status, 200);
    let cookie = head.lines().find(|line| line.starts_with("set-cookie: ")).unwrap();
    for word in ["__Host-zertz=", "HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    assert!(!cookie.contains("Domain") && head.contains("strict-transport-security: max-age=31536000"), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_readiness_and_metrics() {
    let server = Server::sqlite(unlimited()).await;
    let mut operator = server.client();
    let (status, _, body) = operator.raw("GET", "/readyz", &[], "").await;
    assert_eq!((status, body.as_str()), (200, "ready"));
    let (_, _, metrics) = operator.raw("GET", "/metrics", &[], "").await;
    assert!(metrics.contains("zertz_http_seconds"), "{metrics}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_write_is_not_ready() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    Database::execute(&database.url, "DROP TABLE probe").await;
    let (status, _, body) = server.client().raw("GET", "/readyz", &[], "").await;
    assert_eq!((status, body.as_str()), (503, "the database cannot be written"));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_on_two_servers_with_one_database_play_each_other() {
    let Some(database) = Database::postgres().await else { return };
    let (here, there) = (Server::start(&database).await, Server::start(&database).await);
    let (mut ann, mut bob) = (here.client(), there.client());
    ann.send::<CreateSeek>(&(), &NewSeek { settings: settings(FAST, false), first: First::Me }).await;
    let mut lobby = ann.lobby().await;
    let seek = bob.get::<ListSeeks>(&()).await.remove(0);
    let id = bob.get::<AcceptSeek>(&seek.id).await.id;
    assert_eq!(lobby.started().await, id);
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    one.snapshot().await;
    two.snapshot().await;
    let mut game = Game::new(Rules::standard(Board::rings37()));
    let mut seq = 1;
    for number in 0..30 {
        if game.outcome().is_some() {
            break;
        }
        let (mover, other) =
            if game.position().mover() == Player::One { (&mut one, &mut two) } else { (&mut two, &mut one) };
        let text = any_turn(&game, |count| (number * 37) % count);
        seq = mover.ask(turn(&text, seq)).await.unwrap();
        let mut update = other.update().await;
        while update.event.seq != seq {
            update = other.update().await;
        }
        assert_eq!(update.add, [text.as_str()]);
        game.play_text(&text).unwrap();
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_sees_heartbeats_with_the_measured_lag() {
    let server = Server::sqlite(unlimited()).await;
    let (_, [ann, _], [mut one, _]) = pair(&server, TimeControl::None).await;
    let mut lobby = ann.lobby().await;
    let began = std::time::Instant::now();
    let mut lags = Vec::new();
    while lags.len() < 3 {
        if let Some(Message::Heartbeat { lag }) = one.next().await {
            lags.push(lag);
        }
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(12));
    assert!(lags[0].is_none() && lags[2].is_some_and(|lag| (0..2_000).contains(&lag)), "{lags:?}");
    while !matches!(lobby.next().await, Some(LobbyMessage::Heartbeat { lag: Some(_) })) {}
}
