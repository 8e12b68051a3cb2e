//! Blocked players and addresses.

use super::*;

on_both_databases!(a_network_is_blocked_until_a_time, players_who_block_each_other_are_not_paired,);

on_both_servers!(blocked_players_cannot_challenge_or_chat, a_blocked_address_gets_no_guests_sessions_or_sockets,);

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

async fn players_who_block_each_other_are_not_paired(store: Store, _: &str) {
    let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
    let caller = Caller { network: [127, 0, 0, 1].into(), limited: false };
    let body = NewSeek { settings: settings(FAST, false), first: First::Random };
    let offer = NewOffer { id: SeekId::random(), player: ann.clone(), body, caller, at: 1, until: 1_000, quick: false };
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
