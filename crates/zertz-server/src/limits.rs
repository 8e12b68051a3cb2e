//! How much a player or an address may use of the server. docs/limits.md has the same tables; a test compares them. What the rules of a
//! game allow, such as the length of a message, is in [`LIMITS`].

use std::time::Duration;
use zertz_protocol::LIMITS;

/// How often something may be done: a number at once, and then as many each hour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    pub at_once: u32,
    pub per_hour: u32,
}

/// The rates of a player and of an address, over all connections. An IPv4 address counts by itself, IPv6 addresses count by /64, and all of
/// a /48 may do [`SITE`] times as much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rates {
    pub what: &'static str,
    pub player: Option<Rate>,
    pub address: Option<Rate>,
}

/// How many of something there may be at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Most {
    pub what: &'static str,
    pub player: u32,
    pub address: u32,
}

/// How much more than one address the /48 network of IPv6 addresses has.
pub(crate) const SITE: u32 = 4;

const fn rate(at_once: u32, per_hour: u32) -> Option<Rate> {
    Some(Rate { at_once, per_hour })
}

macro_rules! limits {
    ($all:ident: $type:ident; $($name:ident $what:literal, $player:expr, $address:expr;)+) => {
        $(pub(crate) const $name: $type = $type { what: $what, player: $player, address: $address };)+

        #[cfg(test)]
        const $all: &[$type] = &[$($name),+];
    };
}

limits! {
    RATES: Rates;
    REQUESTS "requests of any kind", None, rate(300, 72_000);
    CHANGES "requests that change something", rate(60, 14_400), rate(240, 57_600);
    EVENTS "events in games", rate(20, 18_000), rate(200, 72_000);
    BYTES "bytes sent to games", rate(512 * 1024, 60_000_000), rate(4 * 1024 * 1024, 480_000_000);
    CHAT "chat messages", rate(10, 1_200), rate(60, 7_200);
    GAMES "new games", rate(20, 600), rate(100, 6_000);
    OFFERS "new challenges in the lobby", rate(20, 1_200), rate(60, 6_000);
    GUESTS "new guests", None, rate(60, 600);
    ACCOUNTS "new accounts and bots", None, rate(10, 20);
    PASSWORDS "passwords tried", None, rate(10, 600);
    GUESSES "passwords tried for one account, from addresses where it has not been used", rate(10, 60), None;
    REPORTS "reports", rate(5, 20), rate(20, 100);
    BLOCKS "players blocked", rate(20, 200), rate(60, 600);
    MODERATION "requests by moderators", rate(120, 7_200), rate(240, 14_400);
    SEARCHES "searches, profiles and leaderboards", None, rate(120, 36_000);
    DOWNLOADS "downloads of many games", None, rate(10, 600);
    PICTURES "pictures of boards, for link previews", None, rate(60, 3_600);
    SOCKETS_OPENED "sockets opened", rate(60, 7_200), rate(240, 28_800);
}

limits! {
    MOSTS: Most;
    SOCKETS "sockets", 64, 256;
    OPEN_GAMES "games that are not over", 50, 500;
    ENGINE_GAMES "of these, against the server's engine", 5, 25;
    SEEKS "challenges in the lobby", LIMITS.open_seeks, 20;
}

/// Connections of one address that is not a proxy.
pub(crate) const CONNECTIONS: u32 = 384;

/// Files that the connections leave for everything else.
pub(crate) const FILES_KEPT: u64 = 96;

/// The time for the head of a request, and between requests on a connection.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);

/// The time for the body of a request.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(20);

/// How long a client may read nothing of what the server sends.
pub(crate) const READ_TIME: Duration = Duration::from_secs(20);

/// How long a client may take to read a game of a data export.
pub(crate) const GAME_TIME: Duration = Duration::from_secs(60);

/// Pictures of boards that are drawn at the same time.
pub(crate) const DRAWN_AT_ONCE: usize = 2;

/// Events of a game. After that, players can only play turns and end the game.
pub(crate) const GAME_EVENTS: i64 = 2_000;

/// How often a player may set conditional turns in a game.
pub(crate) const GAME_CONDITIONAL_TURNS: u32 = 100;

/// How often a player may make each kind of offer in a game.
pub(crate) const GAME_OFFERS: u32 = 20;

/// How often a player may give the opponent time.
pub(crate) const GAME_TIME_GIVEN: u32 = 50;

/// Chat messages of a player in a game.
pub(crate) const GAME_CHAT: u32 = 200;

/// Chat messages of a player after the end of the game.
pub(crate) const GAME_CHAT_AFTER: u32 = 20;

/// Bots of an account.
pub(crate) const BOTS: usize = 10;

/// Bytes in the body of a request.
pub(crate) const BODY: usize = 64 * 1024;

/// Bytes in a message on a socket.
pub(crate) const MESSAGE: usize = 16 * 1024;

/// Games in a download.
pub(crate) const RECORDS: i64 = 500;

/// Updates that a client can catch up on. A client that has missed more gets a snapshot.
pub(crate) const MISSED_UPDATES: i64 = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: u32) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }

    #[test]
    fn the_documentation_has_every_limit() {
        let docs = include_str!("../../../docs/limits.md");
        let rate = |rate: Option<Rate>| match rate {
            Some(rate) => format!("{}, then {} per hour", number(rate.at_once), number(rate.per_hour)),
            None => "–".to_owned(),
        };
        let rates = RATES.iter().map(|one| format!("| {} | {} | {} |", one.what, rate(one.player), rate(one.address)));
        let most = MOSTS.iter().map(|one| format!("| {} | {} | {} |", one.what, one.player, one.address));
        let per_game = [
            ("events", GAME_EVENTS as u32),
            ("times a player may change conditional turns", GAME_CONDITIONAL_TURNS),
            ("offers of each kind per player", GAME_OFFERS),
            ("times a player may give the opponent extra time", GAME_TIME_GIVEN),
            ("chat messages per player", GAME_CHAT),
            ("of these, after the end", GAME_CHAT_AFTER),
        ];
        let sizes = [
            ("bots per account", BOTS as u32),
            ("bytes in a request", BODY as u32),
            ("bytes in a message on a socket", MESSAGE as u32),
            ("games in a download", RECORDS as u32),
        ];
        let per_game = per_game.into_iter().chain(sizes).map(|(what, most)| format!("| {what} | {} |", number(most)));
        let times = [
            ("the head of a request, and the pause between requests", HEAD_TIME),
            ("the body of a request", BODY_TIME),
            ("a pause in reading what the server sends", READ_TIME),
            ("reading a game of a data export", GAME_TIME),
        ];
        let times = times.into_iter().map(|(what, time)| format!("| {what} | {} s |", time.as_secs()));
        for row in rates.chain(most).chain(per_game).chain(times) {
            assert!(docs.lines().any(|line| line == row), "docs/limits.md has no row\n{row}");
        }
    }
}
