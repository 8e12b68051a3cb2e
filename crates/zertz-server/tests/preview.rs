//! What other sites show for a link, over real connections.

#[path = "common/client.rs"]
mod client;
mod common;

use client::{Server, pair, proxied, turn, unlimited};
use common::{Database, FAST};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use zertz_protocol::Command;
use zertz_server::Config;

/// Loads an address as the program of another site does. Returns the head and the body of the response.
async fn load(server: &Server, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(&server.host).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\naccept: */*\r\nconnection: close\r\n\r\n", server.host);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    let end = response.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let body = response.split_off(end + 4);
    (String::from_utf8(response).unwrap().to_ascii_lowercase(), body)
}

async fn page(server: &Server, path: &str) -> String {
    let (head, body) = load(server, path).await;
    assert!(head.starts_with("http/1.1 200") && head.contains("content-type: text/html"), "{path}: {head}");
    String::from_utf8(body).unwrap()
}

/// The content of a tag.
fn tag(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!("\"{name}\" content=\"")).unwrap_or_else(|| panic!("{name}: {page}"));
    rest.split_once('"').unwrap().0.to_owned()
}

/// Loads a picture, which must have the size that the tags state. Returns the head.
async fn picture(server: &Server, path: &str) -> String {
    let (head, png) = load(server, path).await;
    assert!(head.contains("200 ok") && head.contains("content-type: image/png"), "{path}: {head}");
    assert!(png.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (1200, 630), "{path}");
    head
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_game_names_the_players_and_shows_the_board() {
    let server = Server::sqlite(unlimited()).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    let id = ann.friend_game(FAST, false).await;
    let invitation = page(&server, &format!("/online/{id}")).await;
    assert_eq!(tag(&invitation, "og:title"), "Ann invites you to a game of ZÈRTZ");

    let mut bob = server.client();
    bob.register("Bob").await;
    bob.get::<zertz_protocol::endpoint::JoinGame>(&id).await;
    let mut one = ann.socket(&id).await;
    one.snapshot().await;
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    let running = page(&server, &format!("/online/{id}")).await;
    assert_eq!(tag(&running, "og:title"), "Ann vs Bob · ZÈRTZ");
    assert_eq!(tag(&running, "og:description"), "37 rings, in progress: 1 turn so far.");
    assert_eq!(tag(&running, "og:url"), format!("http://{}/online/{id}", server.host));
    assert_eq!(tag(&running, "twitter:card"), "summary_large_image");
    let image = tag(&running, "og:image");
    let path = image.strip_prefix(&format!("http://{}", server.host)).expect("an absolute address");
    let head = picture(&server, path).await;
    assert!(head.contains("cache-control: public, max-age=60\r"), "{head}");
    assert!(head.contains("cross-origin-resource-policy: cross-origin"), "{head}");

    one.ask(Command::Resign).await.unwrap();
    let over = page(&server, &format!("/online/{id}")).await;
    assert_eq!(tag(&over, "og:description"), "37 rings, 1 turn. Bob won.");
    assert!(picture(&server, path).await.contains("max-age=86400"));
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_missing_games_have_a_preview_too() {
    let server = Server::sqlite(Config { base_url: Some("https://zertz.example/".to_owned()), ..unlimited() }).await;
    let (id, ..) = pair(&server, FAST).await;
    assert_eq!(tag(&page(&server, &format!("/online/{id}")).await, "og:title"), "Guest vs Guest · ZÈRTZ");
    for path in ["/", "/online/missing", "/analyse", "/analyse?turns=nonsense"] {
        let page = page(&server, path).await;
        assert_eq!(tag(&page, "og:title"), "ZÈRTZ", "{path}");
        assert_eq!(tag(&page, "og:image"), "https://zertz.example/api/board.png", "{path}");
    }
    picture(&server, "/api/board.png").await;
    let (head, _) = load(&server, "/api/games/missing/board.png").await;
    assert!(head.starts_with("http/1.1 404"), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_position_shows_it() {
    let server = Server::sqlite(unlimited()).await;
    let link = "/analyse?board=48&turns=Wd4,d1_Gd5,a1&at=1";
    let page = page(&server, link).await;
    assert_eq!(tag(&page, "og:description"), "48 rings, after 1 turn.");
    let image = tag(&page, "og:image").replace("&amp;", "&");
    picture(&server, image.strip_prefix(&format!("http://{}", server.host)).unwrap()).await;
    let (head, _) = load(&server, "/api/board.png?board=37&turns=Wd4,d4").await;
    assert!(head.starts_with("http/1.1 422"), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_name_cannot_leave_its_tag() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    let id = ann.friend_game(FAST, false).await;
    // No such name can be registered. The page must be safe even so.
    let name = "\"><script>alert(1)</script>";
    Database::execute(&database.url, &format!("UPDATE players SET name = '{name}' WHERE name = 'Ann'")).await;
    let page = page(&server, &format!("/online/{id}")).await;
    let title = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; invites you to a game of ZÈRTZ";
    assert_eq!(tag(&page, "og:title"), title);
    assert!(!page.contains("<script"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_can_ask_for_so_many_pictures_only() {
    let server = Server::sqlite(proxied()).await;
    let mut refused = Vec::new();
    for _ in 0..90 {
        // Nothing is drawn, so that this is fast; it counts all the same.
        refused.push(load(&server, "/api/board.png?turns=nonsense").await.0.starts_with("http/1.1 429"));
    }
    assert!(refused[..60].iter().all(|refused| !refused), "{refused:?}");
    assert!(refused.contains(&true), "it refills with one a second");
}
