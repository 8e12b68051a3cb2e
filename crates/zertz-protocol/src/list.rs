//! Lists of games: summaries, queries and records.

use crate::{Code, GameId, GameResult, Moment, OutcomeKind, Pace, Pair, Seat, SeatedPlayer, Status, TimeControl};
use serde::{Deserialize, Deserializer, Serialize, de::IntoDeserializer};
use std::{borrow::Cow, fmt::Display, str::FromStr};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        Object, ObjectBuilder, Type,
        path::{Parameter, ParameterIn},
    },
};
use zertz::notation::Format;

/// A game in a list.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct GameSummary {
    /// The id.
    pub id: GameId,
    /// The number of the last event.
    pub seq: i64,
    /// The stage of the game.
    pub status: Status,
    /// The players.
    #[schema(value_type = Vec<Option<SeatedPlayer>>)]
    pub seats: Pair<Option<SeatedPlayer>>,
    /// The name of the board.
    pub board: String,
    /// The name of the rules, or `custom`.
    pub preset: String,
    /// The time control.
    pub time: TimeControl,
    /// The pace; absent without a clock.
    pub pace: Option<Pace>,
    /// Whether the game changes ratings.
    pub rated: bool,
    /// Why a finished game did not change ratings although it was played as a rated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Code>,
    /// The result of a finished game.
    pub result: Option<GameResult>,
    /// How a finished game ended.
    pub how: Option<OutcomeKind>,
    /// The first turn.
    pub opening: Option<String>,
    /// The number of turns.
    pub turns: i64,
    /// The seat to move.
    pub mover: Seat,
    /// When the game was created.
    pub created: Moment,
    /// When the game ended.
    pub ended: Option<Moment>,
}

/// Which events of a game to send.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct EventsQuery {
    /// The number of the last event that the client has seen. Without it, the list has all events, and a socket begins with a snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<i64>,
}

/// Which games to list, newest first. Empty values are ignored.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GamesQuery {
    /// The stage of the games; finished games by default.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// The name of a player.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The name of a board.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The result.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The beginning of the first turn, in canonical notation.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Only rated games, or only casual ones.
    #[serde(default, deserialize_with = "parsed", skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Only games created before this moment. With `beforeId`, also games created at this moment that come after that game in the list.
    #[serde(default, deserialize_with = "parsed", skip_serializing_if = "Option::is_none")]
    pub before: Option<Moment>,
    /// The last game on the previous page.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub before_id: Option<GameId>,
}

/// The format of one record.
#[derive(Serialize, Deserialize, IntoParams, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RecordQuery {
    /// The format; `official` by default.
    #[cfg_attr(feature = "ts", tsify(type = "RecordFormat"))]
    #[param(schema_with = format)]
    #[serde(default, with = "crate::game::word")]
    pub format: Format,
}

fn format() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Format::ALL.iter().map(|format| format.name())))
        .build()
}

/// Which records to download, and in which format.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RecordsQuery {
    /// Which games.
    #[serde(flatten)]
    pub games: GamesQuery,
    /// The format; `official` by default.
    #[cfg_attr(feature = "ts", tsify(type = "RecordFormat"))]
    #[serde(default, with = "crate::game::word")]
    pub format: Format,
}

impl IntoParams for RecordsQuery {
    fn into_params(parameter_in: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut all = GamesQuery::into_params(&parameter_in);
        all.extend(RecordQuery::into_params(&parameter_in));
        all
    }
}

/// The text of a query's value, unless it is empty.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cow<'de, str>>, D::Error> {
    Ok(Option::<Cow<'de, str>>::deserialize(deserializer)?.filter(|text| !text.is_empty()))
}

/// Reads a value of a query that is a word.
pub(crate) fn word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    text(deserializer)?.map(|text| T::deserialize(text.into_deserializer())).transpose()
}

/// Reads a value of a query that is a number or a truth value.
pub(crate) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    text(deserializer)?.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}
