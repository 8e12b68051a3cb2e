//! All routes of the server.

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
    extract::{MatchedPath, State},
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

#[derive(Clone, Copy)]
struct RandomId;

impl MakeRequestId for RandomId {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        random_text(12).parse().ok().map(RequestId::new)
    }
}

/// All routes: the files of a web app and, if there is an API, online play.
pub fn router(assets: Assets, api: Option<Api>) -> Router {
    let is_secure = api.as_ref().is_some_and(|api| api.config.is_secure());
    let site = Arc::new(Site { assets, api: api.clone() });
    let api = api.map(api::router).unwrap_or_default();
    let files = Router::new().route("/healthz", get(async || "ok"));
    let files = files.fallback(get(file).fallback(files::method_not_allowed));
    let files = files.with_state(site);
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
    let all = files.merge(api).method_not_allowed_fallback(files::method_not_allowed);
    security::secure(all.layer(middleware::from_fn(measure)), is_secure)
        .layer(trace)
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, RandomId))
}

/// The app, and the server that knows the games that its pages show.
struct Site {
    assets: Assets,
    api: Option<Api>,
}

/// Responds with a file or a page of the app. With an API, a page says how other sites show links to it.
async fn file(State(site): State<Arc<Site>>, request: Request<Body>) -> Response<Body> {
    let (mut parts, _) = request.into_parts();
    let path = parts.uri.path();
    let is_page = path == "/" || files::is_page(path, &parts.headers) || api::is_linked(&parts.uri);
    match &site.api {
        Some(api) if is_page => {
            let tags = api.preview(&mut parts).await;
            files::page(&site.assets, &parts.headers, &tags)
        }
        _ => files::file(&site.assets, &parts.uri, &parts.headers),
    }
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
