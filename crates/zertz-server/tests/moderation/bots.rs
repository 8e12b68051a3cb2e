//! Which challenges bots accept.

use super::*;

on_both_servers!(a_bot_accepts_what_its_rules_allow_and_declines_the_rest,);

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
