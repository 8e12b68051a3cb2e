//! Making up ratings.

use super::{Outcome, Target, act, code, game, held, meet, play};
use anyhow::Result;
use zertz::Board;
use zertz_client::Client;
use zertz_protocol::{
    Command, NewBot, Opponent,
    endpoint::{CreateBot, CreateGame, GetPlayer, JoinGame},
};

/// Turns after which nothing has been captured.
const TURNS: [&str; 4] = ["Wd4,d1", "Gb2,a1", "Wg2,a4", "Gd7,g4"];

/// The highest rating of a player, and the number of rated games.
async fn rating(client: &mut Client, name: &str) -> Result<(f64, i64)> {
    let ratings = client.get::<GetPlayer>(&name.to_owned()).await?.ratings;
    let best = ratings.iter().map(|one| one.rating).fold(0.0, f64::max);
    Ok((best, ratings.iter().map(|one| one.games).sum()))
}

pub(super) async fn bot_against_itself(target: &Target<'_>) -> Result<Outcome> {
    let mut owner = target.person("SelfOwner").await?;
    let mut bot = target.client()?;
    bot.token = Some(owner.send::<CreateBot>(&(), &NewBot { name: "SelfBot".to_owned() }).await?.token);
    let itself = game(Board::rings37(), true, Opponent::Bot { name: "SelfBot".to_owned() });
    let mut answer = String::new();
    for _ in 0..10 {
        let made = bot.send::<CreateGame>(&(), &itself).await;
        answer = code(&made);
        let Ok(made) = made else { break };
        act(&mut bot, &made.id, "end", Command::Resign).await?;
    }
    let (rating, games) = rating(&mut owner, "SelfBot").await?;
    held(games == 0, format!("{answer}; {games} rated games, rating {rating:.0}"))
}

pub(super) async fn one_ring(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("RingOne").await?, target.person("RingTwo").await?);
    let board: Board = "custom:a1".parse()?;
    let mut answer = String::new();
    for _ in 0..5 {
        let made = one.send::<CreateGame>(&(), &game(board.clone(), true, Opponent::Friend)).await;
        answer = code(&made);
        let Ok(made) = made else { break };
        two.send::<JoinGame>(&made.id, &()).await?;
        act(&mut two, &made.id, "end", Command::Resign).await?;
    }
    let (rating, games) = rating(&mut one, "RingOne").await?;
    held(games == 0, format!("{answer}; {games} rated games, rating {rating:.0}"))
}

pub(super) async fn one_address(target: &Target<'_>) -> Result<Outcome> {
    let mut one = target.person("PlaceOne").await?;
    let mut two = target.person("PlaceTwo").await?;
    // The second account is used where the first one is.
    two.forwarded_for.clone_from(&one.forwarded_for);
    two.get::<GetPlayer>(&"PlaceTwo".to_owned()).await?;
    let mut answer = String::new();
    for _ in 0..3 {
        let met = meet(&mut one, &mut two, true).await;
        answer = code(&met);
        let Ok(id) = met else { break };
        play([&mut one, &mut two], &id, &TURNS).await?;
        act(&mut two, &id, "end", Command::Resign).await?;
    }
    let (rating, games) = rating(&mut one, "PlaceOne").await?;
    held(games == 0, format!("{answer}; {games} rated games, rating {rating:.0}"))
}

pub(super) async fn short_games(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("ShortOne").await?, target.person("ShortTwo").await?);
    for _ in 0..5 {
        let id = meet(&mut one, &mut two, true).await?;
        play([&mut one, &mut two], &id, &TURNS[..2]).await?;
        act(&mut two, &id, "end", Command::Resign).await?;
    }
    let (rating, games) = rating(&mut one, "ShortOne").await?;
    held(games == 0, format!("5 games of one turn each; {games} of them rated, rating {rating:.0}"))
}

pub(super) async fn same_two(target: &Target<'_>) -> Result<Outcome> {
    let (mut one, mut two) = (target.person("DailyOne").await?, target.person("DailyTwo").await?);
    let mut answer = String::new();
    for _ in 0..9 {
        let met = meet(&mut one, &mut two, true).await;
        answer = code(&met);
        let Ok(id) = met else { break };
        play([&mut one, &mut two], &id, &TURNS).await?;
        act(&mut two, &id, "end", Command::Resign).await?;
    }
    let (rating, games) = rating(&mut one, "DailyOne").await?;
    held(games <= 5, format!("{games} games count, then {answer}; rating {rating:.0}"))
}
