//! Link previews: the tags with which other sites show a link to a page, and the picture of the board that they name.

use super::{Api, ApiError, auth::Network, extract::Param};
use crate::{picture, table::Table};
use axum::{
    extract::{FromRequestParts, Query, State},
    http::{HeaderName, Uri, header, request::Parts},
    response::{IntoResponse, Response},
};
use std::{fmt::Write, sync::Arc};
use zertz::Game;
use zertz_protocol::{
    Code, GameData, GameId, Pair, PlayerKind, Problem, QueryParameters, SeatedPlayer, Status, endpoint::GetGame,
    game_from_query,
};

/// The picture of the site: a board after a few turns.
const EXAMPLE: &str = "board=37&turns=Wd4,d1_Bf2,a1_Gb4,g1_Bd6,g4_Wc3,a4";

/// Seconds for which the picture of a game may be kept: one in progress changes with every turn.
const KEPT_IN_PROGRESS: u32 = 60;
const KEPT: u32 = 24 * 3600;

/// The picture of a game.
pub(super) async fn game(
    State(api): State<Api>,
    Network(network): Network,
    Param(id): Param<GetGame>,
) -> Result<Response, ApiError> {
    api.limits.pictures.check(network, None)?;
    let room = api.hub.room(&id).await?;
    let (game, ended) = {
        let table = room.table.lock().await;
        (table.game().clone(), table.ended().is_some())
    };
    api.picture(game, if ended { KEPT } else { KEPT_IN_PROGRESS }).await
}

/// The picture of the game or position in a share link; of an example without one.
pub(super) async fn shared(State(api): State<Api>, Network(network): Network, uri: Uri) -> Result<Response, ApiError> {
    api.limits.pictures.check(network, None)?;
    let game = match shared_game(&uri)? {
        Some(game) => game,
        None => example()?,
    };
    api.picture(game, KEPT).await
}

fn example() -> Result<Game, Problem> {
    let uri = Uri::builder().path_and_query(format!("/?{EXAMPLE}")).build().map_err(|_| Code::Internal)?;
    shared_game(&uri)?.ok_or_else(|| Code::Internal.into())
}

/// The game of a share link, up to the act that the link shows.
fn shared_game(uri: &Uri) -> Result<Option<Game>, Problem> {
    let malformed = |error: axum::extract::rejection::QueryRejection| Problem::new(Code::Malformed, error.body_text());
    let Query(parameters) = Query::<Vec<(String, String)>>::try_from_uri(uri).map_err(malformed)?;
    let shown = parameters.iter().find(|(name, _)| name == "at").and_then(|(_, at)| at.parse().ok());
    let Some(mut data): Option<GameData> = game_from_query(&QueryParameters(parameters))? else { return Ok(None) };
    data.acts.truncate(shown.unwrap_or(usize::MAX));
    data.game().map(Some)
}

impl Api {
    /// Draws a board on a thread for blocking work. Only a few are drawn at the same time.
    async fn picture(&self, game: Game, kept: u32) -> Result<Response, ApiError> {
        let place = Arc::clone(&self.drawing).acquire_owned().await.map_err(|_| Code::Internal)?;
        let drawing = tokio::task::spawn_blocking(move || {
            let _place = place;
            picture::png(&game)
        });
        let png = drawing.await.ok().flatten().ok_or(Code::Internal)?;
        let headers = [
            (header::CONTENT_TYPE, "image/png".to_owned()),
            (header::CACHE_CONTROL, format!("public, max-age={kept}")),
            // It is shown on the pages of other sites.
            (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin".to_owned()),
        ];
        Ok((headers, png).into_response())
    }

    /// The tags for a page, to be inserted into its head.
    pub(crate) async fn preview(&self, parts: &mut Parts) -> String {
        let Ok(Network(network)) = Network::from_request_parts(parts, self).await;
        // Whoever is over the limit gets the page without the names or the position of the game.
        let linked = linked(&parts.uri).filter(|_| self.limits.requests.check(network, None).is_ok());
        let preview = match linked {
            Some(Linked::Game(id)) => self.game_preview(&id).await,
            Some(Linked::Shared) => shared_preview(&parts.uri),
            None => None,
        };
        let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let base = self
            .config
            .base_url
            .as_deref()
            .map_or_else(|| format!("http://{host}"), |url| url.trim_end_matches('/').to_owned());
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        preview.unwrap_or_else(site_preview).tags(&base, path)
    }

    async fn game_preview(&self, id: &GameId) -> Option<Preview> {
        let room = self.hub.room(id).await.ok()?;
        let (seats, _) = room.listed(&self.hub.store).await.ok()?;
        let table = room.table.lock().await;
        // The number of the last event makes sites load a new picture.
        let picture = format!("/api/games/{id}/board.png?seq={}", table.position_seq());
        Some(Preview { title: title(&table, &seats), description: description(&table, &seats), picture })
    }
}

/// A page whose links have a preview of their own.
enum Linked {
    Game(GameId),
    Shared,
}

fn linked(uri: &Uri) -> Option<Linked> {
    match uri.path() {
        "/analyse" => Some(Linked::Shared),
        path => path.strip_prefix("/online/")?.parse().ok().map(Linked::Game),
    }
}

/// Whether other sites may load a page to show a preview of it. They do not always ask for HTML.
pub(crate) fn is_linked(uri: &Uri) -> bool {
    linked(uri).is_some()
}

/// What other sites show for a link.
#[derive(PartialEq, Eq, Debug)]
struct Preview {
    title: String,
    description: String,
    /// The path of the picture.
    picture: String,
}

impl Preview {
    fn tags(&self, base: &str, path: &str) -> String {
        let (width, height) = picture::SIZE;
        let (address, image) = (format!("{base}{path}"), format!("{base}{}", self.picture));
        let tags = [
            ("property", "og:type", "website"),
            ("property", "og:site_name", "ZÈRTZ"),
            ("property", "og:title", &self.title),
            ("property", "og:description", &self.description),
            ("property", "og:url", &address),
            ("property", "og:image", &image),
            ("property", "og:image:type", "image/png"),
            ("property", "og:image:width", &width.to_string()),
            ("property", "og:image:height", &height.to_string()),
            ("property", "og:image:alt", "The board"),
            ("name", "twitter:card", "summary_large_image"),
        ];
        tags.iter().fold(String::new(), |mut text, (kind, name, content)| {
            let _ = writeln!(text, "<meta {kind}=\"{name}\" content=\"{}\" />", escaped(content));
            text
        })
    }
}

fn site_preview() -> Preview {
    Preview {
        title: "ZÈRTZ".to_owned(),
        description: "Play, learn and study ZÈRTZ, Kris Burm's game of sacrifices on a shrinking board.".to_owned(),
        picture: "/api/board.png".to_owned(),
    }
}

fn shared_preview(uri: &Uri) -> Option<Preview> {
    let game = shared_game(uri).ok()??;
    Some(Preview {
        title: "A ZÈRTZ position".to_owned(),
        description: format!("{}, after {}.", board(&game), turns(&game)),
        picture: format!("/api/board.png?{}", uri.query().unwrap_or_default()),
    })
}

fn title(table: &Table, seats: &Pair<Option<SeatedPlayer>>) -> String {
    let [one, two] = &seats.0;
    match (table.status(), one.as_ref().or(two.as_ref()).and_then(|host| host.name.as_ref())) {
        (Status::Waiting, Some(host)) => format!("{host} invites you to a game of ZÈRTZ"),
        (Status::Waiting, None) => "You are invited to a game of ZÈRTZ".to_owned(),
        _ => format!("{} vs {} · ZÈRTZ", name(one), name(two)),
    }
}

fn description(table: &Table, seats: &Pair<Option<SeatedPlayer>>) -> String {
    let game = table.game();
    let (board, turns) = (board(game), turns(game));
    match (table.status(), table.winner()) {
        (Status::Waiting, _) => format!("{board}. No account needed."),
        (Status::Playing, _) => format!("{board}, in progress: {turns} so far."),
        (Status::Aborted, _) => format!("{board}. The game was aborted."),
        (Status::Over, Some(winner)) => format!("{board}, {turns}. {} won.", name(&seats[winner])),
        (Status::Over, None) => format!("{board}, {turns}. Nobody won."),
    }
}

fn board(game: &Game) -> String {
    format!("{} rings", game.rules().board.all().len())
}

fn turns(game: &Game) -> String {
    match game.turns().len() {
        1 => "1 turn".to_owned(),
        number => format!("{number} turns"),
    }
}

fn name(player: &Option<SeatedPlayer>) -> String {
    match player {
        None => "nobody".to_owned(),
        Some(SeatedPlayer { level: Some(level), .. }) => format!("Computer (level {level})"),
        Some(SeatedPlayer { kind: PlayerKind::Gone, .. }) => "Deleted account".to_owned(),
        Some(SeatedPlayer { name: Some(name), .. }) => name.clone(),
        Some(_) => "Guest".to_owned(),
    }
}

/// Text in an attribute.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, letter| {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_tag_ends_it() {
        let hostile = "\"><script>alert('x')</script>&amp;";
        let preview =
            Preview { title: hostile.to_owned(), description: hostile.to_owned(), picture: hostile.to_owned() };
        let tags = preview.tags("http://\"><b>", "/online/\"><i>");
        assert_eq!(tags.matches('<').count(), tags.lines().count(), "each line has one tag: {tags}");
        assert!(
            tags.lines()
                .all(|line| line.starts_with("<meta ") && line.ends_with("\" />") && line.matches('"').count() == 4)
        );
        let title = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;";
        assert!(tags.contains(&format!("<meta property=\"og:title\" content=\"{title}\" />")));
    }

    #[test]
    fn a_share_link_is_drawn_as_it_is_shown() {
        let turns = |uri: &str| shared_game(&uri.parse().unwrap()).map(|game| game.map(|game| game.turns().len()));
        assert_eq!(turns("/analyse?board=37&turns=Wd4,d1_Gd5,a1"), Ok(Some(2)));
        assert_eq!(turns("/analyse?board=37&turns=Wd4,d1_Gd5,a1&at=1"), Ok(Some(1)));
        assert_eq!(turns("/analyse?review=1"), Ok(None));
        assert!(turns("/analyse?board=37&turns=Wd4,d4").is_err());
        assert_eq!(example().unwrap().turns().len(), 5);
    }

    #[test]
    fn links_to_games_and_positions_have_a_preview() {
        let is = |path: &str| is_linked(&path.parse().unwrap());
        assert!(is("/analyse") && is("/analyse?board=37"));
        assert!(!is("/") && !is("/online/") && !is("/online/a.b") && !is("/rules"));
    }
}
