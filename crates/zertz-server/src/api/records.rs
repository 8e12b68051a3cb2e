//! Downloads of game records.

use super::{
    Api, ApiError,
    auth::Network,
    extract::{Param, Query},
};
use crate::limits;
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
};
use zertz::notation::{Format, Record};
use zertz_protocol::{
    Code, GameId, Seat, Status,
    endpoint::{DownloadRecord, DownloadRecords},
};

pub(super) async fn one(
    State(api): State<Api>,
    Network(network): Network,
    Param(id): Param<DownloadRecord>,
    Query(query): Query<DownloadRecord>,
) -> Result<(HeaderMap, String), ApiError> {
    api.limits.searches.check(network, None)?;
    let text = query.format.write(&api.record(&id).await?);
    Ok((download(&format!("zertz-{id}"), query.format), text))
}

pub(super) async fn many(
    State(api): State<Api>,
    Network(network): Network,
    Query(query): Query<DownloadRecords>,
) -> Result<(HeaderMap, String), ApiError> {
    api.limits.downloads.check(network, None)?;
    let format = query.format;
    let filter = api.filter(query.games, limits::RECORDS).await?;
    let mut texts = Vec::new();
    for game in api.hub.store.games(&filter).await? {
        if game.status == Status::Over {
            match api.record(&game.id).await {
                Ok(record) => texts.push(format.write(&record)),
                // The record of this game alone is missing.
                Err(error) if error.problem.code == Code::Internal => {}
                Err(error) => return Err(error),
            }
        }
    }
    let text = if format == Format::Json { format!("[{}]", texts.join(",\n")) } else { texts.join("\n\n") };
    Ok((download("zertz-games", format), text))
}

/// The headers of a file to save.
fn download(name: &str, format: Format) -> HeaderMap {
    let (extension, media_type) = match format {
        Format::Official => ("txt", "text/plain; charset=utf-8"),
        Format::Zen => ("zen", "text/plain; charset=utf-8"),
        Format::Sgf => ("sgf", "application/x-go-sgf; charset=utf-8"),
        Format::Json => ("json", "application/json"),
    };
    let mut headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(media_type))]);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.{extension}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    headers
}

impl Api {
    /// The record of a game, with the names of the players.
    async fn record(&self, id: &GameId) -> Result<Record, ApiError> {
        let table = self.hub.store.table(id).await?.ok_or(Code::NoGame)?;
        let mut record = Record::of(table.game());
        let listed = self.hub.store.game(id).await?;
        for (tag, seat) in [("Player1", Seat::One), ("Player2", Seat::Two)] {
            let player = listed.as_ref().and_then(|listed| listed.seats[seat].as_ref());
            if let Some(name) = player.and_then(|player| player.name.clone()) {
                record.tags.push((tag.to_owned(), name));
            }
        }
        Ok(record)
    }
}
