//! The interface: everything under `/api`, and what those who run the server ask.
//!
//! People's browsers and programs use the same one. It is described in OpenAPI at `/api/openapi.json`, made from this code; the messages on
//! the sockets are in docs/online.md.

mod account;
mod games;
mod input;
mod limits;
mod lobby;
mod ops;
mod password;
mod players;
mod socket;
mod trouble;
mod who;

pub use password::new_password;
pub use trouble::Trouble;

use crate::{Config, play::Hall};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use limits::Limits;
use metrics_exporter_prometheus::PrometheusHandle;
use std::{sync::Arc, time::Duration};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The largest body we read.
const MOST_BYTES: usize = 64 * 1024;

/// What the interface knows. Clones share it.
#[derive(Clone, Debug)]
pub struct Online {
    /// Everything that is alive.
    pub hall: Arc<Hall>,
    /// What the server was told.
    pub config: Arc<Config>,
    limits: Arc<Limits>,
    passwords: Arc<password::Passwords>,
    metrics: Option<PrometheusHandle>,
}

impl Online {
    /// An interface to a hall.
    pub fn new(hall: Arc<Hall>, config: Config) -> Online {
        let limits = Arc::new(Limits::new(config.limits));
        let tidied = Arc::clone(&limits);
        let mut ended = Box::pin(hall.ended());
        tokio::spawn(async move {
            while tokio::time::timeout(Duration::from_secs(60), &mut ended).await.is_err() {
                tidied.tidy();
            }
        });
        Online { hall, config: Arc::new(config), limits, passwords: Arc::default(), metrics: ops::recorder() }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "ZÈRTZ",
        description = "Meet and play ZÈRTZ. Browsers are known by a cookie, programs by a token: `Authorization: Bearer …`."
    ),
    components(schemas(crate::play::Message, crate::play::LobbyMessage, crate::table::Request))
)]
struct Description;

/// All routes with their description.
fn described() -> (Router<Online>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(account::me))
        .routes(routes!(account::register))
        .routes(routes!(account::sign_in))
        .routes(routes!(account::sign_out))
        .routes(routes!(account::change, account::delete))
        .routes(routes!(account::sessions))
        .routes(routes!(account::revoke))
        .routes(routes!(account::export))
        .routes(routes!(account::bots, account::add_bot))
        .routes(routes!(account::remove_bot))
        .routes(routes!(account::renew_bot))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::records))
        .routes(routes!(games::look))
        .routes(routes!(games::join))
        .routes(routes!(games::act))
        .routes(routes!(games::events))
        .routes(routes!(games::record))
        .routes(routes!(games::report))
        .routes(routes!(socket::game))
        .routes(routes!(lobby::list, lobby::offer))
        .routes(routes!(lobby::withdraw))
        .routes(routes!(lobby::take))
        .routes(routes!(socket::lobby))
        .routes(routes!(players::look))
        .routes(routes!(players::leaders))
        .split_for_parts()
}

/// The description of the interface, in OpenAPI.
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().1
}

/// All routes.
pub(crate) fn router(online: Online) -> Router {
    let (routes, description) = described();
    let text = description.to_json().unwrap_or_default();
    let openapi = move || async move { ([(header::CONTENT_TYPE, "application/json")], text) };
    let api = routes
        .route("/api/openapi.json", axum::routing::get(openapi))
        .route("/api/{*rest}", axum::routing::any(nothing))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(online.clone(), only_ours))
        .layer(middleware::map_response(not_kept));
    api.merge(ops::routes()).with_state(online)
}

async fn nothing() -> Trouble {
    Trouble::missing("not-found", "there is nothing at this address")
}

/// What somebody may see now may change at any time.
async fn not_kept(mut response: Response) -> Response {
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(header::HeaderValue::from_static("no-store"));
    response
}

/// Browsers say which page wants something. Other people's pages must not act in our visitors' names, nor listen to their sockets.
async fn only_ours(State(online): State<Online>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let upgrades = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if (changes || upgrades)
        && let Some(origin) = headers.get(header::ORIGIN)
        && !online.config.is_ours(origin.to_str().unwrap_or(""), text(header::HOST))
    {
        let sentence = "another site's page may not do this";
        return Trouble::new(StatusCode::FORBIDDEN, "foreign-origin", sentence).into_response();
    }
    next.run(request).await
}

/// JSON with more headers, such as a cookie.
type With<T> = (axum::http::HeaderMap, Json<T>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described() {
        let description = openapi();
        assert!(description.paths.paths.len() >= 20);
        let text = description.to_json().unwrap();
        for word in ["/api/games/{id}/socket", "\"Snapshot\"", "\"Update\"", "refused", "giveTime"] {
            assert!(text.contains(word), "{word}");
        }
    }

    /// The web app makes its types of the description, so it lies where both can read it. `UPDATE=1` writes it anew.
    #[test]
    fn the_description_in_docs_is_that_of_the_code() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
        let text = openapi().to_pretty_json().unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == text, "docs/openapi.json is old: run `UPDATE=1 cargo test -p zertz-server description`");
    }
}
