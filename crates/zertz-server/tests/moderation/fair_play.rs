//! Fair-play signals.

use super::*;

on_both_servers!(fair_play_signals_are_computed_in_the_background,);

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
