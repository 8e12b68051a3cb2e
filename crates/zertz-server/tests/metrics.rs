//! The memory of metrics. This is the only test of its program, so that nothing else uses memory.

#![cfg(target_os = "linux")]

#[path = "common/client.rs"]
mod client;
mod common;

use client::{Server, unlimited};
use std::{fs, time::Duration};
use tokio::time::sleep;

/// Measurements at once: 16 MB.
const MANY: usize = 2_000_000;

/// The memory of this process, in bytes.
fn memory() -> usize {
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    pages.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[tokio::test(flavor = "multi_thread")]
async fn measurements_take_no_more_memory_when_nobody_asks_for_metrics() {
    let server = Server::sqlite(unlimited()).await;
    let histogram = metrics::histogram!("zertz_http_seconds", "path" => "/api/test", "status" => "200");
    let mut after_first = 0;
    for round in 0..6 {
        (0..MANY).for_each(|number| histogram.record(number as f64 / MANY as f64));
        sleep(Duration::from_millis(2_500)).await;
        if round == 0 {
            after_first = memory();
        }
    }
    let more = memory().saturating_sub(after_first);
    assert!(more < 40 << 20, "{} MB more after five times as many measurements", more >> 20);
    let (_, _, text) = server.client().raw("GET", "/metrics", &[], "").await;
    let count = format!("zertz_http_seconds_count{{path=\"/api/test\",status=\"200\"}} {}", 6 * MANY);
    assert!(text.contains(&count), "{text}");
}
