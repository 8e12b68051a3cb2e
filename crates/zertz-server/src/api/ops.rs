//! Endpoints for operators: readiness and metrics.

use super::Api;
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// The metrics of this process. All servers in it, as in tests, share them.
pub(super) fn recorder() -> Option<PrometheusHandle> {
    RECORDER.get_or_init(|| PrometheusBuilder::new().install_recorder().ok()).clone()
}

pub(super) fn routes() -> Router<Api> {
    Router::new().route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// Whether this server should get requests: the database answers, and the server is not shutting down.
async fn ready(State(api): State<Api>) -> (StatusCode, &'static str) {
    if *api.hub.ending().borrow() {
        (StatusCode::SERVICE_UNAVAILABLE, "shutting down")
    } else if api.hub.store.is_ready().await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
    }
}

async fn metrics(State(api): State<Api>) -> impl IntoResponse {
    let text = api.metrics.as_ref().map(|recorder| {
        recorder.run_upkeep();
        recorder.render()
    });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text.unwrap_or_default())
}
