//! Warnings, mutes, bans and closed accounts.

use super::*;

on_both_databases!(restrictions_end_and_are_lifted,);

on_both_servers!(
    a_muted_player_cannot_chat,
    a_banned_player_is_cut_off_and_the_games_end,
    an_operator_beside_the_server_bans_and_lifts,
    a_ban_that_was_not_carried_out_is_finished,
    a_closed_account_cannot_sign_in,
    a_warning_is_shown_until_it_is_confirmed,
);

fn lift(restriction: RestrictionKind) -> NewSanction {
    sanction(Sanction::Lift { restriction })
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
