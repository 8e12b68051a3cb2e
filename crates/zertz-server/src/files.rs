//! Serving the files and pages of the web app.

use crate::{
    assets::{Asset, Assets},
    encoding::choose,
};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use zertz_protocol::Code;

/// Responds with the file at a path, or with `index.html` at the path of a page, which the app then shows.
pub(crate) fn file(assets: &Assets, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path();
    let asset = assets.get(path).or_else(|| assets.index().filter(|_| is_page(path, headers)));
    match asset {
        Some(asset) => respond(asset, headers),
        // The next version of the app may have this file.
        None => {
            let headers = [(header::CACHE_CONTROL, "no-cache")];
            (StatusCode::NOT_FOUND, headers, Code::NotFound.to_string()).into_response()
        }
    }
}

/// Responds with `index.html`, with these tags at the end of its head.
pub(crate) fn page(assets: &Assets, headers: &HeaderMap, tags: &str) -> Response {
    match assets.index() {
        Some(index) => respond(index.with_tags(tags).as_ref().unwrap_or(index), headers),
        None => (StatusCode::NOT_FOUND, Code::NotFound.to_string()).into_response(),
    }
}

/// Refuses other methods than `GET` and `HEAD`.
pub(crate) async fn method_not_allowed() -> impl IntoResponse {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")], Code::MethodNotAllowed.to_string())
}

/// Whether a request is for a page of the app: a browser asks for HTML, and the path has no dot. Paths with encoded dots or slashes are
/// not pages of the app.
pub(crate) fn is_page(path: &str, headers: &HeaderMap) -> bool {
    let lower = path.to_ascii_lowercase();
    let plain = ![".", "%2e", "%2f", "%5c", "%00", "\\"].iter().any(|part| lower.contains(part));
    plain && values(headers, header::ACCEPT).to_ascii_lowercase().contains("text/html")
}

fn respond(asset: &Asset, headers: &HeaderMap) -> Response {
    let encoding = choose(&values(headers, header::ACCEPT_ENCODING), |encoding| asset.bytes(encoding).is_some());
    let tag = asset.tag(encoding);
    let unchanged = matches_tag(&values(headers, header::IF_NONE_MATCH), &tag);

    let mut response = Response::new(Body::empty());
    let head = response.headers_mut();
    head.insert(header::CACHE_CONTROL, asset.cache_control.clone());
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        head.insert(header::ETAG, tag);
    }
    if asset.is_encoded() {
        head.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    head.insert(header::CONTENT_TYPE, asset.content_type.clone());
    if let Some(name) = encoding.name() {
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    *response.body_mut() = asset.bytes(encoding).cloned().unwrap_or_default().into();
    response
}

/// All values of a header, as one list.
fn values(headers: &HeaderMap, name: header::HeaderName) -> String {
    let lines: Vec<&str> = headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).collect();
    lines.join(",")
}

/// Whether the list of `If-None-Match` contains a tag. Weak tags count too: a proxy that compresses responses makes our tags weak.
fn matches_tag(list: &str, tag: &str) -> bool {
    list.split(',').map(str::trim).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_a_list() {
        for list in ["\"a\"", "W/\"a\"", "\"b\" , \"a\"", "*"] {
            assert!(matches_tag(list, "\"a\""), "{list}");
        }
        for list in ["", "\"b\"", "a", "\"a", "W/\"b\", \"c\""] {
            assert!(!matches_tag(list, "\"a\""), "{list}");
        }
    }
}
