//! What those who run the server ask: is it ready, how is it doing.

use super::Online;
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

/// What is counted in this process. There is one for all servers in it, as there is in tests.
pub(super) fn recorder() -> Option<PrometheusHandle> {
    RECORDER.get_or_init(|| PrometheusBuilder::new().install_recorder().ok()).clone()
}

pub(super) fn routes() -> Router<Online> {
    Router::new().route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// Whether to send people here: the database answers, and we do not end.
async fn ready(State(online): State<Online>) -> (StatusCode, &'static str) {
    if *online.hall.ending().borrow() {
        (StatusCode::SERVICE_UNAVAILABLE, "ending")
    } else if online.hall.store.is_ready().await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
    }
}

/// How it is doing, as Prometheus reads it.
async fn metrics(State(online): State<Online>) -> impl IntoResponse {
    let text = online.metrics.as_ref().map(|recorder| {
        recorder.run_upkeep();
        recorder.render()
    });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text.unwrap_or_default())
}
