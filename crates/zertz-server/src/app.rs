//! What the server knows, and all its routes.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::FromRef,
    http::{Request, Response},
    routing::get,
};
use tower_http::trace::TraceLayer;
use tracing::{Span, debug, debug_span};

use crate::{Assets, files, security};

/// What the server knows. A handler takes the part it needs.
#[derive(Debug, Clone)]
pub struct App {
    assets: Arc<Assets>,
}

impl App {
    /// A server of this web app.
    pub fn new(assets: Assets) -> Self {
        Self { assets: Arc::new(assets) }
    }
}

impl FromRef<App> for Arc<Assets> {
    fn from_ref(app: &App) -> Self {
        Arc::clone(&app.assets)
    }
}

/// Every address there is.
pub fn router(app: App) -> Router {
    let router = Router::new().route("/health", get(async || "ok")).fallback(get(files::file)).with_state(app);
    security::secure(router).layer(
        TraceLayer::new_for_http()
            .make_span_with(|request: &Request<Body>| {
                debug_span!("request", method = %request.method(), path = request.uri().path())
            })
            .on_request(())
            .on_response(|response: &Response<Body>, time: Duration, _: &Span| {
                debug!(status = response.status().as_u16(), microseconds = time.as_micros(), "answered");
            })
            .on_body_chunk(())
            .on_eos(())
            .on_failure(()),
    )
}
