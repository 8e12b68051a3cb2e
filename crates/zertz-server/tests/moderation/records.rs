//! What is kept of moderation, and who may see it.

use super::*;
use zertz_protocol::AccountExport;
use zertz_server::store::StoreError;

on_both_databases!(what_moderators_did_is_kept_for_a_while, the_audit_log_is_listed_by_page_and_player,);

on_both_servers!(
    everybody_but_moderators_gets_the_same_refusal,
    an_export_has_what_moderation_stores_about_a_player,
    a_removed_message_is_gone_for_everybody,
);

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
    let write = Write { seek: Some(SeekId::random()), audit: Some(audit(AuditAction::Warn, 30)), ..Write::default() };
    assert!(store.write(write).await.is_err());
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

#[tokio::test]
async fn a_process_beside_the_server_creates_no_database() {
    let database = Database::sqlite();
    let file = database.url.strip_prefix("sqlite://").unwrap();
    for url in [database.url.clone(), format!("{}?mode=rwc", database.url)] {
        assert!(Store::open_beside(&url).await.is_err());
        assert!(!std::path::Path::new(file).exists(), "{url}");
    }
    std::fs::write(file, "").unwrap();
    let error = Store::open_beside(&database.url).await.unwrap_err();
    assert!(matches!(error, StoreError::Empty), "{error:?}");
    assert_eq!(std::fs::metadata(file).unwrap().len(), 0, "an empty file stays empty");
    if let Some(database) = Database::postgres().await {
        assert!(matches!(Store::open_beside(&database.url).await, Err(StoreError::Empty)));
    }
    drop(Store::open(&database.url).await.unwrap());
    assert!(Store::open_beside(&format!("{}?mode=rwc", database.url)).await.is_ok());
}

#[tokio::test]
async fn an_export_is_sent_while_its_games_are_read() {
    let database = Database::sqlite();
    let server = Server::start(&database).await;
    let mut ann = server.client();
    ann.register("Ann").await;
    for games in 0..3 {
        let response = ann.0.raw("GET", "/api/account/export", &[], "").await.unwrap();
        // A text that is known as a whole has a length.
        assert_eq!(response.headers()["transfer-encoding"], "chunked");
        assert_eq!(response.headers()["content-type"], "application/json");
        let export: AccountExport = serde_json::from_str(response.body()).unwrap();
        assert_eq!((export.player.name.as_deref(), export.games.len()), (Some("Ann"), games));
        ann.send::<CreateGame>(&(), &new_game(FAST, false, Opponent::Friend)).await;
    }
}
