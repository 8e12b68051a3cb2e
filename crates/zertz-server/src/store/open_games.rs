//! Games that are not over, with whoever made them: how many a player and an address may have.

use super::{Origin, Result};
use crate::{
    address::site,
    limits::{ENGINE_GAMES, OPEN_GAMES, SITE},
};
use sqlx::AnyConnection;
use zertz_protocol::{GameId, Moment};

/// Whether a player may make another game. The caller keeps out others who do the same.
pub(super) async fn has_room(connection: &mut AnyConnection, origin: &Origin) -> Result<bool, sqlx::Error> {
    let network = origin.caller.network;
    if !origin.caller.limited {
        return Ok(true);
    }
    let keys = [
        ("player", Some(origin.player.to_string()), [OPEN_GAMES.player, ENGINE_GAMES.player]),
        ("network", Some(network.to_string()), [OPEN_GAMES.address, ENGINE_GAMES.address]),
        ("site", site(network).map(|site| site.to_string()), [OPEN_GAMES.address * SITE, ENGINE_GAMES.address * SITE]),
    ];
    for (column, key, [most, most_engine]) in keys {
        let Some(key) = key else { continue };
        let sql = format!("SELECT COUNT(*) FROM open_games WHERE {column} = $1 AND engine >= $2");
        let limits = [(0, most), (1, if origin.engine { most_engine } else { u32::MAX })];
        for (engine, most) in limits {
            let count: i64 = sqlx::query_scalar(&sql).bind(&key).bind(engine).fetch_one(&mut *connection).await?;
            if count >= i64::from(most) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

pub(super) async fn add(
    connection: &mut AnyConnection,
    game: &GameId,
    origin: &Origin,
    at: Moment,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO open_games (game, player, network, site, engine, at) VALUES ($1, $2, $3, $4, $5, $6)";
    let query = sqlx::query(sql)
        .bind(game.as_str())
        .bind(origin.player.as_str())
        .bind(origin.caller.network.to_string())
        .bind(site(origin.caller.network).map(|site| site.to_string()))
        .bind(i64::from(origin.engine))
        .bind(at);
    query.execute(connection).await.map(drop)
}

/// The game is over.
pub(super) async fn remove(connection: &mut AnyConnection, game: &GameId) -> Result<(), sqlx::Error> {
    let query = sqlx::query("DELETE FROM open_games WHERE game = $1").bind(game.as_str());
    query.execute(connection).await.map(drop)
}
