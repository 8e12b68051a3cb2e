//! The data export of an account. Its games are sent while they are read: the server never has more than a few in memory.

use super::{
    Api, ApiError,
    auth::{Network, SignedIn},
};
use crate::{
    limits::GAME_TIME,
    play::text,
    store::{GameFilter, Result, Store, StoreError, report_unreadable},
    table::Table,
};
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use hyper::body::Frame;
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{sync::mpsc, time::timeout};
use zertz_protocol::{AccountExport, ExportedGame, GameSummary, Moment, PlayerId};

/// How many games are read from a list at once.
const PAGE: i64 = 200;

/// How many games may wait for a slow client.
const WAITING: usize = 1;

/// What follows the games in the text of an export: they are its last field.
const END: &str = "]}";

pub(super) async fn export(
    State(api): State<Api>,
    Network(network): Network,
    caller: SignedIn,
) -> Result<Response, ApiError> {
    api.limits.downloads.check(network, None)?;
    let (store, id) = (&api.hub.store, caller.player.id.clone());
    let export = AccountExport {
        email: api.email(&id).await?,
        ratings: store.ratings(&id).await?,
        rated_games: store.rating_history(&id, i64::MAX).await?,
        sessions: api.sessions(&caller).await?,
        places: store.places(&id).await?,
        bots: store.bots(&id).await?,
        blocked: store.blocked_players(&id).await?,
        restrictions: store.restrictions(&id, Moment::MIN).await?,
        warnings: store.all_warnings(&id).await?,
        reports: store.reports_by(&id).await?,
        games: Vec::new(),
        player: caller.player,
    };
    let (sender, receiver) = mpsc::channel(WAITING);
    let store = store.clone();
    tokio::spawn(async move {
        if let Err(error) = send(&store, &id, &export, &sender).await {
            tracing::warn!(%error, "an export was not finished");
            // The client notices that the end is missing. It may have left.
            let _ = sender.send(Err(error)).await;
        }
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::new(Text(receiver))).into_response())
}

/// The text of a response, while it is made.
struct Text(mpsc::Receiver<Result<Bytes>>);

impl hyper::body::Body for Text {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|part| part.map(|part| part.map(Frame::data)))
    }
}

/// Sends an export and then all games of the player. Ends early if the client leaves, or takes too long for a game.
async fn send(
    store: &Store,
    player: &PlayerId,
    export: &AccountExport,
    sender: &mpsc::Sender<Result<Bytes>>,
) -> Result<()> {
    let mut before = text(export);
    before.truncate(before.len() - END.len());
    let mut filter = GameFilter { player: Some(player.clone()), limit: PAGE, ..GameFilter::default() };
    loop {
        let page = store.games(&filter).await?;
        let Some(last) = page.last() else { break };
        filter.before = Some((last.created, Some(last.id.clone())));
        for summary in page {
            before += &text(&exported(store, player, summary).await?);
            // The client has left, or reads too slowly.
            if !matches!(timeout(GAME_TIME, sender.send(Ok(before.into()))).await, Ok(Ok(()))) {
                return Ok(());
            }
            before = ",".to_owned();
        }
    }
    // After a game there is no comma.
    let rest = if before == "," { END.to_owned() } else { before + END };
    let _ = sender.send(Ok(rest.into())).await;
    Ok(())
}

/// A game with the events that the player may see.
async fn exported(store: &Store, player: &PlayerId, summary: GameSummary) -> Result<ExportedGame> {
    let events = match store.events(&summary.id, 0).await {
        Err(StoreError::Unreadable(why)) => {
            report_unreadable(&why);
            Vec::new()
        }
        events => events?,
    };
    let seat = Table::replay(&events).ok().and_then(|table| table.seat_of(player));
    let events = events.into_iter().filter(|event| event.is_visible_to(seat)).collect();
    Ok(ExportedGame { summary, events })
}
