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
use std::{
    pin::pin,
    sync::OnceLock,
    time::{Duration, Instant},
};
use tokio::{sync::Mutex, time::timeout};

static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// The metrics of this process. All servers in it, as in tests, share them.
pub(super) fn recorder() -> Option<PrometheusHandle> {
    RECORDER.get_or_init(|| PrometheusBuilder::new().install_recorder().ok()).clone()
}

/// How often measurements are summed up.
const UPKEEP: Duration = Duration::from_secs(1);

/// Sums up measurements until the server ends. Until then, each takes memory, also when nobody asks for metrics.
pub(super) async fn keep_up(metrics: PrometheusHandle, ended: impl Future<Output = ()>) {
    let mut ended = pin!(ended);
    while timeout(UPKEEP, &mut ended).await.is_err() {
        metrics.run_upkeep();
    }
}

pub(super) fn routes() -> Router<Api> {
    Router::new().route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// How long the answer of the database is remembered: it costs a write, and anybody can ask.
const READY_LIFETIME: Duration = Duration::from_secs(1);

/// How long the database may take for it.
const READY_TIME: Duration = Duration::from_secs(3);

/// Whether the database could be written, and when that was found out.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, bool)>>);

/// Whether this server should get requests: the database can be written, and the server is not shutting down.
async fn ready(State(api): State<Api>) -> (StatusCode, &'static str) {
    if *api.hub.ending().borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down");
    }
    let mut known = api.readiness.0.lock().await;
    let is_ready = match *known {
        Some((at, is_ready)) if at.elapsed() < READY_LIFETIME => is_ready,
        _ => {
            let is_ready = timeout(READY_TIME, api.hub.store.is_ready()).await.unwrap_or(false);
            *known = Some((Instant::now(), is_ready));
            is_ready
        }
    };
    if is_ready {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be written")
    }
}

async fn metrics(State(api): State<Api>) -> impl IntoResponse {
    let text = api.metrics.as_ref().map(|recorder| {
        recorder.run_upkeep();
        recorder.render()
    });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text.unwrap_or_default())
}
