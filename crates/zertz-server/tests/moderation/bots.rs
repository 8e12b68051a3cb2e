//! Which challenges bots accept.

use super::*;

on_both_servers!(
    a_bot_accepts_what_its_rules_allow_and_declines_the_rest,
    the_lobby_lists_bots_while_they_are_there,
    concurrent_challenges_do_not_exceed_the_games_of_a_bot,
    unknown_rules_of_a_bot_are_refused,
    a_bot_declines_nothing_but_challenges,
    a_player_who_asks_for_a_quick_game_many_times_waits_once,
    events_that_do_not_exist_yet_are_not_a_place_to_go_on_from,
);

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

impl Site {
    /// A person's bot called Deep, and the challenge to it.
    async fn bot(&self, owner: &mut Client) -> (Client, zertz_protocol::NewGame) {
        let mut bot = self.server.client();
        bot.0.token = Some(owner.send::<CreateBot>(&(), &NewBot { name: "Deep".to_owned() }).await.token);
        (bot, new_game(FAST, false, Opponent::Bot { name: "Deep".to_owned() }))
    }
}

async fn the_lobby_lists_bots_while_they_are_there(site: Site) {
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (mut bot, _) = site.bot(&mut ann).await;
    bot.send::<SetBotRules>(&"Deep".to_owned(), &BotRules { paces: vec![Pace::Rapid], ..BotRules::default() }).await;
    assert_eq!(bob.get::<ListLobbyBots>(&()).await, []);
    // A person in the lobby is no bot.
    let _people = bob.lobby().await;
    let mut lobby = bot.lobby().await;
    lobby.seeks().await;
    let [listed] = bob.get::<ListLobbyBots>(&()).await.try_into().unwrap();
    assert_eq!((listed.name.as_str(), listed.accepts.paces.as_slice()), ("Deep", &[Pace::Rapid][..]));
    let opponent = Opponent::Bot { name: listed.name };
    let game = zertz_protocol::NewGame { settings: listed.game.unwrap(), first: First::Random, opponent };
    let game = bob.send::<CreateGame>(&(), &game).await.id;
    assert_eq!(lobby.started().await, game);
    drop(lobby);
    let gone = async {
        while !bob.get::<ListLobbyBots>(&()).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, gone).await.expect("the bot is no longer listed");
}

async fn concurrent_challenges_do_not_exceed_the_games_of_a_bot(site: Site) {
    let (mut ann, _) = site.person("Ann").await;
    let (mut bot, challenge) = site.bot(&mut ann).await;
    bot.send::<SetBotRules>(&"Deep".to_owned(), &BotRules { max_games: Some(1), ..BotRules::default() }).await;
    let mut asked = Vec::new();
    for _ in 0..8 {
        let (mut guest, challenge) = (site.server.client(), challenge.clone());
        asked.push(tokio::spawn(async move { guest.call::<CreateGame>(&(), &(), &challenge).await }));
    }
    let mut begun = 0;
    for answer in asked {
        match answer.await.unwrap() {
            Ok(_) => begun += 1,
            Err((_, problem)) => assert_eq!(problem.code, Code::BotBusy),
        }
    }
    assert_eq!(begun, 1);
}

async fn unknown_rules_of_a_bot_are_refused(site: Site) {
    let (mut ann, _) = site.person("Ann").await;
    let (mut bot, _) = site.bot(&mut ann).await;
    let path = "/api/account/bots/Deep/rules";
    let json = [("content-type", "application/json")];
    let (status, _, answer) = bot.raw("POST", path, &json, r#"{"maxGame": 1}"#).await;
    assert!(status == 400 && answer.contains(r#""code":"malformed""#), "{status} {answer}");
    assert!(answer.contains("unknown field `maxGame`"), "{answer}");
    assert_eq!(bot.get::<GetBotRules>(&"Deep".to_owned()).await, BotRules::default());
    assert_eq!(bot.raw_json("POST", path, r#"{"maxGames": 1}"#).await, "204 ");
}

async fn a_bot_declines_nothing_but_challenges(site: Site) {
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (mut bot, challenge) = site.bot(&mut ann).await;
    let decline = |id: &str| request(id, Command::Decline { reason: DeclineReason::Later });
    // A game that it has joined, one that it has made, and one from the lobby.
    let joined = bob.friend_game(FAST, false).await;
    bot.get::<JoinGame>(&joined).await;
    let made = bot.friend_game(FAST, false).await;
    bob.get::<JoinGame>(&made).await;
    let seek = NewSeek { settings: settings(FAST, false), first: First::Me };
    let seek = bot.send::<CreateSeek>(&(), &seek).await.id;
    let accepted = bob.get::<AcceptSeek>(&seek).await.id;
    for game in [joined, made, accepted] {
        assert_eq!(bot.refused::<ActInGame>(&game, &decline("a")).await, "409 not-challenged");
        assert_eq!(bob.get::<GetGame>(&game).await.state.status, Status::Playing);
    }
    // Its own challenge to another bot.
    let mut other = site.server.client();
    other.0.token = Some(bob.send::<CreateBot>(&(), &NewBot { name: "Blue".to_owned() }).await.token);
    let game = other.send::<CreateGame>(&(), &challenge).await.id;
    assert_eq!(other.refused::<ActInGame>(&game, &decline("b")).await, "409 not-challenged");
    bot.send::<ActInGame>(&game, &decline("c")).await;
}

async fn a_player_who_asks_for_a_quick_game_many_times_waits_once(site: Site) {
    let (mut ann, _) = site.person("Ann").await;
    let mut asked = Vec::new();
    for _ in 0..8 {
        let mut client = ann.clone();
        asked.push(tokio::spawn(async move { client.send::<PairPlayer>(&(), &settings(FAST, false)).await }));
    }
    let mut seeks = Vec::new();
    for answer in asked {
        let Paired::Seek { seek } = answer.await.unwrap() else { panic!("nobody else waits") };
        seeks.push(seek);
    }
    seeks.dedup();
    assert_eq!((seeks.len(), ann.get::<ListSeeks>(&()).await.len()), (1, 1));
}

async fn events_that_do_not_exist_yet_are_not_a_place_to_go_on_from(site: Site) {
    let ((mut ann, _), (mut bob, _)) = (site.person("Ann").await, site.person("Bob").await);
    let (game, _sockets) = game_of(&mut ann, &mut bob).await;
    let query = |after| EventsQuery { after: Some(after) };
    assert_eq!(ann.call::<ListEvents>(&game, &query(2), &()).await.unwrap(), []);
    for after in [3, -1, i64::MAX] {
        let (status, problem) = ann.call::<ListEvents>(&game, &query(after), &()).await.unwrap_err();
        assert_eq!((status, problem.code, problem.message.contains("event")), (400, Code::Malformed, true), "{after}");
    }
    for (id, after, refusal) in [("a", 3, "400 malformed"), ("b", i64::MAX, "400 malformed")] {
        assert_eq!(ann.refused::<ActInGame>(&game, &request(id, turn("Wd4,d1", after))).await, refusal, "{after}");
    }
    ann.send::<ActInGame>(&game, &request("d", turn("Wd4,d1", 2))).await;
    // A client that reconnects gets the whole game instead.
    let mut socket = ann.try_socket(&game, Some(99), &[]).await.unwrap();
    assert_eq!(socket.snapshot().await.seq, 3);
}
