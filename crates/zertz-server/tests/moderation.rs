//! Moderation, on SQLite and on PostgreSQL: what the store guarantees, and what moderators, restricted players and strangers see.

#[macro_use]
mod common;
#[path = "common/client.rs"]
mod client;

use client::{Client, PASSWORD, Server, TIMEOUT, chat, credentials, new_game, pair, proxied, request, turn};
use common::{Database, FAST, guest, settings};
use std::time::Duration;
use zertz_protocol::{
    AuditAction, AuditQuery, BotRules, ChatRemoval, Code, Command, DeclineReason, Event, EventKind, FairPlayState,
    First, GameId, NewAddressBlock, NewBot, NewReport, NewSanction, NewSeek, Note, Opponent, Pace, Pair, Paired,
    Player, PlayerId, ReportDecision, ReportReason, ReportState, ReportSubject, ReportsQuery, RestrictionKind,
    Sanction, Seat, SeekId, Status, TimeControl, endpoint::*,
};
use zertz_server::{
    RandomId,
    play::Hub,
    store::{
        Append, Caller, ENDED_KEPT, Job, NewAudit, NewOffer, Page, RatedPair, ReportFilter, ReportRow, Store,
        WARNING_KEPT, blockable,
    },
    table::Table,
};

on_both_databases!(
    a_voided_game_leaves_ratings_as_if_it_had_been_casual,
    ratings_after_a_voided_game_follow_from_each_other_in_a_long_log,
    games_that_end_together_are_voided_in_the_order_in_which_they_were_rated,
    reports_are_listed_by_state_player_and_page,
    restrictions_end_and_are_lifted,
    a_network_is_blocked_until_a_time,
    what_moderators_did_is_kept_for_a_while,
    players_who_block_each_other_are_not_paired,
    the_audit_log_is_listed_by_page_and_player,
);

/// Runs each test with a server and an operator's store beside it, on both databases.
macro_rules! on_both_servers {
    ($($name:ident),+ $(,)?) => {
        mod server_on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(super::Site::start(super::Database::sqlite()).await).await;
            })+
        }
        mod server_on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let Some(database) = super::Database::postgres().await else { return };
                super::$name(super::Site::start(database).await).await;
            })+
        }
    };
}

on_both_servers!(
    everybody_but_moderators_gets_the_same_refusal,
    a_muted_player_cannot_chat,
    a_banned_player_is_cut_off_and_the_games_end,
    an_operator_beside_the_server_bans_and_lifts,
    a_ban_that_was_not_carried_out_is_finished,
    a_game_is_voided_once,
    a_closed_account_cannot_sign_in,
    a_warning_is_shown_until_it_is_confirmed,
    an_export_has_what_moderation_stores_about_a_player,
    a_removed_message_is_gone_for_everybody,
    a_voided_game_is_shown_as_such,
    blocked_players_cannot_challenge_or_chat,
    a_blocked_address_gets_no_guests_sessions_or_sockets,
    players_messages_and_games_are_reported_and_handled,
    a_bot_accepts_what_its_rules_allow_and_declines_the_rest,
    fair_play_signals_are_computed_in_the_background,
);

/// A server, and an operator at its database.
struct Site {
    server: Server,
    store: Store,
    _database: Database,
}

impl Site {
    async fn start(database: Database) -> Site {
        let server = Server::start(&database).await;
        let store = Store::open_beside(&database.url).await.unwrap();
        Site { server, store, _database: database }
    }

    /// A person with an account.
    async fn person(&self, name: &str) -> (Client, PlayerId) {
        let mut client = self.server.client();
        client.register(name).await;
        let id = client.get::<GetMe>(&()).await.player.unwrap().id;
        (client, id)
    }

    async fn moderator(&self, name: &str) -> (Client, PlayerId) {
        let (client, id) = self.person(name).await;
        self.store.set_moderator(&id, true, &audit(AuditAction::AddModerator, 1)).await.unwrap();
        (client, id)
    }
}

fn audit(action: AuditAction, at: i64) -> NewAudit {
    NewAudit::new(None, action, "", at)
}

fn sanction(sanction: Sanction) -> NewSanction {
    NewSanction { sanction, note: "because".to_owned() }
}

fn lift(restriction: RestrictionKind) -> NewSanction {
    sanction(Sanction::Lift { restriction })
}

const FOREVER: i64 = i64::MAX / 2;

async fn person(store: &Store, name: &str) -> PlayerId {
    let player = guest();
    store.add_player(&player, None).await.unwrap();
    store.register(&player.id, name, "hash", None).await.unwrap();
    player.id
}

/// Stores a rated game that the player on seat one has won at this moment.
async fn rated(store: &Store, one: &PlayerId, two: &PlayerId, at: i64) -> GameId {
    let id = GameId::random();
    let seats = Pair([Some(one.clone()), Some(two.clone())]);
    let kind = EventKind::Created { settings: settings(FAST, true), seats };
    let first = Event { seq: 1, at, by: None, id: None, kind };
    let mut table = Table::open(&first).unwrap();
    store.append(Append { game: id.clone(), events: vec![first], table: table.clone(), rated: None }).await.unwrap();
    let last = Event { seq: 2, at, by: Some(Seat::Two), id: None, kind: EventKind::Resigned };
    table.apply(&last).unwrap();
    let players = [one.clone(), two.clone()];
    let rated = Some(RatedPair { players, pace: Pace::Bullet, scores: [1.0, 0.0], at, unrated: None });
    store.append(Append { game: id.clone(), events: vec![last], table, rated }).await.unwrap();
    id
}

async fn a_voided_game_leaves_ratings_as_if_it_had_been_casual(store: Store, _: &str) {
    const DAY: i64 = 24 * 3600 * 1000;
    // Two groups of four play the same games, except that the second group skips the one that the first has voided. Dan plays only
    // with somebody whose rating the game has not changed yet.
    let mut groups = Vec::new();
    let mut voided = None;
    for group in ["A", "B"] {
        let mut players = Vec::new();
        for name in ["ann", "bob", "cid", "dan"] {
            players.push(person(&store, &format!("{name}{group}")).await);
        }
        let [ann, bob, cid, dan] = &players[..] else { unreachable!() };
        let mut games = Vec::new();
        for (index, (one, two)) in
            [(cid, dan), (ann, bob), (bob, cid), (cid, ann), (dan, cid), (ann, bob)].into_iter().enumerate()
        {
            if index != 1 || group == "A" {
                games.push(rated(&store, one, two, (index as i64 + 1) * 3 * DAY).await);
            }
        }
        voided = voided.or(Some(games[1].clone()));
        groups.push(players);
    }
    let game = voided.unwrap();
    let before = store.ratings(&groups[0][2]).await.unwrap()[0].rating;
    let hub = Hub::worker(store.clone()).await.unwrap();
    hub.void(&None, &game, "thrown game").await.unwrap();
    let unchanged = store.ratings(&groups[0][2]).await.unwrap()[0].rating;
    assert!((before - unchanged).abs() > 0.1, "those who met the two later are computed again: {before} {unchanged}");
    for (one, two) in groups[0].iter().zip(&groups[1]) {
        let (one, two) = (store.ratings(one).await.unwrap(), store.ratings(two).await.unwrap());
        assert_eq!(one[0].games, two[0].games);
        assert!((one[0].rating - two[0].rating).abs() < 1e-6, "{one:?} {two:?}");
        assert!((one[0].deviation - two[0].deviation).abs() < 1e-6, "{one:?} {two:?}");
    }
    for (one, two) in groups[0].iter().zip(&groups[1]) {
        let (one, two) = (store.rating_history(one, 9).await.unwrap(), store.rating_history(two, 9).await.unwrap());
        assert_eq!(one.len(), two.len());
        for (one, two) in one.iter().zip(&two) {
            assert!(one.at == two.at && (one.rating - two.rating).abs() < 1e-6, "{one:?} {two:?}");
        }
    }
    let summary = store.game(&game).await.unwrap().unwrap();
    assert_eq!((summary.unrated, summary.rated, summary.seq), (Some(Code::Voided), true, 3));
    assert!(summary.seats.0.iter().flatten().all(|seated| seated.change.is_none()));
    // The only game of two players.
    let (eve, fay) = (person(&store, "eve").await, person(&store, "fay").await);
    let only = rated(&store, &eve, &fay, DAY).await;
    hub.void(&None, &only, "").await.unwrap();
    assert_eq!((store.ratings(&eve).await.unwrap(), store.ratings(&fay).await.unwrap()), (vec![], vec![]));
    let again = hub.void(&None, &only, "").await.unwrap_err();
    assert_eq!(again.to_string(), Code::Voided.to_string());
}

async fn ratings_after_a_voided_game_follow_from_each_other_in_a_long_log(store: Store, url: &str) {
    /// More than is read at once.
    const GAMES: i64 = 9_000;
    const PLAYERS: i64 = 25;
    let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let game = rated(&store, &ann, &bob, 1).await;
    // Ann plays the first game after it. Nobody's rating has changed in all these games. Many end at the same moment.
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES})");
    let player = |number: &str| {
        format!(
            "CASE WHEN ({number}) % {PLAYERS} = 0 THEN '{ann}' ELSE 'p' || CAST(({number}) % {PLAYERS} AS TEXT) END"
        )
    };
    let (one, two) = (player("i - 1"), player("i + i / 25 % 23"));
    let games = format!(
        "INSERT INTO games (id, seq, status, one, two, board, preset, time, pace, rated, result, turns, mover, created) {numbers} \
         SELECT 'g' || CAST(i AS TEXT), 2, 'over', {one}, {two}, '37', 'standard', '', 'bullet', 1, '1', 9, 1, i FROM n"
    );
    let sides = [one, two].map(|player| {
        format!(
            "INSERT INTO rated_games (game, player, pace, at, before, rating, deviation, volatility) {numbers} \
             SELECT 'g' || CAST(i AS TEXT), {player}, 'bullet', 10 + i / 7, 1500, 1500, 80, 0.06 FROM n"
        )
    });
    let ratings = format!(
        "INSERT INTO ratings (player, pace, rating, deviation, volatility, games, at) {numbers} \
         SELECT 'p' || CAST(i AS TEXT), 'bullet', 1500, 80, 0.06, 1, 1 FROM n WHERE i < {PLAYERS}"
    );
    // The opponent in one game has deleted the account. So the two sides of some games are on different pages of the log.
    let gone = "DELETE FROM rated_games WHERE game = 'g3' AND player = (SELECT MIN(player) FROM rated_games WHERE game = 'g3')";
    Database::execute(url, &format!("{games}; {}; {ratings}; {gone}", sides.join("; "))).await;
    let hub = Hub::worker(store.clone()).await.unwrap();
    hub.void(&None, &game, "").await.unwrap();
    let log =
        "SELECT before, rating, LAG(rating) OVER (PARTITION BY player ORDER BY at, game) AS earlier FROM rated_games";
    let count = async |sql: String| Database::number(url, &sql).await;
    assert_eq!(count("SELECT COUNT(*) FROM rated_games".to_owned()).await, 2 * GAMES - 1);
    assert_eq!(count(format!("SELECT COUNT(*) FROM ({log}) l WHERE ABS(before - earlier) > 1e-9")).await, 0);
    let same = count("SELECT COUNT(*) FROM rated_games WHERE rating = before".to_owned()).await;
    assert!(same < 2 * PLAYERS, "{same} games were not computed again");
    let last = "SELECT player, rating, ROW_NUMBER() OVER (PARTITION BY player ORDER BY at DESC, game DESC) AS place FROM rated_games";
    let equal = format!(
        "SELECT COUNT(*) FROM ratings r JOIN ({last}) l ON l.player = r.player AND l.place = 1 WHERE ABS(l.rating - r.rating) < 1e-9"
    );
    assert_eq!(count(equal).await, PLAYERS);
    assert_eq!(store.ratings(&bob).await.unwrap(), []);
}

async fn games_that_end_together_are_voided_in_the_order_in_which_they_were_rated(store: Store, _: &str) {
    let ann = person(&store, "Ann").await;
    let mut games = Vec::new();
    for name in ["Bob", "Cid", "Dan", "Eve"] {
        let other = person(&store, name).await;
        // All at the same moment, and one that began to end before the others.
        games.push(rated(&store, &ann, &other, if name == "Eve" { 990 } else { 1_000 }).await);
    }
    let single = person(&store, "Fay").await;
    let opponent = person(&store, "Gus").await;
    rated(&store, &single, &opponent, 1_000).await;
    let hub = Hub::worker(store.clone()).await.unwrap();
    for game in &games[..3] {
        hub.void(&None, game, "").await.unwrap();
    }
    let left = store.ratings(&ann).await.unwrap();
    let expected = store.ratings(&single).await.unwrap();
    assert_eq!(left[0].games, 1);
    assert!((left[0].rating - expected[0].rating).abs() < 1e-6, "{left:?} {expected:?}");
}

async fn reports_are_listed_by_state_player_and_page(store: Store, _: &str) {
    let (ann, bob, cid) = (person(&store, "Ann").await, person(&store, "Bob").await, person(&store, "Cid").await);
    for (index, about) in [&bob, &cid, &bob, &bob, &cid].into_iter().enumerate() {
        let subject = ReportSubject::Player { player: about.clone() };
        let report = NewReport { subject, reason: ReportReason::Cheating, text: index.to_string() };
        // Two of them at the same moment.
        let at = 10 + index as i64 / 2;
        store.add_report(&ReportRow { by: ann.clone(), about: about.clone(), report, at }).await.unwrap();
    }
    let list = async |state, about: Option<&PlayerId>, page: Page| {
        let filter = ReportFilter { state, about: about.cloned() };
        store.reports(&filter, &page).await.unwrap()
    };
    let all = list(None, None, Page::first(9)).await;
    assert_eq!(all.len(), 5);
    assert_eq!((all[0].by.name.as_deref(), all[0].about.name.as_deref()), (Some("Ann"), Some("Cid")));
    let mut paged = Vec::new();
    let mut page = Page::first(2);
    loop {
        let some = list(None, None, page).await;
        let Some(last) = some.last() else { break };
        page = Page::after(Some(last.at), Some(last.id.clone()), 2);
        paged.extend(some);
    }
    assert_eq!(paged, all);
    assert_eq!(list(None, Some(&bob), Page::first(9)).await.len(), 3);
    assert_eq!(store.open_reports(&bob).await.unwrap(), 3);
    let decision = ReportDecision { state: ReportState::Done, note: "warned".to_owned() };
    let entry = NewAudit { by: Some(cid.clone()), ..audit(AuditAction::ReportDone, 20) };
    assert!(store.decide_report(&all[0].id, &decision, &entry).await.unwrap());
    assert!(!store.decide_report("nothing", &decision, &entry).await.unwrap());
    let done = list(Some(ReportState::Done), None, Page::first(9)).await;
    assert_eq!(done.len(), 1);
    let handled = (done[0].handled_by.as_ref().unwrap().name.as_deref(), done[0].handled_at, done[0].note.as_str());
    assert_eq!(handled, (Some("Cid"), Some(20), "warned"));
    assert_eq!(list(Some(ReportState::Open), Some(&cid), Page::first(9)).await.len(), 1);
    let log = store.audit(None, None, &Page::first(9)).await.unwrap();
    assert_eq!(log.len(), 1, "a decision about nothing is not in the log");
    assert_eq!(log[0].player.as_ref().unwrap().name.as_deref(), Some("Cid"));
}

async fn restrictions_end_and_are_lifted(store: Store, _: &str) {
    let ann = person(&store, "Ann").await;
    let bot = Player { kind: zertz_protocol::PlayerKind::Bot, name: Some("Deep".to_owned()), ..guest() };
    store.add_player(&bot, Some(&ann)).await.unwrap();
    let mute = NewAudit { until: Some(100), ..audit(AuditAction::Mute, 10) };
    store.restrict(&ann, RestrictionKind::Mute, &mute).await.unwrap();
    store.restrict(&ann, RestrictionKind::Ban, &audit(AuditAction::Ban, 20)).await.unwrap();
    let kinds = async |player: &PlayerId, now| {
        let all = store.restrictions(player, now).await.unwrap();
        all.into_iter().map(|one| (one.kind, one.until)).collect::<Vec<_>>()
    };
    let (mute, ban) = ((RestrictionKind::Mute, Some(100)), (RestrictionKind::Ban, None));
    assert_eq!(kinds(&ann, 99).await, [ban, mute]);
    assert_eq!(kinds(&bot.id, 99).await, [ban, mute], "the owner answers for the bot");
    assert_eq!(kinds(&ann, 100).await, [ban], "the mute has ended");
    assert!(!store.lift(&ann, RestrictionKind::Mute, &audit(AuditAction::LiftMute, 101)).await.unwrap());
    assert!(store.lift(&ann, RestrictionKind::Ban, &audit(AuditAction::LiftBan, 102)).await.unwrap());
    assert_eq!(kinds(&ann, 103).await, []);
}

async fn a_network_is_blocked_until_a_time(store: Store, _: &str) {
    let entry = |action| NewAudit { subject: "x".to_owned(), ..audit(action, 5) };
    let block = async |network: &str, until| {
        let network = blockable(network).unwrap();
        store.block_address(&network, until, &entry(AuditAction::BlockAddress)).await.unwrap()
    };
    let blocked = async |address: &str, now| store.address_blocked(address.parse().unwrap(), now).await.unwrap();
    block("192.0.2.0/24", 100).await;
    block("2001:db8::/32", 200).await;
    assert_eq!(blocked("192.0.2.77", 99).await, Some(100));
    assert_eq!(blocked("::ffff:192.0.2.77", 99).await, Some(100));
    assert_eq!(blocked("192.0.3.77", 99).await, None);
    assert_eq!(blocked("192.0.2.77", 100).await, None, "it has ended");
    assert_eq!(blocked("2001:db8:1:2::3", 99).await, Some(200));
    // Once more: the end changes.
    let again = block("192.0.2.9/24", 300).await;
    assert_eq!((again.network.as_str(), blocked("192.0.2.1", 200).await), ("192.0.2.0/24", Some(300)));
    assert_eq!(store.address_blocks(&Page::first(9)).await.unwrap().len(), 2);
    assert!(store.unblock_address(&again.id, &entry(AuditAction::UnblockAddress)).await.unwrap());
    assert!(!store.unblock_address(&again.id, &entry(AuditAction::UnblockAddress)).await.unwrap());
    assert_eq!(blocked("192.0.2.1", 200).await, None);
}

async fn what_moderators_did_is_kept_for_a_while(store: Store, _: &str) {
    const DAY: i64 = 24 * 3600 * 1000;
    let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let until = |action, until| NewAudit { until: Some(until), ..audit(action, 10) };
    store.restrict(&ann, RestrictionKind::Mute, &until(AuditAction::Mute, 100)).await.unwrap();
    store.restrict(&ann, RestrictionKind::Ban, &audit(AuditAction::Ban, 10)).await.unwrap();
    store.block_address(&blockable("192.0.2.7").unwrap(), 100, &audit(AuditAction::BlockAddress, 10)).await.unwrap();
    for text in ["confirmed", "not confirmed"] {
        store.warn(&ann, text, &audit(AuditAction::Warn, 10)).await.unwrap();
    }
    let warnings = store.all_warnings(&ann).await.unwrap();
    let read = warnings.iter().find(|warning| warning.text == "confirmed").unwrap();
    assert!(store.confirm_warning(&ann, &read.id, 100).await.unwrap());
    // A guest who was here only to block somebody.
    let guest = guest();
    store.add_player(&guest, None).await.unwrap();
    store.block_player(&guest.id, &bob, 10).await.unwrap();
    store.restrict(&guest.id, RestrictionKind::Mute, &audit(AuditAction::Mute, 10)).await.unwrap();
    assert_eq!(store.tidy(DAY, 100).await.unwrap(), 0);
    assert_eq!(store.tidy(2 * DAY, 100).await.unwrap(), 3, "the guest, the block and the mute");
    assert_eq!(store.tidy(ENDED_KEPT, 100).await.unwrap(), 0);
    assert_eq!(store.tidy(ENDED_KEPT + 101, 100).await.unwrap(), 2, "the mute and the address");
    assert_eq!(store.tidy(WARNING_KEPT + 101, 100).await.unwrap(), 1);
    let left: Vec<String> = store.all_warnings(&ann).await.unwrap().into_iter().map(|warning| warning.text).collect();
    assert_eq!(left, ["not confirmed"]);
    assert_eq!(store.restrictions(&ann, i64::MIN).await.unwrap().len(), 1, "the ban has no end");
    // A deleted account takes along what was noted about it, also by others.
    store.block_player(&bob, &ann, 10).await.unwrap();
    store.delete_player(&ann, 10).await.unwrap();
    assert_eq!(store.restrictions(&ann, i64::MIN).await.unwrap(), []);
    assert_eq!((store.all_warnings(&ann).await.unwrap(), store.blocked_players(&bob).await.unwrap()), (vec![], vec![]));
}

async fn players_who_block_each_other_are_not_paired(store: Store, _: &str) {
    let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let caller = Caller { network: [127, 0, 0, 1].into(), limited: false };
    let body = NewSeek { settings: settings(FAST, false), first: First::Random };
    let offer = NewOffer { id: SeekId::random(), player: ann.clone(), body, caller, at: 1, until: 1_000, alone: false };
    store.add_seek(offer).await.unwrap();
    let found = async |player: &PlayerId| store.fitting_seek(&settings(FAST, false), player, 10).await.unwrap();
    assert!(found(&bob).await.is_some());
    store.block_player(&ann, &bob, 2).await.unwrap();
    assert_eq!(found(&bob).await, None);
    store.unblock_player(&ann, &bob).await.unwrap();
    store.block_player(&bob, &ann, 2).await.unwrap();
    assert_eq!(found(&bob).await, None, "in both directions");
    assert_eq!(store.blocked_players(&bob).await.unwrap()[0].name.as_deref(), Some("Ann"));
}

async fn the_audit_log_is_listed_by_page_and_player(store: Store, _: &str) {
    let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
    for index in 0..6 {
        let (by, player) = if index % 2 == 0 { (Some(&ann), &bob) } else { (None, &ann) };
        let entry =
            NewAudit { player: Some(player.clone()), ..NewAudit::new(by, AuditAction::Warn, "note", 10 + index / 3) };
        store.add_audit(&entry).await.unwrap();
    }
    let all = store.audit(None, None, &Page::first(9)).await.unwrap();
    assert_eq!(all.len(), 6);
    let first = store.audit(None, None, &Page::first(4)).await.unwrap();
    let rest = Page::after(Some(first[3].at), Some(first[3].id.clone()), 4);
    assert_eq!([first, store.audit(None, None, &rest).await.unwrap()].concat(), all);
    let about = store.audit(Some(&bob), None, &Page::first(9)).await.unwrap();
    assert!(about.len() == 3 && about.iter().all(|entry| entry.by.as_ref().unwrap().name.as_deref() == Some("Ann")));
    assert_eq!(store.audit(None, Some(&ann), &Page::first(9)).await.unwrap(), about);
    // An entry is written with what it says, or neither is.
    let job = Job { seek: Some(SeekId::random()), audit: Some(audit(AuditAction::Warn, 30)), ..Job::default() };
    assert!(store.write(job).await.is_err());
    assert_eq!(store.audit(None, None, &Page::first(9)).await.unwrap().len(), 6);
}

async fn everybody_but_moderators_gets_the_same_refusal(site: Site) {
    let mut stranger = site.server.client();
    let (mut person, id) = site.person("Ann").await;
    let (mut moderator, _) = site.moderator("Judge").await;
    let all = ALL.iter().filter(|(_, path)| path.starts_with("/api/moderation/"));
    let mut count = 0;
    for (method, path) in all {
        for param in [id.as_str(), "nothing", "%00"] {
            let path = path.replace("{id}", param);
            for body in ["{}", "rubbish"] {
                assert_eq!(stranger.raw_json(method, &path, body).await, "403 not-moderator", "{method} {path}");
                assert_eq!(person.raw_json(method, &path, body).await, "403 not-moderator", "{method} {path}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 13);
    assert!(!person.get::<GetMe>(&()).await.moderator);
    assert!(moderator.get::<GetMe>(&()).await.moderator);
    assert_eq!(moderator.get::<GetModeratedPlayer>(&id).await.player.name.as_deref(), Some("Ann"));
    let other = moderator.get::<GetMe>(&()).await.player.unwrap().id;
    let ban = sanction(Sanction::Ban { until: None });
    assert_eq!(moderator.refused::<SanctionPlayer>(&other, &ban).await, "403 protected");
    let mut past = sanction(Sanction::Mute { until: Some(1) });
    assert_eq!(moderator.refused::<SanctionPlayer>(&id, &past).await, "400 bad-until");
    past.note = "x".repeat(501);
    assert_eq!(moderator.refused::<SanctionPlayer>(&id, &past).await, "400 bad-note");
    site.store.set_moderator(&other, false, &audit(AuditAction::RemoveModerator, 2)).await.unwrap();
    assert_eq!(moderator.refused::<ListAudit>(&(), &()).await, "403 not-moderator");
}

/// A game of two people with accounts, with their sockets.
async fn game_of(ann: &mut Client, bob: &mut Client) -> (GameId, [client::Socket<GameSocket>; 2]) {
    let id = ann.friend_game(FAST, false).await;
    bob.get::<JoinGame>(&id).await;
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    one.snapshot().await;
    two.snapshot().await;
    (id, [one, two])
}

async fn a_muted_player_cannot_chat(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, id), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (game, [mut one, _two]) = game_of(&mut ann, &mut bob).await;
    one.ask(chat("hello")).await.unwrap();
    moderator.send::<SanctionPlayer>(&id, &sanction(Sanction::Mute { until: Some(FOREVER) })).await;
    let refused = one.ask(chat("hello?")).await.unwrap_err();
    assert_eq!((refused.code, refused.until), (Code::Muted, Some(FOREVER)));
    assert_eq!(ann.refused::<ActInGame>(&game, &request("a", chat("hello?"))).await, "403 muted");
    let me = ann.get::<GetMe>(&()).await;
    assert_eq!((me.may_chat, me.restrictions[0].kind), (false, RestrictionKind::Mute));
    // The game goes on.
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    moderator.send::<SanctionPlayer>(&id, &lift(RestrictionKind::Mute)).await;
    one.ask(chat("thanks")).await.unwrap();
    assert_eq!(moderator.refused::<SanctionPlayer>(&id, &lift(RestrictionKind::Mute)).await, "409 not-restricted");
}

async fn a_banned_player_is_cut_off_and_the_games_end(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, id), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (begun, [mut one, mut two]) = game_of(&mut ann, &mut bob).await;
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    let (fresh, [_three, mut four]) = game_of(&mut ann, &mut bob).await;
    let open = ann.friend_game(FAST, false).await;
    let seek = NewSeek { settings: settings(FAST, false), first: First::Random };
    ann.send::<CreateSeek>(&(), &seek).await;
    moderator.send::<SanctionPlayer>(&id, &sanction(Sanction::Ban { until: Some(FOREVER) })).await;
    tokio::time::timeout(TIMEOUT, one.closed()).await.expect("the socket is cut");
    assert_eq!(two.update_with(|kind| *kind == EventKind::Resigned).await.state.winner, Some(Seat::Two));
    assert_eq!(four.update_with(|kind| *kind == EventKind::Aborted).await.state.status, Status::Aborted);
    assert_eq!(bob.get::<GetGame>(&open).await.state.status, Status::Aborted);
    assert_eq!(bob.get::<ListSeeks>(&()).await, []);
    for refused in [
        ann.refused::<CreateGame>(&(), &new_game(FAST, false, Opponent::Friend)).await,
        ann.refused::<CreateSeek>(&(), &seek).await,
        ann.refused::<PairPlayer>(&(), &seek.settings).await,
        ann.refused::<ActInGame>(&begun, &request("a", chat("hello?"))).await,
        ann.refused::<JoinGame>(&bob.friend_game(FAST, false).await, &()).await,
    ] {
        assert_eq!(refused, "403 banned");
    }
    assert!(ann.try_socket(&fresh, None, &[]).await.is_err());
    let me = ann.get::<GetMe>(&()).await;
    assert_eq!((me.restrictions[0].kind, me.restrictions[0].until), (RestrictionKind::Ban, Some(FOREVER)));
    let log =
        moderator.call::<ListAudit>(&(), &AuditQuery { player: Some(id.clone()), ..AuditQuery::default() }, &()).await;
    let log = log.unwrap();
    assert_eq!((log[0].action, log[0].until, log[0].note.as_str()), (AuditAction::Ban, Some(FOREVER), "because"));
    assert_eq!(log[0].by.as_ref().unwrap().name.as_deref(), Some("Judge"));
    moderator.send::<SanctionPlayer>(&id, &lift(RestrictionKind::Ban)).await;
    ann.friend_game(FAST, false).await;
}

async fn an_operator_beside_the_server_bans_and_lifts(site: Site) {
    let ((mut ann, id), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (_, [mut one, mut two]) = game_of(&mut ann, &mut bob).await;
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    let hub = Hub::worker(site.store.clone()).await.unwrap();
    hub.sanction(&None, &id, &sanction(Sanction::Ban { until: None })).await.unwrap();
    tokio::time::timeout(TIMEOUT, one.closed()).await.expect("the socket is cut");
    two.update_with(|kind| *kind == EventKind::Resigned).await;
    assert_eq!(ann.refused::<CreateGame>(&(), &new_game(FAST, false, Opponent::Friend)).await, "403 banned");
    hub.sanction(&None, &id, &lift(RestrictionKind::Ban)).await.unwrap();
    ann.friend_game(FAST, false).await;
    let log = site.store.audit(Some(&id), None, &Page::first(9)).await.unwrap();
    assert_eq!(log.iter().map(|entry| (entry.action, entry.by.is_none())).collect::<Vec<_>>().len(), 2);
}

async fn a_ban_that_was_not_carried_out_is_finished(site: Site) {
    let ((mut ann, id), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (_, [_, mut two]) = game_of(&mut ann, &mut bob).await;
    // As if the process had died after the first transaction.
    site.store.restrict(&id, RestrictionKind::Ban, &audit(AuditAction::Ban, 1)).await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), two.update_with(|kind| *kind == EventKind::Aborted))
        .await
        .expect("the server ends the game");
    assert_eq!(site.store.banned_at_play(1).await.unwrap(), []);
}

async fn a_game_is_voided_once(site: Site) {
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let game = rated_game(&mut ann, &mut bob).await;
    let hub = Hub::worker(site.store.clone()).await.unwrap();
    let tries = (0..6).map(|_| {
        let (hub, game) = (hub.clone(), game.clone());
        tokio::spawn(async move { hub.void(&None, &game, "").await.is_ok() })
    });
    let mut done = 0;
    for one in tries.collect::<Vec<_>>() {
        done += usize::from(one.await.unwrap());
    }
    assert_eq!(done, 1);
}

async fn a_closed_account_cannot_sign_in(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let (mut ann, id) = site.person("Ann").await;
    let token = ann.send::<CreateBot>(&(), &NewBot { name: "Deep".to_owned() }).await.token;
    let mut bot = site.server.client();
    bot.0.token = Some(token);
    assert!(bot.get::<GetMe>(&()).await.player.is_some());
    let mut lobby = ann.lobby().await;
    moderator.send::<SanctionPlayer>(&id, &sanction(Sanction::Close)).await;
    tokio::time::timeout(TIMEOUT, lobby.closed()).await.expect("the socket is cut");
    assert_eq!(ann.get::<GetMe>(&()).await.player, None);
    assert_eq!(bot.refused::<GetMe>(&(), &()).await, "401 bad-token");
    assert_eq!(ann.refused::<SignIn>(&(), &credentials("Ann", PASSWORD)).await, "403 account-closed");
    assert_eq!(ann.refused::<SignIn>(&(), &credentials("Ann", "wrong password")).await, "401 wrong-password");
    moderator.send::<SanctionPlayer>(&id, &lift(RestrictionKind::Close)).await;
    ann.send::<SignIn>(&(), &credentials("Ann", PASSWORD)).await;
}

async fn a_warning_is_shown_until_it_is_confirmed(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, id), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    moderator.send::<SanctionPlayer>(&id, &sanction(Sanction::Warn { text: "Be kind.".to_owned() })).await;
    let empty = sanction(Sanction::Warn { text: " ".to_owned() });
    assert_eq!(moderator.refused::<SanctionPlayer>(&id, &empty).await, "400 bad-warning");
    let warnings = ann.get::<GetMe>(&()).await.warnings;
    assert_eq!((warnings.len(), warnings[0].text.as_str()), (1, "Be kind."));
    assert_eq!(moderator.get::<GetModeratedPlayer>(&id).await.unconfirmed_warnings, warnings);
    assert_eq!(bob.refused::<ConfirmWarning>(&warnings[0].id, &()).await, "404 no-warning");
    ann.get::<ConfirmWarning>(&warnings[0].id).await;
    assert_eq!(ann.get::<GetMe>(&()).await.warnings, []);
    assert_eq!(ann.refused::<ConfirmWarning>(&warnings[0].id, &()).await, "404 no-warning");
}

async fn an_export_has_what_moderation_stores_about_a_player(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, id), (_, bob)) = (site.person("Ann").await, site.person("Bob").await);
    for text in ["Be kind.", "Be kinder."] {
        moderator.send::<SanctionPlayer>(&id, &sanction(Sanction::Warn { text: text.to_owned() })).await;
    }
    moderator.send::<SanctionPlayer>(&id, &sanction(Sanction::Mute { until: None })).await;
    ann.get::<BlockPlayer>(&bob).await;
    let subject = ReportSubject::Player { player: bob.clone() };
    let report = NewReport { subject, reason: ReportReason::Spam, text: "so many links".to_owned() };
    ann.send::<CreateReport>(&(), &report).await;
    let first = ann.get::<GetMe>(&()).await.warnings.remove(0);
    ann.get::<ConfirmWarning>(&first.id).await;
    let export = ann.get::<ExportAccount>(&()).await;
    assert_eq!((export.warnings.len(), &export.warnings[0]), (2, &first), "confirmed or not");
    assert_eq!(export.restrictions.iter().map(|one| one.kind).collect::<Vec<_>>(), [RestrictionKind::Mute]);
    assert_eq!(export.blocked.iter().map(|one| &one.id).collect::<Vec<_>>(), [&bob]);
    assert_eq!(export.reports.iter().map(|one| &one.report).collect::<Vec<_>>(), [&report]);
}

async fn a_removed_message_is_gone_for_everybody(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, _), (mut bob, bob_id)) = (site.person("Ann").await, site.person("Bob").await);
    let (game, [mut one, mut two]) = game_of(&mut ann, &mut bob).await;
    one.ask(chat("hello")).await.unwrap();
    let seq = two.ask(chat("my secret insult")).await.unwrap();
    let lines = moderator.get::<ListChat>(&game).await;
    assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["hello", "my secret insult"]);
    let removal = ChatRemoval { seq, note: String::new() };
    moderator.send::<RemoveChat>(&game, &removal).await;
    let gone = |kind: &EventKind| matches!(kind, EventKind::ChatRemoved { message } if *message == seq);
    one.update_with(gone).await;
    two.update_with(gone).await;
    for client in [&mut ann, &mut bob] {
        let snapshot = client.get::<GetGame>(&game).await;
        assert_eq!(snapshot.chat.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["hello"]);
        let events = client.get::<ListEvents>(&game).await;
        assert!(!serde_json::to_string(&events).unwrap().contains("secret"));
    }
    assert_eq!(site.store.table(&game).await.unwrap().unwrap().chat().len(), 1);
    // A client that has missed everything catches up without it.
    let mut late = ann.try_socket(&game, Some(2), &[]).await.unwrap();
    let mut text = String::new();
    for _ in 0..3 {
        text += &serde_json::to_string(&late.update().await).unwrap();
    }
    assert!(text.contains("hello") && text.contains("chatRemoved") && !text.contains("secret"), "{text}");
    assert_eq!(moderator.refused::<RemoveChat>(&game, &removal).await, "404 no-message");
    let log = moderator.call::<ListAudit>(&(), &AuditQuery::default(), &()).await.unwrap();
    assert_eq!((log[0].action, log[0].subject.as_str()), (AuditAction::RemoveLine, seq.to_string().as_str()));
    assert_eq!((log[0].player.as_ref().map(|player| &player.id), log[0].game.as_ref()), (Some(&bob_id), Some(&game)));
    assert_eq!(log[1].action, AuditAction::ReadChat);
}

/// Plays a rated game, which the second player resigns after two turns each.
async fn rated_game(ann: &mut Client, bob: &mut Client) -> GameId {
    let id = ann.friend_game(FAST, true).await;
    bob.get::<JoinGame>(&id).await;
    let (mut one, mut two) = (ann.socket(&id).await, bob.socket(&id).await);
    one.ask(turn("Wd4,d1", 2)).await.unwrap();
    two.ask(turn("Gb2,a1", 3)).await.unwrap();
    one.ask(turn("Wc3,a2", 4)).await.unwrap();
    let table = bob.get::<GetGame>(&id).await;
    let game = table.game().game().unwrap();
    let next = game.position().turns(game.rules()).nth(0).unwrap();
    two.ask(turn(&game.position().write_turn(game.rules(), &next).to_string(), 5)).await.unwrap();
    two.ask(Command::Resign).await.unwrap();
    id
}

async fn a_voided_game_is_shown_as_such(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let game = rated_game(&mut ann, &mut bob).await;
    assert_eq!(ann.get::<GetMe>(&()).await.ratings.len(), 1);
    let mut socket = ann.socket(&game).await;
    assert!(socket.snapshot().await.seats.0.iter().flatten().all(|seated| seated.change.is_some()));
    let note = Note { note: "thrown".to_owned() };
    moderator.send::<VoidGame>(&game, &note).await;
    let update = socket.update_with(|kind| *kind == EventKind::Voided).await;
    assert_eq!(update.unrated, Some(Code::Voided));
    assert!(update.seats.unwrap().0.iter().flatten().all(|seated| seated.change.is_none()));
    assert_eq!(ann.get::<GetMe>(&()).await.ratings, []);
    let profile = bob.get::<GetPlayer>(&"Ann".to_owned()).await;
    assert_eq!((profile.games[0].unrated, profile.history.len()), (Some(Code::Voided), 0));
    assert_eq!(moderator.refused::<VoidGame>(&game, &note).await, "409 voided");
    let (casual, [mut one, _]) = game_of(&mut ann, &mut bob).await;
    assert_eq!(moderator.refused::<VoidGame>(&casual, &note).await, "409 not-over");
    one.ask(Command::Resign).await.unwrap();
    assert_eq!(moderator.refused::<VoidGame>(&casual, &note).await, "409 not-rated");
    assert_eq!(moderator.refused::<VoidGame>(&GameId::random(), &note).await, "404 no-game");
}

async fn blocked_players_cannot_challenge_or_chat(site: Site) {
    let ((mut ann, ann_id), (mut bob, bob_id)) = (site.person("Ann").await, site.person("Bob").await);
    let (_, [mut one, mut two]) = game_of(&mut ann, &mut bob).await;
    ann.send::<CreateBot>(&(), &NewBot { name: "Deep".to_owned() }).await;
    let open = ann.friend_game(FAST, false).await;
    let seek = NewSeek { settings: settings(FAST, false), first: First::Random };
    let seek = ann.send::<CreateSeek>(&(), &seek).await.id;
    ann.get::<BlockPlayer>(&bob_id).await;
    ann.get::<BlockPlayer>(&bob_id).await;
    assert_eq!(ann.get::<ListBlocks>(&()).await.len(), 1);
    assert_eq!(ann.refused::<BlockPlayer>(&ann_id, &()).await, "403 own-block");
    assert_eq!(ann.refused::<BlockPlayer>(&PlayerId::random(), &()).await, "404 no-player");
    assert_eq!(one.ask(chat("hello")).await.unwrap_err().code, Code::Blocked);
    assert_eq!(two.ask(chat("hello")).await.unwrap_err().code, Code::Blocked);
    assert_eq!(bob.refused::<JoinGame>(&open, &()).await, "403 blocked");
    assert_eq!(bob.refused::<AcceptSeek>(&seek, &()).await, "403 blocked");
    let bot = new_game(FAST, false, Opponent::Bot { name: "Deep".to_owned() });
    assert_eq!(bob.refused::<CreateGame>(&(), &bot).await, "403 blocked");
    let paired = bob.send::<PairPlayer>(&(), &settings(FAST, false)).await;
    assert!(matches!(paired, Paired::Seek { .. }), "{paired:?}");
    two.ask(Command::Resign).await.unwrap();
    one.ask(Command::OfferRematch).await.unwrap();
    assert_eq!(two.ask(Command::OfferRematch).await.unwrap_err().code, Code::Blocked);
    ann.get::<UnblockPlayer>(&bob_id).await;
    two.ask(chat("hello")).await.unwrap();
    bob.get::<JoinGame>(&open).await;
}

async fn a_blocked_address_gets_no_guests_sessions_or_sockets(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let (mut ann, _) = site.person("Ann").await;
    let game = ann.friend_game(FAST, false).await;
    let (mut bad, mut good) = (site.server.client(), site.server.client());
    bad.0.forwarded_for = Some("203.0.113.7".to_owned());
    let block = |network: &str, until| NewAddressBlock { network: network.to_owned(), until, note: String::new() };
    assert_eq!(moderator.refused::<BlockAddress>(&(), &block("0.0.0.0/0", FOREVER)).await, "400 bad-network");
    assert_eq!(moderator.refused::<BlockAddress>(&(), &block("203.0.113.0/24", 1)).await, "400 bad-until");
    let (mut near, mut far) = (bad.socket(&game).await, good.socket(&game).await);
    let mut lobby = bad.lobby().await;
    near.snapshot().await;
    far.snapshot().await;
    let made = moderator.send::<BlockAddress>(&(), &block("203.0.113.9/24", FOREVER)).await;
    tokio::time::timeout(TIMEOUT, near.closed()).await.expect("the socket of a visitor is cut");
    tokio::time::timeout(TIMEOUT, lobby.closed()).await.expect("so is the lobby");
    assert!(tokio::time::timeout(Duration::from_millis(300), far.closed()).await.is_err(), "others stay");
    assert_eq!((made.network.as_str(), made.by.unwrap().name.as_deref()), ("203.0.113.0/24", Some("Judge")));
    // Before the address that our proxy reports, anybody can write another one.
    for forwarded in ["203.0.113.7", "198.51.100.1, 203.0.113.8", "::ffff:203.0.113.9"] {
        bad.0.forwarded_for = Some(forwarded.to_owned());
        let friend = new_game(FAST, false, Opponent::Friend);
        assert_eq!(bad.refused::<CreateGame>(&(), &friend).await, "403 address-blocked", "{forwarded}");
        assert_eq!(bad.refused::<SignIn>(&(), &credentials("Ann", PASSWORD)).await, "403 address-blocked");
        assert_eq!(bad.refused::<Register>(&(), &client::registration("Eve")).await, "403 address-blocked");
        assert!(bad.try_socket(&game, None, &[]).await.is_err());
    }
    good.send::<CreateGame>(&(), &new_game(FAST, false, Opponent::Friend)).await;
    assert_eq!(moderator.get::<ListAddressBlocks>(&()).await.len(), 1);
    moderator.send::<UnblockAddress>(&made.id, &Note::default()).await;
    bad.send::<SignIn>(&(), &credentials("Ann", PASSWORD)).await;
    assert_eq!(moderator.refused::<UnblockAddress>(&made.id, &Note::default()).await, "404 no-address-block");
}

async fn players_messages_and_games_are_reported_and_handled(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, ann_id), (mut bob, bob_id)) = (site.person("Ann").await, site.person("Bob").await);
    let (game, [mut one, _two]) = game_of(&mut ann, &mut bob).await;
    let seq = one.ask(chat("you are bad")).await.unwrap();
    let report = |subject, text: &str| NewReport { subject, reason: ReportReason::Abuse, text: text.to_owned() };
    let line = ReportSubject::Chat { game: game.clone(), seq };
    bob.send::<CreateReport>(&(), &report(line.clone(), "rude")).await;
    bob.send::<CreateReport>(&(), &report(ReportSubject::Game { game: game.clone(), seat: Seat::One }, "")).await;
    ann.send::<CreateReport>(&(), &report(ReportSubject::Player { player: bob_id.clone() }, "")).await;
    let own = ReportSubject::Player { player: ann_id.clone() };
    assert_eq!(ann.refused::<CreateReport>(&(), &report(own, "")).await, "403 own-report");
    assert_eq!(ann.refused::<CreateReport>(&(), &report(line.clone(), "")).await, "404 no-message");
    let long = report(line.clone(), &"x".repeat(501));
    assert_eq!(bob.refused::<CreateReport>(&(), &long).await, "400 bad-report");
    let nobody = report(ReportSubject::Player { player: PlayerId::random() }, "");
    assert_eq!(bob.refused::<CreateReport>(&(), &nobody).await, "404 no-player");
    assert_eq!(site.server.client().refused::<CreateReport>(&(), &nobody).await, "401 sign-in");
    let reports = moderator.get::<ListReports>(&()).await;
    assert_eq!(reports.len(), 3);
    let first = reports.iter().find(|report| report.subject == line).unwrap();
    assert_eq!((first.message.as_deref(), first.text.as_str()), (Some("you are bad"), "rude"));
    assert_eq!((first.by.name.as_deref(), first.about.name.as_deref()), (Some("Bob"), Some("Ann")));
    let decision = ReportDecision { state: ReportState::Dismissed, note: "harmless".to_owned() };
    moderator.send::<DecideReport>(&first.id, &decision).await;
    assert_eq!(moderator.refused::<DecideReport>(&"nothing".to_owned(), &decision).await, "404 no-report");
    let query = ReportsQuery { state: Some(ReportState::Dismissed), about: Some(ann_id), ..ReportsQuery::default() };
    let listed = moderator.call::<ListReports>(&(), &query, &()).await.unwrap();
    assert_eq!((listed.len(), listed[0].note.as_str()), (1, "harmless"));
    assert_eq!(listed[0].handled_by.as_ref().unwrap().name.as_deref(), Some("Judge"));
    assert_eq!(moderator.get::<GetModeratedPlayer>(&bob_id).await.open_reports, 1);
}

async fn a_bot_accepts_what_its_rules_allow_and_declines_the_rest(site: Site) {
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let name = "Deep".to_owned();
    let mut bot = site.server.client();
    bot.0.token = Some(ann.send::<CreateBot>(&(), &NewBot { name: name.clone() }).await.token);
    let rules = BotRules { paces: vec![Pace::Bullet], rated: false, max_games: Some(1), ..BotRules::default() };
    ann.send::<SetBotRules>(&name, &rules).await;
    assert_eq!(bot.get::<GetBotRules>(&name).await, rules);
    assert_eq!(bob.get::<GetPlayer>(&name).await.accepts, Some(rules.clone()));
    assert_eq!(bob.refused::<SetBotRules>(&name, &rules).await, "404 no-bot");
    let wrong = BotRules { boards: vec!["99".to_owned()], ..rules.clone() };
    assert_eq!(bot.refused::<SetBotRules>(&name, &wrong).await, "400 bad-bot-rules");
    let none = BotRules { casual: false, ..rules.clone() };
    assert_eq!(bot.refused::<SetBotRules>(&name, &none).await, "400 bad-bot-rules");
    let challenge = |time, rated| new_game(time, rated, Opponent::Bot { name: "Deep".to_owned() });
    let days = TimeControl::Correspondence { days: 1 };
    assert_eq!(bob.refused::<CreateGame>(&(), &challenge(days, false)).await, "403 bot-time");
    assert_eq!(bob.refused::<CreateGame>(&(), &challenge(FAST, true)).await, "403 bot-casual-only");
    let game = bob.send::<CreateGame>(&(), &challenge(FAST, false)).await.id;
    assert_eq!(bob.refused::<CreateGame>(&(), &challenge(FAST, false)).await, "403 bot-busy");
    let decline = |id: &str| request(id, Command::Decline { reason: DeclineReason::Later });
    assert_eq!(bob.refused::<ActInGame>(&game, &decline("a")).await, "409 not-challenged");
    let mut socket = bob.socket(&game).await;
    socket.snapshot().await;
    bot.send::<ActInGame>(&game, &decline("b")).await;
    let update = socket.update_with(|kind| matches!(kind, EventKind::Declined { .. })).await;
    assert_eq!((update.state.status, update.state.declined), (Status::Aborted, Some(DeclineReason::Later)));
    assert_eq!(bob.get::<GetGame>(&game).await.state.declined, Some(DeclineReason::Later));
    // Once it has played, a bot can only resign.
    let game = bob.send::<CreateGame>(&(), &challenge(FAST, false)).await.id;
    bob.send::<ActInGame>(&game, &request("c", turn("Wd4,d1", 1))).await;
    bot.send::<ActInGame>(&game, &request("d", turn("Gb2,a1", 2))).await;
    assert_eq!(bot.refused::<ActInGame>(&game, &decline("e")).await, "409 not-challenged");
    let open = BotRules { humans_only: true, ..BotRules::default() };
    bot.send::<SetBotRules>(&name, &open).await;
    let mut other = site.server.client();
    other.0.token = Some(bob.send::<CreateBot>(&(), &NewBot { name: "Blue".to_owned() }).await.token);
    assert_eq!(other.refused::<CreateGame>(&(), &challenge(FAST, false)).await, "403 bot-humans-only");
}

async fn fair_play_signals_are_computed_in_the_background(site: Site) {
    let (mut moderator, _) = site.moderator("Judge").await;
    let ((mut ann, id), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    // Turns are compared after the first four, if there is a choice.
    let (_, [mut one, mut two]) = game_of(&mut ann, &mut bob).await;
    let (mut seq, mut compared) = (2, 0);
    let mut game = zertz::Game::new(settings(FAST, false).rules.rules().unwrap());
    for number in 0..7 {
        let turns = game.position().turns(game.rules());
        compared += u32::from(number % 2 == 0 && number >= 4 && turns.len() > 1);
        let next = turns.nth(number * 100 % turns.len()).unwrap();
        let text = game.position().write_turn(game.rules(), &next).to_string();
        seq = if number % 2 == 0 { one.ask(turn(&text, seq)).await } else { two.ask(turn(&text, seq)).await }.unwrap();
        game.play(&next).unwrap();
    }
    one.ask(Command::Resign).await.unwrap();
    let found = moderator.get::<GetFairPlay>(&id).await;
    assert_eq!((found.state, found.engine.is_none()), (FairPlayState::None, true));
    assert_eq!((found.resignations.games, found.resignations.quick, found.resignations.streak), (1, 1, 1));
    let times = found.times.unwrap();
    assert!(times.turns == 3 && times.lower <= times.median && times.median <= times.upper, "{times:?}");
    moderator.get::<RequestFairPlay>(&id).await;
    let done = tokio::time::timeout(TIMEOUT, async {
        loop {
            let found = moderator.get::<GetFairPlay>(&id).await;
            if found.state == FairPlayState::Done {
                return found.engine.unwrap();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let engine = done.await.expect("the job is done");
    assert_eq!((engine.games, engine.turns), (1, compared));
    assert!(compared > 0 && engine.agreed <= compared);
    // Two accounts on one device.
    ann.get::<SignOut>(&()).await;
    ann.register("Anna").await;
    ann.get::<GetMe>(&()).await;
    let shared = moderator.get::<GetFairPlay>(&id).await.shared;
    assert_eq!(shared[0].player.name.as_deref(), Some("Anna"));
    assert!(shared[0].devices == 1 && shared[0].addresses == 1, "{shared:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_limited() {
    let server = Server::sqlite(proxied()).await;
    let (_, [_ann, mut bob], _) = pair(&server, FAST).await;
    let nobody = NewReport {
        subject: ReportSubject::Player { player: PlayerId::random() },
        reason: ReportReason::Spam,
        text: String::new(),
    };
    for _ in 0..5 {
        assert_eq!(bob.refused::<CreateReport>(&(), &nobody).await, "404 no-player");
    }
    assert_eq!(bob.refused::<CreateReport>(&(), &nobody).await, "429 rate-limited");
}

#[tokio::test]
async fn a_process_beside_the_server_creates_no_database() {
    let database = Database::sqlite();
    let file = database.url.strip_prefix("sqlite://").unwrap();
    for url in [database.url.clone(), format!("{}?mode=rwc", database.url)] {
        assert!(Store::open_beside(&url).await.is_err());
        assert!(!std::path::Path::new(file).exists(), "{url}");
    }
    drop(Store::open(&database.url).await.unwrap());
    assert!(Store::open_beside(&format!("{}?mode=rwc", database.url)).await.is_ok());
}
