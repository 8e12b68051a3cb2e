//! The state of the server, and all its routes.

use std::{sync::Arc, time::Duration, time::Instant};

use axum::{
    Router,
    body::Body,
    extract::{FromRef, MatchedPath},
    http::{HeaderName, Request, Response},
    middleware::{self, Next},
    routing::get,
};
use tower_http::{
    request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer},
    trace::TraceLayer,
};
use tracing::{Span, debug, debug_span};

use crate::{
    api::{self, Api},
    assets::Assets,
    files, security,
};

/// The id of each request, for the log. A proxy may have set it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The state of the server. A handler takes the part it needs.
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

    /// The same with online play.
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
        crate::id::random_text(12).parse().ok().map(RequestId::new)
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
            debug!(status = response.status().as_u16(), microseconds = time.as_micros(), "answered");
        })
        .on_body_chunk(())
        .on_eos(())
        .on_failure(());
    security::secure(files.merge(api).layer(middleware::from_fn(count)))
        .layer(trace)
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, RandomId))
}

/// Measures requests by the pattern of their path.
async fn count(request: Request<Body>, next: Next) -> Response<Body> {
    let path = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str).to_owned();
    let began = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::histogram!("zertz_http_seconds", "path" => path, "status" => status).record(began.elapsed());
    response
}
