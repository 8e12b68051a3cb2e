//! Answering a request for a file of the app, or for one of its pages.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};

use crate::{
    assets::{Asset, Assets},
    encoding::{Encoding, choose},
    error::Error,
};

/// The file at an address; the first page at an address that looks like a page, which the app then shows by itself.
pub(crate) async fn file(
    State(assets): State<Arc<Assets>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response<Body>, Error> {
    let path = uri.path();
    let asset = assets.get(path).or_else(|| if is_page(path, &headers) { assets.index() } else { None });
    Ok(answer(asset.ok_or(Error::NotFound)?, &headers))
}

/// Whether somebody wants to see a page: a browser asks for HTML, and no page has a dot in its address. Dots and slashes in disguise
/// are none of ours.
fn is_page(path: &str, headers: &HeaderMap) -> bool {
    let disguised = ["%2e", "%2f", "%5c", "%00", "\\"];
    let plain = !path.contains('.') && !disguised.iter().any(|odd| path.to_ascii_lowercase().contains(odd));
    plain && all(headers, header::ACCEPT).to_ascii_lowercase().contains("text/html")
}

fn answer(asset: &Asset, headers: &HeaderMap) -> Response<Body> {
    let encoding = choose(&all(headers, header::ACCEPT_ENCODING), |encoding| asset.bytes(encoding).is_some());
    let tag = asset.tag(encoding);
    let unchanged = is_known(&tag, &all(headers, header::IF_NONE_MATCH));

    let mut response = Response::new(Body::empty());
    let given = response.headers_mut();
    given.insert(header::CACHE_CONTROL, asset.cache_control.clone());
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        given.insert(header::ETAG, tag);
    }
    if asset.is_encoded() {
        given.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    given.insert(header::CONTENT_TYPE, asset.content_type.clone());
    if let Some(name) = encoding.name() {
        given.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    if let Some(bytes) = asset.bytes(encoding).or_else(|| asset.bytes(Encoding::Identity)) {
        *response.body_mut() = Body::from(bytes.clone());
    }
    response
}

/// A header that may come in several lines, as one list.
fn all(headers: &HeaderMap, name: header::HeaderName) -> String {
    let lines: Vec<&str> = headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).collect();
    lines.join(",")
}

/// Whether a tag is in the list of `If-None-Match`. A proxy that packs for itself marks our tags as weak; they are as good here.
fn is_known(tag: &str, list: &str) -> bool {
    list.split(',').map(str::trim).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_tag_is_found_in_a_list() {
        for list in ["\"a\"", "W/\"a\"", "\"b\" , \"a\"", "*"] {
            assert!(is_known("\"a\"", list), "{list}");
        }
        for list in ["", "\"b\"", "a", "\"a", "W/\"b\", \"c\""] {
            assert!(!is_known("\"a\"", list), "{list}");
        }
    }

    #[test]
    fn a_page_is_what_a_browser_wants_to_see() {
        let browser = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static("text/html,*/*;q=0.8"))]);
        for path in ["/game/new", "/", "/learn/", "/spiel/%C3%A9"] {
            assert!(is_page(path, &browser), "{path}");
            assert!(!is_page(path, &HeaderMap::new()), "{path}");
        }
        for path in ["/assets/old.js", "/../etc/passwd", "/%2E%2e/etc/passwd", "/a%2fb", "/..%5Ca", "/a\\b"] {
            assert!(!is_page(path, &browser), "{path}");
        }
    }
}
