//! What must not happen, over real connections: each test fails when the check that it is named after is removed.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{Client, PASSWORD, Server, Socket, chat, credentials, new_game, pair, proxied, request, turn, unlimited};
use common::{Database, FAST, settings};
use std::time::Duration;
use zertz::notation::Format;
use zertz_protocol::{
    AccountChange, Code, Command, ConditionalTurns, GameResult, GamesQuery, LeaderboardQuery, NewBot, Opponent, Pace,
    Paired, PasswordConfirmation, RecordsQuery, Seat,
    endpoint::{
        ActInGame, ChangeAccount, CreateBot, CreateGame, DeleteAccount, DeleteSession, DownloadRecords, Endpoint,
        GameSocket, GetGame, GetMe, GetPlayer, JoinGame, ListLeaders, ListSessions, PairPlayer, RenewBotToken, SignIn,
        SignOut,
    },
};
use zertz_server::{Config, store::Store};

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_can_do_nothing() {
    let server = Server::sqlite(Config { guests_may_chat: true, ..unlimited() }).await;
    let (id, [mut ann, _], _) = pair(&server, FAST).await;
    // A known player, at another table.
    let mut carl = server.client();
    carl.friend_game(FAST, false).await;
    let mut spectator = carl.socket(&id).await;
    assert_eq!(spectator.snapshot().await.you, None);
    let turns = ConditionalTurns { lines: vec![vec!["*".to_owned(), "Wd4,d1".to_owned()]] };
    for command in [
        turn("Wd4,d1", 2),
        chat("hello"),
        Command::ConditionalTurns { turns },
        Command::OfferDraw,
        Command::GiveTime,
        Command::Abort,
        Command::Resign,
    ] {
        assert_eq!(spectator.ask(command.clone()).await.unwrap_err().code, Code::NotSeated, "{command:?}");
        let refused = carl.refused::<ActInGame>(&id, &request("mine", command.clone())).await;
        assert_eq!(refused, "403 not-seated", "{command:?}");
    }
    assert_eq!(ann.get::<GetGame>(&id).await.seq, 2, "nothing has happened");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_on_disk_is_neither_acknowledged_nor_shown() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let (id, [mut ann, _], [mut one, mut two]) = pair(&server, FAST).await;
    Database::refuse_events(&database.url).await;
    let mine = request("mine", turn("Wd4,d1", 2));
    assert_eq!(one.request(mine.clone()).await.unwrap_err().code, Code::Unavailable);
    let table = ann.get::<GetGame>(&id).await;
    assert_eq!((table.seq, table.acts.len()), (2, 0));
    Database::accept_events(&database.url).await;
    // Sent again, it is carried out, and the opponent hears of it once.
    assert_eq!(one.request(mine).await, Ok(3));
    assert_eq!(two.ask(turn("Gb2,a1", 3)).await, Ok(4));
    for seq in [3, 4] {
        assert_eq!(two.update().await.event.seq, seq);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_count_as_new_games() {
    let server = Server::sqlite(Config::default()).await;
    let mut ann = server.client();
    let id = ann.friend_game(FAST, false).await;
    let again = request("1", Command::OfferRematch);
    for _ in 0..25 {
        if ann.refused::<ActInGame>(&id, &again).await == "429 rate-limited" {
            return;
        }
        // The limit of events in games refills faster than that of new games.
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    panic!("there can be any number of rematches");
}

/// The name of the player that a client acts for.
async fn name(client: &mut Client) -> Option<String> {
    client.get::<GetMe>(&()).await.player.and_then(|player| player.name)
}

/// Signs in to Ann's account on another device.
async fn sign_in(server: &Server) -> Client {
    let mut device = server.client();
    device.send::<SignIn>(&(), &credentials("Ann", PASSWORD)).await;
    assert_eq!(name(&mut device).await.as_deref(), Some("Ann"));
    device
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_a_visitor() {
    let server = Server::sqlite(unlimited()).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    // Signed out by another device.
    let mut phone = sign_in(&server).await;
    let sessions = ann.get::<ListSessions>(&()).await;
    let other = sessions.iter().find(|session| !session.current).unwrap();
    let mut bob = server.client();
    bob.register("Bob").await;
    assert_eq!(bob.refused::<DeleteSession>(&other.id, &()).await, "404 no-session", "of another player");
    ann.get::<DeleteSession>(&other.id).await;
    assert_eq!(name(&mut phone).await, None);
    assert_eq!(phone.refused::<ListSessions>(&(), &()).await, "401 sign-in");
    // Signed out by itself: the cookie is worthless, even if the browser kept it.
    let mut phone = sign_in(&server).await;
    let cookie = phone.0.cookie.clone();
    phone.get::<SignOut>(&()).await;
    phone.0.cookie = cookie;
    assert_eq!(name(&mut phone).await, None);
    assert_eq!(name(&mut ann).await.as_deref(), Some("Ann"));
}

/// A new password closes all sockets of the account, on any server, and no others. The device that changed it has a new session.
async fn check_that_sockets_are_closed(here: &Server, there: &Server) {
    let mut ann = here.client();
    ann.register("Ann").await;
    let id = ann.friend_game(FAST, false).await;
    let phone = sign_in(there).await;
    let (mut game, mut lobby) = (phone.socket(&id).await, phone.lobby().await);
    let mut own = ann.socket(&id).await;
    assert_eq!(game.snapshot().await.you, Some(Seat::One));
    lobby.games().await;
    let new_password = Some("another one".to_owned());
    ann.send::<ChangeAccount>(&(), &AccountChange { password: PASSWORD.to_owned(), new_password, email: None }).await;
    game.closed().await;
    lobby.closed().await;
    own.closed().await;
    let mut own = ann.socket(&id).await;
    assert_eq!(own.snapshot().await.you, Some(Seat::One));
    own.ask(Command::Abort).await.unwrap();
    assert_eq!(phone.socket(&id).await.snapshot().await.you, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_disconnected() {
    let server = Server::sqlite(unlimited()).await;
    check_that_sockets_are_closed(&server, &server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_disconnected_from_another_server() {
    let Some(database) = Database::postgres().await else { return };
    let (here, there) = (Server::start(&database).await, Server::start(&database).await);
    check_that_sockets_are_closed(&here, &there).await;
}

/// Another program, such as `zertz admin`, signs a player out.
async fn check_that_another_program_signs_out(database: &Database) {
    let server = Server::start(database).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    let mut lobby = ann.lobby().await;
    lobby.games().await;
    let admin = Store::open_beside(&database.url).await.unwrap();
    let account = admin.player_named("Ann").await.unwrap().unwrap();
    admin.revoke_others(&account.player.id, None).await.unwrap();
    lobby.closed().await;
    assert_eq!(name(&mut ann).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_another_program_signs_out_is_disconnected() {
    check_that_another_program_signs_out(&Database::sqlite()).await;
    let Some(database) = Database::postgres().await else { return };
    check_that_another_program_signs_out(&database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_known_before_is_worthless_afterwards() {
    let server = Server::sqlite(unlimited()).await;
    let mut ann = server.client();
    ann.friend_game(FAST, false).await;
    let guest = ann.clone();
    ann.register("Ann").await;
    let registered = ann.clone();
    let new_password = Some("another one".to_owned());
    ann.send::<ChangeAccount>(&(), &AccountChange { password: PASSWORD.to_owned(), new_password, email: None }).await;
    for mut stolen in [guest, registered] {
        assert_eq!(stolen.get::<GetMe>(&()).await.player, None);
    }
    assert_eq!(name(&mut ann).await.as_deref(), Some("Ann"));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_passwords_cannot_be_tried_from_many_addresses() {
    let server = Server::sqlite(proxied()).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    ann.get::<GetMe>(&()).await;
    let mut tried = 0;
    while server.client().refused::<SignIn>(&(), &credentials("Ann", "wrong")).await == "401 wrong-password" {
        tried += 1;
        assert!(tried < 20, "there is no limit");
    }
    // The owner, at the usual address, is not locked out.
    ann.send::<SignIn>(&(), &credentials("Ann", PASSWORD)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sockets_of_a_player_share_their_limits() {
    let server = Server::sqlite(proxied()).await;
    let (mut ann, mut bob) = (server.client(), server.client());
    let id = ann.friend_game(FAST, false).await;
    bob.get::<JoinGame>(&id).await;
    let mut sockets = Vec::new();
    for _ in 0..10 {
        sockets.push(ann.socket(&id).await);
    }
    let mut refused = 0;
    for round in 0..10 {
        for socket in &mut sockets {
            refused += usize::from(socket.ask(Command::DeclineDraw).await.unwrap_err().code == Code::RateLimited);
        }
        assert!(round > 0 || refused == 0);
    }
    assert!(refused > 40, "{refused} of 100");
    // Somebody else is not affected.
    let mut other = bob.socket(&id).await;
    assert_ne!(other.ask(Command::DeclineDraw).await.unwrap_err().code, Code::RateLimited);
    // More sockets than a player may have.
    while let Ok(socket) = ann.try_socket(&id, None, &[]).await {
        sockets.push(socket);
        assert!(sockets.len() <= 64, "there is no limit");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_a_log_grow_is_capped() {
    let server = Server::sqlite(Config { guests_may_chat: true, ..unlimited() }).await;
    let (_, _, [mut one, mut two]) = pair(&server, FAST).await;
    let most = async |socket: &mut Socket<GameSocket>, command: &dyn Fn(usize) -> Command| {
        for count in 0..300 {
            match socket.ask(command(count)).await {
                Ok(_) => {}
                Err(problem) if problem.code == Code::TooOften => return count,
                Err(problem) => panic!("{problem}"),
            }
        }
        300
    };
    let plan = |count: usize| {
        let lines = if count.is_multiple_of(2) { vec![vec!["*".to_owned(), "Wd4,d1".to_owned()]] } else { Vec::new() };
        Command::ConditionalTurns { turns: ConditionalTurns { lines } }
    };
    assert_eq!(most(&mut two, &plan).await, 100);
    assert_eq!(most(&mut two, &|_| chat("hello")).await, 200);
    let mut offers = 0;
    while one.ask(Command::OfferDraw).await.is_ok() {
        two.ask(Command::DeclineDraw).await.unwrap();
        offers += 1;
    }
    assert_eq!(offers, 20);
    one.ask(Command::Abort).await.unwrap();
    assert_eq!(most(&mut one, &|_| chat("after the end")).await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_at_one_address_are_not_rated_against_each_other() {
    // Without a proxy, everybody has the address of this machine.
    let server = Server::sqlite(Config { limits: false, ..Config::default() }).await;
    let (mut ann, mut bob) = (server.client(), server.client());
    ann.register("Ann").await;
    bob.register("Bob").await;
    let id = ann.friend_game(FAST, true).await;
    assert_eq!(bob.refused::<JoinGame>(&id, &()).await, "403 rated-shared");
    let casual = ann.friend_game(FAST, false).await;
    bob.get::<JoinGame>(&casual).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_on_one_device_are_not_rated_against_each_other() {
    let server = Server::sqlite(unlimited()).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    ann.get::<GetMe>(&()).await;
    // Somebody else uses the browser, elsewhere.
    let mut bob = server.client();
    ann.get::<SignOut>(&()).await;
    bob.0.cookie = ann.0.cookie.clone();
    bob.register("Bob").await;
    let id = bob.friend_game(FAST, true).await;
    let mut ann = server.client();
    ann.send::<SignIn>(&(), &credentials("Ann", PASSWORD)).await;
    assert_eq!(ann.refused::<JoinGame>(&id, &()).await, "403 rated-shared");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_mean_nothing_cannot_be_rated() {
    let server = Server::sqlite(unlimited()).await;
    let (mut ann, mut bob) = (server.client(), server.client());
    ann.register("Ann").await;
    bob.register("Bob").await;
    let bot = ann.send::<CreateBot>(&(), &NewBot { name: "Deep".to_owned() }).await;
    let mut deep = server.client();
    deep.0.token = Some(bot.token);
    let against_bot = new_game(FAST, true, Opponent::Bot { name: "Deep".to_owned() });
    assert_eq!(ann.refused::<CreateGame>(&(), &against_bot).await, "403 rated-self");
    assert_eq!(deep.refused::<CreateGame>(&(), &against_bot).await, "403 rated-self");
    let against_engine = new_game(FAST, true, Opponent::Engine { level: 1 });
    assert_eq!(ann.refused::<CreateGame>(&(), &against_engine).await, "403 rated-engine");
    let mut tiny = new_game(FAST, true, Opponent::Friend);
    tiny.settings.rules.board = "custom:a1".to_owned();
    assert_eq!(ann.refused::<CreateGame>(&(), &tiny).await, "403 cannot-rate");
    // Two turns of each player are missing.
    let id = ann.friend_game(FAST, true).await;
    bob.get::<JoinGame>(&id).await;
    ann.send::<ActInGame>(&id, &request("1", turn("Wd4,d1", 2))).await;
    bob.send::<ActInGame>(&id, &request("1", turn("Gb2,a1", 3))).await;
    bob.send::<ActInGame>(&id, &request("2", Command::Resign)).await;
    assert_eq!(ann.get::<GetGame>(&id).await.unrated, Some(Code::RatedShort));
    assert_eq!(ann.get::<GetPlayer>(&"Ann".to_owned()).await.ratings, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_who_ask_for_the_same_game_at_once_meet() {
    let server = Server::sqlite(unlimited()).await;
    for _ in 0..20 {
        let (mut ann, mut bob) = (server.client(), server.client());
        let wanted = settings(FAST, false);
        let (one, two) = tokio::join!(ann.send::<PairPlayer>(&(), &wanted), bob.send::<PairPlayer>(&(), &wanted));
        let games = [&one, &two].into_iter().filter(|paired| matches!(paired, Paired::Game { .. })).count();
        assert_eq!(games, 1, "{one:?} {two:?}");
    }
    let mut carl = server.client();
    let wanted = settings(FAST, false);
    let first = carl.send::<PairPlayer>(&(), &wanted).await;
    assert_eq!(carl.send::<PairPlayer>(&(), &wanted).await, first, "asking again makes no second challenge");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_without_a_valid_token_is_disconnected() {
    let server = Server::sqlite(unlimited()).await;
    let mut owner = server.client();
    owner.register("Owner").await;
    let mut lobbies = Vec::new();
    for name in ["Deep", "Deeper"] {
        let mut bot = server.client();
        bot.0.token = Some(owner.send::<CreateBot>(&(), &NewBot { name: name.to_owned() }).await.token);
        lobbies.push(bot.lobby().await);
    }
    owner.get::<RenewBotToken>(&"Deep".to_owned()).await;
    lobbies[0].closed().await;
    // The bots are deleted with their owner.
    owner.send::<DeleteAccount>(&(), &PasswordConfirmation { password: PASSWORD.to_owned() }).await;
    lobbies[1].closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_casual_game_changes_no_rating() {
    let server = Server::sqlite(unlimited()).await;
    let (mut ann, mut bob) = (server.client(), server.client());
    ann.register("Ann").await;
    bob.register("Bob").await;
    let id = ann.friend_game(FAST, false).await;
    bob.get::<JoinGame>(&id).await;
    bob.send::<ActInGame>(&id, &request("1", Command::Resign)).await;
    let profile = ann.get::<GetPlayer>(&"Ann".to_owned()).await;
    assert_eq!(profile.games[0].result, Some(GameResult::One));
    assert_eq!((profile.ratings, profile.history), (vec![], vec![]));
}

/// Calls an endpoint until the rate limit is reached, at most `most` times.
async fn reach_limit<E: Endpoint>(
    client: &mut Client,
    params: &E::Params,
    query: &E::Query,
    body: &E::Body,
    most: u32,
) {
    for _ in 0..most {
        if let Err((429, problem)) = client.call::<E>(params, query, body).await {
            assert!(problem.code == Code::RateLimited && problem.retry_after > Some(0), "{problem:?}");
            return;
        }
    }
    panic!("{} has no limit", E::PATH);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_too_often_has_to_wait() {
    let server = Server::sqlite(Config::default()).await;
    let mut ann = server.client();
    let id = ann.friend_game(FAST, false).await;
    reach_limit::<ActInGame>(&mut ann, &id, &(), &request("1", Command::Resign), 70).await;
    reach_limit::<ListLeaders>(&mut ann, &(), &LeaderboardQuery { pace: Pace::Bullet }, &(), 150).await;
    let games = GamesQuery { player: Some("ann".to_owned()), ..GamesQuery::default() };
    let records = RecordsQuery { games, format: Format::Official };
    reach_limit::<DownloadRecords>(&mut ann, &(), &records, &(), 15).await;
}
