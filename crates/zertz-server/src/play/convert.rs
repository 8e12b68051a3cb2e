//! Rows of the store as types of the protocol.

use crate::{
    id::engine_level,
    store::{self, ListedGame, RatedGame, SeatRow, SeekRow, Standing},
};
use zertz_protocol::{
    GameSummary, Leader, Pair, Player, PlayerId, PlayerRating, RatingPoint, SeatedPlayer, Seek, Session, SessionId,
};

fn level(player: &PlayerId) -> Option<u8> {
    engine_level(player).map(|level| level.number())
}

impl From<SeatRow> for SeatedPlayer {
    fn from(row: SeatRow) -> SeatedPlayer {
        let whole = |value: Option<f64>| value.map(|value| value.round() as i64);
        SeatedPlayer {
            level: level(&row.id),
            id: row.id,
            kind: row.kind,
            name: row.name,
            rating: whole(row.rating),
            change: whole(row.change),
        }
    }
}

/// The players of a game.
pub fn seated(seats: Pair<Option<SeatRow>>) -> Pair<Option<SeatedPlayer>> {
    Pair(seats.0.map(|seat| seat.map(SeatedPlayer::from)))
}

impl From<ListedGame> for GameSummary {
    fn from(ListedGame { row, seats }: ListedGame) -> GameSummary {
        GameSummary {
            id: row.id,
            seq: row.seq,
            status: row.status,
            seats: seated(seats),
            board: row.board,
            preset: row.preset,
            time: row.time,
            pace: row.pace,
            rated: row.rated,
            result: row.result,
            how: row.how,
            opening: row.opening,
            turns: row.turns,
            mover: row.mover,
            created: row.created,
            ended: row.ended,
        }
    }
}

impl From<store::Player> for Player {
    fn from(row: store::Player) -> Player {
        Player { level: level(&row.id), id: row.id, kind: row.kind, name: row.name, created: row.created }
    }
}

impl From<SeekRow> for Seek {
    fn from(row: SeekRow) -> Seek {
        Seek {
            id: row.id,
            player: row.player,
            name: row.name,
            kind: row.kind,
            rating: row.rating.map(|rating| rating.round() as i64),
            settings: row.body.settings,
            first: row.body.first,
            created: row.created,
        }
    }
}

impl From<Standing> for PlayerRating {
    fn from(row: Standing) -> PlayerRating {
        PlayerRating {
            pace: row.pace,
            rating: row.rating.rating,
            deviation: row.rating.deviation,
            provisional: row.rating.is_provisional(),
            games: row.games,
        }
    }
}

impl From<RatedGame> for RatingPoint {
    fn from(row: RatedGame) -> RatingPoint {
        RatingPoint { game: row.game, pace: row.pace, at: row.at, rating: row.rating, deviation: row.deviation }
    }
}

impl From<store::Leader> for Leader {
    fn from(row: store::Leader) -> Leader {
        Leader {
            level: level(&row.id),
            name: row.name,
            kind: row.kind,
            rating: row.rating.rating,
            deviation: row.rating.deviation,
            games: row.games,
        }
    }
}

/// A session, as the one with the id `current` sees it.
pub fn session(row: store::Session, current: &SessionId) -> Session {
    Session { current: row.id == *current, id: row.id, label: row.label, created: row.created, seen: row.seen }
}
