//! Reports of players, messages and games.

use super::*;

on_both_databases!(reports_are_listed_by_state_player_and_page,);

on_both_servers!(players_messages_and_games_are_reported_and_handled,);

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
    let names = |players: &Option<Pair<Option<PlayerRef>>>| {
        let players = players.as_ref()?.0.iter();
        Some(players.map(|player| player.as_ref().and_then(|player| player.name.clone())).collect::<Vec<_>>())
    };
    let both = Some(vec![Some("Ann".to_owned()), Some("Bob".to_owned())]);
    for report in &reports {
        let players = if matches!(report.subject, ReportSubject::Player { .. }) { None } else { both.clone() };
        assert_eq!(names(&report.players), players, "{report:?}");
    }
    moderator.get::<ListChat>(&game).await;
    let log = moderator.get::<ListAudit>(&()).await;
    assert_eq!((log[0].action, names(&log[0].players)), (AuditAction::ReadChat, both));
    let decision = ReportDecision { state: ReportState::Dismissed, note: "harmless".to_owned() };
    moderator.send::<DecideReport>(&first.id, &decision).await;
    assert_eq!(moderator.refused::<DecideReport>(&"nothing".to_owned(), &decision).await, "404 no-report");
    let query = ReportsQuery { state: Some(ReportState::Dismissed), about: Some(ann_id), ..ReportsQuery::default() };
    let listed = moderator.call::<ListReports>(&(), &query, &()).await.unwrap();
    assert_eq!((listed.len(), listed[0].note.as_str()), (1, "harmless"));
    assert_eq!(listed[0].handled_by.as_ref().unwrap().name.as_deref(), Some("Judge"));
    assert_eq!(moderator.get::<GetModeratedPlayer>(&bob_id).await.open_reports, 1);
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
