//! The API: everything under `/api`, and the endpoints for operators.
//!
//! Browsers and bots use the same API. [`zertz_protocol::endpoint`] lists its endpoints; `/api/openapi.json` describes them, and
//! docs/online.md explains the messages of the sockets.

mod account;
mod auth;
mod blocks;
mod bots;
mod connection;
mod error;
mod export;
mod extract;
mod games;
mod lobby;
mod moderation;
mod ops;
mod password;
mod players;
mod preview;
mod rate_limits;
mod records;
mod restrictions;
mod socket;

pub use password::new_password;
pub(crate) use preview::is_linked;

use crate::{
    config::Config,
    limits::{self, DRAWN_AT_ONCE},
    play::Hub,
};
use auth::Network;
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    handler::Handler,
    http::{Method, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{MethodFilter, MethodRouter, any, get, on},
};
use error::ApiError;
use metrics_exporter_prometheus::PrometheusHandle;
use rate_limits::RateLimits;
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};
use tokio::sync::Semaphore;
use zertz_protocol::{Code, endpoint::*};

/// How often idle clients are forgotten.
const FORGET_IDLE: Duration = Duration::from_secs(60);

/// The description of the API. It is made once, since that takes a while.
static OPENAPI: LazyLock<String> = LazyLock::new(|| zertz_protocol::openapi().to_json().unwrap_or_default());

/// The state of the API. Clones share it.
#[derive(Clone, Debug)]
pub struct Api {
    /// Everything that is in memory.
    pub hub: Arc<Hub>,
    /// The configuration.
    pub config: Arc<Config>,
    limits: Arc<RateLimits>,
    noted_places: Arc<auth::NotedPlaces>,
    passwords: Arc<password::Passwords>,
    metrics: Option<PrometheusHandle>,
    readiness: Arc<ops::Readiness>,
    /// Places for drawing pictures.
    drawing: Arc<Semaphore>,
}

impl Api {
    /// An API for a hub.
    pub fn new(hub: Arc<Hub>, config: Config) -> Api {
        let limits = Arc::new(RateLimits::new(config.limits));
        let (limits_to_tidy, noted_places) = (Arc::clone(&limits), Arc::<auth::NotedPlaces>::default());
        let places_to_tidy = Arc::clone(&noted_places);
        let (metrics, mut ended) = (ops::recorder(), Box::pin(hub.ended()));
        if let Some(metrics) = metrics.clone() {
            tokio::spawn(ops::keep_up(metrics, hub.ended()));
        }
        tokio::spawn(async move {
            while tokio::time::timeout(FORGET_IDLE, &mut ended).await.is_err() {
                limits_to_tidy.forget_idle();
                places_to_tidy.forget_idle();
            }
        });
        Api {
            hub,
            config: Arc::new(config),
            limits,
            noted_places,
            passwords: Arc::default(),
            metrics,
            readiness: Arc::default(),
            drawing: Arc::new(Semaphore::new(DRAWN_AT_ONCE)),
        }
    }
}

/// The path of an endpoint, and its handler for the method.
fn at<E: Endpoint, H: Handler<T, Api>, T: 'static>(_: E, handler: H) -> (&'static str, MethodRouter<Api>) {
    let method = match E::METHOD {
        "GET" => MethodFilter::GET,
        "POST" => MethodFilter::POST,
        "DELETE" => MethodFilter::DELETE,
        method => unreachable!("{method} is not used by any endpoint"),
    };
    (E::PATH, on(method, handler))
}

fn endpoints() -> Router<Api> {
    let all = [
        at(GetMe, account::me),
        at(Register, account::register),
        at(SignIn, account::sign_in),
        at(SignOut, account::sign_out),
        at(ChangeAccount, account::change),
        at(DeleteAccount, account::delete),
        at(ListSessions, account::sessions),
        at(DeleteSession, account::delete_session),
        at(ExportAccount, export::export),
        at(ListBots, bots::list),
        at(CreateBot, bots::create),
        at(DeleteBot, bots::delete),
        at(RenewBotToken, bots::renew_token),
        at(GetBotRules, bots::rules),
        at(SetBotRules, bots::set_rules),
        at(ListBlocks, blocks::list),
        at(BlockPlayer, blocks::block),
        at(UnblockPlayer, blocks::unblock),
        at(ConfirmWarning, blocks::confirm_warning),
        at(CreateReport, moderation::report),
        at(ListGames, games::list),
        at(CreateGame, games::create),
        at(GetGame, games::get),
        at(JoinGame, games::join),
        at(ActInGame, games::act),
        at(ListEvents, games::events),
        at(ReportChat, games::report),
        at(DownloadRecord, records::one),
        at(DownloadRecords, records::many),
        at(ListSeeks, lobby::list),
        at(ListLobbyBots, lobby::bots),
        at(CreateSeek, lobby::create),
        at(PairPlayer, lobby::pair),
        at(DeleteSeek, lobby::delete),
        at(AcceptSeek, lobby::accept),
        at(GetPlayer, players::get),
        at(ListLeaders, players::leaders),
        at(ListReports, moderation::reports),
        at(DecideReport, moderation::decide),
        at(GetModeratedPlayer, moderation::player),
        at(SanctionPlayer, moderation::sanction),
        at(GetFairPlay, moderation::fair_play),
        at(RequestFairPlay, moderation::request_fair_play),
        at(ListChat, moderation::chat),
        at(RemoveChat, moderation::remove_chat),
        at(VoidGame, moderation::void),
        at(ListAddressBlocks, moderation::address_blocks),
        at(BlockAddress, moderation::block_address),
        at(UnblockAddress, moderation::unblock_address),
        at(ListAudit, moderation::audit),
        at(GameSocket, socket::game),
        at(LobbySocket, socket::lobby),
    ];
    all.into_iter().fold(Router::new(), |router, (path, handler)| router.route(path, handler))
}

pub(crate) fn router(api: Api) -> Router {
    let openapi = async || ([(header::CONTENT_TYPE, "application/json")], OPENAPI.as_str());
    let routes = endpoints()
        .route("/api/openapi.json", get(openapi))
        .route("/api/board.png", get(preview::shared))
        .route("/api/games/{id}/board.png", get(preview::game))
        .route("/api/{*rest}", any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(api.clone(), refuse_foreign_pages))
        .layer(middleware::from_fn_with_state(api.clone(), limit_requests))
        .layer(middleware::map_response(no_store));
    routes.merge(ops::routes()).with_state(api)
}

async fn not_found() -> ApiError {
    Code::NotFound.into()
}

async fn method_not_allowed() -> ApiError {
    Code::MethodNotAllowed.into()
}

/// Forbids caching: what a player may see can change at any time.
async fn no_store(mut response: Response) -> Response {
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(header::HeaderValue::from_static("no-store"));
    response
}

/// Refuses what is beyond the limits of an address.
async fn limit_requests(State(api): State<Api>, Network(network): Network, request: Request, next: Next) -> Response {
    match api.limits.requests.check(network, None) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Refuses changes and sockets that pages of other sites ask for. Browsers send the origin of the page.
async fn refuse_foreign_pages(State(api): State<Api>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let upgrades = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if (changes || upgrades)
        && let Some(origin) = headers.get(header::ORIGIN)
        && !api.config.is_ours(origin.to_str().unwrap_or(""), text(header::HOST))
    {
        return ApiError::from(Code::ForeignOrigin).into_response();
    }
    next.run(request).await
}
