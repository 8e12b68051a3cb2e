//! Games: making, looking, playing, finding and taking home.

use super::{
    Online, Trouble, With,
    input::{Asked, Body, Part},
    who::{Comer, From, Visitor},
};
use crate::{
    id::GameId,
    play::{NewGame, Snapshot, now},
    store::{GameFilter, GameSummary, Kind, RESULTS, Report},
    table::{Command, Event, Request, Seat, Status, Table},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zertz::notation::{Format, Record};

/// Games in one page of a list.
const PAGE: i64 = 30;

/// Records in one download.
const MOST_RECORDS: i64 = 500;

/// Where a game is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Made {
    /// Its name; its page is at `/online/ID`.
    pub id: GameId,
}

/// Make a game.
#[utoipa::path(post, path = "/api/games", request_body = NewGame, responses((status = 200, body = Made)))]
pub(super) async fn create(
    State(online): State<Online>,
    comer: Comer,
    Body(new): Body<NewGame>,
) -> Result<With<Made>, Trouble> {
    let (player, cookie) = online.admit(comer).await?;
    let id = online.hall.create(&player, new).await?;
    Ok((cookie, Json(Made { id })))
}

/// Look at a game.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 200, body = Snapshot)))]
pub(super) async fn look(
    State(online): State<Online>,
    visitor: Visitor,
    Part(id): Part<GameId>,
) -> Result<Json<Snapshot>, Trouble> {
    Ok(Json(online.snapshot(&id, &visitor).await?))
}

impl Online {
    /// What a visitor sees of a game.
    pub(super) async fn snapshot(&self, id: &GameId, visitor: &Visitor) -> Result<Snapshot, Trouble> {
        let room = self.hall.room(id).await?.ok_or_else(no_game)?;
        let seats = room.seats(&self.hall.store).await?;
        let table = room.table.lock().await;
        let you = visitor.player().and_then(|player| table.seat_of(&player.id));
        Ok(Snapshot::of(id, &table, seats, you, now()))
    }
}

fn no_game() -> Trouble {
    Trouble::missing("no-game", "there is no such game")
}

/// Where somebody sits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sits {
    /// The seat.
    seat: Seat,
}

/// Take the vacant seat. The first who comes gets it; who sits already is told where.
#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path)), responses((status = 200, body = Sits)))]
pub(super) async fn join(
    State(online): State<Online>,
    comer: Comer,
    Part(id): Part<GameId>,
) -> Result<With<Sits>, Trouble> {
    let room = online.hall.room(&id).await?.ok_or_else(no_game)?;
    let rated = room.table.lock().await.settings().rated;
    if rated && comer.kind() == Kind::Guest {
        let sentence = "this game is rated: please sign in to play it";
        return Err(Trouble::new(StatusCode::FORBIDDEN, "cannot-rate", sentence));
    }
    let (player, cookie) = online.admit(comer).await?;
    let seat = online.hall.join(&id, &player.id).await?;
    Ok((cookie, Json(Sits { seat })))
}

/// What a request became.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Done {
    /// The number of the event.
    seq: i64,
}

/// Do something at a table: the same as over the socket.
#[utoipa::path(post, path = "/api/games/{id}/act", params(("id" = String, Path)), request_body = Request, responses((status = 200, body = Done)))]
pub(super) async fn act(
    State(online): State<Online>,
    comer: Comer,
    Part(id): Part<GameId>,
    Body(request): Body<Request>,
) -> Result<Json<Done>, Trouble> {
    online.may_talk(comer.kind(), &request.command)?;
    let player = comer.known().ok_or(crate::table::Refusal::NotSeated)?;
    let seq = online.hall.act(&id, &player.id, request, 0).await?;
    Ok(Json(Done { seq }))
}

impl Online {
    /// Guests do not talk unless the server lets them.
    pub(super) fn may_talk(&self, kind: Kind, command: &Command) -> Result<(), Trouble> {
        if matches!(command, Command::Say { .. }) && kind == Kind::Guest && !self.config.guests_talk {
            let sentence = "please sign in to talk to your opponent";
            return Err(Trouble::new(StatusCode::FORBIDDEN, "no-talk", sentence));
        }
        Ok(())
    }
}

/// From where on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// The number of the last event that is known.
    #[serde(default)]
    after: i64,
}

/// What happened in a game.
#[utoipa::path(get, path = "/api/games/{id}/events", params(("id" = String, Path), After), responses((status = 200, body = [Event])))]
pub(super) async fn events(
    State(online): State<Online>,
    visitor: Visitor,
    Part(id): Part<GameId>,
    Asked(After { after }): Asked<After>,
) -> Result<Json<Vec<Event>>, Trouble> {
    let room = online.hall.room(&id).await?.ok_or_else(no_game)?;
    let you = {
        let table = room.table.lock().await;
        visitor.player().and_then(|player| table.seat_of(&player.id))
    };
    let events = online.hall.store.events(&id, after).await?;
    Ok(Json(events.into_iter().filter(|event| event.audience().includes(you)).collect()))
}

/// Which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct Wanted {
    /// `waiting`, `playing` or `over`; without it, those that are over.
    status: Option<Status>,
    /// A player's name.
    player: Option<String>,
    /// A board's name.
    board: Option<String>,
    /// `1`, `2`, `draw` or `bothLose`.
    result: Option<String>,
    /// How the first turn begins.
    opening: Option<String>,
    /// Only rated games, or only others.
    rated: Option<bool>,
    /// Only games made before this moment,
    before: Option<i64>,
    /// or at it, and later in the list than this game: the last one of the page before.
    before_id: Option<GameId>,
}

impl Online {
    async fn filter(&self, wanted: Wanted, limit: i64) -> Result<GameFilter, Trouble> {
        let player = match wanted.player.filter(|name| !name.is_empty()) {
            None => None,
            Some(name) => {
                let account = self.hall.store.player_named(&name).await?;
                let missing = || Trouble::missing("no-player", "there is no player of this name");
                Some(account.ok_or_else(missing)?.player.id)
            }
        };
        let result = wanted.result.filter(|result| !result.is_empty());
        if result.as_ref().is_some_and(|result| !RESULTS.contains(&result.as_str())) {
            return Err(Trouble::bad("bad-result", "a result is 1, 2, draw or bothLose"));
        }
        Ok(GameFilter {
            status: Some(wanted.status.unwrap_or(Status::Over)),
            player,
            board: wanted.board.filter(|board| !board.is_empty()),
            result,
            opening: wanted.opening.filter(|opening| !opening.is_empty()),
            rated: wanted.rated,
            before: wanted.before.map(|moment| (moment, wanted.before_id)),
            limit,
        })
    }
}

/// Find games, the newest first.
#[utoipa::path(get, path = "/api/games", params(Wanted), responses((status = 200, body = [GameSummary])))]
pub(super) async fn list(
    State(online): State<Online>,
    From(address): From,
    visitor: Visitor,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Vec<GameSummary>>, Trouble> {
    online.limits.question(address)?;
    let filter = online.filter(wanted, PAGE).await?;
    let games = online.hall.store.games(&filter).await?;
    let mine = |game: &GameSummary| {
        visitor.player().is_some_and(|me| game.seats.0.iter().flatten().any(|seated| seated.id == me.id))
    };
    // A vacant seat is for those who know the address.
    let shown = |game: &GameSummary| game.status != Status::Waiting || mine(game);
    Ok(Json(games.into_iter().filter(shown).collect()))
}

/// In which form.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Form {
    /// `zen`, `sgf`, `json` or `official`.
    format: Option<String>,
}

fn format(name: Option<&str>) -> Result<(Format, &'static str, &'static str), Trouble> {
    Ok(match name.unwrap_or("official") {
        "official" => (Format::Official, "txt", "text/plain; charset=utf-8"),
        "zen" => (Format::Zen, "zen", "text/plain; charset=utf-8"),
        "sgf" => (Format::Sgf, "sgf", "application/x-go-sgf; charset=utf-8"),
        "json" => (Format::Json, "json", "application/json"),
        _ => return Err(Trouble::bad("bad-format", "a record is official, zen, sgf or json")),
    })
}

/// A file for the visitor to keep.
fn download(name: &str, kind: &'static str) -> HeaderMap {
    let mut headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    headers
}

impl Online {
    /// A game as a record.
    async fn record(&self, id: &GameId) -> Result<Record, Trouble> {
        let events = self.hall.store.events(id, 0).await?;
        if events.is_empty() {
            return Err(no_game());
        }
        let table = Table::replay(&events).map_err(crate::store::StoreError::from)?;
        let mut record = Record::of(table.game());
        let summary = self.hall.store.game(id).await?;
        for (tag, seat) in [("Player1", Seat::One), ("Player2", Seat::Two)] {
            let seated = summary.as_ref().and_then(|summary| summary.seats[seat].as_ref());
            if let Some(name) = seated.and_then(|seated| seated.name.clone()) {
                record.tags.push((tag.to_owned(), name));
            }
        }
        Ok(record)
    }
}

/// Take a game home.
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path), Form), responses((status = 200, body = String)))]
pub(super) async fn record(
    State(online): State<Online>,
    From(address): From,
    Part(id): Part<GameId>,
    Asked(form): Asked<Form>,
) -> Result<(HeaderMap, String), Trouble> {
    online.limits.question(address)?;
    let (format, ending, kind) = format(form.format.as_deref())?;
    let text = format.write(&online.record(&id).await?);
    Ok((download(&format!("zertz-{id}.{ending}"), kind), text))
}

/// Take all games home that fit, up to 500: one after the other, JSON as a list.
#[utoipa::path(get, path = "/api/records", params(Wanted, Form), responses((status = 200, body = String)))]
pub(super) async fn records(
    State(online): State<Online>,
    From(address): From,
    Asked(wanted): Asked<Wanted>,
    Asked(form): Asked<Form>,
) -> Result<(HeaderMap, String), Trouble> {
    online.limits.download(address)?;
    let (format, ending, kind) = format(form.format.as_deref())?;
    let filter = online.filter(wanted, MOST_RECORDS).await?;
    let mut texts = Vec::new();
    for game in online.hall.store.games(&filter).await? {
        if game.status == Status::Over {
            texts.push(format.write(&online.record(&game.id).await?));
        }
    }
    let text = if format == Format::Json { format!("[{}]", texts.join(",\n")) } else { texts.join("\n\n") };
    Ok((download(&format!("zertz-games.{ending}"), kind), text))
}

/// A complaint.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Complaint {
    /// The event in which it was said.
    seq: i64,
    /// What is wrong with it.
    #[serde(default)]
    reason: String,
}

/// Report something that the opponent said.
#[utoipa::path(post, path = "/api/games/{id}/report", params(("id" = String, Path)), request_body = Complaint, responses((status = 204)))]
pub(super) async fn report(
    State(online): State<Online>,
    comer: Comer,
    Part(id): Part<GameId>,
    Body(complaint): Body<Complaint>,
) -> Result<StatusCode, Trouble> {
    let room = online.hall.room(&id).await?.ok_or_else(no_game)?;
    let player = comer.known().ok_or(crate::table::Refusal::NotSeated)?;
    let said = {
        let table = room.table.lock().await;
        let seat = table.seat_of(&player.id).ok_or(crate::table::Refusal::NotSeated)?;
        table.said().iter().find(|said| said.seq == complaint.seq && said.by != seat).cloned()
    };
    let said = said.ok_or_else(|| Trouble::missing("not-said", "your opponent did not say that"))?;
    let reason: String = complaint.reason.chars().take(500).collect();
    let report = Report { game: id, seq: said.seq, player: player.id.clone(), reason, at: now() };
    online.hall.store.report(&report).await?;
    tracing::warn!(game = %report.game, seq = report.seq, "something that was said was reported");
    Ok(StatusCode::NO_CONTENT)
}
