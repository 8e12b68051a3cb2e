//! The state of the server, and its routes.

use crate::{
    api::{self, Api},
    assets::Assets,
    files,
    id::random_text,
    security,
};
use axum::{
    Router,
    body::Body,
    extract::{FromRef, MatchedPath},
    http::{HeaderName, Request, Response},
    middleware::{self, Next},
    routing::get,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tower_http::{
    request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer},
    trace::TraceLayer,
};
use tracing::{Span, debug, debug_span};

/// The header with the id of a request, for the log. A proxy may set it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The state of the server. Each handler takes the part that it needs.
#[derive(Debug, Clone)]
pub struct App {
    assets: Arc<Assets>,
    api: Option<Api>,
}

impl App {
    /// A server for a web app, without online play.
    pub fn new(assets: Assets) -> Self {
        Self { assets: Arc::new(assets), api: None }
    }

    /// Adds online play.
    pub fn with_api(self, api: Api) -> Self {
        Self { api: Some(api), ..self }
    }
}

impl FromRef<App> for Arc<Assets> {
    fn from_ref(app: &App) -> Self {
        Arc::clone(&app.assets)
    }
}

#[derive(Clone, Copy)]
struct RandomId;

impl MakeRequestId for RandomId {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        random_text(12).parse().ok().map(RequestId::new)
    }
}

/// All routes.
pub fn router(app: App) -> Router {
    let api = app.api.clone().map(api::router).unwrap_or_default();
    let files = Router::new().route("/healthz", get(async || "ok")).fallback(get(files::file)).with_state(app);
    let trace = TraceLayer::new_for_http()
        .make_span_with(|request: &Request<Body>| {
            let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
            debug_span!("request", id, method = %request.method(), path = request.uri().path())
        })
        .on_request(())
        .on_response(|response: &Response<Body>, time: Duration, _: &Span| {
            debug!(status = response.status().as_u16(), microseconds = time.as_micros(), "responded");
        })
        .on_body_chunk(())
        .on_eos(())
        .on_failure(());
    security::secure(files.merge(api).layer(middleware::from_fn(measure)))
        .layer(trace)
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, RandomId))
}

/// Measures the time of each request, by the pattern of its path.
async fn measure(request: Request<Body>, next: Next) -> Response<Body> {
    let path = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str).to_owned();
    let began = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::histogram!("zertz_http_seconds", "path" => path, "status" => status).record(began.elapsed());
    response
}
