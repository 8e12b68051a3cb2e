//! The lobby.

use super::{Outcome, Target, code, game, held};
use anyhow::Result;
use zertz::Board;
use zertz_protocol::{
    First, NewSeek, Opponent, Paired, TimeControl,
    endpoint::{AcceptSeek, CreateSeek, ListSeeks, PairPlayer},
};

pub(super) async fn close(target: &Target<'_>) -> Result<Outcome> {
    let mut settings = game(Board::rings37(), false, Opponent::Friend).settings;
    settings.time = TimeControl::Correspondence { days: 14 };
    let seek = NewSeek { settings, first: First::Me };
    let mut made = 0;
    for _ in 0..220 {
        made += usize::from(target.client()?.send::<CreateSeek>(&(), &seek).await.is_ok());
    }
    let (mut ann, mut bob) = (target.client()?, target.client()?);
    let hers = ann.send::<CreateSeek>(&(), &seek).await?.id;
    let shown = bob.get::<ListSeeks>(&()).await?.iter().position(|one| one.id == hers);
    let taken = bob.send::<AcceptSeek>(&hers, &()).await;
    let place = shown.map_or("not shown".to_owned(), |place| format!("place {}", place + 1));
    held(shown == Some(0) && taken.is_ok(), format!("after {made} offers a new one is {place}, {}", code(&taken)))
}

pub(super) async fn both_at_once(target: &Target<'_>) -> Result<Outcome> {
    let mut settings = game(Board::rings37(), false, Opponent::Friend).settings;
    let mut met = 0;
    for round in 0..20 {
        settings.time = TimeControl::Fischer { initial: 600 + round, increment: 7 };
        let (mut ann, mut bob) = (target.client()?, target.client()?);
        let (one, two) = tokio::join!(ann.send::<PairPlayer>(&(), &settings), bob.send::<PairPlayer>(&(), &settings));
        let (one, two) = (one?, two?);
        met += usize::from([one, two].iter().filter(|paired| matches!(paired, Paired::Game { .. })).count() == 1);
    }
    held(met == 20, format!("{met} of 20 pairs met"))
}
